#include <string>
#include <string_view>

#include "frontend/yuyan/checking/body_checker.hpp"
#include "ir/builder.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;

namespace {

ir::TypeId ir_scalar(const ir::TypeTable& ir_types, const TypeTable& types, TypeId scalar) {
  switch (types[scalar].kind) {
    case TypeKind::fixed_float:
      return types[types.arguments(scalar)[0]].number == 32 ? ir_types.f32() : ir_types.f16();
    case TypeKind::fixed_signed:
      return ir_types.i32();
    case TypeKind::fixed_unsigned:
      return ir_types.u32();
    case TypeKind::decimal_literal:
      return ir_types.abstract_float();
    default:
      return ir_types.abstract_integer();
  }
}

}  // namespace

std::optional<NumberLiteral> BodyChecker::literal_number(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  if (tree.kind(expression) != ExprKind::name) return std::nullopt;
  const Symbol symbol = tree.as<NameExpr>(expression).symbol;
  if (!is_number_form(context_.text(symbol))) return std::nullopt;
  if (names_.find(symbol).kind != Resolution::Kind::error) return std::nullopt;
  return parse_number_literal(context_.text(symbol));
}

core::ExpressionId BodyChecker::bare_literal(const NumberLiteral& number, Span span) {
  const bool integer = number.kind == NumberLiteral::Kind::integer;
  const TypeId type = simple(integer ? SimpleType::integer_literal : SimpleType::decimal_literal);
  // Only long spellings can be out of range.
  if (number.text.size() > 18 && !check_literal(number, type, span, false)) return poison(span);
  return add(type, span, core::Literal{context_.program.symbols.intern(number.text)}, BuiltinEffect::pure);
}

bool BodyChecker::check_literal(const NumberLiteral& number, TypeId type, Span literal, bool negated) {
  const TypeKind kind = core().types[type].kind;
  const bool integer = number.kind == NumberLiteral::Kind::integer;
  const bool wants_integer =
      kind == TypeKind::fixed_signed || kind == TypeKind::fixed_unsigned || kind == TypeKind::integer_literal;
  if (kind == TypeKind::boolean || integer != wants_integer) {
    Diagnostic wrong = diagnose<Id::literal_kind>(
        literal, context_.type_text(simple(integer ? SimpleType::integer_literal : SimpleType::decimal_literal)),
        context_.type_text(type));
    if (integer && kind == TypeKind::fixed_float) {
      const std::string written(context_.program.sources.text(literal));
      const std::string fixed = literal_fix(written, true, type);
      wrong = std::move(wrong).fix(literal, fixed, message<Id::fix_write_literal>(Text{fixed}));
    }
    context_.report(std::move(wrong));
    return false;
  }
  bool fits = false;
  if (negated && kind == TypeKind::fixed_unsigned) {
    fits = number.text == "0";
  } else if (negated && kind == TypeKind::fixed_signed && number.text == "2147483648") {
    fits = true;
  } else {
    fits = ir::literal_bits(ir_types_, ir_scalar(ir_types_, core().types, type), number.text).has_value();
  }
  if (!fits) {
    context_.report(diagnose<Id::literal_out_of_range>(literal, Text{(negated ? "-" : "") + number.text},
                                                       context_.type_text(type)));
  }
  return fits;
}

core::ExpressionId BodyChecker::typed_literal(const NumberLiteral& number, TypeId type, Span literal, Span whole) {
  if (!check_literal(number, type, literal, false)) return poison(whole);
  return add(type, whole, core::Literal{context_.program.symbols.intern(number.text)}, BuiltinEffect::pure);
}

std::string BodyChecker::constructor_of(TypeId scalar) const {
  return "新" + to_text(context_.core.types, scalar, context_);
}

/// The name to write for a literal that stands for a value of `scalar`, in quotes: an integer gets a fraction where the
/// scalar is a float.
std::string BodyChecker::literal_fix(std::string_view written, bool integer, TypeId scalar) const {
  std::string name(written);
  if (integer && context_.core.types[scalar].kind == TypeKind::fixed_float && name.ends_with("」")) {
    const bool ascii = name.find_first_of("0123456789") != std::string::npos;
    name.insert(name.size() - std::string_view("」").size(), ascii ? ".0" : "点零");
  }
  return name;
}

void BodyChecker::report_literal_mismatch(core::ExpressionId id, TypeId wanted, Expected expected) {
  const Span span = span_of(id);
  const TypeId given = inference_.resolve(type_of(id));
  if (core().types[wanted].kind == TypeKind::boolean) {
    context_.report(diagnose<Id::type_mismatch>(span, context_.type_text(wanted), context_.type_text(given)));
    return;
  }
  const std::string constructor = constructor_of(wanted);
  Diagnostic result = diagnose<Id::literal_needs_constructor>(
      span, context_.type_text(given), context_.type_text(wanted), diagnostics::Name{constructor});
  if (expected.reason && expected.reason != span) {
    result = std::move(result).label(expected.reason, message<Id::label_expected_because>(context_.type_text(wanted)));
  }
  const bool integer = core().types[given].kind == TypeKind::integer_literal;
  const bool representable = integer || core().types[wanted].kind == TypeKind::fixed_float;
  if (std::holds_alternative<core::Literal>(core().expressions[id.index()].node) && representable) {
    const std::string fixed =
        "（「" + constructor + "」于" + literal_fix(context_.program.sources.text(span), integer, wanted) + "）";
    result = std::move(result).fix(span, fixed, message<Id::fix_write_literal>(Text{fixed}));
  }
  context_.report(std::move(result));
}

}  // namespace yyshader::frontend::yuyan::checking
