#include "ptx_machine/decoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

using syntax::Operand;
using syntax::OperandKind;
using syntax::StatementKind;

const OpcodeRow* find_opcode(std::string_view opcode) {
  for (const auto& rows : {integer_instructions(), bit_instructions(), float_instructions(), approximate_instructions(),
                           comparison_instructions(), move_instructions(), conversion_instructions(),
                           memory_instructions(), atomic_instructions(), synchronization_instructions()}) {
    for (const OpcodeRow& row : rows) {
      if (row.opcode == opcode) return &row;
    }
  }
  return nullptr;
}

std::uint32_t align_up(std::uint32_t value, std::uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

unsigned alignment_of(const syntax::Variable& variable) {
  return std::max(variable.alignment, std::max(1U, type_size(variable.type)));
}

std::uint64_t size_of(const syntax::Variable& variable) {
  return variable.elements.value_or(1) * std::max(1U, type_size(variable.type));
}

/// A .func as calls see it.
struct FunctionInfo {
  const syntax::Function* source = nullptr;
  std::uint32_t start = 0;
  std::vector<Symbol> parameters;
  std::vector<Symbol> results;
  std::vector<std::size_t> callees;
};

class Decoder {
 public:
  Decoder(const syntax::Module& module, const Options& options, std::vector<Problem>& problems)
      : module_(module),
        problems_(problems),
        slots_(program_),
        context_{program_, slots_, scopes_, options, problems} {}

  Program run() {
    scopes_.open();
    for (const syntax::Variable& variable : module_.variables) declare_variable(variable);
    place_functions();
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
      if (module_.functions[i].has_body) decode_function(i);
    }
    measure_calls();
    measure_shared();
    return std::move(program_);
  }

 private:
  void refuse(unsigned line, std::string message, std::string_view text) {
    problems_.push_back({line, std::move(message), std::string(text)});
  }

  void declare(const syntax::Variable& variable, const Symbol& symbol) {
    if (!scopes_.add(variable.name, symbol)) refuse(variable.line, "declared twice", variable.name);
  }

  /// .global, .const, .shared and .local variables.
  void declare_variable(const syntax::Variable& variable) {
    if (variable.is_external) refuse(variable.line, "an external variable is not known to the machine", variable.name);
    if (variable.type == Type::pred) refuse(variable.line, "predicates are registers", variable.name);
    StaticVariable made;
    made.name = variable.name;
    made.size = size_of(variable);
    made.entry = current_entry_;
    Symbol symbol;
    symbol.kind = SymbolKind::variable;
    symbol.type = variable.type;
    symbol.size = made.size;
    switch (variable.space) {
      case syntax::Space::global:
      case syntax::Space::constant:
        made.space = variable.space == syntax::Space::global ? Space::global : Space::constant;
        made.address = (static_cast<std::uint64_t>(++globals_) << global_gap_bits) + alignment_of(variable);
        made.initial = initial_bytes(variable);
        break;
      default: {
        made.space = variable.space == syntax::Space::shared ? Space::shared : Space::local;
        std::uint32_t& count = made.space == Space::shared ? shared_ : locals_;
        made.address = (static_cast<std::uint64_t>(++count) << window_gap_bits) + alignment_of(variable);
        if (count > 254 || made.size >= (1ULL << 23U)) refuse(variable.line, "too much of its space", variable.name);
      }
    }
    symbol.space = made.space;
    symbol.address = made.address;
    declare(variable, symbol);
    program_.variables.push_back(std::move(made));
  }

  static std::vector<std::uint8_t> initial_bytes(const syntax::Variable& variable) {
    std::vector<std::uint8_t> bytes(size_of(variable), 0);
    const unsigned size = type_size(variable.type);
    for (std::size_t i = 0; i < variable.initial.size(); ++i) {
      std::memcpy(bytes.data() + i * size, &variable.initial[i], size);
    }
    return bytes;
  }

  void place_functions() {
    std::uint32_t start = 0;
    for (const syntax::Function& function : module_.functions) {
      FunctionInfo info;
      info.source = &function;
      info.start = start;
      if (function.has_body) {
        start += 1 + static_cast<std::uint32_t>(std::count_if(
                         function.body.begin(), function.body.end(),
                         [](const auto& statement) { return statement.kind == StatementKind::instruction; }));
        if (!function_names_.emplace(function.name, functions_.size()).second) {
          refuse(function.line, "defined twice", function.name);
        }
        if (!function.is_entry) {
          for (const auto& variable : function.parameters) info.parameters.push_back(formal(variable, true));
          for (const auto& variable : function.results) info.results.push_back(formal(variable, false));
        }
      } else if (function.is_entry) {
        refuse(function.line, "an entry without a body", function.name);
      }
      functions_.push_back(std::move(info));
    }
  }

  /// A parameter or result of a .func. Every function runs at most once at a time in a thread, so that it has places of
  /// its own.
  Symbol formal(const syntax::Variable& variable, bool is_written_by_caller) {
    Symbol symbol;
    symbol.type = variable.type;
    symbol.is_written_by_caller = is_written_by_caller;
    if (variable.type == Type::pred) refuse(variable.line, "a predicate cannot be a parameter", variable.name);
    if (variable.space == syntax::Space::reg) {
      symbol.slot = slots_.add(std::string(variable.name));
      return symbol;
    }
    return lane_parameter(variable, symbol);
  }

  Symbol lane_parameter(const syntax::Variable& variable, Symbol symbol) {
    symbol.kind = SymbolKind::lane_parameter;
    symbol.type = variable.type;
    symbol.size = size_of(variable);
    program_.lane_parameter_bytes = align_up(program_.lane_parameter_bytes, alignment_of(variable));
    symbol.address = program_.lane_parameter_bytes;
    program_.lane_parameter_bytes += static_cast<std::uint32_t>(symbol.size);
    return symbol;
  }

  void decode_function(std::size_t index) {
    const syntax::Function& function = module_.functions[index];
    current_function_ = index;
    scopes_.open();
    labels_.clear();
    std::uint32_t position = functions_[index].start;
    for (const auto& statement : function.body) {
      if (statement.kind == StatementKind::instruction) ++position;
      if (statement.kind == StatementKind::label && !labels_.emplace(statement.label, position).second) {
        refuse(statement.line, "a label stands twice", statement.label);
      }
    }
    if (function.is_entry) {
      open_entry(function, functions_[index].start);
    } else {
      declare_formals(function.parameters, functions_[index].parameters);
      declare_formals(function.results, functions_[index].results);
    }
    scopes_.open();
    for (const auto& statement : function.body) decode_statement(statement);
    scopes_.close();
    scopes_.close();
    // The body's end returns.
    Instruction end;
    end.flow = Flow::ret;
    program_.code.push_back(end);
    program_.lines.push_back({function.line, "(the end of " + std::string(function.name) + ")"});
    current_entry_ = no_slot;
  }

  void declare_formals(const std::vector<syntax::Variable>& variables, const std::vector<Symbol>& symbols) {
    for (std::size_t i = 0; i < variables.size(); ++i) declare(variables[i], symbols[i]);
  }

  void open_entry(const syntax::Function& function, std::uint32_t start) {
    current_entry_ = static_cast<std::uint32_t>(program_.entries.size());
    Entry entry;
    entry.name = function.name;
    entry.start = start;
    entry.required_block = function.required_block;
    entry.largest_block = function.largest_block;
    if (!function.results.empty()) refuse(function.line, "an entry has no result", function.name);
    for (const syntax::Variable& variable : function.parameters) {
      if (variable.space != syntax::Space::param)
        refuse(variable.line, "an entry's parameters are .param", variable.name);
      const std::uint32_t offset = align_up(entry.parameter_bytes, alignment_of(variable));
      const auto size = static_cast<std::uint32_t>(size_of(variable));
      entry.parameters.push_back(
          {std::string(variable.name), variable.type, offset, size, variable.elements.has_value()});
      entry.parameter_bytes = offset + size;
      if (entry.parameter_bytes > 4352) refuse(variable.line, "more than 4352 bytes of parameters", variable.name);
      Symbol symbol;
      symbol.kind = SymbolKind::entry_parameter;
      symbol.type = variable.type;
      symbol.address = offset;
      symbol.size = size;
      declare(variable, symbol);
    }
    program_.entries.push_back(std::move(entry));
  }

  void decode_statement(const syntax::Statement& statement) {
    switch (statement.kind) {
      case StatementKind::scope_begin:
        return scopes_.open();
      case StatementKind::scope_end:
        return scopes_.close();
      case StatementKind::label:
        return;
      case StatementKind::declaration:
        return declare_local(statement.variable);
      case StatementKind::instruction:
        return decode_instruction(statement.instruction);
    }
  }

  void declare_local(const syntax::Variable& variable) {
    if (variable.space == syntax::Space::param) return declare(variable, lane_parameter(variable, {}));
    if (variable.space != syntax::Space::reg) return declare_variable(variable);
    Symbol symbol;
    symbol.kind = variable.type == Type::pred ? SymbolKind::predicate : SymbolKind::reg;
    symbol.type = variable.type;
    if (!variable.range) return declare(variable, symbol);
    if (!scopes_.add_range(variable.name, *variable.range, symbol)) {
      refuse(variable.line, "declared twice", variable.name);
    }
  }

  void decode_instruction(const syntax::Instruction& source) {
    Instruction result;
    Reader reader(context_, source, result);
    if (!source.guard.empty()) {
      Operand guard;
      guard.name = source.guard;
      result.guard = reader.predicate_destination(guard);
      result.guard_inverted = source.guard_inverted;
    }
    if (!decode_control(reader, source)) {
      const OpcodeRow* const row = find_opcode(source.opcode);
      if (row == nullptr) {
        reader.refuse("no instruction that the machine knows");
      } else {
        row->decode(reader);
      }
    }
    program_.code.push_back(result);
    program_.lines.push_back({source.line, one_line(source.text)});
  }

  static std::string one_line(std::string_view text) {
    std::string result(text);
    std::replace(result.begin(), result.end(), '\n', ' ');
    return result;
  }

  /// bra, call, ret, exit, trap; false: none of them.
  bool decode_control(Reader& reader, const syntax::Instruction& source) {
    if (source.opcode == "bra") {
      decode_branch(reader);
    } else if (source.opcode == "call") {
      decode_call(reader);
    } else if (source.opcode == "ret") {
      reader.accept(".uni");
      reader.operands(0);
      reader.result.flow = Flow::ret;
    } else if (source.opcode == "exit") {
      reader.operands(0);
      reader.result.flow = Flow::exit;
    } else if (source.opcode == "trap") {
      reader.operands(0);
      reader.result.handler = trap;
    } else {
      return false;
    }
    return true;
  }

  static void trap(Warp& warp, const Instruction& instruction, LaneMask lanes);

  void decode_branch(Reader& reader) {
    reader.accept(".uni");
    reader.operands(1);
    reader.result.flow = Flow::branch;
    const Operand& operand = reader.operand(0);
    const auto label = operand.kind == OperandKind::name ? labels_.find(operand.name) : labels_.end();
    if (label == labels_.end()) return reader.refuse("no such label in this function");
    reader.result.target = label->second;
  }

  /// call{.uni} {(results),} function {, (arguments)};
  void decode_call(Reader& reader) {
    reader.accept(".uni");
    reader.operands(1, 3);
    if (reader.failed()) return;
    Operand nothing;
    nothing.kind = OperandKind::list;
    const bool has_results = reader.operand(0).kind == OperandKind::list;
    const std::size_t name_at = has_results ? 1 : 0;
    const Operand& results = has_results ? reader.operand(0) : nothing;
    const Operand& name = reader.operand(name_at);
    const Operand& arguments = reader.operand_count() > name_at + 1 ? reader.operand(name_at + 1) : nothing;
    if (name.kind != OperandKind::name || arguments.kind != OperandKind::list || reader.operand_count() > name_at + 2) {
      return reader.refuse("not a direct call");
    }
    const auto found = function_names_.find(name.name);
    if (found == function_names_.end() || functions_[found->second].source->is_entry) {
      return reader.refuse("no function of this name has a body here");
    }
    const FunctionInfo& callee = functions_[found->second];
    functions_[current_function_].callees.push_back(found->second);
    CallSite site;
    site.target = callee.start;
    copies(reader, arguments, callee.parameters, true, site.arguments);
    copies(reader, results, callee.results, false, site.results);
    reader.result.flow = Flow::call;
    reader.result.target = static_cast<std::uint32_t>(program_.calls.size());
    program_.calls.push_back(std::move(site));
  }

  void copies(Reader& reader, const Operand& actual, const std::vector<Symbol>& formals, bool into_callee,
              std::vector<CallCopy>& result) {
    if (actual.elements.size() != formals.size()) return reader.refuse("not the number of arguments or results");
    for (std::size_t i = 0; i < formals.size() && !reader.failed(); ++i) {
      const Operand& operand = actual.elements[i];
      const Symbol& formal = formals[i];
      CallCopy copy;
      if (formal.kind == SymbolKind::reg) {
        const std::uint32_t own =
            into_callee ? reader.source(operand, formal.type, false) : reader.destination(operand, formal.type, false);
        copy = {true, into_callee ? own : formal.slot, into_callee ? formal.slot : own, 0};
      } else {
        const Symbol* const own = reader.symbol(operand);
        if (own == nullptr) return;
        if (own->kind != SymbolKind::lane_parameter || own->size != formal.size) {
          return reader.refuse("an argument is no .param variable of the parameter's size");
        }
        const auto own_place = static_cast<std::uint32_t>(own->address);
        const auto formal_place = static_cast<std::uint32_t>(formal.address);
        copy = {false, into_callee ? own_place : formal_place, into_callee ? formal_place : own_place,
                static_cast<std::uint32_t>(formal.size)};
      }
      result.push_back(copy);
    }
  }

  /// Finds the deepest chain of calls. Callees stand before or after their callers; a circle is refused.
  void measure_calls() {
    std::vector<std::uint32_t> depth(functions_.size(), 1);
    // A chain without a circle has at most as many functions as there are, so this settles within that many rounds.
    for (std::size_t round = 0; round <= functions_.size(); ++round) {
      bool changed = false;
      for (std::size_t i = 0; i < functions_.size(); ++i) {
        for (const std::size_t callee : functions_[i].callees) {
          if (depth[i] >= depth[callee] + 1) continue;
          depth[i] = depth[callee] + 1;
          changed = true;
        }
      }
      if (!changed) break;
      if (round == functions_.size()) refuse(0, "a function that calls itself is not known to the machine", "");
    }
    for (const std::uint32_t value : depth) program_.call_depth = std::max(program_.call_depth, value);
  }

  void measure_shared() {
    std::vector<std::uint64_t> bytes(program_.entries.size(), 0);
    for (const StaticVariable& variable : program_.variables) {
      if (variable.space == Space::shared && variable.entry != no_slot) bytes[variable.entry] += variable.size;
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] > 49152) refuse(0, "more than 49152 bytes of .shared variables", program_.entries[i].name);
    }
  }

  const syntax::Module& module_;
  std::vector<Problem>& problems_;
  Program program_;
  SlotTable slots_;
  Scopes scopes_;
  Reader::Context context_;
  std::vector<FunctionInfo> functions_;
  std::unordered_map<std::string_view, std::size_t> function_names_;
  std::unordered_map<std::string_view, std::uint32_t> labels_;
  std::size_t current_function_ = 0;
  std::uint32_t current_entry_ = no_slot;
  std::uint32_t globals_ = 0;
  std::uint32_t shared_ = 0;
  std::uint32_t locals_ = 0;
};

void Decoder::trap(Warp& warp, const Instruction&, LaneMask lanes) {
  warp.fail(static_cast<unsigned>(std::countr_zero(lanes)), "trap");
}

}  // namespace

Program decode(const syntax::Module& module, const Options& options, std::vector<Problem>& problems) {
  return Decoder(module, options, problems).run();
}

}  // namespace yyshader::ptx_machine
