@group(0) @binding(0) var<storage, read_write> 整: array<i32>;

@group(0) @binding(1) var<storage, read_write> 无: array<u32>;

var<workgroup> 块: array<u32, 8>;

const 除数: i32 = 7i;

fn 整之不护(甲: i32) -> i32 {
  return ((甲 / 3i) % 除数) << 5u;
}

fn 负一之不护(甲: i32) -> i32 {
  return (甲 / (-1i)) + (甲 % (-1i));
}

fn 整之护(甲: i32, 乙: i32, 丙: u32) -> i32 {
  return ((甲 / 乙) % 乙) >> 丙;
}

fn 无之不护(甲: u32) -> u32 {
  return ((甲 / 3u) % 8u) >> 31u;
}

fn 无之护(甲: u32, 乙: u32) -> u32 {
  return ((甲 / 乙) % 乙) << 乙;
}

fn 移以名(甲: u32) -> u32 {
  let 宽 = 40u;
  let 窄 = 31u;
  return (甲 << 宽) + (甲 << 窄);
}

fn 夹之护(甲: i32, 乙: i32) -> i32 {
  return clamp(甲, 1i, 9i) + clamp(甲, 乙, 9i);
}

@compute @workgroup_size(4)
fn 算(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  let 甲 = 整[序];
  let 丁 = 无[序];
  整[序] = (负一之不护(整之不护(甲)) + 整之护(甲, 甲, 丁)) + 夹之护(甲, 甲);
  无[序] = (无之不护(丁) + 移以名(丁)) + 无之护(丁, 序);
}

@compute @workgroup_size(8)
fn 已全写(@builtin(local_invocation_index) 局: u32) {
  块[局] = 局;
  workgroupBarrier();
  无[局] = 块[7u - 局];
}

@compute @workgroup_size(8)
fn 未全写(@builtin(local_invocation_index) 局: u32) {
  if (局 < 4u) {
    块[局] = 局;
  } else {
  }
  workgroupBarrier();
  无[局] = 块[7u - 局];
}
