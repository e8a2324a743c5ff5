// What loads, stores and atomic operations have in common while they are decoded.
#pragma once

#include "ptx_machine/decoder.hpp"

namespace yyshader::ptx_machine {

/// Takes .cta, .gpu or .sys. The machine orders all threads alike, whatever the scope.
bool accept_scope(Reader& reader);

/// The bits of one element as they fill a register of `register_size` bytes.
std::uint64_t extend_element(const MemoryAccess& memory, unsigned register_size, std::uint64_t bits);

}  // namespace yyshader::ptx_machine
