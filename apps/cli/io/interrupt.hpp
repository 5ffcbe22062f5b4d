#pragma once

#include <chrono>

namespace tagstream::cli {

/// From now on the first Ctrl-C ends the input, so that the result of what was read is printed. The
/// second Ctrl-C ends the program.
void catch_interrupts();

/// The same for SIGTERM, by which other programs end this one. For commands that must leave a
/// terminal as it was.
void catch_termination();

[[nodiscard]] bool is_interrupted();
/// The exit code after an interruption: 128 plus the number of the signal.
[[nodiscard]] int interrupted_code();

/// Waits for `longest`, or until the program is interrupted.
void wait_for_interrupt(std::chrono::milliseconds longest);

/// Waits until `number` can be read, Ctrl-C comes, or `wake_waiting` is called: on any thread,
/// whichever of them the signal goes to.
void wait_for_input(int number);

/// Ends `wait_for_input`, even a call that begins later.
void wake_waiting();
/// From now on `wait_for_input` waits again.
void forget_waking();

}  // namespace tagstream::cli
