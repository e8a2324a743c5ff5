struct Shape {
  unsigned columns;
};
extern "C" __global__ void __launch_bounds__(256)
    kernel(const Shape* __restrict__ shape, const float* __restrict__ in, unsigned* __restrict__ out) {
  __shared__ float values[256];
  __shared__ unsigned places[256];
  unsigned me = threadIdx.x, columns = shape->columns, row = blockIdx.x * columns;
  float best = -3.402823e+38f;
  unsigned place = me;
  for (unsigned c = me; c < columns; c += 256) {
    float value = in[row + c];
    if (value > best) best = value, place = c;
  }
  values[me] = best;
  places[me] = place;
  __syncthreads();
  for (unsigned step = 128; step != 0; step >>= 1) {
    if (me < step) {
      float mine = values[me], theirs = values[me + step];
      unsigned my_place = places[me], their_place = places[me + step];
      if (theirs > mine || (theirs == mine && their_place < my_place)) values[me] = theirs, places[me] = their_place;
    }
    __syncthreads();
  }
  if (me == 0) out[blockIdx.x] = places[0];
}
