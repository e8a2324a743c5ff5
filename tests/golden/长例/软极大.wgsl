const 线数: u32 = 64u;

const 负极: f32 = -340282300000000000000000000000000000000.0f;

struct 形 {
  行数: u32,
  列数: u32,
}

@group(0) @binding(0) var<uniform> 形状: 形;

@group(0) @binding(1) var<storage, read> 入: array<f32>;

@group(0) @binding(2) var<storage, read_write> 出: array<f32>;

var<workgroup> 暂存: array<f32, 64>;

fn 归并(序: u32, 求和: bool) -> f32 {
  workgroupBarrier();
  var 步: u32 = 32u;
  loop {
    if (步 == 0u) {
      break;
    } else {
      if (序 < 步) {
        let 己 = 暂存[序];
        let 彼 = 暂存[序 + 步];
        暂存[序] = select(max(己, 彼), (己 + 彼), 求和);
      } else {
      }
      workgroupBarrier();
      步 = 步 >> 1u;
      continue;
    }
  }
  let 果 = 暂存[0u];
  workgroupBarrier();
  return 果;
}

@compute @workgroup_size(64)
fn 软极大(@builtin(local_invocation_index) 序: u32, @builtin(workgroup_id) 组: vec3<u32>) {
  let 列数 = 形状.列数;
  let 行始 = 组.x * 列数;
  var 列: u32 = 序;
  var 极: f32 = 负极;
  var 找极结果: f32;
  loop {
    if (列 >= 列数) {
      找极结果 = 极;
      break;
    } else {
      let 临时 = 列 + 线数;
      let 临时_2 = max(极, 入[行始 + 列]);
      列 = 临时;
      极 = 临时_2;
      continue;
    }
  }
  let 己极大 = 找极结果;
  暂存[序] = 己极大;
  let 极大 = 归并(序, false);
  var 列_2: u32 = 序;
  var 和: f32 = 0.0f;
  var 求和结果: f32;
  loop {
    if (列_2 >= 列数) {
      求和结果 = 和;
      break;
    } else {
      let 临时_3 = 列_2 + 线数;
      let 临时_4 = 和 + exp((入[行始 + 列_2] - 极大));
      列_2 = 临时_3;
      和 = 临时_4;
      continue;
    }
  }
  let 己和 = 求和结果;
  暂存[序] = 己和;
  let 总和 = 归并(序, true);
  var 列_3: u32 = 序;
  loop {
    if (列_3 >= 列数) {
      return;
    } else {
      出[行始 + 列_3] = exp((入[行始 + 列_3] - 极大)) / 总和;
      列_3 = 列_3 + 线数;
      continue;
    }
  }
}
