const 阶: u32 = 16u;

struct 维度 {
  行: u32,
  深: u32,
  列: u32,
}

@group(0) @binding(0) var<uniform> 维: 维度;

@group(0) @binding(1) var<storage, read> 甲阵: array<f32>;

@group(0) @binding(2) var<storage, read> 乙阵: array<f32>;

@group(0) @binding(3) var<storage, read_write> 丙阵: array<f32>;

var<workgroup> 甲块: array<f32, 256>;

var<workgroup> 乙块: array<f32, 256>;

fn 取甲(行: u32, 列: u32) -> f32 {
  let 寸 = 维;
  if ((行 < 寸.行) && (列 < 寸.深)) {
    return 甲阵[(行 * 寸.深) + 列];
  } else {
    return 0.0f;
  }
}

fn 取乙(行: u32, 列: u32) -> f32 {
  let 寸 = 维;
  if ((行 < 寸.深) && (列 < 寸.列)) {
    return 乙阵[(行 * 寸.列) + 列];
  } else {
    return 0.0f;
  }
}

@compute @workgroup_size(16, 16, 1)
fn 矩阵积(@builtin(local_invocation_id) 局部: vec3<u32>, @builtin(workgroup_id) 组: vec3<u32>) {
  let 列内 = 局部.x;
  let 行内 = 局部.y;
  let 行 = (组.y * 阶) + 行内;
  let 列 = (组.x * 阶) + 列内;
  let 处 = (行内 * 阶) + 列内;
  let 深 = 维.深;
  var 始: u32 = 0u;
  var 累: f32 = 0.0f;
  var 块环结果: f32;
  loop {
    if (始 >= 深) {
      块环结果 = 累;
      break;
    } else {
      甲块[处] = 取甲(行, (始 + 列内));
      乙块[处] = 取乙((始 + 行内), 列);
      workgroupBarrier();
      var 次: u32 = 0u;
      var 和: f32 = 累;
      var 点环结果: f32;
      loop {
        if (次 >= 阶) {
          点环结果 = 和;
          break;
        } else {
          let 临时 = 次 + 1u;
          let 临时_2 = fma(甲块[(行内 * 阶) + 次], 乙块[(次 * 阶) + 列内], 和);
          次 = 临时;
          和 = 临时_2;
          continue;
        }
      }
      let 新累 = 点环结果;
      workgroupBarrier();
      let 临时_3 = 始 + 阶;
      let 临时_4 = 新累;
      始 = 临时_3;
      累 = 临时_4;
      continue;
    }
  }
  let 结果 = 块环结果;
  if ((行 < 维.行) && (列 < 维.列)) {
    丙阵[(行 * 维.列) + 列] = 结果;
  } else {
  }
}
