#pragma once

namespace tagstream::cli {

/// From now on the first Ctrl-C ends the input, so that all that was read is printed; the second
/// one ends the program.
void catch_interrupts();

[[nodiscard]] bool is_interrupted();

}  // namespace tagstream::cli
