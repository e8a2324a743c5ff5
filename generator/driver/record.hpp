#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/numbers.hpp"

namespace yyshader::driver {

/// Writes strings with their lengths before them, and numbers as strings: no two lists of strings look alike.
class RecordWriter {
 public:
  void text(std::string_view value) {
    support::append_decimal(out_, std::uint64_t{value.size()});
    out_ += ':';
    out_ += value;
    out_ += '\n';
  }
  void number(std::uint64_t value) { text(support::to_decimal(value)); }
  void flag(bool value) { text(value ? "1" : "0"); }
  template <typename Elements, typename Write>
  void list(const Elements& elements, Write write) {
    number(elements.size());
    for (const auto& element : elements) write(element);
  }
  const std::string& written() const { return out_; }
  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

/// Reads what RecordWriter wrote. After a fault everything reads as empty, and `finished` says no.
class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : rest_(bytes) {}

  std::string text();
  template <typename Read>
  void list(Read read) {
    for (std::uint64_t count = number(); count > 0 && sound_; --count) read();
  }
  /// Whether all has been read and nothing was amiss.
  bool finished() const { return sound_ && rest_.empty(); }

 private:
  std::uint64_t number();
  std::string fail();

  std::string_view rest_;
  bool sound_ = true;
};

/// A record as the bytes of a file that tell when they were damaged: `magic` (which ends in a line break), the hash of
/// the rest, the rest.
std::string seal(std::string_view magic, std::string_view body);
/// The body, or nothing when the bytes are not what `seal` gave.
std::optional<std::string_view> unseal(std::string_view magic, std::string_view bytes);

}  // namespace yyshader::driver
