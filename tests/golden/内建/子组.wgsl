enable subgroups;

@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

struct 入 {
  @builtin(local_invocation_index) 序: u32,
  @builtin(subgroup_invocation_id) 内序: u32,
  @builtin(subgroup_size) 大小: u32,
}

fn 等数(甲: u32, 乙: u32) -> u32 {
  return select(999u, 甲, (甲 == 乙));
}

@compute @workgroup_size(8)
fn 子组(入_2: 入) {
  let 序 = 入_2.序;
  let 和 = subgroupAdd(序);
  let 大 = subgroupMax(序);
  let 小 = subgroupMin(f32(序));
  let 播 = subgroupShuffle(序, 1u);
  let 洗 = subgroupShuffle(序, (入_2.内序 ^ 1u));
  let 异 = subgroupShuffleXor(i32(序), 1u);
  出[序] = 等数(洗, u32(异)) + (((和 + 大) + (u32(小) + 播)) & 0u);
}
