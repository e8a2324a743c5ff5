struct Shape {
  unsigned blocks;
};
__device__ float code(unsigned word, unsigned shift) { return float(int(word << shift) >> 24); }
__device__ float four(const float* __restrict__ vector, unsigned word, unsigned at) {
  float4 x = *reinterpret_cast<const float4*>(&vector[at]);
  return code(word, 24) * x.x + code(word, 16) * x.y + (code(word, 8) * x.z + code(word, 0) * x.w);
}
extern "C" __global__ void __launch_bounds__(128)
    kernel(const Shape* __restrict__ shape, const float* __restrict__ scale, const unsigned* __restrict__ codes,
           const float* __restrict__ vector, float* __restrict__ out) {
  unsigned row = blockIdx.x * 128 + threadIdx.x, blocks = shape->blocks;
  float total = 0;
  for (unsigned block = 0; block < blocks; ++block) {
    unsigned first = (row * blocks + block) * 8, at = block * 32;
    uint4 x = *reinterpret_cast<const uint4*>(&codes[first]), y = *reinterpret_cast<const uint4*>(&codes[first + 4]);
    float sum = four(vector, x.x, at) + four(vector, x.y, at + 4) + (four(vector, x.z, at + 8) + four(vector, x.w, at + 12)) +
                (four(vector, y.x, at + 16) + four(vector, y.y, at + 20) +
                 (four(vector, y.z, at + 24) + four(vector, y.w, at + 28)));
    total += sum * scale[row * blocks + block];
  }
  out[row] = total;
}
