#include "backend/msl/buffer_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "pass/layout.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::msl {

namespace {

struct Layout {
  std::uint32_t size = 0;
  std::uint32_t align = 1;
};

constexpr std::uint32_t round_up(std::uint32_t align, std::uint32_t bytes) {
  return (bytes + align - 1) / align * align;
}

/// Metal's own sizes and alignments, and what brings structs to WGSL's.
class Layouts {
 public:
  explicit Layouts(const ir::Module& module) : module_(module), structs_(module.structs.size()) {}

  std::vector<StructLayout> run() && {
    for (const ir::Global& global : module_.globals) {
      const bool is_buffer = global.space == ir::AddressSpace::storage || global.space == ir::AddressSpace::uniform;
      if (is_buffer) of(global.type);
    }
    return std::move(structs_);
  }

 private:
  /// Types nest no deeper than pass/limits.hpp lets them.
  Layout of(ir::TypeId id) {
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    const Layout layout = compute(id);
    known_.emplace(id, layout);
    return layout;
  }

  Layout compute(ir::TypeId id) {
    const ir::Type& type = module_.types[id];
    switch (type.kind) {
      case ir::TypeKind::boolean:
        return {1, 1};
      case ir::TypeKind::integer:
      case ir::TypeKind::floating:
        return {type.width / 8U, type.width / 8U};
      case ir::TypeKind::atomic:
        return of(type.element);
      case ir::TypeKind::vector: {
        const std::uint32_t size = of(type.element).size * (type.length == 3 ? 4 : type.length);
        return {size, size};
      }
      case ir::TypeKind::matrix:
      case ir::TypeKind::array: {
        const Layout element = of(type.element);
        return {element.size * type.length, element.align};
      }
      case ir::TypeKind::runtime_array:
        return {0, of(type.element).align};
      case ir::TypeKind::structure:
        return structure(type.structure, pass::layout_of(module_, id).size);
      default:
        support::internal_error("a buffer of a type without a layout");
    }
  }

  Layout structure(ir::StructId id, std::uint32_t size) {
    const std::vector<ir::Member>& members = module_.structs[id.index()].members;
    const std::vector<std::uint32_t> offsets = pass::member_offsets(module_, id);
    StructLayout result;
    std::uint32_t end = 0;
    std::uint32_t align = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint32_t next = i + 1 < members.size() ? offsets[i + 1] : size;
      Layout layout = of(members[i].type);
      MemberLayout member;
      const ir::Type& type = module_.types[members[i].type];
      if (type.kind == ir::TypeKind::vector && type.length == 3 && offsets[i] + layout.size > next) {
        member.is_packed = true;
        layout = {layout.size / 4 * 3, layout.size / 4};
      }
      if (round_up(layout.align, end) < offsets[i]) member.padding_before = offsets[i] - end;
      end = offsets[i] + layout.size;
      align = std::max(align, layout.align);
      result.members.push_back(member);
    }
    if (round_up(align, end) < size) result.padding_after = size - end;
    structs_[id.index()] = std::move(result);
    return {size, align};
  }

  const ir::Module& module_;
  std::vector<StructLayout> structs_;
  std::unordered_map<ir::TypeId, Layout> known_;
};

}  // namespace

std::vector<StructLayout> buffer_layouts(const ir::Module& module) { return Layouts(module).run(); }

}  // namespace yyshader::backend::msl
