#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/yuyan/checking/context.hpp"
#include "ir/module.hpp"

namespace yyshader::frontend::yuyan::checking {

/// Checks how an entry meets the pipeline and what it reaches (1.6, 1.7): its parameters and result, locations and
/// builtins, stages of the builtins and resources used, binding collisions. All faults stand at the entry item, with
/// notes at the other places.
class InterfaceChecker {
 public:
  explicit InterfaceChecker(Context& context) : context_(context) {}

  void check(const core::Definition& item, const core::EntryDefinition& entry);

 private:
  enum class Direction { input, output };
  /// What one side of the interface has taken so far.
  struct Side {
    Direction direction = Direction::input;
    std::array<bool, static_cast<std::size_t>(ir::Builtin::count_)> builtins{};
    std::uint32_t located_values = 0;
    std::uint32_t located_structs = 0;
    Span located_struct;
    bool clip_position = false;
    bool refused = false;  ///< something cannot stand on this side at all
  };

  void check_parameters(const core::FunctionDefinition& function);
  void check_result(const core::FunctionDefinition& function, Span function_span);
  void take(Side& side, TypeId type, core::InterfaceAlias interface, Span span, bool in_struct);
  void take_interface(Side& side, InterfaceBuiltin interface, Span span, bool in_struct);
  void take_struct(Side& side, TypeId type, Span span);
  void take_located(Side& side, TypeId type, Span span, bool in_struct);
  void check_locations(const Side& side);
  void check_reached(core::DefinitionId function);
  void check_use(const Use& use);
  void check_binding(const Use& use);
  void report(diagnostics::Diagnostic diagnostic) { context_.report(std::move(diagnostic)); }
  diagnostics::Text stage_word() const;

  struct Bound {
    std::uint64_t place = 0;  ///< group and binding
    core::DefinitionId resource;
  };

  Context& context_;
  Span item_;
  ir::Stage stage_ = ir::Stage::compute;
  std::vector<Bound> bound_;
  std::vector<std::uint32_t> visited_;  ///< by definition: the number of the check that reached it
  std::vector<std::uint32_t> used_builtins_;
  std::uint32_t round_ = 0;
};

}  // namespace yyshader::frontend::yuyan::checking
