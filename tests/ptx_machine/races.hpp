// Data races: two accesses to one byte by different threads, one of them a write, not both strong, and neither before
// the other.
//
// "Before" comes from barriers: a barrier of a whole CTA begins a new epoch of it; a barrier of some of its threads (a
// count, or bar.warp.sync) lets each of these threads know the others' clocks. Threads of different CTAs are never
// ordered, since the machine does not follow the ordering that fences and atomics can make.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ptx_machine/program.hpp"

namespace yyshader::ptx_machine {

/// One access, as far as it matters to later ones.
struct AccessRecord {
  std::uint32_t block = no_slot;  ///< no_slot: no access yet
  std::uint32_t thread = 0;
  std::uint32_t epoch = 0;
  std::uint32_t clock = 0;
  std::uint32_t instruction = 0;

  bool exists() const { return block != no_slot; }
};

/// What is known of the accesses to one cell. Two readers are enough to find one that is not the writer.
struct ShadowCell {
  AccessRecord write;
  std::array<AccessRecord, 2> reads;
  std::array<AccessRecord, 2> strong_reads;
  std::array<AccessRecord, 2> strong_writes;  ///< atomic operations too
  AccessRecord non_coherent;
};

/// The cells of one allocation, made page by page; as fine as the narrowest access so far (at most 4 bytes).
class Shadow {
 public:
  /// The cell of `offset`; `granule()` is not larger than `size` after a call of prepare(size).
  ShadowCell& cell(std::uint64_t offset);
  std::uint64_t granule() const { return 1ULL << granule_bits_; }
  /// Makes the cells fine enough for accesses of `size` bytes.
  void prepare(std::uint64_t size);
  void clear() { pages_.clear(); }

 private:
  static constexpr std::uint64_t page_cells = 256;
  using Page = std::array<ShadowCell, page_cells>;
  unsigned granule_bits_ = 2;
  std::vector<std::unique_ptr<Page>> pages_;
};

/// What a CTA's threads know of each other's clocks.
class ThreadClocks {
 public:
  /// For a new CTA of `threads` threads.
  void start(std::uint32_t block, std::uint32_t threads);
  /// All threads met.
  void whole_barrier();
  /// Those of `arrived` met; only those of `waited` learn of it.
  void partial_barrier(const std::vector<std::uint32_t>& arrived, const std::vector<std::uint32_t>& waited);
  AccessRecord record(std::uint32_t thread, std::uint32_t instruction) const;
  /// Whether `earlier` is before what `thread` does now.
  bool is_before(const AccessRecord& earlier, std::uint32_t thread) const;

 private:
  std::uint32_t block_ = 0;
  std::uint32_t epoch_ = 1;
  std::vector<std::uint32_t> clocks_;
  std::vector<std::vector<std::uint32_t>>
      known_;  ///< [thread][other]: the other's clock at their last meeting; empty: none
};

enum class AccessKind : std::uint8_t { read, non_coherent_read, write, strong_read, strong_write };

/// Notes an access and returns the earlier one that it races with, if any.
std::optional<AccessRecord> note_access(ShadowCell& cell, AccessKind kind, const ThreadClocks& clocks,
                                        std::uint32_t thread, std::uint32_t instruction);

}  // namespace yyshader::ptx_machine
