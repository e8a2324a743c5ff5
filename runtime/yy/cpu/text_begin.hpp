// Included by generated files in front of a text of the CPU form, inside the namespace that the text stands in; undone
// by text_end.hpp. So a text sees the host's Metal library and nothing that the program around it declares.

// What the program left unused, which attributes Metal has, and the like are no concern of the host's compiler.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-equal"
#pragma GCC diagnostic ignored "-Wduplicated-branches"
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#pragma GCC diagnostic ignored "-Wuseless-cast"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wcast-align"
#pragma GCC diagnostic ignored "-Wvolatile"
#elif defined(_MSC_VER)
#pragma warning(push, 0)
#pragma warning(disable : 5030)
#endif

#pragma push_macro("device")
#pragma push_macro("constant")
#pragma push_macro("threadgroup")
#pragma push_macro("thread")
#pragma push_macro("kernel")
#pragma push_macro("vertex")
#pragma push_macro("fragment")
// Macros of the C library that a shader may use as names.
#pragma push_macro("EOF")
#pragma push_macro("errno")
#pragma push_macro("stdin")
#pragma push_macro("stdout")
#pragma push_macro("stderr")
#undef device
#undef constant
#undef threadgroup
#undef thread
#undef kernel
#undef vertex
#undef fragment
#undef EOF
#undef errno
#undef stdin
#undef stdout
#undef stderr
#define device
#define constant const
#define threadgroup
#define thread
#define kernel
#define vertex
#define fragment
/// A variable of a kernel in workgroup memory.
#define YY_THREADGROUP(name, ...) __VA_ARGS__& name = ::yy::cpu::detail::workgroup_variable<__VA_ARGS__>()
/// A place that is assigned to: what it is given. GCC's time for a place grows with the depth of its index, unless a
/// function gives it.
#define YY_PLACE(...) ::yy::cpu::detail::place(__VA_ARGS__)

namespace metal = ::yy::cpu::metal;

// One by one, so that they hide what other headers have put into the global namespace.
using metal::array;
using metal::atomic_int;
using metal::atomic_uint;
using metal::bool2;
using metal::bool3;
using metal::bool4;
using metal::float2;
using metal::float2x2;
using metal::float2x3;
using metal::float2x4;
using metal::float3;
using metal::float3x2;
using metal::float3x3;
using metal::float3x4;
using metal::float4;
using metal::float4x2;
using metal::float4x3;
using metal::float4x4;
using metal::half;
using metal::half2;
using metal::half2x2;
using metal::half2x3;
using metal::half2x4;
using metal::half3;
using metal::half3x2;
using metal::half3x3;
using metal::half3x4;
using metal::half4;
using metal::half4x2;
using metal::half4x3;
using metal::half4x4;
using metal::int2;
using metal::int3;
using metal::int4;
using metal::packed_float3;
using metal::packed_half3;
using metal::packed_int3;
using metal::packed_uint3;
using metal::sampler;
using metal::texture2d;
using metal::uchar;
using metal::uint;
using metal::uint2;
using metal::uint3;
using metal::uint4;
using metal::ulong;
using metal::ushort;
using metal::literals::operator""h;

using metal::abs;
using metal::acos;
using metal::all;
using metal::any;
using metal::as_type;
using metal::asin;
using metal::atan;
using metal::atan2;
using metal::ceil;
using metal::clamp;
using metal::cos;
using metal::cosh;
using metal::cross;
using metal::distance;
using metal::dot;
using metal::exp;
using metal::exp2;
using metal::floor;
using metal::fma;
using metal::fmod;
using metal::fract;
using metal::length;
using metal::log;
using metal::log2;
using metal::max;
using metal::min;
using metal::mix;
using metal::normalize;
using metal::pow;
using metal::reflect;
using metal::rint;
using metal::rsqrt;
using metal::saturate;
using metal::select;
using metal::sign;
using metal::sin;
using metal::sinh;
using metal::smoothstep;
using metal::sqrt;
using metal::step;
using metal::tan;
using metal::tanh;
using metal::trunc;

using metal::atomic_fetch_add_explicit;
using metal::atomic_fetch_max_explicit;
using metal::atomic_fetch_min_explicit;
using metal::atomic_load_explicit;
using metal::atomic_store_explicit;
using metal::discard_fragment;
using metal::mem_flags;
using metal::memory_order_relaxed;
using metal::simd_max;
using metal::simd_min;
using metal::simd_shuffle;
using metal::simd_shuffle_xor;
using metal::simd_sum;
using metal::threadgroup_barrier;
