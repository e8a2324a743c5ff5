#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/builder.hpp"
#include "ir/text_cursor.hpp"

namespace yyshader::ir::text {

/// What the parts of the reader share: the text, the module that is made, and the labels of its items.
struct ReaderContext {
  Cursor& cursor;
  Module& module;
  std::unordered_map<std::string, StructId> structs;
  std::unordered_map<std::string, GlobalId> globals;
  std::unordered_map<std::string, ConstantId> constants;
  std::unordered_map<std::string, FunctionId> functions;

  /// What the label at hand names in `table`; a fault and `none` when nothing.
  template <typename IdType>
  IdType find(const std::unordered_map<std::string, IdType>& table, std::string_view what) {
    const Label label = cursor.label();
    const auto found = table.find(label.key);
    if (found != table.end()) return found->second;
    cursor.fail_at(label.line, "there is no " + std::string(what) + " '" + label.name + "'");
    return {};
  }
};

/// Reads a type; after a fault `none`.
TypeId read_type(ReaderContext& context);

/// Reads the body of one function, or trees of the module's constants. Nesting costs no stack.
class BodyReader {
 public:
  /// `parameters` maps the labels of the function's parameters to their positions. `function` is null for constants.
  BodyReader(ReaderContext& context, Function* function, std::unordered_map<std::string, std::size_t> parameters)
      : context_(context),
        cursor_(context.cursor),
        function_(function),
        builder_(context.module, function),
        parameters_(std::move(parameters)) {}

  /// From the `{` of a body to its `}`.
  void body();
  /// One tree.
  ValueId constant();

 private:
  struct Frame {
    enum class Kind : std::uint8_t { block, then_block, right_side, statement, operation, constant } kind = Kind::block;
    std::uint32_t line = 0;
    BlockId block;        ///< of a kind of block
    Statement statement;  ///< that waits for a value, or of a then-block
    Label label;          ///< that the value or statement gets
    Op op = Op::literal;
    TypeId type;
    std::uint64_t payload = 0;
    std::size_t first_operand = 0;
  };

  void run();
  void statement();
  void start_statement(StatementKind kind, const Label& label = {}, EvaluateForm form = EvaluateForm::pending);
  void let();
  bool evaluate(std::string_view keyword);
  void variable();
  Local declared_local(const Label& label);
  void close_block();
  BlockId open_block(Frame::Kind kind);
  void append(const Statement& statement);

  void value();
  void leaf();
  void operation();
  ValueId literal();
  void deliver(ValueId id);
  ValueId finish_operation(const Frame& frame);
  /// True when the statement is complete.
  bool deliver_to_statement(ValueId id);
  void bind(const Label& label, ValueId id);

  ReaderContext& context_;
  Cursor& cursor_;
  Function* function_;
  Builder builder_;
  std::unordered_map<std::string, std::size_t> parameters_;
  std::unordered_map<std::string, ValueId> values_;
  std::unordered_map<std::string, LocalId> locals_;
  std::vector<Frame> frames_;
  std::vector<ValueId> operands_;
  Label inline_label_;
  ValueId result_;
};

}  // namespace yyshader::ir::text
