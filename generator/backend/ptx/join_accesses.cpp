// Loads and stores of neighbouring scalars become ones of two or four.

#include <algorithm>
#include <array>
#include <map>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

struct Access {
  Id id;
  std::size_t position;  ///< in the block
  std::int64_t offset;
};

/// Accesses through one register, between which nothing else touches their memory.
struct Run {
  std::vector<Access> accesses;
  bool of_stores = false;
};

class Joining {
 public:
  explicit Joining(Procedure& procedure) : procedure_(procedure) {}

  void run() {
    for (BlockIndex block = 0; block < procedure_.blocks.size(); ++block) join_block(block);
  }

 private:
  using RunKey = std::array<std::uint32_t, 3>;  ///< region, base, bytes

  void join_block(BlockIndex block) {
    auto& list = procedure_.blocks[block].instructions;
    before_.assign(list.size(), {});
    is_gone_.assign(list.size(), false);
    loads_.clear();
    stores_.clear();
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Id id = list[i];
      const Instruction& instruction = procedure_[id];
      if (instruction.opcode == Opcode::load && instruction.width == 1) {
        flush_region(stores_, instruction.region);
        loads_[key_of(id)].accesses.push_back({id, i, static_cast<std::int64_t>(instruction.immediate)});
      } else if (instruction.opcode == Opcode::store && instruction.width == 1) {
        flush_region(loads_, instruction.region);
        add_store(id, i);
      } else if (row(instruction.opcode).effect != Effect::pure && instruction.opcode != Opcode::shuffle &&
                 instruction.opcode != Opcode::active_mask) {
        flush_all();
      }
    }
    flush_all();
    std::vector<Id> result;
    result.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      result.insert(result.end(), before_[i].begin(), before_[i].end());
      if (!is_gone_[i]) result.push_back(list[i]);
    }
    list = std::move(result);
  }

  RunKey key_of(Id id) const {
    const Instruction& instruction = procedure_[id];
    return {instruction.region, procedure_.operands(id)[0], bytes_of(instruction.type)};
  }

  void add_store(Id id, std::size_t position) {
    const RunKey key = key_of(id);
    // Another register may point at the same bytes.
    for (auto place = stores_.lower_bound({key[0], 0, 0}); place != stores_.end() && place->first[0] == key[0];) {
      if (place->first == key) {
        ++place;
        continue;
      }
      flush(place->second);
      place = stores_.erase(place);
    }
    Run& run = stores_[key];
    run.of_stores = true;
    const auto offset = static_cast<std::int64_t>(procedure_[id].immediate);
    for (const Access& access : run.accesses) {
      if (access.offset == offset) {
        flush(run);
        run.accesses.clear();
        break;
      }
    }
    run.accesses.push_back({id, position, offset});
  }

  void flush_region(std::map<RunKey, Run>& runs, std::uint32_t region) {
    auto place = runs.lower_bound({region, 0, 0});
    while (place != runs.end() && place->first[0] == region) {
      flush(place->second);
      place = runs.erase(place);
    }
  }

  void flush_all() {
    for (auto& [key, run] : loads_) flush(run);
    for (auto& [key, run] : stores_) flush(run);
    loads_.clear();
    stores_.clear();
  }

  /// The power of two that the access's address is surely a multiple of.
  std::int64_t alignment(const Access& access) const {
    const Instruction& instruction = procedure_[access.id];
    const unsigned zeros = std::min<unsigned>(procedure_[procedure_.operands(access.id)[0]].zeros, 4);
    const std::int64_t base = std::int64_t{1} << zeros;
    const std::int64_t offset = access.offset == 0 ? 16 : access.offset & -access.offset;
    const std::int64_t known = std::min(base, offset);
    return instruction.opcode == Opcode::load ? std::max<std::int64_t>(known, instruction.alignment) : known;
  }

  void flush(Run& run) {
    auto& accesses = run.accesses;
    std::stable_sort(accesses.begin(), accesses.end(),
                     [](const Access& a, const Access& b) { return a.offset < b.offset; });
    for (std::size_t i = 0; i < accesses.size();) {
      const std::int64_t bytes = bytes_of(procedure_[accesses[i].id].type);
      std::size_t count = 1;
      while (count < 4 && i + count < accesses.size() &&
             accesses[i + count].offset == accesses[i].offset + bytes * static_cast<std::int64_t>(count)) {
        ++count;
      }
      const std::int64_t aligned = alignment(accesses[i]);
      std::size_t width = 1;
      if (count == 4 && aligned >= 4 * bytes) {
        width = 4;
      } else if (count >= 2 && aligned >= 2 * bytes) {
        width = 2;
      }
      if (width > 1) join(std::span<const Access>(accesses).subspan(i, width), run.of_stores);
      i += width;
    }
  }

  void join(std::span<const Access> group, bool of_stores) {
    const auto by_position = [](const Access& a, const Access& b) { return a.position < b.position; };
    Instruction whole = procedure_[group[0].id];
    whole.width = static_cast<std::uint8_t>(group.size());
    std::vector<Id> operands{procedure_.operands(group[0].id)[0]};
    if (of_stores) {
      for (const Access& access : group) operands.push_back(procedure_.operands(access.id)[1]);
      const std::size_t last = std::max_element(group.begin(), group.end(), by_position)->position;
      const Id id = procedure_.add(whole, operands);
      before_[last].push_back(id);
      for (const Access& access : group) is_gone_[access.position] = true;
      return;
    }
    const std::size_t first = std::min_element(group.begin(), group.end(), by_position)->position;
    const Id id = procedure_.add(whole, operands);
    before_[first].push_back(id);
    for (std::size_t i = 0; i < group.size(); ++i) {
      Instruction& part = procedure_[group[i].id];
      part.opcode = Opcode::part;
      part.immediate = i;
      part.first_operand = static_cast<std::uint32_t>(procedure_.operand_list.size());
      part.operand_count = 1;
      procedure_.operand_list.push_back(id);
      is_gone_[group[i].position] = true;
      before_[first].push_back(group[i].id);
    }
  }

  Procedure& procedure_;
  std::map<RunKey, Run> loads_;
  std::map<RunKey, Run> stores_;
  std::vector<std::vector<Id>> before_;  ///< by position in the block: what comes to stand before it
  std::vector<bool> is_gone_;
};

}  // namespace

void join_accesses(Procedure& procedure) { Joining(procedure).run(); }

}  // namespace yyshader::backend::ptx
