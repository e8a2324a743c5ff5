enable f16;
enable subgroups;

@group(0) @binding(0) var<storage, read_write> 数: array<f32>;

@group(0) @binding(1) var<storage, read_write> 半: array<f16>;

@compute @workgroup_size(64)
fn 加倍(@builtin(global_invocation_id) 号: vec3<u32>) {
  数[号.x] = subgroupAdd(数[号.x]) * 2.0f;
  半[号.x] = 半[号.x] + f16(1.0);
}
