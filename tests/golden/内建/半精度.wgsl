enable f16;

@group(0) @binding(0) var<storage, read> 入: array<u32>;

@group(0) @binding(1) var<storage, read_write> 出: array<f32>;

@compute @workgroup_size(1)
fn 半算(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 半 = bitcast<vec2<f16>>(入[0u]);
  let 倍 = 半 + vec2<f16>(f16(1.0), f16(0.5));
  let 解 = unpack2x16float(入[0u]);
  let 回 = unpack2x16float(pack2x16float(解));
  出[0u] = f32(倍.x);
  出[1u] = f32((倍.y * f16(解.x)));
  出[2u] = 回.y;
  出[3u] = f32(sqrt(f16(4.0)));
}
