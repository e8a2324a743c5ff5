struct 点 {
  @builtin(position) 处: vec4<f32>,
  @location(0) 纹: vec2<f32>,
}

@group(0) @binding(0) var 图: texture_2d<f32>;

@group(0) @binding(1) var 采: sampler;

@vertex
fn 顶点(@location(0) 处: vec2<f32>) -> 点 {
  return 点(vec4<f32>(处, 0.0f, 1.0f), (处 * vec2<f32>(0.5f, -0.5f) + vec2<f32>(0.5f)));
}

@fragment
fn 片元(入: 点) -> @location(0) vec4<f32> {
  return textureSample(图, 采, 入.纹);
}
