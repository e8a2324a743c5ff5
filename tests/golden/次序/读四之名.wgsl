@group(0) @binding(0) var<storage, read> 数据: array<u32>;

@group(0) @binding(1) var<storage, read_write> 计数: array<atomic<u32>>;

@group(0) @binding(2) var<storage, read_write> 出: array<u32>;

@compute @workgroup_size(64)
fn 读之(@builtin(local_invocation_index) 序: u32) {
  let 临时 = atomicAdd(&计数[序], 4u);
  let 果 = vec4<u32>(数据[临时], 数据[(临时) + 1u], 数据[(临时) + 2u], 数据[(临时) + 3u]).w;
  if (序 < 8u) {
    var 量: u32 = 果;
    出[序] = 量;
  } else {
    出[0u] = 果;
  }
}
