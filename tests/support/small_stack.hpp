#pragma once

#include <functional>

namespace tagstream::testing {

/// Runs `job` in a thread whose stack has 64 KiB (512 KiB under the address sanitizer, which takes
/// most of it), and waits for it. An overflow ends the program. Depth costs no stack (L6).
/// False if there is no such thread.
[[nodiscard]] bool run_on_small_stack(const std::function<void()>& job);

}  // namespace tagstream::testing
