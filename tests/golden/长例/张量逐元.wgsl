struct 描述 {
  形: vec4<u32>,
  甲步: vec4<u32>,
  乙步: vec4<u32>,
  总数: u32,
  操作: u32,
}

@group(0) @binding(0) var<uniform> 述: 描述;

@group(0) @binding(1) var<storage, read> 甲: array<f32>;

@group(0) @binding(2) var<storage, read> 乙: array<f32>;

@group(0) @binding(3) var<storage, read_write> 丙: array<f32>;

fn 是非数(值: f32) -> bool {
  let 位 = bitcast<u32>(值);
  return (位 & 2147483647u) > 2139095040u;
}

fn 成非数(种: u32) -> f32 {
  return bitcast<f32>(((种 & 0u) | 2143289344u));
}

fn 取最大(左: f32, 右: f32) -> f32 {
  if (是非数(左) || 是非数(右)) {
    return 成非数(bitcast<u32>(左));
  } else {
    return max(左, 右);
  }
}

fn 运算(操作: u32, 左: f32, 右: f32) -> f32 {
  if (操作 == 0u) {
    return 左 + 右;
  } else {
    if (操作 == 1u) {
      return 左 - 右;
    } else {
      if (操作 == 2u) {
        return 左 * 右;
      } else {
        if (操作 == 3u) {
          return 左 / 右;
        } else {
          if (操作 == 4u) {
            return 取最大(左, 右);
          } else {
            if (操作 == 5u) {
              return pow(abs(左), 右);
            } else {
              if (左 < 右) {
                return 左;
              } else {
                return 右;
              }
            }
          }
        }
      }
    }
  }
}

fn 偏移(标: vec4<u32>, 步: vec4<u32>) -> u32 {
  return dot(标, 步);
}

fn 拆标(序: u32, 形: vec4<u32>) -> vec4<u32> {
  let 末 = 序 % 形.w;
  let 余一 = 序 / 形.w;
  let 三位 = 余一 % 形.z;
  let 余二 = 余一 / 形.z;
  let 二位 = 余二 % 形.y;
  let 首位 = 余二 / 形.y;
  return vec4<u32>(首位, 二位, 三位, 末);
}

@compute @workgroup_size(64)
fn 逐元(@builtin(global_invocation_id) 号: vec3<u32>, @builtin(num_workgroups) 组数: vec3<u32>) {
  let 跨 = 组数.x * 64u;
  let 述值 = 述;
  var 序: u32 = 号.x;
  loop {
    if (序 >= 述值.总数) {
      return;
    } else {
      let 标 = 拆标(序, 述值.形);
      let 左 = 甲[偏移(标, 述值.甲步)];
      let 右 = 乙[偏移(标, 述值.乙步)];
      丙[序] = 运算(述值.操作, 左, 右);
      序 = 序 + 跨;
      continue;
    }
  }
}
