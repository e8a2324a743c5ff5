#include <string>
#include <vector>

#include "frontend/yuyan/syntax_tree.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// Writes S-expressions with a stack of its own, so that the depth of spines does not matter.
class Dumper {
 public:
  Dumper(const SyntaxTree& tree, const support::SymbolTable& symbols) : tree_(tree), symbols_(symbols) {}

  void expression(ExprId root) {
    push(root);
    while (!work_.empty()) {
      const Item item = work_.back();
      work_.pop_back();
      if (item.expression) {
        open(item.expression);
      } else {
        out_ += item.text;
      }
    }
  }

  void declaration(const Declaration& declaration) {
    static constexpr std::string_view words[] = {"导入", "乃", "者", "即", "立", "式", "误"};
    out_ += declaration.sound ? "(" : "(!";
    out_ += words[static_cast<std::size_t>(declaration.kind)];
    if (declaration.kind == DeclarationKind::import) {
      if (declaration.binds) out_ += " 寻";
      if (declaration.opens) out_ += " 观";
      if (declaration.reexports) out_ += " 诵";
      for (const Name& segment : tree_.items(declaration.path)) name(segment.symbol);
    }
    if (declaration.name.symbol) name(declaration.name.symbol);
    if (declaration.value) {
      out_ += ' ';
      expression(declaration.value);
    }
    out_ += ")\n";
  }

  std::string take() && { return std::move(out_); }

 private:
  /// An expression still to be written, or (id `none`) text.
  struct Item {
    ExprId expression;
    std::string text;
  };

  void name(Symbol symbol) {
    out_ += ' ';
    out_ += symbol ? symbols_.text(symbol) : "?";
  }
  void push(ExprId id) { work_.push_back({id, {}}); }
  void push(std::string text) { work_.push_back({{}, std::move(text)}); }

  /// Queues ` part` for each part, then the closing parenthesis.
  void parts(std::string_view head, std::initializer_list<ExprId> ids) {
    out_ += '(';
    out_ += head;
    push(")");
    for (auto id = ids.end(); id != ids.begin();) {
      push(*--id);
      push(" ");
    }
  }
  void parts(std::string_view head, std::span<const ExprId> ids) {
    out_ += '(';
    out_ += head;
    push(")");
    for (std::size_t i = ids.size(); i-- > 0;) {
      push(ids[i]);
      push(" ");
    }
  }
  void fields(std::string_view head, List<Field> list) {
    out_ += '(';
    out_ += head;
    push(")");
    const auto items = tree_.items(list);
    for (std::size_t i = items.size(); i-- > 0;) {
      push(")");
      push(items[i].value);
      push(" (" + std::string(symbols_.text(items[i].name.symbol)) + " ");
    }
  }
  void names(std::string_view head, List<Name> list) {
    out_ += '(';
    out_ += head;
    for (const Name& each : tree_.items(list)) name(each.symbol);
  }

  void open(ExprId id) {
    switch (tree_.kind(id)) {
      case ExprKind::error:
        out_ += "<误>";
        return;
      case ExprKind::name:
        out_ += symbols_.text(tree_.as<NameExpr>(id).symbol);
        return;
      case ExprKind::qualified:
        names("之", tree_.as<QualifiedName>(id).segments);
        out_ += ')';
        return;
      case ExprKind::string:
        out_ += "『" + std::string(symbols_.text(tree_.as<StringExpr>(id).value)) + "』";
        return;
      case ExprKind::group_value:
        return fields("组值", tree_.as<GroupValue>(id).fields);
      case ExprKind::group_type:
        return fields("组类", tree_.as<GroupType>(id).fields);
      case ExprKind::list:
        return parts("列", tree_.items(tree_.as<ListExpr>(id).items));
      case ExprKind::dictionary:
        return fields("典", tree_.as<Dictionary>(id).fields);
      case ExprKind::projection:
        return projection(tree_.as<Projection>(id));
      case ExprKind::application:
        return application(tree_.as<Application>(id));
      case ExprKind::tuple_value:
        return parts("与", tree_.items(tree_.as<TupleValue>(id).elements));
      case ExprKind::tuple_type:
        return parts("合", tree_.items(tree_.as<TupleType>(id).elements));
      case ExprKind::annotation:
        return parts("也", {tree_.as<Annotation>(id).type, tree_.as<Annotation>(id).value});
      case ExprKind::sequence:
        return parts("；", {tree_.as<Sequence>(id).first, tree_.as<Sequence>(id).rest});
      case ExprKind::conditional: {
        const auto& form = tree_.as<Conditional>(id);
        return parts("若", {form.condition, form.when_true, form.when_false});
      }
      default:
        return binder(id);
    }
  }

  void binder(ExprId id) {
    switch (tree_.kind(id)) {
      case ExprKind::lambda:
        names("会", tree_.as<Lambda>(id).parameters);
        return rest({tree_.as<Lambda>(id).body});
      case ExprKind::quantified:
        names("承", tree_.as<QuantifiedType>(id).parameters);
        return rest({tree_.as<QuantifiedType>(id).body});
      case ExprKind::function_type: {
        const auto& form = tree_.as<FunctionType>(id);
        push(")");
        push(form.result);
        push(" → ");
        const auto parameters = tree_.items(form.parameters);
        for (std::size_t i = parameters.size(); i-- > 0;) {
          push(parameters[i]);
          push(" ");
        }
        out_ += "(化";
        return;
      }
      case ExprKind::let:
        out_ += "(虑";
        name(tree_.as<Let>(id).name.symbol);
        return rest({tree_.as<Let>(id).value, tree_.as<Let>(id).body});
      default: {
        const auto& form = tree_.as<RecursiveLet>(id);
        out_ += "(递归虑";
        name(form.name.symbol);
        return rest({form.type, form.function, form.body});
      }
    }
  }

  void rest(std::initializer_list<ExprId> ids) {
    push(")");
    for (auto id = ids.end(); id != ids.begin();) {
      push(*--id);
      push(" ");
    }
  }

  void projection(const Projection& form) {
    std::string selectors;
    for (const Name& selector : tree_.items(form.selectors)) {
      selectors += ' ';
      selectors += symbols_.text(selector.symbol);
    }
    out_ += "(中 ";
    push(selectors + ")");
    push(form.base);
  }

  void application(const Application& form) {
    out_ += "(于 ";
    push(")");
    const auto arguments = tree_.items(form.arguments);
    for (std::size_t i = arguments.size(); i-- > 0;) {
      push(arguments[i].value);
      push(arguments[i].is_type ? " 类:" : " ");
    }
    push(form.callee);
  }

  const SyntaxTree& tree_;
  const support::SymbolTable& symbols_;
  std::vector<Item> work_;
  std::string out_;
};

}  // namespace

std::string dump(const SyntaxTree& tree, ExprId expression, const support::SymbolTable& symbols) {
  Dumper dumper(tree, symbols);
  dumper.expression(expression);
  return std::move(dumper).take();
}

std::string dump(const SyntaxTree& tree, const support::SymbolTable& symbols) {
  Dumper dumper(tree, symbols);
  for (const Declaration& declaration : tree.declarations()) dumper.declaration(declaration);
  return std::move(dumper).take();
}

}  // namespace yyshader::frontend::yuyan
