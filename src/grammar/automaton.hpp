#pragma once

// Text that must not hold something, as an automaton over code points.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/code_points.hpp"

namespace tagstream::grammar {

/// One code point of a set, or any number of them.
struct Step {
  CodePoints set;
  bool is_loop = false;
  friend bool operator==(const Step&, const Step&) = default;
};

/// What may not stand in a text. The last step is no loop.
using Pattern = std::vector<Step>;

/// `marker` in all its spellings: a tag may have blanks and, if it opens something, attributes.
[[nodiscard]] std::vector<Pattern> patterns_of(std::string_view marker);
/// The tag that `marker` begins with, after a line end: any tag of its name.
[[nodiscard]] Pattern line_pattern_of(std::string_view marker);
/// True if the pattern begins with a line end.
[[nodiscard]] bool is_of_line(const Pattern& pattern);
/// `text`, as it is.
[[nodiscard]] Pattern pattern_of(std::string_view text);

/// A stretch of text that none of `forbidden` is in; they may be in its `end`.
struct Text {
  enum class Kind : std::uint8_t {
    free,    ///< any text up to the first `end`, which belongs to it
    quoted,  ///< a string of JSON in its quotes; Python reads it in the same way
  };
  Kind kind = Kind::free;
  std::string end{};  ///< of free text; not empty
  std::vector<Pattern> forbidden{};
  bool begins_line = false;  ///< of free text: a line end stands before it
  bool has_word = false;     ///< of free text: blanks alone are not enough
  friend bool operator==(const Text&, const Text&) = default;
};

/// What reads a `Text`: deterministic, begins in state 0.
struct Automaton {
  static constexpr std::size_t done = ~std::size_t{0};
  struct Edge {
    CodePoints on;
    std::size_t to;  ///< a state, or `done`
  };
  std::vector<std::vector<Edge>> states;
};

/// The states of the text's syntax together with how much of each pattern has been seen, as
/// Aho-Corasick does for words.
/// @cost  as many states as there are prefixes of patterns, times eight for quoted text
[[nodiscard]] Automaton automaton_of(const Text& text);

/// True if `whole` is such a text, its end included.
[[nodiscard]] bool accepts(const Text& text, std::string_view whole);

}  // namespace tagstream::grammar
