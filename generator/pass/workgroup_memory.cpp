#include "pass/workgroup_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "ir/builder.hpp"
#include "ir/compact.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::StatementKind;
using ir::TypeKind;
using ir::ValueId;
using Place = std::function<ValueId(ir::BlockId)>;  ///< makes the place's value for a statement of the block

/// Writes the zeroing of one entry's variables.
class Zeroing {
 public:
  Zeroing(ir::Module& module, const ir::Entry& entry)
      : module_(module),
        types_(module.types),
        function_(module.functions[entry.function.index()]),
        builder_(module, &function_),
        span_(entry.span) {
    for (const std::uint32_t size : entry.workgroup_size) invocations_ *= size;
  }

  void run(const std::vector<ir::GlobalId>& variables) {
    const ir::BlockId block = builder_.block();
    const ir::BlockId by_one = invocations_ > 1 ? builder_.block() : block;
    if (invocations_ > 1) index_ = index_parameter();
    for (const ir::GlobalId id : variables) {
      const Place place = [this, id](ir::BlockId) { return builder_.global(id, span_); };
      const ir::TypeId type = module_.globals[id.index()].type;
      if (types_[type].kind == TypeKind::array && invocations_ > 1) {
        zero_by_all(block, place, type);
      } else {
        zero(by_one, place, type);
      }
    }
    if (invocations_ > 1) {
      if (!function_.blocks[by_one.index()].statements.empty()) append_if(block, index_is_zero(), by_one);
      append_barrier(block);
    }
    std::vector<ir::Statement> statements = std::move(function_.blocks[block.index()].statements);
    std::vector<ir::Statement>& body = function_.blocks[function_.body.index()].statements;
    body.insert(body.begin(), statements.begin(), statements.end());
    ir::compact(function_);
  }

 private:
  std::size_t index_parameter() {
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const ir::InterfaceBinding& interface = function_.parameters[i].interface;
      const bool is_builtin = interface.kind == ir::InterfaceBinding::Kind::builtin;
      if (is_builtin && interface.builtin == ir::Builtin::local_invocation_index) return i;
    }
    ir::Parameter parameter;
    parameter.name = module_.symbols.intern("局部调用序");
    parameter.type = types_.u32();
    parameter.span = span_;
    parameter.interface.kind = ir::InterfaceBinding::Kind::builtin;
    parameter.interface.builtin = ir::Builtin::local_invocation_index;
    function_.parameters.push_back(parameter);
    return function_.parameters.size() - 1;
  }

  ValueId index() { return builder_.value(Op::parameter, types_.u32(), span_, {}, index_); }
  ValueId number(std::uint64_t value) { return builder_.literal(types_.u32(), support::to_decimal(value), span_); }
  ValueId index_is_zero() { return builder_.value(Op::equal, types_.boolean(), span_, {index(), number(0)}); }

  ir::Statement statement(StatementKind kind) const {
    ir::Statement result;
    result.kind = kind;
    result.span = span_;
    return result;
  }

  void append_if(ir::BlockId block, ValueId condition, ir::BlockId then) {
    ir::Statement branch = statement(StatementKind::if_);
    branch.value = condition;
    branch.first = then;
    branch.second = builder_.block();
    builder_.append(block, branch);
  }

  void append_effect(ir::BlockId block, ValueId value, ir::EvaluateForm form) {
    ir::Statement effect = statement(StatementKind::evaluate);
    effect.form = form;
    effect.value = value;
    builder_.append(block, effect);
  }

  void append_barrier(ir::BlockId block) {
    append_effect(block, builder_.value(Op::workgroup_barrier, types_.void_type(), span_, {}),
                  ir::EvaluateForm::statement);
  }

  void append_store(ir::BlockId block, ValueId target, ValueId value) {
    ir::Statement store = statement(StatementKind::store);
    store.target = target;
    store.value = value;
    builder_.append(block, store);
  }

  Place element(const Place& array, ir::TypeId element, const std::function<ValueId(ir::BlockId)>& index) {
    const ir::TypeId pointer = types_.pointer(element, ir::AddressSpace::workgroup, ir::Access::read_write);
    return [this, array, pointer, index](ir::BlockId block) {
      const ValueId place = array(block);
      return builder_.value(Op::index_reference, pointer, span_, {place, index(block)});
    };
  }

  /// Element by element, shared between the invocations.
  void zero_by_all(ir::BlockId block, const Place& array, ir::TypeId type) {
    const std::uint64_t length = types_[type].length;
    const ir::TypeId part = types_[type].element;
    const auto own = [this](ir::BlockId) { return index(); };
    if (length == invocations_) return zero(block, element(array, part, own), part);
    if (length < invocations_) {
      const ir::BlockId then = builder_.block();
      zero(then, element(array, part, own), part);
      return append_if(block, builder_.value(Op::less, types_.boolean(), span_, {index(), number(length)}), then);
    }
    count(block, index(), length, invocations_, array, part);
  }

  /// `var i = first; loop { if (i < length) { array[i] = zero; i = i + step; continue; } else { break; } }`
  void count(ir::BlockId block, ValueId first, std::uint64_t length, std::uint64_t step, const Place& array,
             ir::TypeId part) {
    ir::Local local;
    local.type = types_.u32();
    local.span = span_;
    const ir::LocalId variable(function_.locals.size());
    function_.locals.push_back(local);
    ir::Statement declaration = statement(StatementKind::variable);
    declaration.local = variable;
    declaration.value = first;
    builder_.append(block, declaration);
    const auto read = [this, variable](ir::BlockId where) {
      const ValueId value = builder_.value(Op::load, types_.u32(), span_, {builder_.local(variable, span_)});
      append_effect(where, value, ir::EvaluateForm::inlined);
      return value;
    };
    ir::Statement loop = statement(StatementKind::loop);
    loop.first = builder_.block();
    ir::Statement test = statement(StatementKind::if_);
    const ValueId counted = read(loop.first);
    test.value = builder_.value(Op::less, types_.boolean(), span_, {counted, number(length)});
    test.first = builder_.block();
    test.second = builder_.block();
    zero(test.first, element(array, part, read), part);
    const ValueId before = read(test.first);
    append_store(test.first, builder_.local(variable, span_),
                 builder_.value(Op::add, types_.u32(), span_, {before, number(step)}));
    builder_.append(test.first, statement(StatementKind::continue_));
    builder_.append(test.second, statement(StatementKind::break_));
    builder_.append(loop.first, test);
    builder_.append(block, loop);
  }

  /// By whoever comes here. Types nest no deeper than pass/limits.hpp lets them.
  void zero(ir::BlockId block, const Place& place, ir::TypeId id) {
    const ir::Type type = types_[id];
    switch (type.kind) {
      case TypeKind::structure: {
        const std::size_t count = module_.structs[type.structure.index()].members.size();
        for (std::size_t i = 0; i < count; ++i) {
          const ir::TypeId member = module_.structs[type.structure.index()].members[i].type;
          const ir::TypeId pointer = types_.pointer(member, ir::AddressSpace::workgroup, ir::Access::read_write);
          zero(
              block,
              [this, place, pointer, i](ir::BlockId where) {
                return builder_.value(Op::member_reference, pointer, span_, {place(where)}, i);
              },
              member);
        }
        return;
      }
      case TypeKind::array:
        return count(block, number(0), type.length, 1, place, type.element);
      case TypeKind::atomic: {
        const ValueId target = place(block);
        const ValueId effect =
            builder_.value(Op::atomic_store, types_.void_type(), span_, {target, zero_of(type.element)});
        return append_effect(block, effect, ir::EvaluateForm::statement);
      }
      default: {
        const ValueId target = place(block);
        return append_store(block, target, zero_of(id));
      }
    }
  }

  ValueId zero_of(ir::TypeId id) {
    const ir::Type type = types_[id];
    switch (type.kind) {
      case TypeKind::boolean:
        return builder_.boolean(false, span_);
      case TypeKind::integer:
        return builder_.literal(id, "0", span_);
      case TypeKind::floating:
        return builder_.literal(id, "0.0", span_);
      case TypeKind::vector:
      case TypeKind::matrix: {
        std::vector<ValueId> parts(type.length);
        for (ValueId& part : parts) part = zero_of(type.element);
        return builder_.value(Op::construct, id, span_, parts);
      }
      default:
        support::internal_error("a type of workgroup memory that has no zero");
    }
  }

  ir::Module& module_;
  ir::TypeTable& types_;
  ir::Function& function_;
  ir::Builder builder_;
  source::Span span_;
  std::uint64_t invocations_ = 1;
  std::size_t index_ = 0;
};

}  // namespace

ir::Module zero_workgroup_memory(ir::Module module, const std::vector<std::vector<ir::GlobalId>>& used) {
  const auto is_empty = [](const std::vector<ir::GlobalId>& each) { return each.empty(); };
  if (std::all_of(used.begin(), used.end(), is_empty)) return module;
  // Zeroing one entry changes nothing that is asked about another.
  const EffectAnalysis effects(module);
  const ConstantIntegers constants(module);
  for (std::size_t i = 0; i < module.entries.size(); ++i) {
    const auto unproven = unproven_workgroup_variables(module, effects, constants, ir::EntryId(i), used[i]);
    if (!unproven.empty()) Zeroing(module, module.entries[i]).run(unproven);
  }
  return module;
}

}  // namespace yyshader::pass
