#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::backend::msl {

/// How a member of a struct in a buffer is written so that it stands at WGSL's offset (spec 2.3).
struct MemberLayout {
  std::uint32_t padding_before = 0;  ///< bytes of a member of padding
  bool is_packed = false;            ///< a vector of three with something in its fourth place: `packed_float3`
};

struct StructLayout {
  std::vector<MemberLayout> members;  ///< empty: no buffer holds such a struct, Metal's layout serves
  std::uint32_t padding_after = 0;    ///< up to WGSL's size

  bool is_packed(std::size_t member) const { return member < members.size() && members[member].is_packed; }
};

/// The layouts of all structs, by StructId.
std::vector<StructLayout> buffer_layouts(const ir::Module& module);

}  // namespace yyshader::backend::msl
