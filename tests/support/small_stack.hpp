#pragma once

#include <functional>

namespace tagstream::testing {

/// Runs `job` in a thread with a stack of 64 KiB, and waits for the thread. Under the address
/// sanitizer, which uses most of the stack, it has 512 KiB. A stack overflow ends the program:
/// nesting depth must cost no stack (L6). Returns false if the thread cannot be made.
[[nodiscard]] bool run_on_small_stack(const std::function<void()>& job);

}  // namespace tagstream::testing
