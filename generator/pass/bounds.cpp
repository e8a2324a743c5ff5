#include "pass/bounds.hpp"

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "ir/uses.hpp"
#include "pass/constant_integers.hpp"
#include "pass/index_ranges.hpp"
#include "pass/rewriter.hpp"
#include "support/numbers.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::TypeId;
using ir::ValueId;

class Clamping final : public RewriteRules {
 public:
  explicit Clamping(ir::Module& module) : types_(module.types) {}

  void set_proven(std::vector<bool> proven) { proven_ = std::move(proven); }

  bool needs_statements(const Rewriter& rewriter, ValueId id) const override {
    return rewriter.old_value(id).op == Op::load4;
  }

  ValueId rewrite(Rewriter& rewriter, ValueId id, std::span<const ValueId> operands) override {
    const ir::Value value = rewriter.old_value(id);
    const bool indexes = value.op == Op::index || value.op == Op::index_reference;
    if (!indexes || rewriter.is_among_constants() || proven_[id.index()]) return rewriter.keep(id, operands);
    return rewriter.keep(id, std::array{operands[0], clamped(rewriter, operands[0], operands[1])});
  }

  /// 读四: four elements, each held inside.
  bool rewrite_statement(Rewriter& rewriter, const ir::Statement& statement) override {
    const ir::Value value = rewriter.old_value(statement.value);
    if (value.op != Op::load4) return false;
    const auto operands = rewriter.old_operands(statement.value);
    const ValueId buffer = rewriter.rebuild(operands[0]);
    const ir::Type pointer = types_[rewriter.pool()[buffer].type];
    const TypeId element = types_[value.type].element;
    const TypeId place = types_.pointer(element, pointer.space, pointer.access);
    const auto held_at = [&](ValueId index) {
      return rewriter.make(
          Op::load, element, value.span,
          {rewriter.make(Op::index_reference, place, value.span, {buffer, clamped(rewriter, buffer, index)})});
    };
    if (statement.form == ir::EvaluateForm::dropped) {
      // Nobody asks for the elements; one stays for what its index evaluates.
      ir::Statement load = statement;
      load.value = held_at(rewriter.rebuild(operands[1]));
      rewriter.emit(load);
      return true;
    }
    const ValueId first = rewriter.named(rewriter.rebuild(operands[1]));
    std::vector<ValueId> parts;
    for (unsigned i = 0; i < 4; ++i) {
      ValueId index = first;
      if (i > 0) {
        const ValueId step = rewriter.literal(types_.u32(), support::to_decimal(i), value.span);
        index = rewriter.make(Op::add, types_.u32(), value.span, {first, step});
      }
      ir::Statement load;
      load.span = statement.span;
      load.value = held_at(index);
      rewriter.emit(load);
      parts.push_back(load.value);
    }
    const ValueId whole = rewriter.make(Op::construct, value.type, value.span, parts);
    if (statement.kind == ir::StatementKind::let) {
      ir::Statement let = statement;
      let.value = whole;
      rewriter.emit(let);
    }
    rewriter.replace(statement.value, whole);
    return true;
  }

 private:
  /// min(index, length − 1), the index taken as unsigned.
  ValueId clamped(Rewriter& rewriter, ValueId whole, ValueId index) {
    const TypeId unsigned_type = types_.u32();
    const source::Span span = rewriter.pool()[index].span;
    if (rewriter.pool()[index].type != unsigned_type) {
      index = rewriter.make(Op::convert, unsigned_type, span, {index});
    }
    return rewriter.make(Op::min, unsigned_type, span, {index, last_index(rewriter, whole, span)});
  }

  ValueId last_index(Rewriter& rewriter, ValueId whole, source::Span span) {
    const ir::Value container = rewriter.pool()[whole];
    const ir::Type outer = types_[container.type];
    const ir::Type type = outer.kind == ir::TypeKind::pointer ? types_[outer.element] : outer;
    if (type.kind != ir::TypeKind::runtime_array) {
      return rewriter.literal(types_.u32(), support::to_decimal(type.length - 1), span);
    }
    const ValueId length = rewriter.make(Op::array_length, types_.u32(), span, {whole});
    return rewriter.make(Op::subtract, types_.u32(), span, {length, rewriter.literal(types_.u32(), "1", span)});
  }

  ir::TypeTable& types_;
  std::vector<bool> proven_;
};

}  // namespace

ir::Module clamp_indices(ir::Module module) {
  Clamping clamping(module);
  Rewriter rewriter(module, clamping);
  const ConstantIntegers constants(module);
  for (ir::Function& function : module.functions) {
    clamping.set_proven(indices_in_range(module, function, constants));
    rewriter.rewrite_function(function);
  }
  return module;
}

}  // namespace yyshader::pass
