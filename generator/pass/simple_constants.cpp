#include "pass/simple_constants.hpp"

#include <cstddef>
#include <set>
#include <vector>

#include "ir/builder.hpp"
#include "ir/compact.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::ValueId;

class ConstantMover {
 public:
  explicit ConstantMover(ir::Module& module) : module_(module), is_moved_(module.constants.size()) {
    for (const ir::Item& item : module.items) {
      if (item.kind != ir::Item::Kind::constant) continue;
      order_.push_back(item.index);
      is_moved_[item.index] = !is_simple(module.constants[item.index].value);
      has_moved_ = has_moved_ || is_moved_[item.index];
    }
  }

  void run() {
    if (!has_moved_) return;
    for (ir::Function& function : module_.functions) move_into(function);
    std::erase_if(module_.items,
                  [&](const ir::Item& item) { return item.kind == ir::Item::Kind::constant && is_moved_[item.index]; });
    drop_moved();
  }

 private:
  bool is_simple_value(const ir::Value& value) const {
    const bool is_scalar = module_.types.is_scalar(value.type);
    switch (value.op) {
      case Op::literal:
      case Op::construct:
      case Op::copy:
        return true;
      case Op::constant:
        return !is_moved_[static_cast<std::size_t>(value.payload)];
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::negate:
      case Op::convert:
        return is_scalar;
      default:
        return false;
    }
  }

  bool is_simple(ValueId root) {
    bool result = true;
    no_names_.resize(module_.constant_values.values.size());
    for_each_in_tree(module_.constant_values, root, no_names_, scratch_,
                     [&](ValueId id) { result = result && is_simple_value(module_.constant_values[id]); });
    return result;
  }

  void add_needed(const ir::ValuePool& pool, std::vector<bool>& needed) const {
    for (const ir::Value& value : pool.values) {
      if (value.op == Op::constant && is_moved_[static_cast<std::size_t>(value.payload)]) {
        needed[static_cast<std::size_t>(value.payload)] = true;
      }
    }
  }

  /// What the tree of a constant needs itself.
  void add_needed_by_constant(std::size_t constant, std::vector<bool>& needed) {
    for_each_in_tree(module_.constant_values, module_.constants[constant].value, no_names_, scratch_, [&](ValueId id) {
      const ir::Value& value = module_.constant_values[id];
      if (value.op == Op::constant && is_moved_[static_cast<std::size_t>(value.payload)]) {
        needed[static_cast<std::size_t>(value.payload)] = true;
      }
    });
  }

  void move_into(ir::Function& function) {
    std::vector<bool> needed(module_.constants.size());
    add_needed(function.values, needed);
    for (std::size_t i = order_.size(); i > 0; --i) {
      if (needed[order_[i - 1]]) add_needed_by_constant(order_[i - 1], needed);
    }
    const std::size_t old_count = function.values.values.size();
    std::vector<ValueId> values(module_.constants.size());
    std::vector<ir::Statement> lets;
    for (const std::uint32_t index : order_) {
      if (!needed[index]) continue;
      ir::Statement let;
      let.name = module_.constants[index].name;
      let.span = module_.constants[index].span;
      let.value = values[index] = copy(function, module_.constants[index].value, values);
      lets.push_back(let);
    }
    if (lets.empty()) return;
    redirect(function, old_count, values);
    std::vector<ir::Statement>& body = function.blocks[function.body.index()].statements;
    body.insert(body.begin(), lets.begin(), lets.end());
    ir::compact(function);
  }

  /// Limits bound how deep a constant's value is.
  ValueId copy(ir::Function& function, ValueId id, const std::vector<ValueId>& values) {
    const ir::Value value = module_.constant_values[id];
    if (value.op == Op::constant && values[static_cast<std::size_t>(value.payload)]) {
      return values[static_cast<std::size_t>(value.payload)];
    }
    std::vector<ValueId> operands;
    for (const ValueId operand : module_.constant_values.operands(id))
      operands.push_back(copy(function, operand, values));
    return function.values.add(value.op, value.type, value.span, operands, value.payload, value.spelling);
  }

  static void redirect(ir::Function& function, std::size_t old_count, const std::vector<ValueId>& values) {
    const auto target = [&](ValueId id) {
      if (!id || id.index() >= old_count || function.values[id].op != Op::constant) return id;
      const ValueId moved = values[static_cast<std::size_t>(function.values[id].payload)];
      return moved ? moved : id;
    };
    for (std::size_t i = 0; i < old_count; ++i) {
      const ir::Value& value = function.values.values[i];
      for (std::uint32_t k = 0; k < value.operand_count; ++k) {
        ValueId& operand = function.values.operand_list[value.first_operand + k];
        operand = target(operand);
      }
    }
    for (ir::Block& block : function.blocks) {
      for (ir::Statement& statement : block.statements) {
        const ValueId moved = target(statement.value);
        if (statement.kind == ir::StatementKind::let && moved != statement.value) {
          turn_into_copy(function.values, statement.value, moved);
          continue;
        }
        statement.value = moved;
        statement.target = target(statement.target);
      }
    }
  }

  /// A `let` can't name what has a name.
  static void turn_into_copy(ir::ValuePool& pool, ValueId id, ValueId original) {
    ir::Value& value = pool[id];
    value.op = Op::copy;
    value.payload = 0;
    value.first_operand = static_cast<std::uint32_t>(pool.operand_list.size());
    value.operand_count = 1;
    pool.operand_list.push_back(original);
  }

  /// Constants that are no items any more leave the table, so that its ids stay those of items.
  void drop_moved() {
    std::vector<std::uint64_t> new_index(module_.constants.size());
    std::vector<ir::Constant> kept;
    for (std::size_t i = 0; i < module_.constants.size(); ++i) {
      new_index[i] = kept.size();
      if (!is_moved_[i]) kept.push_back(module_.constants[i]);
    }
    module_.constants = std::move(kept);
    const auto renumber = [&](ir::ValuePool& pool) {
      for (ir::Value& value : pool.values) {
        if (value.op == Op::constant) value.payload = new_index[static_cast<std::size_t>(value.payload)];
      }
    };
    renumber(module_.constant_values);
    for (ir::Function& function : module_.functions) renumber(function.values);
    for (ir::Item& item : module_.items) {
      if (item.kind == ir::Item::Kind::constant) item.index = static_cast<std::uint32_t>(new_index[item.index]);
    }
  }

  ir::Module& module_;
  std::vector<bool> is_moved_;        ///< by ConstantId
  std::vector<std::uint32_t> order_;  ///< constants in the order of items
  bool has_moved_ = false;
  std::vector<bool> no_names_;
  std::vector<ValueId> scratch_;
};

}  // namespace

ir::Module keep_simple_constants(ir::Module module) {
  ConstantMover(module).run();
  return module;
}

}  // namespace yyshader::pass
