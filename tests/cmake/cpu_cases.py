"""Programs that run their shaders on the CPU (HOST cpu)."""

import re

from consumer import SIMPLE, TRANSLATED, Project, check, double, nothing_happens

RUN = """#include <cstdio>
#include <vector>
#include "应用/加倍。着色程序.hpp"

int main() {
  std::vector<unsigned> numbers{1, 2, 3, 4};
  try {
    yy::cpu::run(应用::加倍::着色程序, "无此入口", {1, 1, 1}, {{0, 0, numbers}});
  } catch (const yy::cpu::Error& error) {
    std::puts(error.what());
  }
  yy::cpu::run(应用::加倍::着色程序, 应用::加倍::加倍入口, {1, 1, 1}, {{0, 0, numbers}});
  for (const unsigned number : numbers) std::printf("%u ", number);
  std::puts("");
}
"""
OTHER = """#include "应用/加倍。着色程序.hpp"
const yy::cpu::Program* other() { return &应用::加倍::着色程序; }
"""


def program(settings, generator):
    """HOST cpu: the kernels run, in more than one source file, and stay up to date."""
    project = Project(settings, generator)
    project.cmake_lists(SIMPLE.format(more="HOST cpu") + """target_sources(app PRIVATE other.cpp)
target_compile_options(app PRIVATE -Wall -Wextra -Wpedantic -Werror)
""")
    project.write("main.cpp", RUN)
    project.write("other.cpp", OTHER)
    project.write("着色/加倍。着色器。豫", double())
    project.configure()
    project.build()
    check("无此入口" in project.run() and "2 4 6 8" in project.run(), "the kernel does not run", project.run())
    check(len(project.find("加倍。着色生成.hpp")) == 1, "the program's header has no module beside it")
    nothing_happens(project)

    project.write("着色/加倍。着色器。豫", double() + "「：注：」\n")
    _, output = project.build()
    check(TRANSLATED in output and "Building CXX" not in output, "a comment compiles something", output)
    project.write("着色/加倍。着色器。豫", double("「新无三二」于「三」"))
    _, output = project.build()
    built = set(re.findall(r"Building CXX object \S*/([^/]+)\.o", output))
    check(built == {"main.cpp", "other.cpp"}, "not exactly the users compile", output)
    check("3 6 9 12" in project.run(), "the kernel is the old one", project.run())
    nothing_happens(project)
    return project


CASES = [program]
