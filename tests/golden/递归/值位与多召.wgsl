@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

fn 最大公约(甲: u32, 乙: u32) -> u32 {
  var 大: u32 = 甲;
  var 小: u32 = 乙;
  loop {
    if (小 == 0u) {
      return 大;
    } else {
      let 临时 = 小;
      let 临时_2 = 大 % 小;
      大 = 临时;
      小 = 临时_2;
      continue;
    }
  }
}

fn 幂和(底: u32) -> u32 {
  var 次: u32 = 2u;
  var 积: u32 = 1u;
  var 乘方结果: u32;
  loop {
    if (次 == 0u) {
      乘方结果 = 积;
      break;
    } else {
      let 临时 = 次 - 1u;
      let 临时_2 = 积 * 底;
      次 = 临时;
      积 = 临时_2;
      continue;
    }
  }
  let 平方 = 乘方结果;
  var 次_2: u32 = 3u;
  var 积_2: u32 = 1u;
  var 乘方结果_2: u32;
  loop {
    if (次_2 == 0u) {
      乘方结果_2 = 积_2;
      break;
    } else {
      let 临时_3 = 次_2 - 1u;
      let 临时_4 = 积_2 * 底;
      次_2 = 临时_3;
      积_2 = 临时_4;
      continue;
    }
  }
  let 立方 = 乘方结果_2;
  return 平方 + 立方;
}

fn 倒数(限: u32) -> u32 {
  var 界: u32 = 限;
  var 候: u32 = 0u;
  var 找结果: u32;
  loop {
    if ((候 * 候) > 界) {
      找结果 = 候;
      break;
    } else {
      候 = 候 + 1u;
      continue;
    }
  }
  return 找结果 + 1u;
}

@compute @workgroup_size(4)
fn 计(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  let 基 = 序 * 3u;
  出[基] = 最大公约((序 + 12u), 18u);
  出[基 + 1u] = 幂和(序);
  出[基 + 2u] = 倒数(序);
}
