#include <algorithm>
#include <utility>
#include <vector>

#include "pass/brackets.hpp"
#include "pass/expression_depth.hpp"
#include "pass/limits.hpp"

namespace yyshader::pass {

namespace {

class ConstantSplitter {
 public:
  explicit ConstantSplitter(ir::Module& module) : module_(module) {}

  void run() {
    std::vector<ir::Item> items;
    items.reserve(module_.items.size());
    for (const ir::Item& item : module_.items) {
      if (item.kind == ir::Item::Kind::constant) split(ir::ConstantId(item.index), items);
      items.push_back(item);
    }
    module_.items = std::move(items);
  }

 private:
  struct Frame {
    ir::ValueId id;
    std::size_t next_operand = 0;
  };

  void split(ir::ConstantId constant, std::vector<ir::Item>& items) {
    brackets_.resize(module_.constant_values.values.size());
    frames_.assign(1, Frame{module_.constants[constant.index()].value});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto operands = module_.constant_values.operands(frame.id);
      if (frame.next_operand < operands.size()) {
        frames_.push_back({operands[frame.next_operand++]});
        continue;
      }
      measure(frame.id, constant, items);
      frames_.pop_back();
    }
  }

  void measure(ir::ValueId id, ir::ConstantId constant, std::vector<ir::Item>& items) {
    const std::size_t own = own_brackets(module_.constant_values[id].op);
    std::size_t most = own;
    for (std::size_t i = 0; i < module_.constant_values[id].operand_count; ++i) {
      const ir::ValueId operand = module_.constant_values.operands(id)[i];
      if (own + brackets_[operand.index()] > deepest_brackets) {
        name(operand, module_.constants[constant.index()].span, items);
      }
      most = std::max(most, own + brackets_[operand.index()]);
    }
    brackets_[id.index()] = most;
  }

  /// Moves a value into a constant of its own, which is written before the one it was a part of.
  void name(ir::ValueId id, source::Span span, std::vector<ir::Item>& items) {
    const ir::Value moved = module_.constant_values[id];
    module_.constant_values.values.push_back(moved);
    ir::Constant constant;
    constant.span = span;
    constant.type = moved.type;
    constant.value = ir::ValueId(module_.constant_values.values.size() - 1);
    items.push_back({ir::Item::Kind::constant, static_cast<std::uint32_t>(module_.constants.size())});

    ir::Value& reference = module_.constant_values[id];
    reference.op = ir::Op::constant;
    reference.operand_count = 0;
    reference.payload = module_.constants.size();
    reference.spelling = {};
    brackets_[id.index()] = 0;
    module_.constants.push_back(constant);
  }

  ir::Module& module_;
  std::vector<std::size_t> brackets_;  ///< by ValueId
  std::vector<Frame> frames_;
};

}  // namespace

void split_constants(ir::Module& module) { ConstantSplitter(module).run(); }

}  // namespace yyshader::pass
