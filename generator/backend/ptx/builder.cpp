#include "backend/ptx/builder.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr std::uint64_t word_mask = 0xffffffffU;

bool is_commutative(Opcode opcode) {
  switch (opcode) {
    case Opcode::add:
    case Opcode::mul:
    case Opcode::mul_wide:
    case Opcode::min:
    case Opcode::max:
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
      return true;
    default:
      return false;
  }
}

bool is_word_integer(Type type) { return type == Type::u32 || type == Type::s32 || type == Type::b32; }
bool is_integer(Type type) { return is_word_integer(type) || type == Type::b64 || type == Type::u64; }

/// One spelling for operations that don't look at the sign.
Type common_type(Opcode opcode, Type type) {
  switch (opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::mad:
      return is_word_integer(type) ? Type::u32 : type;
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
    case Opcode::bit_not:
    case Opcode::shl:
    case Opcode::selp:
    case Opcode::phi:
      return bits_of(type);
    default:
      return type;
  }
}

std::uint8_t limited(std::uint64_t zeros) { return static_cast<std::uint8_t>(std::min<std::uint64_t>(zeros, 32)); }

std::uint64_t bits_mask(Type type) {
  switch (class_of(type)) {
    case Class::predicate:
      return 1;
    case Class::half:
      return 0xffffU;
    case Class::word:
      return word_mask;
    default:
      return ~std::uint64_t{0};
  }
}

std::uint8_t zeros_of_constant(std::uint64_t bits) {
  return bits == 0 ? 32 : limited(static_cast<std::uint64_t>(std::countr_zero(bits)));
}

}  // namespace

bool Builder::Key::operator==(const Key& other) const {
  return operation.opcode == other.operation.opcode && operation.type == other.operation.type &&
         operation.from == other.operation.from && operation.modifier == other.operation.modifier &&
         operation.immediate == other.operation.immediate && operands == other.operands;
}

std::size_t Builder::Hash::operator()(const Key& key) const noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(key.operation.opcode) << 24U |
                       static_cast<std::uint64_t>(key.operation.type) << 16U |
                       static_cast<std::uint64_t>(key.operation.from) << 8U | key.operation.modifier;
  const auto mix = [&hash](std::uint64_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  };
  mix(key.operation.immediate);
  for (const Id operand : key.operands) mix(operand);
  return static_cast<std::size_t>(hash);
}

BlockIndex Builder::new_block() {
  procedure_.blocks.emplace_back();
  return static_cast<BlockIndex>(procedure_.blocks.size() - 1);
}

void Builder::jump(BlockIndex target) {
  Block& block = procedure_.blocks[block_];
  block.targets[0] = target;
  block.span = span_;
  procedure_.blocks[target].predecessors.push_back(block_);
  block_ = no_block;
}

void Builder::branch(Id condition, BlockIndex if_true, BlockIndex if_false) {
  Block& block = procedure_.blocks[block_];
  block.condition = condition;
  block.targets = {if_true, if_false};
  block.span = span_;
  procedure_.blocks[if_true].predecessors.push_back(block_);
  procedure_.blocks[if_false].predecessors.push_back(block_);
  block_ = no_block;
}

void Builder::finish_return() {
  procedure_.blocks[block_].span = span_;
  block_ = no_block;
}

void Builder::close_scope(std::size_t mark) {
  while (scope_log_.size() > mark) {
    made_.erase(scope_log_.back());
    scope_log_.pop_back();
  }
}

Id Builder::constant(Type type, std::uint64_t bits) {
  Instruction instruction;
  instruction.opcode = Opcode::constant;
  instruction.type = type == Type::f64 ? type : bits_of(type);
  instruction.immediate = bits & bits_mask(instruction.type);
  instruction.zeros = zeros_of_constant(instruction.immediate);
  instruction.is_uniform = true;
  const Key key{{Opcode::constant, instruction.type, Type::none, 0, instruction.immediate}, {}};
  const auto [place, added] = made_.try_emplace(key, no_id);
  if (added) place->second = procedure_.add(instruction, {});
  return place->second;
}

Id Builder::f32(float value) { return constant(Type::b32, std::bit_cast<std::uint32_t>(value)); }

Id Builder::undefined(Type type) {
  const Key key{{Opcode::undefined, bits_of(type), Type::none, 0, 0}, {}};
  const auto [place, added] = made_.try_emplace(key, no_id);
  if (added) {
    Instruction instruction;
    instruction.opcode = Opcode::undefined;
    instruction.type = bits_of(type);
    place->second = procedure_.add(instruction, {});
  }
  return place->second;
}

Id Builder::parameter(std::uint32_t index, Type type) {
  const Key key{{Opcode::parameter, type, Type::none, 0, index}, {}};
  const auto [place, added] = made_.try_emplace(key, no_id);
  if (added) {
    Instruction instruction;
    instruction.opcode = Opcode::parameter;
    instruction.type = type;
    instruction.immediate = index;
    instruction.is_uniform = procedure_.is_entry;
    if (procedure_.is_entry) instruction.zeros = 4;  // buffers begin at multiples of 16 at least
    place->second = procedure_.add(instruction, {});
  }
  return place->second;
}

Id Builder::special(Special which) {
  return emit({Opcode::special, Type::u32, Type::none, static_cast<std::uint8_t>(which), 0}, {});
}

Id Builder::emit(Opcode opcode, Type type, std::initializer_list<Id> operands) {
  return emit(Operation{opcode, type, Type::none, 0, 0}, operands);
}

Id Builder::emit(const Operation& given, std::initializer_list<Id> given_operands) {
  Operation operation = given;
  operation.type = common_type(operation.opcode, operation.type);
  std::array<Id, 3> operands{no_id, no_id, no_id};
  std::copy(given_operands.begin(), given_operands.end(), operands.begin());
  const std::span<const Id> used(operands.data(), given_operands.size());
  if (is_commutative(operation.opcode) && (is_constant(operands[0]) || operands[0] > operands[1]) &&
      !is_constant(operands[1])) {
    std::swap(operands[0], operands[1]);
  }
  if (const Id simple = simplify(operation, used); simple != no_id) return simple;
  const Key key{operation, operands};
  const auto [place, added] = made_.try_emplace(key, no_id);
  if (!added && (!is_isolated_ || procedure_[place->second].block == block_)) return place->second;
  Instruction instruction;
  instruction.opcode = operation.opcode;
  instruction.type = operation.type;
  instruction.from = operation.from;
  instruction.modifier = operation.modifier;
  instruction.immediate = operation.immediate;
  instruction.zeros = known_zeros(operation, used);
  const Id id = append(instruction, used);
  if (added) {
    place->second = id;
    scope_log_.push_back(key);
  }
  return id;
}

std::uint8_t Builder::known_zeros(const Operation& operation, std::span<const Id> operands) const {
  const auto of = [&](std::size_t i) { return static_cast<std::uint64_t>(zeros(operands[i])); };
  if (is_float(operation.type) || operation.type == Type::pred) return 0;
  switch (operation.opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::bit_or:
    case Opcode::bit_xor:
    case Opcode::selp:
    case Opcode::min:
    case Opcode::max:
      return limited(std::min(of(0), of(1)));
    case Opcode::bit_and:
      return limited(std::max(of(0), of(1)));
    case Opcode::mul:
    case Opcode::mul_wide:
      return limited(of(0) + of(1));
    case Opcode::shl:
      return is_constant(operands[1]) ? limited(of(0) + bits(operands[1])) : limited(of(0));
    case Opcode::shr:
      return is_constant(operands[1]) && of(0) > bits(operands[1]) ? limited(of(0) - bits(operands[1])) : 0;
    case Opcode::neg:
      return limited(of(0));
    case Opcode::symbol:
      return 4;
    default:
      return 0;
  }
}

Id Builder::compare(Comparison comparison, Type from, Id a, Id b) {
  if (is_constant(a) && !is_constant(b)) {
    std::swap(a, b);
    comparison = exchanged(comparison);
  }
  if (comparison == Comparison::eq || comparison == Comparison::ne) from = is_word_integer(from) ? Type::u32 : from;
  return emit({Opcode::setp, Type::pred, from, static_cast<std::uint8_t>(comparison), 0}, {a, b});
}

Id Builder::select(Id condition, Id if_true, Id if_false) {
  const Type type = bits_of(procedure_[if_true].opcode == Opcode::setp ? Type::pred : procedure_[if_true].type);
  if (type == Type::pred) {
    if (is_constant(condition)) return bits(condition) != 0 ? if_true : if_false;
    if (if_true == if_false) return if_true;
    const Id yes = emit(Opcode::bit_and, Type::pred, {condition, if_true});
    const Id no = emit(Opcode::bit_and, Type::pred, {logical_not(condition), if_false});
    return emit(Opcode::bit_or, Type::pred, {yes, no});
  }
  return emit(Opcode::selp, type, {if_true, if_false, condition});
}

Id Builder::convert(Type to, Type from, Rounding rounding, Id value) {
  return emit({Opcode::cvt, to, from, static_cast<std::uint8_t>(rounding), 0}, {value});
}

Id Builder::logical_not(Id value) { return emit(Opcode::bit_not, Type::pred, {value}); }

Id Builder::phi(Type type) {
  Instruction instruction;
  instruction.opcode = Opcode::phi;
  instruction.type = bits_of(type);
  return append(instruction, {});
}

void Builder::set_operands(Id id, std::span<const Id> operands) {
  procedure_[id].first_operand = static_cast<std::uint32_t>(procedure_.operand_list.size());
  procedure_[id].operand_count = static_cast<std::uint32_t>(operands.size());
  procedure_.operand_list.insert(procedure_.operand_list.end(), operands.begin(), operands.end());
}

bool Builder::gives_uniform(const Instruction& instruction, std::span<const Id> operands) const {
  const bool are_operands =
      std::all_of(operands.begin(), operands.end(), [&](Id id) { return procedure_[id].is_uniform; });
  switch (instruction.opcode) {
    case Opcode::phi:
      return false;
    case Opcode::special: {
      const auto which = static_cast<Special>(instruction.modifier);
      return which >= Special::ctaid_x && which <= Special::nctaid_z;
    }
    case Opcode::load:
      return are_operands && (instruction.space == Space::read_only || instruction.space == Space::constant);
    default:
      return are_operands && row(instruction.opcode).effect == Effect::pure;
  }
}

Id Builder::append(Instruction instruction, std::span<const Id> operands) {
  support::invariant(block_ != no_block, "an instruction in no block");
  instruction.block = block_;
  instruction.span = span_;
  instruction.is_uniform = gives_uniform(instruction, operands);
  const Id id = procedure_.add(instruction, operands);
  procedure_.blocks[block_].instructions.push_back(id);
  return id;
}

Id Builder::part(Id of, std::uint32_t index, Type type) {
  return emit({Opcode::part, type, Type::none, 0, index}, {of});
}

Id Builder::constant_operand(Id id) const {
  const auto operands = procedure_.operands(id);
  return operands.size() == 2 && is_constant(operands[1]) ? operands[1] : no_id;
}

Id Builder::simplify(const Operation& operation, std::span<const Id> operands) {
  if (row(operation.opcode).effect != Effect::pure || operands.empty()) return no_id;
  if (operation.opcode == Opcode::part) return no_id;
  if (std::all_of(operands.begin(), operands.end(), [&](Id id) { return is_constant(id); })) {
    std::array<std::uint64_t, 3> values{};
    for (std::size_t i = 0; i < operands.size(); ++i) values[i] = bits(operands[i]);
    const auto result = fold(operation, std::span<const std::uint64_t>(values.data(), operands.size()));
    if (result) return constant(operation.opcode == Opcode::setp ? Type::pred : operation.type, *result);
  }
  if (operation.opcode == Opcode::selp || operation.opcode == Opcode::setp || operation.opcode == Opcode::cvt ||
      operation.opcode == Opcode::pack) {
    return simplify_other(operation, operands);
  }
  if (operation.type == Type::pred) return simplify_predicate(operation, operands);
  if (operation.type == Type::f32 || operation.type == Type::f16) return simplify_float(operation, operands);
  if (is_integer(operation.type)) return simplify_integer(operation, operands);
  return no_id;
}

Id Builder::simplify_integer(const Operation& operation, std::span<const Id> operands) {
  const Id a = operands[0];
  const Id b = operands.size() > 1 ? operands[1] : no_id;
  const bool is_wide = class_of(operation.type) == Class::wide;
  const std::uint64_t all = is_wide ? ~std::uint64_t{0} : word_mask;
  switch (operation.opcode) {
    case Opcode::sub:
      if (a == b) return constant(operation.type, 0);
      if (is_constant(b)) return emit(Opcode::add, operation.type, {a, constant(operation.type, (0 - bits(b)) & all)});
      return no_id;
    case Opcode::add: {
      if (!is_constant(b)) return no_id;
      if (bits(b) == 0) return a;
      const Instruction inner = procedure_[a];
      if (inner.opcode == Opcode::add && inner.type == operation.type && constant_operand(a) != no_id) {
        const Id sum = constant(operation.type, (bits(constant_operand(a)) + bits(b)) & all);
        return emit(Opcode::add, operation.type, {procedure_.operands(a)[0], sum});
      }
      return no_id;
    }
    case Opcode::mul:
      return is_constant(b) ? simplify_product(operation, a, b) : no_id;
    case Opcode::div:
      if (is_constant(b, 1)) return a;
      if (operation.type == Type::u32 && is_constant(b) && std::has_single_bit(bits(b))) {
        return emit(Opcode::shr, Type::u32, {a, u32(static_cast<std::uint32_t>(std::countr_zero(bits(b))))});
      }
      return no_id;
    case Opcode::bit_and:
      if (a == b || is_constant(b, all)) return a;
      if (is_constant(b, 0)) return b;
      // The low bits that are cut off are zero already.
      if (is_constant(b) && !is_wide && ((~bits(b) & all) >> std::min(zeros(a), 31U) == 0)) return a;
      return no_id;
    case Opcode::bit_or:
      if (a == b || is_constant(b, 0)) return a;
      if (is_constant(b, all)) return b;
      return no_id;
    case Opcode::bit_xor:
      if (a == b) return constant(operation.type, 0);
      return is_constant(b, 0) ? a : no_id;
    case Opcode::shl:
    case Opcode::shr:
      return is_constant(b, 0) ? a : no_id;
    case Opcode::min:
    case Opcode::max:
      return a == b ? a : no_id;
    case Opcode::neg:
    case Opcode::bit_not:
      if (procedure_[a].opcode == operation.opcode && procedure_[a].type == operation.type)
        return procedure_.operands(a)[0];
      return no_id;
    default:
      return no_id;
  }
}

/// By a constant. (x + c1) × c2 = x × c2 + c1 × c2: constants gather at the end, where addresses take them up.
Id Builder::simplify_product(const Operation& operation, Id a, Id b) {
  const std::uint64_t all = class_of(operation.type) == Class::wide ? ~std::uint64_t{0} : word_mask;
  if (bits(b) == 0) return b;
  if (bits(b) == 1) return a;
  const Instruction inner = procedure_[a];  // a copy: making a constant may move the instructions
  const Id inner_constant = inner.type == operation.type ? constant_operand(a) : no_id;
  if (inner_constant == no_id) return no_id;
  const Id product = constant(operation.type, (bits(inner_constant) * bits(b)) & all);
  const Id rest = procedure_.operands(a)[0];
  if (inner.opcode == Opcode::mul) return emit(Opcode::mul, operation.type, {rest, product});
  if (inner.opcode == Opcode::add)
    return emit(Opcode::add, operation.type, {emit(Opcode::mul, operation.type, {rest, b}), product});
  return no_id;
}

Id Builder::simplify_float(const Operation& operation, std::span<const Id> operands) {
  const bool is_half = operation.type == Type::f16;
  const std::uint64_t one = is_half ? 0x3c00U : 0x3f800000U;
  const std::uint64_t minus_one = is_half ? 0xbc00U : 0xbf800000U;
  const std::uint64_t minus_zero = is_half ? 0x8000U : 0x80000000U;
  const Id a = operands[0];
  const Id b = operands.size() > 1 ? operands[1] : no_id;
  switch (operation.opcode) {
    case Opcode::add:
      return is_constant(b, minus_zero) ? a : no_id;
    case Opcode::sub:
      return is_constant(b, 0) ? a : no_id;
    case Opcode::mul:
      if (is_constant(b, one)) return a;
      return is_constant(b, minus_one) ? emit(Opcode::neg, operation.type, {a}) : no_id;
    case Opcode::div: {
      if (is_constant(b, one)) return a;
      if (is_half || !is_constant(b)) return no_id;
      // A power of two whose reciprocal is a normal number too: the product is the quotient.
      const std::uint64_t exponent = (bits(b) >> 23U) & 0xffU;
      if ((bits(b) & 0x7fffffU) != 0 || exponent < 2 || exponent > 252) return no_id;
      return emit(Opcode::mul, Type::f32, {a, constant(Type::f32, (bits(b) & 0x80000000U) | (254 - exponent) << 23U)});
    }
    case Opcode::neg:
      return procedure_[a].opcode == Opcode::neg && procedure_[a].type == operation.type ? procedure_.operands(a)[0]
                                                                                         : no_id;
    case Opcode::abs:
      return procedure_[a].opcode == Opcode::abs && procedure_[a].type == operation.type ? a : no_id;
    default:
      return no_id;
  }
}

Id Builder::simplify_predicate(const Operation& operation, std::span<const Id> operands) {
  const Id a = operands[0];
  const Id b = operands.size() > 1 ? operands[1] : no_id;
  switch (operation.opcode) {
    case Opcode::bit_and:
      if (a == b || is_constant(b, 1)) return a;
      return is_constant(b, 0) ? b : no_id;
    case Opcode::bit_or:
      if (a == b || is_constant(b, 0)) return a;
      return is_constant(b, 1) ? b : no_id;
    case Opcode::bit_xor:
      if (a == b) return predicate(false);
      if (is_constant(b, 0)) return a;
      return is_constant(b, 1) ? logical_not(a) : no_id;
    case Opcode::bit_not: {
      const Instruction inner = procedure_[a];
      if (inner.opcode == Opcode::bit_not) return procedure_.operands(a)[0];
      if (inner.opcode != Opcode::setp) return no_id;
      const Comparison opposite = inverted(static_cast<Comparison>(inner.modifier), is_float(inner.from));
      const auto sides = procedure_.operands(a);
      return compare(opposite, inner.from, sides[0], sides[1]);
    }
    default:
      return no_id;
  }
}

Id Builder::simplify_other(const Operation& operation, std::span<const Id> operands) {
  const Id a = operands[0];
  switch (operation.opcode) {
    case Opcode::selp:
      if (is_constant(operands[2])) return bits(operands[2]) != 0 ? a : operands[1];
      return a == operands[1] ? a : no_id;
    case Opcode::setp: {
      const auto comparison = static_cast<Comparison>(operation.modifier);
      if (a == operands[1] && !is_float(operation.from)) {
        return predicate(comparison == Comparison::eq || comparison == Comparison::le || comparison == Comparison::ge);
      }
      if (operation.from != Type::u32) return no_id;
      if (is_constant(operands[1], 0) && comparison == Comparison::lt) return predicate(false);
      if (is_constant(operands[1], 0) && comparison == Comparison::ge) return predicate(true);
      return no_id;
    }
    default:
      return no_id;
  }
}

}  // namespace yyshader::backend::ptx
