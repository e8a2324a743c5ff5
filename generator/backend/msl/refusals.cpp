#include "backend/msl/refusals.hpp"

#include <map>
#include <string>
#include <utility>

#include "backend/msl/knowledge.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::msl {

namespace {

using diagnostics::Diagnostic;
using diagnostics::Id;
using diagnostics::Name;
using diagnostics::Number;
using diagnostics::Text;

constexpr std::uint32_t last_group = 1;
constexpr std::uint32_t last_buffer = 30;
constexpr std::uint32_t last_texture = 127;
constexpr std::uint32_t last_sampler = 15;
constexpr std::uint32_t most_threadgroup_bytes = 32768;

/// The spaces that indices are counted in: storage and uniform buffers share one.
enum class Space : std::uint8_t { buffer, texture, sampler };

Space space_of(pass::BindingKind kind) {
  switch (kind) {
    case pass::BindingKind::storage_buffer:
    case pass::BindingKind::uniform_buffer:
      return Space::buffer;
    case pass::BindingKind::texture:
      return Space::texture;
    case pass::BindingKind::sampler:
      return Space::sampler;
  }
  support::internal_error("a binding of no kind");
}

std::uint32_t last_index(Space space) {
  switch (space) {
    case Space::buffer:
      return last_buffer;
    case Space::texture:
      return last_texture;
    case Space::sampler:
      return last_sampler;
  }
  support::internal_error("indices of no kind");
}

Number number(std::uint64_t value) { return Number{static_cast<std::int64_t>(value)}; }

class EntryCheck {
 public:
  EntryCheck(const ir::Module& module, const pass::EntryPlan& plan)
      : module_(module), plan_(plan), entry_(module.entries[plan.entry.index()]) {}

  std::optional<Diagnostic> run() const {
    for (const pass::BindingPlan& binding : plan_.bindings) {
      if (auto found = check_index(binding)) return found;
    }
    if (auto found = check_clashes()) return found;
    if (plan_.workgroup_bytes <= most_threadgroup_bytes) return std::nullopt;
    return report<Id::msl_threadgroup_memory_too_large>(entry_name(), number(plan_.workgroup_bytes),
                                                        number(most_threadgroup_bytes));
  }

 private:
  template <Id id, typename... Args>
  Diagnostic report(Args&&... args) const {
    Diagnostic result = diagnostics::diagnose<id>(entry_.span, std::forward<Args>(args)...);
    result.definition = std::string(module_.text(entry_.item));
    return result;
  }

  Name entry_name() const { return Name{std::string(module_.text(entry_.item))}; }
  const ir::Global& global(ir::GlobalId id) const { return module_.globals[id.index()]; }
  Name name(ir::GlobalId id) const { return Name{std::string(module_.text(global(id).name))}; }

  std::optional<Diagnostic> check_index(const pass::BindingPlan& binding) const {
    if (binding.group > last_group) {
      return report<Id::msl_group_too_large>(entry_name(), name(binding.global), number(binding.group),
                                             number(binding.binding));
    }
    const std::uint32_t last = last_index(space_of(binding.kind));
    // The sum may have wrapped around where the binding is as large as numbers get.
    const std::uint64_t index = std::uint64_t{binding.group} * 16 + binding.binding;
    if (index <= last) return std::nullopt;
    return report<Id::msl_index_too_large>(entry_name(), name(binding.global), number(binding.group),
                                           number(binding.binding), number(index), number(last));
  }

  std::optional<Diagnostic> check_clashes() const {
    std::map<std::pair<Space, std::uint32_t>, const pass::BindingPlan*> taken;
    for (const pass::BindingPlan& binding : plan_.bindings) {
      const Space space = space_of(binding.kind);
      const auto [place, is_new] = taken.try_emplace({space, binding.msl_index}, &binding);
      if (!is_new) {
        const pass::BindingPlan& first = *place->second;
        Diagnostic result = report<Id::msl_index_clash>(
            entry_name(), name(first.global), number(first.group), number(first.binding), name(binding.global),
            number(binding.group), number(binding.binding), number(binding.msl_index));
        return result;
      }
    }
    const auto at_sizes = taken.find({Space::buffer, sizes_index});
    if (plan_.sized_buffers.empty() || at_sizes == taken.end()) return std::nullopt;
    const pass::BindingPlan& binding = *at_sizes->second;
    return report<Id::msl_sizes_clash>(entry_name(), name(binding.global), number(binding.group),
                                       number(binding.binding), number(sizes_index));
  }

  const ir::Module& module_;
  const pass::EntryPlan& plan_;
  const ir::Entry& entry_;
};

/// A type that Metal has no counterpart of; its name, or nothing.
std::string_view missing_type(const ir::Module& module, const ir::Type& type) {
  if (type.kind == ir::TypeKind::floating && type.width != 16 && type.width != 32) return "f64";
  if (type.kind == ir::TypeKind::integer && type.width > 64) return "i128";
  if (type.kind == ir::TypeKind::structure) {
    for (const ir::Member& member : module.structs[type.structure.index()].members) {
      if (module.types[member.type].kind == ir::TypeKind::runtime_array) return "struct { …, array<T> }";
    }
  }
  return {};
}

}  // namespace

std::optional<Diagnostic> refusal_of(const ir::Module& module, const pass::InterfacePlan& plan) {
  for (const pass::EntryPlan& entry : plan.entries) {
    if (auto found = EntryCheck(module, entry).run()) return found;
  }
  for (std::size_t i = 0; i < module.types.size(); ++i) {
    const std::string_view missing = missing_type(module, module.types[ir::TypeId(i)]);
    if (!missing.empty()) return diagnostics::diagnose<Id::msl_missing_type>({}, Text{std::string(missing)});
  }
  return std::nullopt;
}

}  // namespace yyshader::backend::msl
