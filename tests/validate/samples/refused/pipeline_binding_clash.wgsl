@group(0) @binding(0) var<storage, read> 甲: array<f32>;

@group(0) @binding(0) var<storage, read_write> 乙: array<f32>;

@compute @workgroup_size(1)
fn 并() {
  乙[0] = 甲[0];
}
