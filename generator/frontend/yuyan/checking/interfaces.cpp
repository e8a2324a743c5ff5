#include "frontend/yuyan/checking/interfaces.hpp"

#include <algorithm>
#include <string>

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Name;
using diagnostics::Number;
using diagnostics::Text;

void InterfaceChecker::check(const core::Definition& item, const core::EntryDefinition& entry) {
  item_ = item.span;
  stage_ = entry.stage;
  const core::Definition& function = context_.core.definitions[entry.function.index()];
  const auto& definition = std::get<core::FunctionDefinition>(function.node);
  check_parameters(definition);
  check_result(definition, function.span);
  check_reached(entry.function);
}

Text InterfaceChecker::stage_word() const {
  switch (stage_) {
    case ir::Stage::compute:
      return {"计算"};
    case ir::Stage::vertex:
      return {"顶点"};
    case ir::Stage::fragment:
      return {"片元"};
  }
  return {};
}

// ---- Parameters and result ----

void InterfaceChecker::check_parameters(const core::FunctionDefinition& function) {
  Side side;
  for (const core::Parameter& parameter : function.parameters) {
    const core::Local& local = context_.core.locals[parameter.local.index()];
    take(side, local.type, parameter.interface, local.span, false);
  }
  check_locations(side);
}

void InterfaceChecker::check_result(const core::FunctionDefinition& function, Span function_span) {
  const bool unit = function.result == simple(SimpleType::unit);
  if (stage_ == ir::Stage::compute) {
    if (!unit) {
      report(diagnose<Id::compute_result>(item_, context_.type_text(function.result))
                 .note(function_span, message<Id::note_entry_function>()));
    }
    return;
  }
  Side side;
  side.direction = Direction::output;
  take(side, function.result, function.result_interface, function_span, false);
  check_locations(side);
  // An output that is refused may have been meant for it.
  if (stage_ == ir::Stage::vertex && !side.clip_position && !side.refused) {
    report(diagnose<Id::missing_clip_position>(item_).note(function_span, message<Id::note_entry_function>()));
  }
}

void InterfaceChecker::take(Side& side, TypeId type, core::InterfaceAlias interface, Span span, bool in_struct) {
  const Type& description = context_.core.types[type];
  if (description.kind == TypeKind::unit) return;
  if (interface) {
    take_interface(side, *interface, span, in_struct);
  } else if (description.kind == TypeKind::structure && !in_struct) {
    take_struct(side, type, span);
  } else {
    take_located(side, type, span, in_struct);
  }
}

void InterfaceChecker::take_struct(Side& side, TypeId type, Span span) {
  const core::Definition& structure = context_.core.definitions[context_.core.types[type].number];
  const std::uint32_t before = side.located_values;
  for (const core::Field& field : std::get<core::StructDefinition>(structure.node).fields) {
    take(side, field.type, field.interface, field.span, true);
  }
  if (side.located_values == before) return;
  // The struct's own locations count once, as a struct.
  side.located_values = before;
  ++side.located_structs;
  side.located_struct = span;
}

void InterfaceChecker::take_interface(Side& side, InterfaceBuiltin interface, Span span, bool in_struct) {
  const InterfaceBuiltinRow& builtin = row(interface);
  const Name name{std::string(builtin.name)};
  const std::uint8_t allowed = side.direction == Direction::input ? builtin.inputs : builtin.outputs;
  if ((allowed & stage::bit(stage_)) == 0) {
    Diagnostic wrong = side.direction == Direction::input ? diagnose<Id::interface_input>(item_, name, stage_word())
                                                          : diagnose<Id::interface_output>(item_, name, stage_word());
    report(std::move(wrong).note(span, message<Id::note_interface_here>()));
    side.refused = true;
    return;
  }
  if (interface == InterfaceBuiltin::clip_position) side.clip_position = true;
  if (!builtin.builtin) {
    // The next location, of a type that is known to be right.
    ++side.located_values;
    static_cast<void>(in_struct);
    return;
  }
  bool& taken = side.builtins[static_cast<std::size_t>(*builtin.builtin)];
  if (taken) {
    report(diagnose<Id::interface_twice>(item_, name).note(span, message<Id::note_interface_here>()));
  }
  taken = true;
}

void InterfaceChecker::take_located(Side& side, TypeId type, Span span, bool in_struct) {
  if (stage_ == ir::Stage::compute) {
    report((in_struct ? diagnose<Id::compute_field>(item_, context_.type_text(type))
                      : diagnose<Id::compute_parameter>(item_, context_.type_text(type)))
               .note(span, message<Id::note_interface_here>()));
    return;
  }
  ++side.located_values;
  const Shape shape = shape_of(context_.core.types, type);
  const bool fits = (shape.kind == ShapeKind::scalar || shape.kind == ShapeKind::vector) &&
                    context_.core.types[shape.scalar].kind != TypeKind::boolean;
  if (!fits) {
    report(
        diagnose<Id::interface_type>(item_, context_.type_text(type)).note(span, message<Id::note_interface_here>()));
  }
}

void InterfaceChecker::check_locations(const Side& side) {
  if (side.located_structs > 1) {
    report(diagnose<Id::two_located_structs>(item_).note(side.located_struct, message<Id::note_interface_here>()));
  } else if (side.located_structs == 1 && side.located_values > 0) {
    report(diagnose<Id::located_struct_and_value>(item_).note(side.located_struct, message<Id::note_interface_here>()));
  }
}

// ---- What the entry reaches ----

void InterfaceChecker::check_reached(core::DefinitionId function) {
  ++round_;
  visited_.resize(context_.core.definitions.size(), 0);
  used_builtins_.resize(static_cast<std::size_t>(Builtin::count_), 0);
  bound_.clear();
  std::vector<core::DefinitionId> open{function};
  visited_[function.index()] = round_;
  while (!open.empty()) {
    const core::DefinitionId next = open.back();
    open.pop_back();
    for (const Use& use : context_.infos[next.index()].uses) {
      if (use.kind == Use::Kind::function) {
        if (visited_[use.number] == round_) continue;
        visited_[use.number] = round_;
        open.emplace_back(use.number);
      } else {
        check_use(use);
      }
    }
  }
}

void InterfaceChecker::check_use(const Use& use) {
  if (use.kind == Use::Kind::builtin) {
    if (used_builtins_[use.number] == round_) return;
    used_builtins_[use.number] = round_;
    const BuiltinRow& builtin = row(static_cast<Builtin>(use.number));
    if ((builtin.stages & stage::bit(stage_)) != 0) return;
    // Access to workgroup memory: the variable itself is reported.
    if (builtin.rule == OperandRule::plain_content) return;
    report(diagnose<Id::builtin_wrong_stage>(item_, Name{std::string(builtin.name)}, stage_word())
               .note(use.span, message<Id::note_used_here>()));
    return;
  }
  if (visited_[use.number] == round_) return;
  visited_[use.number] = round_;
  const core::Definition& definition = context_.core.definitions[use.number];
  const auto& resource = std::get<core::ResourceDefinition>(definition.node);
  if (resource.kind == core::ResourceKind::workgroup) {
    if (stage_ == ir::Stage::compute) return;
    report(diagnose<Id::workgroup_wrong_stage>(item_, context_.name(definition.name), stage_word())
               .note(use.span, message<Id::note_used_here>()));
    return;
  }
  if (resource.kind == core::ResourceKind::storage && resource.writable && stage_ == ir::Stage::vertex) {
    report(diagnose<Id::writable_in_vertex>(item_, context_.name(definition.name))
               .note(use.span, message<Id::note_used_here>()));
  }
  check_binding(use);
}

void InterfaceChecker::check_binding(const Use& use) {
  const core::DefinitionId id(use.number);
  const core::Definition& definition = context_.core.definitions[id.index()];
  const auto& resource = std::get<core::ResourceDefinition>(definition.node);
  const std::uint64_t place = (static_cast<std::uint64_t>(resource.group) << 32U) | resource.binding;
  const auto other =
      std::find_if(bound_.begin(), bound_.end(), [&](const Bound& bound) { return bound.place == place; });
  if (other == bound_.end()) {
    bound_.push_back({place, id});
    return;
  }
  const core::Definition& first = context_.core.definitions[other->resource.index()];
  report(diagnose<Id::binding_collision>(item_, context_.name(first.name), context_.name(definition.name),
                                         Number{static_cast<std::int64_t>(resource.group)},
                                         Number{static_cast<std::int64_t>(resource.binding)})
             .note(first.span, message<Id::note_resource_here>(context_.name(first.name)))
             .note(definition.span, message<Id::note_resource_here>(context_.name(definition.name))));
}

}  // namespace yyshader::frontend::yuyan::checking
