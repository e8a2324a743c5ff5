#pragma once

#include <string>
#include <string_view>

namespace yyshader::driver {

/// Whether Ninja and CMake read a path from a depfile as it is meant, once it is escaped. Ninja has no way to write one
/// with `&` in it, for example.
bool is_readable_in_depfile(std::string_view path);

/// Names for paths that cannot be written into a depfile: symbolic links to them. Whoever looks at a link's time sees
/// that of the file behind it, or that this is gone.
class DepfileLinks {
 public:
  /// `folder`: where links are made; `shown`: the same folder as the build tool names it.
  DepfileLinks(std::string folder, std::string shown) : folder_(std::move(folder)), shown_(std::move(shown)) {}

  /// The path itself when it can be written or no link can be made, else that of its link.
  std::string name_for(const std::string& path) const;

 private:
  std::string folder_;
  std::string shown_;
};

}  // namespace yyshader::driver
