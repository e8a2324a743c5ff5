#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "frontend/yuyan/core.hpp"
#include "frontend/yuyan/lower_context.hpp"
#include "ir/builder.hpp"

namespace yyshader::frontend::yuyan {

/// Lowers the body of one function, or the value of one module constant (spec 1.8).
///
/// Expressions are lowered in two ways. `lower_value` gives the value, after the statements that it needs. `lower_into`
/// is for tails: it sends the value to a Destination and ends what the tail ends, so that each branch of an 若 in tail
/// position ends the function or loop itself.
///
/// A value with an effect gets its `evaluate` statement at once, so that the order of statements is the order of the
/// source; the forwarding pass decides later what is written inline.
class BodyLowering {
 public:
  /// For a function's body; `function` has its parameters and result, and must not move meanwhile.
  BodyLowering(LoweringContext& context, ir::Function& function);
  /// For module constants, whose values hold no statements.
  explicit BodyLowering(LoweringContext& context);

  /// Writes the body of `definition` into the function.
  void lower_function(const core::FunctionDefinition& definition);
  /// The value of a module constant, in Module::constant_values.
  ir::ValueId lower_constant(core::ExpressionId value) { return lower_value(value); }

 private:
  /// How a loop is left with the recursion's value.
  enum class LoopExit : std::uint8_t {
    returns,  ///< it stands in the function's tail: leaving it is returning
    stores,   ///< into the result variable (none for 有), then `break`
    drops,    ///< nobody wants the value
  };
  /// A recursion that is being expanded as a loop.
  struct Loop {
    core::RecursionId recursion;
    LoopExit exit = LoopExit::stores;
    ir::LocalId result;
  };
  /// Where the value of a tail goes, and what it ends.
  struct Destination {
    enum class Kind : std::uint8_t {
      nowhere,   ///< only the effects count
      variable,  ///< the 临时 of an 若 as a value
      function,  ///< the function's end
      loop,      ///< the end of an iteration of `loop`
    };
    Kind kind = Kind::nowhere;
    ir::LocalId variable;  ///< none until the 若 has declared it, after its first condition
    ir::TypeId type;       ///< of the variable
    const Loop* loop = nullptr;
  };

  // lower_expressions.cpp
  /// The value, none for 有, whose effects alone count.
  ir::ValueId lower_value(core::ExpressionId id);
  ir::ValueId lower_value(const core::Expression& expression);
  ir::ValueId value_of(const core::Literal& node, const core::Expression& expression);
  ir::ValueId value_of(const core::Unit& node, const core::Expression& expression);
  ir::ValueId value_of(const core::LocalUse& node, const core::Expression& expression);
  ir::ValueId value_of(const core::ConstantUse& node, const core::Expression& expression);
  ir::ValueId value_of(const core::ResourceUse& node, const core::Expression& expression);
  ir::ValueId value_of(const core::BuiltinCall& node, const core::Expression& expression);
  ir::ValueId value_of(const core::FunctionCall& node, const core::Expression& expression);
  ir::ValueId value_of(const core::RecursionCall& node, const core::Expression& expression);
  ir::ValueId value_of(const core::Tuple& node, const core::Expression& expression);
  ir::ValueId value_of(const core::StructValue& node, const core::Expression& expression);
  ir::ValueId value_of(const core::Projection& node, const core::Expression& expression);
  ir::ValueId value_of(const core::If& node, const core::Expression& expression);
  ir::ValueId value_of(const core::Block& node, const core::Expression& expression);
  ir::ValueId literal_of(ir::TypeId type, const core::Literal& literal, source::Span span);
  /// Lowers `range` in order onto the operand stack, leaving out units; returns where they begin.
  std::size_t push_values(core::Range range);
  /// Builds an operation of what stands on the operand stack from `first`, and takes it off.
  ir::ValueId build(ir::Op op, ir::TypeId type, source::Span span, std::size_t first, std::uint64_t payload = 0);
  ir::ValueId build(ir::Op op, ir::TypeId type, source::Span span, std::initializer_list<ir::ValueId> operands,
                    std::uint64_t payload = 0);
  /// Adds the `evaluate` statement of `value` unless its operation is pure.
  ir::ValueId evaluated(ir::ValueId value);
  /// A let: names `value`, which may have been evaluated already; returns the named value.
  ir::ValueId bind_let(ir::Symbol name, ir::ValueId value, source::Span span);
  ir::ValueId load(ir::ValueId pointer, source::Span span);
  /// Takes back the reads of local variables that only `value`, which nobody wants, would use.
  void drop(ir::ValueId value);
  bool is_read_of_local(ir::ValueId value);

  // lower_builtins.cpp
  ir::ValueId lower_operation(const core::BuiltinCall& call, const core::Expression& expression);
  ir::ValueId lower_product(const core::BuiltinCall& call, const core::Expression& expression);
  ir::ValueId lower_conversion(const core::BuiltinCall& call, const core::Expression& expression, ir::Op op);
  ir::ValueId lower_store(const core::BuiltinCall& call, const core::Expression& expression);
  ir::ValueId lower_on_resource(const core::BuiltinCall& call, const core::Expression& expression, ir::Op op);
  ir::ValueId lower_atomic(const core::BuiltinCall& call, const core::Expression& expression);
  ir::ValueId lower_cell(const core::BuiltinCall& call, const core::Expression& expression);
  ir::ValueId lower_effect(const core::BuiltinCall& call, const core::Expression& expression);

  // lower_places.cpp
  /// True when `id` reads a place of memory, or a part of one that is found without writing meanwhile: then the part is
  /// read alone, through a pointer to it.
  bool is_place(core::ExpressionId id);
  /// The pointer to the place that `id` reads, which is_place.
  ir::ValueId place_of(core::ExpressionId id);
  ir::ValueId resource(core::ExpressionId id);
  ir::ValueId cell(core::ExpressionId id);
  ir::ValueId element_place(ir::ValueId pointer, ir::ValueId index, source::Span span);
  ir::ValueId member_place(ir::ValueId pointer, std::uint32_t member, source::Span span);
  ir::TypeId pointer_to(ir::TypeId pointee, ir::ValueId base);
  ir::ValueId lower_element(const core::BuiltinCall& call, const core::Expression& expression);

  // lower_control.cpp
  void lower_into(const core::Expression& expression, Destination& destination);
  /// Sends `value` (none for 有) to `destination` and ends what it ends.
  void finish(ir::ValueId value, source::Span span, const Destination& destination);
  void lower_effects(core::ExpressionId id);
  void lower_steps(core::Range steps);
  void lower_step(const core::Let& let);
  void lower_step(const core::NewCell& cell);
  void lower_step(const core::LetRecursion& recursion);
  void lower_step(const core::Effect& effect);
  /// The arms of an 若: leaves `current_` at the block for the 否则.
  void lower_arms(const core::If& conditional, const core::Expression& expression, Destination& destination);
  ir::ValueId lower_select(const core::If& conditional, const core::Expression& expression);
  ir::ValueId lower_logical(const core::BuiltinCall& call, const core::Expression& expression, ir::Op op);
  ir::ValueId lower_logical_as_if(ir::ValueId left, ir::ValueId right, ir::BlockId right_block, ir::Op op,
                                  source::Span span);
  void append(const ir::Statement& statement);
  void append_store(ir::ValueId target, ir::ValueId value, source::Span span);
  ir::LocalId declare(ir::Symbol name, ir::TypeId type, source::Span span, ir::ValueId initial, bool is_result = false);

  // lower_recursion.cpp
  /// Arguments and parameters of a recursion whose body never calls itself: its parameters become lets, and the body is
  /// lowered in the place of the call.
  void bind_arguments(const core::RecursionCall& call);
  /// A call from outside as a loop. Returns the variable with the recursion's value, none where there is none to read.
  ir::LocalId lower_loop(const core::RecursionCall& call, const core::Expression& expression, LoopExit exit);
  /// Writes the loop, whose parameters are variables by now.
  ir::LocalId write_loop(core::RecursionId recursion, source::Span span, LoopExit exit);
  ir::ValueId anything(ir::TypeId type, core::Symbol name, source::Span span);
  /// A recursion that nothing calls, for lower_with_uncalled.
  void lower_uncalled(core::RecursionId recursion);
  void lower_self_call(const core::RecursionCall& call, const core::Expression& expression, const Loop& loop);
  /// Lowers the arguments onto the operand stack, in order, without those of 有 and the `unchanged` ones; `parameters`
  /// gets the parameter of each.
  std::size_t push_arguments(const core::RecursionCall& call, bool only_changed,
                             std::vector<core::LocalId>& parameters);
  const core::Recursion& recursion_of(const core::RecursionCall& call) const;

  const core::Program& program_;
  LoweringContext& context_;
  ir::Function* function_;  ///< null for a module constant
  ir::Builder builder_;
  ir::BlockId current_;
  std::vector<ir::ValueId> operands_;  ///< a stack: each operation takes off what it has put on
  std::vector<bool> named_;            ///< by ValueId: a let names it
};

}  // namespace yyshader::frontend::yuyan
