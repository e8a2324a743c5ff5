struct Shape {
  unsigned depth, columns;
};
extern "C" __global__ void __launch_bounds__(256) kernel(const Shape* __restrict__ shape, const float* __restrict__ a,
                                                         const float* __restrict__ b, float* __restrict__ c) {
  __shared__ __align__(16) float left[1024], right[1024];
  unsigned me = threadIdx.y * 16 + threadIdx.x, depth = shape->depth, columns = shape->columns;
  unsigned row = blockIdx.y * 64, column = blockIdx.x * 64;
  unsigned a_row = me / 4, a_column = me % 4 * 4, b_row = me / 16, b_column = me % 16 * 4;
  unsigned my_row = threadIdx.y * 4, my_column = threadIdx.x * 4;
  float sums[4][4] = {};
  for (unsigned start = 0; start < depth; start += 16) {
    float4 from_a = *reinterpret_cast<const float4*>(&a[(row + a_row) * depth + start + a_column]);
    float4 from_b = *reinterpret_cast<const float4*>(&b[(start + b_row) * columns + column + b_column]);
    left[(a_column + 0) * 64 + a_row] = from_a.x;
    left[(a_column + 1) * 64 + a_row] = from_a.y;
    left[(a_column + 2) * 64 + a_row] = from_a.z;
    left[(a_column + 3) * 64 + a_row] = from_a.w;
    *reinterpret_cast<float4*>(&right[b_row * 64 + b_column]) = from_b;
    __syncthreads();
    for (unsigned k = 0; k < 16; ++k) {
      float4 x = *reinterpret_cast<const float4*>(&left[k * 64 + my_row]);
      float4 y = *reinterpret_cast<const float4*>(&right[k * 64 + my_column]);
      float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sums[i][j] = fmaf(xs[i], ys[j], sums[i][j]);
    }
    __syncthreads();
  }
  unsigned place = (row + my_row) * columns + column + my_column;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[place + i * columns + j] = sums[i][j];
}
