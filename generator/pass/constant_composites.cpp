#include "pass/constant_composites.hpp"

#include <cstddef>
#include <cstdint>

namespace yyshader::pass {

namespace {

using ir::Op;
using Scalars = std::span<const ConstantScalar>;
using Values = std::vector<ConstantScalar>;

ConstantScalar square_root(ConstantScalar x, ConstantArithmetic& arithmetic) {
  return arithmetic.apply(Op::sqrt, std::span(&x, 1));
}

ConstantScalar dot(Scalars a, Scalars b, ConstantArithmetic& arithmetic) {
  ConstantScalar sum = arithmetic.multiply(a[0], b[0]);
  for (std::size_t i = 1; i < a.size(); ++i) sum = arithmetic.add(sum, arithmetic.multiply(a[i], b[i]));
  return sum;
}

ConstantScalar length(Scalars a, ConstantArithmetic& arithmetic) {
  const ConstantScalar square = dot(a, a, arithmetic);
  return arithmetic.fault() ? ConstantScalar{} : square_root(square, arithmetic);
}

Values scaled(Scalars a, ConstantScalar factor, ConstantArithmetic& arithmetic) {
  Values result;
  for (const ConstantScalar& each : a) result.push_back(arithmetic.multiply(each, factor));
  return result;
}

Values difference(Scalars a, Scalars b, ConstantArithmetic& arithmetic) {
  Values result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(arithmetic.subtract(a[i], b[i]));
  return result;
}

Values normalized(Scalars a, ConstantArithmetic& arithmetic) {
  const ConstantScalar size = length(a, arithmetic);
  if (!arithmetic.fault() && size.floating == 0.0) arithmetic.fail(ConstantFaultKind::zero_vector);
  if (arithmetic.fault()) return {};
  Values result;
  for (const ConstantScalar& each : a) result.push_back(arithmetic.divide(each, size));
  return result;
}

Values reflected(Scalars a, Scalars normal, ConstantArithmetic& arithmetic) {
  const ConstantScalar twice = arithmetic.multiply({2, 2.0}, dot(normal, a, arithmetic));
  return difference(a, scaled(normal, twice, arithmetic), arithmetic);
}

Values cross(Scalars a, Scalars b, ConstantArithmetic& arithmetic) {
  Values result;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const ConstantScalar plus = arithmetic.multiply(a[j], b[k]);
    result.push_back(arithmetic.subtract(plus, arithmetic.multiply(b[j], a[k])));
  }
  return result;
}

/// The product of a matrix of `inner` columns, each of `rows` numbers, with one column of `inner` numbers.
Values matrix_times_column(Scalars matrix, std::size_t rows, Scalars column, ConstantArithmetic& arithmetic) {
  Values result;
  for (std::size_t row = 0; row < rows; ++row) {
    ConstantScalar sum = arithmetic.multiply(matrix[row], column[0]);
    for (std::size_t i = 1; i < column.size(); ++i) {
      sum = arithmetic.add(sum, arithmetic.multiply(matrix[i * rows + row], column[i]));
    }
    result.push_back(sum);
  }
  return result;
}

Values matrix_product(const CompositeOperands& operands, ConstantArithmetic& arithmetic, const ir::TypeTable& types) {
  const std::size_t rows = types[operands.types[0]->element].length;
  const std::size_t inner = operands.types[0]->length;
  Values result;
  for (std::size_t start = 0; start < operands.scalars[1].size(); start += inner) {
    const Scalars column = operands.scalars[1].subspan(start, inner);
    const Values product = matrix_times_column(operands.scalars[0], rows, column, arithmetic);
    result.insert(result.end(), product.begin(), product.end());
  }
  return result;
}

Values vector_times_matrix(Scalars vector, Scalars matrix, ConstantArithmetic& arithmetic) {
  Values result;
  for (std::size_t start = 0; start < matrix.size(); start += vector.size()) {
    result.push_back(dot(vector, matrix.subspan(start, vector.size()), arithmetic));
  }
  return result;
}

/// The same bits as scalars of another type, which may be wider or narrower; the first scalar has the lowest bits.
Values bitcast(const CompositeOperands& operands, ConstantArithmetic& arithmetic, unsigned width) {
  const ConstantArithmetic source(operands.first_scalar);
  const unsigned source_width = operands.first_scalar.width;
  Values result;
  std::uint64_t bits = 0;
  unsigned waiting = 0;
  for (const ConstantScalar& each : operands.scalars[0]) {
    bits |= source.bits_of(each) << waiting;
    waiting += source_width;
    for (; waiting >= width; waiting -= width) {
      result.push_back(arithmetic.from_bits(width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1)));
      bits = width == 64 ? 0 : bits >> width;
    }
  }
  return result;
}

ir::Type half() {
  ir::Type type;
  type.kind = ir::TypeKind::floating;
  type.width = 16;
  return type;
}

Values unpacked(Scalars packed, ConstantArithmetic& arithmetic) {
  ConstantArithmetic halves(half());
  const auto bits = static_cast<std::uint64_t>(packed[0].integer);
  Values result{halves.from_bits(bits & 0xFFFFU), halves.from_bits((bits >> 16U) & 0xFFFFU)};
  if (halves.fault()) arithmetic.fail(halves.fault()->kind);
  return result;
}

Values packed(const CompositeOperands& operands, ConstantArithmetic& arithmetic) {
  ConstantArithmetic halves(half());
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const ConstantScalar value = halves.convert(operands.first_scalar, operands.scalars[0][i]);
    if (!halves.fault()) bits |= halves.bits_of(value) << (16 * i);
  }
  if (const auto& fault = halves.fault()) arithmetic.fail(fault->kind, fault->first, fault->second, fault->third);
  return {arithmetic.from_bits(bits)};
}

}  // namespace

std::optional<Values> composite_value(const CompositeOperands& operands, ConstantArithmetic& arithmetic,
                                      const ir::TypeTable& types) {
  const Scalars a = operands.scalars[0];
  const Scalars b = operands.scalars[1];
  switch (operands.op) {
    case Op::vector_times_scalar:
    case Op::matrix_times_scalar:
      return scaled(a, b[0], arithmetic);
    case Op::matrix_times_vector:
    case Op::matrix_times_matrix:
      return matrix_product(operands, arithmetic, types);
    case Op::vector_times_matrix:
      return vector_times_matrix(a, b, arithmetic);
    case Op::dot:
      return Values{dot(a, b, arithmetic)};
    case Op::length:
      return Values{length(a, arithmetic)};
    case Op::distance:
      return Values{length(difference(a, b, arithmetic), arithmetic)};
    case Op::normalize:
      return normalized(a, arithmetic);
    case Op::reflect:
      return reflected(a, b, arithmetic);
    case Op::cross:
      return cross(a, b, arithmetic);
    case Op::bitcast:
      return bitcast(operands, arithmetic, arithmetic.width());
    case Op::unpack_half2:
      return unpacked(a, arithmetic);
    case Op::pack_half2:
      return packed(operands, arithmetic);
    default:
      return std::nullopt;
  }
}

}  // namespace yyshader::pass
