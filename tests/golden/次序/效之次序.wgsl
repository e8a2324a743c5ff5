@group(0) @binding(0) var<storage, read_write> 数: array<u32>;

fn 取加(序: u32) -> u32 {
  let 旧 = 数[序];
  数[序] = 旧 + 1u;
  return 旧;
}

@compute @workgroup_size(1)
fn 序测(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 零 = 0u;
  let 临时 = 数[零];
  let 和 = 临时 + 取加(零);
  let 临时_2 = 取加(零);
  let 差 = 临时_2 - 取加(零);
  let 临时_3 = 取加(零);
  let 后 = 临时_3 + 数[零];
  数[1u] = 和;
  数[2u] = 差;
  数[3u] = 后;
  var 格: u32 = 和;
  格 = 格 + 10u;
  数[4u] = 格;
  _ = 取加(零);
  数[5u] = select(2u, 1u, ((和 > 1000u) && (取加(零) > u32(零))));
}
