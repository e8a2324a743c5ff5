#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::ir {

/// What a type is made of, all the way down.
struct TypeFacts {
  std::string fault;      ///< why it is no type at all; empty when it is one
  bool is_value = false;  ///< may be a let's, parameter's, result's or variable's: concrete, of known size
  bool has_abstract = false;
  bool has_boolean = false;
  bool has_half = false;
  bool has_atomic = false;
  bool has_runtime_array = false;
  bool has_handle = false;  ///< texture or sampler
};

/// True for what can be stored; only the last member may hold a runtime array.
bool may_be_member(const TypeFacts& facts, bool is_last);

/// Looks types up once each; structs may nest as deep as they like.
class TypeFactsTable {
 public:
  explicit TypeFactsTable(const Module& module);
  /// Requires `type` to be in range.
  const TypeFacts& operator[](TypeId type);

 private:
  enum class State : std::uint8_t { unknown, open, known };
  bool need(TypeId part, std::vector<TypeId>& waiting, std::string& fault);
  bool find_parts(TypeId type, std::vector<TypeId>& waiting);
  void conclude(TypeId type);
  void conclude_composite(const Type& type, TypeFacts& facts);
  void conclude_structure(const Type& type, TypeFacts& facts);
  void take_over(const TypeFacts& part, TypeFacts& facts) const;

  const Module& module_;
  std::vector<State> states_;
  std::vector<TypeFacts> facts_;
};

}  // namespace yyshader::ir
