@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

@compute @workgroup_size(1)
fn 静(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 乙 = 号.x;
  出[号.x] = 乙 + 1u;
}
