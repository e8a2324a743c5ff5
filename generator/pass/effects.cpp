#include "pass/effects.hpp"

#include <algorithm>
#include <utility>

namespace yyshader::pass {

namespace {

template <typename IdType>
void sort_unique(std::vector<IdType>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

Place place_of(const ir::Function& function, ir::ValueId pointer) {
  const ir::Value& root = function.values[ir::root_of(function.values, pointer)];
  Place place;
  if (root.op == ir::Op::global_reference) place.global = ir::GlobalId(static_cast<std::size_t>(root.payload));
  if (root.op == ir::Op::local_reference) place.local = ir::LocalId(static_cast<std::size_t>(root.payload));
  return place;
}

bool can_change(const ir::Global& global) {
  switch (global.space) {
    case ir::AddressSpace::workgroup:
      return true;
    case ir::AddressSpace::storage:
      return global.access != ir::Access::read;
    default:
      return false;
  }
}

/// Gathers effects of one function's values and statements; duplicates are taken out at the end.
class EffectAnalysis::Collector {
 public:
  Collector(const std::vector<Effects>& functions, const ir::Function& function)
      : functions_(functions), function_(function) {}

  void add_value(ir::ValueId id) {
    add_operation(id);
    drain();
  }

  void add_statement(const ir::Statement& statement) {
    add_own(statement);
    drain();
  }

  void add_body() {
    add_block(function_.body);
    drain();
  }

  void add_tree(const ir::Uses& uses, ir::ValueId root) {
    std::vector<ir::ValueId> pending{root};
    while (!pending.empty()) {
      const ir::ValueId id = pending.back();
      pending.pop_back();
      if (id != root && uses.roles[id.index()] == ir::Role::let) continue;
      if (ir::has_time(function_.values[id])) add_value(id);
      const auto operands = function_.values.operands(id);
      pending.insert(pending.end(), operands.begin(), operands.end());
    }
  }

  Effects take() {
    sort_unique(effects_.reads);
    sort_unique(effects_.writes);
    sort_unique(effects_.local_reads);
    sort_unique(effects_.local_writes);
    return std::move(effects_);
  }

 private:
  void add_operation(ir::ValueId id) {
    const ir::Value& value = function_.values[id];
    const auto operands = function_.values.operands(id);
    switch (ir::row(value.op).effect) {
      case ir::Effect::pure:
        add_block(ir::right_side_block(value));
        break;
      case ir::Effect::read:
        add_read(operands.front());
        break;
      case ir::Effect::write:
        add_write(operands.front());
        break;
      case ir::Effect::barrier:
        effects_.has_barrier = true;
        if (!operands.empty()) add_read(operands.front());
        break;
      case ir::Effect::group:
        effects_.has_group = true;
        if (value.op == ir::Op::texture_sample) add_read(operands.front());
        break;
      case ir::Effect::call:
        add(functions_[static_cast<std::size_t>(value.payload)]);
        break;
    }
  }

  void add_read(ir::ValueId pointer) {
    const Place place = place_of(function_, pointer);
    if (place.global) effects_.reads.push_back(place.global);
    if (place.local) effects_.local_reads.push_back(place.local);
  }

  void add_write(ir::ValueId pointer) {
    const Place place = place_of(function_, pointer);
    if (place.global) effects_.writes.push_back(place.global);
    if (place.local) effects_.local_writes.push_back(place.local);
  }

  void add(const Effects& callee) {
    effects_.reads.insert(effects_.reads.end(), callee.reads.begin(), callee.reads.end());
    effects_.writes.insert(effects_.writes.end(), callee.writes.begin(), callee.writes.end());
    effects_.has_barrier = effects_.has_barrier || callee.has_barrier;
    effects_.has_group = effects_.has_group || callee.has_group;
  }

  void add_own(const ir::Statement& statement) {
    switch (statement.kind) {
      case ir::StatementKind::let:
      case ir::StatementKind::evaluate:
        values_.push_back(statement.value);
        break;
      case ir::StatementKind::variable:
        if (statement.value) effects_.local_writes.push_back(statement.local);
        break;
      case ir::StatementKind::store:
        add_write(statement.target);
        break;
      case ir::StatementKind::if_:
        add_block(statement.first);
        add_block(statement.second);
        break;
      case ir::StatementKind::loop:
        add_block(statement.first);
        break;
      default:
        break;
    }
  }

  void add_block(ir::BlockId block) {
    if (block) blocks_.push_back(block);
  }

  void drain() {
    while (!values_.empty() || !blocks_.empty()) {
      if (!values_.empty()) {
        const ir::ValueId id = values_.back();
        values_.pop_back();
        add_operation(id);
        continue;
      }
      const ir::BlockId block = blocks_.back();
      blocks_.pop_back();
      for (const ir::Statement& statement : function_.blocks[block.index()].statements) add_own(statement);
    }
  }

  const std::vector<Effects>& functions_;
  const ir::Function& function_;
  Effects effects_;
  std::vector<ir::ValueId> values_;
  std::vector<ir::BlockId> blocks_;
};

EffectAnalysis::EffectAnalysis(const ir::Module& module) : functions_(module.functions.size()) {
  // Callees first. Calls form no circle, so what is open again while it waits for its callees has been asked for twice.
  std::vector<bool> is_known(functions_.size());
  std::vector<bool> is_open(functions_.size());
  std::vector<ir::FunctionId> pending;
  for (std::size_t index = 0; index < functions_.size(); ++index) {
    pending.emplace_back(index);
    while (!pending.empty()) {
      const ir::FunctionId id = pending.back();
      const ir::Function& function = module.functions[id.index()];
      if (!is_known[id.index()] && !is_open[id.index()]) {
        is_open[id.index()] = true;
        for (const ir::Value& value : function.values.values) {
          if (value.op != ir::Op::call) continue;
          const ir::FunctionId callee(static_cast<std::size_t>(value.payload));
          if (!is_known[callee.index()]) pending.push_back(callee);
        }
        continue;
      }
      pending.pop_back();
      if (is_known[id.index()]) continue;
      is_known[id.index()] = true;
      Collector collector(functions_, function);
      collector.add_body();
      functions_[id.index()] = collector.take();
      functions_[id.index()].local_reads.clear();
      functions_[id.index()].local_writes.clear();
    }
  }
}

Effects EffectAnalysis::of_value(const ir::Function& function, ir::ValueId value) const {
  Collector collector(functions_, function);
  collector.add_value(value);
  return collector.take();
}

Effects EffectAnalysis::of_tree(const ir::Function& function, const ir::Uses& uses, ir::ValueId root) const {
  Collector collector(functions_, function);
  collector.add_tree(uses, root);
  return collector.take();
}

Effects EffectAnalysis::of_statement(const ir::Function& function, const ir::Statement& statement) const {
  Collector collector(functions_, function);
  collector.add_statement(statement);
  return collector.take();
}

}  // namespace yyshader::pass
