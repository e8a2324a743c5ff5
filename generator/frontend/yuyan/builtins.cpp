#include "frontend/yuyan/builtins.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace yyshader::frontend::yuyan {
namespace {

/// The letters that builtins.def writes kinds and stages with.
// The letters of the tables.
// NOLINTBEGIN(readability-identifier-naming)
namespace kind_letters {
constexpr std::uint32_t f = kind::floating;
constexpr std::uint32_t i = kind::signed_integer;
constexpr std::uint32_t u = kind::unsigned_integer;
constexpr std::uint32_t b = kind::boolean;
constexpr std::uint32_t S = kind::scalar;
constexpr std::uint32_t V = kind::vector;
constexpr std::uint32_t M = kind::matrix;
constexpr std::uint32_t L = kind::literal;
constexpr std::uint32_t W32 = kind::wide_only;
}  // namespace kind_letters

namespace stage_letters {
constexpr unsigned C = stage::compute;
constexpr unsigned V = stage::vertex;
constexpr unsigned F = stage::fragment;
constexpr unsigned all = stage::all;
}  // namespace stage_letters
// NOLINTEND(readability-identifier-naming)

#define YY_KINDS(...)                               \
  [] {                                              \
    using namespace kind_letters;                   \
    return static_cast<std::uint32_t>(__VA_ARGS__); \
  }()
#define YY_STAGES(...)                             \
  [] {                                             \
    using namespace stage_letters;                 \
    return static_cast<std::uint8_t>(__VA_ARGS__); \
  }()

constexpr auto builtin_count = static_cast<std::size_t>(Builtin::count_);
constexpr auto interface_count = static_cast<std::size_t>(InterfaceBuiltin::count_);

constexpr std::array<BuiltinRow, builtin_count> builtin_rows{{
#define YY_BUILTIN(enumerator, name, lowering, operation, rule, kinds, effect, stages) \
  BuiltinRow{name,                                                                     \
             BuiltinLowering::lowering,                                                \
             ir::Op::operation,                                                        \
             OperandRule::rule,                                                        \
             YY_KINDS(kinds),                                                          \
             BuiltinEffect::effect == BuiltinEffect::pure,                             \
             BuiltinEffect::effect,                                                    \
             YY_STAGES(stages)},
#include "frontend/yuyan/builtins.def"
#undef YY_BUILTIN
}};

constexpr std::optional<ir::Builtin> pipeline_value(ir::Builtin builtin) {
  return builtin == ir::Builtin::count_ ? std::nullopt : std::optional(builtin);
}

constexpr std::array<InterfaceBuiltinRow, interface_count> interface_rows{{
#define YY_INTERFACE_BUILTIN(enumerator, name, builtin, inputs, outputs) \
  InterfaceBuiltinRow{name, pipeline_value(ir::Builtin::builtin), YY_STAGES(inputs), YY_STAGES(outputs)},
#include "frontend/yuyan/interface_builtins.def"
#undef YY_INTERFACE_BUILTIN
}};

/// The positions of a table's rows, sorted by name, so that a name is found by halving.
template <std::size_t count, typename Rows>
constexpr std::array<std::uint8_t, count> sorted_by_name(const Rows& rows) {
  std::array<std::uint8_t, count> order{};
  for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint8_t>(i);
  std::sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) { return rows[a].name < rows[b].name; });
  return order;
}
constexpr auto builtin_order = sorted_by_name<builtin_count>(builtin_rows);
constexpr auto interface_order = sorted_by_name<interface_count>(interface_rows);

template <typename Enum, typename Rows, typename Order>
std::optional<Enum> find(const Rows& rows, const Order& order, std::string_view name) {
  const auto found = std::lower_bound(order.begin(), order.end(), name, [&](std::uint8_t position, std::string_view n) {
    return rows[position].name < n;
  });
  if (found == order.end() || rows[*found].name != name) return std::nullopt;
  return static_cast<Enum>(*found);
}

}  // namespace

const BuiltinRow& row(Builtin builtin) { return builtin_rows[static_cast<std::size_t>(builtin)]; }

std::optional<Builtin> builtin_from_name(std::string_view name) {
  return find<Builtin>(builtin_rows, builtin_order, name);
}

const InterfaceBuiltinRow& row(InterfaceBuiltin builtin) { return interface_rows[static_cast<std::size_t>(builtin)]; }

std::optional<InterfaceBuiltin> interface_builtin_from_name(std::string_view name) {
  return find<InterfaceBuiltin>(interface_rows, interface_order, name);
}

}  // namespace yyshader::frontend::yuyan
