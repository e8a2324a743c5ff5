#include "pass/index_ranges.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "ir/uses.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::StatementKind;
using ir::ValueId;

constexpr std::uint64_t unknown = 0xffffffff;

/// Deeper expressions are not understood.
constexpr int deepest = 32;

/// What a fact is about: a parameter or a component of one, a variable, or a value that is computed once.
struct Key {
  enum class Kind : std::uint8_t { parameter, local, value } kind = Kind::value;
  std::uint64_t index = 0;
  std::uint64_t component = 0;
  friend bool operator==(const Key&, const Key&) = default;
};

/// The key's unsigned value is at most `largest`, and below the length of `shorter_than` where that is set.
struct Fact {
  Key key;
  std::uint64_t largest = unknown;
  ir::GlobalId shorter_than;
};

class IndexRanges {
 public:
  IndexRanges(const ir::Module& module, const ir::Function& function, const ConstantIntegers& constants)
      : module_(module),
        function_(function),
        pool_(function.values),
        constants_(constants),
        named_(let_named(function)),
        proven_(pool_.values.size()),
        named_largest_(pool_.values.size(), unknown) {}

  std::vector<bool> run() {
    if (function_.body) block(function_.body);
    return std::move(proven_);
  }

 private:
  // Walking. Blocks nest no deeper than pass/limits.hpp lets them.

  void block(ir::BlockId id) {
    for (const ir::Statement& each : function_.blocks[id.index()].statements) statement(each);
  }

  void statement(const ir::Statement& statement) {
    if (statement.target) tree(statement.target);
    if (statement.value) tree(statement.value);
    const std::size_t known = facts_.size();
    switch (statement.kind) {
      case StatementKind::let:
        // From here on the name stands for what is known now.
        named_largest_[statement.value.index()] = compute(statement.value, 0);
        break;
      case StatementKind::store:
        if (pool_[statement.target].op == Op::local_reference) forget(pool_[statement.target].payload);
        break;
      case StatementKind::if_:
        learn(statement.value, true, 0);
        block(statement.first);
        facts_.resize(known);
        learn(statement.value, false, 0);
        block(statement.second);
        facts_.resize(known);
        forget_stores_of(statement);
        break;
      case StatementKind::loop:
        forget_stores_of(statement);
        block(statement.first);
        facts_.resize(std::min(known, facts_.size()));
        break;
      default:
        break;
    }
  }

  /// Facts keep their places, so that those learnt in a branch can be dropped by their number.
  void forget(std::uint64_t local) {
    for (Fact& fact : facts_) {
      if (fact.key.kind == Key::Kind::local && fact.key.index == local) fact.largest = unknown, fact.shorter_than = {};
    }
  }

  void forget_stores_of(const ir::Statement& root) {
    std::vector<ir::Statement> pending{root};
    while (!pending.empty()) {
      const ir::Statement each = pending.back();
      pending.pop_back();
      if (each.kind == StatementKind::store && pool_[each.target].op == Op::local_reference) {
        forget(pool_[each.target].payload);
      }
      for (const ir::BlockId nested : {each.first, each.second}) {
        if (!nested) continue;
        const auto& statements = function_.blocks[nested.index()].statements;
        pending.insert(pending.end(), statements.begin(), statements.end());
      }
    }
  }

  /// Every index of a tree; the right side of a short circuit knows what its left side came to.
  void tree(ValueId id) {
    const ir::Value& value = pool_[id];
    const auto operands = pool_.operands(id);
    if (value.op == Op::logical_and || value.op == Op::logical_or) {
      part(operands[0]);
      const std::size_t known = facts_.size();
      learn(operands[0], value.op == Op::logical_and, 0);
      part(operands[1]);
      facts_.resize(known);
      return;
    }
    if (value.op == Op::index || value.op == Op::index_reference) {
      proven_[id.index()] = is_inside(operands[0], operands[1], value.op == Op::index_reference);
    }
    for (const ValueId operand : operands) part(operand);
  }
  void part(ValueId id) {
    if (!named_[id.index()]) tree(id);
  }

  // Knowledge.

  /// `is_old`: the condition has a name, so that variables may have changed since it was evaluated.
  void learn(ValueId condition, bool holds, int depth, bool is_old = false) {
    const ir::Value& value = pool_[condition];
    const auto operands = pool_.operands(condition);
    if (depth > deepest) return;
    is_old = is_old || named_[condition.index()];
    switch (value.op) {
      case Op::copy:
        return learn(operands[0], holds, depth + 1, is_old);
      case Op::logical_not:
        return learn(operands[0], !holds, depth + 1, is_old);
      case Op::logical_and:
      case Op::logical_or:
        if (holds != (value.op == Op::logical_and)) return;
        learn(operands[0], holds, depth + 1, is_old);
        return learn(operands[1], holds, depth + 1, is_old);
      case Op::less:
        return holds ? below(operands[0], operands[1], true, is_old) : below(operands[1], operands[0], false, is_old);
      case Op::greater:
        return holds ? below(operands[1], operands[0], true, is_old) : below(operands[0], operands[1], false, is_old);
      case Op::less_equal:
        return holds ? below(operands[0], operands[1], false, is_old) : below(operands[1], operands[0], true, is_old);
      case Op::greater_equal:
        return holds ? below(operands[1], operands[0], false, is_old) : below(operands[0], operands[1], true, is_old);
      case Op::equal:
      case Op::not_equal:
        if (holds != (value.op == Op::equal)) return;
        below(operands[0], operands[1], false, is_old);
        return below(operands[1], operands[0], false, is_old);
      default:
        return;
    }
  }

  /// `low` < `high`, or ≤ unless strict; of unsigned integers.
  void below(ValueId low, ValueId high, bool is_strict, bool is_old) {
    const ir::Type& type = module_.types[pool_[low].type];
    if (type.kind != ir::TypeKind::integer || type.is_signed) return;
    const std::optional<Key> key = key_of(low, 0);
    if (!key || (is_old && key->kind == Key::Kind::local)) return;
    Fact fact{*key, is_old ? lasting_bound(high) : largest(high, 0), {}};
    if (is_strict) {
      fact.largest = fact.largest == 0 ? 0 : fact.largest == unknown ? unknown : fact.largest - 1;
      fact.shorter_than = length_of(high);
    }
    facts_.push_back(fact);
  }

  /// What is known of a value whatever has become of the variables.
  std::uint64_t lasting_bound(ValueId id) const {
    if (constants_.of(pool_, id)) return compute(id, 0);
    return named_[id.index()] ? named_largest_[id.index()] : unknown;
  }

  /// The buffer whose length a value is.
  ir::GlobalId length_of(ValueId id) const {
    while (pool_[id].op == Op::copy) id = pool_.operands(id)[0];
    if (pool_[id].op != Op::array_length) return {};
    const ir::Value& buffer = pool_[pool_.operands(id)[0]];
    return buffer.op == Op::global_reference ? ir::GlobalId(static_cast<std::size_t>(buffer.payload)) : ir::GlobalId();
  }

  std::optional<Key> key_of(ValueId id, int depth) const {
    const ir::Value& value = pool_[id];
    if (depth > deepest) return {};
    switch (value.op) {
      case Op::copy:
        return key_of(pool_.operands(id)[0], depth + 1);
      case Op::parameter:
        return Key{Key::Kind::parameter, value.payload, 0};
      case Op::extract: {
        const ir::Value& whole = pool_[pool_.operands(id)[0]];
        if (whole.op == Op::parameter) return Key{Key::Kind::parameter, whole.payload, value.payload + 1};
        break;
      }
      case Op::load: {
        const ir::Value& place = pool_[pool_.operands(id)[0]];
        if (!named_[id.index()] && place.op == Op::local_reference) return Key{Key::Kind::local, place.payload, 0};
        break;
      }
      default:
        break;
    }
    if (named_[id.index()]) return Key{Key::Kind::value, id.index(), 0};
    return {};
  }

  // Ranges.

  /// The largest that an integer may be, taken as unsigned; `unknown` when nothing is known.
  std::uint64_t largest(ValueId id, int depth) const {
    std::uint64_t result = named_[id.index()] ? named_largest_[id.index()] : compute(id, depth);
    if (const std::optional<Key> key = key_of(id, 0)) {
      for (const Fact& fact : facts_) {
        if (fact.key == *key) result = std::min(result, fact.largest);
      }
    }
    return result;
  }

  std::uint64_t compute(ValueId id, int depth) const {
    const ir::Type& type = module_.types[pool_[id].type];
    const bool is_integer = type.kind == ir::TypeKind::integer || type.kind == ir::TypeKind::abstract_integer;
    if (depth > deepest || !is_integer) return unknown;
    if (const auto constant = constants_.of(pool_, id)) {
      const std::int64_t value = constant->front();
      return value >= 0 && static_cast<std::uint64_t>(value) < unknown ? static_cast<std::uint64_t>(value) : unknown;
    }
    const std::uint64_t result = of_operation(id, depth + 1);
    // A negative number is a large one.
    return type.is_signed && result > 0x7fffffff ? unknown : std::min(result, unknown);
  }

  std::uint64_t of_operation(ValueId id, int depth) const {
    const ir::Value& value = pool_[id];
    const auto operands = pool_.operands(id);
    const auto of = [&](std::size_t i) { return largest(operands[i], depth); };
    const bool is_signed = module_.types[value.type].is_signed;
    switch (value.op) {
      case Op::copy:
        return of(0);
      case Op::convert:
        return module_.types[pool_[operands[0]].type].kind == ir::TypeKind::boolean ? 1 : of(0);
      case Op::add:
        return of(0) == unknown || of(1) == unknown ? unknown : of(0) + of(1);
      case Op::multiply:
        return of(0) == unknown || of(1) == unknown ? unknown : of(0) * of(1);
      case Op::bit_and:
        return std::min(of(0), of(1));
      case Op::remainder:
        // Of what may be negative the remainder may be too.
        if (is_signed && of(0) == unknown) return unknown;
        return constants_.of(pool_, operands[1]) && of(1) > 0 && of(1) != unknown ? std::min(of(0), of(1) - 1) : of(0);
      case Op::divide:
        // Of a divisor that may be negative the quotient may be too.
        if (is_signed && (of(0) == unknown || of(1) == unknown)) return unknown;
        return constants_.of(pool_, operands[1]) && of(1) > 0 && of(1) != unknown ? of(0) / of(1) : of(0);
      case Op::shift_right: {
        const auto amount = constants_.of(pool_, operands[1]);
        if (!amount || (is_signed && of(0) == unknown)) return is_signed ? unknown : of(0);
        return of(0) >> (amount->front() & 31);
      }
      case Op::min:
        return is_signed ? (of(0) == unknown || of(1) == unknown ? unknown : std::min(of(0), of(1)))
                         : std::min(of(0), of(1));
      case Op::max:
        return std::max(of(0), of(1));
      case Op::select:
        return std::max(of(1), of(2));
      case Op::clamp:
        return is_signed ? unknown : of(2);
      case Op::parameter:
      case Op::extract:
        return of_input(id);
      default:
        return unknown;
    }
  }

  /// Builtin inputs that the workgroup's size bounds.
  std::uint64_t of_input(ValueId id) const {
    const ir::Value& value = pool_[id];
    const ir::Value& whole = value.op == Op::extract ? pool_[pool_.operands(id)[0]] : value;
    if (whole.op != Op::parameter || !function_.entry) return unknown;
    const ir::InterfaceBinding& input = function_.parameters[static_cast<std::size_t>(whole.payload)].interface;
    const auto& size = module_.entries[function_.entry.index()].workgroup_size;
    if (input.kind != ir::InterfaceBinding::Kind::builtin) return unknown;
    if (input.builtin == ir::Builtin::local_invocation_index) return std::uint64_t{size[0]} * size[1] * size[2] - 1;
    if (input.builtin == ir::Builtin::local_invocation_id && value.op == Op::extract) {
      return size[static_cast<std::size_t>(value.payload)] - 1;
    }
    return unknown;
  }

  bool is_inside(ValueId whole, ValueId index, bool is_reference) const {
    const ir::Type& outer = module_.types[pool_[whole].type];
    const ir::Type& type = is_reference ? module_.types[outer.element] : outer;
    const std::uint64_t most = largest(index, 0);
    if (type.kind != ir::TypeKind::runtime_array) return most < type.length;
    if (most == 0) return true;
    if (pool_[whole].op != Op::global_reference) return false;
    const ir::GlobalId buffer(static_cast<std::size_t>(pool_[whole].payload));
    return is_held_below_length(index, buffer);
  }

  /// By a comparison with the length, or as the smaller of something and the length less one.
  bool is_held_below_length(ValueId index, ir::GlobalId buffer) const {
    while (pool_[index].op == Op::copy) index = pool_.operands(index)[0];
    if (const std::optional<Key> key = key_of(index, 0)) {
      const auto holds = [&](const Fact& fact) { return fact.key == *key && fact.shorter_than == buffer; };
      if (std::any_of(facts_.begin(), facts_.end(), holds)) return true;
    }
    if (pool_[index].op != Op::min) return false;
    const auto sides = pool_.operands(index);
    return std::any_of(sides.begin(), sides.end(), [&](ValueId side) {
      while (pool_[side].op == Op::copy) side = pool_.operands(side)[0];
      if (pool_[side].op != Op::subtract) return false;
      const auto parts = pool_.operands(side);
      const auto less = constants_.of(pool_, parts[1]);
      return less && less->front() == 1 && length_of(parts[0]) == buffer;
    });
  }

  const ir::Module& module_;
  const ir::Function& function_;
  const ir::ValuePool& pool_;
  const ConstantIntegers& constants_;
  std::vector<bool> named_;
  std::vector<bool> proven_;
  std::vector<std::uint64_t> named_largest_;  ///< by ValueId of a `let`: what was known there
  std::vector<Fact> facts_;
};

}  // namespace

std::vector<bool> indices_in_range(const ir::Module& module, const ir::Function& function,
                                   const ConstantIntegers& constants) {
  return IndexRanges(module, function, constants).run();
}

}  // namespace yyshader::pass
