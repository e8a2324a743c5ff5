#include "pass/uniform_layout.hpp"

#include <string>
#include <utility>
#include <vector>

#include "pass/layout.hpp"

namespace yyshader::pass {

namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::Diagnostics;
using diagnostics::Id;
using diagnostics::message;
using diagnostics::Name;
using diagnostics::Number;

constexpr std::uint32_t unit = 16;

constexpr std::uint32_t missing(std::uint32_t bytes) { return (unit - bytes % unit) % unit; }

/// Looks through the type of one uniform buffer, each part once.
class Check {
 public:
  Check(const ir::Module& module, const ir::Global& buffer, Diagnostics& out)
      : module_(module), buffer_(buffer), out_(out), seen_(module.types.size()) {}

  void run() {
    look_at(buffer_.type, {});
    while (!pending_.empty()) {
      const auto [type, place] = pending_.back();
      pending_.pop_back();
      const ir::Type& description = module_.types[type];
      if (description.kind == ir::TypeKind::array) {
        check_array(type, place);
      } else {
        check_structure(description.structure);
      }
    }
  }

 private:
  bool is_aggregate(ir::TypeId type) const {
    const ir::TypeKind kind = module_.types[type].kind;
    return kind == ir::TypeKind::array || kind == ir::TypeKind::structure;
  }

  /// `place`: the member whose type it is, if any.
  void look_at(ir::TypeId type, source::Span place) {
    if (!is_aggregate(type) || seen_[type.index()]) return;
    seen_[type.index()] = true;
    pending_.emplace_back(type, place);
  }

  Name name() const { return {std::string(module_.text(buffer_.name))}; }
  Name name(const ir::Member& member) const { return {std::string(module_.text(member.name))}; }

  void report(Diagnostic finding, source::Span place) {
    finding.definition = module_.text(buffer_.name);
    if (place.file) finding.note(place, message<Id::note_uniform_part>());
    out_.push_back(std::move(finding));
  }

  void check_array(ir::TypeId type, source::Span place) {
    const std::uint32_t stride = stride_of(module_, type);
    if (missing(stride) != 0) {
      report(diagnose<Id::uniform_array_stride>(buffer_.span, name(), Number{stride}), place);
    }
    look_at(module_.types[type].element, place);
  }

  void check_structure(ir::StructId id) {
    const std::vector<ir::Member>& members = module_.structs[id.index()].members;
    const std::vector<std::uint32_t> offsets = member_offsets(module_, id);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const ir::Member& member = members[i];
      const bool follows_struct = i > 0 && module_.types[members[i - 1].type].kind == ir::TypeKind::structure;
      if (is_aggregate(member.type) && missing(offsets[i]) != 0) {
        report(diagnose<Id::uniform_member_offset>(buffer_.span, name(), name(member), Number{offsets[i]},
                                                   Number{missing(offsets[i])}),
               member.span);
      } else if (follows_struct && missing(offsets[i] - offsets[i - 1]) != 0) {
        report(diagnose<Id::uniform_member_after_struct>(buffer_.span, name(), name(member), name(members[i - 1]),
                                                         Number{missing(offsets[i] - offsets[i - 1])}),
               member.span);
      }
      look_at(member.type, member.span);
    }
  }

  const ir::Module& module_;
  const ir::Global& buffer_;
  Diagnostics& out_;
  std::vector<bool> seen_;  ///< by TypeId
  std::vector<std::pair<ir::TypeId, source::Span>> pending_;
};

}  // namespace

Diagnostics check_uniform_layouts(const ir::Module& module) {
  Diagnostics findings;
  for (const ir::Global& global : module.globals) {
    if (global.space == ir::AddressSpace::uniform) Check(module, global, findings).run();
  }
  return findings;
}

}  // namespace yyshader::pass
