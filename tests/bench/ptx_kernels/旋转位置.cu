struct Shape {
  unsigned half_size, heads, start;
  float base;
};
extern "C" __global__ void __launch_bounds__(256)
    kernel(const Shape* __restrict__ shape, const float* __restrict__ in, float* __restrict__ out) {
  unsigned half_size = shape->half_size, i = blockIdx.x * 256 + threadIdx.x;
  unsigned pair = i % half_size, head = i / half_size, position = head / shape->heads;
  float angle = float(position + shape->start) * exp2f(-float(pair) * shape->base);
  float cosine = __cosf(angle), sine = __sinf(angle);
  unsigned at = head * half_size * 2 + pair;
  float left = in[at], right = in[at + half_size];
  out[at] = left * cosine - right * sine;
  out[at + half_size] = left * sine + right * cosine;
}
