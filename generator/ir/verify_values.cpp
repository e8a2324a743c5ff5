#include <string>

#include "ir/builder.hpp"
#include "ir/signature.hpp"
#include "ir/text.hpp"
#include "ir/uses.hpp"
#include "ir/verify_parts.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir::verifier {

namespace {

using support::to_decimal;

class ValueVerifier {
 public:
  ValueVerifier(Context& context, const std::string& where, const ValuePool& pool, const Function* function,
                std::size_t place)
      : context_(context), module_(context.module), where_(where), pool_(pool), function_(function), place_(place) {}

  bool verify();

 private:
  bool check_ids(ValueId id);
  std::string payload_fault(const Value& value) const;
  void check_types(ValueId id);
  void check_literal(ValueId id);
  void check_named_items(ValueId id);
  void report(ValueId id, const std::string& what) {
    std::string line = "the value " + to_decimal(id.value);
    if (pool_[id].op < Op::count_) line += " (" + std::string(row(pool_[id].op).text) + ")";
    context_.report(where_, line + ": " + what);
  }

  Context& context_;
  const Module& module_;
  const std::string& where_;
  const ValuePool& pool_;
  const Function* function_;
  std::size_t place_;
  std::vector<TypeId> operand_types_;
};

bool ValueVerifier::verify() {
  bool is_sound = true;
  for (std::size_t index = 0; index < pool_.values.size(); ++index) is_sound = check_ids(ValueId(index)) && is_sound;
  if (!is_sound) return false;
  for (std::size_t index = 0; index < pool_.values.size(); ++index) check_types(ValueId(index));
  return true;
}

bool ValueVerifier::check_ids(ValueId id) {
  const Value& value = pool_[id];
  std::string fault;
  if (value.op >= Op::count_) {
    fault = "it has no operation";
  } else if (value.type.index() >= module_.types.size()) {
    fault = "its type doesn't exist";
  } else if (!context_.types[value.type].fault.empty()) {
    fault = "its type " + type_text(module_, value.type) + " " + context_.types[value.type].fault;
  } else if (std::size_t{value.first_operand} + value.operand_count > pool_.operand_list.size()) {
    fault = "its operands don't exist";
  } else if (const int wanted = row(value.op).operands;
             wanted >= 0 && static_cast<std::uint32_t>(wanted) != value.operand_count) {
    fault = "it takes " + to_decimal(wanted) + " operands, not " + to_decimal(value.operand_count);
  } else {
    fault = payload_fault(value);
    for (const ValueId operand : pool_.operands(id)) {
      if (operand.index() >= id.index()) fault = "its operand is no earlier value";
    }
  }
  if (!fault.empty()) report(id, fault);
  return fault.empty();
}

std::string ValueVerifier::payload_fault(const Value& value) const {
  const auto is_past = [&value](std::size_t size) { return value.payload >= size; };
  switch (value.op) {
    case Op::constant:
      return is_past(module_.constants.size()) ? "its constant doesn't exist" : "";
    case Op::global_reference:
      return is_past(module_.globals.size()) ? "its global doesn't exist" : "";
    case Op::call:
      return is_past(module_.functions.size()) ? "its function doesn't exist" : "";
    case Op::parameter:
      return function_ == nullptr || is_past(function_->parameters.size()) ? "its parameter doesn't exist" : "";
    case Op::local_reference:
      return function_ == nullptr || is_past(function_->locals.size()) ? "its variable doesn't exist" : "";
    case Op::logical_and:
    case Op::logical_or:
      return value.payload != 0 && (function_ == nullptr || is_past(function_->blocks.size() + 1))
                 ? "the block of its right side doesn't exist"
                 : "";
    case Op::literal:
    case Op::member_reference:
    case Op::extract:
      return {};
    default:
      return value.payload != 0 ? "its payload means nothing" : "";
  }
}

void ValueVerifier::check_types(ValueId id) {
  const Value& value = pool_[id];
  operand_types_.clear();
  for (const ValueId operand : pool_.operands(id)) operand_types_.push_back(pool_[operand].type);
  const Operation operation{module_, function_, value.op, operand_types_, value.payload};
  if (const std::string fault = signature_fault(operation, value.type); !fault.empty()) {
    report(id, fault);
    return;
  }
  if (value.op == Op::literal) check_literal(id);
  // Only references lead to memory: nothing else gives a pointer, a handle or a part that can't be taken out.
  const TypeFacts& facts = context_.types[value.type];
  const bool is_reference = value.op == Op::global_reference || value.op == Op::local_reference ||
                            value.op == Op::index_reference || value.op == Op::member_reference;
  const bool is_void = value.type == module_.types.void_type();
  if (!is_reference && !is_void && !facts.is_value && !facts.has_abstract) {
    report(id, "it can't give a " + type_text(module_, value.type));
  }
  check_named_items(id);
}

void ValueVerifier::check_literal(ValueId id) {
  const Value& value = pool_[id];
  if (value.spelling.index() >= module_.symbols.size()) {
    report(id, "it has no spelling");
    return;
  }
  const std::string_view spelling = module_.text(value.spelling);
  if (literal_bits(module_.types, value.type, spelling) != value.payload) {
    report(id, "its bits are not those of " + std::string(spelling));
  }
}

void ValueVerifier::check_named_items(ValueId id) {
  const Value& value = pool_[id];
  context_.check_order(where_, value.type, place_);
  context_.check_features(where_, value.type);
  const auto index = static_cast<std::size_t>(value.payload);
  if (value.op == Op::call) {
    if (module_.functions[index].entry) report(id, "the function of an entry is called");
    if (context_.function_places[index] >= place_) report(id, "the function it calls stands later");
  }
  if (value.op == Op::global_reference && context_.global_places[index] >= place_) {
    report(id, "its global stands later");
  }
  if (value.op == Op::constant && function_ != nullptr && context_.constant_places[index] >= place_) {
    report(id, "its constant stands later");
  }
  const bool is_subgroup = row(value.op).effect == Effect::group && value.op != Op::texture_sample;
  if (is_subgroup && !module_.features.subgroups) {
    report(id, "the module's features don't name subgroups");
  }
}

}  // namespace

bool verify_values(Context& context, const std::string& where, const ValuePool& pool, const Function* function,
                   std::size_t place) {
  return ValueVerifier(context, where, pool, function, place).verify();
}

}  // namespace yyshader::ir::verifier
