@group(0) @binding(1) var<storage, read_write> 出: array<vec4<f32>>;

const 列一: vec4<f32> = vec4<f32>(1.0f, 0.0f, 0.0f, 0.0f);

const 列二: vec4<f32> = vec4<f32>(0.0f, 2.0f, 0.0f, 0.0f);

const 列三: vec4<f32> = vec4<f32>(0.0f, 0.0f, (-3.0f), 0.0f);

const 列四: vec4<f32> = vec4<f32>(0.5f, 0.5f, 0.5f, 1.0f);

const 变换: mat4x4<f32> = mat4x4<f32>(列一, 列二, 列三, 列四);

struct 参数 {
  偏移: array<vec4<f32>, 4>,
  数目: u32,
}

@group(0) @binding(0) var<uniform> 参: 参数;

@compute @workgroup_size(4)
fn 变(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  if (序 < 参.数目) {
    出[序] = 变换 * 参.偏移[序];
  } else {
    出[序] = 变换[3];
  }
}
