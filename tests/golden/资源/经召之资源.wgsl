@group(0) @binding(0) var<storage, read> 表: array<u32>;

@group(0) @binding(1) var<storage, read_write> 出: array<u32>;

fn 查(序: u32) -> u32 {
  return 表[序 % arrayLength(&表)];
}

fn 查二(序: u32) -> u32 {
  return 查(查(序));
}

fn 记(处: u32, 值: u32) {
  出[处] = 值;
}

@compute @workgroup_size(4)
fn 走(@builtin(global_invocation_id) 号: vec3<u32>) {
  记(号.x, 查二(号.x));
}
