#pragma once

namespace tagstream::cli {

/// From now on the first Ctrl-C ends the input, so that all that was read is printed; the second
/// one ends the program.
void catch_interrupts();

[[nodiscard]] bool is_interrupted();

/// Waits until `number` can be read, Ctrl-C comes, or `wake_waiting` is called: on any thread,
/// whichever of them the signal goes to.
void wait_for_input(int number);

/// Ends the waiting, also of who begins to wait later.
void wake_waiting();
/// From now on one waits again.
void forget_waking();

}  // namespace tagstream::cli
