#include "ptx_machine/memory.hpp"

#include <utility>

namespace yyshader::ptx_machine {

std::uint64_t AddressMap::add_global(std::unique_ptr<Allocation> allocation, std::uint64_t alignment) {
  allocation->base = ((globals_.size() + 1ULL) << global_gap_bits) + alignment;
  globals_.push_back(std::move(allocation));
  return globals_.back()->base;
}

void AddressMap::add_window(std::unique_ptr<Allocation> allocation) {
  auto& window = allocation->space == Space::shared ? shared_ : locals_;
  const std::size_t index = (allocation->base >> window_gap_bits) - 1;
  if (window.size() <= index) window.resize(index + 1);
  window[index] = std::move(allocation);
}

Place AddressMap::in_window(const std::vector<std::unique_ptr<Allocation>>& window, std::uint64_t address) {
  const std::uint64_t index = (address >> window_gap_bits) - 1;
  if (index >= window.size() || !window[index]) return {};
  return {window[index].get(), address - window[index]->base};
}

Place AddressMap::find(Space space, std::uint64_t address) const {
  if (space == Space::generic) {
    if ((address & ~0xffffffffULL) == shared_window) return in_window(shared_, address & 0xffffffffU);
    if ((address & ~0xffffffffULL) == local_window) return in_window(locals_, address & 0xffffffffU);
  }
  if (space == Space::shared) return in_window(shared_, address);
  if (space == Space::local) return in_window(locals_, address);
  const std::uint64_t index = (address >> global_gap_bits) - 1;
  if (index >= globals_.size()) return {};
  Allocation* const found = globals_[index].get();
  if (space != Space::generic && found->space != space) return {};
  return {found, address - found->base};
}

std::string_view space_name(Space space) {
  switch (space) {
    case Space::generic:
      return "generic";
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::local:
      return "local";
    case Space::constant:
      return "constant";
  }
  return "";
}

}  // namespace yyshader::ptx_machine
