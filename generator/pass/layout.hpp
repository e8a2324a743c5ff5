#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// WGSL's storage layout of a type in bytes (spec 2.4): the same on every target and on the host.
struct Layout {
  std::uint32_t size = 0;  ///< of a runtime array: 0
  std::uint32_t align = 1;
};
Layout layout_of(const ir::Module& module, ir::TypeId type);
/// Bytes from one element of an array, runtime array or matrix (columns) to the next.
std::uint32_t stride_of(const ir::Module& module, ir::TypeId type);
/// The offset of each member of a struct.
std::vector<std::uint32_t> member_offsets(const ir::Module& module, ir::StructId structure);

}  // namespace yyshader::pass
