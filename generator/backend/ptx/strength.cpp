// Strength reduction. In a loop that counts a number up by a constant, `invariant + count × constant` becomes a number
// that is itself counted up: the loop then keeps one register where it kept two, and ptxas, which writes the body of
// the loop several times, needs fewer still. So does a multiple of such a number where nothing else asks for the
// number.

#include <algorithm>
#include <array>
#include <optional>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr std::size_t most_counts = 16;  ///< of a loop: each keeps a register all the time
constexpr int deepest_chain = 8;         ///< products of products; more is not looked through

class Strength {
 public:
  explicit Strength(Procedure& procedure)
      : procedure_(procedure),
        flow_(analyse(procedure)),
        is_index_(procedure.instructions.size(), false),
        replacement_(procedure.instructions.size(), no_id) {}

  void run() {
    for (const Block& block : procedure_.blocks) {
      for (const Id id : block.instructions) {
        if (procedure_[id].opcode == Opcode::mul_wide) is_index_[procedure_.operands(id)[0]] = true;
      }
    }
    for (loop_ = 0; loop_ < flow_.loops.size(); ++loop_) reduce_loop();
    for (Block& block : procedure_.blocks) {
      for (const Id id : block.instructions) {
        for (Id& operand : procedure_.operands(id)) operand = resolved(operand);
      }
    }
    for (Id& id : procedure_.returned) id = resolved(id);
  }

 private:
  /// A phi of the loop's header that each turn adds `step` to.
  struct Count {
    Id phi;
    Id first;
    Id next;
    std::uint32_t step;
  };
  struct Multiple {
    Count count;
    std::uint32_t factor;
  };

  Id resolved(Id id) const {
    while (id < replacement_.size() && replacement_[id] != no_id) id = replacement_[id];
    return id;
  }

  bool is_inside(Id id) const {
    const Instruction& instruction = procedure_[id];
    if (is_placeless(instruction.opcode)) return false;
    std::uint32_t inner = flow_.loop_of[instruction.block];
    while (inner != ControlFlow::no_loop && inner != loop_) inner = flow_.loops[inner].parent;
    return inner == loop_;
  }

  void reduce_loop() {
    const ControlFlow::Loop& loop = flow_.loops[loop_];
    const Block& header = procedure_.blocks[loop.header];
    if (loop.preheader == no_block || header.predecessors.size() != 2) return;
    entry_ = header.predecessors[0] == loop.preheader ? 0 : 1;
    counts_.clear();
    for (const Id id : header.instructions) {
      if (procedure_[id].opcode == Opcode::phi) find_count(id);
    }
    if (counts_.empty()) return;
    for (const BlockIndex block : loop.blocks) {
      if (flow_.loop_of[block] != loop_) continue;
      const std::vector<Id> list = procedure_.blocks[block].instructions;
      for (const Id id : list) reduce(id);
    }
  }

  void find_count(Id phi) {
    if (class_of(procedure_[phi].type) != Class::word) return;
    const auto values = procedure_.operands(phi);
    const Id next = values[1 - entry_];
    const Instruction& sum = procedure_[next];
    if (sum.opcode != Opcode::add || sum.type != Type::u32 || !is_inside(next)) return;
    const auto parts = procedure_.operands(next);
    if (parts[0] != phi || !procedure_.is_constant(parts[1])) return;
    counts_.push_back({phi, values[entry_], next, static_cast<std::uint32_t>(procedure_[parts[1]].immediate)});
  }

  /// The constant that an instruction multiplies its first operand by.
  std::optional<std::uint32_t> factor_of(Id id) const {
    const Instruction& product = procedure_[id];
    if (product.opcode != Opcode::mul && product.opcode != Opcode::shl) return {};
    if (is_float(product.type) || class_of(product.type) != Class::word) return {};
    const Id factor = procedure_.operands(id)[1];
    if (!procedure_.is_constant(factor)) return {};
    const auto constant = static_cast<std::uint32_t>(procedure_[factor].immediate);
    if (product.opcode == Opcode::mul) return constant;
    if (constant >= 32) return {};
    return 1U << constant;
  }

  const Count* find(Id phi) const {
    const auto count = std::find_if(counts_.begin(), counts_.end(), [phi](const Count& c) { return c.phi == phi; });
    return count == counts_.end() ? nullptr : &*count;
  }

  std::optional<Multiple> multiple(Id id) const {
    std::uint32_t factor = 1;
    for (int depth = 0; depth < deepest_chain; ++depth) {
      id = resolved(id);
      if (const Count* const count = find(id)) return Multiple{*count, factor};
      const auto own = factor_of(id);
      if (!own) return {};
      factor *= *own;
      id = procedure_.operands(id)[0];
    }
    return {};
  }

  void reduce(Id id) {
    if (counts_.size() >= most_counts) return;
    const Instruction sum = procedure_[id];
    if (sum.opcode != Opcode::add || sum.type != Type::u32 || !is_index_[id]) return;
    const std::array<Id, 2> parts{resolved(procedure_.operands(id)[0]), resolved(procedure_.operands(id)[1])};
    for (const std::size_t side : {0U, 1U}) {
      const Id invariant = parts[1 - side];
      if (procedure_.is_constant(invariant) || is_inside(invariant)) continue;
      const auto found = multiple(parts[side]);
      if (!found) continue;
      make_count(id, *found, invariant);
      return;
    }
  }

  /// The new count starts at `invariant + first × factor`.
  void make_count(Id id, const Multiple& of, Id invariant) {
    const ControlFlow::Loop& loop = flow_.loops[loop_];
    const std::uint32_t step = of.count.step * of.factor;
    Id first = of.count.first;
    if (procedure_.is_constant(first)) {
      first = constant(static_cast<std::uint32_t>(procedure_[first].immediate) * of.factor);
    } else if (of.factor != 1) {
      first = at_end(loop.preheader, Opcode::mul, first, constant(of.factor), id);
    }
    const bool is_zero = procedure_.is_constant(first) && procedure_[first].immediate == 0;
    const Id start = is_zero ? invariant : at_end(loop.preheader, Opcode::add, invariant, first, id);
    Instruction phi = make(Opcode::phi, Type::b32, id);
    phi.block = loop.header;
    const Id made = procedure_.add(phi, std::array<Id, 2>{});
    const Id next = insert_after(of.count.next, made, constant(step), id);
    procedure_.operands(made)[entry_] = start;
    procedure_.operands(made)[1 - entry_] = next;
    auto& list = procedure_.blocks[loop.header].instructions;
    list.insert(list.begin(), made);
    replacement_.resize(procedure_.instructions.size(), no_id);
    replacement_[id] = made;
    counts_.push_back({made, start, next, step});
  }

  Instruction make(Opcode opcode, Type type, Id like) const {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.type = type;
    instruction.zeros = procedure_[like].zeros;
    instruction.span = procedure_[like].span;
    return instruction;
  }

  Id constant(std::uint32_t value) {
    Instruction instruction;
    instruction.type = Type::b32;
    instruction.immediate = value;
    return procedure_.add(instruction, {});
  }

  Id at_end(BlockIndex block, Opcode opcode, Id a, Id b, Id like) {
    Instruction instruction = make(opcode, Type::u32, like);
    instruction.block = block;
    if (opcode == Opcode::mul) instruction.zeros = 0;
    const Id id = procedure_.add(instruction, std::array{a, b});
    procedure_.blocks[block].instructions.push_back(id);
    return id;
  }

  Id insert_after(Id before, Id a, Id b, Id like) {
    Instruction instruction = make(Opcode::add, Type::u32, like);
    instruction.block = procedure_[before].block;
    const Id id = procedure_.add(instruction, std::array{a, b});
    auto& list = procedure_.blocks[instruction.block].instructions;
    list.insert(std::find(list.begin(), list.end(), before) + 1, id);
    return id;
  }

  Procedure& procedure_;
  ControlFlow flow_;
  std::vector<bool> is_index_;  ///< by Id: an address is made of it
  std::vector<Id> replacement_;
  std::uint32_t loop_ = 0;
  std::size_t entry_ = 0;  ///< of the header's two ways in, the one from outside
  std::vector<Count> counts_;
};

}  // namespace

void reduce_strength(Procedure& procedure) { Strength(procedure).run(); }

}  // namespace yyshader::backend::ptx
