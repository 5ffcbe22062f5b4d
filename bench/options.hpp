#pragma once

#include "tagstream/filter.hpp"
#include "readers/tokenizer.hpp"

namespace bench {

/// The two names that all benchmarks with names use.
[[nodiscard]] inline tagstream::TokenizerOptions two_names() {
  tagstream::TokenizerOptions options;
  options.names = {"thinking", "tool"};
  return options;
}

/// Hides the elements of these two names.
[[nodiscard]] inline tagstream::FilterOptions hide_two(bool markdown_code = false) {
  tagstream::FilterOptions options;
  options.rules = {tagstream::hide("thinking"), tagstream::hide("tool")};
  options.markdown_code = markdown_code;
  return options;
}

}  // namespace bench
