#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// Who has to agree: all invocations of a workgroup (or of a draw), or those of a subgroup. What differs within a
/// subgroup differs within its workgroup too.
enum class UniformityScope : std::uint8_t { workgroup, subgroup };

/// What a node of the graph is for the reader of a message.
enum class UniformityRole : std::uint8_t { plain, condition, source };

struct UniformityNodeInfo {
  UniformityRole role = UniformityRole::plain;
  source::Span span;
  std::uint32_t detail = 0;  ///< of a source: which
};

/// A graph of what depends on what within one function: an edge leads from a value, or from the place where control is,
/// to what decides it. Something differs between invocations when a path leads from it to a node that varies.
class UniformityGraph {
 public:
  using Node = std::uint32_t;
  static constexpr Node none = ~Node{0};

  // Nodes that every graph has.
  static constexpr Node varies_in_workgroup = 0;  ///< but not within a subgroup
  static constexpr Node varies = 1;
  static constexpr Node start = 2;   ///< control at the function's start
  static constexpr Node result = 3;  ///< what the function returns
  static constexpr Node first_parameter = 4;

  using Role = UniformityRole;
  using Info = UniformityNodeInfo;

  explicit UniformityGraph(std::size_t parameters)
      : infos_(first_parameter + parameters), heads_(infos_.size(), none) {}

  Node add(Info info = {});
  void connect(Node from, Node to);
  const Info& info(Node node) const { return infos_[node]; }
  std::size_t size() const { return infos_.size(); }

  /// For every node the next one on a shortest path to a node that varies in the scope; `none` where there is no path.
  std::vector<Node> ways_to_varying(UniformityScope scope) const;
  /// For every node that a path leads to from one of `sources` the node before it on a shortest one (a source: itself);
  /// `none` for the others.
  std::vector<Node> reached_from(std::span<const Node> sources) const;

 private:
  struct Edge {
    Node to = 0;
    std::uint32_t next = 0;
  };
  static constexpr std::uint32_t no_edge = none;

  std::vector<Info> infos_;
  std::vector<std::uint32_t> heads_;  ///< by node: its latest edge
  std::vector<Edge> edges_;
};

}  // namespace yyshader::pass
