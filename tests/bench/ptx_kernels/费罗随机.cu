struct Shape {
  unsigned low, high, total;
};
__device__ unsigned high_product(unsigned a, unsigned b) {
  unsigned al = a & 65535, ah = a >> 16, bl = b & 65535, bh = b >> 16;
  unsigned middle = (al * bl >> 16) + ah * bl, second = (middle & 65535) + al * bh;
  return ah * bh + (middle >> 16) + (second >> 16);
}
__device__ float fraction(unsigned code) { return float(code >> 8) * 0.000000059604645f; }
extern "C" __global__ void __launch_bounds__(256) kernel(const Shape* __restrict__ shape, float* __restrict__ out) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i * 4 >= shape->total) return;
  unsigned c0 = i, c1 = 0, c2 = 0, c3 = 0, k0 = shape->low, k1 = shape->high;
  for (unsigned round = 0; round != 10; ++round) {
    unsigned n0 = high_product(3449720151u, c2) ^ c1 ^ k0, n1 = 3449720151u * c2;
    unsigned n2 = high_product(3528531795u, c0) ^ c3 ^ k1, n3 = 3528531795u * c0;
    c0 = n0, c1 = n1, c2 = n2, c3 = n3, k0 += 2654435769u, k1 += 3144134277u;
  }
  out[i * 4] = fraction(c0);
  out[i * 4 + 1] = fraction(c1);
  out[i * 4 + 2] = fraction(c2);
  out[i * 4 + 3] = fraction(c3);
}
