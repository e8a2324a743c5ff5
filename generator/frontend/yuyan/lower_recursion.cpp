#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/lower_body.hpp"
#include "support/internal_error.hpp"

// 递归虑 (spec 1.8). Each call from outside writes the recursion's body at its own place: as a loop whose variables are
// the parameters, or, where the body never calls itself, as plain statements with a let for each parameter. The locals
// of the body are bound anew each time, which is sound because expansions nest and never overlap: a body can call its
// own recursion only from inside, and other recursions only if they are defined before it.

namespace yyshader::frontend::yuyan {

const core::Recursion& BodyLowering::recursion_of(const core::RecursionCall& call) const {
  return program_.recursions[call.recursion.index()];
}

std::size_t BodyLowering::push_arguments(const core::RecursionCall& call, bool only_changed,
                                         std::vector<core::LocalId>& parameters) {
  const core::Recursion& recursion = recursion_of(call);
  const auto arguments = core::list(program_, call.arguments);
  support::invariant(arguments.size() == recursion.parameters.size(), "a recursion called with too few arguments");
  const std::size_t first = operands_.size();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const core::LocalId parameter = recursion.parameters[i];
    const auto* use = std::get_if<core::LocalUse>(&core::at(program_, arguments[i]).node);
    if (only_changed && use != nullptr && use->local == parameter) continue;
    const ir::ValueId value = lower_value(arguments[i]);
    if (!value) {
      context_.bindings[parameter.index()] = {};
      continue;
    }
    operands_.push_back(value);
    parameters.push_back(parameter);
  }
  return first;
}

void BodyLowering::bind_arguments(const core::RecursionCall& call) {
  std::vector<core::LocalId> parameters;
  const std::size_t first = push_arguments(call, false, parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const core::Local& local = program_.locals[parameters[i].index()];
    const ir::ValueId named = bind_let(context_.symbol(local.name), operands_[first + i], local.span);
    context_.bindings[parameters[i].index()] = {Binding::Kind::value, named.value};
  }
  operands_.resize(first);
}

ir::LocalId BodyLowering::lower_loop(const core::RecursionCall& call, const core::Expression& expression,
                                     LoopExit exit) {
  std::vector<core::LocalId> parameters;
  const std::size_t first = push_arguments(call, false, parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const core::Local& local = program_.locals[parameters[i].index()];
    const ir::LocalId variable =
        declare(context_.symbol(local.name), context_.type(local.type), local.span, operands_[first + i]);
    context_.bindings[parameters[i].index()] = {Binding::Kind::variable, variable.value};
  }
  operands_.resize(first);
  return write_loop(call.recursion, expression.span, exit);
}

ir::LocalId BodyLowering::write_loop(core::RecursionId id, source::Span span, LoopExit exit) {
  const core::Recursion& recursion = program_.recursions[id.index()];
  Loop loop;
  loop.recursion = id;
  loop.exit = exit;
  if (exit == LoopExit::stores && program_.types[recursion.result].kind != TypeKind::unit) {
    const ir::TypeId type = context_.type(recursion.result);
    loop.result = declare(context_.symbol(recursion.name), type, recursion.span, {}, true);
  }
  ir::Statement statement;
  statement.kind = ir::StatementKind::loop;
  statement.span = span;
  statement.first = builder_.block();
  append(statement);

  const ir::BlockId outer = current_;
  current_ = statement.first;
  Destination iteration;
  iteration.kind = Destination::Kind::loop;
  iteration.loop = &loop;
  lower_into(core::at(program_, recursion.body), iteration);
  current_ = outer;
  return loop.result;
}

/// A value of which nothing is known: it is read from memory that exists for this alone.
ir::ValueId BodyLowering::anything(ir::TypeId type, core::Symbol name, source::Span span) {
  ir::Module& module = context_.module;
  ir::Global global;
  global.name = context_.symbol(name);
  global.span = span;
  global.type = type;
  global.space = ir::AddressSpace::workgroup;
  global.access = ir::Access::read_write;
  const ir::GlobalId id(module.globals.size());
  module.globals.push_back(global);
  module.items.push_back({ir::Item::Kind::global, id.value});
  return load(builder_.global(id, span), span);
}

void BodyLowering::lower_uncalled(core::RecursionId id) {
  const core::Recursion& recursion = program_.recursions[id.index()];
  ir::Statement statement;
  statement.kind = ir::StatementKind::if_;
  statement.span = recursion.span;
  statement.value = anything(context_.module.types.boolean(), recursion.name, recursion.span);
  statement.first = builder_.block();
  statement.second = builder_.block();
  append(statement);

  const ir::BlockId outer = current_;
  current_ = statement.first;
  for (const core::LocalId parameter : recursion.parameters) {
    const core::Local& local = program_.locals[parameter.index()];
    Binding& binding = context_.bindings[parameter.index()];
    binding = {};
    if (program_.types[local.type].kind == TypeKind::unit) continue;
    const ir::TypeId type = context_.type(local.type);
    const ir::ValueId initial = anything(type, local.name, local.span);
    const ir::LocalId variable = declare(context_.symbol(local.name), type, local.span, initial);
    binding = {Binding::Kind::variable, variable.value};
  }
  const bool has_value = program_.types[recursion.result].kind != TypeKind::unit;
  if (context_.calls_itself(id)) {
    write_loop(id, recursion.span, has_value ? LoopExit::stores : LoopExit::drops);
  } else {
    Destination destination;
    if (has_value) {
      destination.kind = Destination::Kind::variable;
      destination.variable = declare({}, context_.type(recursion.result), recursion.span, {});
    }
    lower_into(core::at(program_, recursion.body), destination);
  }
  current_ = outer;
}

void BodyLowering::lower_self_call(const core::RecursionCall& call, const core::Expression& expression,
                                   const Loop& loop) {
  support::invariant(loop.recursion == call.recursion, "a self call of another loop");
  std::vector<core::LocalId> parameters;
  const std::size_t first = push_arguments(call, true, parameters);
  // All arguments are evaluated before any parameter changes; a single one needs no name for that.
  if (parameters.size() > 1) {
    for (std::size_t i = first; i < operands_.size(); ++i) {
      const source::Span span = builder_.pool()[operands_[i]].span;
      operands_[i] = bind_let({}, operands_[i], span);
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ir::LocalId variable(context_.bindings[parameters[i].index()].index);
    const source::Span span = builder_.pool()[operands_[first + i]].span;
    append_store(builder_.local(variable, span), operands_[first + i], span);
  }
  operands_.resize(first);
  ir::Statement statement;
  statement.kind = ir::StatementKind::continue_;
  statement.span = expression.span;
  append(statement);
}

}  // namespace yyshader::frontend::yuyan
