@group(0) @binding(0) var 图: texture_2d<f32>;

@group(0) @binding(1) var 采: sampler;

struct 顶点出 {
  @builtin(position) 处: vec4<f32>,
  @location(0) 纹坐标: vec2<f32>,
  @location(1) @interpolate(flat) 编号: i32,
}

struct 顶点入 {
  @location(0) 位置: vec2<f32>,
  @location(1) 纹坐标: vec2<f32>,
}

@vertex
fn 贴(入: 顶点入, @builtin(instance_index) 实例: u32) -> 顶点出 {
  return 顶点出(vec4<f32>(入.位置.x, 入.位置.y, 0.0f, 1.0f), 入.纹坐标, i32(实例));
}

@fragment
fn 涂(入: 顶点出) -> @location(0) vec4<f32> {
  let 色 = textureSample(图, 采, 入.纹坐标);
  let 角 = textureLoad(图, vec2<i32>(0i, 0i), 0);
  let 寸 = textureDimensions(图);
  return select(角, 色, ((入.编号 == 0i) && (寸.x > 1u)));
}
