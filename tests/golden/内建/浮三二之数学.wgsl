@group(0) @binding(0) var<storage, read> 入: array<f32>;

@group(0) @binding(1) var<storage, read_write> 出: array<f32>;

fn 记(处: u32, 值: f32) {
  出[处] = 值;
}

@compute @workgroup_size(1)
fn 数学(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 甲 = 入[0u];
  let 乙 = 入[1u];
  let 丙 = 入[2u];
  记(0u, sqrt(甲));
  记(1u, inverseSqrt(甲));
  记(2u, exp(甲));
  记(3u, exp2(甲));
  记(4u, log(甲));
  记(5u, log2(甲));
  记(6u, sin(甲));
  记(7u, cos(甲));
  记(8u, tan(甲));
  记(9u, asin(甲));
  记(10u, acos(甲));
  记(11u, atan(甲));
  记(12u, sinh(甲));
  记(13u, cosh(甲));
  记(14u, tanh(甲));
  记(15u, abs(甲));
  记(16u, sign(甲));
  记(17u, floor(甲));
  记(18u, ceil(甲));
  记(19u, round(甲));
  记(20u, trunc(甲));
  记(21u, fract(甲));
  记(22u, saturate(甲));
  记(23u, (-甲));
  记(24u, pow(甲, 乙));
  记(25u, atan2(甲, 乙));
  记(26u, max(甲, 乙));
  记(27u, min(甲, 乙));
  记(28u, step(甲, 乙));
  记(29u, (甲 + 乙));
  记(30u, (甲 - 乙));
  记(31u, (甲 * 乙));
  记(32u, (甲 / 乙));
  记(33u, (甲 % 乙));
  记(34u, clamp(甲, 乙, 丙));
  记(35u, mix(甲, 乙, 丙));
  记(36u, smoothstep(甲, 乙, 丙));
  记(37u, fma(甲, 乙, 丙));
}
