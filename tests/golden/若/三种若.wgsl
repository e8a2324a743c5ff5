@group(0) @binding(0) var<storage, read> 数: array<f32>;

@group(0) @binding(1) var<storage, read_write> 出: array<f32>;

fn 分段(甲: f32) -> f32 {
  if (甲 < 0.0f) {
    return 0.0f;
  } else {
    if (甲 < 1.0f) {
      return 甲 * 甲;
    } else {
      if (甲 < 2.0f) {
        let 余 = 甲 - 1.0f;
        return 余 + 余;
      } else {
        return 4.0f;
      }
    }
  }
}

@compute @workgroup_size(4)
fn 择(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  let 甲 = 数[序];
  let 小 = select(1.0f, 甲, (甲 < 1.0f));
  var 临时: f32;
  if (甲 < 0.0f) {
    临时 = 数[0u];
  } else {
    临时 = 甲;
  }
  let 读 = 临时;
  if (序 > 2u) {
    出[序 + 4u] = 小;
  } else {
  }
  出[序] = 分段(甲) + (小 + 读);
}
