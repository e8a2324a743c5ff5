// cpu_machine JOBS.json: runs jobs (jobs.hpp).

#include <cstdlib>
#include <exception>
#include <iostream>

#include "cpu_machine/jobs.hpp"

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "cpu_machine JOBS.json\n";
    return 2;
  }
  try {
    return yyshader::cpu_machine::run_jobs(words[1], std::cout, std::cerr) ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const std::exception& error) {
    std::cerr << "cpu_machine: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
