#include "frontend/yuyan/builtins.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "check_support.hpp"
#include "ir/op.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

/// The declaration file and the tables, both ways.
struct Declared {
  std::set<std::string> functions;
  std::set<std::string> types;
};

Declared declared() {
  const Checked checked(std::string_view{});
  const Module& module = checked.program.modules[checked.program.builtin.index()];
  Declared result;
  for (const Declaration& declaration : module.tree.declarations()) {
    EXPECT_TRUE(declaration.sound);
    const std::string name(checked.program.symbols.text(declaration.name.symbol));
    if (declaration.kind == DeclarationKind::signature) {
      result.functions.insert(name);
    } else {
      result.types.insert(name);
    }
  }
  return result;
}

TEST(Builtins, EveryDeclaredFunctionHasARow) {
  for (const std::string& name : declared().functions) {
    if (name == "只读" || name == "读写") continue;  // access modes, no functions
    EXPECT_TRUE(builtin_from_name(name).has_value()) << name;
  }
}

TEST(Builtins, EveryRowIsDeclared) {
  const Declared names = declared();
  for (std::size_t i = 0; i < static_cast<std::size_t>(Builtin::count_); ++i) {
    const std::string name(row(static_cast<Builtin>(i)).name);
    EXPECT_TRUE(names.functions.contains(name)) << name;
    EXPECT_EQ(builtin_from_name(name), static_cast<Builtin>(i));
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(InterfaceBuiltin::count_); ++i) {
    const std::string name(row(static_cast<InterfaceBuiltin>(i)).name);
    EXPECT_TRUE(names.types.contains(name)) << name;
    EXPECT_EQ(interface_builtin_from_name(name), static_cast<InterfaceBuiltin>(i));
  }
  EXPECT_FALSE(builtin_from_name("无此函").has_value());
  EXPECT_FALSE(interface_builtin_from_name("加").has_value());
}

/// How many 承 a rule speaks of; the declaration must have them.
std::uint32_t parameters_of(OperandRule rule) {
  switch (rule) {
    case OperandRule::none:
      return 0;
    case OperandRule::same:
    case OperandRule::three_components:
    case OperandRule::new_float:
    case OperandRule::new_integer:
    case OperandRule::plain_content:
    case OperandRule::atomic_content:
    case OperandRule::cell_content:
      return 1;
    case OperandRule::matrix_product:
      return 3;
    default:
      return 2;
  }
}

TEST(Builtins, RulesFitTheDeclaredParameters) {
  const Checked checked(std::string_view{});
  const SyntaxTree& tree = checked.program.modules[checked.program.builtin.index()].tree;
  for (const Declaration& declaration : tree.declarations()) {
    const auto builtin = builtin_from_name(checked.program.symbols.text(declaration.name.symbol));
    if (declaration.kind != DeclarationKind::signature || !builtin) continue;
    const bool quantified = tree.kind(declaration.value) == ExprKind::quantified;
    const std::size_t count = quantified ? tree.as<QuantifiedType>(declaration.value).parameters.size() : 0;
    EXPECT_GE(count, parameters_of(row(*builtin).rule)) << row(*builtin).name;
  }
}

TEST(Builtins, EffectsAgreeWithTheOperations) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Builtin::count_); ++i) {
    const BuiltinRow& builtin = row(static_cast<Builtin>(i));
    if (builtin.operation == ir::Op::count_ || !builtin.pure) continue;
    EXPECT_TRUE(ir::is_pure(builtin.operation)) << builtin.name;
  }
}

TEST(Builtins, UserDeclarationsMayOnlyNameWhatTargetsKnow) {
  const std::string head = "寻观「着色库」之「着色内建」之书。\n";
  const auto check_declarations = [&](const std::string& text) {
    return Checked(Files{{"主。着色器。豫", "寻观「应用」之「声」之书。\n"}, {"声。着色器。接口。豫", head + text}})
        .ids();
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(check_declarations(
                "「正弦」乃承「甲」而化「甲」而「甲」也。\n「己类」立「元类型」也。\n「己名」即「无三二」也。"),
            Ids{});
  EXPECT_EQ(check_declarations("「异函」乃化「浮三二」而「浮三二」也。"), Ids{"unknown_declared_function"});
  EXPECT_EQ(check_declarations("「正弦」乃化「浮三二」而「浮三二」也。"), Ids{"unknown_declared_function"});
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
