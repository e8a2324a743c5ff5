#include "ir/op.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "support/internal_error.hpp"

namespace yyshader::ir {

namespace {

constexpr std::size_t op_count = static_cast<std::size_t>(Op::count_);

consteval std::array<OpRow, op_count> make_rows() {
  using enum Effect;
  constexpr int any = -1;
  return {{
#define YY_OP(enumerator, text, operands, effect) OpRow{text, operands, effect},
#include "ir/op.def"
#undef YY_OP
  }};
}

constexpr std::array<OpRow, op_count> rows = make_rows();

struct NamedOp {
  std::string_view text;
  Op op = Op::count_;
};

consteval std::array<NamedOp, op_count> sort_by_name() {
  std::array<NamedOp, op_count> sorted{};
  for (std::size_t i = 0; i < op_count; ++i) sorted[i] = {rows[i].text, static_cast<Op>(i)};
  std::sort(sorted.begin(), sorted.end(), [](const NamedOp& a, const NamedOp& b) { return a.text < b.text; });
  return sorted;
}

constexpr std::array<NamedOp, op_count> by_name = sort_by_name();

consteval bool names_are_unique() {
  return std::adjacent_find(by_name.begin(), by_name.end(),
                            [](const NamedOp& a, const NamedOp& b) { return a.text == b.text; }) == by_name.end();
}
static_assert(names_are_unique(), "two rows of op.def have one name");

}  // namespace

const OpRow& row(Op op) {
  const auto index = static_cast<std::size_t>(op);
  support::invariant(index < op_count, "an operation outside op.def");
  return rows[index];
}

std::optional<Op> op_from_text(std::string_view text) {
  const auto* found =
      std::lower_bound(by_name.begin(), by_name.end(), text,
                       [](const NamedOp& named, std::string_view wanted) { return named.text < wanted; });
  if (found == by_name.end() || found->text != text) return std::nullopt;
  return found->op;
}

}  // namespace yyshader::ir
