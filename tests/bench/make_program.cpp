// make_program N: prints the benchmark's source with N kernels, for benchmarks of whole processes.

#include <cstdlib>
#include <iostream>

#include "program.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::cout << yyshader::bench::make_program(std::atoi(argv[1]));
}
