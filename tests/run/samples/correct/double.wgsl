enable f16;
enable subgroups;

struct 参数 {
  倍: f32,
  移: vec3<f32>,
}

@group(0) @binding(0) var<storage, read> 入: array<f32>;

@group(0) @binding(1) var<storage, read_write> 出: array<f32>;

@group(0) @binding(2) var<storage, read_write> 半: array<f16>;

@group(1) @binding(0) var<uniform> 参: 参数;

@group(1) @binding(1) var<storage, read_write> 和: array<u32>;

@compute @workgroup_size(64)
fn 加倍(@builtin(global_invocation_id) 号: vec3<u32>) {
  出[号.x] = 入[号.x] * 参.倍 + 参.移.y;
  半[号.x] = f16(入[号.x]) / 3.0h;
}

@compute @workgroup_size(64)
fn 求和(@builtin(local_invocation_index) 序: u32) {
  和[序] = subgroupAdd(序) - 序 / 1u * 0u;
}
