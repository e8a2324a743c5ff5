#include "driver/record.hpp"

#include <charconv>

#include "driver/recording_file_system.hpp"

namespace yyshader::driver {

namespace {

constexpr std::size_t hash_size = 32;

}  // namespace

std::string RecordReader::text() {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
  const auto digits = static_cast<std::size_t>(end - rest_.data());
  if (error != std::errc{} || rest_.size() - digits < 2 || rest_[digits] != ':' || length > rest_.size() - digits - 2 ||
      rest_[digits + 1 + length] != '\n') {
    return fail();
  }
  std::string result(rest_.substr(digits + 1, length));
  rest_.remove_prefix(digits + length + 2);
  return result;
}

std::uint64_t RecordReader::number() {
  const std::string digits = text();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) fail();
  return sound_ ? value : 0;
}

std::string RecordReader::fail() {
  sound_ = false;
  rest_ = {};
  return {};
}

std::string seal(std::string_view magic, std::string_view body) {
  std::string bytes(magic);
  bytes += content_hash(body);
  bytes += '\n';
  bytes += body;
  return bytes;
}

std::optional<std::string_view> unseal(std::string_view magic, std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + hash_size + 1) return std::nullopt;
  if (bytes[magic.size() + hash_size] != '\n') return std::nullopt;
  const std::string_view body = bytes.substr(magic.size() + hash_size + 1);
  if (content_hash(body) != bytes.substr(magic.size(), hash_size)) return std::nullopt;
  return body;
}

}  // namespace yyshader::driver
