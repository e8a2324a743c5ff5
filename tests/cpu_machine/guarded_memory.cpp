#include "cpu_machine/guarded_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace yyshader::cpu_machine {

namespace {

constexpr std::size_t alignment = 16;  ///< what a vector of four needs
constexpr std::uint8_t pattern = 0xa5;

std::size_t rounded_up(std::size_t value, std::size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category(), "guarded memory"); }

}  // namespace

GuardedMemory::GuardedMemory(const std::vector<std::uint8_t>& content) : size_(content.size()) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t used = rounded_up(size_, alignment);
  const std::size_t inner = rounded_up(std::max<std::size_t>(used, 1), page);
  page_bytes_ = inner + 2 * page;
  void* const pages = mmap(nullptr, page_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) fail();
  pages_ = static_cast<std::uint8_t*>(pages);
  if (mprotect(pages_, page, PROT_NONE) != 0 || mprotect(pages_ + page + inner, page, PROT_NONE) != 0) fail();
  first_ = pages_ + page + inner - used;
  rest_ = used - size_;
  std::copy(content.begin(), content.end(), first_);
  std::fill_n(first_ + size_, rest_, pattern);
}

GuardedMemory::GuardedMemory(GuardedMemory&& other) noexcept
    : pages_(std::exchange(other.pages_, nullptr)),
      page_bytes_(other.page_bytes_),
      first_(other.first_),
      size_(other.size_),
      rest_(other.rest_) {}

GuardedMemory::~GuardedMemory() {
  if (pages_ != nullptr) munmap(pages_, page_bytes_);
}

bool GuardedMemory::is_untouched() const {
  return std::all_of(first_ + size_, first_ + size_ + rest_, [](std::uint8_t each) { return each == pattern; });
}

}  // namespace yyshader::cpu_machine
