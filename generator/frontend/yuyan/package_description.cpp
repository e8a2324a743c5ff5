#include "frontend/yuyan/package_description.hpp"

#include <unordered_map>

#include "frontend/yuyan/parser.hpp"

namespace yyshader::frontend::yuyan {
namespace {

using diagnostics::diagnose;
using diagnostics::message;
using MessageId = diagnostics::Id;

class DescriptionReader {
 public:
  DescriptionReader(source::FileId file, std::string_view text, support::SymbolTable& symbols)
      : symbols_(symbols), parsed_(parse_file(file, text, FileRole::description, symbols)) {
    file_start_ = {file, 0, 0};
    result_.diagnostics = std::move(parsed_.diagnostics);
  }

  PackageDescription run() {
    const Symbol name_key = symbols_.intern("名称");
    const Symbol dependencies_key = symbols_.intern("依赖");
    bool all_sound = true;
    bool has_name = false;
    std::unordered_map<Symbol, source::Span> seen;
    for (const Declaration& sentence : parsed_.tree.declarations()) {
      all_sound = all_sound && sentence.sound;
      if (sentence.kind != DeclarationKind::definition) {
        if (sentence.sound) report(diagnose<MessageId::description_sentence>(sentence.span));
        continue;
      }
      const Symbol key = sentence.name.symbol;
      if (const auto [first, fresh] = seen.try_emplace(key, sentence.name.span); !fresh) {
        report(diagnose<MessageId::description_key_repeated>(sentence.name.span,
                                                             diagnostics::Name{std::string(symbols_.text(key))})
                   .label(first->second, message<MessageId::label_first_key>()));
        continue;
      }
      if (key == name_key) {
        has_name = true;
        name(sentence);
      } else if (key == dependencies_key) {
        dependencies(sentence);
      } else {
        check_shape(sentence.value);
      }
    }
    // With a broken sentence about, the name may well be in it.
    if (!has_name && all_sound && !diagnostics::has_errors(result_.diagnostics)) {
      report(diagnose<MessageId::description_name_missing>(file_start_));
    }
    return std::move(result_);
  }

 private:
  void report(diagnostics::Diagnostic diagnostic) { result_.diagnostics.push_back(std::move(diagnostic)); }

  void name(const Declaration& sentence) {
    if (!result_.dependencies_span) result_.dependencies_span = sentence.span;
    if (parsed_.tree.kind(sentence.value) == ExprKind::string) {
      result_.name = symbols_.text(parsed_.tree.as<StringExpr>(sentence.value).value);
    }
    if (result_.name.empty() && sentence.sound) {
      report(diagnose<MessageId::description_name_unfit>(parsed_.tree.span(sentence.value)));
    }
  }

  void dependencies(const Declaration& sentence) {
    const SyntaxTree& tree = parsed_.tree;
    result_.dependencies_span = tree.span(sentence.value);
    if (tree.kind(sentence.value) != ExprKind::list) {
      if (sentence.sound) report(diagnose<MessageId::description_dependencies_unfit>(tree.span(sentence.value)));
      return;
    }
    for (const ExprId item : tree.items(tree.as<ListExpr>(sentence.value).items)) {
      if (tree.kind(item) == ExprKind::string) {
        result_.dependencies.emplace_back(symbols_.text(tree.as<StringExpr>(item).value));
      } else if (tree.kind(item) != ExprKind::error) {
        report(diagnose<MessageId::description_dependencies_unfit>(tree.span(item)));
      }
    }
  }

  /// Strings, lists and dictionaries, nested as deep as the parser lets them.
  void check_shape(ExprId root) {
    const SyntaxTree& tree = parsed_.tree;
    std::vector<ExprId> open{root};
    while (!open.empty()) {
      const ExprId value = open.back();
      open.pop_back();
      switch (tree.kind(value)) {
        case ExprKind::string:
        case ExprKind::error:
          break;
        case ExprKind::list:
          for (const ExprId item : tree.items(tree.as<ListExpr>(value).items)) open.push_back(item);
          break;
        case ExprKind::dictionary:
          for (const Field& field : tree.items(tree.as<Dictionary>(value).fields)) open.push_back(field.value);
          break;
        default:
          report(diagnose<MessageId::description_value>(tree.span(value)));
          break;
      }
    }
  }

  support::SymbolTable& symbols_;
  ParsedFile parsed_;
  source::Span file_start_;
  PackageDescription result_;
};

}  // namespace

PackageDescription read_description(source::FileId file, std::string_view text, support::SymbolTable& symbols) {
  return DescriptionReader(file, text, symbols).run();
}

}  // namespace yyshader::frontend::yuyan
