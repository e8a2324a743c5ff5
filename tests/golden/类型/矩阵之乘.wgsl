struct 阵组 {
  方: mat2x2<f32>,
  长: mat2x3<f32>,
  三: mat3x3<f32>,
}

@group(0) @binding(0) var<storage, read> 入: 阵组;

@group(0) @binding(1) var<storage, read_write> 出: 阵组;

@compute @workgroup_size(1)
fn 阵算(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 甲 = 入;
  let 列甲 = 甲.长 * 甲.方[0];
  let 行甲 = 列甲 * 甲.长;
  出 = 阵组(((甲.方 * 甲.方) + (甲.方 * 0.5f)), (甲.长 * 甲.方), mat3x3<f32>(列甲, (列甲 * 行甲.x), (列甲 * 行甲.y)));
}
