#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yyshader::driver {

/// A path as one word of a Make rule. GNU Make, Ninja and CMake read it back: spaces, `#` and `:` get a backslash (and
/// backslashes before a space are doubled), `$` is doubled. Nothing when the path has a line break, which Make cannot
/// name. On Windows, where `\` parts paths, `/` is written instead and a drive's `:` stays.
std::optional<std::string> escape_for_make(std::string_view path);

/// The depfile `target: inputs…`, one input a line (spec 3.2). Nothing when some path cannot be written; `culprit` is
/// it.
std::optional<std::string> depfile_text(std::string_view target, const std::vector<std::string>& inputs,
                                        std::string& culprit);

}  // namespace yyshader::driver
