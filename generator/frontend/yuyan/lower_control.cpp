#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/lower_body.hpp"
#include "frontend/yuyan/select_form.hpp"
#include "support/internal_error.hpp"

namespace yyshader::frontend::yuyan {

void BodyLowering::lower_function(const core::FunctionDefinition& definition) {
  std::uint32_t position = 0;
  for (const core::Parameter& parameter : definition.parameters) {
    Binding& binding = context_.bindings[parameter.local.index()];
    const bool is_unit = program_.types[program_.locals[parameter.local.index()].type].kind == TypeKind::unit;
    binding = is_unit ? Binding{} : Binding{Binding::Kind::parameter, position++};
  }
  current_ = builder_.block();
  function_->body = current_;
  Destination end;
  end.kind = Destination::Kind::function;
  lower_into(core::at(program_, definition.body), end);
}

void BodyLowering::lower_into(const core::Expression& expression, Destination& destination) {
  // What follows 虑 and ；, an 否则 and the body of a recursion that is no loop are the tail itself: they are gone on
  // with here, so that chains of any length and mixture need no stack.
  const ir::BlockId outer = current_;
  const core::Expression* tail = &expression;
  bool is_else_if = false;
  for (;;) {
    if (const auto* block = std::get_if<core::Block>(&tail->node)) {
      lower_steps(block->steps);
      tail = &core::at(program_, block->result);
      is_else_if = false;
      continue;
    }
    if (const auto* conditional = std::get_if<core::If>(&tail->node)) {
      const bool may_select = !is_else_if && destination.kind != Destination::Kind::loop;
      if (!may_select || !has_select_form(program_, *conditional, tail->type)) {
        lower_arms(*conditional, *tail, destination);
        tail = &core::at(program_, conditional->otherwise);
        is_else_if = true;
        continue;
      }
    }
    if (const auto* call = std::get_if<core::RecursionCall>(&tail->node)) {
      if (call->from_inside) {
        support::invariant(destination.loop != nullptr && destination.loop->recursion == call->recursion,
                           "a self call outside the tail of its own loop");
        lower_self_call(*call, *tail, *destination.loop);
        break;
      }
      if (!context_.calls_itself(call->recursion)) {
        bind_arguments(*call);
        tail = &core::at(program_, recursion_of(*call).body);
        is_else_if = false;
        continue;
      }
      const bool returns = destination.kind == Destination::Kind::function ||
                           (destination.kind == Destination::Kind::loop && destination.loop->exit == LoopExit::returns);
      if (returns || destination.kind == Destination::Kind::nowhere) {
        lower_loop(*call, *tail, returns ? LoopExit::returns : LoopExit::drops);
        break;
      }
    }
    finish(lower_value(*tail), tail->span, destination);
    break;
  }
  current_ = outer;
}

void BodyLowering::finish(ir::ValueId value, source::Span span, const Destination& destination) {
  ir::Statement end;
  end.span = span;
  switch (destination.kind) {
    case Destination::Kind::nowhere:
      if (value) drop(value);
      return;
    case Destination::Kind::variable:
      append_store(builder_.local(destination.variable, span), value, span);
      return;
    case Destination::Kind::function:
      if (!value) return;  // a function of 有 ends where its statements do
      end.kind = ir::StatementKind::return_;
      end.value = value;
      break;
    case Destination::Kind::loop:
      if (destination.loop->exit == LoopExit::returns) {
        end.kind = ir::StatementKind::return_;
        end.value = value;
      } else {
        if (value && destination.loop->exit == LoopExit::drops) drop(value);
        if (const ir::LocalId result = destination.loop->result) {
          append_store(builder_.local(result, span), value, span);
        }
        end.kind = ir::StatementKind::break_;
      }
      break;
  }
  append(end);
}

void BodyLowering::lower_effects(core::ExpressionId id) {
  Destination nowhere;
  lower_into(core::at(program_, id), nowhere);
}

void BodyLowering::lower_steps(core::Range steps) {
  for (const core::Step& step : core::steps(program_, steps)) {
    std::visit([&](const auto& node) { lower_step(node); }, step);
  }
}

void BodyLowering::lower_step(const core::Let& let) {
  const core::Local& local = program_.locals[let.local.index()];
  Binding& binding = context_.bindings[let.local.index()];
  if (program_.types[core::at(program_, let.value).type].kind == TypeKind::unit) {
    lower_effects(let.value);
    binding = {};
    return;
  }
  const ir::ValueId value = lower_value(let.value);
  binding = {Binding::Kind::value, bind_let(context_.symbol(local.name), value, local.span).value};
}

void BodyLowering::lower_step(const core::NewCell& cell) {
  const core::Local& local = program_.locals[cell.local.index()];
  const ir::ValueId initial = lower_value(cell.initial);
  const ir::LocalId variable = declare(context_.symbol(local.name), context_.type(local.type), local.span, initial);
  context_.bindings[cell.local.index()] = {Binding::Kind::variable, variable.value};
}

void BodyLowering::lower_step(const core::LetRecursion& let) {
  if (context_.is_written_out(let.recursion))
    lower_uncalled(let.recursion);  // others are written where they are called
}

void BodyLowering::lower_step(const core::Effect& effect) { lower_effects(effect.value); }

void BodyLowering::lower_arms(const core::If& conditional, const core::Expression& expression,
                              Destination& destination) {
  for (const core::Arm& arm : core::arms(program_, conditional.arms)) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::if_;
    statement.span = expression.span;
    statement.value = lower_value(arm.condition);
    if (destination.kind == Destination::Kind::variable && !destination.variable) {
      destination.variable = declare({}, destination.type, expression.span, {});
    }
    statement.first = builder_.block();
    statement.second = builder_.block();
    append(statement);
    current_ = statement.first;
    lower_into(core::at(program_, arm.value), destination);
    current_ = statement.second;
  }
}

ir::ValueId BodyLowering::value_of(const core::If& node, const core::Expression& expression) {
  if (has_select_form(program_, node, expression.type)) return lower_select(node, expression);
  Destination destination;
  if (program_.types[expression.type].kind != TypeKind::unit) {
    destination.kind = Destination::Kind::variable;
    destination.type = context_.type(expression.type);
  }
  lower_into(expression, destination);
  if (!destination.variable) return {};
  return load(builder_.local(destination.variable, expression.span), expression.span);
}

ir::ValueId BodyLowering::lower_select(const core::If& conditional, const core::Expression& expression) {
  const core::Arm& arm = core::arms(program_, conditional.arms)[0];
  const ir::ValueId condition = lower_value(arm.condition);
  const ir::ValueId if_true = lower_value(arm.value);
  const ir::ValueId if_false = lower_value(conditional.otherwise);
  return build(ir::Op::select, context_.type(expression.type), expression.span, {condition, if_true, if_false});
}

ir::ValueId BodyLowering::lower_logical(const core::BuiltinCall& call, const core::Expression& expression, ir::Op op) {
  const auto arguments = core::list(program_, call.arguments);
  const ir::TypeId type = context_.module.types.boolean();
  const ir::ValueId left = lower_value(arguments[0]);
  if (function_ == nullptr) return build(op, type, expression.span, {left, lower_value(arguments[1])});

  const ir::BlockId outer = current_;
  const ir::BlockId right_block = builder_.block();
  current_ = right_block;
  const ir::ValueId right = lower_value(arguments[1]);
  current_ = outer;

  bool only_evaluates = true;
  bool only_reads_locals = true;
  for (const ir::Statement& statement : function_->blocks[right_block.index()].statements) {
    if (statement.kind != ir::StatementKind::evaluate) {
      only_evaluates = false;
      break;
    }
    only_reads_locals = only_reads_locals && is_read_of_local(statement.value);
  }
  if (!only_evaluates) return lower_logical_as_if(left, right, right_block, op, expression.span);
  if (only_reads_locals) {
    // Reading a variable for nothing does no harm, so the operation stays pure.
    const std::vector<ir::Statement> reads = std::move(function_->blocks[right_block.index()].statements);
    support::invariant(right_block.index() + 1 == function_->blocks.size(), "a read of a variable with a block");
    function_->blocks.pop_back();
    for (const ir::Statement& read : reads) append(read);
    return build(op, type, expression.span, {left, right});
  }
  return evaluated(build(op, type, expression.span, {left, right}, right_block.value + std::uint64_t{1}));
}

ir::ValueId BodyLowering::lower_logical_as_if(ir::ValueId left, ir::ValueId right, ir::BlockId right_block, ir::Op op,
                                              source::Span span) {
  const ir::LocalId variable = declare({}, context_.module.types.boolean(), span, {});
  const bool is_and = op == ir::Op::logical_and;
  ir::Statement statement;
  statement.kind = ir::StatementKind::if_;
  statement.span = span;
  statement.value = left;
  statement.first = is_and ? right_block : builder_.block();
  statement.second = is_and ? builder_.block() : right_block;
  append(statement);
  const ir::BlockId outer = current_;
  current_ = right_block;
  append_store(builder_.local(variable, span), right, span);
  current_ = is_and ? statement.second : statement.first;
  append_store(builder_.local(variable, span), builder_.boolean(!is_and, span), span);
  current_ = outer;
  return load(builder_.local(variable, span), span);
}

void BodyLowering::append(const ir::Statement& statement) {
  support::invariant(function_ != nullptr, "a statement in a module constant");
  builder_.append(current_, statement);
}

void BodyLowering::append_store(ir::ValueId target, ir::ValueId value, source::Span span) {
  ir::Statement statement;
  statement.kind = ir::StatementKind::store;
  statement.span = span;
  statement.target = target;
  statement.value = value;
  append(statement);
}

ir::LocalId BodyLowering::declare(ir::Symbol name, ir::TypeId type, source::Span span, ir::ValueId initial,
                                  bool is_result) {
  const ir::LocalId local(function_->locals.size());
  ir::Local declared;
  declared.name = name;
  declared.type = type;
  declared.span = span;
  declared.is_result = is_result;
  function_->locals.push_back(declared);
  ir::Statement statement;
  statement.kind = ir::StatementKind::variable;
  statement.span = span;
  statement.local = local;
  statement.value = initial;
  append(statement);
  return local;
}

}  // namespace yyshader::frontend::yuyan
