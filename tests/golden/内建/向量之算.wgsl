@group(0) @binding(0) var<storage, read_write> 出: array<f32>;

fn 记(处: u32, 值: f32) {
  出[处] = 值;
}

fn 选(真: bool) -> f32 {
  return select(0.0f, 1.0f, 真);
}

@compute @workgroup_size(1)
fn 向量(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 标 = vec3<f32>(号);
  let 甲 = 标 + vec3<f32>(1.0f, 2.0f, 3.0f);
  let 乙 = vec3<f32>(4.0f, 5.0f, 6.0f);
  let 小 = 甲 < 乙;
  let 叉 = cross(甲, 乙);
  记(0u, dot(甲, 乙));
  记(1u, length((甲 * 2.0f)));
  记(2u, distance(甲, 乙));
  记(3u, normalize(甲).x);
  记(4u, reflect(甲, 乙).y);
  记(5u, 叉.z);
  记(6u, 选(all(小)));
  记(7u, 选(any(小)));
  记(8u, f32(dot(号, 号)));
}
