#pragma once

#include <string>

namespace bench {

/// Keeps this thread on one CPU: `cpu`, or the one it is on if negative. Returns the CPU, or -1 if
/// the system can't.
int pin_to_cpu(int cpu);

/// Lets the calling thread run on every CPU again.
void leave_cpu();

/// True if standard output is a terminal.
[[nodiscard]] bool is_terminal();

/// The CPU's name, how many there are, and which vector instructions it has.
[[nodiscard]] std::string cpu_name();

/// Compiler, C library and whether asserts are on.
[[nodiscard]] std::string build_name();

/// Today, UTC: "2026-01-31".
[[nodiscard]] std::string today();

}  // namespace bench
