#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "frontend/yuyan/checking/context.hpp"

namespace yyshader::frontend::yuyan::checking {

/// One use of a polymorphic builtin: what its 承 parameters are found to be.
struct Instance {
  static constexpr std::size_t maximum_parameters = 3;
  EntityId entity;
  Builtin builtin{};
  std::uint32_t count = 0;                         ///< of 承 parameters
  std::array<TypeId, maximum_parameters> bound{};  ///< none: not found yet
  std::array<Span, maximum_parameters> reason{};   ///< the argument that told
  Span span;                                       ///< of the call
  Span first_argument;
  Span callee;          ///< the name of what is called
  bool silent = false;  ///< an argument had an error: nothing more is said about this call
};

/// Unknown types ("holes") of the definition being checked, and what is known about them. A hole stands for an implicit
/// type argument that the arguments seen so far do not tell; it is filled by unification with what comes later.
class Inference {
 public:
  explicit Inference(Context& context) : context_(context) {}

  /// Forgets everything: a new definition begins.
  void clear();
  TypeId fresh_hole();
  /// `type` with all filled holes replaced.
  TypeId resolve(TypeId type);
  /// The same at the top only: what kind of type it is, as far as known.
  TypeId resolve_head(TypeId type) const;
  /// Makes the two equal if that is possible. The error type equals everything.
  bool unify(TypeId a, TypeId b);
  /// Holds `type` to at most `levels` levels of types within types, now and when its holes are filled; false when it
  /// has more already. Types that grow hole by hole would otherwise have no bound.
  bool constrain(TypeId type, unsigned levels);
  bool has_hole(TypeId type) { return context_.facts.of(type).has_hole; }

  /// Fits the declared type `pattern` of a builtin to `type`, finding parameters; false when they cannot fit.
  bool match(TypeId pattern, TypeId type, Instance& instance, Span reason);
  /// `pattern` with the parameters found so far, or none when one of them is not found.
  TypeId instantiate(TypeId pattern, const Instance& instance);
  /// Gives every parameter that is not found a hole.
  void complete(Instance& instance);

 private:
  bool assign(TypeId hole, TypeId type);
  bool occurs(TypeId hole, TypeId type);

  Context& context_;
  /// More levels than any type has that a call could leave open.
  static constexpr unsigned maximum_levels = 6;

  std::vector<TypeId> filled_;    ///< by number of the hole; none: open
  std::vector<unsigned> levels_;  ///< by number of the hole: how many levels may come in its place
};

}  // namespace yyshader::frontend::yuyan::checking
