#pragma once

#include "readers/tokenizer.hpp"
#include "tagstream/reader.hpp"

namespace bench {

/// The two names that all benchmarks with names use.
[[nodiscard]] inline tagstream::TokenizerOptions two_names() {
  tagstream::TokenizerOptions options;
  options.names = {"thinking", "tool"};
  return options;
}

/// Hides the elements of these two names.
[[nodiscard]] inline tagstream::Options hide_two(bool markdown_code = false) {
  tagstream::Options options{.hide = {"thinking", "tool"}};
  if (markdown_code) options.markdown_code = tagstream::MarkdownCode::all;
  return options;
}

/// Reads the calls of one of these names, and hides the elements of the other.
[[nodiscard]] inline tagstream::Options call_one() {
  return {.hide = {"thinking"}, .call = {"tool"}, .bad_calls = tagstream::BadCalls::hide};
}

}  // namespace bench
