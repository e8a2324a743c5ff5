@group(0) @binding(0) var<storage, read> 入: array<u32>;

@group(1) @binding(1) var<storage, read_write> 出: array<u32>;

var<workgroup> 块: array<u32, 4>;

@compute @workgroup_size(64)
fn 抄(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  if (序 < arrayLength(&入)) {
    出[序] = 入[序];
  } else {
  }
}

@compute @workgroup_size(4)
fn 反(@builtin(local_invocation_index) 序: u32) {
  块[序] = 入[序];
  workgroupBarrier();
  出[序] = 块[3u - 序];
}
