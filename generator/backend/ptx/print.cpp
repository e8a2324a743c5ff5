// Writing procedures: phis become copies at the ends of the blocks before, values get numbered registers, blocks
// labels.

#include "backend/ptx/print.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "backend/ptx/passes.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr std::array<std::string_view, 5> prefixes{"", "%p", "%h", "%r", "%rd"};
constexpr std::array<std::string_view, 10> specials{"%tid.x",   "%tid.y",    "%tid.z",    "%ctaid.x",  "%ctaid.y",
                                                    "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid"};
constexpr std::array<std::string_view, 12> comparisons{"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                       "equ", "neu", "ltu", "leu", "gtu", "geu"};
constexpr std::array<std::string_view, 7> roundings{"", ".rn", ".rni", ".rzi", ".rmi", ".rpi", ".sat"};
constexpr std::array<std::string_view, 3> atomics{"add", "min", "max"};
constexpr std::array<std::string_view, 2> shuffles{"idx", "bfly"};

constexpr std::size_t largest_repeated = 48;  ///< instructions of a loop that ptxas may unroll

/// How many instructions of the hardware one comes to, about.
std::size_t size_of(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::div:
      return is_float(instruction.type) ? 8 : 40;
    case Opcode::sqrt:
      return 8;
    default:
      return 1;
  }
}

std::string_view space_name(Space space) {
  switch (space) {
    case Space::global:
      return ".global";
    case Space::read_only:
      return ".global.nc";
    case Space::shared:
      return ".shared";
    case Space::local:
      return ".local";
    case Space::constant:
      return ".const";
    case Space::none:
      break;
  }
  support::internal_error("memory in no space");
}

class Printer {
 public:
  Printer(const Procedure& procedure, const std::vector<Symbol>& constants, bool strict_floats, Text& out)
      : procedure_(procedure),
        constants_(constants),
        strict_floats_(strict_floats),
        out_(out),
        names_(procedure.instructions.size()) {}

  void print() {
    head();
    out_.line("{", procedure_.span);
    // Registers are declared before the code that decides how many there are.
    find_loops();
    find_labels();
    parameters();
    for (BlockIndex block = 0; block < procedure_.blocks.size(); ++block) print_block(block);
    declarations();
    out_.text += code_.text;
    out_.line_origins.insert(out_.line_origins.end(), code_.line_origins.begin(), code_.line_origins.end());
    out_.line("}", procedure_.span);
  }

 private:
  // The outside.

  void head() {
    if (!procedure_.is_entry) {
      std::string text = ".func ";
      if (!procedure_.results.empty())
        text += list_of(procedure_.results.size(),
                        [&](std::size_t i) { return declared(procedure_.results[i], "%o", i); }) +
                " ";
      text += procedure_.name + list_of(procedure_.formals.size(),
                                        [&](std::size_t i) { return declared(procedure_.formals[i].type, "%a", i); });
      out_.line(text, procedure_.span);
      return;
    }
    const auto& size = procedure_.workgroup_size;
    if (procedure_.formals.empty()) {
      out_.line(".visible .entry " + procedure_.name + "()", procedure_.span);
    } else {
      out_.line(".visible .entry " + procedure_.name + "(", procedure_.span);
      for (std::size_t i = 0; i < procedure_.formals.size(); ++i) {
        const bool is_last = i + 1 == procedure_.formals.size();
        out_.line("\t.param .u64 " + procedure_.formals[i].name + (is_last ? "" : ","), procedure_.span);
      }
      out_.line(")", procedure_.span);
    }
    out_.line(".reqntid " + number(size[0]) + ", " + number(size[1]) + ", " + number(size[2]), procedure_.span);
  }

  template <typename Item>
  static std::string list_of(std::size_t count, Item item) {
    std::string text = "(";
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text += ", ";
      text += item(i);
    }
    return text += ")";
  }

  static std::string declared(Type type, std::string_view prefix, std::size_t index) {
    return ".reg ." + std::string(to_text(bits_of(type))) + " " + std::string(prefix) + number(index);
  }

  static std::string number(std::uint64_t value) { return support::to_decimal(value); }

  void declarations() {
    constexpr std::array<std::string_view, 5> types{"", "pred", "b16", "b32", "b64"};
    for (std::size_t c = 1; c < prefixes.size(); ++c) {
      if (counts_[c] == 0) continue;
      out_.line(
          "\t.reg ." + std::string(types[c]) + " " + std::string(prefixes[c]) + "<" + number(counts_[c] + 1) + ">;",
          {});
    }
    std::vector<bool> is_named(procedure_.symbols.size(), false);
    for (const Block& block : procedure_.blocks) {
      for (const Id id : block.instructions) {
        const Instruction& instruction = procedure_[id];
        if (instruction.opcode == Opcode::symbol && static_cast<Space>(instruction.modifier) != Space::constant)
          is_named[static_cast<std::size_t>(instruction.immediate)] = true;
      }
    }
    for (std::size_t i = 0; i < procedure_.symbols.size(); ++i) {
      const Symbol& symbol = procedure_.symbols[i];
      if (!is_named[i]) continue;
      const std::string_view space = symbol.space == Space::shared ? "shared" : "local";
      out_.line("\t." + std::string(space) + " .align " + number(symbol.align) + " .b8 " + symbol.name + "[" +
                    number(symbol.bytes) + "];",
                {});
    }
    out_.line("", {});
  }

  // Registers.

  std::string fresh(Class kind) {
    const auto index = static_cast<std::size_t>(kind);
    return std::string(prefixes[index]) + number(++counts_[index]);
  }

  const std::string& name(Id id) {
    if (shared_[id] != no_id) id = shared_[id];
    std::string& text = names_[id];
    if (text.empty()) text = fresh(class_of(procedure_[id].type));
    return text;
  }

  void put(const std::string& instruction) { code_.line("\t" + instruction + ";", span_); }

  /// What stands for a value as an operand of type `type`.
  std::string operand(Id id, Type type) {
    const Instruction& instruction = procedure_[id];
    if (instruction.opcode != Opcode::constant && instruction.opcode != Opcode::undefined) return name(id);
    const std::uint64_t bits = instruction.opcode == Opcode::constant ? instruction.immediate : 0;
    if (type == Type::f32) return "0f" + support::to_hex(bits, 8, support::HexCase::upper);
    if (class_of(type) == Class::half || class_of(type) == Class::predicate) return in_register(id, type);
    if (type == Type::s32) return support::to_decimal(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
    if (class_of(type) == Class::wide) return support::to_decimal(static_cast<std::int64_t>(bits));
    return number(bits);
  }

  /// A register, also for a constant.
  std::string in_register(Id id, Type type) {
    const Instruction& instruction = procedure_[id];
    if (instruction.opcode != Opcode::constant && instruction.opcode != Opcode::undefined) return name(id);
    std::string made = fresh(class_of(type));
    const std::uint64_t bits = instruction.opcode == Opcode::constant ? instruction.immediate : 0;
    if (class_of(type) == Class::predicate) {
      put("setp.ne.u32 " + made + ", " + number(bits) + ", 0");
    } else {
      put("mov." + std::string(to_text(bits_of(type))) + " " + made + ", " +
          (type == Type::f32 ? "0f" + support::to_hex(bits, 8, support::HexCase::upper) : number(bits)));
    }
    return made;
  }

  /// The same for several; equal constants that follow each other have one register.
  std::vector<std::string> in_registers(std::span<const Id> ids, Type type) {
    std::vector<std::string> made;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const bool is_same = i > 0 && procedure_.is_constant(ids[i]) && procedure_.is_constant(ids[i - 1]) &&
                           procedure_[ids[i]].immediate == procedure_[ids[i - 1]].immediate;
      made.push_back(is_same ? made.back() : in_register(ids[i], type));
    }
    return made;
  }

  // Blocks.

  void parameters() {
    span_ = procedure_.span;
    std::vector<bool> is_used(procedure_.formals.size(), false);
    std::vector<Id> ids(procedure_.formals.size(), no_id);
    for (Id id = 0; id < procedure_.instructions.size(); ++id) {
      const Instruction& instruction = procedure_[id];
      if (instruction.opcode != Opcode::parameter) continue;
      const auto index = static_cast<std::size_t>(instruction.immediate);
      if (procedure_.is_entry) {
        ids[index] = id;
      } else {
        names_[id] = "%a" + number(index);
      }
    }
    if (!procedure_.is_entry) return;
    mark_used_parameters(is_used);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (!is_used[i]) continue;
      const std::string generic = fresh(Class::wide);
      put("ld.param.u64 " + generic + ", [" + procedure_.formals[i].name + "]");
      put("cvta.to.global.u64 " + name(ids[i]) + ", " + generic);
    }
  }

  void mark_used_parameters(std::vector<bool>& is_used) const {
    for (const Block& block : procedure_.blocks) {
      for (const Id id : block.instructions) {
        for (const Id part : procedure_.operands(id)) {
          if (procedure_[part].opcode == Opcode::parameter)
            is_used[static_cast<std::size_t>(procedure_[part].immediate)] = true;
        }
      }
    }
  }

  /// Where a jump to the block really leads: past blocks that do nothing.
  BlockIndex real_target(BlockIndex block) const {
    for (;;) {
      const Block& passed = procedure_.blocks[block];
      if (is_merged_[block]) {
        block = passed.targets[0];
        continue;
      }
      if (!passed.instructions.empty() || passed.condition != no_id || passed.targets[0] == no_block) return block;
      if (has_copies(block) || passed.targets[0] <= block) return block;
      block = passed.targets[0];
    }
  }

  bool has_copies(BlockIndex block) const {
    const Block& from = procedure_.blocks[block];
    if (from.condition != no_id || from.targets[0] == no_block) return false;
    const auto& instructions = procedure_.blocks[from.targets[0]].instructions;
    return !instructions.empty() && procedure_[instructions[0]].opcode == Opcode::phi;
  }

  /// The next block that is written.
  BlockIndex following(BlockIndex block) const {
    ++block;
    while (block < procedure_.blocks.size() && is_skipped(block)) ++block;
    return block;
  }

  bool is_skipped(BlockIndex block) const { return block != 0 && real_target(block) != block; }

  /// How many instructions each loop has; and which ways back need no block of their own: the copies for the loop's
  /// next turn may stand before the test when nothing behind the loop asks for this turn's values.
  void find_loops() {
    loop_sizes_.assign(procedure_.blocks.size(), 0);
    is_merged_.assign(procedure_.blocks.size(), false);
    const ControlFlow flow = analyse(procedure_);
    shared_ = share_registers(procedure_, flow);
    std::vector<bool> is_asked_outside(procedure_.blocks.size(), false);  // by header
    const auto ask = [&](Id value, BlockIndex user) {
      const Instruction& source = procedure_[value];
      if (source.opcode != Opcode::phi) return;
      std::uint32_t loop = flow.loop_of[source.block];
      if (loop == ControlFlow::no_loop || flow.loops[loop].header != source.block) return;
      std::uint32_t around = flow.loop_of[user];
      while (around != ControlFlow::no_loop && around != loop) around = flow.loops[around].parent;
      if (around != loop) is_asked_outside[source.block] = true;
    };
    for (BlockIndex block = 0; block < procedure_.blocks.size(); ++block) {
      for (const Id id : procedure_.blocks[block].instructions) {
        const auto operands = procedure_.operands(id);
        const bool is_phi = procedure_[id].opcode == Opcode::phi;
        for (std::size_t i = 0; i < operands.size(); ++i)
          ask(operands[i], is_phi ? procedure_.blocks[block].predecessors[i] : block);
      }
      if (procedure_.blocks[block].condition != no_id) ask(procedure_.blocks[block].condition, block);
    }
    for (const Id id : procedure_.returned) ask(id, static_cast<BlockIndex>(procedure_.blocks.size() - 1));
    for (const ControlFlow::Loop& loop : flow.loops) {
      for (const BlockIndex block : loop.blocks)
        for (const Id id : procedure_.blocks[block].instructions) loop_sizes_[loop.header] += size_of(procedure_[id]);
      if (is_asked_outside[loop.header]) continue;
      for (const BlockIndex back : procedure_.blocks[loop.header].predecessors) {
        const Block& way = procedure_.blocks[back];
        is_merged_[back] = back > loop.header && way.instructions.empty() && way.condition == no_id &&
                           way.predecessors.size() == 1 && procedure_.blocks[way.predecessors[0]].condition != no_id &&
                           !has_phi_condition(way.predecessors[0], loop.header);
      }
    }
  }

  /// Whether the block's test reads a phi of the header, which the copies before it would change.
  bool has_phi_condition(BlockIndex block, BlockIndex header) const {
    const Instruction& test = procedure_[procedure_.blocks[block].condition];
    return test.opcode == Opcode::phi && test.block == header;
  }

  void find_labels() {
    is_labelled_.assign(procedure_.blocks.size(), false);
    for (BlockIndex block = 0; block < procedure_.blocks.size(); ++block) {
      if (is_skipped(block)) continue;
      const Block& from = procedure_.blocks[block];
      for (const BlockIndex target : from.targets) {
        if (target == no_block) continue;
        if (real_target(target) != following(block)) is_labelled_[real_target(target)] = true;
      }
    }
  }

  static std::string label(BlockIndex block) { return "$L" + number(block); }

  void print_block(BlockIndex index) {
    if (is_skipped(index)) return;
    const Block& block = procedure_.blocks[index];
    span_ = block.span;
    if (is_labelled_[index]) code_.line(label(index) + ":", span_);
    // Without a word ptxas would write a long body several times.
    if (loop_sizes_[index] > largest_repeated) code_.line("\t.pragma \"nounroll\";", span_);
    for (const Id id : block.instructions) {
      if (procedure_[id].span) span_ = procedure_[id].span;
      instruction(id);
    }
    if (block.span) span_ = block.span;
    if (block.condition == no_id && block.targets[0] == no_block) {
      for (std::size_t i = 0; i < procedure_.returned.size(); ++i)
        put("mov." + std::string(to_text(bits_of(procedure_.results[i]))) + " %o" + number(i) + ", " +
            operand(procedure_.returned[i], bits_of(procedure_.results[i])));
      put("ret");
      return;
    }
    if (block.condition == no_id) {
      copies(index, block.targets[0]);
      const BlockIndex target = real_target(block.targets[0]);
      if (target != following(index)) put("bra " + label(target));
      return;
    }
    for (const BlockIndex target : block.targets) {
      if (is_merged_[target]) copies(target, procedure_.blocks[target].targets[0]);
    }
    const BlockIndex yes = real_target(block.targets[0]);
    const BlockIndex no = real_target(block.targets[1]);
    const std::string condition = operand(block.condition, Type::pred);
    if (yes == no) {
      if (yes != following(index)) put("bra " + label(yes));
    } else if (yes == following(index)) {
      put("@!" + condition + " bra " + label(no));
    } else {
      put("@" + condition + " bra " + label(yes));
      if (no != following(index)) put("bra " + label(no));
    }
  }

  /// The phis of `to` take their values from `from`, all at once.
  void copies(BlockIndex from, BlockIndex to) {
    const Block& target = procedure_.blocks[to];
    const auto place = std::find(target.predecessors.begin(), target.predecessors.end(), from);
    const auto position = static_cast<std::size_t>(place - target.predecessors.begin());
    struct Copy {
      Id phi;
      Id value;
    };
    std::vector<Copy> open;
    for (const Id id : target.instructions) {
      if (procedure_[id].opcode != Opcode::phi) break;
      const Id value = procedure_.operands(id)[position];
      const bool is_there = value == id || shared_[value] == id || procedure_[value].opcode == Opcode::undefined;
      if (!is_there) open.push_back({id, value});
    }
    const auto write = [&](const std::string& to_name, Id value, Type type) {
      if (type == Type::pred && procedure_.is_constant(value)) {
        put("setp.ne.u32 " + to_name + ", " + number(procedure_[value].immediate) + ", 0");
      } else {
        const std::string source = procedure_.is_constant(value) ? number(procedure_[value].immediate) : name(value);
        put("mov." + std::string(to_text(bits_of(type))) + " " + to_name + ", " + source);
      }
    };
    // A register that another copy still reads is written after that; in a circle, one value is kept aside.
    std::vector<std::pair<Id, std::string>> kept;
    while (!open.empty()) {
      bool is_stuck = true;
      for (std::size_t i = 0; i < open.size(); ++i) {
        const Id phi = open[i].phi;
        const bool is_read = std::any_of(open.begin(), open.end(),
                                         [&](const Copy& other) { return other.phi != phi && other.value == phi; });
        if (is_read) continue;
        const auto aside = std::find_if(kept.begin(), kept.end(), [&](const auto& k) { return k.first == phi; });
        if (aside != kept.end()) {
          put("mov." + std::string(to_text(bits_of(procedure_[phi].type))) + " " + name(phi) + ", " + aside->second);
        } else {
          write(name(phi), open[i].value, procedure_[phi].type);
        }
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
        is_stuck = false;
        break;
      }
      if (!is_stuck) continue;
      Copy& first = open.front();
      const Type type = procedure_[first.phi].type;
      kept.emplace_back(first.phi, fresh(class_of(type)));
      write(kept.back().second, first.value, type);
      first.value = first.phi;
    }
  }

  // Instructions.

  std::string type_text(Type type) const { return "." + std::string(to_text(type)); }

  void simple(Id id, const std::string& mnemonic, Type operand_type) {
    std::string text = mnemonic + " " + name(id);
    for (const Id part : procedure_.operands(id)) text += ", " + operand(part, operand_type);
    put(text);
  }

  /// Rounding of arithmetic: what may be fused is written without one.
  std::string rounding(const Instruction& instruction) const {
    if (!is_float(instruction.type)) return {};
    const bool is_sum = instruction.opcode == Opcode::add || instruction.opcode == Opcode::sub;
    if (is_sum || instruction.opcode == Opcode::mul) return strict_floats_ ? ".rn" : "";
    switch (instruction.opcode) {
      case Opcode::fma:
      case Opcode::div:
      case Opcode::sqrt:
        return ".rn";
      case Opcode::rsqrt:
      case Opcode::ex2:
      case Opcode::lg2:
      case Opcode::sin:
      case Opcode::cos:
        return ".approx";
      default:
        return {};
    }
  }

  // One case per kind of instruction: a table in the form of a switch.
  // NOLINTNEXTLINE(readability-function-size)
  void instruction(Id id) {
    const Instruction& i = procedure_[id];
    const std::string mnemonic(row(i.opcode).mnemonic);
    const auto operands = procedure_.operands(id);
    switch (i.opcode) {
      case Opcode::constant:
      case Opcode::undefined:
      case Opcode::parameter:
      case Opcode::phi:
        return;
      case Opcode::part:
        part(id);
        return;
      case Opcode::special:
        put("mov.u32 " + name(id) + ", " + std::string(specials[i.modifier]));
        return;
      case Opcode::symbol: {
        const auto index = static_cast<std::size_t>(i.immediate);
        const bool is_constant = static_cast<Space>(i.modifier) == Space::constant;
        const Symbol& symbol = is_constant ? constants_[index] : procedure_.symbols[index];
        put("mov" + type_text(bits_of(i.type) == Type::b64 ? Type::u64 : Type::u32) + " " + name(id) + ", " +
            symbol.name);
        return;
      }
      case Opcode::mul:
        simple(id, is_float(i.type) ? "mul" + rounding(i) + type_text(i.type) : "mul.lo" + type_text(i.type), i.type);
        return;
      case Opcode::mul_wide:
        simple(id, mnemonic + type_text(i.from), i.from);
        return;
      case Opcode::bit_and:
      case Opcode::bit_or:
      case Opcode::bit_xor:
      case Opcode::bit_not:
        simple(id, mnemonic + type_text(bits_of(i.type)), i.type);
        return;
      case Opcode::shl:
        put("shl.b32 " + name(id) + ", " + operand(operands[0], Type::b32) + ", " + operand(operands[1], Type::u32));
        return;
      case Opcode::shr:
        put("shr" + type_text(i.type) + " " + name(id) + ", " + operand(operands[0], i.type) + ", " +
            operand(operands[1], Type::u32));
        return;
      case Opcode::setp:
        put("setp." + std::string(comparisons[i.modifier]) + type_text(i.from) + " " + name(id) + ", " +
            operand(operands[0], i.from) + ", " + operand(operands[1], i.from));
        return;
      case Opcode::selp:
        put("selp" + type_text(i.type) + " " + name(id) + ", " + operand(operands[0], i.type) + ", " +
            operand(operands[1], i.type) + ", " + operand(operands[2], Type::pred));
        return;
      case Opcode::cvt:
        conversion(id);
        return;
      case Opcode::pack:
        put("mov.b32 " + name(id) + ", {" + in_register(operands[0], Type::b16) + ", " +
            in_register(operands[1], Type::b16) + "}");
        return;
      case Opcode::load:
      case Opcode::load_relaxed:
      case Opcode::store:
      case Opcode::store_relaxed:
      case Opcode::atomic:
        memory(id);
        return;
      case Opcode::barrier:
        put("bar.sync 0");
        return;
      case Opcode::active_mask:
        put("activemask.b32 " + name(id));
        return;
      case Opcode::shuffle:
        put("shfl.sync." + std::string(shuffles[i.modifier]) + ".b32 " + name(id) + ", " +
            in_register(operands[0], Type::b32) + ", " + operand(operands[1], Type::u32) + ", " +
            operand(operands[2], Type::u32) + ", " + operand(operands[3], Type::u32));
        return;
      case Opcode::call:
        call(id);
        return;
      default:
        simple(id, mnemonic + rounding(i) + type_text(i.type), i.type);
        return;
    }
  }

  void conversion(Id id) {
    const Instruction& i = procedure_[id];
    const Type to = i.type == Type::b16 ? Type::none : i.type;
    std::string text = "cvt" + std::string(roundings[i.modifier]);
    text += to == Type::none ? ".u16" : type_text(i.type);
    text += type_text(i.from);
    put(text + " " + name(id) + ", " + in_register(procedure_.operands(id)[0], i.from));
  }

  /// Results of one instruction are named when that is written; a part is one of them.
  void part(Id id) {
    const Id whole = procedure_.operands(id)[0];
    names_[id] = part_names_[whole][static_cast<std::size_t>(procedure_[id].immediate)];
  }

  std::string address(const Instruction& instruction, Id base) {
    std::string text = "[" + name(base);
    const auto offset = static_cast<std::int64_t>(instruction.immediate);
    if (offset != 0) text += "+" + support::to_decimal(offset);
    return text + "]";
  }

  void memory(Id id) {
    const Instruction& i = procedure_[id];
    const auto operands = procedure_.operands(id);
    const std::string mnemonic(row(i.opcode).mnemonic);
    std::string text = mnemonic;
    if (i.opcode == Opcode::atomic) {
      const std::string_view space = i.space == Space::read_only ? ".global" : space_name(i.space);
      put(text + std::string(space) + "." + std::string(atomics[i.modifier]) + type_text(i.type) + " " + name(id) +
          ", " + address(i, operands[0]) + ", " + in_register(operands[1], i.type));
      return;
    }
    const bool is_relaxed = i.opcode == Opcode::load_relaxed || i.opcode == Opcode::store_relaxed;
    text += is_relaxed && i.space == Space::read_only ? ".global" : space_name(i.space);
    if (i.width > 1) text += ".v" + number(i.width);
    text += type_text(i.type) + " ";
    if (i.opcode == Opcode::load || i.opcode == Opcode::load_relaxed) {
      if (i.width == 1) {
        put(text + name(id) + ", " + address(i, operands[0]));
        return;
      }
      auto& names = part_names_.try_emplace(id).first->second;
      for (std::size_t k = 0; k < i.width; ++k) names.push_back(fresh(class_of(i.type)));
      put(text + braces(names) + ", " + address(i, operands[0]));
      return;
    }
    const std::vector<std::string> values = in_registers(operands.subspan(1), i.type);
    put(text + address(i, operands[0]) + ", " + (i.width == 1 ? values[0] : braces(values)));
  }

  static std::string braces(const std::vector<std::string>& names) {
    std::string text = "{";
    for (std::size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + names[i];
    return text + "}";
  }

  void call(Id id) {
    const Callee& callee = procedure_.callees[static_cast<std::size_t>(procedure_[id].immediate)];
    std::vector<std::string> arguments;
    for (const Id argument : procedure_.operands(id))
      arguments.push_back(in_register(argument, bits_of(procedure_[argument].type)));
    auto& names = part_names_.try_emplace(id).first->second;
    for (const Type type : callee.results) names.push_back(fresh(class_of(type)));
    std::string text = "call.uni ";
    if (!names.empty()) text += list_of(names.size(), [&](std::size_t i) { return names[i]; }) + ", ";
    text += callee.name;
    if (!arguments.empty()) text += ", " + list_of(arguments.size(), [&](std::size_t i) { return arguments[i]; });
    put(text);
  }

  const Procedure& procedure_;
  const std::vector<Symbol>& constants_;
  bool strict_floats_;
  Text& out_;
  Text code_;
  std::vector<std::string> names_;  ///< by Id
  std::vector<Id> shared_;          ///< by Id: whose register it has
  std::unordered_map<Id, std::vector<std::string>> part_names_;
  std::array<std::uint32_t, 5> counts_{};
  std::vector<bool> is_labelled_;
  std::vector<bool> is_merged_;          ///< by block: its copies stand in the block before
  std::vector<std::size_t> loop_sizes_;  ///< by block; 0 where no loop begins
  source::Span span_;
};

}  // namespace

void print(const Procedure& procedure, const std::vector<Symbol>& constants, bool strict_floats, Text& out) {
  Printer(procedure, constants, strict_floats, out).print();
}

void print_constant(const Symbol& symbol, Text& out) {
  std::string text = (symbol.space == Space::constant ? ".const .align " : ".global .align ") +
                     support::to_decimal(symbol.align) + " .b8 " + symbol.name + "[" +
                     support::to_decimal(symbol.bytes) + "] = {";
  for (std::size_t i = 0; i < symbol.content.size(); ++i) {
    if (i > 0) text += ", ";
    text += support::to_decimal(static_cast<unsigned>(symbol.content[i]));
  }
  out.line(text + "};", {});
}

}  // namespace yyshader::backend::ptx
