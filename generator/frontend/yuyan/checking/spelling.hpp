#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yyshader::frontend::yuyan::checking {

/// Looks, among names offered one after another, for the one that a mistyped name most likely means: the one that the
/// fewest characters turn into it, and not too many. Of equally near ones the first offered.
class NearestName {
 public:
  explicit NearestName(std::string_view mistyped);

  void consider(std::string_view name);
  /// What was found; empty when nothing is near.
  const std::string& found() const { return found_; }

 private:
  std::u32string wanted_;  ///< empty: nothing can be near
  std::size_t limit_ = 0;  ///< changes that a name may need, to be nearer than what was found
  std::string found_;
};

}  // namespace yyshader::frontend::yuyan::checking
