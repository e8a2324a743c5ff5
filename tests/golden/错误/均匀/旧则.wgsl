struct 小 {
  甲: f32,
  乙: f32,
}

struct 大 {
  首: 小,
  次: f32,
  列: array<vec2<f32>, 3>,
  末: 小,
  阵: mat2x2<f32>,
}

struct 合 {
  向: vec4<f32>,
  列: array<vec4<f32>, 3>,
  阵: mat3x3<f32>,
  余: f32,
}

@group(0) @binding(0) var<uniform> 甲参: 大;

@group(0) @binding(1) var<uniform> 乙参: array<f32, 4>;

@group(0) @binding(2) var<uniform> 丙参: 合;
