#include "ptx_machine/parser.hpp"

#include <bit>
#include <charconv>
#include <string>
#include <utility>

#include "ptx_machine/lexer.hpp"

namespace yyshader::ptx_machine {
namespace {

using namespace syntax;

class Parser {
 public:
  Parser(std::string_view text, std::vector<Problem>& problems)
      : text_(text), problems_(problems), tokens_(tokenize(text, problems)) {}

  Module run() {
    while (peek().kind != TokenKind::end) {
      const std::size_t before = at_;
      failed_ = false;
      module_item();
      if (failed_ || at_ == before) recover(before);
    }
    if (module_.version_major == 0) problems_.push_back({1, "the text has no .version directive", ""});
    if (module_.target.empty()) problems_.push_back({1, "the text has no .target directive", ""});
    return std::move(module_);
  }

 private:
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& take() {
    const Token& token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool accept(std::string_view mark) {
    if (!peek().is(mark)) return false;
    take();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!peek().is_word(word)) return false;
    take();
    return true;
  }

  /// Reports once per statement: what follows the first fault says nothing new.
  void refuse(const std::string& message, const Token& token) {
    if (!failed_) problems_.push_back({token.line, message, std::string(token.text)});
    failed_ = true;
  }
  void expect(std::string_view mark) {
    if (!failed_ && !accept(mark)) refuse("expected '" + std::string(mark) + "'", peek());
  }
  std::string_view expect_name() {
    if (peek().kind == TokenKind::identifier) return take().text;
    refuse("expected a name", peek());
    return {};
  }
  std::uint64_t expect_integer() {
    if (peek().kind == TokenKind::integer) return take().bits;
    refuse("expected an integer", peek());
    return 0;
  }
  std::uint32_t expect_count() {
    const Token& token = peek();
    const std::uint64_t count = expect_integer();
    if (count > 0xffffffffU) refuse("too large", token);
    return static_cast<std::uint32_t>(count);
  }

  /// Skips the rest of a statement that could not be read.
  void recover(std::size_t before) {
    if (at_ == before) {
      refuse("this has no meaning here", peek());
      take();
    }
    while (peek().kind != TokenKind::end && !peek().is(";") && !peek().is("}") && !peek().is("{")) take();
    accept(";");
  }

  void module_item() {
    if (accept_word(".version")) return version();
    if (accept_word(".target")) return target();
    if (accept_word(".address_size")) {
      const Token& token = peek();
      if (expect_integer() != 64) refuse("only .address_size 64 is known", token);
      return;
    }
    if (peek().is_word(".file") || peek().is_word(".loc")) return skip_line();
    if (accept_word(".pragma")) return pragma();
    bool is_external = false;
    for (;;) {
      if (accept_word(".visible") || accept_word(".weak")) continue;
      if (!accept_word(".extern")) break;
      is_external = true;
    }
    if (accept_word(".entry")) return function(true);
    if (accept_word(".func")) return function(false);
    const std::optional<Space> space = variable_space();
    if (!space || *space == Space::reg || *space == Space::param || *space == Space::local) {
      return refuse("no module directive that the machine knows", peek());
    }
    declarations(*space, is_external, module_.variables);
  }

  void version() {
    const Token& token = take();
    const char* begin = token.text.data();
    const char* end = begin + token.text.size();
    const auto major = std::from_chars(begin, end, module_.version_major);
    const auto minor = major.ptr == end ? major : std::from_chars(major.ptr + 1, end, module_.version_minor);
    if (token.kind != TokenKind::floating || minor.ptr != end) return refuse("expected a version such as 8.0", token);
    if (module_.version_major < 7 || std::pair(module_.version_major, module_.version_minor) > std::pair(8U, 0U)) {
      refuse("the machine follows versions 7.0 to 8.0 of the manual", token);
    }
  }

  void target() {
    module_.target = peek().text;
    if (expect_name() != "sm_80") refuse("the machine is a target sm_80", tokens_[at_ - 1]);
  }

  void skip_line() {
    const unsigned line = peek().line;
    while (peek().line == line && peek().kind != TokenKind::end) take();
  }

  void pragma() {
    const Token& token = take();
    if (token.text != "\"nounroll\"") refuse("the only pragma known to be harmless is \"nounroll\"", token);
    expect(";");
  }

  std::optional<Space> variable_space() {
    static constexpr std::pair<std::string_view, Space> words[] = {
        {".reg", Space::reg},        {".shared", Space::shared}, {".global", Space::global},
        {".const", Space::constant}, {".local", Space::local},   {".param", Space::param},
    };
    for (const auto& [word, space] : words) {
      if (accept_word(word)) return space;
    }
    return std::nullopt;
  }

  Type expect_type() {
    const Token& token = take();
    const std::optional<Type> type = token.kind == TokenKind::dot_word ? type_named(token.text) : std::nullopt;
    if (!type) refuse("no type that the machine knows", token);
    return type.value_or(Type::b32);
  }

  unsigned alignment() {
    if (!accept_word(".align")) return 0;
    const Token& token = peek();
    const std::uint32_t value = expect_count();
    if (!std::has_single_bit(value) || value > 128) refuse("an alignment is a power of two up to 128", token);
    return value;
  }

  void declarations(Space space, bool is_external, std::vector<Variable>& into) {
    Variable pattern;
    pattern.space = space;
    pattern.is_external = is_external;
    pattern.alignment = alignment();
    pattern.type = expect_type();
    do {
      Variable variable = pattern;
      variable.line = peek().line;
      variable.name = expect_name();
      if (space == Space::reg && accept("<")) {
        variable.range = expect_count();
        expect(">");
      }
      dimensions(variable);
      if (!failed_ && accept("=")) initial(variable);
      if (failed_) return;
      into.push_back(std::move(variable));
    } while (accept(","));
    expect(";");
  }

  void dimensions(Variable& variable) {
    while (!failed_ && accept("[")) {
      if (peek().is("]")) return refuse("an array whose size the launch gives is not known to the machine", peek());
      variable.elements = variable.elements.value_or(1) * expect_count();
      if (*variable.elements == 0 || *variable.elements > (1ULL << 32)) refuse("not a size of an array", peek());
      expect("]");
    }
    if (variable.space == Space::reg && variable.elements) refuse("registers form no arrays", peek());
  }

  void initial(Variable& variable) {
    if (variable.space != Space::global && variable.space != Space::constant) {
      return refuse("only .global and .const variables have initial values", peek());
    }
    const bool is_list = accept("{");
    do {
      const Token& token = peek();
      const Operand value = operand();
      if (failed_) return;
      variable.initial.push_back(initial_bits(variable.type, value, token));
    } while (is_list && accept(","));
    if (is_list) expect("}");
    if (variable.initial.size() > variable.elements.value_or(1)) refuse("more initial values than elements", peek());
  }

  std::uint64_t initial_bits(Type type, const Operand& value, const Token& token) {
    if (is_floating(type)) {
      if (type == Type::f64 && value.kind == OperandKind::floating) return value.bits;
      if (type == Type::f32 && value.kind == OperandKind::single) return value.bits;
      if (type == Type::f32 && value.kind == OperandKind::floating) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(value.bits)));
      }
    } else if (value.kind == OperandKind::integer) {
      return value.bits;
    }
    refuse("no initial value of this type that the machine knows", token);
    return 0;
  }

  void function(bool is_entry) {
    Function function;
    function.line = peek().line;
    function.is_entry = is_entry;
    if (!is_entry && peek().is("(")) parameters(function.results);
    function.name = expect_name();
    if (!failed_ && peek().is("(")) parameters(function.parameters);
    while (!failed_ && peek().kind == TokenKind::dot_word) performance_directive(function);
    if (failed_) return;
    if (!accept(";")) {
      function.has_body = true;
      body(function);
    }
    module_.functions.push_back(std::move(function));
  }

  void parameters(std::vector<Variable>& into) {
    expect("(");
    if (accept(")")) return;
    do {
      into.push_back(parameter());
    } while (!failed_ && accept(","));
    expect(")");
  }

  Variable parameter() {
    Variable variable;
    const std::optional<Space> space = variable_space();
    if (!space || (*space != Space::param && *space != Space::reg)) refuse("expected .param or .reg", peek());
    variable.space = space.value_or(Space::param);
    variable.alignment = alignment();
    variable.type = expect_type();
    if (accept_word(".ptr")) {  // says what a pointer points to; nothing that the machine needs
      if (!accept_word(".global") && !accept_word(".shared") && !accept_word(".const")) accept_word(".local");
      alignment();
    }
    variable.line = peek().line;
    variable.name = expect_name();
    dimensions(variable);
    return variable;
  }

  void performance_directive(Function& function) {
    const Token& word = take();
    if (word.text == ".reqntid" || word.text == ".maxntid") {
      std::array<std::uint32_t, 3> size = {1, 1, 1};
      for (std::size_t i = 0; i < 3; ++i) {
        size[i] = expect_count();
        if (!peek().is(",")) break;
        if (i < 2) take();
      }
      (word.text == ".reqntid" ? function.required_block : function.largest_block) = size;
    } else if (word.text == ".minnctapersm" || word.text == ".maxnreg" || word.text == ".maxnctapersm") {
      expect_count();  // how to compile, not what to compute
    } else {
      refuse("no directive of a function that the machine knows", word);
    }
  }

  void body(Function& function) {
    expect("{");
    unsigned depth = 1;
    while (depth > 0) {
      const std::size_t before = at_;
      if (peek().kind == TokenKind::end) return refuse("the function's body is not closed", peek());
      failed_ = false;
      Statement statement;
      statement.line = peek().line;
      if (accept("{")) {
        ++depth;
        statement.kind = StatementKind::scope_begin;
        function.body.push_back(std::move(statement));
      } else if (accept("}")) {
        if (--depth == 0) break;
        statement.kind = StatementKind::scope_end;
        function.body.push_back(std::move(statement));
      } else {
        body_statement(function, std::move(statement));
      }
      if (failed_) recover(before);
    }
    failed_ = false;
  }

  void body_statement(Function& function, Statement statement) {
    if (peek().is_word(".loc")) return skip_line();
    if (accept_word(".pragma")) return pragma();
    if (peek().kind == TokenKind::dot_word) {
      const Token& word = peek();
      const std::optional<Space> space = variable_space();
      if (!space) return refuse("no directive that the machine knows", word);
      std::vector<Variable> variables;
      declarations(*space, false, variables);
      for (Variable& variable : variables) {
        Statement declaration;
        declaration.kind = StatementKind::declaration;
        declaration.line = variable.line;
        declaration.variable = std::move(variable);
        function.body.push_back(std::move(declaration));
      }
      return;
    }
    if (peek().kind == TokenKind::identifier && peek(1).is(":")) {
      statement.kind = StatementKind::label;
      statement.label = take().text;
      take();
    } else {
      instruction(statement.instruction);
    }
    if (!failed_) function.body.push_back(std::move(statement));
  }

  void instruction(Instruction& instruction) {
    const Token& first = peek();
    instruction.line = first.line;
    if (accept("@")) {
      instruction.guard_inverted = accept("!");
      instruction.guard = expect_name();
    }
    instruction.opcode = expect_name();
    while (!failed_ && peek().kind == TokenKind::dot_word) instruction.modifiers.push_back(take().text);
    if (!failed_ && !peek().is(";")) {
      do {
        instruction.operands.push_back(operand());
      } while (!failed_ && accept(","));
    }
    if (failed_) return;
    const char* end = peek().text.data();
    expect(";");
    instruction.text = std::string_view(first.text.data(), static_cast<std::size_t>(end - first.text.data()));
  }

  Operand operand() {
    Operand result;
    if (accept("[")) return address();
    if (peek().is("{")) return group(OperandKind::vector, "{", "}");
    if (peek().is("(")) return group(OperandKind::list, "(", ")");
    if (accept("_")) {
      result.kind = OperandKind::sink;
      return pair(std::move(result));
    }
    result.inverted = accept("!");
    result.negative = !result.inverted && accept("-");
    if (peek().kind != TokenKind::identifier) return literal(std::move(result));
    if (result.negative) refuse("only a number may have a minus sign", peek());
    result.name = take().text;
    if (peek().kind == TokenKind::dot_word) {  // %tid.x: one word, for the two stand side by side in the text
      const Token& component = take();
      if (component.text.data() != result.name.data() + result.name.size()) refuse("misplaced component", component);
      result.name = std::string_view(result.name.data(), result.name.size() + component.text.size());
    }
    if (peek().is("[")) refuse("an indexed symbol is not known to the machine", peek());
    if (accept("+")) offset(result);
    return pair(std::move(result));
  }

  Operand literal(Operand result) {
    const Token& token = take();
    result.bits = token.bits;
    switch (token.kind) {
      case TokenKind::integer:
        result.kind = OperandKind::integer;
        if (result.negative) result.bits = 0 - result.bits;
        break;
      case TokenKind::floating:
        result.kind = OperandKind::floating;
        if (result.negative) result.bits ^= 1ULL << 63U;
        break;
      case TokenKind::single:
        result.kind = OperandKind::single;
        if (result.negative) result.bits ^= 1ULL << 31U;
        break;
      default:
        refuse("no operand that the machine knows", token);
    }
    if (result.inverted) refuse("only a predicate may be inverted", token);
    return result;
  }

  Operand pair(Operand first) {
    if (!accept("|")) return first;
    Operand result;
    result.kind = OperandKind::pair;
    result.elements.push_back(std::move(first));
    if (peek(1).is("|")) refuse("only two predicates form a pair", peek());
    if (!failed_) result.elements.push_back(operand());
    return result;
  }

  void offset(Operand& operand) {
    operand.has_offset = true;
    const bool negative = accept("-");
    const Token& token = peek();
    const std::uint64_t value = expect_integer();
    if (value > 0x7fffffffU) refuse("an offset has 32 bits", token);
    operand.offset = negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  }

  Operand address() {
    Operand result;
    result.kind = OperandKind::address;
    result.name = expect_name();
    if (!failed_ && accept("+")) offset(result);
    expect("]");
    return result;
  }

  Operand group(OperandKind kind, std::string_view open, std::string_view close) {
    Operand result;
    result.kind = kind;
    accept(open);
    if (accept(close)) return result;
    do {
      if (peek().is("{") || peek().is("(")) refuse("operands nest only once", peek());
      if (!failed_) result.elements.push_back(operand());
    } while (!failed_ && accept(","));
    expect(close);
    return result;
  }

  std::string_view text_;
  std::vector<Problem>& problems_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool failed_ = false;
  Module module_;
};

}  // namespace

syntax::Module parse(std::string_view text, std::vector<Problem>& problems) { return Parser(text, problems).run(); }

}  // namespace yyshader::ptx_machine
