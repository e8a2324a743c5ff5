#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace yyshader::cpu_machine {

/// Bytes that end where a page without access begins, and begin behind another: an access outside ends the process.
/// What alignment leaves between the bytes and the page is filled with a pattern, which `is_untouched` looks at.
class GuardedMemory {
 public:
  /// Throws std::system_error when there is no memory.
  explicit GuardedMemory(const std::vector<std::uint8_t>& content);
  GuardedMemory(GuardedMemory&& other) noexcept;
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  GuardedMemory& operator=(GuardedMemory&&) = delete;
  ~GuardedMemory();

  std::uint8_t* data() { return first_; }
  const std::uint8_t* data() const { return first_; }
  std::size_t size() const { return size_; }
  /// Whether nothing has been written right behind the bytes.
  bool is_untouched() const;

 private:
  std::uint8_t* pages_ = nullptr;
  std::size_t page_bytes_ = 0;  ///< of all pages together
  std::uint8_t* first_ = nullptr;
  std::size_t size_ = 0;
  std::size_t rest_ = 0;  ///< bytes of pattern behind the content
};

}  // namespace yyshader::cpu_machine
