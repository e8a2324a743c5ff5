#include "driver/depfile.hpp"

namespace yyshader::driver {

namespace {

#ifdef _WIN32
constexpr bool on_windows = true;
#else
constexpr bool on_windows = false;
#endif

}  // namespace

std::optional<std::string> escape_for_make(std::string_view path) {
  std::string result;
  std::size_t backslashes = 0;  // that stand just before
  for (std::size_t i = 0; i < path.size(); ++i) {
    char c = path[i];
    if (c == '\n' || c == '\r' || c == '\0') return std::nullopt;
    if (on_windows && c == '\\') c = '/';
    const bool drive = on_windows && i == 1 && c == ':';
    if (c == ' ' || c == '\t') {
      result.append(backslashes, '\\');
      result += '\\';
    } else if (c == '#' || (c == ':' && !drive)) {
      result += '\\';
    } else if (c == '$') {
      result += '$';
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
    result += c;
  }
  return result;
}

std::optional<std::string> depfile_text(std::string_view target, const std::vector<std::string>& inputs,
                                        std::string& culprit) {
  const auto escape = [&](std::string_view path) {
    auto word = escape_for_make(path);
    if (!word) culprit = std::string(path);
    return word;
  };
  const auto head = escape(target);
  if (!head) return std::nullopt;
  std::string text = *head + ":";
  for (const std::string& input : inputs) {
    const auto word = escape(input);
    if (!word) return std::nullopt;
    text += " \\\n  " + *word;
  }
  return text + "\n";
}

}  // namespace yyshader::driver
