#pragma once

#include <string>
#include <vector>

namespace yyshader::driver {

/// One SARIF document with the runs of all `documents`, in order.
std::string merge_sarif(const std::vector<std::string>& documents);

}  // namespace yyshader::driver
