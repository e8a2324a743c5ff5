#include "pass/guards.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "pass/constant_integers.hpp"
#include "pass/rewriter.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::TypeId;
using ir::ValueId;
using Operands = std::span<const ValueId>;

/// What a float type can hold of an integer type's range.
struct ConversionRange {
  std::string_view lowest;  ///< its magnitude
  std::string_view highest;
};

ConversionRange conversion_range(const ir::Type& from, const ir::Type& to) {
  if (from.width == 16) return {to.is_signed ? "65504.0" : "0.0", "65504.0"};
  if (to.is_signed) return {"2147483648.0", "2147483520.0"};
  return {"0.0", "4294967040.0"};
}

class Guards final : public RewriteRules {
 public:
  explicit Guards(ir::Module& module) : types_(module.types), constants_(module) {}

  bool needs_statements(const Rewriter& rewriter, ValueId id) const override {
    const ir::Value& value = rewriter.old_value(id);
    const auto operands = rewriter.old_operands(id);
    const auto all_reusable = [&] {
      return std::all_of(operands.begin(), operands.end(),
                         [&](ValueId each) { return rewriter.is_old_reusable(each); });
    };
    switch (value.op) {
      case Op::divide:
      case Op::remainder:
        return is_signed(value.type) && !is_safe_divisor(rewriter.old_pool(), operands[1]) &&
               !is_minus_one(rewriter.old_pool(), operands[1]) && !all_reusable();
      case Op::abs:
        return is_signed(value.type) && !all_reusable();
      case Op::dot:
        return is_integer(value.type);
      case Op::workgroup_uniform_load:
        return true;
      default:
        return false;
    }
  }

  ValueId rewrite(Rewriter& rewriter, ValueId id, Operands operands) override {
    rewriter_ = &rewriter;
    const ir::Value value = rewriter.old_value(id);
    span_ = value.span;
    switch (value.op) {
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::vector_times_scalar:
      case Op::negate:
        return is_signed(value.type) ? wrapping(id, operands) : rewriter.keep(id, operands);
      case Op::convert:
        return conversion(id, operands);
      case Op::shift_left:
      case Op::shift_right:
        return shift(id, operands);
      case Op::divide:
      case Op::remainder:
        return division(id, operands);
      case Op::abs:
        return is_signed(value.type) ? absolute(operands[0]) : rewriter.keep(id, operands);
      case Op::sign:
        return is_signed(value.type) ? sign(value.type, operands[0]) : rewriter.keep(id, operands);
      case Op::clamp:
        return is_integer(value.type) ? clamp(id, operands) : rewriter.keep(id, operands);
      case Op::dot:
        return is_integer(value.type) ? dot(value.type, operands) : rewriter.keep(id, operands);
      default:
        return rewriter.keep(id, operands);
    }
  }

  /// A load that is uniform stands alone, with a barrier on each side.
  bool rewrite_statement(Rewriter& rewriter, const ir::Statement& statement) override {
    const ir::Value value = rewriter.old_value(statement.value);
    if (value.op != Op::workgroup_uniform_load) return false;
    const ValueId place = rewriter.rebuild(rewriter.old_operands(statement.value)[0]);
    emit_barrier(rewriter, statement.span);
    if (statement.form != ir::EvaluateForm::dropped) {
      ir::Statement load = statement;
      load.kind = ir::StatementKind::let;
      load.form = ir::EvaluateForm::pending;
      load.value = rewriter.make(Op::load, value.type, value.span, {place});
      rewriter.emit(load);
      rewriter.replace(statement.value, load.value);
    }
    emit_barrier(rewriter, statement.span);
    return true;
  }

 private:
  static void emit_barrier(Rewriter& rewriter, source::Span span) {
    // One barrier after another does no more than one.
    const ir::Statement* last = rewriter.last_statement();
    if (last != nullptr && last->form == ir::EvaluateForm::statement &&
        rewriter.pool()[last->value].op == Op::workgroup_barrier) {
      return;
    }
    ir::Statement barrier;
    barrier.kind = ir::StatementKind::evaluate;
    barrier.form = ir::EvaluateForm::statement;
    barrier.span = span;
    barrier.value = rewriter.make(Op::workgroup_barrier, rewriter.module().types.void_type(), span, {});
    rewriter.emit(barrier);
  }

  const ir::Type& scalar(TypeId type) const { return types_[types_.scalar_of(type)]; }
  bool is_integer(TypeId type) const { return scalar(type).kind == ir::TypeKind::integer; }
  bool is_signed(TypeId type) const { return is_integer(type) && scalar(type).is_signed; }
  unsigned length(TypeId type) const {
    return types_[type].kind == ir::TypeKind::vector ? static_cast<unsigned>(types_[type].length) : 1;
  }
  TypeId shaped(TypeId element, unsigned count) { return count == 1 ? element : types_.vector(element, count); }
  TypeId unsigned_of(TypeId type) { return shaped(types_.integer(scalar(type).width, false), length(type)); }
  TypeId type_of(ValueId id) const { return rewriter_->pool()[id].type; }

  ValueId make(Op op, TypeId type, std::initializer_list<ValueId> operands, std::uint64_t payload = 0) {
    return rewriter_->make(op, type, span_, operands, payload);
  }

  /// As many of `part` as `type` has components.
  ValueId splat(TypeId type, const std::function<ValueId()>& part) {
    if (length(type) == 1) return part();
    std::vector<ValueId> parts(length(type));
    for (ValueId& each : parts) each = part();
    return rewriter_->make(Op::construct, type, span_, parts);
  }
  ValueId number(TypeId type, std::string_view magnitude, bool is_negative = false) {
    const TypeId element = types_.scalar_of(type);
    return splat(type, [&] {
      const ValueId positive = rewriter_->literal(element, magnitude, span_);
      return is_negative ? make(Op::negate, element, {positive}) : positive;
    });
  }
  /// The least integer has no literal of its own type.
  ValueId least(TypeId type) {
    const ValueId bare = rewriter_->literal(types_.abstract_integer(), "2147483648", span_);
    return make(Op::convert, type, {make(Op::negate, types_.abstract_integer(), {bare})});
  }

  /// Converts between integers of one width; what was converted before turns back.
  ValueId reinterpret(TypeId type, ValueId id) {
    const ir::Value value = rewriter_->pool()[id];
    if (value.type == type) return id;
    if (value.op == Op::convert && !rewriter_->is_reusable(id)) {
      const ValueId inner = rewriter_->pool().operands(id)[0];
      if (type_of(inner) == type) return inner;
    }
    if (value.op == Op::literal && !is_signed(type))
      return rewriter_->literal(type, rewriter_->module().text(value.spelling), span_);
    return make(Op::convert, type, {id});
  }

  ValueId wrapping(ValueId id, Operands operands) {
    const ir::Value value = rewriter_->old_value(id);
    // Every literal has its negative.
    if (value.op == Op::negate && rewriter_->pool()[operands[0]].op == Op::literal)
      return rewriter_->keep(id, operands);
    const TypeId type = unsigned_of(value.type);
    std::vector<ValueId> parts;
    if (value.op == Op::negate) parts.push_back(number(type, "0"));
    for (const ValueId operand : operands) parts.push_back(reinterpret(unsigned_of(type_of(operand)), operand));
    const Op op = value.op == Op::negate ? Op::subtract : value.op;
    return reinterpret(value.type, rewriter_->make(op, type, span_, parts));
  }

  ValueId absolute(ValueId operand) {
    const TypeId type = type_of(operand);
    const ValueId value = rewriter_->named(operand);
    const TypeId other = unsigned_of(type);
    const ValueId negative = make(Op::subtract, other, {number(other, "0"), reinterpret(other, value)});
    return make(Op::max, type, {value, reinterpret(type, negative)});
  }

  ValueId sign(TypeId type, ValueId operand) {
    return make(Op::clamp, type, {operand, number(type, "1", true), number(type, "1")});
  }

  /// The target's own clamp is open where the limits are the wrong way round.
  ValueId clamp(ValueId id, Operands operands) {
    const auto low = constants_.of(rewriter_->pool(), operands[1]);
    const auto high = constants_.of(rewriter_->pool(), operands[2]);
    bool is_ordered = low.has_value() && high.has_value();
    for (std::size_t i = 0; is_ordered && i < low->size(); ++i) is_ordered = (*low)[i] <= (*high)[i];
    if (is_ordered || rewriter_->is_among_constants()) return rewriter_->keep(id, operands);
    const TypeId type = type_of(operands[0]);
    return make(Op::min, type, {make(Op::max, type, {operands[0], operands[1]}), operands[2]});
  }

  ValueId dot(TypeId type, Operands operands) {
    if (rewriter_->is_among_constants()) return make(Op::dot, type, {operands[0], operands[1]});
    const TypeId element = unsigned_of(type);
    const TypeId vector = unsigned_of(type_of(operands[0]));
    const ValueId product = rewriter_->named(
        make(Op::multiply, vector, {reinterpret(vector, operands[0]), reinterpret(vector, operands[1])}));
    ValueId sum = make(Op::extract, element, {product}, 0);
    for (unsigned i = 1; i < length(vector); ++i) {
      sum = make(Op::add, element, {sum, make(Op::extract, element, {product}, i)});
    }
    return reinterpret(type, sum);
  }

  ValueId shift(ValueId id, Operands operands) {
    const ir::Value value = rewriter_->old_value(id);
    ValueId amount = operands[1];
    const std::int64_t width = scalar(value.type).width;
    if (!is_below(width, amount)) {
      const TypeId type = type_of(amount);
      amount = make(Op::bit_and, type, {amount, number(type, support::to_decimal(scalar(value.type).width - 1U))});
    }
    if (value.op == Op::shift_right || !is_signed(value.type)) {
      return make(value.op, value.type, {operands[0], amount});
    }
    const TypeId type = unsigned_of(value.type);
    return reinterpret(value.type, make(value.op, type, {reinterpret(type, operands[0]), amount}));
  }

  /// A known amount to shift by. One that a `let` names may be too large, since that is no constant expression to WGSL.
  bool is_below(std::int64_t width, ValueId id) const {
    const auto amount = constants_.of(rewriter_->pool(), id);
    return amount &&
           std::all_of(amount->begin(), amount->end(), [&](std::int64_t each) { return each >= 0 && each < width; });
  }

  /// A constant that no dividend makes undefined.
  bool is_safe_divisor(const ir::ValuePool& pool, ValueId id) const {
    const auto divisor = constants_.of(pool, id);
    if (!divisor) return false;
    const bool has_sign = is_signed(pool[id].type);
    return std::none_of(divisor->begin(), divisor->end(),
                        [&](std::int64_t each) { return each == 0 || (has_sign && each == -1); });
  }

  bool is_minus_one(const ir::ValuePool& pool, ValueId id) const {
    const auto divisor = constants_.of(pool, id);
    return divisor && std::all_of(divisor->begin(), divisor->end(), [](std::int64_t each) { return each == -1; });
  }

  ValueId division(ValueId id, Operands operands) {
    const ir::Value value = rewriter_->old_value(id);
    if (is_signed(value.type) && !rewriter_->is_among_constants() && is_minus_one(rewriter_->pool(), operands[1])) {
      // x / −1 is −x, x % −1 is 0 as x % 1 is.
      if (value.op == Op::remainder) return make(value.op, value.type, {operands[0], number(value.type, "1")});
      const TypeId type = unsigned_of(value.type);
      return reinterpret(value.type, make(Op::subtract, type, {number(type, "0"), reinterpret(type, operands[0])}));
    }
    if (!is_integer(value.type) || rewriter_->is_among_constants() || is_safe_divisor(rewriter_->pool(), operands[1])) {
      return rewriter_->keep(id, operands);
    }
    if (!is_signed(value.type)) {
      const ValueId divisor = make(Op::max, value.type, {operands[1], number(value.type, "1")});
      return make(value.op, value.type, {operands[0], divisor});
    }
    const ValueId dividend = rewriter_->named(operands[0]);
    const ValueId divisor = rewriter_->named(operands[1]);
    if (length(value.type) == 1) {
      return signed_division(
          value.op, value.type, [&] { return dividend; }, [&] { return divisor; });
    }
    const TypeId element = types_.scalar_of(value.type);
    std::vector<ValueId> parts;
    for (unsigned i = 0; i < length(value.type); ++i) {
      parts.push_back(signed_division(
          value.op, element, [&] { return make(Op::extract, element, {dividend}, i); },
          [&] { return make(Op::extract, element, {divisor}, i); }));
    }
    return rewriter_->make(Op::construct, value.type, span_, parts);
  }

  /// Of scalars: dividing by 1 instead gives x, 0, the least integer and 0, as WGSL has it.
  template <typename Dividend, typename Divisor>
  ValueId signed_division(Op op, TypeId type, const Dividend& dividend, const Divisor& divisor) {
    const TypeId boolean = types_.boolean();
    const ValueId is_zero = make(Op::equal, boolean, {divisor(), number(type, "0")});
    const ValueId is_least = make(Op::equal, boolean, {dividend(), least(type)});
    const ValueId is_minus_one = make(Op::equal, boolean, {divisor(), number(type, "1", true)});
    const ValueId overflows = make(Op::logical_and, boolean, {is_least, is_minus_one});
    const ValueId is_unsafe = make(Op::logical_or, boolean, {is_zero, overflows});
    const ValueId safe = make(Op::select, type, {is_unsafe, number(type, "1"), divisor()});
    return make(op, type, {dividend(), safe});
  }

  ValueId conversion(ValueId id, Operands operands) {
    const ir::Value value = rewriter_->old_value(id);
    const TypeId from = type_of(operands[0]);
    const bool is_integral = is_integer(value.type) && is_integer(from);
    if (is_integral) return reinterpret_conversion(id, operands);
    const bool narrows = is_integer(value.type) && scalar(from).kind == ir::TypeKind::floating;
    if (!narrows || rewriter_->is_among_constants()) return rewriter_->keep(id, operands);
    const ConversionRange range = conversion_range(scalar(from), scalar(value.type));
    const ValueId low = number(from, range.lowest, scalar(value.type).is_signed);
    const ValueId clamped = make(Op::clamp, from, {operands[0], low, number(from, range.highest)});
    return make(Op::convert, value.type, {clamped});
  }

  /// The program's own conversion between integers stays as it is, unless it undoes one of ours.
  ValueId reinterpret_conversion(ValueId id, Operands operands) {
    const ir::Value inner = rewriter_->pool()[operands[0]];
    const bool undoes = inner.op == Op::convert && !rewriter_->is_reusable(operands[0]) &&
                        rewriter_->old_value(rewriter_->old_operands(id)[0]).op != Op::convert;
    return undoes ? reinterpret(rewriter_->old_value(id).type, operands[0]) : rewriter_->keep(id, operands);
  }

  ir::TypeTable& types_;
  ConstantIntegers constants_;
  Rewriter* rewriter_ = nullptr;
  source::Span span_;
};

}  // namespace

ir::Module guard_arithmetic(ir::Module module) {
  Guards guards(module);
  Rewriter rewriter(module, guards);
  rewriter.rewrite_constants();
  for (ir::Function& function : module.functions) rewriter.rewrite_function(function);
  return module;
}

}  // namespace yyshader::pass
