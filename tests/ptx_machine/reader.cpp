#include <bit>
#include <cstdint>

#include "ptx_machine/decoder.hpp"

namespace yyshader::ptx_machine {

using syntax::Operand;
using syntax::OperandKind;

std::uint32_t SlotTable::add(std::string name) {
  program_.slot_names.push_back(std::move(name));
  return static_cast<std::uint32_t>(program_.slot_names.size() - 1);
}

std::uint32_t SlotTable::add_predicate(std::string name) {
  program_.predicate_names.push_back(std::move(name));
  return static_cast<std::uint32_t>(program_.predicate_names.size() - 1);
}

std::uint32_t SlotTable::constant(std::uint64_t value) {
  const auto [found, is_new] = constants_.try_emplace(value, 0);
  if (is_new) {
    found->second = add(std::to_string(value));
    program_.constants.emplace_back(found->second, value);
  }
  return found->second;
}

std::uint32_t SlotTable::special(Special special, std::string_view name) {
  const auto [found, is_new] = specials_.try_emplace(special, 0);
  if (is_new) {
    found->second = add(std::string(name));
    program_.specials.emplace_back(found->second, special);
  }
  return found->second;
}

std::uint32_t SlotTable::scratch(std::size_t index) {
  if (scratch_[index] == no_slot) scratch_[index] = add("_");
  return scratch_[index];
}

std::uint32_t SlotTable::scratch_predicate() {
  if (scratch_predicate_ == no_slot) scratch_predicate_ = add_predicate("_");
  return scratch_predicate_;
}

bool Scopes::add(std::string_view name, const Symbol& symbol) {
  return find_in(scopes_.back(), name) == nullptr && scopes_.back().names.emplace(name, symbol).second;
}

bool Scopes::add_range(std::string_view prefix, std::uint32_t count, const Symbol& symbol) {
  return scopes_.back().ranges.emplace(prefix, Range{count, symbol}).second;
}

Symbol* Scopes::find_in(Scope& scope, std::string_view name) {
  const auto exact = scope.names.find(name);
  if (exact != scope.names.end()) return &exact->second;
  std::size_t digits = name.size();
  while (digits > 1 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  // %r10 of %r<20>, but also %r10 of %r1<2>: every split of the digits names a range.
  for (std::size_t split = digits; split < name.size(); ++split) {
    const auto range = scope.ranges.find(name.substr(0, split));
    if (range == scope.ranges.end() || name.size() - split > 9) continue;
    if (name[split] == '0' && name.size() - split > 1) continue;
    std::uint32_t number = 0;
    for (const char c : name.substr(split)) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    if (number < range->second.count) return &scope.names.emplace(name, range->second.symbol).first->second;
  }
  return nullptr;
}

Symbol* Scopes::find(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (Symbol* const found = find_in(*scope, name)) return found;
  }
  return nullptr;
}

void Reader::refuse(const std::string& message) {
  if (!failed_) context_.problems.push_back({source_.line, message, std::string(source_.text)});
  failed_ = true;
}

bool Reader::accept(std::string_view word) {
  if (next() != word) return false;
  ++at_;
  return true;
}

std::string_view Reader::next() const {
  return at_ < source_.modifiers.size() ? source_.modifiers[at_] : std::string_view{};
}

Type Reader::type(std::initializer_list<Type> allowed) {
  const std::optional<Type> found = type_named(next());
  for (const Type type : allowed) {
    if (found == type) {
      ++at_;
      result.modifiers.type = type;
      return type;
    }
  }
  refuse(next().empty() ? "a type is missing" : std::string(next()) + " has no meaning here that the machine knows");
  return *allowed.begin();
}

std::optional<Rounding> Reader::rounding() {
  static constexpr std::pair<std::string_view, Rounding> table[] = {
      {".rn", Rounding::nearest_even}, {".rz", Rounding::zero}, {".rm", Rounding::down}, {".rp", Rounding::up}};
  const std::optional<Rounding> found = choose(table);
  if (found) result.modifiers.rounding = *found;
  return found;
}

void Reader::operands(std::size_t least, std::size_t most) {
  if (!next().empty()) refuse(std::string(next()) + " has no meaning here that the machine knows");
  if (operand_count() < least || operand_count() > most) refuse("not the number of operands that it takes");
}

const Operand& Reader::operand(std::size_t index) const {
  static const Operand none;
  return index < source_.operands.size() ? source_.operands[index] : none;
}

std::uint32_t Reader::register_slot(std::string_view name, Type type, bool widened, Type* declared) {
  Symbol* const found = context_.scopes.find(name);
  if (found == nullptr) {
    refuse(name.starts_with("%") ? std::string(name) + " is declared nowhere, or not to be used here"
                                 : std::string(name) + " is declared nowhere");
    return scratch_slot();
  }
  if (found->kind != SymbolKind::reg) {
    refuse(std::string(name) + " is no register of type " + std::string(type_name(type)));
    return scratch_slot();
  }
  if (!(widened ? types_agree_widened(found->type, type) : types_agree(found->type, type))) {
    refuse(std::string(name) + " is " + std::string(type_name(found->type)) + ", which cannot stand for " +
           std::string(type_name(type)));
  }
  if (found->slot == no_slot) found->slot = context_.slots.add(std::string(name));
  if (declared != nullptr) *declared = found->type;
  return found->slot;
}

std::uint32_t Reader::literal(const Operand& operand, Type type) {
  const bool is_integer_literal = operand.kind == OperandKind::integer;
  if (is_integer_literal && !is_floating(type) && type != Type::pred) {
    const unsigned bits = 8 * type_size(type);
    const std::uint64_t largest = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
    const bool fits = operand.bits <= largest || (operand.negative && (0 - operand.bits) <= (largest >> 1U) + 1);
    if (!fits) refuse("the number does not fit into " + std::string(type_name(type)));
    return constant_slot(operand.bits & largest);
  }
  const bool is_float_literal = operand.kind == OperandKind::floating || operand.kind == OperandKind::single;
  if (is_float_literal && (type == Type::f32 || type == Type::f64)) {
    const bool is_single = operand.kind == OperandKind::single;
    if (is_single == (type == Type::f32)) return constant_slot(operand.bits);
    if (is_single) return constant_slot(soft_convert(single_format, double_format, Rounding::zero, operand.bits));
    return constant_slot(soft_convert(double_format, single_format, Rounding::nearest_even, operand.bits));
  }
  const bool are_exact_bits = operand.kind == OperandKind::single ? type == Type::b32 : type == Type::b64;
  if (is_float_literal && are_exact_bits) return constant_slot(operand.bits);
  refuse("an operand cannot stand for " + std::string(type_name(type)));
  return scratch_slot();
}

std::uint32_t Reader::source(const Operand& operand, Type type, bool widened) {
  if (operand.inverted || operand.has_offset) refuse("an operand is not of the form that it takes");
  switch (operand.kind) {
    case OperandKind::name:
      if (operand.name == "WARP_SZ" && !is_floating(type)) return constant_slot(warp_size);
      return register_slot(operand.name, type, widened, nullptr);
    case OperandKind::integer:
    case OperandKind::floating:
    case OperandKind::single:
      return literal(operand, type);
    default:
      refuse("an operand is not of the form that it takes");
      return scratch_slot();
  }
}

std::uint32_t Reader::destination(const Operand& operand, Type type, bool widened) {
  if (operand.kind == OperandKind::sink) {
    result.register_size = static_cast<std::uint8_t>(type_size(type));
    return scratch_slot();
  }
  if (operand.kind != OperandKind::name || operand.inverted || operand.has_offset) {
    refuse("its result goes to a register");
    return scratch_slot();
  }
  Type declared = type;
  const std::uint32_t slot = register_slot(operand.name, type, widened, &declared);
  result.register_size = static_cast<std::uint8_t>(type_size(declared));
  return slot;
}

void Reader::elementwise_operands(Type type, std::size_t sources) {
  operands(sources + 1);
  if (failed_) return;
  if (operand(0).kind == OperandKind::sink) return refuse("its result goes to a register");
  result.slots[0] = destination(0, type);
  for (std::size_t i = 1; i <= sources; ++i) result.slots[i] = source(i, type);
}

std::uint32_t Reader::predicate_destination(const Operand& operand) {
  if (operand.kind == OperandKind::sink) return context_.slots.scratch_predicate();
  Symbol* const found = operand.kind == OperandKind::name ? context_.scopes.find(operand.name) : nullptr;
  if (found == nullptr || found->kind != SymbolKind::predicate || operand.inverted || operand.has_offset) {
    refuse("an operand must be a predicate");
    return 0;
  }
  if (found->slot == no_slot) found->slot = context_.slots.add_predicate(std::string(operand.name));
  return found->slot;
}

void Reader::predicate_source(std::size_t index) {
  Operand plain = operand(index);
  result.source_inverted = plain.inverted;
  plain.inverted = false;
  if (plain.kind == OperandKind::sink) refuse("an operand must be a predicate");
  result.predicates[2] = predicate_destination(plain);
}

std::uint32_t Reader::special_source(const Operand& operand, Type type) {
  static constexpr std::pair<std::string_view, Special> table[] = {
      {"%tid.x", Special::tid_x},
      {"%tid.y", Special::tid_y},
      {"%tid.z", Special::tid_z},
      {"%ntid.x", Special::ntid_x},
      {"%ntid.y", Special::ntid_y},
      {"%ntid.z", Special::ntid_z},
      {"%ctaid.x", Special::ctaid_x},
      {"%ctaid.y", Special::ctaid_y},
      {"%ctaid.z", Special::ctaid_z},
      {"%nctaid.x", Special::nctaid_x},
      {"%nctaid.y", Special::nctaid_y},
      {"%nctaid.z", Special::nctaid_z},
      {"%tid.w", Special::zero},
      {"%ntid.w", Special::zero},
      {"%ctaid.w", Special::zero},
      {"%nctaid.w", Special::zero},
      {"%laneid", Special::laneid},
      {"%warpid", Special::warpid},
      {"%nwarpid", Special::nwarpid},
      {"%lanemask_eq", Special::lanemask_eq},
      {"%lanemask_le", Special::lanemask_le},
      {"%lanemask_lt", Special::lanemask_lt},
      {"%lanemask_ge", Special::lanemask_ge},
      {"%lanemask_gt", Special::lanemask_gt},
  };
  if (operand.kind != OperandKind::name || operand.inverted || operand.has_offset) return no_slot;
  for (const auto& [name, special] : table) {
    if (name != operand.name) continue;
    // The thread and block numbers may also be read as 16 bits (manual, chapter 10).
    if (type_size(type) != 4 && !(type_size(type) == 2 && name.find('.') != std::string_view::npos)) {
      refuse(std::string(name) + " is a 32-bit integer");
    }
    if (is_floating(type)) refuse(std::string(name) + " is an integer");
    return context_.slots.special(special, name);
  }
  return no_slot;
}

std::uint64_t Reader::constant_integer(std::size_t index, std::uint64_t largest, const char* what) {
  const Operand& found = operand(index);
  if (found.kind != OperandKind::integer || found.bits > largest) {
    refuse(std::string(what) + " is a constant from 0 to " + std::to_string(largest));
    return 0;
  }
  return found.bits;
}

Symbol* Reader::symbol(const Operand& operand) {
  Symbol* const found = operand.name.empty() ? nullptr : context_.scopes.find(operand.name);
  if (found == nullptr) {
    refuse(std::string(operand.name) + " is declared nowhere");
    return nullptr;
  }
  if (found->kind == SymbolKind::reg || found->kind == SymbolKind::predicate) {
    refuse(std::string(operand.name) + " is no variable");
    return nullptr;
  }
  return found;
}

void Reader::address(std::size_t index, Space space, std::size_t slot) {
  const Operand& found = operand(index);
  result.memory.space = space;
  result.slots[slot] = scratch_slot();
  if (found.kind != OperandKind::address) return refuse("an address stands in brackets");
  result.immediate = found.offset;
  Symbol* const base = context_.scopes.find(found.name);
  if (base == nullptr) return refuse(std::string(found.name) + " is declared nowhere");
  if (base->kind == SymbolKind::variable) {
    if (base->space != space) return refuse(std::string(found.name) + " lies in another state space");
    result.slots[slot] = constant_slot(base->address);
    return;
  }
  if (base->kind != SymbolKind::reg) return refuse(std::string(found.name) + " is no address of this space");
  const bool may_be_narrow = space == Space::shared || space == Space::local;
  result.memory.narrow_address = type_size(base->type) == 4;
  if (is_floating(base->type) || (type_size(base->type) != 8 && !(may_be_narrow && type_size(base->type) == 4))) {
    return refuse(std::string(found.name) + " is no address: it is " + std::string(type_name(base->type)));
  }
  result.slots[slot] = register_slot(found.name, base->type, false, nullptr);
}

}  // namespace yyshader::ptx_machine
