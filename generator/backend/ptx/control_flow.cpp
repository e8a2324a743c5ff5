#include <algorithm>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

BlockIndex meet(const std::vector<BlockIndex>& dominator, BlockIndex a, BlockIndex b) {
  while (a != b) {
    while (a > b) a = dominator[a];
    while (b > a) b = dominator[b];
  }
  return a;
}

void find_loop(const Procedure& procedure, ControlFlow& flow, BlockIndex header) {
  ControlFlow::Loop loop;
  loop.header = header;
  std::vector<bool> inside(procedure.blocks.size() - header, false);  // a loop's blocks stand behind its header
  std::vector<BlockIndex> open;
  std::vector<BlockIndex> before;
  const auto enter = [&](BlockIndex block) {
    if (inside[block - header]) return;
    inside[block - header] = true;
    loop.blocks.push_back(block);
    if (block != header) open.push_back(block);
  };
  enter(header);
  for (const BlockIndex predecessor : procedure.blocks[header].predecessors) {
    if (predecessor >= header) {
      enter(predecessor);
    } else {
      before.push_back(predecessor);
    }
  }
  while (!open.empty()) {
    const BlockIndex block = open.back();
    open.pop_back();
    for (const BlockIndex predecessor : procedure.blocks[block].predecessors) enter(predecessor);
  }
  std::sort(loop.blocks.begin(), loop.blocks.end());
  if (before.size() == 1 && procedure.blocks[before[0]].condition == no_id) loop.preheader = before[0];
  const auto index = static_cast<std::uint32_t>(flow.loops.size());
  loop.parent = flow.loop_of[header];
  for (const BlockIndex block : loop.blocks) flow.loop_of[block] = index;
  flow.loops.push_back(std::move(loop));
}

}  // namespace

bool ControlFlow::dominates(BlockIndex above, BlockIndex below) const {
  while (below > above) below = dominator[below];
  return below == above;
}

ControlFlow analyse(const Procedure& procedure) {
  ControlFlow flow;
  const std::size_t count = procedure.blocks.size();
  flow.dominator.assign(count, 0);
  flow.dominated.resize(count);
  flow.loop_of.assign(count, ControlFlow::no_loop);
  for (BlockIndex block = 1; block < count; ++block) {
    BlockIndex common = no_block;
    for (const BlockIndex predecessor : procedure.blocks[block].predecessors) {
      if (predecessor >= block) continue;
      common = common == no_block ? predecessor : meet(flow.dominator, common, predecessor);
    }
    flow.dominator[block] = common == no_block ? 0 : common;
    flow.dominated[flow.dominator[block]].push_back(block);
  }
  // Headers in order: an outer loop's stands before an inner one's.
  for (BlockIndex block = 0; block < count; ++block) {
    const auto& before = procedure.blocks[block].predecessors;
    if (std::any_of(before.begin(), before.end(), [block](BlockIndex p) { return p >= block; }))
      find_loop(procedure, flow, block);
  }
  return flow;
}

}  // namespace yyshader::backend::ptx
