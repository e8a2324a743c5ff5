@vertex
fn 全屏(@builtin(vertex_index) 序: u32) -> @builtin(position) vec4<f32> {
  let 横 = f32(((序 << 1u) & 2u));
  let 纵 = f32((序 & 2u));
  return vec4<f32>(((横 * 2.0f) - 1.0f), ((纵 * 2.0f) - 1.0f), 0.0f, 1.0f);
}

@fragment
fn 上色(@builtin(position) 处: vec4<f32>) -> @location(0) vec4<f32> {
  return vec4<f32>((处.x / 8.0f), (处.y / 8.0f), 0.25f, 1.0f);
}
