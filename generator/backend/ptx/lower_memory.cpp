// Places, loads and stores, atomics and barriers. Every access is lowered to scalars; join_accesses.cpp joins those of
// neighbours.

#include <algorithm>
#include <array>

#include "backend/ptx/lowering.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr std::uint32_t largest_eager = 16;  ///< registers that a read takes at once although few may be used

}  // namespace

std::uint32_t Lowering::symbol_index(const Symbol& symbol) {
  procedure_.symbols.push_back(symbol);
  return static_cast<std::uint32_t>(procedure_.symbols.size() - 1);
}

Id Lowering::symbol_address(const Symbol& symbol) {
  const std::uint32_t index = symbol_index(symbol);
  const Type type = symbol.space == Space::shared ? Type::b32 : Type::u64;
  return in_prologue([&] {
    return b_.emit({Opcode::symbol, type, Type::none, static_cast<std::uint8_t>(symbol.space), index}, {});
  });
}

/// The place of a global; of buffers its address is set where the procedure's parameters are made.
Place Lowering::place_of_global(ir::GlobalId id) {
  if (global_known_[id.index()]) return globals_[id.index()];
  const ir::Global& global = module_.globals[id.index()];
  Place place;
  place.region = program_.region_of(id);
  place.global = id;
  switch (global.space) {
    case ir::AddressSpace::storage:
      place.space = global.access == ir::Access::read ? Space::read_only : Space::global;
      return place;
    case ir::AddressSpace::uniform:
      place.space = Space::read_only;
      return place;
    case ir::AddressSpace::workgroup: {
      place.space = Space::shared;
      if (!procedure_.is_entry) return place;
      const Shape& shape = shapes_.of(global.type);
      place.base = symbol_address({pass::ascii_name("ys", program_.names.globals[id.index()]),
                                   Space::shared,
                                   std::max(16U, shape.align),
                                   (shape.size + 3) / 4 * 4,
                                   {}});
      globals_[id.index()] = place;
      global_known_[id.index()] = true;
      return place;
    }
    default:
      support::internal_error("a global that PTX has no memory for");
  }
}

Place Lowering::local_memory(ir::TypeId type) {
  const Shape& shape = shapes_.of(type);
  Place place;
  place.space = Space::local;
  place.region = next_region_++;
  place.is_safe = false;
  place.base = symbol_address({"yl" + support::to_decimal(procedure_.symbols.size()),
                               Space::local,
                               std::max(16U, shape.align),
                               shape.size,
                               {}});
  return place;
}

Lowered Lowering::reference(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  Lowered result;
  result.kind = Lowered::Kind::place;
  const auto payload = static_cast<std::size_t>(value.payload);
  switch (value.op) {
    case ir::Op::global_reference:
      if (module_.globals[payload].space == ir::AddressSpace::handle) return {};
      result.place = place_of_global(ir::GlobalId(payload));
      // A buffer of known size is there as a whole.
      result.place.is_safe = result.place.space == Space::read_only &&
                             module_.types[module_.globals[payload].type].kind != ir::TypeKind::runtime_array;
      return result;
    case ir::Op::local_reference:
      result.place = instance_->locals[payload];
      return result;
    case ir::Op::member_reference:
      result.place = part_place(operand(operands[0]).place, module_.types[type_of(operands[0])].element, payload);
      return result;
    default:
      result.place = element_place(operand(operands[0]).place, module_.types[type_of(operands[0])].element,
                                   operand_scalar(operands[1]));
      return result;
  }
}

Place Lowering::part_place(const Place& whole, ir::TypeId type, std::uint64_t index) {
  Place place = whole;
  if (whole.space == Space::none) {
    place.slot += shapes_.part_component(type, index);
  } else {
    place.offset += shapes_.part_offset(type, index);
  }
  return place;
}

/// Constants that are added to the index move into the offset. That is exact for every access inside a buffer, though
/// indices wrap at 32 bits: an element's number is below 2³⁰ where elements are of four bytes or more, and the index
/// is taken as signed, so that it and the constant cannot wrap on the way to it. (Shared addresses are of 32 bits,
/// where all wraps alike.)
Place Lowering::element_place(const Place& whole, ir::TypeId type, Id index) {
  const bool is_runtime = module_.types[type].kind == ir::TypeKind::runtime_array;
  const std::uint32_t stride = shapes_.of(type).stride;
  if (b_.is_constant(index)) {
    std::uint64_t element = b_.bits(index);
    if (!is_runtime) element = std::min<std::uint64_t>(element, module_.types[type].length - 1);
    if (whole.space == Space::none) return part_place(whole, type, element);
    Place place = whole;
    place.offset += static_cast<std::int64_t>(element) * stride;
    return place;
  }
  support::invariant(whole.space != Space::none, "a computed index into registers");
  Place place = whole;
  if (whole.space == Space::local || whole.space == Space::constant) {
    index = minimum(Type::u32, index, b_.u32(module_.types[type].length - 1));
  } else {
    place.is_safe = false;
  }
  if (b_[index].opcode == Opcode::add && class_of(b_[index].type) == Class::word) {
    const auto parts = procedure_.operands(index);
    const auto added = static_cast<std::int32_t>(static_cast<std::uint32_t>(b_.bits(parts[1])));
    const bool is_small = added > -(1 << 24) && added < (1 << 24);
    if (b_.is_constant(parts[1]) && is_small && (stride >= 4 || added >= 0)) {
      place.offset += static_cast<std::int64_t>(added) * stride;
      index = parts[0];
    }
  }
  if (whole.space == Space::shared) {
    place.base =
        b_.emit(Opcode::add, Type::u32, {b_.emit(Opcode::mul, Type::u32, {index, b_.u32(stride)}), place.base});
  } else {
    const Id bytes = b_.emit({Opcode::mul_wide, Type::u64, Type::s32, 0, 0}, {index, b_.u32(stride)});
    place.base = b_.emit(Opcode::add, Type::u64, {place.base, bytes});
  }
  return place;
}

std::pair<Id, std::uint64_t> Lowering::address(const Place& place, std::uint32_t offset) {
  const std::int64_t all = place.offset + offset;
  constexpr std::int64_t largest = 1 << 23;  // what the machine's own instructions hold
  if (all < largest && all >= -largest) return {place.base, static_cast<std::uint64_t>(all)};
  const Type type = place.space == Space::shared ? Type::u32 : Type::u64;
  return {b_.emit(Opcode::add, type, {place.base, b_.constant(type, static_cast<std::uint64_t>(all))}), 0};
}

Id Lowering::load_leaf(const Place& place, const Leaf& leaf, std::uint8_t alignment) {
  const auto [base, offset] = address(place, leaf.offset);
  Instruction instruction;
  instruction.opcode = Opcode::load;
  instruction.type = leaf.type == Type::pred ? Type::b32 : bits_of(leaf.type);
  instruction.space = place.space;
  instruction.region = place.region;
  instruction.immediate = offset;
  instruction.alignment = alignment;
  instruction.is_safe = place.is_safe;
  const Id word = b_.append(instruction, {base});
  return leaf.type == Type::pred ? b_.compare(Comparison::ne, Type::u32, word, b_.u32(0)) : word;
}

void Lowering::store_leaf(const Place& place, const Leaf& leaf, Id value) {
  const auto [base, offset] = address(place, leaf.offset);
  Instruction instruction;
  instruction.opcode = Opcode::store;
  instruction.type = leaf.type == Type::pred ? Type::b32 : bits_of(leaf.type);
  instruction.space = place.space;
  instruction.region = place.region;
  instruction.immediate = offset;
  if (leaf.type == Type::pred) value = b_.select(value, b_.u32(1), b_.u32(0));
  b_.append(instruction, {base, value});
}

std::vector<Id> Lowering::load(const Place& place, ir::TypeId type) {
  std::vector<Id> result;
  if (place.space == Space::none) {
    const std::uint32_t count = shapes_.of(type).components;
    for (std::uint32_t i = 0; i < count; ++i) result.push_back(slots_[place.slot + i]);
    return result;
  }
  std::vector<Leaf> leaves;
  shapes_.leaves(type, 0, leaves);
  for (const Leaf& leaf : leaves) result.push_back(load_leaf(place, leaf));
  return result;
}

void Lowering::store(const Place& place, ir::TypeId type, const Lowered& lowered) {
  const std::vector<Id> values = list(lowered, type);
  if (place.space == Space::none) {
    for (std::size_t i = 0; i < values.size(); ++i) assign(place.slot + static_cast<std::uint32_t>(i), values[i]);
    return;
  }
  std::vector<Leaf> leaves;
  shapes_.leaves(type, 0, leaves);
  for (std::size_t i = 0; i < leaves.size(); ++i) store_leaf(place, leaves[i], values[i]);
}

/// Reads at once, or leaves the value where it is: when nothing can change it, or when it is as good read at its use.
Lowered Lowering::lower_load(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const Lowered source = operand(instance_->pool->operands(id)[0]);
  const bool is_constant = source.place.space == Space::read_only || source.place.space == Space::constant;
  const bool may_wait = source.place.space != Space::none && (is_constant || instance_->facts->is_inlined[id.index()]);
  const bool is_indexed = instance_->facts->is_indexed_value[id.index()];
  if (may_wait && (is_indexed || shapes_.of(value.type).components > largest_eager)) {
    Lowered result;
    result.kind = Lowered::Kind::place;
    result.place = source.place;
    return result;
  }
  return make(load(source.place, value.type));
}

/// Four elements from a multiple of four on: sixteen bytes, aligned.
Lowered Lowering::load_four(ir::ValueId id) {
  const auto operands = instance_->pool->operands(id);
  const ir::TypeId array = module_.types[type_of(operands[0])].element;
  const Place place = element_place(operand(operands[0]).place, array, operand_scalar(operands[1]));
  std::vector<Id> result;
  for (std::uint32_t i = 0; i < 4; ++i)
    result.push_back(load_leaf(place, {Type::b32, 4 * i}, static_cast<std::uint8_t>(i == 0 ? 16 : i == 2 ? 8 : 4)));
  return make(result);
}

Id Lowering::size_in_bytes(ir::GlobalId global) {
  if (!procedure_.is_entry) return b_.parameter(*size_formals_[global.index()], Type::b32);
  std::uint32_t position = 0;
  for (const pass::BindingPlan& binding : entry_plan_->bindings) {
    if (binding.global == global) break;
    ++position;
  }
  Place sizes;
  sizes.space = Space::read_only;
  sizes.region = program_.sizes_region();
  sizes.is_safe = true;
  sizes.base = b_.parameter(*sizes_formal_, Type::u64);
  return load_leaf(sizes, {Type::u32, 4 * position});
}

Lowered Lowering::array_length(ir::ValueId id) {
  const ir::ValueId pointer = instance_->pool->operands(id)[0];
  const Place& place = operand(pointer).place;
  const std::uint32_t stride = shapes_.of(module_.types[type_of(pointer)].element).stride;
  const Id bytes = size_in_bytes(*place.global);
  const Id before = b_.u32(static_cast<std::uint32_t>(place.offset));
  return make(b_.emit(Opcode::div, Type::u32, {b_.emit(Opcode::sub, Type::u32, {bytes, before}), b_.u32(stride)}));
}

Lowered Lowering::atomic(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  const Lowered pointer = operand(operands[0]);
  const auto [base, offset] = address(pointer.place, 0);
  Instruction instruction;
  instruction.space = pointer.place.space;
  instruction.region = pointer.place.region;
  instruction.immediate = offset;
  const ir::TypeId number = module_.types[module_.types[type_of(operands[0])].element].element;
  instruction.type = shapes_.scalar(number);
  switch (value.op) {
    case ir::Op::atomic_load:
      instruction.opcode = Opcode::load_relaxed;
      return make(b_.append(instruction, {base}));
    case ir::Op::atomic_store:
      instruction.opcode = Opcode::store_relaxed;
      b_.append(instruction, {base, operand_scalar(operands[1])});
      return {};
    case ir::Op::atomic_add:
      instruction.type = Type::u32;
      instruction.modifier = static_cast<std::uint8_t>(AtomicOperation::add);
      break;
    case ir::Op::atomic_max:
      instruction.modifier = static_cast<std::uint8_t>(AtomicOperation::max);
      break;
    default:
      instruction.modifier = static_cast<std::uint8_t>(AtomicOperation::min);
      break;
  }
  instruction.opcode = Opcode::atomic;
  return make(b_.append(instruction, {base, operand_scalar(operands[1])}));
}

/// The barrier itself orders all memory among the threads of a workgroup, which is all that WGSL asks of either.
void Lowering::barrier() {
  Instruction instruction;
  instruction.opcode = Opcode::barrier;
  b_.append(instruction, std::initializer_list<Id>{});
}

}  // namespace yyshader::backend::ptx
