// Kernels on the CPU (spec 3.4). Built once for each way to make fibers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "kernels.hpp"

namespace yyshader::test {
namespace {

using kernels::program;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using yy::cpu::Argument;
using yy::cpu::ErrorKind;
using yy::cpu::Options;

std::vector<std::uint32_t> part(const std::vector<std::uint32_t>& whole, std::size_t first, std::size_t count) {
  return {whole.begin() + static_cast<std::ptrdiff_t>(first),
          whole.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

TEST(CpuRun, AKernelOfItsOwnReadsEveryKindOfBuffer) {
  const kernels::参数 parameters{15, 2.5F};
  const std::vector<float> in{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::vector<float> out(16, -1);
  run(program, "放大入口", {2, 1, 1}, {{0, 0, parameters}, {0, 1, in}, {"出", out}});
  // The length that the kernel asks for is that of what is bound.
  EXPECT_THAT(out, ElementsAre(0, 2.5F, 5, 7.5F, 10, 12.5F, 15, 17.5F, 20, 22.5F, 25, 27.5F, -1, -1, -1, -1));
}

// Invocations see before a barrier what others have written, in every workgroup and on every number of threads.
TEST(CpuRun, InvocationsOfAWorkgroupWaitForEachOther) {
  std::vector<std::uint32_t> in(48 * 200);
  std::iota(in.begin(), in.end(), 0U);
  for (const unsigned threads : {0U, 1U, 4U}) {
    std::vector<std::uint32_t> out(200);
    Options options;
    options.threads = threads;
    run(program, "归约入口", {10, 20, 1}, {{0, 0, in}, {0, 1, out}}, options);
    for (std::uint32_t group = 0; group < 200; ++group) {
      EXPECT_EQ(out[group], (48 * 48 * group + 47 * 24) * (group + 1)) << threads << " threads";
    }
  }
}

TEST(CpuRun, WorkgroupMemoryIsNotZeroByItself) {
  std::vector<std::uint32_t> out(4);
  run(program, "初值入口", {}, {{0, 0, out}});
  EXPECT_THAT(out, Each(0xa5a5a5a5U));
}

TEST(CpuRun, AtomicsAreAtomicBetweenThreads) {
  std::vector<std::uint32_t> counts(3);
  std::array<std::int32_t, 2> extremes{};
  Options options;
  options.threads = 4;
  run(program, "计数入口", {3000, 1, 1}, {{0, 0, counts}, {0, 1, extremes}}, options);
  EXPECT_THAT(counts, Each(16000U));
  EXPECT_THAT(extremes, ElementsAre(47999, -47999));
}

// Also where no operation joins them, invocations know their subgroup and their place in all directions.
TEST(CpuSubgroups, AreKnownToInvocationsOnTheirOwn) {
  std::vector<std::uint32_t> out(12);
  Options options;
  options.subgroup_size = 8;
  run(program, "独行入口", {}, {{0, 0, out}}, options);
  EXPECT_THAT(out, ElementsAre(80, 1080, 2080, 3081, 4081, 5081, 6080, 7080, 80, 1081, 2081, 3081));
}

// The last subgroup of a workgroup has the lanes that are left.
TEST(CpuSubgroups, HaveTheWidthThatIsAskedFor) {
  for (const std::uint32_t width : {1U, 8U, 32U, 64U}) {
    std::vector<std::uint32_t> out(192);
    Options options;
    options.subgroup_size = width;
    run(program, "子组入口", {}, {{0, 0, out}}, options);
    for (std::uint32_t i = 0; i < 48; ++i) {
      const std::uint32_t first = i / width * width;
      const std::uint32_t lanes = std::min(width, 48 - first);
      EXPECT_EQ(out[i], lanes) << i;
      EXPECT_EQ(out[48 + i], lanes - 1 + width) << i;
      EXPECT_EQ(out[96 + i], lanes > 1 ? i ^ 1U : i) << i;
      EXPECT_EQ(out[144 + i], lanes > 3 ? first + 3 : i) << i;
    }
  }
}

// An operation is between the lanes that come to it; those that went another way have their own, and all meet behind.
TEST(CpuSubgroups, OnlyActiveLanesTakePart) {
  std::vector<std::uint32_t> out(32, 99);
  run(program, "分道入口", {}, {{0, 0, out}});
  EXPECT_THAT(part(out, 0, 8), ElementsAre(30, 30, 30, 5, 5, 5, 5, 5));
  EXPECT_THAT(part(out, 8, 8), ElementsAre(7, 6, 5, 4, 3, 2, 1, 99));
  EXPECT_THAT(part(out, 16, 8), Each(8U));
  EXPECT_THAT(part(out, 24, 8), ElementsAre(0, 1, 2, 3, 0, 0, 0, 0));
}

TEST(CpuTextures, AreReadAndSampled) {
  yy::cpu::Texels<float> picture(2, 2, {{{1, 0, 0, 1}}, {{2, 0, 0, 1}}, {{3, 0, 0, 1}}, {{4, 0, 0, 1}}});
  using Place = std::array<float, 2>;
  const std::vector<Place> at{{0.1F, 0.1F}, {0.9F, 0.1F}, {0.5F, 0.5F}, {1.6F, 0.1F}, {-0.1F, 0.9F}};
  const auto reds = [&](yy::cpu::Sampler how) {
    std::vector<std::array<float, 4>> out(at.size());
    run(program, "纹入口", {static_cast<std::uint32_t>(at.size()), 1, 1},
        {{"图", picture}, {"采", how}, {"处", at}, {"出", out}});
    std::vector<float> result;
    for (const auto& texel : out) {
      EXPECT_EQ(texel[2], 2);
      EXPECT_EQ(texel[3], 3);
      result.push_back(texel[0]);
    }
    return result;
  };
  using yy::cpu::AddressMode;
  using yy::cpu::Filter;
  EXPECT_THAT(reds({}), ElementsAre(1, 2, 4, 2, 3));
  EXPECT_THAT(reds({Filter::nearest, AddressMode::repeat, AddressMode::repeat}), ElementsAre(1, 2, 4, 2, 4));
  EXPECT_THAT(reds({Filter::nearest, AddressMode::mirror_repeat, AddressMode::repeat}), ElementsAre(1, 2, 4, 1, 3));
  EXPECT_THAT(reds({Filter::linear, AddressMode::clamp_to_edge, AddressMode::clamp_to_edge}),
              ElementsAre(1, 2, 2.5F, 2, 3));
  EXPECT_THROW(yy::cpu::Texels<float>(0, 3), std::invalid_argument);
  EXPECT_THROW(yy::cpu::Texels<float>(2, 2, {{{1, 2, 3, 4}}}), std::invalid_argument);
}

// A host's array may stand where vectors of the shader may not.
TEST(CpuRun, BuffersNeedNoAlignment) {
  const kernels::参数 parameters{8, 2};
  std::vector<std::uint8_t> bytes(1 + 8 * sizeof(float));
  std::vector<float> in{1, 2, 3, 4, 5, 6, 7, 8};
  run(program, "放大入口", {1, 1, 1},
      {{0, 0, parameters}, {0, 1, in}, Argument(0, 2, bytes.data() + 1, 8 * sizeof(float))});
  std::vector<float> out(8);
  std::memcpy(out.data(), bytes.data() + 1, 8 * sizeof(float));
  EXPECT_THAT(out, ElementsAre(2, 4, 6, 8, 10, 12, 14, 16));
}

/// The error of a run, whose kind must be `kind`.
std::string message_of(ErrorKind kind, const std::function<void()>& action) {
  try {
    action();
  } catch (const yy::cpu::Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(CpuErrors, NameTheEntry) {
  std::vector<std::uint32_t> out(4);
  const std::vector<Argument> bound{{0, 0, out}};
  EXPECT_THAT(message_of(ErrorKind::entry, [&] { run(program, "无此", {}, bound); }), HasSubstr("无此"));
  EXPECT_THAT(message_of(ErrorKind::entry, [&] { run(program, "顶入口", {}, {}); }), HasSubstr("no compute entry"));
  EXPECT_THAT(message_of(ErrorKind::entry, [&] { run(kernels::textless, "初值入口", {}, bound); }),
              HasSubstr("无法译为 MSL"));
  Options options;
  options.subgroup_size = 24;
  EXPECT_THAT(message_of(ErrorKind::options, [&] { run(program, "初值入口", {}, bound, options); }), HasSubstr("24"));
}

TEST(CpuErrors, NameTheResource) {
  const kernels::参数 parameters{4, 1};
  std::vector<float> numbers(4);
  const std::vector<float> constant(4);
  std::vector<std::uint32_t> words(4);
  std::vector<std::uint8_t> bytes(7);
  yy::cpu::Texels<float> picture(1, 1);
  const auto scale = [&](ErrorKind kind, const std::vector<Argument>& arguments) {
    return message_of(kind, [&] { run(program, "放大入口", {}, arguments); });
  };
  const Argument first(0, 0, parameters);
  const Argument in(0, 1, constant);
  const Argument out(0, 2, numbers);
  EXPECT_THAT(scale(ErrorKind::binding, {first, in}),
              AllOf(HasSubstr("放大入口: 出 (group 0, binding 2, array<f32>)"), HasSubstr("is not bound")));
  EXPECT_THAT(scale(ErrorKind::binding, {first, in, out, out}),
              HasSubstr("出 (group 0, binding 2, array<f32>) is bound twice"));
  EXPECT_THAT(scale(ErrorKind::binding, {first, in, out, {1, 2, numbers}}),
              HasSubstr("no resource at group 1, binding 2"));
  EXPECT_THAT(scale(ErrorKind::binding, {first, in, out, {"余", numbers}}), HasSubstr("no resource named 余"));
  EXPECT_THAT(scale(ErrorKind::kind, {first, in, {0, 2, constant}}), HasSubstr("is written; what is bound is const"));
  EXPECT_THAT(scale(ErrorKind::kind, {first, {0, 1, words}, out}),
              HasSubstr("holds float numbers; what is bound holds 32-bit unsigned ones"));
  EXPECT_THAT(scale(ErrorKind::kind, {first, {0, 1, picture}, out}),
              HasSubstr("入 (group 0, binding 1, array<f32>) is a buffer"));
  EXPECT_THAT(scale(ErrorKind::size, {first, {0, 1, bytes}, out}),
              HasSubstr("has elements of 4 bytes; what is bound has 7"));
  EXPECT_THAT(scale(ErrorKind::size, {{0, 0, bytes}, in, out}),
              HasSubstr("参 (group 0, binding 0, 参数) takes 8 bytes; what is bound has 7"));
  const auto texture = [&](const Argument& picture_argument, const Argument& sampler) {
    return message_of(ErrorKind::kind, [&] { run(program, "纹入口", {}, {picture_argument, sampler}); });
  };
  yy::cpu::Texels<std::int32_t> integers(1, 1);
  EXPECT_THAT(texture({"图", integers}, {"采", yy::cpu::Sampler{}}),
              HasSubstr("图 (group 0, binding 0, texture_2d<f32>)"));
  EXPECT_THAT(texture({"图", picture}, {"采", picture}), HasSubstr("is a sampler"));
}

TEST(CpuErrors, ABarrierThatSomeNeverReach) {
  std::vector<std::uint32_t> out(4);
  const std::string message = message_of(ErrorKind::barrier, [&] {
    run(program, "半候入口", {100, 1, 1}, {{0, 0, out}});
  });
  EXPECT_THAT(message, AllOf(HasSubstr("半候入口: invocation 0"), HasSubstr("invocation 2 has ended")));
}

}  // namespace
}  // namespace yyshader::test
