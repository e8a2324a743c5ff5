#include "ir/compact.hpp"

#include <vector>

#include "ir/uses.hpp"

namespace yyshader::ir {

namespace {

/// Moves values over, operands first.
class Mover {
 public:
  explicit Mover(const ValuePool& from) : from_(from), moved_(from.values.size()) {}

  ValueId move(ValueId root) {
    if (!root) return root;
    pending_.push_back(root);
    while (!pending_.empty()) {
      const ValueId id = pending_.back();
      if (!moved_[id.index()] && wait_for_operands(id)) continue;
      pending_.pop_back();
      if (!moved_[id.index()]) copy(id);
    }
    return moved_[root.index()];
  }

  ValuePool take() { return std::move(to_); }

 private:
  bool wait_for_operands(ValueId id) {
    const std::size_t count = pending_.size();
    for (const ValueId operand : from_.operands(id)) {
      if (!moved_[operand.index()]) pending_.push_back(operand);
    }
    return pending_.size() != count;
  }

  void copy(ValueId id) {
    operands_.clear();
    for (const ValueId operand : from_.operands(id)) operands_.push_back(moved_[operand.index()]);
    const Value& value = from_[id];
    moved_[id.index()] = to_.add(value.op, value.type, value.span, operands_, value.payload, value.spelling);
  }

  const ValuePool& from_;
  ValuePool to_;
  std::vector<ValueId> moved_;
  std::vector<ValueId> pending_;
  std::vector<ValueId> operands_;
};

}  // namespace

void compact(Function& function) {
  const Uses uses = uses_of(function);
  Mover mover(function.values);
  std::vector<bool> is_reachable(function.blocks.size());
  for (const BlockId block : uses.blocks) {
    is_reachable[block.index()] = true;
    for (Statement& statement : function.blocks[block.index()].statements) {
      statement.target = mover.move(statement.target);
      statement.value = mover.move(statement.value);
    }
  }
  for (std::size_t index = 0; index < function.blocks.size(); ++index) {
    if (!is_reachable[index]) function.blocks[index].statements.clear();
  }
  function.values = mover.take();
}

}  // namespace yyshader::ir
