struct 顶点入 {
  @location(0) 处: vec2<f32>,
  @location(1) 编号: u32,
}

struct 粒子 {
  @builtin(position) 处: vec4<f32>,
  @location(0) 彩: vec4<f32>,
  @location(1) @interpolate(flat) 编号: u32,
}

struct 片元出 {
  @location(0) 彩: vec4<f32>,
  @location(1) 编号: vec2<u32>,
  @builtin(frag_depth) 深: f32,
}

@vertex
fn 顶点(入: 顶点入, @builtin(instance_index) 例: u32) -> 粒子 {
  return 粒子(vec4<f32>(入.处, 0.0f, 1.0f), vec4<f32>(1.0f), (入.编号 + 例));
}

@fragment
fn 片元(入: 粒子, @builtin(front_facing) 正: bool) -> 片元出 {
  return 片元出(select(入.彩, vec4<f32>(0.0f), 正), vec2<u32>(入.编号), 0.5f);
}

@fragment
fn 单色(@location(0) 彩: vec3<f32>) -> @location(0) vec4<f32> {
  return vec4<f32>(彩, 1.0f);
}
