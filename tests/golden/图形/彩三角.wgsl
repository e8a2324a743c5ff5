struct 传 {
  @builtin(position) 处: vec4<f32>,
  @location(0) 彩: vec3<f32>,
}

struct 出 {
  @location(0) 色: vec4<f32>,
  @builtin(frag_depth) 深: f32,
}

@vertex
fn 顶(@location(0) 位: vec2<f32>, @location(1) 彩: vec3<f32>) -> 传 {
  return 传(vec4<f32>(位.x, 位.y, 0.5f, 1.0f), 彩);
}

@fragment
fn 片(入: 传, @builtin(front_facing) 正: bool) -> 出 {
  if (入.处.x < 2.0f) {
    discard;
  } else {
  }
  let 明 = select(0.5f, 1.0f, 正);
  return 出(vec4<f32>(入.彩.x, 入.彩.y, 入.彩.z, 明), 0.25f);
}
