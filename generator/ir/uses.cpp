#include "ir/uses.hpp"

#include <algorithm>

namespace yyshader::ir {

namespace {

class Collector {
 public:
  Collector(const ValuePool& pool, const std::vector<Block>* blocks) : pool_(pool), blocks_(blocks) {
    uses_.roles.resize(pool.values.size(), Role::part);
    uses_.counts.resize(pool.values.size());
    uses_.names.resize(pool.values.size());
    seen_values_.resize(pool.values.size());
    if (blocks != nullptr) seen_blocks_.resize(blocks->size());
  }

  void add_root(ValueId value) {
    count(value);
    walk();
  }

  void add_body(BlockId body) {
    add_block(body);
    // `uses_.blocks` grows while it is walked.
    for (std::size_t next = 0; next < uses_.blocks.size(); ++next) {
      for (const Statement& statement : (*blocks_)[uses_.blocks[next].index()].statements) add(statement);
    }
  }

  Uses take() { return std::move(uses_); }

 private:
  bool in_range(ValueId id) const { return id.index() < pool_.values.size(); }

  void add_block(BlockId block) {
    if (blocks_ == nullptr || block.index() >= blocks_->size() || seen_blocks_[block.index()]) return;
    seen_blocks_[block.index()] = true;
    uses_.blocks.push_back(block);
  }

  void add(const Statement& statement) {
    const bool names_value = statement.kind == StatementKind::let || statement.kind == StatementKind::evaluate;
    if (names_value && in_range(statement.value)) {
      Role& role = uses_.roles[statement.value.index()];
      if (role == Role::part) {
        role = statement.kind == StatementKind::let ? Role::let : Role::evaluate;
        uses_.names[statement.value.index()] = statement.name;
      }
      visit(statement.value);
    } else {
      count(statement.value);
    }
    count(statement.target);
    walk();
    if (statement.kind == StatementKind::if_ || statement.kind == StatementKind::loop) add_block(statement.first);
    if (statement.kind == StatementKind::if_) add_block(statement.second);
  }

  void count(ValueId id) {
    if (!in_range(id)) return;
    ++uses_.counts[id.index()];
    visit(id);
  }

  void visit(ValueId id) {
    if (seen_values_[id.index()]) return;
    seen_values_[id.index()] = true;
    pending_.push_back(id);
  }

  void walk() {
    while (!pending_.empty()) {
      const ValueId id = pending_.back();
      pending_.pop_back();
      const Value& value = pool_[id];
      if (std::size_t{value.first_operand} + value.operand_count > pool_.operand_list.size()) continue;
      for (const ValueId operand : pool_.operands(id)) count(operand);
      add_block(right_side_block(value));
    }
  }

  const ValuePool& pool_;
  const std::vector<Block>* blocks_;
  Uses uses_;
  std::vector<bool> seen_values_;
  std::vector<bool> seen_blocks_;
  std::vector<ValueId> pending_;
};

}  // namespace

Uses uses_of(const Function& function) {
  Collector collector(function.values, &function.blocks);
  collector.add_body(function.body);
  return collector.take();
}

Uses uses_of_constants(const Module& module) {
  Collector collector(module.constant_values, nullptr);
  for (const Constant& constant : module.constants) collector.add_root(constant.value);
  return collector.take();
}

bool is_leaf(Op op) {
  switch (op) {
    case Op::literal:
    case Op::constant:
    case Op::parameter:
    case Op::global_reference:
    case Op::local_reference:
      return true;
    default:
      return false;
  }
}

BlockId right_side_block(const Value& value) {
  const bool is_short_circuit = value.op == Op::logical_and || value.op == Op::logical_or;
  if (!is_short_circuit || value.payload == 0) return {};
  return BlockId(static_cast<std::size_t>(value.payload - 1));
}

bool has_time(const Value& value) { return !is_pure(value.op) || right_side_block(value); }

ValueId root_of(const ValuePool& pool, ValueId pointer) {
  while (pool[pointer].op == Op::index_reference || pool[pointer].op == Op::member_reference) {
    pointer = pool.operands(pointer).front();
  }
  return pointer;
}

}  // namespace yyshader::ir
