template <typename Operation>
__device__ float reduce(float* scratch, unsigned me, Operation operation) {
  __syncthreads();
  for (unsigned step = 128; step != 0; step >>= 1) {
    if (me < step) scratch[me] = operation(scratch[me], scratch[me + step]);
    __syncthreads();
  }
  float result = scratch[0];
  __syncthreads();
  return result;
}
