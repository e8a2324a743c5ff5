#include <cuda_fp16.h>
struct Shape {
  unsigned pairs;
};
// A block is 34 bytes: a half scale and 32 signed 8-bit codes; two blocks are 17 words.
__device__ float code(unsigned word, unsigned shift) { return float(int(word << shift) >> 24); }
__device__ float4 load(const float* __restrict__ vector, unsigned at) { return *reinterpret_cast<const float4*>(&vector[at]); }
// Four codes from the start of a word.
__device__ float four(const float* __restrict__ vector, unsigned word, unsigned at) {
  float4 x = load(vector, at);
  return code(word, 24) * x.x + code(word, 16) * x.y + (code(word, 8) * x.z + code(word, 0) * x.w);
}
// Four codes from the middle of a word.
__device__ float across(const float* __restrict__ vector, unsigned low, unsigned high, unsigned at) {
  float4 x = load(vector, at);
  return code(low, 8) * x.x + code(low, 0) * x.y + (code(high, 24) * x.z + code(high, 16) * x.w);
}
extern "C" __global__ void __launch_bounds__(128)
    kernel(const Shape* __restrict__ shape, const unsigned* __restrict__ codes, const float* __restrict__ vector,
           float* __restrict__ out) {
  unsigned row = blockIdx.x * 128 + threadIdx.x, pairs = shape->pairs;
  float total = 0;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    const unsigned* w = &codes[(row * pairs + pair) * 17];
    unsigned at = pair * 64;
    float first = across(vector, w[0], w[1], at) + across(vector, w[1], w[2], at + 4) +
                  (across(vector, w[2], w[3], at + 8) + across(vector, w[3], w[4], at + 12)) +
                  (across(vector, w[4], w[5], at + 16) + across(vector, w[5], w[6], at + 20) +
                   (across(vector, w[6], w[7], at + 24) + across(vector, w[7], w[8], at + 28)));
    float second = four(vector, w[9], at + 32) + four(vector, w[10], at + 36) +
                   (four(vector, w[11], at + 40) + four(vector, w[12], at + 44)) +
                   (four(vector, w[13], at + 48) + four(vector, w[14], at + 52) +
                    (four(vector, w[15], at + 56) + four(vector, w[16], at + 60)));
    float first_scale = __half2float(__ushort_as_half(static_cast<unsigned short>(w[0])));
    float second_scale = __half2float(__ushort_as_half(static_cast<unsigned short>(w[8] >> 16)));
    total = total + first * first_scale + second * second_scale;
  }
  out[row] = total;
}
