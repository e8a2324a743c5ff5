// yy/cuda.hpp on the fake driver (tests/cuda_runner/fake_driver.cpp), which runs kernels on the PTX machine.

#include "yy/cuda.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

namespace yy::cuda {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// out[i] = in[i] × factor, with the length of `in` as the last element.
constexpr std::string_view text = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 p_g0_b0, .param .u64 p_g0_b1, .param .u64 p_g0_b2, .param .u64 p_sizes)
.reqntid 4, 1, 1
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<12>;
  ld.param.u64 %rd0, [p_g0_b0];
  cvta.to.global.u64 %rd0, %rd0;
  ld.param.u64 %rd1, [p_g0_b1];
  cvta.to.global.u64 %rd1, %rd1;
  ld.param.u64 %rd2, [p_g0_b2];
  cvta.to.global.u64 %rd2, %rd2;
  ld.param.u64 %rd3, [p_sizes];
  cvta.to.global.u64 %rd3, %rd3;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %tid.x;
  mad.lo.u32 %r0, %r0, 4, %r1;
  mul.wide.u32 %rd4, %r0, 4;
  add.u64 %rd5, %rd1, %rd4;
  ld.global.nc.u32 %r2, [%rd5];
  ld.global.nc.u32 %r3, [%rd0];
  mul.lo.u32 %r2, %r2, %r3;
  add.u64 %rd6, %rd2, %rd4;
  st.global.u32 [%rd6], %r2;
  setp.ne.u32 %p0, %r0, 0;
  @%p0 ret;
  ld.global.nc.u32 %r4, [%rd3+4];
  shr.u32 %r5, %r4, 2;
  mul.wide.u32 %rd7, %r5, 4;
  add.u64 %rd8, %rd2, %rd7;
  st.global.u32 [%rd8], %r5;
  ret;
}
)";

constexpr Binding binding(std::string_view name, BindingKind kind, Access access, std::uint32_t number, bool runtime) {
  Binding row;
  row.name = name;
  row.identifier = name;
  row.kind = kind;
  row.access = access;
  row.binding = number;
  row.ptx_parameter = number;
  row.type = runtime ? "array<u32>" : "u32";
  row.size = 4;
  row.stride = runtime ? 4 : 0;
  row.runtime_sized = runtime;
  row.asks_size = number == 1;
  return row;
}

constexpr Binding bindings[] = {binding("factor", BindingKind::uniform_buffer, Access::read, 0, false),
                                binding("in", BindingKind::storage_buffer, Access::read, 1, true),
                                binding("out", BindingKind::storage_buffer, Access::read_write, 2, true)};

constexpr Binding texture() {
  Binding row;
  row.name = "picture";
  row.kind = BindingKind::texture;
  return row;
}
constexpr Binding textures[] = {texture()};

constexpr Entry entry(std::string_view name, std::string_view ptx_name, Stage stage, List<Binding> list) {
  Entry row;
  row.name = name;
  row.function = name;
  row.ptx_name = ptx_name;
  row.stage = stage;
  row.workgroup_size[0] = 4;
  row.ptx_sizes_parameter = 3;
  row.bindings = list;
  return row;
}

constexpr Entry entries[] = {entry("scale_entry", "scale", Stage::compute, bindings),
                             entry("missing_entry", "missing", Stage::compute, bindings),
                             entry("textured_entry", "textured", Stage::compute, textures),
                             entry("vertex_entry", "vertex", Stage::vertex, {})};

Module make_module(std::string_view ptx = text, bool available = true) {
  Module module;
  module.name = "scaling";
  module.ptx = {ptx, available};
  module.entries = entries;
  return module;
}

struct Counts {
  int contexts = -1;
  int allocations = -1;
  int modules = -1;
  int pushed = -1;
  int launches = -1;
};

class Cuda : public testing::Test {
 protected:
  std::shared_ptr<const Driver> driver = std::make_shared<const Driver>(FAKE_CUDA_DRIVER);

  static Counts counts() {
    void* const library = dlopen(FAKE_CUDA_DRIVER, RTLD_NOW);
    const auto ask = reinterpret_cast<void (*)(int*, int*, int*, int*, int*)>(dlsym(library, "fake_cuda_counts"));
    Counts result;
    ask(&result.contexts, &result.allocations, &result.modules, &result.pushed, &result.launches);
    dlclose(library);
    return result;
  }

  /// The message and kind of what `work` throws.
  template <typename Work>
  static std::pair<ErrorKind, std::string> error_of(Work work) {
    try {
      work();
    } catch (const Error& error) {
      return {error.kind(), error.what()};
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
  }
};

TEST_F(Cuda, RunsAKernel) {
  const Module module = make_module();
  {
    const Device device(0, driver);
    EXPECT_EQ(device.name(), "PTX machine 0");
    EXPECT_EQ(device.compute_capability(), 80);
    const Program program = device.load(module);
    const Kernel kernel = program.kernel("scale_entry");
    const Buffer factor = device.allocate(std::vector<std::uint32_t>{3});
    const Buffer in = device.allocate(std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
    Buffer out = device.allocate(9 * sizeof(std::uint32_t));
    out.fill(0xff);
    kernel.launch({2, 1, 1}, {{0, 2, out}, {0, 0, factor}, {0, 1, in}});
    device.synchronize();
    EXPECT_THAT(out.read<std::uint32_t>(), ElementsAre(3, 6, 9, 12, 15, 18, 21, 24, 8));
    // Another length, which the same kernel is told anew.
    kernel.launch({1, 1, 1}, {{0, 0, factor}, {0, 1, in.address(), 16}, {0, 2, out}});
    device.synchronize(nullptr);
    EXPECT_THAT(out.read<std::uint32_t>(), ElementsAre(3, 6, 9, 12, 4, 18, 21, 24, 8));
    EXPECT_EQ(counts().allocations, 4);  // the sizes too
    EXPECT_EQ(counts().pushed, 0);
  }
  const Counts after = counts();
  EXPECT_EQ(after.contexts, 0);
  EXPECT_EQ(after.allocations, 0);
  EXPECT_EQ(after.modules, 0);
  EXPECT_EQ(after.pushed, 0);
}

TEST_F(Cuda, AGridWithoutWorkgroupsRunsNothing) {
  const Module module = make_module();
  const Device device(0, driver);
  const Kernel kernel = device.load(module).kernel("scale_entry");
  const Buffer factor = device.allocate(16);
  const Buffer in = device.allocate(16);
  const Buffer out = device.allocate(32);
  const int before = counts().launches;
  kernel.launch({1, 0, 1}, {{0, 0, factor}, {0, 1, in}, {0, 2, out}});
  EXPECT_EQ(counts().launches, before);
  const auto [kind, message] = error_of([&] {
    kernel.launch({1, 65536, 1}, {{0, 0, factor}, {0, 1, in}, {0, 2, out}});
  });
  EXPECT_EQ(kind, ErrorKind::grid);
  EXPECT_THAT(message, HasSubstr("scale_entry: a grid of 1 x 65536 x 1"));
}

TEST_F(Cuda, ArgumentsAreChecked) {
  const Module module = make_module();
  const Device device(0, driver);
  const Kernel kernel = device.load(module).kernel("scale_entry");
  const Buffer factor = device.allocate(16);
  const Buffer in = device.allocate(32);
  const Buffer out = device.allocate(32);
  const auto launch = [&](std::vector<Argument> arguments) {
    return error_of([&] { kernel.launch({1, 1, 1}, arguments); });
  };
  const int before = counts().launches;
  auto [kind, message] = launch({{0, 0, factor}, {0, 1, in}});
  EXPECT_EQ(kind, ErrorKind::binding);
  EXPECT_EQ(message, "the entry scale_entry: out (group 0, binding 2, array<u32>) is not bound");
  std::tie(kind, message) = launch({{0, 0, factor}, {0, 1, in}, {0, 2, out}, {0, 2, out}});
  EXPECT_EQ(kind, ErrorKind::binding);
  EXPECT_THAT(message, HasSubstr("is bound twice"));
  std::tie(kind, message) = launch({{0, 0, factor}, {0, 1, in}, {0, 2, out}, {1, 7, out}});
  EXPECT_EQ(kind, ErrorKind::binding);
  EXPECT_THAT(message, HasSubstr("uses no resource at group 1, binding 7"));
  std::tie(kind, message) = launch({{0, 0, factor.address(), 2}, {0, 1, in}, {0, 2, out}});
  EXPECT_EQ(kind, ErrorKind::memory);
  EXPECT_THAT(message, HasSubstr("has a buffer of 2 bytes, and needs at least 4"));
  std::tie(kind, message) = launch({{0, 0, factor}, {0, 1, in.address() + 4, 8}, {0, 2, out}});
  EXPECT_EQ(kind, ErrorKind::memory);
  EXPECT_THAT(message, HasSubstr("does not begin at a multiple of 16 bytes"));
  std::tie(kind, message) = launch({{0, 0, factor}, {0, 1, in.address(), std::uint64_t{1} << 32U}, {0, 2, out}});
  EXPECT_EQ(kind, ErrorKind::memory);
  EXPECT_THAT(message, HasSubstr("takes up to 4294967295"));
  std::tie(kind, message) = launch({{0, 0, factor}, {0, 1, out.address() + 16, 16}, {0, 2, out}});
  EXPECT_EQ(kind, ErrorKind::memory);
  EXPECT_THAT(message, HasSubstr("in (group 0, binding 1, array<u32>) shares memory with out"));
  EXPECT_EQ(counts().launches, before);
  // Two that are only read may lie in one.
  kernel.launch({1, 1, 1}, {{0, 0, in}, {0, 1, in.address(), 16}, {0, 2, out}});
  EXPECT_EQ(counts().launches, before + 1);
}

TEST_F(Cuda, WhatCannotRunIsNamed) {
  const Module module = make_module();
  const Device device(0, driver);
  const Program program = device.load(module);
  const auto kernel = [&](std::string_view name) { return error_of([&] { program.kernel(name); }); };
  EXPECT_EQ(kernel("nothing").second, "scaling: no entry is named nothing");
  EXPECT_THAT(kernel("vertex_entry").second, HasSubstr("is no compute entry"));
  EXPECT_THAT(kernel("textured_entry").second, HasSubstr("uses picture, and PTX has no textures"));
  EXPECT_EQ(kernel("missing_entry").first, ErrorKind::entry);
  EXPECT_THAT(kernel("missing_entry").second, HasSubstr("no kernel missing: CUDA_ERROR_NOT_FOUND, named symbol"));
  const auto load = [&](const Module& other) { return error_of([&] { device.load(other); }); };
  EXPECT_THAT(load(make_module("// no PTX: too much workgroup memory\n", false)).second,
              HasSubstr("too much workgroup"));
  EXPECT_THAT(load(make_module("")).second, HasSubstr("no PTX text was generated"));
  const auto [kind, message] = load(make_module(".version 8.0\n.target sm_80\nnonsense"));
  EXPECT_EQ(kind, ErrorKind::text);
  EXPECT_THAT(message, HasSubstr("nonsense"));  // the driver's own words
  EXPECT_EQ(counts().pushed, 0);
}

TEST_F(Cuda, BuffersAreMovedAndGuarded) {
  const Device device(0, driver);
  Buffer first = device.allocate(std::vector<float>{1, 2});
  Buffer second = std::move(first);
  EXPECT_EQ(first.address(), 0U);
  first = device.allocate(4);
  std::swap(first, second);
  EXPECT_THAT(first.read<float>(), ElementsAre(1, 2));
  float value = 0;
  EXPECT_EQ(error_of([&] { first.read(&value, 4, 8); }).first, ErrorKind::memory);
  EXPECT_EQ(error_of([&] { first.write(&value, 4, static_cast<std::size_t>(-4)); }).first, ErrorKind::memory);
  EXPECT_EQ(error_of([&] { device.allocate(0); }).first, ErrorKind::memory);
  const auto [kind, message] = error_of([&] { device.allocate(std::size_t{1} << 40U); });
  EXPECT_EQ(kind, ErrorKind::device);
  EXPECT_THAT(message, HasSubstr("CUDA_ERROR_OUT_OF_MEMORY"));
}

TEST_F(Cuda, WithoutADriverOrDeviceThatIsSaid) {
  EXPECT_THAT(error_of([] { Driver("libnothing-of-the-kind.so.1"); }).second, HasSubstr("cannot be loaded"));
  // A library that is no driver: the C library.
  EXPECT_THAT(error_of([] { Driver("libc.so.6"); }).second, HasSubstr("it has no cuInit"));
  EXPECT_THAT(error_of([&] { Device(1, driver); }).second, HasSubstr("no CUDA device 1: there are 1"));
  ASSERT_EQ(setenv("FAKE_CUDA_DEVICES", "0", 1), 0);
  EXPECT_EQ(error_of([&] { Device(0, driver); }).first, ErrorKind::driver);
  unsetenv("FAKE_CUDA_DEVICES");
}

}  // namespace
}  // namespace yy::cuda
