#include "pass/constant_evaluation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>

#include "ir/builder.hpp"
#include "ir/uses.hpp"
#include "pass/constant_arithmetic.hpp"
#include "pass/constant_composites.hpp"
#include "pass/walk.hpp"
#include "support/numbers.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::TypeKind;
using ir::ValueId;

/// A larger value is taken as unknown; only tables that are written out number by number come near.
constexpr std::uint64_t most_scalars = std::uint64_t{1} << 22U;
/// Types nested deeper are refused by pass/limits.hpp.
constexpr int deepest_type = 200;
/// Lanes of the largest subgroup that WGSL knows.
constexpr std::int64_t most_lanes = 128;

/// How many elements an index reaches; nothing where only the program's run tells.
std::optional<std::uint32_t> element_count(const ir::Type& type) {
  if (type.kind == TypeKind::vector || type.kind == TypeKind::matrix || type.kind == TypeKind::array) {
    return type.length;
  }
  return std::nullopt;
}

/// True for literals whose bits don't tell enough: a float that was rounded down to the greatest one is too large all
/// the same, and a half is not rounded but cut.
bool needs_its_text(const ir::Type& type, std::uint64_t bits) {
  if (type.kind != TypeKind::floating) return false;
  constexpr float greatest = std::numeric_limits<float>::max();
  return type.width == 16 || (type.width == 32 && bits == std::bit_cast<std::uint32_t>(greatest));
}

}  // namespace

ConstantValues::ConstantValues(const ir::Module& module, FirstZeros* zeros)
    : module_(module), pool_(module.constant_values), zeros_(zeros), counts_(module.types.size(), 0) {
  extend();
}

ConstantValues::ConstantValues(const ir::Module& module, const ConstantValues& constants, const ir::Function& function,
                               Lets lets, FirstZeros* zeros)
    : module_(module), pool_(function.values), constants_(&constants), zeros_(zeros), counts_(module.types.size(), 0) {
  hidden_.assign(pool_.values.size(), false);
  if (lets == Lets::runtime) {
    hidden_ = let_named(function);
    for (std::size_t index = 0; index < hidden_.size(); ++index) {
      if (module.types.is_abstract(pool_.values[index].type)) hidden_[index] = false;
    }
  }
  extend();
}

void ConstantValues::extend() {
  while (slots_.size() < pool_.values.size()) {
    const Slot slot = evaluate(ValueId(slots_.size()));
    slots_.push_back(slot);
  }
}

std::optional<ConstantValue> ConstantValues::value_of(ValueId id) const {
  const Slot& slot = slots_[id.index()];
  if (slot.count == 0) return std::nullopt;
  return ConstantValue{pool_[id].type, scalars(slot)};
}

ConstantValues::Scalars ConstantValues::scalars(const Slot& slot) const {
  const std::vector<ConstantScalar>& all = slot.is_of_constants ? constants_->scalars_ : scalars_;
  return Scalars(all).subspan(slot.first, slot.count);
}

ConstantValues::Scalars ConstantValues::operand(ValueId id) const {
  if (id.index() >= slots_.size() || (id.index() < hidden_.size() && hidden_[id.index()])) return {};
  return scalars(slots_[id.index()]);
}

bool ConstantValues::skips_right_side(ValueId id) const {
  const Op op = pool_[id].op;
  if (op != Op::logical_and && op != Op::logical_or) return false;
  const Scalars left = operand(pool_.operands(id)[0]);
  return !left.empty() && (left[0].integer != 0) == (op == Op::logical_or);
}

std::uint64_t ConstantValues::scalar_count(ir::TypeId id, int depth) {
  if (id.index() < counts_.size() && counts_[id.index()] != 0) return counts_[id.index()];
  if (depth > deepest_type) return most_scalars + 1;
  const ir::Type& type = module_.types[id];
  std::uint64_t count = 1;
  if (element_count(type)) {
    count = scalar_count(type.element, depth + 1) * type.length;
  } else if (type.kind == TypeKind::structure) {
    count = 0;
    for (const ir::Member& member : module_.structs[type.structure.index()].members) {
      count += scalar_count(member.type, depth + 1);
    }
  }
  count = std::min(count, most_scalars + 1);
  if (id.index() < counts_.size()) counts_[id.index()] = count;
  return count;
}

ConstantValues::Slot ConstantValues::store(std::vector<ConstantScalar>&& scalars) {
  const Slot slot{static_cast<std::uint32_t>(scalars_.size()), static_cast<std::uint32_t>(scalars.size()), false};
  scalars_.insert(scalars_.end(), scalars.begin(), scalars.end());
  return slot;
}

void ConstantValues::keep_first_zero(const ir::Type& scalar, std::span<ConstantScalar> scalars) {
  const bool is_float = scalar.kind == TypeKind::floating || scalar.kind == TypeKind::abstract_float;
  if (zeros_ == nullptr || !is_float) return;
  std::optional<double>& first = zeros_->by_half_words[scalar.width / 16];
  for (ConstantScalar& each : scalars) {
    if (each.floating != 0.0) continue;
    if (!first) first = each.floating;
    each.floating = *first;
  }
}

/// extract: a part at a place that is written in the program, and so within the range.
ConstantValues::Slot ConstantValues::part(ValueId id) {
  const ValueId whole = pool_.operands(id)[0];
  if (operand(whole).empty()) return {};
  const ir::Type& type = type_of(whole);
  const auto index = static_cast<std::size_t>(pool_[id].payload);
  std::uint64_t before = 0;
  if (type.kind == TypeKind::structure) {
    const std::vector<ir::Member>& members = module_.structs[type.structure.index()].members;
    for (std::size_t i = 0; i < index; ++i) before += scalar_count(members[i].type);
  } else {
    before = index * scalar_count(type.element);
  }
  Slot slot = slots_[whole.index()];
  slot.first += static_cast<std::uint32_t>(before);
  slot.count = static_cast<std::uint32_t>(scalar_count(pool_[id].type));
  return slot;
}

/// index and index_reference: the index alone may be a fault; with the whole known too, the element is.
ConstantValues::Slot ConstantValues::element(ValueId id) {
  const auto operands = pool_.operands(id);
  const Scalars index = operand(operands[1]);
  if (index.empty()) return {};
  const bool is_reference = pool_[id].op == Op::index_reference;
  const ir::Type& whole = is_reference ? module_.types[type_of(operands[0]).element] : type_of(operands[0]);
  const std::optional<std::uint32_t> count = element_count(whole);
  const std::int64_t place = index[0].integer;
  if (count ? place < 0 || place >= *count : place < 0) {
    ConstantFault fault{ConstantFaultKind::index_negative, support::to_decimal(place), {}, {}};
    if (count) {
      fault.kind = ConstantFaultKind::index_out_of_range;
      fault.second = support::to_decimal(*count);
    }
    faults_.push_back({id, std::move(fault)});
    return {};
  }
  if (is_reference || operand(operands[0]).empty()) return {};
  Slot slot = slots_[operands[0].index()];
  slot.count = static_cast<std::uint32_t>(scalar_count(pool_[id].type));
  slot.first += static_cast<std::uint32_t>(place) * slot.count;
  return slot;
}

/// One value that is computed from its operands' scalars.
class ConstantValues::Step {
 public:
  Step(ConstantValues& values, ValueId id)
      : values_(values), id_(id), value_(values.pool_[id]), operand_ids_(values.pool_.operands(id)) {
    const ir::TypeTable& types = values.module_.types;
    if (types.scalar_of(value_.type)) result_scalar_ = types[types.scalar_of(value_.type)];
    for (std::size_t i = 0; i < operand_ids_.size() && i < operands_.size(); ++i) {
      operands_[i] = values.operand(operand_ids_[i]);
      is_known_ = is_known_ && !operands_[i].empty();
      const ir::TypeId scalar = types.scalar_of(values.pool_[operand_ids_[i]].type);
      if (scalar) operand_scalars_[i] = types[scalar];
    }
  }

  Slot run() {
    std::vector<ConstantScalar> result;
    if (!has_partial_fault() && is_known_ && is_pure(value_.op)) result = compute();
    if (fault_) {
      values_.faults_.push_back({id_, std::move(*fault_)});
      return {};
    }
    values_.keep_first_zero(result_scalar_, result);
    return values_.store(std::move(result));
  }

 private:
  bool is_integer(std::size_t i) const {
    return operand_scalars_[i].kind == TypeKind::integer || operand_scalars_[i].kind == TypeKind::abstract_integer;
  }

  /// Rules that constants break beside operands that are none.
  bool has_partial_fault() {
    switch (value_.op) {
      case Op::divide:
      case Op::remainder:
        if (is_integer(1) && has_zero(operands_[1])) fail({ConstantFaultKind::integer_division_by_zero, {}, {}, {}});
        break;
      case Op::shift_left:
      case Op::shift_right:
        check_amount();
        break;
      case Op::clamp:
        check_bounds();
        break;
      case Op::smoothstep:
        check_edges();
        break;
      case Op::subgroup_broadcast:
      case Op::subgroup_shuffle:
      case Op::subgroup_shuffle_xor:
        if (!operands_[1].empty() && operands_[1][0].integer >= most_lanes) {
          fail({ConstantFaultKind::lane_too_large,
                support::to_decimal(operands_[1][0].integer),
                support::to_decimal(most_lanes),
                {}});
        }
        break;
      default:
        break;
    }
    return fault_.has_value();
  }

  static bool has_zero(Scalars scalars) {
    return std::any_of(scalars.begin(), scalars.end(), [](const ConstantScalar& each) { return each.integer == 0; });
  }

  void check_amount() {
    const std::int64_t width = operand_scalars_[0].width == 0 ? 64 : operand_scalars_[0].width;
    for (const ConstantScalar& amount : operands_[1]) {
      if (amount.integer >= 0 && amount.integer < width) continue;
      return fail({ConstantFaultKind::shift_too_far,
                   ConstantArithmetic(operand_scalars_[1]).text(amount),
                   support::to_decimal(width),
                   {}});
    }
  }

  void check_bounds() {
    const ConstantArithmetic arithmetic(operand_scalars_[1]);
    const std::size_t count = std::min(operands_[1].size(), operands_[2].size());
    for (std::size_t i = 0; i < count; ++i) {
      if (!arithmetic.compare(Op::greater, operands_[1][i], operands_[2][i])) continue;
      return fail(
          {ConstantFaultKind::bounds_reversed, arithmetic.text(operands_[1][i]), arithmetic.text(operands_[2][i]), {}});
    }
  }

  void check_edges() {
    ConstantArithmetic arithmetic(operand_scalars_[0]);
    const std::size_t count = std::min(operands_[0].size(), operands_[1].size());
    for (std::size_t i = 0; i < count; ++i) {
      if (operands_[0][i].floating == operands_[1][i].floating) {
        return fail({ConstantFaultKind::edges_equal, arithmetic.text(operands_[0][i]), {}, {}});
      }
      arithmetic.subtract(operands_[1][i], operands_[0][i]);
      if (arithmetic.fault()) return fail(*arithmetic.fault());
    }
  }

  void fail(ConstantFault fault) {
    if (!fault_) fault_ = std::move(fault);
  }

  std::vector<ConstantScalar> compute() {
    ConstantArithmetic arithmetic(computed_type());
    std::vector<ConstantScalar> result;
    switch (value_.op) {
      case Op::less:
      case Op::greater:
      case Op::less_equal:
      case Op::greater_equal:
      case Op::equal:
      case Op::not_equal:
        for (std::size_t i = 0; i < operands_[0].size(); ++i) {
          const bool holds = arithmetic.compare(value_.op, operands_[0][i], operands_[1][i]);
          result.push_back({holds ? 1 : 0, 0.0});
        }
        break;
      case Op::shift_left:
      case Op::shift_right:
        for (std::size_t i = 0; i < operands_[0].size(); ++i) {
          result.push_back(arithmetic.shift(value_.op, operands_[0][i], operands_[1][i].integer));
        }
        break;
      case Op::select:
        for (std::size_t i = 0; i < operands_[1].size(); ++i) {
          const bool condition = operands_[0][operands_[0].size() == 1 ? 0 : i].integer != 0;
          result.push_back(operands_[condition ? 1 : 2][i]);
        }
        break;
      case Op::all:
      case Op::any_: {
        const bool has_false = has_zero(operands_[0]);
        const auto is_true = [](const ConstantScalar& each) { return each.integer != 0; };
        const bool has_true = std::any_of(operands_[0].begin(), operands_[0].end(), is_true);
        result.push_back({(value_.op == Op::all ? !has_false : has_true) ? 1 : 0, 0.0});
        break;
      }
      case Op::convert:
        for (const ConstantScalar& each : operands_[0]) {
          result.push_back(arithmetic.convert(operand_scalars_[0], each));
        }
        break;
      default:
        result = compute_composite(arithmetic);
        break;
    }
    fault_ = arithmetic.fault();
    return result;
  }

  std::vector<ConstantScalar> compute_composite(ConstantArithmetic& arithmetic) {
    const CompositeOperands composite{
        value_.op,
        operands_,
        {&values_.type_of(operand_ids_[0]), operand_ids_.size() > 1 ? &values_.type_of(operand_ids_[1]) : nullptr},
        operand_scalars_[0]};
    if (auto result = composite_value(composite, arithmetic, values_.module_.types)) return std::move(*result);
    // All others work component by component.
    std::vector<ConstantScalar> result;
    std::array<ConstantScalar, 3> row;
    for (std::size_t i = 0; i < operands_[0].size(); ++i) {
      for (std::size_t k = 0; k < operand_ids_.size(); ++k) row[k] = operands_[k][i];
      result.push_back(arithmetic.apply(value_.op, std::span(row).first(operand_ids_.size())));
    }
    return result;
  }

  /// The type that the scalars of the computation have.
  ir::Type computed_type() const {
    switch (value_.op) {
      case Op::less:
      case Op::greater:
      case Op::less_equal:
      case Op::greater_equal:
      case Op::equal:
      case Op::not_equal:
        return operand_scalars_[0];
      default:
        return result_scalar_;
    }
  }

  ConstantValues& values_;
  ValueId id_;
  const ir::Value& value_;
  std::span<const ValueId> operand_ids_;
  std::array<Scalars, 3> operands_;
  std::array<ir::Type, 3> operand_scalars_;
  ir::Type result_scalar_;
  bool is_known_ = true;
  std::optional<ConstantFault> fault_;
};

ConstantValues::Slot ConstantValues::literal(ValueId id) {
  const ir::Value& value = pool_[id];
  ConstantArithmetic arithmetic(module_.types[value.type]);
  ConstantScalar scalar;
  if (needs_its_text(module_.types[value.type], value.payload)) {
    const auto bits = ir::literal_bits(module_.types, module_.types.abstract_float(), module_.text(value.spelling));
    scalar = arithmetic.literal(std::bit_cast<double>(bits.value_or(0)));
  } else {
    scalar = arithmetic.from_bits(value.payload);
  }
  if (arithmetic.fault()) {
    faults_.push_back({id, *arithmetic.fault()});
    return {};
  }
  std::vector<ConstantScalar> scalars{scalar};
  keep_first_zero(module_.types[value.type], scalars);
  return store(std::move(scalars));
}

ConstantValues::Slot ConstantValues::evaluate(ValueId id) {
  const ir::Value& value = pool_[id];
  switch (value.op) {
    case Op::literal:
      return literal(id);
    case Op::constant: {
      const ConstantValues& constants = constants_ == nullptr ? *this : *constants_;
      const ValueId target = module_.constants[static_cast<std::size_t>(value.payload)].value;
      if (target.index() >= constants.slots_.size()) return {};
      Slot slot = constants.slots_[target.index()];
      slot.is_of_constants = constants_ != nullptr;
      return slot;
    }
    case Op::copy: {
      const ValueId source = pool_.operands(id)[0];
      return operand(source).empty() ? Slot{} : slots_[source.index()];
    }
    case Op::construct: {
      std::vector<ConstantScalar> scalars;
      for (const ValueId part_id : pool_.operands(id)) {
        const Scalars part_scalars = operand(part_id);
        if (part_scalars.empty() || scalars.size() + part_scalars.size() > most_scalars) return {};
        scalars.insert(scalars.end(), part_scalars.begin(), part_scalars.end());
      }
      return store(std::move(scalars));
    }
    case Op::extract:
      return part(id);
    case Op::index:
    case Op::index_reference:
      return element(id);
    case Op::logical_and:
    case Op::logical_or: {
      if (skips_right_side(id)) return store({{value.op == Op::logical_or ? 1 : 0, 0.0}});
      const Scalars right = operand(pool_.operands(id)[1]);
      if (operand(pool_.operands(id)[0]).empty() || right.empty()) return {};
      return store({right[0]});
    }
    case Op::parameter:
    case Op::global_reference:
    case Op::local_reference:
    case Op::member_reference:
    case Op::array_length:
    case Op::texture_dimensions:
      return {};
    default: {
      if (is_pure(value.op)) return Step(*this, id).run();
      const bool has_lane = value.op == Op::subgroup_broadcast || value.op == Op::subgroup_shuffle ||
                            value.op == Op::subgroup_shuffle_xor;
      return has_lane ? Step(*this, id).run() : Slot{};
    }
  }
}

}  // namespace yyshader::pass
