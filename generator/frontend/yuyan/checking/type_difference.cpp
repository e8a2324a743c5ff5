#include "frontend/yuyan/checking/type_difference.hpp"

#include <cstddef>
#include <utility>

namespace yyshader::frontend::yuyan::checking {
namespace {

using diagnostics::message;
using diagnostics::Number;

bool is_vector(const TypeTable& types, TypeId type) { return shape_of(types, type).kind == ShapeKind::vector; }

/// The parts of two types of one form in which alone they differ; the types themselves when there is no such part.
std::pair<TypeId, TypeId> differing_part(const TypeTable& types, TypeId expected, TypeId given) {
  while (types[expected].kind == types[given].kind && !is_vector(types, expected) && !is_scalar(types, expected)) {
    if (shape_of(types, expected).kind != shape_of(types, given).kind) break;
    const auto wanted = types.arguments(expected);
    const auto found = types.arguments(given);
    if (wanted.empty() || wanted.size() != found.size()) break;
    std::size_t differing = wanted.size();
    std::size_t count = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i] == found[i]) continue;
      differing = i;
      ++count;
    }
    // The columns of a matrix are alike.
    if (count != 1 && shape_of(types, expected).kind != ShapeKind::matrix) break;
    expected = wanted[differing];
    given = found[differing];
  }
  return {expected, given};
}

}  // namespace

void mark_difference(const Context& context, Diagnostic& mismatch, TypeId expected, TypeId given) {
  const TypeTable& types = context.core.types;
  const auto [wanted, found] = differing_part(types, expected, given);
  if (types[wanted].kind == TypeKind::structure && types[found].kind == TypeKind::structure &&
      context.structure(types[wanted].number) == context.structure(types[found].number)) {
    mismatch
        .note(context.core.definitions[types[wanted].number].span,
              message<Id::note_expected_structure>(context.type_text(wanted)))
        .note(context.core.definitions[types[found].number].span,
              message<Id::note_given_structure>(context.type_text(found)));
    return;
  }
  const Shape wanted_shape = shape_of(types, wanted);
  const Shape found_shape = shape_of(types, found);
  if (wanted_shape.kind == ShapeKind::vector && found_shape.kind == ShapeKind::vector) {
    if (wanted_shape.rows == found_shape.rows) {
      mismatch.note({}, message<Id::note_differs_in_component>(context.type_text(wanted_shape.scalar),
                                                               context.type_text(found_shape.scalar)));
    } else if (wanted_shape.scalar == found_shape.scalar) {
      mismatch.note({}, message<Id::note_differs_in_count>(Number{wanted_shape.rows}, Number{found_shape.rows}));
    } else if (wanted != expected) {
      mismatch.note({}, message<Id::note_differs_in_part>(context.type_text(wanted), context.type_text(found)));
    }
  } else if (wanted != expected) {
    mismatch.note({}, message<Id::note_differs_in_part>(context.type_text(wanted), context.type_text(found)));
  }
}

}  // namespace yyshader::frontend::yuyan::checking
