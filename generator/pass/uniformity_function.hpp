#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ir/module.hpp"
#include "pass/uniformity_graph.hpp"

namespace yyshader::pass {

/// A need for uniformity: that control is uniform where something stands, or that a value is.
struct UniformityNeed {
  enum class Subject : std::uint8_t { control, value } subject = Subject::control;
  UniformityScope scope = UniformityScope::workgroup;
  ir::FunctionId function;  ///< where it arises
  ir::Op operation{};       ///< what needs it; a call: what the callee needs, which `inner` tells
  source::Span span;
  source::Span value_span;  ///< of a value
  std::uint32_t inner = none;
  /// The condition in the callee that the need comes through, if any.
  source::Span condition;
  ir::FunctionId callee;

  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

/// Where a difference between invocations begins.
struct UniformitySource {
  enum class Kind : std::uint8_t { input, memory, exchange, result } kind = Kind::input;
  ir::FunctionId function;
  source::Span span;
  std::size_t parameter = 0;
  ir::GlobalId global;
  ir::FunctionId callee;
  std::uint32_t inner = none;  ///< of a result: the source in the callee

  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

/// What callers have to know of a function.
struct UniformitySummary {
  using PerScope = std::array<std::uint32_t, 2>;  ///< by UniformityScope: which need, or none
  struct Required {
    PerScope needs{UniformityNeed::none, UniformityNeed::none};
    std::array<source::Span, 2> conditions;  ///< through which condition
  };
  Required control;                  ///< calls must stand in uniform control flow
  std::vector<Required> parameters;  ///< arguments that must be uniform
  std::vector<bool> result_depends;  ///< by parameter
  std::uint32_t varying_result = UniformitySource::none;
  bool varies_within_subgroups = false;  ///< of a varying result
};

/// Everything found so far, of all functions.
struct UniformityFacts {
  std::vector<UniformityNeed> needs;
  std::vector<UniformitySource> sources;
  std::vector<UniformitySummary> functions;  ///< by FunctionId; callees come first
};

/// One function's graph, and where it needs uniformity.
struct FunctionUniformity {
  UniformityGraph graph;
  /// The node that must be uniform, and the need's place in the facts.
  std::vector<std::pair<UniformityGraph::Node, std::uint32_t>> needs;
};
FunctionUniformity build_uniformity(const ir::Module& module, ir::FunctionId function, UniformityFacts& facts);

/// True when the input may have another value in another invocation of the scope's group, by WGSL's rules.
bool input_varies(ir::Stage stage, const ir::InterfaceBinding& interface);

}  // namespace yyshader::pass
