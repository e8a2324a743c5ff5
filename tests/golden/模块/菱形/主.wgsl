const 单位: u32 = 1u;

fn 平方(甲: u32) -> u32 {
  return 甲 * 甲;
}

fn 移(甲: u32) -> u32 {
  return 甲 + 单位;
}

fn 移_2(甲: u32) -> u32 {
  return 平方(甲) - 单位;
}

@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

@compute @workgroup_size(4)
fn 主(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  出[序] = 移(序) + (移_2((序 + 单位)) + 平方(序));
}
