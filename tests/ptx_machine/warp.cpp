#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

std::string triple(std::uint32_t index, const Size& size) {
  const std::uint32_t x = index % size[0];
  const std::uint32_t y = index / size[0] % size[1];
  const std::uint32_t z = index / size[0] / size[1];
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
}

}  // namespace

std::string Warp::describe_thread(std::uint32_t block_index, std::uint32_t thread_index) const {
  return "thread " + triple(thread_index, launch().block) + " of block " + triple(block_index, launch().grid);
}

std::string Warp::describe_instruction(std::uint32_t instruction) const {
  const SourceLine& line = program().lines[instruction];
  return "line " + std::to_string(line.line) + ": " + line.text;
}

void Warp::fail(unsigned lane, const std::string& message) {
  if (failed()) return;
  launch().fault =
      Fault{describe_instruction(pc) + "\n  " + describe_thread(block->index, thread(lane)) + ": " + message,
            program().lines[pc].line};
}

std::uint32_t Warp::origin_of(LaneMask lanes, std::initializer_list<std::uint32_t> sources) const {
  for (const std::uint32_t source : sources) {
    if ((lanes & ~defined[source]) != 0) return origins[source];
  }
  return no_slot;
}

void Warp::define_partly(std::uint32_t destination, LaneMask lanes, LaneMask known,
                         std::initializer_list<std::uint32_t> sources) {
  const std::uint32_t origin = origin_of(lanes, sources);
  defined[destination] = (defined[destination] & ~lanes) | known;
  origins[destination] = origin;
}

std::string Warp::describe_origin(std::uint32_t origin) const {
  if (origin == no_slot) return "nothing has written it";
  return "its value is undefined since " + describe_instruction(origin);
}

void Warp::refuse_undefined(std::uint32_t slot, LaneMask lanes, const char* what) {
  fail(static_cast<unsigned>(std::countr_zero(lanes)),
       std::string(what) + " depends on " + program().slot_names[slot] + ", but " + describe_origin(origins[slot]));
}

void Warp::refuse_undefined_predicate(std::uint32_t slot, LaneMask lanes, const char* what) {
  fail(static_cast<unsigned>(std::countr_zero(lanes)), std::string(what) + " depends on " +
                                                           program().predicate_names[slot] + ", but " +
                                                           describe_origin(predicate_origins[slot]));
}

}  // namespace yyshader::ptx_machine
