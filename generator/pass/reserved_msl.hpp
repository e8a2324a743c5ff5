#pragma once

#include <string_view>

// What a name in an MSL text must not be. Sorted by bytes; reserved_words.cpp checks that at compile time. Names that
// begin with two underscores are not listed: none is kept (spec 2.1).

// clang-format off

namespace yyshader::pass {

/// Keywords and alternative tokens of C++14, those that later editions added, and `main`, which Metal refuses.
inline constexpr std::string_view cpp_keywords[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "final", "float", "for", "friend", "goto",
    "if", "import", "inline", "int", "long", "main", "module", "mutable", "namespace", "new", "noexcept", "not",
    "not_eq", "nullptr", "operator", "or", "or_eq", "override", "private", "protected", "public", "register",
    "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
    "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor",
    "xor_eq",
};

/// Keywords that Metal adds: function qualifiers, address spaces, scalar types.
inline constexpr std::string_view msl_keywords[] = {
    "access", "bfloat", "coherent", "compute", "constant", "device", "fragment", "half", "intersection", "kernel",
    "llong", "mesh", "metal", "object", "object_data", "patch", "quad", "ray_data", "simd", "stitchable", "thread",
    "threadgroup", "threadgroup_imageblock", "tile", "uchar", "uint", "ullong", "ulong", "ushort", "vertex", "visible",
    "volatile",
};

/// Types, enumerations, traits and namespaces of namespace metal.
inline constexpr std::string_view metal_types[] = {
    "acceleration_structure", "add_const", "add_const_t", "add_cv", "add_cv_t", "add_lvalue_reference",
    "add_lvalue_reference_t", "add_pointer", "add_pointer_t", "add_rvalue_reference", "add_rvalue_reference_t",
    "add_volatile", "add_volatile_t", "address", "addressof", "all_scopes", "array", "array_ref", "as_const", "atomic",
    "atomic_bool", "atomic_flag", "atomic_float", "atomic_int", "atomic_uint", "atomic_ulong", "bfloat2", "bfloat2x2",
    "bfloat2x3", "bfloat2x4", "bfloat3", "bfloat3x2", "bfloat3x3", "bfloat3x4", "bfloat4", "bfloat4x2", "bfloat4x3",
    "bfloat4x4", "bias", "bitset", "bool2", "bool3", "bool4", "bool_constant", "border_color", "buffer", "char2",
    "char3", "char4", "coherent", "command_buffer", "common_type", "common_type_t", "compare_func", "component",
    "compute_command", "compute_pipeline_state", "conditional", "conditional_t", "control_point", "cooperative_tensor",
    "coord", "cull_mode", "curve_data", "curve_tangents", "decay", "decay_t", "declval", "depth2d", "depth2d_array",
    "depth2d_ms", "depth2d_ms_array", "depth_clip_mode", "depthcube", "depthcube_array", "dextents", "double",
    "double2", "double3", "double4", "draw_indexed_primitives", "draw_primitives", "element_type", "enable_if",
    "enable_if_t", "extended_limits", "extent", "extents", "false_type", "filter", "float2", "float2x2", "float2x3",
    "float2x4", "float3", "float3x2", "float3x3", "float3x4", "float4", "float4x2", "float4x3", "float4x4", "forward",
    "function_groups", "get", "gradient2d", "gradient3d", "gradientcube", "half2", "half2x2", "half2x3", "half2x4",
    "half3", "half3x2", "half3x3", "half3x4", "half4", "half4x2", "half4x3", "half4x4", "imageblock", "imageblock_data",
    "imageblock_layout_explicit", "imageblock_layout_implicit", "index_sequence", "index_type", "indices",
    "initializer_list", "instance_acceleration_structure", "instance_motion", "instancing", "int16_t", "int2", "int3",
    "int32_t", "int4", "int64_t", "int8_t", "integer_sequence", "integral_constant", "interpolant", "interpolation",
    "intersection_function_table", "intersection_params", "intersection_query", "intersection_result",
    "intersection_type", "intersector", "intmax_t", "intptr_t", "is_arithmetic", "is_array", "is_base_of", "is_class",
    "is_compound", "is_const", "is_convertible", "is_enum", "is_floating_point", "is_function", "is_fundamental",
    "is_integral", "is_matrix", "is_object", "is_pointer", "is_reference", "is_same", "is_same_v", "is_scalar",
    "is_signed", "is_trivial", "is_union", "is_unsigned", "is_vector", "is_void", "is_volatile", "level", "limits",
    "lod_clamp", "lod_options", "long2", "long3", "long4", "mag_filter", "make_index_sequence", "make_scalar",
    "make_scalar_t", "make_signed", "make_signed_t", "make_unsigned", "make_unsigned_t", "make_vector", "matrix",
    "max_anisotropy", "max_levels", "mem_flags", "memory_order", "memory_order_acq_rel", "memory_order_acquire",
    "memory_order_relaxed", "memory_order_release", "memory_order_seq_cst", "memory_scope", "mesh_grid_properties",
    "min_filter", "min_lod_clamp", "mip_filter", "move", "null_sampler", "numeric", "numeric_limits", "packed_bfloat2",
    "packed_bfloat3", "packed_bfloat4", "packed_bool2", "packed_bool3", "packed_bool4", "packed_char2", "packed_char3",
    "packed_char4", "packed_float2", "packed_float3", "packed_float4", "packed_half2", "packed_half3", "packed_half4",
    "packed_int2", "packed_int3", "packed_int4", "packed_long2", "packed_long3", "packed_long4", "packed_short2",
    "packed_short3", "packed_short4", "packed_uchar2", "packed_uchar3", "packed_uchar4", "packed_uint2", "packed_uint3",
    "packed_uint4", "packed_ulong2", "packed_ulong3", "packed_ulong4", "packed_ushort2", "packed_ushort3",
    "packed_ushort4", "packed_vec", "patch_control_point", "primitive_acceleration_structure", "primitive_motion",
    "primitive_type", "ptrdiff_t", "quad_vote", "r_address", "rank", "rate", "ray", "raytracing", "reduction",
    "reference_wrapper", "remove_const", "remove_const_t", "remove_cv", "remove_cv_t", "remove_extent",
    "remove_extent_t", "remove_pointer", "remove_pointer_t", "remove_reference", "remove_reference_t",
    "remove_volatile", "remove_volatile_t", "render_command", "render_pipeline_state", "s_address", "sampler", "short2",
    "short3", "short4", "simd_vote", "simdgroup_bfloat8x8", "simdgroup_float8x8", "simdgroup_half8x8",
    "simdgroup_matrix", "size_t", "sparse_color", "swap", "t_address", "tensor", "tensor_handle", "tensor_inline",
    "tensor_offset", "texture1d", "texture1d_array", "texture2d", "texture2d_array", "texture2d_ms",
    "texture2d_ms_array", "texture3d", "texture_buffer", "texturecube", "texturecube_array", "thread_scope",
    "thread_scope_device", "thread_scope_simdgroup", "thread_scope_thread", "thread_scope_threadgroup", "topology",
    "triangle_data", "triangle_fill_mode", "true_type", "tuple", "type_identity", "uchar2", "uchar3", "uchar4",
    "uint16_t", "uint2", "uint3", "uint32_t", "uint4", "uint64_t", "uint8_t", "uint_or_int", "uintmax_t", "uintptr_t",
    "ulong2", "ulong3", "ulong4", "underlying_type", "underlying_type_t", "uniform", "ushort2", "ushort3", "ushort4",
    "vec", "vec_element", "vec_element_t", "vertex_value", "visibility_result_mode", "visible_function_table", "void_t",
    "winding", "world_space_data",
};

/// Functions and constants of namespace metal.
inline constexpr std::string_view metal_functions[] = {
    "abs", "absdiff", "acos", "acosh", "addsat", "all", "any", "as_type", "asin", "asinh", "async_copy", "atan",
    "atan2", "atanh", "atomic_compare_exchange_weak_explicit", "atomic_exchange", "atomic_exchange_explicit",
    "atomic_fetch_add", "atomic_fetch_add_explicit", "atomic_fetch_and", "atomic_fetch_and_explicit",
    "atomic_fetch_max", "atomic_fetch_max_explicit", "atomic_fetch_min", "atomic_fetch_min_explicit", "atomic_fetch_or",
    "atomic_fetch_or_explicit", "atomic_fetch_sub", "atomic_fetch_sub_explicit", "atomic_fetch_xor",
    "atomic_fetch_xor_explicit", "atomic_flag_clear_explicit", "atomic_flag_test_and_set_explicit", "atomic_load",
    "atomic_load_explicit", "atomic_max_explicit", "atomic_min_explicit", "atomic_store", "atomic_store_explicit",
    "atomic_thread_fence", "ceil", "clamp", "clz", "convert", "copysign", "cos", "cosh", "cospi", "cross", "ctz",
    "determinant", "dfdx", "dfdy", "discard_fragment", "distance", "distance_squared", "divide", "dot", "exp", "exp10",
    "exp2", "extract_bits", "fabs", "faceforward", "fast", "fdim", "floor", "fma", "fmax", "fmax3", "fmedian3", "fmin",
    "fmin3", "fmod", "fract", "free", "frexp", "fwidth", "get_num_color_samples", "get_num_samples",
    "get_sample_position", "hadd", "hash", "ilogb", "insert_bits", "is_function_constant_defined", "is_null_sampler",
    "is_null_texture", "isfinite", "isinf", "isnan", "isnormal", "isordered", "isunordered", "ldexp", "length",
    "length_squared", "log", "log10", "log2", "log_message", "mad24", "madhi", "madsat", "make_filled_simdgroup_matrix",
    "malloc", "max", "max3", "median3", "memcpy", "memset", "min", "min3", "mix", "modf", "mul24", "mulhi", "nextafter",
    "normalize", "not", "os_log", "os_log_default", "pack_float_to_snorm2x16", "pack_float_to_snorm4x8",
    "pack_float_to_srgb_unorm4x8", "pack_float_to_unorm10a2", "pack_float_to_unorm2x16", "pack_float_to_unorm4x8",
    "pack_float_to_unorm565", "pack_half_to_snorm2x16", "pack_half_to_snorm4x8", "pack_half_to_srgb_unorm4x8",
    "pack_half_to_unorm10a2", "pack_half_to_unorm2x16", "pack_half_to_unorm4x8", "pack_half_to_unorm565", "popcount",
    "pow", "powr", "precise", "printf", "quad_active_threads_mask", "quad_all", "quad_and", "quad_any", "quad_ballot",
    "quad_broadcast", "quad_broadcast_first", "quad_is_first", "quad_is_helper_thread", "quad_max", "quad_min",
    "quad_or", "quad_product", "quad_shuffle", "quad_shuffle_and_fill_down", "quad_shuffle_and_fill_up",
    "quad_shuffle_down", "quad_shuffle_rotate_down", "quad_shuffle_rotate_up", "quad_shuffle_up", "quad_shuffle_xor",
    "quad_sum", "quad_xor", "quantize", "reflect", "refract", "reinterpret_cast", "reverse_bits", "rhadd", "rint",
    "rotate", "round", "rsqrt", "saturate", "select", "sign", "signbit", "simd_active_threads_mask", "simd_all",
    "simd_and", "simd_any", "simd_ballot", "simd_broadcast", "simd_broadcast_first", "simd_is_first",
    "simd_is_helper_thread", "simd_max", "simd_min", "simd_or", "simd_prefix_exclusive_product",
    "simd_prefix_exclusive_sum", "simd_prefix_inclusive_product", "simd_prefix_inclusive_sum", "simd_product",
    "simd_shuffle", "simd_shuffle_and_fill_down", "simd_shuffle_and_fill_up", "simd_shuffle_down",
    "simd_shuffle_rotate_down", "simd_shuffle_rotate_up", "simd_shuffle_up", "simd_shuffle_xor", "simd_sum", "simd_xor",
    "simdgroup_async_copy", "simdgroup_barrier", "simdgroup_event", "simdgroup_future", "simdgroup_load",
    "simdgroup_multiply", "simdgroup_multiply_accumulate", "simdgroup_store", "sin", "sincos", "sinh", "sinpi",
    "smoothstep", "sqrt", "static_cast", "step", "subsat", "tan", "tanh", "tanpi", "threadgroup_barrier", "transpose",
    "trunc", "unpack_snorm2x16_to_float", "unpack_snorm2x16_to_half", "unpack_snorm4x8_to_float",
    "unpack_snorm4x8_to_half", "unpack_unorm10a2_to_float", "unpack_unorm10a2_to_half", "unpack_unorm2x16_to_float",
    "unpack_unorm2x16_to_half", "unpack_unorm4x8_srgb_to_float", "unpack_unorm4x8_srgb_to_half",
    "unpack_unorm4x8_to_float", "unpack_unorm4x8_to_half", "unpack_unorm565_to_float", "unpack_unorm565_to_half",
};

/// Macros of metal_stdlib, and of compilers that take Metal for C++.
inline constexpr std::string_view metal_macros[] = {
    "BFLT_DECIMAL_DIG", "BFLT_DIG", "BFLT_EPSILON", "BFLT_HAS_SUBNORM", "BFLT_MANT_DIG", "BFLT_MAX", "BFLT_MAX_10_EXP",
    "BFLT_MAX_EXP", "BFLT_MIN", "BFLT_MIN_10_EXP", "BFLT_MIN_EXP", "BFLT_RADIX", "BFLT_TRUE_MIN", "CHAR_BIT",
    "CHAR_MAX", "CHAR_MIN", "DBL_DECIMAL_DIG", "DBL_DIG", "DBL_EPSILON", "DBL_HAS_SUBNORM", "DBL_MANT_DIG", "DBL_MAX",
    "DBL_MAX_10_EXP", "DBL_MAX_EXP", "DBL_MIN", "DBL_MIN_10_EXP", "DBL_MIN_EXP", "DBL_RADIX", "DBL_TRUE_MIN",
    "DECIMAL_DIG", "FLT_DECIMAL_DIG", "FLT_DIG", "FLT_EPSILON", "FLT_EVAL_METHOD", "FLT_HAS_SUBNORM", "FLT_MANT_DIG",
    "FLT_MAX", "FLT_MAX_10_EXP", "FLT_MAX_EXP", "FLT_MIN", "FLT_MIN_10_EXP", "FLT_MIN_EXP", "FLT_RADIX", "FLT_TRUE_MIN",
    "FP_FAST_FMA", "FP_FAST_FMAF", "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE", "FP_NAN", "FP_NORMAL", "FP_SUBNORMAL",
    "FP_ZERO", "HALF_DECIMAL_DIG", "HALF_DIG", "HALF_EPSILON", "HALF_HAS_SUBNORM", "HALF_MANT_DIG", "HALF_MAX",
    "HALF_MAX_10_EXP", "HALF_MAX_EXP", "HALF_MIN", "HALF_MIN_10_EXP", "HALF_MIN_EXP", "HALF_RADIX", "HALF_TRUE_MIN",
    "HUGE_VAL", "HUGE_VALF", "HUGE_VALH", "INFINITY", "INT16_C", "INT16_MAX", "INT16_MIN", "INT32_C", "INT32_MAX",
    "INT32_MIN", "INT64_C", "INT64_MAX", "INT64_MIN", "INT8_C", "INT8_MAX", "INT8_MIN", "INTPTR_MAX", "INTPTR_MIN",
    "INT_MAX", "INT_MIN", "LDBL_DECIMAL_DIG", "LDBL_DIG", "LDBL_EPSILON", "LDBL_HAS_SUBNORM", "LDBL_MANT_DIG",
    "LDBL_MAX", "LDBL_MAX_10_EXP", "LDBL_MAX_EXP", "LDBL_MIN", "LDBL_MIN_10_EXP", "LDBL_MIN_EXP", "LDBL_RADIX",
    "LDBL_TRUE_MIN", "LLONG_MAX", "LLONG_MIN", "LONG_MAX", "LONG_MIN", "MAXFLOAT", "MAXHALF", "METAL_ALIGN",
    "METAL_ASM", "METAL_CONST", "METAL_CONST_ARG", "METAL_DEPRECATED", "METAL_ENABLE_IF", "METAL_FUNC",
    "METAL_INTERNAL", "METAL_PURE", "METAL_UNAVAILABLE", "METAL_VALID_ARGS", "M_1_PI", "M_1_PI_BF", "M_1_PI_F",
    "M_1_PI_H", "M_2_PI", "M_2_PI_BF", "M_2_PI_F", "M_2_PI_H", "M_2_SQRTPI", "M_2_SQRTPI_BF", "M_2_SQRTPI_F",
    "M_2_SQRTPI_H", "M_E", "M_E_BF", "M_E_F", "M_E_H", "M_LN10", "M_LN10_BF", "M_LN10_F", "M_LN10_H", "M_LN2",
    "M_LN2_BF", "M_LN2_F", "M_LN2_H", "M_LOG10E", "M_LOG10E_BF", "M_LOG10E_F", "M_LOG10E_H", "M_LOG2E", "M_LOG2E_BF",
    "M_LOG2E_F", "M_LOG2E_H", "M_PI", "M_PI_2", "M_PI_2_BF", "M_PI_2_F", "M_PI_2_H", "M_PI_4", "M_PI_4_BF", "M_PI_4_F",
    "M_PI_4_H", "M_PI_BF", "M_PI_F", "M_PI_H", "M_SQRT1_2", "M_SQRT1_2_BF", "M_SQRT1_2_F", "M_SQRT1_2_H", "M_SQRT2",
    "M_SQRT2_BF", "M_SQRT2_F", "M_SQRT2_H", "NAN", "NULL", "PTRDIFF_MAX", "PTRDIFF_MIN", "SCHAR_MAX", "SCHAR_MIN",
    "SHRT_MAX", "SHRT_MIN", "SIZE_MAX", "TARGET_OS_IOS", "TARGET_OS_IPHONE", "TARGET_OS_MAC", "TARGET_OS_OSX",
    "TARGET_OS_SIMULATOR", "UCHAR_MAX", "UINT16_C", "UINT16_MAX", "UINT32_C", "UINT32_MAX", "UINT64_C", "UINT64_MAX",
    "UINT8_C", "UINT8_MAX", "UINTPTR_MAX", "UINT_MAX", "ULLONG_MAX", "ULONG_MAX", "USHRT_MAX", "assert", "linux",
    "offsetof", "unix",
};

/// Macros of yy/cpu/text_begin.hpp, between which Metal's text runs on the CPU.
inline constexpr std::string_view cpu_form_macros[] = {"YY_PLACE", "YY_THREADGROUP"};

}  // namespace yyshader::pass
