#include <cuda_fp16.h>
__device__ __noinline__ float helper(float x, int n) { float r = 1; for (int i = 0; i < n; ++i) r = r * x + 0.5f; return r; }
__device__ __noinline__ float4 pack(float x, int n) { return make_float4(x, x * n, helper(x, n), (float)n); }
__constant__ int table[4] = {3, 1, 4, 2};
extern "C" __global__ void mixed(const __half* h, const int* k, float4* out, unsigned long long* hist, unsigned* cnt) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int local[8];
  for (int j = 0; j < 8; ++j) local[j] = k[i] * j;
  int pick = local[k[(i * 7) % 32] & 7];
  float v = __half2float(__hadd(h[i], __float2half(1.5f)));
  float4 p = pack(v, table[i & 3]);
  p.y += sinf(v) + __expf(v) + sqrtf(v) + powf(v, 1.25f) + logf(v);
  p.z /= (float)(pick + 1);
  p.w += (float)(k[i] / 3) + (float)((unsigned)k[i] % 5u);
  out[i] = p;
  atomicAdd(&hist[i & 3], (unsigned long long)k[i]);
  unsigned m = __activemask();
  if (__popc(m & ((1u << (threadIdx.x & 31)) - 1)) == 0) atomicMax(cnt, m);
  switch (k[i] % 7) {
    case 0: atomicInc(cnt + 1, 100); break;
    case 1: atomicXor(cnt + 2, i); break;
    case 2: atomicCAS(cnt + 3, 0u, i + 1); break;
    default: atomicExch(cnt + 4, 7u);
  }
}
