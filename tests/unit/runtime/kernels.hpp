#pragma once

// Kernels as the CPU form of a text has them, and tables as a generated header has them, written by hand.

#include <cerrno>
#include <cstdio>

#include "yy/cpu.hpp"

namespace yyshader::test::kernels {
#include "yy/cpu/text_begin.hpp"

struct 参数 {
  uint 数目;
  float 倍数;
};

kernel void 放大(uint3 号 [[thread_position_in_grid]], constant 参数& 参 [[buffer(0)]],
                 const device float* 入 [[buffer(1)]], device float* 出 [[buffer(2)]],
                 constant uint* 缓冲字节数 [[buffer(30)]]) {
  if (号.x < 参.数目 && 号.x < 缓冲字节数[1] / 4u) 出[号.x] = 入[号.x] * 参.倍数;
}

kernel void 归约(uint 序 [[thread_index_in_threadgroup]], uint3 处 [[threadgroup_position_in_grid]],
                 uint3 组数 [[threadgroups_per_grid]], const device uint* 入 [[buffer(0)]],
                 device uint* 出 [[buffer(1)]]) {
  const auto 组 = 处.y * 组数.x + 处.x;
  YY_THREADGROUP(块, array<uint, 48>);
  YY_THREADGROUP(倍, uint);
  块[序] = 入[组 * 48u + 序];
  if (序 == 47u) 倍 = 组 + 1u;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (序 == 0u) {
    uint 和 = 0u;
    for (uint i = 0u; i < 48u; ++i) 和 += 块[i];
    出[组] = 和 * 倍;
  }
}

// Names that are macros in C's library.
uint errno(uint EOF) { return EOF; }

kernel void 初值(uint 序 [[thread_index_in_threadgroup]], device uint* 出 [[buffer(0)]]) {
  YY_THREADGROUP(块, array<uint, 4>);
  出[序] = errno(块[序]);
}

kernel void 计数(uint3 号 [[thread_position_in_grid]], device atomic_uint* 数 [[buffer(0)]],
                 device atomic_int* 极 [[buffer(1)]]) {
  atomic_fetch_add_explicit(&数[号.x % 3u], 1u, memory_order_relaxed);
  atomic_fetch_max_explicit(&极[0u], int(号.x), memory_order_relaxed);
  atomic_fetch_min_explicit(&极[1u], -int(号.x), memory_order_relaxed);
}

kernel void 子组(uint 序 [[thread_index_in_threadgroup]], uint 内 [[thread_index_in_simdgroup]],
                 uint 大 [[threads_per_simdgroup]], device uint* 出 [[buffer(0)]]) {
  出[序] = simd_sum(1u);
  出[48u + 序] = simd_max(内) + 大;
  出[96u + 序] = simd_shuffle_xor(序, 1u);
  出[144u + 序] = simd_shuffle(序, 3u);
}

kernel void 独行(uint3 处 [[thread_position_in_threadgroup]], uint 序 [[thread_index_in_threadgroup]],
                 uint 内 [[thread_index_in_simdgroup]], uint 大 [[threads_per_simdgroup]],
                 device uint* 出 [[buffer(0)]]) {
  出[序] = 内 * 1000u + 大 * 10u + 处.y;
}

// Lanes go different ways, and different numbers of times round a loop, and meet again.
kernel void 分道(uint 序 [[thread_index_in_threadgroup]], device uint* 出 [[buffer(0)]]) {
  uint 和 = 0u;
  if (序 < 3u) {
    和 = simd_sum(10u);
  } else {
    和 = simd_sum(1u);
  }
  出[序] = 和;
  uint 次 = 0u;
  while (次 < 序) {
    出[8u + 次] = simd_sum(1u);
    次 = 次 + 1u;
  }
  出[16u + 序] = simd_sum(1u);
  出[24u + 序] = simd_shuffle(序, 序 < 4u ? 9u : 0u);
}

kernel void 半候(uint 序 [[thread_index_in_threadgroup]], device uint* 出 [[buffer(0)]]) {
  if (序 < 2u) threadgroup_barrier(mem_flags::mem_threadgroup);
  出[序] = 1u;
}

kernel void 纹(uint3 号 [[thread_position_in_grid]], texture2d<float> 图 [[texture(0)]], sampler 采 [[sampler(1)]],
               const device float2* 处 [[buffer(2)]], device float4* 出 [[buffer(3)]]) {
  出[号.x] = 图.sample(采, 处[号.x]) + 图.read(uint2(9u, 9u), 0u) +
             float4(0.0f, 0.0f, float(图.get_width()), float(图.get_height()));
}

#include "yy/cpu/text_end.hpp"

#define YY_KERNEL(name, how, ...)                                                                 \
  struct name##_call {                                                                            \
    static void call(const yy::cpu::detail::Resources& r, const yy::cpu::detail::Invocation& i) { \
      static_cast<void>(r), name(__VA_ARGS__);                                                    \
    }                                                                                             \
  };                                                                                              \
  inline constexpr yy::cpu::detail::Kernel name##_kernel{#name, &yy::cpu::detail::how<name##_call>};
YY_KERNEL(放大, run_alone, i.thread_position_in_grid, r.reference<const 参数>(0), r.pointer<const float>(1),
          r.pointer<float>(2), r.sizes)
YY_KERNEL(归约, run_together, i.thread_index_in_threadgroup, i.threadgroup_position_in_grid, i.threadgroups_per_grid,
          r.pointer<const std::uint32_t>(0), r.pointer<std::uint32_t>(1))
YY_KERNEL(初值, run_together, i.thread_index_in_threadgroup, r.pointer<std::uint32_t>(0))
YY_KERNEL(计数, run_alone, i.thread_position_in_grid, r.pointer<metal::atomic_uint>(0), r.pointer<metal::atomic_int>(1))
YY_KERNEL(子组, run_together, i.thread_index_in_threadgroup, i.thread_index_in_simdgroup, i.threads_per_simdgroup,
          r.pointer<std::uint32_t>(0))
YY_KERNEL(独行, run_alone, i.thread_position_in_threadgroup, i.thread_index_in_threadgroup, i.thread_index_in_simdgroup,
          i.threads_per_simdgroup, r.pointer<std::uint32_t>(0))
YY_KERNEL(分道, run_together, i.thread_index_in_threadgroup, r.pointer<std::uint32_t>(0))
YY_KERNEL(半候, run_together, i.thread_index_in_threadgroup, r.pointer<std::uint32_t>(0))
YY_KERNEL(纹, run_alone, i.thread_position_in_grid, r.texture<float>(0), r.sampler(1),
          r.pointer<const metal::float2>(2), r.pointer<metal::float4>(3))
#undef YY_KERNEL

inline constexpr yy::cpu::detail::Kernel table[] = {放大_kernel, 归约_kernel, 初值_kernel, 计数_kernel, 子组_kernel,
                                                    分道_kernel, 半候_kernel, 纹_kernel,   独行_kernel};

constexpr yy::Binding buffer(std::string_view name, std::uint32_t binding, yy::Access access, std::string_view type,
                             std::uint32_t stride) {
  return {name, name, yy::BindingKind::storage_buffer, access, 0, binding, binding, binding, type, {}, stride, stride,
          true, false};
}
inline constexpr auto read = yy::Access::read;
inline constexpr auto write = yy::Access::read_write;

inline constexpr yy::Binding scale_bindings[] = {
    {"参", "参", yy::BindingKind::uniform_buffer, yy::Access::read, 0, 0, 0, 0, "参数", "参数", 8, 0, false, false},
    buffer("入", 1, read, "array<f32>", 4),
    buffer("出", 2, write, "array<f32>", 4)};
inline constexpr yy::Binding reduce_bindings[] = {buffer("入", 0, read, "array<u32>", 4),
                                                  buffer("出", 1, write, "array<u32>", 4)};
inline constexpr yy::Binding count_bindings[] = {buffer("数", 0, write, "array<atomic<u32>>", 4),
                                                 buffer("极", 1, write, "array<atomic<i32>>", 4)};
inline constexpr yy::Binding out_bindings[] = {buffer("出", 0, write, "array<u32>", 4)};
inline constexpr yy::Binding texture_bindings[] = {
    {"图",
     "图",
     yy::BindingKind::texture,
     yy::Access::read,
     0,
     0,
     0,
     yy::no_index,
     "texture_2d<f32>",
     {},
     0,
     0,
     false,
     false},
    {"采", "采", yy::BindingKind::sampler, yy::Access::read, 0, 1, 1, yy::no_index, "sampler", {}, 0, 0, false, false},
    buffer("处", 2, read, "array<vec2<f32>>", 8),
    buffer("出", 3, write, "array<vec4<f32>>", 16)};

constexpr yy::Entry entry(std::string_view item, std::string_view function, std::uint32_t size,
                          yy::List<yy::Binding> bindings) {
  return {item,  function,     {},           yy::Stage::compute, {size, 1, 1}, 0, false,
          false, yy::no_index, yy::no_index, bindings,           {},           {}};
}
inline constexpr yy::Entry entries[] = {
    entry("放大入口", "放大", 8, {scale_bindings}),
    entry("归约入口", "归约", 48, {reduce_bindings}),
    entry("初值入口", "初值", 4, {out_bindings}),
    entry("计数入口", "计数", 16, {count_bindings}),
    entry("子组入口", "子组", 48, {out_bindings}),
    entry("分道入口", "分道", 8, {out_bindings}),
    entry("半候入口", "半候", 4, {out_bindings}),
    entry("纹入口", "纹", 1, {texture_bindings}),
    {"独行入口",
     "独行",
     {},
     yy::Stage::compute,
     {3, 2, 2},
     0,
     false,
     false,
     yy::no_index,
     yy::no_index,
     {out_bindings},
     {},
     {}},
    {"顶入口", "顶", {}, yy::Stage::vertex, {1, 1, 1}, 0, false, false, yy::no_index, yy::no_index, {}, {}, {}}};
inline constexpr yy::Module module{"试", "核", {}, {}, {}, {entries}, {}};
inline constexpr yy::cpu::Program program{&module, {table}, {}};
inline constexpr yy::cpu::Program textless{&module, {}, "无法译为 MSL"};

}  // namespace yyshader::test::kernels
