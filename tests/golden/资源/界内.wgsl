struct 表 {
  项: array<u32, 4>,
}

@group(0) @binding(0) var<storage, read> 入: array<u32>;

@group(0) @binding(1) var<storage, read> 小: 表;

@group(0) @binding(2) var<storage, read_write> 出: array<u32>;

var<workgroup> 块: array<u32, 8>;

@compute @workgroup_size(4)
fn 不可证(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  let 标 = 入[序];
  出[标] = 小.项[标];
}

@compute @workgroup_size(8)
fn 可证(@builtin(global_invocation_id) 号: vec3<u32>, @builtin(local_invocation_index) 局: u32) {
  let 序 = 号.x;
  let 首 = 入[0u];
  块[局] = 首;
  workgroupBarrier();
  if (序 < arrayLength(&出)) {
    出[序] = 小.项[首 % 4u] + 块[首 & 7u];
  } else {
  }
}

@compute @workgroup_size(4)
fn 循环(@builtin(global_invocation_id) 号: vec3<u32>) {
  var 和: u32 = 0u;
  var 次: u32 = 0u;
  loop {
    if (次 < 4u) {
      和 = 和 + 小.项[次];
      次 = 次 + 1u;
      continue;
    } else {
      break;
    }
  }
  出[min(号.x, (arrayLength(&出) - 1u))] = 和;
}

@compute @workgroup_size(4)
fn 宽读(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 宽 = vec4<u32>(入[号.x * 4u], 入[(号.x * 4u) + 1u], 入[(号.x * 4u) + 2u], 入[(号.x * 4u) + 3u]);
  出[号.x] = 宽.x + 宽.w;
}
