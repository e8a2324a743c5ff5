#include "driver/depfile_links.hpp"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <boost/filesystem/path.hpp>

#include "driver/recording_file_system.hpp"

namespace yyshader::driver {

namespace filesystem = boost::filesystem;

bool is_readable_in_depfile(std::string_view path) {
  // What Ninja takes as a part of a path, and what has an escape that both understand (CMake does not that of a colon).
  constexpr std::string_view taken = "+,/_.~(){}%=@[]!- #$";
  return std::all_of(path.begin(), path.end(), [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || byte >= 0x80 || taken.find(c) != std::string_view::npos;
  });
}

#ifdef _WIN32
// Such names hardly exist there, and links need a privilege.
std::string DepfileLinks::name_for(const std::string& path) const { return path; }
#else
std::string DepfileLinks::name_for(const std::string& path) const {
  if (is_readable_in_depfile(path)) return path;
  boost::system::error_code code;
  const filesystem::path target = filesystem::absolute(path);
  const std::string name = content_hash(target.native());
  const filesystem::path link = filesystem::path(folder_) / name;
  if (filesystem::read_symlink(link, code) != target) {
    filesystem::create_directories(folder_, code);
    filesystem::remove(link, code);  // something else, which no one needs
    filesystem::create_symlink(target, link, code);
    if (code && filesystem::read_symlink(link, code) != target) return path;  // unless another process was quicker
  }
  return shown_ + "/" + name;
}
#endif

}  // namespace yyshader::driver
