#include "driver/console.hpp"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

#include "source/file_system.hpp"

namespace yyshader::driver {

#ifdef _WIN32

namespace {

std::string to_utf8(const wchar_t* text) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  if (size <= 1) return {};
  std::string result(static_cast<std::size_t>(size - 1), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, result.data(), size, nullptr, nullptr);
  return result;
}

}  // namespace

std::vector<std::string> arguments_of(int, char**) {
  // main's own arguments are in the machine's code page.
  int count = 0;
  wchar_t** values = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> result;
  for (int i = 1; i < count; ++i) result.push_back(to_utf8(values[i]));
  LocalFree(values);
  SetConsoleOutputCP(CP_UTF8);
  return result;
}

bool wants_color() { return false; }

#else

std::vector<std::string> arguments_of(int count, char** values) {
  return {values + (count > 0 ? 1 : 0), values + count};
}

bool wants_color() {
  const std::string terminal = environment("TERM");
  return isatty(STDERR_FILENO) != 0 && environment("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
}

#endif

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::optional<std::string> read_standard_input(std::string& error) {
#ifdef _WIN32
  _setmode(_fileno(stdin), _O_BINARY);
#endif
  std::string result;
  char buffer[1 << 14];
  errno = 0;
  while (result.size() <= source::largest_file) {
    const std::size_t got = std::fread(buffer, 1, sizeof buffer, stdin);
    if (got == 0) break;
    result.append(buffer, got);
  }
  if (std::ferror(stdin) == 0) return result;
  error = std::generic_category().message(errno != 0 ? errno : EIO);
  return std::nullopt;
}

bool write_stream(std::FILE* stream, const std::string& bytes) {
#ifdef _WIN32
  _setmode(_fileno(stream), _O_BINARY);
#endif
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
  return std::fflush(stream) == 0 && written;
}

}  // namespace yyshader::driver
