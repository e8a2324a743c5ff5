#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// How a struct meets the stages' fixed functions. One struct has one role.
enum class StageRole : std::uint8_t {
  none,
  vertex_input,     ///< members from vertex buffers
  varying,          ///< from a vertex entry to a fragment entry
  fragment_output,  ///< members to colour targets, depth, sample mask
};

struct EntryInterfaces {
  ir::Module module;
  std::vector<StageRole> roles;  ///< by StructId
};

/// Gives entries the interfaces that Metal has (spec 2.3):
///
/// - a parameter that is a struct of builtin inputs becomes one parameter for each member, named `parameter_member`,
/// and
///   a `let` that puts the struct together;
/// - what a vertex or fragment entry reads by location comes in one struct parameter, with the role `vertex_input` or
///   `varying` and nothing else in it but a fragment's position;
/// - what such an entry gives comes in a struct with the role `varying` or `fragment_output`, but for a lone position
/// and
///   a lone colour 0.
///
/// A struct of the program stays in an interface where that is its only role and it is in no buffer; otherwise a struct
/// of the interface's own stands for it. Takes and gives a module whose effects are forwarded.
EntryInterfaces form_entry_interfaces(ir::Module module);

}  // namespace yyshader::pass
