#include "pass/uniformity_graph.hpp"

namespace yyshader::pass {

UniformityGraph::Node UniformityGraph::add(Info info) {
  infos_.push_back(info);
  heads_.push_back(no_edge);
  return static_cast<Node>(infos_.size() - 1);
}

void UniformityGraph::connect(Node from, Node to) {
  edges_.push_back({to, heads_[from]});
  heads_[from] = static_cast<std::uint32_t>(edges_.size() - 1);
}

std::vector<UniformityGraph::Node> UniformityGraph::ways_to_varying(UniformityScope scope) const {
  // The edges turned round, those into one node in a row.
  std::vector<std::uint32_t> begins(size() + 1, 0);
  for (const Edge& edge : edges_) ++begins[edge.to + 1];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  std::vector<Node> sources(edges_.size());
  std::vector<std::uint32_t> ends(begins.begin(), begins.end() - 1);
  for (Node node = 0; node < size(); ++node) {
    for (std::uint32_t edge = heads_[node]; edge != no_edge; edge = edges_[edge].next) {
      sources[ends[edges_[edge].to]++] = node;
    }
  }
  std::vector<Node> ways(size(), none);
  std::vector<Node> queue{varies};
  ways[varies] = varies;
  if (scope == UniformityScope::workgroup) {
    ways[varies_in_workgroup] = varies_in_workgroup;
    queue.push_back(varies_in_workgroup);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Node node = queue[next];
    for (std::uint32_t i = begins[node]; i < begins[node + 1]; ++i) {
      if (ways[sources[i]] != none) continue;
      ways[sources[i]] = node;
      queue.push_back(sources[i]);
    }
  }
  return ways;
}

std::vector<UniformityGraph::Node> UniformityGraph::reached_from(std::span<const Node> sources) const {
  std::vector<Node> before(size(), none);
  std::vector<Node> queue;
  for (const Node source : sources) {
    if (before[source] != none) continue;
    before[source] = source;
    queue.push_back(source);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (std::uint32_t edge = heads_[queue[next]]; edge != no_edge; edge = edges_[edge].next) {
      if (before[edges_[edge].to] != none) continue;
      before[edges_[edge].to] = queue[next];
      queue.push_back(edges_[edge].to);
    }
  }
  return before;
}

}  // namespace yyshader::pass
