#version 450
// The golden 入门/加倍 in GLSL: the same work for the compilers that the benchmark compares with.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
void main() {
  uint index = gl_GlobalInvocationID.x;
  data[index] = data[index] * 2u;
}
