// Values: leaves, composites, calls.

#include <algorithm>
#include <array>
#include <bit>

#include "backend/ptx/lowering.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

/// A value of so many registers is read whole, and picked from by selects; a larger one stays in memory.
constexpr std::uint32_t largest_selected = 16;

}  // namespace

Lowered Lowering::make(std::span<const Id> components) {
  Lowered lowered;
  lowered.kind = Lowered::Kind::registers;
  lowered.first = static_cast<std::uint32_t>(components_.size());
  lowered.count = static_cast<std::uint32_t>(components.size());
  components_.insert(components_.end(), components.begin(), components.end());
  return lowered;
}

std::vector<Id> Lowering::list(const Lowered& lowered, ir::TypeId type) {
  if (lowered.kind == Lowered::Kind::place) return load(lowered.place, type);
  std::vector<Id> result;
  result.reserve(lowered.count);
  for (std::uint32_t i = 0; i < lowered.count; ++i) result.push_back(components_[lowered.first + i]);
  return result;
}

Lowered Lowering::in_registers(const Lowered& lowered, ir::TypeId type) {
  return lowered.kind == Lowered::Kind::place ? make(load(lowered.place, type)) : lowered;
}

Id Lowering::operand_scalar(ir::ValueId id) {
  const Lowered& lowered = operand(id);
  if (lowered.kind == Lowered::Kind::place) return load(lowered.place, type_of(id))[0];
  return components_[lowered.first];
}

Id Lowering::scalar(ir::ValueId id) {
  const Lowered lowered = value(id);
  if (lowered.kind == Lowered::Kind::place) return load(lowered.place, type_of(id))[0];
  return components_[lowered.first];
}

Lowered Lowering::value(ir::ValueId id) {
  if ((*instance_->named)[id.index()]) return instance_->values[id.index()];
  return evaluate(id);
}

/// Operands first, without recursion: a tree may be as deep as the program makes it.
Lowered Lowering::evaluate(ir::ValueId root) {
  const std::size_t base = pending_.size();
  pending_.push_back({root, 0});
  while (pending_.size() > base) {
    const Pending top = pending_.back();
    const ir::Value& value = (*instance_->pool)[top.id];
    const auto operands = instance_->pool->operands(top.id);
    const bool is_guarded = (value.op == ir::Op::logical_and || value.op == ir::Op::logical_or) && value.payload != 0;
    const std::size_t first = is_guarded ? 1 : operands.size();
    if (top.next < first) {
      ++pending_.back().next;
      const ir::ValueId next = operands[top.next];
      if (!(*instance_->named)[next.index()]) pending_.push_back({next, 0});
      continue;
    }
    const ir::ValueId id = top.id;
    Lowered result = is_guarded ? short_circuit(id) : compute(id);
    instance_->values[id.index()] = result;
    pending_.pop_back();
  }
  return instance_->values[root.index()];
}

Lowered Lowering::compute(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  switch (value.op) {
    case ir::Op::literal:
      return literal(value);
    case ir::Op::constant:
      return constant(ir::ConstantId(static_cast<std::size_t>(value.payload)));
    case ir::Op::parameter:
      return instance_->parameters[static_cast<std::size_t>(value.payload)];
    case ir::Op::global_reference:
    case ir::Op::local_reference:
    case ir::Op::index_reference:
    case ir::Op::member_reference:
      return reference(id);
    case ir::Op::copy:
      return operand(instance_->pool->operands(id)[0]);
    case ir::Op::construct:
      return construct(id);
    case ir::Op::extract:
      return extract(id);
    case ir::Op::index:
      return index(id);
    case ir::Op::select:
      return select(id);
    case ir::Op::bitcast:
      return make(bitcast(id));
    case ir::Op::array_length:
      return array_length(id);
    case ir::Op::load:
      return lower_load(id);
    case ir::Op::load4:
      return load_four(id);
    case ir::Op::workgroup_uniform_load: {
      barrier();
      const Lowered result = make(load(operand(instance_->pool->operands(id)[0]).place, value.type));
      barrier();
      return result;
    }
    case ir::Op::atomic_load:
    case ir::Op::atomic_store:
    case ir::Op::atomic_add:
    case ir::Op::atomic_max:
    case ir::Op::atomic_min:
      return atomic(id);
    case ir::Op::workgroup_barrier:
    case ir::Op::storage_barrier:
      barrier();
      return {};
    case ir::Op::subgroup_add:
    case ir::Op::subgroup_max:
    case ir::Op::subgroup_min:
    case ir::Op::subgroup_broadcast:
    case ir::Op::subgroup_shuffle:
    case ir::Op::subgroup_shuffle_xor:
      return subgroup(id);
    case ir::Op::call:
      return call(id);
    case ir::Op::texture_dimensions:
    case ir::Op::texture_sample:
    case ir::Op::texture_load:
    case ir::Op::discard:
      support::internal_error("an operation that PTX entries do not have");
    default:
      return make(arithmetic(id));
  }
}

Lowered Lowering::short_circuit(ir::ValueId id) {
  const ir::Value value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  const bool is_and = value.op == ir::Op::logical_and;
  const Id left = operand_scalar(operands[0]);
  const ir::BlockId right = ir::right_side_block(value);
  if (b_.is_constant(left)) {
    if ((b_.bits(left) != 0) != is_and) return make(left);
    block(right);
    return make(scalar(operands[1]));
  }
  const std::uint32_t slot = new_slots(1);
  const Fork fork_here = fork();
  slots_[slot] = b_.predicate(!is_and);
  const std::uint32_t divergence = divergence_;
  if (!is_uniform(left)) ++divergence_;
  const BlockIndex asked = b_.new_block();
  const BlockIndex skipped = b_.new_block();
  b_.branch(left, is_and ? asked : skipped, is_and ? skipped : asked);
  std::vector<Edge> edges;
  const std::size_t scope = b_.open_scope();
  start(asked);
  block(right);
  assign(slot, scalar(operands[1]));
  edges.push_back(edge_since(fork_here));
  restore(fork_here.mark);
  b_.close_scope(scope);
  start(skipped);
  edges.push_back(edge_since(fork_here));
  divergence_ = divergence;
  join(edges);
  return make(slots_[slot]);
}

Lowered Lowering::literal(const ir::Value& value) {
  return make(b_.constant(shapes_.scalar(value.type), value.payload));
}

Lowered Lowering::construct(ir::ValueId id) {
  std::vector<Id> components;
  for (const ir::ValueId part : instance_->pool->operands(id)) {
    const std::vector<Id> more = operand_list(part);
    components.insert(components.end(), more.begin(), more.end());
  }
  return make(components);
}

Lowered Lowering::extract(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const ir::ValueId whole_id = instance_->pool->operands(id)[0];
  const Lowered whole = operand(whole_id);
  const ir::TypeId type = type_of(whole_id);
  const bool is_indexed = instance_->facts != nullptr && instance_->facts->is_indexed_value[id.index()];
  const std::uint32_t count = shapes_.of(value.type).components;
  Lowered result;
  if (whole.kind == Lowered::Kind::place) {
    result.kind = Lowered::Kind::place;
    result.place = part_place(whole.place, type, value.payload);
    return is_indexed || count > largest_selected ? result : in_registers(result, value.type);
  }
  result.kind = Lowered::Kind::registers;
  result.first = whole.first + shapes_.part_component(type, value.payload);
  result.count = count;
  if (whole.home) result.home = part_place(*whole.home, type, value.payload);
  return result;
}

Lowered Lowering::index(ir::ValueId id) {
  const ir::Value value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  Lowered whole = operand(operands[0]);
  const ir::TypeId type = type_of(operands[0]);
  const Id position = operand_scalar(operands[1]);
  const std::uint32_t length = module_.types[type].length;
  const std::uint32_t part = shapes_.of(type).element_components;
  const bool is_place = whole.kind == Lowered::Kind::place;
  if (b_.is_constant(position)) {
    const std::uint64_t element = std::min<std::uint64_t>(b_.bits(position), length - 1);
    Lowered result;
    if (is_place) {
      result.place = part_place(whole.place, type, element);
      return make(load(result.place, value.type));
    }
    result.kind = Lowered::Kind::registers;
    result.first = whole.first + static_cast<std::uint32_t>(element) * part;
    result.count = part;
    if (whole.home) result.home = part_place(*whole.home, type, element);
    return result;
  }
  if (!is_place && !whole.home && length * part > largest_selected) whole = spill(whole, type);
  if (is_place || whole.home) {
    Lowered result;
    result.kind = Lowered::Kind::place;
    result.place = element_place(is_place ? whole.place : *whole.home, type, position);
    const bool stays = instance_->facts != nullptr && instance_->facts->is_indexed_value[id.index()];
    return stays ? result : in_registers(result, value.type);
  }
  std::vector<Id> chosen;
  for (std::uint32_t k = 0; k < part; ++k) chosen.push_back(components_[whole.first + k]);
  for (std::uint32_t i = 1; i < length; ++i) {
    const Id is_it = b_.compare(Comparison::eq, Type::u32, position, b_.u32(i));
    for (std::uint32_t k = 0; k < part; ++k)
      chosen[k] = b_.select(is_it, components_[whole.first + i * part + k], chosen[k]);
  }
  return make(chosen);
}

/// Gives the value a copy in memory, so that computed indices find its elements.
Lowered Lowering::spill(const Lowered& lowered, ir::TypeId type) {
  Lowered result = lowered;
  const ir::Type& kind = module_.types[type];
  if (shapes_.of(type).components <= largest_selected || kind.kind == ir::TypeKind::vector) return result;
  if (lowered.constant) {
    std::vector<std::uint8_t> bytes(shapes_.of(type).size, 0);
    std::vector<Leaf> leaves;
    shapes_.leaves(type, 0, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const std::uint64_t bits = b_.bits(components_[lowered.first + i]);
      for (std::uint32_t k = 0; k < bytes_of(leaves[i].type); ++k)
        bytes[leaves[i].offset + k] = static_cast<std::uint8_t>(bits >> (8 * k));
    }
    const std::uint32_t symbol = program_.constant_symbol(*lowered.constant, bytes, shapes_.of(type).align);
    Place place;
    place.space = program_.constants()[symbol].space;
    place.region = program_.constants_region();
    place.is_safe = true;
    place.base = in_prologue([&] {
      return b_.emit({Opcode::symbol, Type::u64, Type::none, static_cast<std::uint8_t>(Space::constant), symbol}, {});
    });
    result.home = place;
    return result;
  }
  const Place place = local_memory(type);
  store(place, type, lowered);
  result.home = place;
  return result;
}

Lowered Lowering::select(ir::ValueId id) {
  const auto operands = instance_->pool->operands(id);
  const Id condition = operand_scalar(operands[0]);
  const std::vector<Id> yes = operand_list(operands[1]);
  const std::vector<Id> no = operand_list(operands[2]);
  std::vector<Id> result;
  for (std::size_t i = 0; i < yes.size(); ++i) result.push_back(b_.select(condition, yes[i], no[i]));
  return make(result);
}

// Module constants.

Lowered Lowering::constant(ir::ConstantId id) {
  if (!constants_[id.index()]) find_constant(id);
  return *constants_[id.index()];
}

/// What a constant names is found before it, without recursion.
void Lowering::find_constant(ir::ConstantId wanted) {
  Instance instance;
  instance.pool = &module_.constant_values;
  instance.named = &program_.constants_named();
  instance.values.resize(instance.pool->values.size());
  Instance* const outer = instance_;
  std::vector<ir::ConstantId> open{wanted};
  std::vector<ir::ValueId> scratch;
  while (!open.empty()) {
    const ir::ConstantId id = open.back();
    const std::size_t before = open.size();
    scratch.assign(1, module_.constants[id.index()].value);
    while (!scratch.empty()) {
      const ir::ValueId part = scratch.back();
      scratch.pop_back();
      const ir::Value& value = module_.constant_values[part];
      const ir::ConstantId other(static_cast<std::size_t>(value.payload));
      if (value.op == ir::Op::constant && !constants_[other.index()]) open.push_back(other);
      for (const ir::ValueId operand : module_.constant_values.operands(part)) scratch.push_back(operand);
    }
    if (open.size() != before) continue;
    open.pop_back();
    if (constants_[id.index()]) continue;
    instance_ = &instance;
    Lowered result = in_prologue([&] { return evaluate(module_.constants[id.index()].value); });
    instance_ = outer;
    bool is_known = true;
    for (std::uint32_t i = 0; i < result.count; ++i)
      is_known = is_known && b_.is_constant(components_[result.first + i]);
    if (is_known) result.constant = id;
    constants_[id.index()] = result;
  }
}

// Calls.

Lowered Lowering::call(ir::ValueId id) {
  const ir::FunctionId callee(static_cast<std::size_t>((*instance_->pool)[id].payload));
  std::vector<Lowered> arguments;
  for (const ir::ValueId argument : instance_->pool->operands(id)) {
    const Lowered& lowered = operand(argument);
    // What nothing can write may be read as late as the function asks for it.
    const bool may_wait = lowered.kind == Lowered::Kind::place && lowered.place.is_safe;
    arguments.push_back(may_wait ? lowered : in_registers(lowered, type_of(argument)));
  }
  return program_.inlining.is_outlined[callee.index()] ? outlined_call(callee, arguments)
                                                       : expand_call(callee, std::move(arguments));
}

void Lowering::spill_indexed_parameters(Instance& instance) {
  for (std::size_t i = 0; i < instance.pool->values.size(); ++i) {
    const ir::Value& value = instance.pool->values[i];
    if (value.op != ir::Op::parameter || !instance.facts->is_indexed_value[i]) continue;
    Lowered& parameter = instance.parameters[static_cast<std::size_t>(value.payload)];
    if (parameter.kind == Lowered::Kind::registers && !parameter.home) parameter = spill(parameter, value.type);
  }
}

Lowered Lowering::expand_call(ir::FunctionId callee, std::vector<Lowered> arguments) {
  const ir::Function& function = module_.functions[callee.index()];
  Instance instance;
  instance.id = callee;
  instance.function = &function;
  instance.parameters = std::move(arguments);
  enter_instance(instance);
  spill_indexed_parameters(instance);
  Return returns;
  if (function.result != module_.types.void_type()) returns.count = shapes_.of(function.result).components;
  returns.first_slot = new_slots(returns.count);
  Instance* const outer_instance = std::exchange(instance_, &instance);
  Return* const outer_return = std::exchange(return_, &returns);
  Loop* const outer_loop = std::exchange(loop_, nullptr);
  const source::Span span = b_.span();
  block(function.body);
  if (is_reachable()) returns.edges.push_back({b_.block(), {}});
  instance_ = outer_instance;
  return_ = outer_return;
  loop_ = outer_loop;
  b_.set_span(span);
  join(returns.edges);
  if (!is_reachable()) {
    // It never comes back: what follows is written, and taken away again as unreachable.
    start(b_.new_block());
    std::vector<Leaf> leaves;
    if (returns.count > 0) shapes_.leaves(function.result, 0, leaves);
    std::vector<Id> nothing;
    nothing.reserve(leaves.size());
    for (const Leaf& leaf : leaves) nothing.push_back(b_.undefined(leaf.type));
    return make(nothing);
  }
  std::vector<Id> result;
  for (std::uint32_t i = 0; i < returns.count; ++i) result.push_back(slots_[returns.first_slot + i]);
  return make(result);
}

Lowered Lowering::outlined_call(ir::FunctionId callee, const std::vector<Lowered>& arguments) {
  const ir::Function& function = module_.functions[callee.index()];
  std::vector<Id> operands;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::vector<Leaf> leaves;
    shapes_.leaves(function.parameters[i].type, 0, leaves);
    const std::vector<Id> components = list(arguments[i], function.parameters[i].type);
    for (std::size_t k = 0; k < components.size(); ++k) {
      const bool is_predicate = leaves[k].type == Type::pred;
      operands.push_back(is_predicate ? b_.select(components[k], b_.u32(1), b_.u32(0)) : components[k]);
    }
  }
  const pass::FunctionUse& use = program_.uses[callee.index()];
  for (const ir::GlobalId global : use.mention_order) operands.push_back(place_of_global(global).base);
  for (const ir::GlobalId global : use.sized_buffers) operands.push_back(size_in_bytes(global));
  Callee target{program_.outline(callee), {}};
  std::vector<Leaf> leaves;
  if (function.result != module_.types.void_type()) shapes_.leaves(function.result, 0, leaves);
  for (const Leaf& leaf : leaves) target.results.push_back(leaf.type == Type::pred ? Type::b32 : bits_of(leaf.type));
  Instruction instruction;
  instruction.opcode = Opcode::call;
  instruction.immediate = procedure_.callees.size();
  procedure_.callees.push_back(std::move(target));
  const Id made = b_.append(instruction, operands);
  std::vector<Id> result;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const bool is_predicate = leaves[i].type == Type::pred;
    const Id part = b_.part(made, static_cast<std::uint32_t>(i), is_predicate ? Type::b32 : bits_of(leaves[i].type));
    result.push_back(is_predicate ? b_.compare(Comparison::ne, Type::u32, part, b_.u32(0)) : part);
  }
  return make(result);
}

}  // namespace yyshader::backend::ptx
