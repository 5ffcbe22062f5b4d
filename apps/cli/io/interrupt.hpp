#pragma once

#include <chrono>

namespace tagstream::cli {

/// From now on the first Ctrl-C ends the input, so that all that was read is printed; the second
/// one ends the program.
void catch_interrupts();

/// The same for the signal by which other programs end this one: where a terminal must be left as
/// it was.
void catch_termination();

[[nodiscard]] bool is_interrupted();
/// What the program then says by its exit code: 128 and the number of the signal.
[[nodiscard]] int interrupted_code();

/// Waits so long, or until it is interrupted.
void wait_for_interrupt(std::chrono::milliseconds longest);

/// Waits until `number` can be read, Ctrl-C comes, or `wake_waiting` is called: on any thread,
/// whichever of them the signal goes to.
void wait_for_input(int number);

/// Ends the waiting, also of who begins to wait later.
void wake_waiting();
/// From now on one waits again.
void forget_waking();

}  // namespace tagstream::cli
