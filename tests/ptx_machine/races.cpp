#include "ptx_machine/races.hpp"

#include <algorithm>

namespace yyshader::ptx_machine {

ShadowCell& Shadow::cell(std::uint64_t offset) {
  const std::uint64_t index = offset >> granule_bits_;
  const std::uint64_t page = index / page_cells;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (!pages_[page]) pages_[page] = std::make_unique<Page>();
  return (*pages_[page])[index % page_cells];
}

void Shadow::prepare(std::uint64_t size) {
  while (granule() > size) {
    std::vector<std::unique_ptr<Page>> finer(pages_.size() * 2);
    for (std::size_t page = 0; page < finer.size(); ++page) {
      if (!pages_[page / 2]) continue;
      finer[page] = std::make_unique<Page>();
      const Page& coarse = *pages_[page / 2];
      for (std::size_t i = 0; i < page_cells; ++i) (*finer[page])[i] = coarse[(page % 2) * (page_cells / 2) + i / 2];
    }
    pages_ = std::move(finer);
    --granule_bits_;
  }
}

void ThreadClocks::start(std::uint32_t block, std::uint32_t threads) {
  block_ = block;
  epoch_ = 1;
  clocks_.assign(threads, 1);
  known_.assign(threads, {});
}

void ThreadClocks::whole_barrier() { ++epoch_; }

void ThreadClocks::partial_barrier(const std::vector<std::uint32_t>& arrived,
                                   const std::vector<std::uint32_t>& waited) {
  std::vector<std::uint32_t> joined(clocks_.size(), 0);
  for (const std::uint32_t thread : arrived) {
    for (std::size_t i = 0; i < known_[thread].size(); ++i) joined[i] = std::max(joined[i], known_[thread][i]);
    joined[thread] = std::max(joined[thread], clocks_[thread]);
  }
  for (const std::uint32_t thread : waited) {
    auto& mine = known_[thread];
    if (mine.empty()) {
      mine = joined;
    } else {
      for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = std::max(mine[i], joined[i]);
    }
  }
  for (const std::uint32_t thread : arrived) ++clocks_[thread];
}

AccessRecord ThreadClocks::record(std::uint32_t thread, std::uint32_t instruction) const {
  return {block_, thread, epoch_, clocks_[thread], instruction};
}

bool ThreadClocks::is_before(const AccessRecord& earlier, std::uint32_t thread) const {
  if (earlier.block != block_) return false;
  if (earlier.thread == thread || earlier.epoch < epoch_) return true;
  const auto& known = known_[thread];
  return !known.empty() && earlier.clock <= known[earlier.thread];
}

namespace {

/// Puts `record` where it loses least: over its own thread's or an ordered record, else into a free place.
void keep(std::array<AccessRecord, 2>& records, const AccessRecord& record, const ThreadClocks& clocks) {
  for (AccessRecord& old : records) {
    if (!old.exists() || clocks.is_before(old, record.thread)) {
      old = record;
      return;
    }
  }
}

}  // namespace

std::optional<AccessRecord> note_access(ShadowCell& cell, AccessKind kind, const ThreadClocks& clocks,
                                        std::uint32_t thread, std::uint32_t instruction) {
  const AccessRecord now = clocks.record(thread, instruction);
  std::optional<AccessRecord> conflict;
  const auto meet = [&](const AccessRecord& earlier) {
    if (!conflict && earlier.exists() && !clocks.is_before(earlier, thread)) conflict = earlier;
  };
  const auto meet_all = [&](const std::array<AccessRecord, 2>& earlier) {
    for (const AccessRecord& record : earlier) meet(record);
  };
  meet(cell.write);
  switch (kind) {
    case AccessKind::read:
      meet_all(cell.strong_writes);
      keep(cell.reads, now, clocks);
      break;
    case AccessKind::non_coherent_read:
      // Nothing may write the place during the whole launch, not even the reader itself, before or after.
      if (!conflict && cell.write.exists()) conflict = cell.write;
      if (!conflict && cell.strong_writes[0].exists()) conflict = cell.strong_writes[0];
      cell.non_coherent = now;
      break;
    case AccessKind::strong_read:
      keep(cell.strong_reads, now, clocks);
      break;
    case AccessKind::write:
    case AccessKind::strong_write:
      meet_all(cell.reads);
      if (!conflict && cell.non_coherent.exists()) conflict = cell.non_coherent;
      if (kind == AccessKind::strong_write) {
        keep(cell.strong_writes, now, clocks);
        break;
      }
      meet_all(cell.strong_reads);
      meet_all(cell.strong_writes);
      cell.write = now;
      break;
  }
  return conflict;
}

}  // namespace yyshader::ptx_machine
