@group(0) @binding(0) var<storage, read_write> 豫_array: array<u32>;

const 豫_3d: u32 = 3u;

const 豫_3d_2: u32 = 4u;

const 豫_甲_2d_乙: u32 = 5u;

fn 豫_main(豫_fn: u32) -> u32 {
  return 豫_fn + (豫_3d + (豫_3d_2 + 豫_甲_2d_乙));
}

fn 豫_threadgroup(豫___x: u32) -> u32 {
  return 豫_main(豫___x) + 7u;
}

@compute @workgroup_size(4)
fn 豫_max(@builtin(global_invocation_id) 临时: vec3<u32>) {
  let 豫__ = 临时.x;
  let 豫_let = 豫__ + 1u;
  let 豫_let_2 = 豫_let * 豫_let;
  豫_array[豫__] = 豫_threadgroup(豫_let_2);
}
