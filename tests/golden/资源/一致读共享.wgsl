const 长: u32 = 4u;

var<workgroup> 表: array<u32, 4>;

var<workgroup> 界: u32;

@group(0) @binding(1) var<storage, read> 限: u32;

@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

@compute @workgroup_size(4)
fn 共(@builtin(local_invocation_index) 序: u32) {
  表[序] = 序 * 序;
  if (序 == 0u) {
    界 = 限;
  } else {
  }
  workgroupBarrier();
  let 上 = workgroupUniformLoad(&界);
  let 整表 = 表;
  var 次: u32 = 0u;
  var 和: u32 = 序;
  var 环结果: u32;
  loop {
    if (次 >= 上) {
      环结果 = 和;
      break;
    } else {
      workgroupBarrier();
      let 临时 = 次 + 1u;
      let 临时_2 = 和 + 整表[次];
      次 = 临时;
      和 = 临时_2;
      continue;
    }
  }
  出[序] = 环结果;
}
