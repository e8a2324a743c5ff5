#pragma once

#include <string_view>

// What a name in a WGSL text must not be. Sorted by bytes; reserved_words.cpp checks that at compile time. Names that
// begin with two underscores are not listed: none is kept (spec 2.1).

// clang-format off

namespace yyshader::pass {

/// Keywords.
inline constexpr std::string_view wgsl_keywords[] = {
    "alias", "break", "case", "const", "const_assert", "continue", "continuing", "default", "diagnostic", "discard",
    "else", "enable", "false", "fn", "for", "if", "let", "loop", "override", "requires", "return", "struct", "switch",
    "true", "var", "while",
};

/// Words reserved for later.
inline constexpr std::string_view wgsl_reserved_words[] = {
    "NULL", "Self", "abstract", "active", "alignas", "alignof", "as", "asm", "asm_fragment", "async", "attribute",
    "auto", "await", "become", "cast", "catch", "class", "co_await", "co_return", "co_yield", "coherent",
    "column_major", "common", "compile", "compile_fragment", "concept", "const_cast", "consteval", "constexpr",
    "constinit", "crate", "debugger", "decltype", "delete", "demote", "demote_to_helper", "do", "dynamic_cast", "enum",
    "explicit", "export", "extends", "extern", "external", "fallthrough", "filter", "final", "finally", "friend",
    "from", "fxgroup", "get", "goto", "groupshared", "highp", "impl", "implements", "import", "inline", "instanceof",
    "interface", "layout", "lowp", "macro", "macro_rules", "match", "mediump", "meta", "mod", "module", "move", "mut",
    "mutable", "namespace", "new", "nil", "noexcept", "noinline", "nointerpolation", "non_coherent", "noncoherent",
    "noperspective", "null", "nullptr", "of", "operator", "package", "packoffset", "partial", "pass", "patch",
    "pixelfragment", "precise", "precision", "premerge", "priv", "protected", "pub", "public", "readonly", "ref",
    "regardless", "register", "reinterpret_cast", "require", "resource", "restrict", "self", "set", "shared", "sizeof",
    "smooth", "snorm", "static", "static_assert", "static_cast", "std", "subroutine", "super", "target", "template",
    "this", "thread_local", "throw", "trait", "try", "type", "typedef", "typeid", "typename", "typeof", "union",
    "unless", "unorm", "unsafe", "unsized", "use", "using", "varying", "virtual", "volatile", "wgsl", "where", "with",
    "writeonly", "yield",
};

/// Predeclared types, type generators and their aliases; also some that extensions add.
inline constexpr std::string_view wgsl_predeclared_types[] = {
    "array", "atomic", "binding_array", "bool", "f16", "f32", "f64", "i32", "i64", "i8", "input_attachment", "mat2x2",
    "mat2x2f", "mat2x2h", "mat2x3", "mat2x3f", "mat2x3h", "mat2x4", "mat2x4f", "mat2x4h", "mat3x2", "mat3x2f",
    "mat3x2h", "mat3x3", "mat3x3f", "mat3x3h", "mat3x4", "mat3x4f", "mat3x4h", "mat4x2", "mat4x2f", "mat4x2h", "mat4x3",
    "mat4x3f", "mat4x3h", "mat4x4", "mat4x4f", "mat4x4h", "ptr", "sampler", "sampler_comparison",
    "subgroup_matrix_left", "subgroup_matrix_result", "subgroup_matrix_right", "texel_buffer", "texture_1d",
    "texture_2d", "texture_2d_array", "texture_3d", "texture_cube", "texture_cube_array", "texture_depth_2d",
    "texture_depth_2d_array", "texture_depth_cube", "texture_depth_cube_array", "texture_depth_multisampled_2d",
    "texture_external", "texture_multisampled_2d", "texture_storage_1d", "texture_storage_2d",
    "texture_storage_2d_array", "texture_storage_3d", "u32", "u64", "u8", "vec2", "vec2f", "vec2h", "vec2i", "vec2u",
    "vec3", "vec3f", "vec3h", "vec3i", "vec3u", "vec4", "vec4f", "vec4h", "vec4i", "vec4u",
};

/// Predeclared enumerants: access modes, address spaces, texel formats.
inline constexpr std::string_view wgsl_enumerants[] = {
    "bgra8unorm", "function", "handle", "immediate", "pixel_local", "private", "push_constant", "r16float", "r16sint",
    "r16snorm", "r16uint", "r16unorm", "r32float", "r32sint", "r32uint", "r8sint", "r8snorm", "r8uint", "r8unorm",
    "read", "read_write", "rg11b10ufloat", "rg16float", "rg16sint", "rg16snorm", "rg16uint", "rg16unorm", "rg32float",
    "rg32sint", "rg32uint", "rg8sint", "rg8snorm", "rg8uint", "rg8unorm", "rgb10a2uint", "rgb10a2unorm", "rgba16float",
    "rgba16sint", "rgba16snorm", "rgba16uint", "rgba16unorm", "rgba32float", "rgba32sint", "rgba32uint", "rgba8sint",
    "rgba8snorm", "rgba8uint", "rgba8unorm", "storage", "uniform", "workgroup", "write",
};

/// Builtin functions, those of extensions too.
inline constexpr std::string_view wgsl_functions[] = {
    "abs", "acos", "acosh", "all", "any", "arrayLength", "asin", "asinh", "atan", "atan2", "atanh", "atomicAdd",
    "atomicAnd", "atomicCompareExchangeWeak", "atomicExchange", "atomicLoad", "atomicMax", "atomicMin", "atomicOr",
    "atomicStore", "atomicStoreMax", "atomicStoreMin", "atomicSub", "atomicXor", "bitcast", "bufferLength",
    "bufferView", "ceil", "clamp", "cos", "cosh", "countLeadingZeros", "countOneBits", "countTrailingZeros", "cross",
    "degrees", "determinant", "distance", "dot", "dot4I8Packed", "dot4U8Packed", "dpdx", "dpdxCoarse", "dpdxFine",
    "dpdy", "dpdyCoarse", "dpdyFine", "exp", "exp2", "extractBits", "faceForward", "firstLeadingBit",
    "firstTrailingBit", "floor", "fma", "fract", "frexp", "fwidth", "fwidthCoarse", "fwidthFine", "getBuffer",
    "getResource", "hasBuffer", "hasResource", "inputAttachmentLoad", "insertBits", "inverseSqrt", "ldexp", "length",
    "log", "log2", "max", "min", "mix", "modf", "normalize", "pack2x16float", "pack2x16snorm", "pack2x16unorm",
    "pack4x8snorm", "pack4x8unorm", "pack4xI8", "pack4xI8Clamp", "pack4xU8", "pack4xU8Clamp", "pow", "print",
    "quadBroadcast", "quadSwapDiagonal", "quadSwapX", "quadSwapY", "quantizeToF16", "radians", "reflect", "refract",
    "reverseBits", "round", "saturate", "select", "sign", "sin", "sinh", "smoothstep", "sqrt", "step", "storageBarrier",
    "subgroupAdd", "subgroupAll", "subgroupAnd", "subgroupAny", "subgroupBallot", "subgroupBroadcast",
    "subgroupBroadcastFirst", "subgroupElect", "subgroupExclusiveAdd", "subgroupExclusiveMul", "subgroupInclusiveAdd",
    "subgroupInclusiveMul", "subgroupMatrixLoad", "subgroupMatrixMultiply", "subgroupMatrixMultiplyAccumulate",
    "subgroupMatrixScalarAdd", "subgroupMatrixScalarMultiply", "subgroupMatrixScalarSubtract", "subgroupMatrixStore",
    "subgroupMax", "subgroupMin", "subgroupMul", "subgroupOr", "subgroupShuffle", "subgroupShuffleDown",
    "subgroupShuffleUp", "subgroupShuffleXor", "subgroupXor", "tan", "tanh", "textureBarrier", "textureDimensions",
    "textureGather", "textureGatherCompare", "textureLoad", "textureNumLayers", "textureNumLevels", "textureNumSamples",
    "textureSample", "textureSampleBaseClampToEdge", "textureSampleBias", "textureSampleCompare",
    "textureSampleCompareLevel", "textureSampleGrad", "textureSampleLevel", "textureStore", "transpose", "trunc",
    "unpack2x16float", "unpack2x16snorm", "unpack2x16unorm", "unpack4x8snorm", "unpack4x8unorm", "unpack4xI8",
    "unpack4xU8", "workgroupBarrier", "workgroupUniformLoad",
};

}  // namespace yyshader::pass
