@group(0) @binding(0) var<storage, read_write> 数: array<u32>;

@group(0) @binding(0) var<storage, read_write> 浮数: array<f32>;

@compute @workgroup_size(4, 1, 2)
fn 增(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 处 = 号.x + (号.z * 4u);
  数[处] = 数[处] + 1u;
}

@compute @workgroup_size(8)
fn 增_2(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 处 = 号.x + (号.z * 4u);
  数[处] = 数[处] + 1u;
}

fn 增_3(号: vec3<u32>) {
  let 处 = 号.x + (号.z * 4u);
  数[处] = 数[处] + 1u;
}

@compute @workgroup_size(4)
fn 增二(@builtin(global_invocation_id) 号: vec3<u32>) {
  增_3(号);
  增_3(号);
}

@compute @workgroup_size(4)
fn 浮增(@builtin(global_invocation_id) 号: vec3<u32>) {
  浮数[号.x] = 浮数[号.x] + 0.5f;
}
