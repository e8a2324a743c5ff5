#include "pass/entry_interfaces.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "ir/builder.hpp"
#include "ir/compact.hpp"
#include "ir/uses.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

using Kind = ir::InterfaceBinding::Kind;

bool is_location(const ir::InterfaceBinding& interface) { return interface.kind == Kind::location; }
bool is_builtin(const ir::InterfaceBinding& interface, ir::Builtin builtin) {
  return interface.kind == Kind::builtin && interface.builtin == builtin;
}

StageRole input_role(ir::Stage stage) {
  return stage == ir::Stage::vertex ? StageRole::vertex_input : StageRole::varying;
}
StageRole output_role(ir::Stage stage) {
  return stage == ir::Stage::vertex ? StageRole::varying : StageRole::fragment_output;
}

/// What is known of the structs before anything is changed.
class StructRoles {
 public:
  explicit StructRoles(const ir::Module& module) : module_(module), in_buffer_(module.structs.size()) {
    asked_.resize(module.structs.size());
    for (const ir::Global& global : module.globals) {
      const bool is_buffer = global.space == ir::AddressSpace::storage || global.space == ir::AddressSpace::uniform;
      if (is_buffer) mark_buffer(global.type);
    }
    for (const ir::Entry& entry : module.entries) {
      if (entry.stage == ir::Stage::compute) continue;
      const ir::Function& function = module.functions[entry.function.index()];
      for (const ir::Parameter& parameter : function.parameters) ask(parameter.type, input_role(entry.stage));
      ask(function.result, output_role(entry.stage));
    }
  }

  /// True when the struct may carry the attributes of `role` itself.
  bool may_carry(ir::StructId id, StageRole role) const {
    if (in_buffer_[id.index()]) return false;
    const std::vector<StageRole>& asked = asked_[id.index()];
    return std::all_of(asked.begin(), asked.end(), [&](StageRole each) { return each == role; });
  }

 private:
  void ask(ir::TypeId type, StageRole role) {
    if (module_.types[type].kind == ir::TypeKind::structure) {
      asked_[module_.types[type].structure.index()].push_back(role);
    }
  }

  void mark_buffer(ir::TypeId root) {
    std::vector<ir::TypeId> pending{root};
    while (!pending.empty()) {
      const ir::Type type = module_.types[pending.back()];
      pending.pop_back();
      if (type.element) pending.push_back(type.element);
      if (type.kind != ir::TypeKind::structure || in_buffer_[type.structure.index()]) continue;
      in_buffer_[type.structure.index()] = true;
      for (const ir::Member& member : module_.structs[type.structure.index()].members) pending.push_back(member.type);
    }
  }

  const ir::Module& module_;
  std::vector<bool> in_buffer_;
  std::vector<std::vector<StageRole>> asked_;
};

/// Rewrites one entry's function.
class EntryRewriter {
 public:
  EntryRewriter(ir::Module& module, const StructRoles& struct_roles, std::vector<StageRole>& roles,
                std::vector<std::pair<ir::FunctionId, ir::StructId>>& new_structs, const ir::Entry& entry)
      : module_(module),
        struct_roles_(struct_roles),
        roles_(roles),
        new_structs_(new_structs),
        stage_(entry.stage),
        id_(entry.function),
        function_(module.functions[entry.function.index()]) {}

  void run() {
    form_inputs();
    if (stage_ != ir::Stage::compute) form_output();
    if (has_changed_) ir::compact(function_);
  }

 private:
  /// Where the values of an old parameter come from.
  struct Source {
    std::optional<std::size_t> kept;     ///< a new parameter as it was
    std::optional<std::size_t> located;  ///< a plain value: a member of the gathered struct
    std::vector<std::pair<bool, std::size_t>>
        members;  ///< of a struct: (in the gathered struct, index there or parameter)
  };

  const ir::Struct* struct_of(ir::TypeId type) const {
    const ir::Type& row = module_.types[type];
    return row.kind == ir::TypeKind::structure ? &module_.structs[row.structure.index()] : nullptr;
  }

  /// Members that may stand in the struct of interpolated or fetched inputs.
  bool may_be_gathered(const ir::InterfaceBinding& interface) const {
    return is_location(interface) || (stage_ == ir::Stage::fragment && is_builtin(interface, ir::Builtin::position));
  }

  /// The one struct parameter that can be the gathered inputs as it is.
  std::optional<std::size_t> struct_of_inputs() const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const ir::Parameter& parameter = function_.parameters[i];
      if (is_location(parameter.interface)) return std::nullopt;
      const ir::Struct* structure = struct_of(parameter.type);
      if (structure == nullptr) continue;
      const auto& members = structure->members;
      const auto has_location = [](const ir::Member& each) { return is_location(each.interface); };
      if (std::none_of(members.begin(), members.end(), has_location)) continue;
      const bool all = std::all_of(members.begin(), members.end(),
                                   [&](const ir::Member& each) { return may_be_gathered(each.interface); });
      if (found || !all) return std::nullopt;
      found = i;
    }
    return found;
  }

  void form_inputs() {
    const std::optional<std::size_t> whole = struct_of_inputs();
    const std::vector<ir::Parameter> old = function_.parameters;
    std::vector<Source> sources(old.size());
    std::vector<ir::Parameter> parameters;
    ir::Struct gathered;
    for (std::size_t i = 0; i < old.size(); ++i) {
      const ir::Struct* structure = struct_of(old[i].type);
      const bool stays =
          whole == i && struct_roles_.may_carry(module_.types[old[i].type].structure, input_role(stage_));
      if (structure == nullptr && !is_location(old[i].interface)) {
        sources[i].kept = parameters.size();
        parameters.push_back(old[i]);
      } else if (structure == nullptr) {
        sources[i].located = gathered.members.size();
        gathered.members.push_back({old[i].name, old[i].type, old[i].span, old[i].interface});
      } else if (stays) {
        sources[i].kept = parameters.size();
        parameters.push_back(old[i]);
        roles_[module_.types[old[i].type].structure.index()] = input_role(stage_);
      } else {
        split(old[i], *structure, whole == i, sources[i], gathered, parameters);
      }
    }
    const std::size_t gathered_parameter = parameters.size();
    if (!gathered.members.empty()) add_gathered(std::move(gathered), old[whole.value_or(0)], parameters);
    function_.parameters = std::move(parameters);
    replace_parameters(old, sources, gathered_parameter);
  }

  void split(const ir::Parameter& parameter, const ir::Struct& structure, bool is_whole, Source& source,
             ir::Struct& gathered, std::vector<ir::Parameter>& parameters) {
    for (const ir::Member& member : structure.members) {
      const bool gathers = is_location(member.interface) || (is_whole && may_be_gathered(member.interface));
      if (gathers) {
        source.members.emplace_back(true, gathered.members.size());
        gathered.members.push_back(member);
      } else {
        source.members.emplace_back(false, parameters.size());
        const std::string name =
            std::string(module_.text(parameter.name)) + "_" + std::string(module_.text(member.name));
        parameters.push_back({module_.symbols.intern(name), member.type, member.span, member.interface});
      }
    }
  }

  void add_gathered(ir::Struct structure, const ir::Parameter& like, std::vector<ir::Parameter>& parameters) {
    const std::string entry(module_.text(function_.name));
    structure.name = module_.symbols.intern(entry + "_输入");
    structure.span = like.span;
    ir::Parameter parameter;
    parameter.name = module_.symbols.intern("输入");
    parameter.span = like.span;
    parameter.type = module_.types.structure(add_struct(std::move(structure), input_role(stage_)));
    parameters.push_back(parameter);
  }

  ir::StructId add_struct(ir::Struct structure, StageRole role) {
    const ir::StructId id(module_.structs.size());
    module_.structs.push_back(std::move(structure));
    roles_.resize(module_.structs.size(), StageRole::none);
    roles_[id.index()] = role;
    new_structs_.emplace_back(id_, id);
    return id;
  }

  /// Lets the function's values find their parameters again.
  void replace_parameters(const std::vector<ir::Parameter>& old, const std::vector<Source>& sources,
                          std::size_t gathered_parameter) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> gone(function_.values.values.size(), none);  // by value: a parameter that is no more
    std::vector<bool> used(old.size());
    for (std::size_t i = 0; i < gone.size(); ++i) {
      ir::Value& value = function_.values.values[i];
      if (value.op != ir::Op::parameter) continue;
      const auto index = static_cast<std::size_t>(value.payload);
      if (sources[index].kept) {
        value.payload = *sources[index].kept;
      } else {
        gone[i] = index;
        used[index] = true;
      }
    }
    std::vector<ir::ValueId> replacements(old.size());
    std::vector<ir::Statement> lets;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (!used[i]) continue;
      has_changed_ = true;
      ir::Statement let;
      let.name = old[i].name;
      let.span = old[i].span;
      let.value = replacements[i] = put_together(old[i], sources[i], gathered_parameter);
      lets.push_back(let);
    }
    if (lets.empty()) return;
    redirect([&](ir::ValueId id) {
      return id && id.index() < gone.size() && gone[id.index()] != none ? replacements[gone[id.index()]] : id;
    });
    std::vector<ir::Statement>& body = function_.blocks[function_.body.index()].statements;
    body.insert(body.begin(), lets.begin(), lets.end());
  }

  ir::ValueId parameter(std::size_t index, source::Span span) {
    return ir::Builder(module_, &function_).value(ir::Op::parameter, function_.parameters[index].type, span, {}, index);
  }

  ir::ValueId put_together(const ir::Parameter& old, const Source& source, std::size_t gathered_parameter) {
    ir::Builder builder(module_, &function_);
    const auto member = [&](std::size_t index, ir::TypeId type) {
      return builder.value(ir::Op::extract, type, old.span, {parameter(gathered_parameter, old.span)}, index);
    };
    if (source.located) return member(*source.located, old.type);
    std::vector<ir::ValueId> parts;
    for (std::size_t i = 0; i < source.members.size(); ++i) {
      const auto [is_gathered, index] = source.members[i];
      const ir::TypeId type = struct_of(old.type)->members[i].type;
      parts.push_back(is_gathered ? member(index, type) : parameter(index, old.span));
    }
    return builder.value(ir::Op::construct, old.type, old.span, parts);
  }

  template <typename Target>
  void redirect(const Target& target) {
    for (ir::ValueId& operand : function_.values.operand_list) operand = target(operand);
    for (ir::Block& block : function_.blocks) {
      for (ir::Statement& statement : block.statements) {
        statement.value = target(statement.value);
        statement.target = target(statement.target);
      }
    }
  }

  void form_output() {
    const ir::InterfaceBinding interface = function_.result_interface;
    const StageRole role = output_role(stage_);
    ir::Struct output;
    if (const ir::Struct* structure = struct_of(function_.result)) {
      const ir::StructId id = module_.types[function_.result].structure;
      if (struct_roles_.may_carry(id, role)) {
        roles_[id.index()] = role;
        return;
      }
      output = *structure;
    } else {
      const bool is_plain = interface.kind == Kind::none ||
                            (stage_ == ir::Stage::vertex && interface.kind == Kind::builtin) ||
                            (is_location(interface) && interface.location == 0);
      if (is_plain) return;
      output.members.push_back({module_.symbols.intern("值"), function_.result, function_.span, interface});
    }
    output.name = module_.symbols.intern(std::string(module_.text(function_.name)) + "_输出");
    output.span = function_.span;
    const bool is_struct = struct_of(function_.result) != nullptr;
    function_.result_interface = {};
    function_.result = module_.types.structure(add_struct(std::move(output), role));
    const std::size_t count = function_.blocks.size();
    for (std::size_t i = 0; i < count; ++i) rewrite_returns(function_.blocks[i].statements, is_struct);
    has_changed_ = true;
  }

  /// A block ends with its return.
  void rewrite_returns(std::vector<ir::Statement>& statements, bool is_struct) {
    if (statements.empty() || statements.back().kind != ir::StatementKind::return_) return;
    ir::Builder builder(module_, &function_);
    ir::Statement& last = statements.back();
    const ir::ValueId value = last.value;
    const source::Span span = last.span;
    if (!is_struct) {
      last.value = builder.value(ir::Op::construct, function_.result, span, {value});
      return;
    }
    const std::vector<bool> named = let_named(function_);
    const bool is_reusable =
        ir::is_leaf(function_.values[value].op) || (value.index() < named.size() && named[value.index()]);
    if (function_.values[value].op == ir::Op::construct && !is_reusable) {
      function_.values[value].type = function_.result;
      return;
    }
    std::vector<ir::ValueId> parts;
    const std::size_t count = struct_of(function_.result)->members.size();
    for (std::size_t i = 0; i < count; ++i) {
      parts.push_back(builder.value(ir::Op::extract, struct_of(function_.result)->members[i].type, span, {value}, i));
    }
    last.value = builder.value(ir::Op::construct, function_.result, span, parts);
    if (!is_reusable) name_before_return(statements, value);
  }

  /// Names a value that the return used, where it is evaluated or, a pure one, before the return.
  void name_before_return(std::vector<ir::Statement>& statements, ir::ValueId value) {
    for (ir::Statement& statement : statements) {
      if (statement.kind != ir::StatementKind::evaluate || statement.value != value) continue;
      statement.kind = ir::StatementKind::let;
      statement.form = ir::EvaluateForm::pending;
      return;
    }
    ir::Statement let;
    let.value = value;
    let.span = function_.values[value].span;
    statements.insert(statements.end() - 1, let);
  }

  ir::Module& module_;
  const StructRoles& struct_roles_;
  std::vector<StageRole>& roles_;
  std::vector<std::pair<ir::FunctionId, ir::StructId>>& new_structs_;
  ir::Stage stage_;
  ir::FunctionId id_;
  ir::Function& function_;
  bool has_changed_ = false;
};

/// Puts each new struct before the function that it is for.
void place_new_structs(ir::Module& module, const std::vector<std::pair<ir::FunctionId, ir::StructId>>& structs) {
  std::vector<ir::Item> items;
  items.reserve(module.items.size() + structs.size());
  for (const ir::Item& item : module.items) {
    if (item.kind == ir::Item::Kind::function) {
      for (const auto& [function, structure] : structs) {
        if (function.index() == item.index) items.push_back({ir::Item::Kind::structure, structure.value});
      }
    }
    items.push_back(item);
  }
  module.items = std::move(items);
}

}  // namespace

EntryInterfaces form_entry_interfaces(ir::Module module) {
  std::vector<StageRole> roles(module.structs.size(), StageRole::none);
  std::vector<std::pair<ir::FunctionId, ir::StructId>> new_structs;
  const StructRoles struct_roles(module);
  const std::vector<ir::Entry> entries = module.entries;
  for (const ir::Entry& entry : entries) EntryRewriter(module, struct_roles, roles, new_structs, entry).run();
  if (!new_structs.empty()) place_new_structs(module, new_structs);
  return {std::move(module), std::move(roles)};
}

}  // namespace yyshader::pass
