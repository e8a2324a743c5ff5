@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

fn 阳差(一: u32, 加: u32) -> u32 {
  let 三 = 一 - 2u;
  let 乘 = 三 * 加;
  let 元 = 加;
  return 乘 - 元;
}

@compute @workgroup_size(4)
fn 用(@builtin(global_invocation_id) 最小: vec3<u32>) {
  let 阳 = 最小.x;
  出[阳] = 阳差((阳 + 5u), 3u);
}
