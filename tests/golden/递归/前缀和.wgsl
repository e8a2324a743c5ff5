@group(0) @binding(0) var<storage, read> 数据: array<u32>;

@group(0) @binding(1) var<storage, read_write> 和: array<u32>;

@compute @workgroup_size(4)
fn 前缀(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 止 = 号.x;
  var 序: u32 = 0u;
  var 累: u32 = 0u;
  loop {
    if (序 > 止) {
      和[止] = 累;
      return;
    } else {
      let 临时 = 序 + 1u;
      let 临时_2 = 累 + 数据[序];
      序 = 临时;
      累 = 临时_2;
      continue;
    }
  }
}
