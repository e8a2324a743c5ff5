#include "frontend/yuyan/declaration_rules.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace yyshader::frontend::yuyan {
namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::message;
using MessageId = diagnostics::Id;

class DeclarationRules {
 public:
  DeclarationRules(SyntaxTreeBuilder& builder, FileRole role, const support::SymbolTable& symbols,
                   diagnostics::Diagnostics& diagnostics)
      : declarations_(builder.declarations()),
        tree_(builder.tree()),
        in_source_(role == FileRole::source),
        symbols_(symbols),
        diagnostics_(diagnostics) {}

  void run() {
    link_partners();
    find_definitions();
    for (std::size_t i = 0; i < declarations_.size(); ++i) check(i);
  }

 private:
  diagnostics::Name name_of(const Declaration& declaration) const {
    return {std::string(symbols_.text(declaration.name.symbol))};
  }

  void report(Declaration& at, Diagnostic diagnostic) {
    at.sound = false;
    if (at.name.symbol) diagnostic.definition = std::string(symbols_.text(at.name.symbol));
    diagnostics_.push_back(std::move(diagnostic));
  }

  void link_partners() {
    if (!in_source_) return;
    for (std::size_t i = 0; i + 1 < declarations_.size(); ++i) {
      Declaration& signature = declarations_[i];
      Declaration& definition = declarations_[i + 1];
      if (signature.kind != DeclarationKind::signature || definition.kind != DeclarationKind::definition) continue;
      if (signature.name.symbol != definition.name.symbol) continue;
      signature.partner = DeclarationId(i + 1);
      definition.partner = DeclarationId(i);
    }
  }

  /// The first sentence that gives each name its meaning: a signature with its definition counts once.
  void find_definitions() {
    for (std::size_t i = 0; i < declarations_.size(); ++i) {
      const Declaration& declaration = declarations_[i];
      if (defines(declaration)) first_definition_.try_emplace(declaration.name.symbol, i);
      if (declaration.kind == DeclarationKind::definition) last_body_[declaration.name.symbol] = i;
      if (declaration.kind == DeclarationKind::signature && !declaration.partner) {
        lonely_signatures_.insert(declaration.name.symbol);
      }
    }
  }

  bool defines(const Declaration& declaration) const {
    switch (declaration.kind) {
      case DeclarationKind::signature:
        return declaration.partner || !in_source_;
      case DeclarationKind::definition:
        return !declaration.partner;
      case DeclarationKind::alias:
      case DeclarationKind::nominal:
        return true;
      default:
        return false;
    }
  }

  void check(std::size_t i) {
    Declaration& declaration = declarations_[i];
    switch (declaration.kind) {
      case DeclarationKind::expression:
        if (!declaration.sound) return;
        report(declaration, in_source_
                                ? diagnose<MessageId::bare_expression>(tree_.span(declaration.value))
                                : diagnose<MessageId::bare_expression_in_declarations>(tree_.span(declaration.value)));
        return;
      case DeclarationKind::nominal:
        if (in_source_) {
          report(declaration, diagnose<MessageId::nominal_in_source>(declaration.span, name_of(declaration)));
        }
        break;
      case DeclarationKind::signature:
        if (in_source_ && !declaration.partner) lonely_signature(i);
        break;
      case DeclarationKind::definition:
        lonely_definition(declaration);
        if (!in_source_) return;
        break;
      case DeclarationKind::alias:
        break;
      default:
        return;
    }
    repeated(i);
  }

  void lonely_signature(std::size_t i) {
    Declaration& declaration = declarations_[i];
    // A sentence that could not be made sense of may well be its definition.
    const bool next_is_unclear =
        i + 1 < declarations_.size() &&
        (declarations_[i + 1].kind == DeclarationKind::error ||
         (declarations_[i + 1].kind == DeclarationKind::expression && !declarations_[i + 1].sound));
    if (next_is_unclear || (!declaration.sound && i + 1 == declarations_.size())) {
      declaration.sound = false;
      return;
    }
    Diagnostic found = diagnose<MessageId::signature_without_definition>(declaration.name.span, name_of(declaration));
    const auto body = last_body_.find(declaration.name.symbol);
    if (body != last_body_.end() && !declarations_[body->second].partner) {
      Declaration& elsewhere = declarations_[body->second];
      found = std::move(found).label(elsewhere.name.span, message<MessageId::label_definition_elsewhere>());
      elsewhere.sound = false;
      reported_with_signature_.insert(body->second);
    }
    report(declaration, std::move(found));
  }

  void lonely_definition(Declaration& declaration) {
    if (!in_source_) {
      report(declaration, diagnose<MessageId::definition_in_declarations>(declaration.name.span, name_of(declaration)));
      return;
    }
    const std::size_t i = static_cast<std::size_t>(&declaration - declarations_.data());
    if (declaration.partner || reported_with_signature_.contains(i)) return;
    if (tree_.kind(declaration.value) != ExprKind::lambda) return;
    // A broken sentence directly before may be its signature; one further on explains itself.
    const bool before_is_unclear = i > 0 && declarations_[i - 1].kind == DeclarationKind::error;
    if (before_is_unclear || has_lonely_signature(declaration.name.symbol)) {
      declaration.sound = false;
      return;
    }
    report(declaration, diagnose<MessageId::function_without_signature>(declaration.name.span, name_of(declaration)));
  }

  bool has_lonely_signature(Symbol name) const { return lonely_signatures_.contains(name); }

  void repeated(std::size_t i) {
    Declaration& declaration = declarations_[i];
    if (!defines(declaration)) return;
    const std::size_t first = first_definition_.at(declaration.name.symbol);
    if (first == i) return;
    report(declaration, diagnose<MessageId::second_definition>(declaration.name.span, name_of(declaration))
                            .label(declarations_[first].name.span, message<MessageId::label_first_definition>()));
    if (declaration.partner) declarations_[declaration.partner.index()].sound = false;
  }

  std::span<Declaration> declarations_;
  const SyntaxTree& tree_;
  bool in_source_;
  const support::SymbolTable& symbols_;
  diagnostics::Diagnostics& diagnostics_;
  std::unordered_map<Symbol, std::size_t> first_definition_;
  std::unordered_map<Symbol, std::size_t> last_body_;
  std::unordered_set<Symbol> lonely_signatures_;
  std::unordered_set<std::size_t> reported_with_signature_;
};

}  // namespace

void check_declarations(SyntaxTreeBuilder& builder, FileRole role, const support::SymbolTable& symbols,
                        diagnostics::Diagnostics& diagnostics) {
  DeclarationRules(builder, role, symbols, diagnostics).run();
}

}  // namespace yyshader::frontend::yuyan
