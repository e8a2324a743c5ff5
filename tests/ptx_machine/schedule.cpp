#include "ptx_machine/schedule.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace yyshader::ptx_machine {
namespace {

/// Lanes of a warp at one instruction.
struct Part {
  std::uint32_t pc = 0;
  LaneMask lanes = 0;
  std::uint32_t depth = 0;  ///< of calls
};

/// A warp and where its lanes are: each lane is in one of the lists, or has exited.
struct RunningWarp {
  Warp warp;
  std::vector<Part> ready;
  std::vector<Part> collective;  ///< wait for other lanes of their member mask
  std::vector<Part> converging;  ///< at activemask, until no lane of the warp can go on
  std::vector<Part> aligned;     ///< at an aligned barrier, until the whole warp is
  std::vector<Part> at_barrier;  ///< have arrived and wait for other warps
  LaneMask alive = 0;
  std::uint64_t budget = 0;  ///< instructions until others get their turn
  bool is_fair = false;      ///< in lockstep: its parts take turns, because some have long run while others wait
  std::size_t turn = 0;      ///< … whose it is
  std::vector<std::array<std::uint32_t, warp_size>> return_sites;  ///< [depth][lane]: the call
};

struct BarrierState {
  std::uint32_t expected = 0;  ///< threads, 0: all of the block
  std::uint32_t count = 0;     ///< arrived, as the manual counts
  std::vector<std::uint32_t> arrived;
  std::vector<std::uint32_t> waited;
  std::vector<std::pair<std::size_t, Part>> parts;  ///< warp, part
  std::uint32_t true_votes = 0;
  bool is_used() const { return !arrived.empty(); }
};

// How many instructions a part runs before another gets a turn, where nothing else makes it stop.
constexpr std::uint64_t lockstep_turn = 1U << 16U;
constexpr std::uint64_t longest_random_turn = 48;

class BlockRunner {
 public:
  BlockRunner(Launch& launch, std::uint32_t start) : launch_(launch), start_(start) {
    block_.launch = &launch;
    schedule_ = launch.options->schedule;
    const std::uint32_t count = (launch.threads + warp_size - 1) / warp_size;
    warps_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) make_warp(warps_[i], i);
  }

  void run(std::uint32_t index) {
    start_block(index);
    std::size_t next = 0;
    while (!failed()) {
      const std::size_t chosen = choose_warp(next);
      if (chosen == warps_.size()) break;
      next = chosen + 1;
      run_turn(warps_[chosen]);
      if (launch_.statistics.thread_instructions > launch_.options->instruction_limit) {
        return fail_all("more than " + std::to_string(launch_.options->instruction_limit) +
                        " instructions have run: a loop that does not end?");
      }
    }
    if (!failed() && std::any_of(warps_.begin(), warps_.end(), [](const auto& warp) { return warp.alive != 0; })) {
      report_deadlock();
    }
  }

 private:
  bool failed() const { return launch_.fault.has_value(); }
  const Program& program() const { return *launch_.program; }

  void make_warp(RunningWarp& running, std::uint32_t index) {
    Warp& warp = running.warp;
    warp.block = &block_;
    warp.index = index;
    warp.values.resize(program().slot_names.size());
    warp.predicates.resize(program().predicate_names.size());
    warp.lane_parameters.resize(static_cast<std::size_t>(program().lane_parameter_bytes) * warp_size);
    running.return_sites.resize(program().call_depth);
    for (const auto& [slot, value] : program().constants) warp.values[slot].lane.fill(value);
  }

  void start_block(std::uint32_t index) {
    block_.index = index;
    block_.id = {index % launch_.grid[0], index / launch_.grid[0] % launch_.grid[1],
                 index / launch_.grid[0] / launch_.grid[1]};
    block_.clocks.start(index, launch_.threads);
    barriers_.assign(16, {});
    for (auto* const window : {&launch_.memory->shared(), &launch_.memory->locals()}) {
      for (const auto& allocation : *window) {
        if (!allocation) continue;
        std::fill_n(allocation->data, allocation->size + allocation->thread_stride * (launch_.threads - 1),
                    std::uint8_t{0xcd});
        std::fill(allocation->known.begin(), allocation->known.end(), std::uint8_t{0});
        allocation->shadow.clear();
      }
    }
    for (RunningWarp& running : warps_) start_warp(running);
  }

  void start_warp(RunningWarp& running) {
    Warp& warp = running.warp;
    const LaneMask all = launch_.options->find_undefined ? 0 : 0xffffffffU;
    warp.defined.assign(warp.values.size(), all);
    warp.origins.assign(warp.values.size(), no_slot);
    warp.predicates_defined.assign(warp.predicates.size(), all);
    warp.predicate_origins.assign(warp.predicates.size(), no_slot);
    for (const auto& [slot, value] : program().constants) warp.defined[slot] = 0xffffffffU;
    for (const auto& [slot, special] : program().specials) {
      warp.defined[slot] = 0xffffffffU;
      for (unsigned lane = 0; lane < warp_size; ++lane) warp.value(slot, lane) = special_value(warp, special, lane);
    }
    const std::uint32_t first = warp.index * warp_size;
    const std::uint32_t lanes = std::min(warp_size, launch_.threads - first);
    running.alive = lanes == warp_size ? 0xffffffffU : (1U << lanes) - 1;
    running.ready.assign(1, {start_, running.alive, 0});
    running.collective.clear();
    running.converging.clear();
    running.aligned.clear();
    running.at_barrier.clear();
    running.is_fair = false;
  }

  std::uint32_t special_value(const Warp& warp, Special special, unsigned lane) const {
    const std::uint32_t thread = warp.thread(lane);
    const Size& size = launch_.block;
    const LaneMask own = 1U << lane;
    switch (special) {
      case Special::tid_x:
        return thread % size[0];
      case Special::tid_y:
        return thread / size[0] % size[1];
      case Special::tid_z:
        return thread / size[0] / size[1];
      case Special::ntid_x:
      case Special::ntid_y:
      case Special::ntid_z:
        return size[static_cast<std::size_t>(special) - static_cast<std::size_t>(Special::ntid_x)];
      case Special::ctaid_x:
      case Special::ctaid_y:
      case Special::ctaid_z:
        return block_.id[static_cast<std::size_t>(special) - static_cast<std::size_t>(Special::ctaid_x)];
      case Special::nctaid_x:
      case Special::nctaid_y:
      case Special::nctaid_z:
        return launch_.grid[static_cast<std::size_t>(special) - static_cast<std::size_t>(Special::nctaid_x)];
      case Special::zero:
        return 0;
      case Special::laneid:
        return lane;
      case Special::warpid:
        return warp.index;
      case Special::nwarpid:
        return static_cast<std::uint32_t>(warps_.size());
      case Special::lanemask_eq:
        return own;
      case Special::lanemask_lt:
        return own - 1;
      case Special::lanemask_le:
        return own | (own - 1);
      case Special::lanemask_ge:
        return ~(own - 1);
      case Special::lanemask_gt:
        return ~(own | (own - 1));
    }
    return 0;
  }

  /// The next warp that can go on, or their number.
  std::size_t choose_warp(std::size_t next) {
    const std::size_t first = schedule_ == Schedule::lockstep ? next : random_number(launch_, warps_.size());
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      const std::size_t candidate = (first + i) % warps_.size();
      if (!warps_[candidate].ready.empty() || !warps_[candidate].converging.empty()) return candidate;
    }
    return warps_.size();
  }

  void run_turn(RunningWarp& running) {
    if (running.ready.empty()) converge(running);
    running.budget = schedule_ == Schedule::lockstep ? lockstep_turn : 1 + random_number(launch_, longest_random_turn);
    do {
      run_part(running, take_part(running));
      if (!failed()) release(running);
    } while (schedule_ == Schedule::lockstep && !failed() && !running.ready.empty() && running.budget > 0);
    // Lanes that spin until others of their warp have done something would otherwise never let them do it.
    if (running.budget == 0) running.is_fair = !running.is_fair && running.ready.size() > 1;
  }

  Part take_part(RunningWarp& running) {
    auto& ready = running.ready;
    std::size_t chosen = 0;
    if (schedule_ != Schedule::lockstep) {
      chosen = random_number(launch_, ready.size());
    } else if (running.is_fair) {
      chosen = running.turn++ % ready.size();
    } else {
      for (std::size_t i = 1; i < ready.size(); ++i) {
        // Callees first, then what stands first: lanes behind catch up with those ahead.
        if (std::pair(ready[chosen].depth, ready[i].pc) < std::pair(ready[i].depth, ready[chosen].pc)) chosen = i;
      }
    }
    Part part = ready[chosen];
    if (schedule_ == Schedule::threads && std::popcount(part.lanes) > 1) {
      unsigned skipped =
          static_cast<unsigned>(random_number(launch_, static_cast<std::uint64_t>(std::popcount(part.lanes))));
      LaneMask lanes = part.lanes;
      while (skipped-- > 0) lanes &= lanes - 1;
      part.lanes = lanes & (0U - lanes);
      ready[chosen].lanes &= ~part.lanes;
      return part;
    }
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(chosen));
    return part;
  }

  void add_part(RunningWarp& running, std::vector<Part>& list, const Part& part, bool merges = true) {
    if (part.lanes == 0) return;
    if (merges) {
      for (Part& other : list) {
        if (other.pc == part.pc && other.depth == part.depth) {
          other.lanes |= part.lanes;
          return;
        }
      }
    }
    list.push_back(part);
    const auto parts = static_cast<std::uint32_t>(running.ready.size() + running.collective.size() +
                                                  running.aligned.size() + running.converging.size());
    launch_.statistics.most_parts = std::max(launch_.statistics.most_parts, parts);
  }

  void add_ready(RunningWarp& running, const Part& part) {
    add_part(running, running.ready, part, schedule_ != Schedule::threads);
  }

  /// Where the part meets another that is ready: there it must stop to run on together.
  std::uint32_t meeting_place(const RunningWarp& running, const Part& part) const {
    std::uint32_t place = no_slot;
    if (schedule_ == Schedule::threads) return place;
    for (const Part& other : running.ready) {
      if (other.depth == part.depth && other.pc > part.pc) place = std::min(place, other.pc);
    }
    return place;
  }

  void run_part(RunningWarp& running, Part part) {
    Warp& warp = running.warp;
    const Instruction* const code = program().code.data();
    Statistics& statistics = launch_.statistics;
    const std::uint32_t meeting = meeting_place(running, part);
    for (;;) {
      const Instruction& instruction = code[part.pc];
      warp.pc = part.pc;
      LaneMask lanes = part.lanes;
      ++statistics.instructions;
      if (instruction.guard != no_slot) {
        if (!warp.require_predicate(instruction.guard, lanes, "whether it is executed")) return;
        lanes &= warp.predicates[instruction.guard] ^ (instruction.guard_inverted ? 0xffffffffU : 0);
      }
      statistics.thread_instructions += static_cast<std::uint64_t>(std::popcount(part.lanes));
      if (instruction.flow == Flow::next) {
        if (lanes != 0) {
          instruction.handler(warp, instruction, lanes);
          if (failed()) return;
        }
        ++part.pc;
      } else if (!pass_control(running, instruction, part, lanes)) {
        --running.budget;
        return;
      }
      if (--running.budget == 0 || part.pc == meeting) return add_ready(running, part);
    }
  }

  /// Runs an instruction other than a plain one for `lanes` of `part`. True: what is left in `part` runs on.
  bool pass_control(RunningWarp& running, const Instruction& instruction, Part& part, LaneMask lanes) {
    if (lanes == 0) {
      ++part.pc;
      return true;
    }
    switch (instruction.flow) {
      case Flow::branch:
        return branch(running, instruction.target, part, lanes);
      case Flow::call:
        return call(running, program().calls[instruction.target], part, lanes);
      case Flow::ret:
        if (part.depth > 0) return return_from(running, part, lanes);
        [[fallthrough]];
      case Flow::exit:
        running.alive &= ~lanes;
        break;
      case Flow::collective:
        if (is_complete(running, instruction, lanes)) return run_here(running, instruction, part, lanes);
        if (failed()) return false;
        add_part(running, running.collective, {part.pc, lanes, part.depth});
        break;
      case Flow::converge:
        if (schedule_ == Schedule::lockstep && !running.is_fair) {
          return run_here(running, instruction, part, lanes);
        }
        add_part(running, running.converging, {part.pc, lanes, part.depth});
        break;
      case Flow::barrier:
        if (!program().barriers[instruction.target].is_aligned) {
          arrive(running, {part.pc, lanes, part.depth});
        } else {
          add_part(running, running.aligned, {part.pc, lanes, part.depth});
        }
        break;
      case Flow::next:
        break;
    }
    add_ready(running, {part.pc + 1, part.lanes & ~lanes, part.depth});
    return false;
  }

  /// Runs an instruction that waits for nobody, and goes on.
  bool run_here(RunningWarp& running, const Instruction& instruction, Part& part, LaneMask lanes) {
    instruction.handler(running.warp, instruction, lanes);
    ++part.pc;
    return !failed();
  }

  bool branch(RunningWarp& running, std::uint32_t target, Part& part, LaneMask lanes) {
    if (lanes != part.lanes) {
      add_ready(running, {target, lanes, part.depth});
      part.lanes &= ~lanes;
      ++part.pc;
    } else {
      part.pc = target;
    }
    if (running.ready.empty()) return true;
    add_ready(running, part);
    return false;
  }

  bool call(RunningWarp& running, const CallSite& site, Part& part, LaneMask lanes) {
    for_lanes(lanes, [&](unsigned lane) { running.return_sites[part.depth][lane] = part.pc; });
    copy(running.warp, site.arguments, lanes);
    add_ready(running, {part.pc + 1, part.lanes & ~lanes, part.depth});
    part = {site.target, lanes, part.depth + 1};
    if (running.ready.empty()) return true;
    add_ready(running, part);
    return false;
  }

  bool return_from(RunningWarp& running, Part& part, LaneMask lanes) {
    add_ready(running, {part.pc + 1, part.lanes & ~lanes, part.depth});
    const auto& sites = running.return_sites[part.depth - 1];
    while (lanes != 0) {
      const std::uint32_t site = sites[static_cast<std::size_t>(std::countr_zero(lanes))];
      LaneMask same = 0;
      for_lanes(lanes, [&](unsigned lane) { same |= (sites[lane] == site ? 1U : 0U) << lane; });
      copy(running.warp, program().calls[program().code[site].target].results, same);
      add_ready(running, {site + 1, same, part.depth - 1});
      lanes &= ~same;
    }
    return false;
  }

  void copy(Warp& warp, const std::vector<CallCopy>& copies, LaneMask lanes) const {
    for (const CallCopy& copy : copies) {
      for_lanes(lanes, [&](unsigned lane) {
        if (copy.is_register) {
          warp.value(copy.to, lane) = warp.value(copy.from, lane);
        } else {
          std::uint8_t* const own =
              warp.lane_parameters.data() + static_cast<std::size_t>(lane) * program().lane_parameter_bytes;
          std::copy_n(own + copy.from, copy.size, own + copy.to);
        }
      });
      if (copy.is_register) warp.define(copy.to, lanes, {copy.from});
    }
  }

  /// Whether `lanes` are all that the member mask of a collective instruction names, as far as they have not exited.
  bool is_complete(RunningWarp& running, const Instruction& instruction, LaneMask lanes) {
    Warp& warp = running.warp;
    if (!warp.require(instruction.slots[4], lanes, "a member mask")) return false;
    bool complete = true;
    for_lanes(lanes, [&](unsigned lane) {
      const auto members = static_cast<LaneMask>(warp.value(instruction.slots[4], lane));
      if (((members >> lane) & 1U) == 0) warp.fail(lane, "the lane is not in its own member mask");
      complete = complete && (members & running.alive) == lanes;
    });
    return complete && !failed();
  }

  /// Lets go on whoever waits for nothing any more.
  void release(RunningWarp& running) {
    release_collectives(running);
    for (std::size_t i = 0; i < running.aligned.size() && !failed();) {
      const Part part = running.aligned[i];
      if (part.lanes != running.alive) {
        ++i;
        continue;
      }
      running.aligned.erase(running.aligned.begin() + static_cast<std::ptrdiff_t>(i));
      arrive(running, part);
    }
    for (BarrierState& barrier : barriers_) {
      if (barrier.is_used() && !failed() && is_complete(barrier)) complete(barrier);
    }
  }

  void release_collectives(RunningWarp& running) {
    for (std::size_t i = 0; i < running.collective.size() && !failed();) {
      Part& part = running.collective[i];
      const Instruction& instruction = program().code[part.pc];
      const LaneMask together = complete_lanes(running, instruction, part);
      if (together == 0) {
        ++i;
        continue;
      }
      running.warp.pc = part.pc;
      instruction.handler(running.warp, instruction, together);
      add_ready(running, {part.pc + 1, together, part.depth});
      part.lanes &= ~together;
      if (part.lanes == 0) running.collective.erase(running.collective.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  /// Some lanes of `part` with one member mask who are all that it names; 0: none.
  LaneMask complete_lanes(RunningWarp& running, const Instruction& instruction, const Part& part) {
    LaneMask rest = part.lanes;
    while (rest != 0) {
      const auto members = static_cast<LaneMask>(
          running.warp.value(instruction.slots[4], static_cast<unsigned>(std::countr_zero(rest))));
      LaneMask same = 0;
      for_lanes(rest, [&](unsigned lane) {
        same |= (static_cast<LaneMask>(running.warp.value(instruction.slots[4], lane)) == members ? 1U : 0U) << lane;
      });
      if ((members & running.alive) == same) return same;
      rest &= ~same;
    }
    return 0;
  }

  /// Runs activemask for the lanes that wait at the first of these instructions.
  void converge(RunningWarp& running) {
    auto& waiting = running.converging;
    const auto first =
        std::min_element(waiting.begin(), waiting.end(), [](const Part& a, const Part& b) { return a.pc < b.pc; });
    const Part part = *first;
    waiting.erase(first);
    running.warp.pc = part.pc;
    const Instruction& instruction = program().code[part.pc];
    instruction.handler(running.warp, instruction, part.lanes);
    add_ready(running, {part.pc + 1, part.lanes, part.depth});
  }

  /// A value that all lanes of a barrier must agree on; fails and gives 0 if they do not.
  std::uint32_t uniform_value(Warp& warp, std::uint32_t slot, LaneMask lanes, const char* what) {
    if (!warp.require(slot, lanes, what)) return 0;
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    const auto value = static_cast<std::uint32_t>(warp.value(slot, first));
    for_lanes(lanes, [&](unsigned lane) {
      if (static_cast<std::uint32_t>(warp.value(slot, lane)) != value)
        warp.fail(lane, std::string(what) + " differs within a warp");
    });
    return value;
  }

  void arrive(RunningWarp& running, const Part& part) {
    Warp& warp = running.warp;
    warp.pc = part.pc;
    const Instruction& instruction = program().code[part.pc];
    const Barrier& kind = program().barriers[instruction.target];
    const auto lane = static_cast<unsigned>(std::countr_zero(part.lanes));
    const std::uint32_t id = uniform_value(warp, kind.id_slot, part.lanes, "a barrier's number");
    const std::uint32_t expected =
        kind.count_slot == no_slot ? 0
                                   : uniform_value(warp, kind.count_slot, part.lanes, "a barrier's number of threads");
    if (failed()) return;
    if (id > 15) return warp.fail(lane, "barrier " + std::to_string(id) + " does not exist");
    if (kind.count_slot != no_slot && (expected == 0 || expected % warp_size != 0)) {
      return warp.fail(lane, "the number of threads at a barrier is a multiple of 32");
    }
    BarrierState& barrier = barriers_[id];
    if (barrier.is_used() && barrier.expected != expected) {
      return warp.fail(lane, "others wait at this barrier for another number of threads");
    }
    barrier.expected = expected;
    barrier.count += kind.is_aligned ? warp_size : static_cast<std::uint32_t>(std::popcount(part.lanes));
    if (expected != 0 && barrier.count > expected)
      return warp.fail(lane, "more threads arrive than the barrier expects");
    if (kind.reduction != Barrier::Reduction::none) {
      const std::uint32_t source = instruction.predicates[2];
      if (!warp.require_predicate(source, part.lanes, "a barrier's reduction")) return;
      const LaneMask votes = warp.predicates[source] ^ (instruction.source_inverted ? 0xffffffffU : 0);
      barrier.true_votes += static_cast<std::uint32_t>(std::popcount(votes & part.lanes));
    }
    for_lanes(part.lanes, [&](unsigned each) {
      barrier.arrived.push_back(warp.thread(each));
      if (kind.waits) barrier.waited.push_back(warp.thread(each));
    });
    if (kind.waits) {
      barrier.parts.emplace_back(warp.index, part);
      running.at_barrier.push_back(part);
    } else {
      add_ready(running, {part.pc + 1, part.lanes, part.depth});
    }
  }

  std::uint32_t alive_threads() const {
    std::uint32_t count = 0;
    for (const RunningWarp& running : warps_) count += static_cast<std::uint32_t>(std::popcount(running.alive));
    return count;
  }

  bool is_complete(const BarrierState& barrier) const {
    return barrier.expected != 0 ? barrier.count >= barrier.expected : barrier.arrived.size() >= alive_threads();
  }

  void complete(BarrierState& barrier) {
    ++launch_.statistics.barriers;
    if (barrier.waited.size() >= alive_threads()) {
      block_.clocks.whole_barrier();
    } else {
      block_.clocks.partial_barrier(barrier.arrived, barrier.waited);
    }
    BarrierState done;
    std::swap(done, barrier);
    for (const auto& waiting : done.parts) {
      RunningWarp& running = warps_[waiting.first];
      const Part& part = waiting.second;
      give_reduction(running.warp, done, part);
      std::erase_if(running.at_barrier, [&](const Part& other) { return (other.lanes & part.lanes) != 0; });
      add_ready(running, {part.pc + 1, part.lanes, part.depth});
    }
  }

  void give_reduction(Warp& warp, const BarrierState& barrier, const Part& part) const {
    const Instruction& instruction = program().code[part.pc];
    switch (program().barriers[instruction.target].reduction) {
      case Barrier::Reduction::none:
        return;
      case Barrier::Reduction::popc:
        for_lanes(part.lanes, [&](unsigned lane) { warp.value(instruction.slots[0], lane) = barrier.true_votes; });
        return warp.define(instruction.slots[0], part.lanes, {});
      case Barrier::Reduction::and_:
        warp.set_predicate(instruction.predicates[0], part.lanes,
                           barrier.true_votes == barrier.arrived.size() ? part.lanes : 0);
        break;
      case Barrier::Reduction::or_:
        warp.set_predicate(instruction.predicates[0], part.lanes, barrier.true_votes != 0 ? part.lanes : 0);
        break;
    }
    warp.define_predicate(instruction.predicates[0], part.lanes, part.lanes, no_slot);
  }

  void fail_all(const std::string& message) {
    launch_.fault = Fault{message, 0};
    for (const RunningWarp& running : warps_) {
      for (const auto* const list :
           {&running.ready, &running.collective, &running.converging, &running.aligned, &running.at_barrier}) {
        for (const Part& part : *list) describe_part(running, part);
      }
    }
  }

  void report_deadlock() {
    fail_all("deadlock in block " + std::to_string(block_.index) +
             ": no thread can go on (a barrier that not all threads reach, or not all of a warp together?)");
  }

  void describe_part(const RunningWarp& running, const Part& part) {
    Fault& fault = *launch_.fault;
    if (fault.line == 0) fault.line = program().lines[part.pc].line;
    fault.message += "\n  " + std::to_string(std::popcount(part.lanes)) + " threads of warp " +
                     std::to_string(running.warp.index) + ", the first " +
                     running.warp.describe_thread(
                         block_.index, running.warp.thread(static_cast<unsigned>(std::countr_zero(part.lanes)))) +
                     ", at " + running.warp.describe_instruction(part.pc);
  }

  Launch& launch_;
  std::uint32_t start_;
  Schedule schedule_ = Schedule::lockstep;
  BlockState block_;
  std::vector<RunningWarp> warps_;
  std::vector<BarrierState> barriers_;
};

}  // namespace

std::uint64_t random_number(Launch& launch, std::uint64_t limit) {
  std::uint64_t& state = launch.random_state;
  state ^= state << 13U;
  state ^= state >> 7U;
  state ^= state << 17U;
  return (state >> 11U) % limit;
}

void run_blocks(Launch& launch, std::uint32_t start) {
  BlockRunner runner(launch, start);
  const std::uint32_t count = launch.grid[0] * launch.grid[1] * launch.grid[2];
  std::vector<std::uint32_t> order(launch.options->schedule == Schedule::lockstep ? 0 : count);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    std::swap(order[i], order[random_number(launch, i + 1ULL)]);
  }
  for (std::uint32_t i = 0; i < count && !launch.fault; ++i) runner.run(order.empty() ? i : order[i]);
}

}  // namespace yyshader::ptx_machine
