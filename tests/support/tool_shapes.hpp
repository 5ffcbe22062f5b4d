#pragma once

#include <ostream>
#include <span>

#include "support/grammar_text.hpp"

namespace tagstream::testing {

/// A text that makes careless readers of tool calls quadratic. Its calls are written
/// `<tool>…</tool>`, what may be hidden `<think>…</think>`.
struct ToolShape {
  const char* name;
  TextOfSize make;
};

/// For gtest, which would print the bytes.
inline void PrintTo(const ToolShape& shape, std::ostream* out) { *out << shape.name; }

[[nodiscard]] std::span<const ToolShape> tool_shapes();

}  // namespace tagstream::testing
