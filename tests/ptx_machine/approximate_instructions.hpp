// Instructions that the manual lets differ from the exact result by a bound.
#pragma once

#include "ptx_machine/decoder.hpp"

namespace yyshader::ptx_machine {

enum class ApproximateFunction : std::uint8_t {
  quotient,             ///< div.approx
  full_range_quotient,  ///< div.full
  reciprocal,
  root,
  reciprocal_root,
  sine,
  cosine,
  logarithm,    ///< base 2
  exponential,  ///< base 2
  hyperbolic_tangent,
};

/// Decodes what follows `.approx` (or `.full`): {.ftz} and a type.
void decode_approximate(Reader& reader, ApproximateFunction function);

/// The largest absolute error that the manual allows f32's `function` at `x` (and `y`), where the exact result is
/// `exact`; zero where the manual gives the result itself.
double single_error_bound(ApproximateFunction function, float x, float y, double exact);

}  // namespace yyshader::ptx_machine
