struct Shape {
  unsigned columns;
};
extern "C" __global__ void __launch_bounds__(128) kernel(const Shape* __restrict__ shape, const float* __restrict__ matrix,
                                                         const float* __restrict__ vector, float* __restrict__ out) {
  __shared__ float scratch[4];
  unsigned me = threadIdx.x, columns = shape->columns, row = blockIdx.x * columns;
  float sum = 0;
  for (unsigned c = me * 4; c < columns; c += 512) {
    float4 x = *reinterpret_cast<const float4*>(&matrix[row + c]);
    float4 y = *reinterpret_cast<const float4*>(&vector[c]);
    sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
  for (unsigned distance = 16; distance != 0; distance >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, distance);
  if (me % 32 == 0) scratch[me / 32] = sum;
  __syncthreads();
  if (me == 0) out[blockIdx.x] = scratch[0] + scratch[1] + (scratch[2] + scratch[3]);
}
