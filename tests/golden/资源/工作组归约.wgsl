@group(0) @binding(0) var<storage, read> 数据: array<f32>;

@group(0) @binding(1) var<storage, read_write> 和: array<f32>;

var<workgroup> 块: array<f32, 64>;

struct 入 {
  @builtin(local_invocation_index) 序: u32,
  @builtin(workgroup_id) 组: vec3<u32>,
}

@compute @workgroup_size(64)
fn 归约(入_2: 入) {
  let 序 = 入_2.序;
  let 组 = 入_2.组.x;
  块[序] = 数据[(组 * 64u) + 序];
  workgroupBarrier();
  var 步: u32 = 32u;
  loop {
    if (步 == 0u) {
      break;
    } else {
      if (序 < 步) {
        块[序] = 块[序] + 块[序 + 步];
      } else {
      }
      workgroupBarrier();
      步 = 步 >> 1u;
      continue;
    }
  }
  if (序 == 0u) {
    和[组] = 块[0u];
  } else {
  }
}
