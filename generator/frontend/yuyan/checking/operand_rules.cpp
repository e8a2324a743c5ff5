#include "frontend/yuyan/checking/operand_rules.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "frontend/yuyan/checking/type_difference.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;

namespace {

std::uint32_t kind_bits(const TypeTable& types, TypeId scalar) {
  switch (types[scalar].kind) {
    case TypeKind::fixed_float:
      return kind::floating;
    case TypeKind::fixed_signed:
      return kind::signed_integer;
    case TypeKind::fixed_unsigned:
      return kind::unsigned_integer;
    default:
      return kind::boolean;
  }
}

std::uint32_t shape_bits(ShapeKind shape) {
  switch (shape) {
    case ShapeKind::scalar:
      return kind::scalar;
    case ShapeKind::vector:
      return kind::vector;
    case ShapeKind::matrix:
      return kind::matrix;
    case ShapeKind::other:
      break;
  }
  return 0;
}

std::uint32_t bits_of(const TypeTable& types, TypeId scalar) {
  if (types[scalar].kind == TypeKind::boolean) return 0;
  return types[types.arguments(scalar)[0]].number;
}

}  // namespace

// ---- Making types ----

TypeId OperandRules::scalar(TypeKind kind, std::uint32_t bits) {
  const TypeId length = context_.core.types.make(TypeKind::length, {}, bits);
  return context_.core.types.make(kind, std::span(&length, 1));
}

TypeId OperandRules::vector(TypeId component, std::uint32_t size) {
  const std::vector<TypeId> components(size, component);
  return context_.core.types.make(TypeKind::tuple, components);
}

TypeId OperandRules::shaped(const Shape& shape, TypeId component) {
  return shape.kind == ShapeKind::vector ? vector(component, shape.rows) : component;
}

// ---- Driving ----

bool OperandRules::apply(const Instance& instance) {
  if (instance.count == 0) return true;
  const Outcome outcome = run(instance);
  if (outcome == Outcome::pending) pending_.push_back(instance);
  return outcome != Outcome::failed;
}

void OperandRules::retry() {
  // One rule may decide another's operands, so this goes on while it helps.
  bool progress = true;
  while (progress && !pending_.empty()) {
    progress = false;
    std::vector<Instance> kept;
    for (const Instance& instance : pending_) {
      if (run(instance) == Outcome::pending) {
        kept.push_back(instance);
      } else {
        progress = true;
      }
    }
    pending_ = std::move(kept);
  }
}

void OperandRules::finish() {
  retry();
  for (const Instance& instance : pending_) {
    bool open = false;
    std::string names;
    const std::string callee = "「" + std::string(row(instance.builtin).name) + "」";
    std::string arguments = callee;
    static constexpr std::array<std::string_view, Instance::maximum_parameters> letters{"「甲」", "「乙」", "「丙」"};
    for (std::uint32_t i = 0; i < instance.count; ++i) {
      const TypeId type = inference_.resolve(instance.bound[i]);
      const bool is_open = inference_.has_hole(type);
      arguments +=
          (i == 0 ? "授以 " : " 授以 ") + (is_open ? std::string("…") : to_text(context_.core.types, type, context_));
      if (!is_open) continue;
      open = true;
      if (!names.empty()) names += "、";
      names += letters[i];
      inference_.unify(type, simple(SimpleType::error));
    }
    if (open && !instance.silent) {
      context_.report(diagnose<Id::undetermined_type_arguments>(instance.span, name(instance), Text{names})
                          .note({}, message<Id::note_undetermined>(Text{arguments}, Text{"类型 也 " + callee + " …"})));
    }
  }
  pending_.clear();
}

diagnostics::Name OperandRules::name(const Instance& instance) const {
  return {std::string(row(instance.builtin).name)};
}

OperandRules::Outcome OperandRules::fail(const Instance& instance, diagnostics::Diagnostic diagnostic) {
  if (!instance.silent) context_.report(std::move(diagnostic));
  return fail_silently(instance);
}

OperandRules::Outcome OperandRules::fail_silently(const Instance& instance) {
  context_.definition_sound = false;
  for (std::uint32_t i = 0; i < instance.count; ++i) {
    const TypeId type = inference_.resolve_head(instance.bound[i]);
    if (context_.core.types[type].kind == TypeKind::hole) inference_.unify(type, simple(SimpleType::error));
  }
  return Outcome::failed;
}

OperandRules::Outcome OperandRules::require(const Instance& instance, std::size_t index, TypeId type) {
  if (inference_.unify(instance.bound[index], type)) return Outcome::done;
  const Span place = instance.reason[index] ? instance.reason[index] : instance.span;
  const TypeId given = inference_.resolve(instance.bound[index]);
  Diagnostic wrong =
      diagnose<Id::operand_must_be>(place, name(instance), context_.type_text(type), context_.type_text(given))
          .label(instance.first_argument, message<Id::label_expected_because>(context_.type_text(type)));
  mark_difference(context_, wrong, type, given);
  if (row(instance.builtin).rule == OperandRule::shift) suggest_unsigned(wrong, place, type, given);
  return fail(instance, std::move(wrong));
}

/// The amount of a shift is often an i32: a literal is constructed unsigned instead, anything else converted.
void OperandRules::suggest_unsigned(Diagnostic& wrong, Span place, TypeId wanted, TypeId given) const {
  const TypeTable& types = context_.core.types;
  const Shape shape = shape_of(types, given);
  if (types[given].kind == TypeKind::integer_literal && shape_of(types, wanted).kind == ShapeKind::scalar) {
    const std::string constructed = "（「新无三二」于" + std::string(context_.program.sources.text(place)) + "）";
    wrong.fix(place, constructed, message<Id::fix_write_literal>(Text{constructed}));
    return;
  }
  const bool is_signed = shape.scalar && types[shape.scalar].kind == TypeKind::fixed_signed;
  if (!is_signed || shape.rows != shape_of(types, wanted).rows) return;
  static constexpr std::string_view constructor = "「新整三二」";
  std::string fixed(context_.program.sources.text(place));
  if (fixed.starts_with(constructor)) {
    fixed.replace(0, constructor.size(), "「新无三二」");
  } else {
    fixed = "（「转无三二」于" + fixed + "）";
  }
  wrong.fix(place, fixed, message<Id::fix_write_literal>(Text{fixed}));
}

// ---- The rules ----

OperandRules::Outcome OperandRules::run(const Instance& instance) {
  const BuiltinRow& builtin = row(instance.builtin);
  if (builtin.rule == OperandRule::none) {
    // Nothing to decide but whether the parameters are known at all.
    for (std::uint32_t i = 0; i < instance.count; ++i) {
      if (inference_.has_hole(inference_.resolve(instance.bound[i]))) return Outcome::pending;
    }
    return Outcome::done;
  }
  const TypeId first = inference_.resolve(instance.bound[0]);
  if (context_.core.types[first].kind == TypeKind::error) return fail_silently(instance);
  if (inference_.has_hole(first)) return Outcome::pending;
  switch (builtin.rule) {
    case OperandRule::matrix_product:
      return run_matrix_product(instance);
    case OperandRule::plain_content:
    case OperandRule::atomic_content:
    case OperandRule::cell_content:
      return run_content(instance, first);
    case OperandRule::new_float:
    case OperandRule::new_integer:
      return run_constructor(instance, first);
    default:
      break;
  }
  if (const Outcome kinds = check_kinds(instance, first); kinds != Outcome::done) return kinds;
  return run_shaped(instance, first, shape_of(context_.core.types, first));
}

OperandRules::Outcome OperandRules::check_kinds(const Instance& instance, TypeId type) {
  const BuiltinRow& builtin = row(instance.builtin);
  const TypeTable& types = context_.core.types;
  const Span place = instance.reason[0] ? instance.reason[0] : instance.span;
  if (is_literal_type(types[type].kind)) {
    if ((builtin.kinds & kind::literal) != 0) return Outcome::done;
    return fail(
        instance,
        diagnose<Id::literal_operand>(place, name(instance), context_.type_text(type)).note({}, accepted(builtin)));
  }
  // A tuple that no target has is told where it is made.
  if (context_.facts.of(type).problem == Problem::tuple) return fail_silently(instance);
  const Shape shape = shape_of(types, type);
  const bool fits = (builtin.kinds & shape_bits(shape.kind)) != 0 &&
                    (builtin.kinds & kind_bits(types, shape.scalar)) != 0 &&
                    ((builtin.kinds & kind::wide_only) == 0 || bits_of(types, shape.scalar) == 32);
  if (fits) return Outcome::done;
  Diagnostic wrong =
      diagnose<Id::operand_kind>(place, name(instance), context_.type_text(type)).note({}, accepted(builtin));
  if (instance.builtin == Builtin::multiply && shape.kind == ShapeKind::matrix) {
    wrong.note({}, message<Id::note_use_matrix_product>());
  }
  return fail(instance, std::move(wrong));
}

diagnostics::Message OperandRules::accepted(const BuiltinRow& builtin) const {
  std::string scalars;
  const auto add = [&](std::uint32_t bit, std::string_view text) {
    if ((builtin.kinds & bit) == 0) return;
    if (!scalars.empty()) scalars += "、";
    scalars += text;
  };
  add(kind::floating, (builtin.kinds & kind::wide_only) != 0 ? "浮三二" : "浮三二、浮十六");
  add(kind::signed_integer, "整三二");
  add(kind::unsigned_integer, "无三二");
  add(kind::boolean, "爻");
  switch (builtin.kinds & (kind::scalar | kind::vector | kind::matrix)) {
    case kind::scalar:
      return message<Id::note_accepts_scalars>(Text{scalars});
    case kind::vector:
      return message<Id::note_accepts_vectors>(Text{scalars});
    case kind::scalar | kind::vector:
      return message<Id::note_accepts_scalars_and_vectors>(Text{scalars});
    case kind::vector | kind::matrix:
      return message<Id::note_accepts_vectors_and_matrices>(Text{scalars});
    default:
      return message<Id::note_accepts_all_shapes>(Text{scalars});
  }
}

OperandRules::Outcome OperandRules::run_shaped(const Instance& instance, TypeId first, const Shape& shape) {
  switch (row(instance.builtin).rule) {
    case OperandRule::comparison:
      return require(instance, 1, shaped(shape, simple(SimpleType::boolean)));
    case OperandRule::component:
    case OperandRule::scale:
      return require(instance, 1, shape.scalar);
    case OperandRule::shift:
      return require(instance, 1, shaped(shape, scalar(TypeKind::fixed_unsigned, 32)));
    case OperandRule::to_f32:
      return require(instance, 1, shaped(shape, scalar(TypeKind::fixed_float, 32)));
    case OperandRule::to_f16:
      return require(instance, 1, shaped(shape, scalar(TypeKind::fixed_float, 16)));
    case OperandRule::to_u32:
      return require(instance, 1, shaped(shape, scalar(TypeKind::fixed_unsigned, 32)));
    case OperandRule::to_i32:
      return require(instance, 1, shaped(shape, scalar(TypeKind::fixed_signed, 32)));
    case OperandRule::three_components:
      if (shape.rows == 3) return Outcome::done;
      return fail(instance,
                  diagnose<Id::needs_three_components>(instance.reason[0] ? instance.reason[0] : instance.span,
                                                       name(instance), context_.type_text(first)));
    case OperandRule::conversion: {
      const TypeId second = inference_.resolve(instance.bound[1]);
      if (inference_.has_hole(second)) return Outcome::pending;
      if (context_.core.types[second].kind == TypeKind::error) return Outcome::done;
      const Shape target = shape_of(context_.core.types, second);
      if (target.kind == shape.kind && target.rows == shape.rows) return Outcome::done;
      return fail(instance,
                  diagnose<Id::conversion_shape>(instance.span, context_.type_text(first), context_.type_text(second)));
    }
    case OperandRule::bit_conversion:
      return run_bit_conversion(instance);
    default:
      return Outcome::done;
  }
}

OperandRules::Outcome OperandRules::run_bit_conversion(const Instance& instance) {
  const TypeTable& types = context_.core.types;
  const TypeId first = inference_.resolve(instance.bound[0]);
  const TypeId second = inference_.resolve(instance.bound[1]);
  if (inference_.has_hole(second)) return Outcome::pending;
  if (types[second].kind == TypeKind::error) return Outcome::done;
  const Shape from = shape_of(types, first);
  const Shape to = shape_of(types, second);
  const auto wide = [&](const Shape& shape) {
    return (shape.kind == ShapeKind::scalar || shape.kind == ShapeKind::vector) && bits_of(types, shape.scalar) == 32;
  };
  const auto pair_of_halves = [&](const Shape& shape) {
    return shape.kind == ShapeKind::vector && shape.rows == 2 && bits_of(types, shape.scalar) == 16;
  };
  const auto unsigned_word = [&](const Shape& shape) {
    return shape.kind == ShapeKind::scalar && types[shape.scalar].kind == TypeKind::fixed_unsigned;
  };
  const bool fits = (wide(from) && wide(to) && from.rows == to.rows) || (pair_of_halves(from) && unsigned_word(to)) ||
                    (unsigned_word(from) && pair_of_halves(to));
  if (fits) return Outcome::done;
  return fail(instance,
              diagnose<Id::bit_conversion_size>(instance.span, context_.type_text(first), context_.type_text(second)));
}

OperandRules::Outcome OperandRules::run_content(const Instance& instance, TypeId first) {
  const TypeTable& types = context_.core.types;
  const OperandRule rule = row(instance.builtin).rule;
  const Span place = instance.reason[0] ? instance.reason[0] : instance.span;
  if (rule == OperandRule::atomic_content) {
    const TypeKind kind = types[first].kind;
    if (kind == TypeKind::fixed_signed || kind == TypeKind::fixed_unsigned) return Outcome::done;
    return fail(instance, diagnose<Id::atomic_content>(place, context_.type_text(first)));
  }
  if (rule == OperandRule::cell_content && is_literal_type(types[first].kind)) {
    return fail(instance, diagnose<Id::literal_cell>(place, context_.type_text(first)));
  }
  const Facts facts = context_.facts.of(first);
  if (facts.problem == Problem::none) return Outcome::done;
  if (facts.problem == Problem::silent) {
    context_.definition_sound = false;
    return Outcome::done;
  }
  if (facts.problem == Problem::atomic) return fail(instance, diagnose<Id::atomic_read_plainly>(place, name(instance)));
  if (facts.problem == Problem::runtime_array) {
    return fail(instance, diagnose<Id::array_read_whole>(place, name(instance)));
  }
  return fail(instance, diagnose<Id::no_target_type>(place, context_.type_text(facts.culprit)));
}

OperandRules::Outcome OperandRules::run_constructor(const Instance& instance, TypeId first) {
  const TypeTable& types = context_.core.types;
  const TypeKind wanted =
      row(instance.builtin).rule == OperandRule::new_float ? TypeKind::decimal_literal : TypeKind::integer_literal;
  if (types[first].kind == wanted) return Outcome::done;
  const Span place = instance.reason[0] ? instance.reason[0] : instance.span;
  if (is_literal_type(types[first].kind)) {
    return fail(instance,
                diagnose<Id::constructor_literal_kind>(
                    place, name(instance),
                    context_.type_text(simple(wanted == TypeKind::decimal_literal ? SimpleType::decimal_literal
                                                                                  : SimpleType::integer_literal)),
                    context_.type_text(first)));
  }
  return check_kinds(instance, first);
}

OperandRules::Outcome OperandRules::run_matrix_product(const Instance& instance) {
  const TypeId left_type = inference_.resolve(instance.bound[0]);
  const TypeId right_type = inference_.resolve(instance.bound[1]);
  if (inference_.has_hole(right_type)) return Outcome::pending;
  const TypeTable& types = context_.core.types;
  if (types[right_type].kind == TypeKind::error) return fail_silently(instance);
  for (const TypeId type : {left_type, right_type}) {
    if (context_.facts.of(type).problem == Problem::tuple) return fail_silently(instance);
  }
  const Shape left = shape_of(types, left_type);
  const Shape right = shape_of(types, right_type);
  const bool same_scalar = left.scalar == right.scalar && left.scalar;
  TypeId result;
  if (same_scalar && left.kind == ShapeKind::matrix && right.kind == ShapeKind::vector && left.columns == right.rows) {
    result = vector(left.scalar, left.rows);
  } else if (same_scalar && left.kind == ShapeKind::vector && right.kind == ShapeKind::matrix &&
             left.rows == right.rows) {
    result = vector(left.scalar, right.columns);
  } else if (same_scalar && left.kind == ShapeKind::matrix && right.kind == ShapeKind::matrix &&
             left.columns == right.rows) {
    result = vector(vector(left.scalar, left.rows), right.columns);
  }
  if (!result) {
    return fail(instance, diagnose<Id::matrix_product_shapes>(instance.span, context_.type_text(left_type),
                                                              context_.type_text(right_type)));
  }
  return require(instance, 2, result);
}

}  // namespace yyshader::frontend::yuyan::checking
