@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

var<workgroup> 格: array<u32, 4>;

struct 调用 {
  @builtin(local_invocation_index) 序: u32,
  @builtin(workgroup_id) 组号: vec3<u32>,
}

fn 界(入_序: u32, 入_组号: vec3<u32>) -> u32 {
  return 入_组号.x + 1u;
}

@compute @workgroup_size(4)
fn 累(@builtin(local_invocation_index) 入_序: u32, @builtin(workgroup_id) 入_组号: vec3<u32>) {
  let 上 = 界(入_序, 入_组号);
  var 次: u32 = 0u;
  loop {
    if (次 < 上) {
      格[入_序] = 次;
      workgroupBarrier();
      次 = 次 + 1u;
      continue;
    } else {
      break;
    }
  }
  出[入_序] = 格[入_序];
}
