@group(0) @binding(0) var<storage, read> 阵: array<u32>;

@group(0) @binding(1) var<storage, read_write> 行和: array<u32>;

@compute @workgroup_size(4)
fn 行(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 宽 = 3u;
  var 列: u32 = 0u;
  var 总: u32 = 0u;
  loop {
    if (列 >= 宽) {
      行和[号.x] = 总;
      return;
    } else {
      var 次: u32 = 0u;
      var 积: u32 = 阵[(号.x * 宽) + 列];
      var 内结果: u32;
      loop {
        if (次 == 列) {
          内结果 = 积;
          break;
        } else {
          let 临时 = 次 + 1u;
          let 临时_2 = 积 + 列;
          次 = 临时;
          积 = 临时_2;
          continue;
        }
      }
      let 内和 = 内结果;
      let 临时_3 = 列 + 1u;
      let 临时_4 = 总 + 内和;
      列 = 临时_3;
      总 = 临时_4;
      continue;
    }
  }
}
