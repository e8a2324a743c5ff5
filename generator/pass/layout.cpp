#include "pass/layout.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max();

/// Sizes beyond 32 bits stay at the largest: such types are refused elsewhere (pass/limits.hpp), nothing may wrap here.
constexpr std::uint32_t clamped(std::uint64_t bytes) { return static_cast<std::uint32_t>(std::min(bytes, largest)); }

constexpr std::uint64_t round_up(std::uint64_t align, std::uint64_t bytes) {
  return (bytes + align - 1) / align * align;
}

constexpr std::uint32_t scalar_bytes(const ir::Type& type) {
  if (type.kind == ir::TypeKind::boolean) return 4;
  return type.width / 8U;
}

/// A vector of three takes the space of its three but stands like one of four.
Layout vector_layout(std::uint32_t element_bytes, std::uint32_t length) {
  return {element_bytes * length, element_bytes * (length == 2 ? 2 : 4)};
}

/// Computes layouts, each type of a graph once. Types may be nested as deep as the user likes, hence no recursion.
class Layouts {
 public:
  explicit Layouts(const ir::Module& module) : module_(module) {}

  Layout of(ir::TypeId root) {
    std::vector<ir::TypeId> pending{root};
    while (!pending.empty()) {
      const ir::TypeId id = pending.back();
      if (known_.contains(id)) {
        pending.pop_back();
        continue;
      }
      const std::size_t before = pending.size();
      push_parts(id, pending);
      if (pending.size() != before) continue;
      known_.emplace(id, compute(id));
      pending.pop_back();
    }
    return known_.at(root);
  }

  std::vector<std::uint32_t> offsets(ir::StructId structure) {
    std::vector<std::uint32_t> result;
    std::uint64_t offset = 0;
    for (const ir::Member& member : module_.structs[structure.index()].members) {
      const Layout layout = of(member.type);
      offset = round_up(layout.align, offset);
      result.push_back(clamped(offset));
      offset += layout.size;
    }
    return result;
  }

 private:
  void push_unless_known(ir::TypeId id, std::vector<ir::TypeId>& pending) const {
    if (!known_.contains(id)) pending.push_back(id);
  }

  void push_parts(ir::TypeId id, std::vector<ir::TypeId>& pending) const {
    const ir::Type& type = module_.types[id];
    if (type.kind == ir::TypeKind::structure) {
      for (const ir::Member& member : module_.structs[type.structure.index()].members) {
        push_unless_known(member.type, pending);
      }
    } else if (type.element && type.kind != ir::TypeKind::texture) {
      push_unless_known(type.element, pending);
    }
  }

  /// The layout of a type whose parts are known.
  Layout compute(ir::TypeId id) {
    const ir::Type& type = module_.types[id];
    switch (type.kind) {
      case ir::TypeKind::boolean:
      case ir::TypeKind::integer:
      case ir::TypeKind::floating:
        return {scalar_bytes(type), scalar_bytes(type)};
      case ir::TypeKind::vector:
        return vector_layout(known_.at(type.element).size, type.length);
      case ir::TypeKind::matrix: {
        const Layout column = known_.at(type.element);
        return {clamped(round_up(column.align, column.size) * type.length), column.align};
      }
      case ir::TypeKind::array: {
        const Layout element = known_.at(type.element);
        return {clamped(round_up(element.align, element.size) * type.length), element.align};
      }
      case ir::TypeKind::runtime_array:
        return {0, known_.at(type.element).align};
      case ir::TypeKind::atomic:
        return known_.at(type.element);
      case ir::TypeKind::structure:
        return structure_layout(type.structure);
      case ir::TypeKind::void_:
      case ir::TypeKind::abstract_integer:
      case ir::TypeKind::abstract_float:
      case ir::TypeKind::texture:
      case ir::TypeKind::sampler:
      case ir::TypeKind::pointer:
        return {0, 1};
    }
    support::internal_error("a type of no known kind has no layout");
  }

  Layout structure_layout(ir::StructId structure) {
    std::uint64_t bytes = 0;
    std::uint32_t align = 1;
    for (const ir::Member& member : module_.structs[structure.index()].members) {
      const Layout layout = known_.at(member.type);
      bytes = round_up(layout.align, bytes) + layout.size;
      align = std::max(align, layout.align);
    }
    return {clamped(round_up(align, bytes)), align};
  }

  const ir::Module& module_;
  std::unordered_map<ir::TypeId, Layout> known_;
};

}  // namespace

Layout layout_of(const ir::Module& module, ir::TypeId type) { return Layouts(module).of(type); }

std::uint32_t stride_of(const ir::Module& module, ir::TypeId type) {
  const ir::Type& aggregate = module.types[type];
  support::invariant(aggregate.kind == ir::TypeKind::array || aggregate.kind == ir::TypeKind::runtime_array ||
                         aggregate.kind == ir::TypeKind::matrix,
                     "only arrays and matrices have a stride");
  const Layout element = layout_of(module, aggregate.element);
  return clamped(round_up(element.align, element.size));
}

std::vector<std::uint32_t> member_offsets(const ir::Module& module, ir::StructId structure) {
  return Layouts(module).offsets(structure);
}

}  // namespace yyshader::pass
