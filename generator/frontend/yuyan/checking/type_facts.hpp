#pragma once

#include <cstdint>
#include <vector>

#include "frontend/yuyan/types.hpp"

namespace yyshader::frontend::yuyan::checking {

/// Why a type cannot be that of a parameter, local, result, constant or field (1.5).
enum class Problem : std::uint8_t {
  none,
  silent,   ///< an error that was reported elsewhere
  literal,  ///< 整数 小数
  unit,
  tuple,   ///< neither vector nor matrix
  scalar,  ///< a combination that no target has
  length,
  constructor,  ///< not applied to all its arguments
  resource,
  entry,
  function,
  cell,
  meta,  ///< 元类型 定长长度
  access_mode,
  opaque,
  atomic,
  runtime_array,
};

/// How deep types may be nested; see docs/limits.md.
inline constexpr std::uint8_t maximum_type_depth = 100;

struct Facts {
  Problem problem = Problem::none;
  TypeId culprit;  ///< the part that has the problem
  std::uint8_t depth = 0;
  bool has_hole = false;
  bool has_parameter = false;
  bool has_boolean = false;  ///< holds 爻: not for buffers
};

/// What is asked of types again and again, worked out once for each and without recursion: the parts of a type are
/// always made before it.
class TypeFacts {
 public:
  explicit TypeFacts(const TypeTable& types) : types_(types) {}

  const Facts& of(TypeId id) {
    while (facts_.size() <= id.index()) facts_.push_back(work_out(TypeId(facts_.size())));
    return facts_[id.index()];
  }
  /// Tells what a struct holds; before its type is asked about. `sound` is false when its fields have errors.
  void declare_structure(std::uint32_t number, const std::vector<TypeId>& fields, bool sound);

 private:
  Facts work_out(TypeId id);
  void take_over_arguments(TypeId id, Facts& facts);
  void set_problem(Facts& facts, Problem problem, TypeId culprit) const;
  void work_out_tuple(TypeId id, Facts& facts);

  const TypeTable& types_;
  std::vector<Facts> facts_;
  std::vector<Facts> structures_;  ///< by number
};

}  // namespace yyshader::frontend::yuyan::checking
