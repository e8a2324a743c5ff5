// Decoders of the floating-point forms of opcodes that integers have too (manual 9.7.3, 9.7.4).
#pragma once

#include "ptx_machine/decoder.hpp"

namespace yyshader::ptx_machine {

/// `saturate`: `.sat` has been taken already.
void decode_float_add(Reader& reader, bool saturate);
void decode_float_subtract(Reader& reader, bool saturate);
void decode_float_multiply(Reader& reader);
void decode_float_fused(Reader& reader);
void decode_float_divide(Reader& reader);
void decode_float_minimum(Reader& reader);
void decode_float_maximum(Reader& reader);
void decode_float_negate(Reader& reader);
void decode_float_absolute(Reader& reader);

/// Applies the modifiers' `.ftz` and `.sat` to a result in `format`.
inline std::uint64_t finish_float(const Format& format, const Modifiers& modifiers, std::uint64_t value) {
  if (modifiers.flush) value = format.flush(value);
  return modifiers.saturate ? format.saturate(value) : value;
}

}  // namespace yyshader::ptx_machine
