struct Shape {
  unsigned length[8], from[8], to[8], dimensions, total;
};
extern "C" __global__ void __launch_bounds__(256)
    kernel(const Shape* __restrict__ shape, const float* __restrict__ in, float* __restrict__ out) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i >= shape->total) return;
  unsigned rest = i, source = 0, target = 0;
  for (unsigned d = shape->dimensions; d != 0;) {
    --d;
    unsigned length = shape->length[d], quotient = rest / length, index = rest - quotient * length;
    source += index * shape->from[d];
    target += index * shape->to[d];
    rest = quotient;
  }
  out[target] = in[source];
}
