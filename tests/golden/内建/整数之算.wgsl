@group(0) @binding(0) var<storage, read> 入: array<i32>;

@group(0) @binding(1) var<storage, read_write> 出: array<i32>;

@group(0) @binding(2) var<storage, read_write> 无出: array<u32>;

@compute @workgroup_size(1)
fn 整算(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  let 甲 = 入[序];
  let 乙 = 入[序 + 1u];
  let 无甲 = u32(甲);
  let 无乙 = bitcast<u32>(乙);
  出[0u] = 甲 + 乙;
  无出[0u] = 无甲 + 无乙;
  出[1u] = 甲 - 乙;
  无出[1u] = 无甲 - 无乙;
  出[2u] = 甲 * 乙;
  无出[2u] = 无甲 * 无乙;
  出[3u] = 甲 / 乙;
  无出[3u] = 无甲 / 无乙;
  出[4u] = 甲 % 乙;
  无出[4u] = 无甲 % 无乙;
  出[5u] = max(甲, 乙);
  无出[5u] = max(无甲, 无乙);
  出[6u] = min(甲, 乙);
  无出[6u] = min(无甲, 无乙);
  出[7u] = 甲 & 乙;
  无出[7u] = 无甲 & 无乙;
  出[8u] = 甲 | 乙;
  无出[8u] = 无甲 | 无乙;
  出[9u] = 甲 ^ 乙;
  无出[9u] = 无甲 ^ 无乙;
  出[10u] = 甲 << 无乙;
  无出[10u] = 无甲 << 3u;
  出[11u] = 甲 >> 无乙;
  无出[11u] = 无甲 >> 3u;
  出[12u] = abs(甲);
  无出[12u] = abs(无甲);
  出[13u] = ~甲;
  无出[13u] = ~无甲;
  出[14u] = sign(甲);
  出[15u] = -甲;
  出[16u] = clamp(甲, 乙, 9i);
  出[17u] = i32((-2147483648));
}
