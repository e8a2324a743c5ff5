#pragma once

#include <string>

namespace yyshader::bench {

/// A shading source with `kernels` compute entries over their own buffers; each has a helper function, a loop, branches
/// and comments, about 1.3 KB in all. Twice the kernels is twice the text and twice the work.
std::string make_program(int kernels);

}  // namespace yyshader::bench
