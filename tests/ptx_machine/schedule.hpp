// Runs the warps of a block: which lanes go on, where they part and meet, who waits for whom.
#pragma once

#include <cstdint>
#include <memory>

#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {

/// A number below `limit`, from the launch's own sequence.
std::uint64_t random_number(Launch& launch, std::uint64_t limit);

/// Runs all blocks of a launch from instruction `start`; ends at the first fault, which is left in `launch`.
void run_blocks(Launch& launch, std::uint32_t start);

}  // namespace yyshader::ptx_machine
