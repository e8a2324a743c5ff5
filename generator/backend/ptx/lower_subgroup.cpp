// Subgroups are warps of 32 threads. Where all threads of a workgroup surely come together, the members are those that
// the workgroup's size gives; elsewhere those that are active.

#include <array>

#include "backend/ptx/lowering.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr std::uint32_t whole_subgroup = 0xffffffffU;
constexpr std::array<std::uint32_t, 5> butterfly{16, 8, 4, 2, 1};

}  // namespace

Id Lowering::active_lanes() {
  Instruction instruction;
  instruction.opcode = Opcode::active_mask;
  instruction.type = Type::b32;
  return b_.append(instruction, std::initializer_list<Id>{});
}

/// The lanes that take part here. The last warp of a workgroup has as many as are left.
Id Lowering::members() {
  if (divergence_ > 0 || !procedure_.is_entry) return active_lanes();
  const auto& size = procedure_.workgroup_size;
  const std::uint32_t threads = size[0] * size[1] * size[2];
  if (threads % 32 == 0) return b_.u32(whole_subgroup);
  const Id first = b_.emit(Opcode::bit_and, Type::b32, {local_index(), b_.u32(~31U)});
  const Id left = minimum(Type::u32, b_.emit(Opcode::sub, Type::u32, {b_.u32(threads), first}), b_.u32(32));
  // Shifting by 32 gives 0 here.
  return b_.emit(Opcode::sub, Type::u32, {b_.emit(Opcode::shl, Type::b32, {b_.u32(1), left}), b_.u32(1)});
}

Id Lowering::shuffle(ShuffleMode mode, Id value, Id lane, Id lanes) {
  Instruction instruction;
  instruction.opcode = Opcode::shuffle;
  instruction.type = Type::b32;
  instruction.modifier = static_cast<std::uint8_t>(mode);
  return b_.append(instruction, {value, lane, b_.u32(31), lanes});
}

Id Lowering::combine(ir::Op op, Type type, Id a, Id b) {
  if (op == ir::Op::subgroup_add) return b_.emit(Opcode::add, type, {a, b});
  return op == ir::Op::subgroup_max ? maximum(type, a, b) : minimum(type, a, b);
}

Id Lowering::identity(ir::Op op, Type type) {
  if (op == ir::Op::subgroup_add) return b_.u32(type == Type::f32 ? 0x80000000U : 0U);  // −0 leaves −0 as it is
  const bool is_max = op == ir::Op::subgroup_max;
  switch (type) {
    case Type::f32:
      return b_.u32(is_max ? 0xff800000U : 0x7f800000U);
    case Type::s32:
      return b_.u32(is_max ? 0x80000000U : 0x7fffffffU);
    default:
      return b_.u32(is_max ? 0U : 0xffffffffU);
  }
}

Id Lowering::reduce_whole_subgroup(ir::Op op, Type type, Id value) {
  Id sum = value;
  for (const std::uint32_t distance : butterfly)
    sum = combine(op, type, sum, shuffle(ShuffleMode::bfly, sum, b_.u32(distance), b_.u32(whole_subgroup)));
  return sum;
}

/// Any set of lanes: the whole subgroup by a butterfly, another set lane by lane.
Id Lowering::reduce_some(ir::Op op, Type type, Id value, Id lanes) {
  const std::uint32_t slot = new_slots(1);
  const Fork here = fork();
  slots_[slot] = value;
  std::vector<Edge> edges;
  const BlockIndex whole = b_.new_block();
  const BlockIndex some = b_.new_block();
  b_.branch(b_.compare(Comparison::eq, Type::u32, lanes, b_.u32(whole_subgroup)), whole, some);
  const std::size_t scope = b_.open_scope();
  start(whole);
  assign(slot, reduce_whole_subgroup(op, type, value));
  edges.push_back({b_.block(), {{slot, slots_[slot]}}});
  restore(here.mark);
  b_.close_scope(scope);
  start(some);
  const BlockIndex header = b_.new_block();
  const BlockIndex back = b_.new_block();
  const BlockIndex done = b_.new_block();
  b_.jump(header);
  start(header);
  const Id rest = b_.phi(Type::b32);
  const Id sum = b_.phi(Type::b32);
  const Id lane = b_.emit(Opcode::bfind, Type::u32, {rest});
  const Id bit = b_.emit(Opcode::shl, Type::b32, {b_.u32(1), lane});
  const Id next_rest = b_.emit(Opcode::bit_xor, Type::b32, {rest, bit});
  const Id next_sum = combine(op, type, sum, shuffle(ShuffleMode::idx, value, lane, lanes));
  b_.branch(b_.compare(Comparison::ne, Type::u32, next_rest, b_.u32(0)), back, done);
  start(back);
  b_.jump(header);
  b_.set_operands(rest, std::array{lanes, next_rest});
  b_.set_operands(sum, std::array{identity(op, type), next_sum});
  start(done);
  edges.push_back({b_.block(), {{slot, next_sum}}});
  b_.close_scope(scope);
  join(edges);
  return slots_[slot];
}

/// The lanes are the first of the subgroup, up to a number below 32 or the whole: a lane that is not there counts as
/// the identity, and the first lane, which has heard of all, tells the others.
Id Lowering::reduce(ir::Op op, Type type, Id value) {
  const Id lanes = members();
  if (b_.is_constant(lanes, whole_subgroup)) return reduce_whole_subgroup(op, type, value);
  if (b_[lanes].opcode == Opcode::active_mask) return reduce_some(op, type, value, lanes);
  const Id me = b_.special(Special::laneid);
  Id sum = value;
  for (const std::uint32_t distance : butterfly) {
    const Id other = b_.emit(Opcode::bit_xor, Type::b32, {me, b_.u32(distance)});
    const Id bit = b_.emit(Opcode::bit_and, Type::b32, {b_.emit(Opcode::shr, Type::u32, {lanes, other}), b_.u32(1)});
    const Id is_there = b_.compare(Comparison::ne, Type::u32, bit, b_.u32(0));
    const Id heard = shuffle(ShuffleMode::bfly, sum, b_.u32(distance), lanes);
    sum = combine(op, type, sum, b_.select(is_there, heard, identity(op, type)));
  }
  return shuffle(ShuffleMode::idx, sum, b_.u32(0), lanes);
}

Lowered Lowering::subgroup(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  const Type type = shapes_.scalar(value.type);
  const Id number = operand_scalar(operands[0]);
  switch (value.op) {
    case ir::Op::subgroup_broadcast:
    case ir::Op::subgroup_shuffle:
      return make(shuffle(ShuffleMode::idx, number, operand_scalar(operands[1]), members()));
    case ir::Op::subgroup_shuffle_xor:
      return make(shuffle(ShuffleMode::bfly, number, operand_scalar(operands[1]), members()));
    default:
      return make(reduce(value.op, type, number));
  }
}

}  // namespace yyshader::backend::ptx
