extern "C" __global__ void __launch_bounds__(256) kernel(float* __restrict__ data) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  data[i] = data[i] * 2.0f;
}
