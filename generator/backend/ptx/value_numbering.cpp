#include <algorithm>
#include <array>
#include <unordered_map>

#include "backend/ptx/memory_state.hpp"
#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

struct Key {
  std::array<std::uint32_t, 8> words{};
  std::uint64_t immediate = 0;
  bool operator==(const Key&) const = default;
};

struct Hash {
  std::size_t operator()(const Key& key) const noexcept {
    std::uint64_t hash = key.immediate;
    for (const std::uint32_t word : key.words) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 31U;
    }
    return static_cast<std::size_t>(hash);
  }
};

class Numbering {
 public:
  explicit Numbering(Procedure& procedure)
      : procedure_(procedure),
        flow_(analyse(procedure)),
        writes_(procedure, flow_),
        replacement_(procedure.instructions.size(), no_id),
        version_at_(procedure.instructions.size(), 0) {}

  void run() {
    find_versions();
    struct Place {
      BlockIndex block;
      std::size_t next_child;
      std::size_t mark;
    };
    std::vector<Place> stack{{0, 0, 0}};
    number_block(0);
    while (!stack.empty()) {
      Place& place = stack.back();
      if (place.next_child == flow_.dominated[place.block].size()) {
        close(place.mark);
        stack.pop_back();
        continue;
      }
      const BlockIndex child = flow_.dominated[place.block][place.next_child++];
      const std::size_t mark = log_.size();
      number_block(child);
      stack.push_back({child, 0, mark});
    }
    // Operands that come back round a loop are known only now.
    for (Block& block : procedure_.blocks) {
      for (const Id id : block.instructions) replace_operands(id);
      if (block.condition != no_id) block.condition = resolved(block.condition);
    }
    for (Id& id : procedure_.returned) id = resolved(id);
  }

 private:
  Id resolved(Id id) const {
    while (replacement_[id] != no_id) id = replacement_[id];
    return id;
  }

  void replace_operands(Id id) {
    for (Id& operand : procedure_.operands(id)) operand = resolved(operand);
  }

  /// By block: the state of each tracked region where the block begins. Equal numbers are equal contents.
  void find_versions() {
    const std::size_t regions = writes_.count();
    entry_versions_.assign(procedure_.blocks.size(), std::vector<std::uint32_t>(regions, 0));
    std::vector<std::vector<std::uint32_t>> exits(procedure_.blocks.size());
    for (BlockIndex index = 0; index < procedure_.blocks.size(); ++index) {
      const Block& block = procedure_.blocks[index];
      std::vector<std::uint32_t>& entry = entry_versions_[index];
      bool is_first = true;
      bool is_header = false;
      for (const BlockIndex predecessor : block.predecessors) {
        if (predecessor >= index) {
          is_header = true;
          continue;
        }
        for (std::size_t r = 0; r < regions; ++r) {
          if (is_first) {
            entry[r] = exits[predecessor][r];
          } else if (entry[r] != exits[predecessor][r]) {
            entry[r] = unknown;
          }
        }
        is_first = false;
      }
      for (std::size_t r = 0; r < regions; ++r) {
        const bool is_written_here = is_header && writes_.in_loop(flow_.loop_of[index], static_cast<std::uint32_t>(r));
        if (entry[r] == unknown || is_written_here) entry[r] = next_version_++;
      }
      exits[index] = entry;
      for (const Id id : block.instructions) pass(id, exits[index]);
    }
  }

  /// Notes what a read sees; a write makes a version.
  void pass(Id id, std::vector<std::uint32_t>& versions) {
    const Instruction& instruction = procedure_[id];
    const std::uint32_t tracked = writes_.tracked(instruction.region);
    switch (Writes::reach(instruction)) {
      case Writes::Reach::nothing:
        break;
      case Writes::Reach::region:
        versions[tracked] = next_version_++;
        break;
      case Writes::Reach::everything:
        for (std::uint32_t& version : versions) version = next_version_++;
        return;
    }
    if (tracked != Writes::never) version_at_[id] = versions[tracked];
  }

  /// What is known to lie at a place of memory while its region is at this version.
  struct Content {
    Type type;
    Id base;
    std::uint32_t region;
    std::uint64_t offset;
    Id value;
    std::uint32_t version;
  };

  static Key load_key(const Content& content) {
    Key key;
    key.words = {static_cast<std::uint32_t>(Opcode::load),
                 static_cast<std::uint32_t>(content.type),
                 content.base,
                 content.region,
                 content.version,
                 0,
                 0,
                 0};
    key.immediate = content.offset;
    return key;
  }

  Content content_of(Id id, Id value) const {
    const Instruction& instruction = procedure_[id];
    return {instruction.type, procedure_.operands(id)[0], instruction.region, instruction.immediate, value,
            version_at_[id]};
  }

  void share(const Key& key, Id value) {
    if (made_.try_emplace(key, value).second) log_.push_back(key);
  }

  /// What this block learns about memory stands in `known_`, where a store can bring it to the next version, and is
  /// shared once, when it leaves: to share it at each store would be `most_known` entries for each of them.
  void know(const Content& content) {
    if (writes_.tracked(content.region) == Writes::never) {
      share(load_key(content), content.value);
      return;
    }
    if (known_.size() == most_known) {
      share(load_key(known_.front()), known_.front().value);
      known_.erase(known_.begin());
    }
    known_.push_back(content);
  }

  void share_known() {
    for (const Content& content : known_) share(load_key(content), content.value);
    known_.clear();
  }

  /// What the place read holds, as far as it is known; else no_id.
  Id known_value(const Content& read) const {
    for (const Content& content : known_) {
      if (content.base == read.base && content.offset == read.offset && content.type == read.type &&
          content.region == read.region && content.version == read.version) {
        return content.value;
      }
    }
    return made_value(load_key(read));
  }

  Id made_value(const Key& key) const {
    const auto place = made_.find(key);
    return place == made_.end() ? no_id : place->second;
  }

  static bool is_beside(const Content& a, const Content& b) {
    const auto distance = static_cast<std::int64_t>(b.offset - a.offset);
    return a.base == b.base && (distance >= bytes_of(a.type) || -distance >= bytes_of(b.type));
  }

  /// After the store, what lies beside it from the same address on is still there.
  void keep_what_lies_beside(const Content& stored) {
    const auto rest = std::remove_if(known_.begin(), known_.end(), [&](Content& content) {
      if (content.region != stored.region) return false;
      if (!is_beside(content, stored)) return true;
      content.version = stored.version;
      return false;
    });
    known_.erase(rest, known_.end());
  }

  void number_block(BlockIndex index) {
    auto& list = procedure_.blocks[index].instructions;
    std::vector<Id> kept;
    kept.reserve(list.size());
    for (const Id id : list) {
      replace_operands(id);
      const Instruction& instruction = procedure_[id];
      if (Writes::reach(instruction) != Writes::Reach::nothing) {
        if (instruction.opcode == Opcode::store && instruction.width == 1) {
          remember_store(id);
        } else {
          share_known();
        }
        kept.push_back(id);
        continue;
      }
      const Effect effect = row(instruction.opcode).effect;
      if (effect == Effect::load && instruction.width == 1) {
        const Content read = content_of(id, id);
        const Id value = known_value(read);
        if (value != no_id) {
          replace(id, value);
          continue;
        }
        know(read);
      } else if (effect == Effect::pure) {
        const auto [place, is_new] = made_.try_emplace(pure_key(id, index), id);
        if (!is_new) {
          replace(id, place->second);
          continue;
        }
        log_.push_back(place->first);
      }
      kept.push_back(id);
    }
    share_known();
    list = std::move(kept);
  }

  void replace(Id id, Id value) {
    replacement_[id] = value;
    // Keep the better word on how the address is aligned, but only where it is given: what a store forwards may be a
    // load from somewhere else, and a 读四 on one branch says nothing of how often a read before the branch is aligned.
    Instruction& first = procedure_[value];
    const Instruction& again = procedure_[id];
    const bool is_same_place = first.opcode == Opcode::load && again.opcode == Opcode::load &&
                               first.block == again.block && first.region == again.region &&
                               first.immediate == again.immediate &&
                               procedure_.operands(value)[0] == procedure_.operands(id)[0];
    if (is_same_place) first.alignment = std::max(first.alignment, again.alignment);
  }

  /// A read of what was just written is what was written.
  void remember_store(Id id) {
    const Content stored = content_of(id, procedure_.operands(id)[1]);
    keep_what_lies_beside(stored);
    know(stored);
  }

  Key pure_key(Id id, BlockIndex block) {
    const Instruction& instruction = procedure_[id];
    Key key;
    key.words[0] = static_cast<std::uint32_t>(instruction.opcode) | static_cast<std::uint32_t>(instruction.type) << 8U |
                   static_cast<std::uint32_t>(instruction.from) << 16U |
                   static_cast<std::uint32_t>(instruction.modifier) << 24U;
    key.immediate = instruction.immediate;
    const auto operands = procedure_.operands(id);
    if (instruction.opcode == Opcode::phi) key.words[7] = block + 1;
    if (operands.size() > 6 || (instruction.opcode == Opcode::phi && has_later_operand(id))) {
      key.words[1] = id;  // equal to none
      key.words[6] = no_id - 1;
      return key;
    }
    key.words[1] = key.words[2] = key.words[3] = key.words[4] = key.words[5] = key.words[6] = no_id;
    for (std::size_t i = 0; i < operands.size(); ++i) key.words[i + 1] = operands[i];
    return key;
  }

  /// Two phis of a loop's header may differ in what is not yet numbered.
  bool has_later_operand(Id id) const {
    const Block& block = procedure_.blocks[procedure_[id].block];
    return std::any_of(block.predecessors.begin(), block.predecessors.end(),
                       [&](BlockIndex p) { return p >= procedure_[id].block; });
  }

  void close(std::size_t mark) {
    while (log_.size() > mark) {
      made_.erase(log_.back());
      log_.pop_back();
    }
  }

  static constexpr std::uint32_t unknown = 0xffffffffU;
  static constexpr std::size_t most_known = 32;  ///< contents that are looked through at a store

  Procedure& procedure_;
  ControlFlow flow_;
  Writes writes_;
  std::vector<Id> replacement_;
  std::vector<std::uint32_t> version_at_;  ///< by Id of a read or write: of its region, after it
  std::vector<std::vector<std::uint32_t>> entry_versions_;
  std::uint32_t next_version_ = 1;
  std::vector<Content> known_;
  std::unordered_map<Key, Id, Hash> made_;
  std::vector<Key> log_;
};

}  // namespace

void number_values(Procedure& procedure) { Numbering(procedure).run(); }

}  // namespace yyshader::backend::ptx
