#pragma once

#include <ostream>
#include <span>

#include "support/grammar_text.hpp"

namespace tagstream::testing {

/// A text that would make a careless reader of tool calls quadratic. Its calls are written
/// `<tool>…</tool>`, its hidden sections `<think>…</think>`.
struct ToolShape {
  const char* name;
  TextOfSize make;
};

/// For gtest, which would print the bytes.
inline void PrintTo(const ToolShape& shape, std::ostream* out) { *out << shape.name; }

[[nodiscard]] std::span<const ToolShape> tool_shapes();

}  // namespace tagstream::testing
