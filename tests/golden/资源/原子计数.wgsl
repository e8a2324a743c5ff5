@group(0) @binding(0) var<storage, read> 数据: array<u32>;

@group(0) @binding(1) var<storage, read_write> 计数: array<atomic<u32>>;

@group(0) @binding(2) var<storage, read_write> 极值: array<atomic<i32>>;

@compute @workgroup_size(8)
fn 直方(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 值 = 数据[号.x];
  _ = atomicAdd(&计数[值 % 4u], 1u);
  let 旧 = atomicMax(&极值[0u], i32(值));
  _ = atomicMin(&极值[1u], (0i - i32(值)));
  if (号.x == 0u) {
    atomicStore(&计数[4u], 7u);
  } else {
  }
}
