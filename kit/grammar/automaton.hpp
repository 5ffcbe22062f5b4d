#pragma once

// Texts that must not hold certain patterns, as automata over code points.
//
//   Text{.end = "</b>", .forbidden = {pattern_of("<a")}}
//
// accepts `x < y</b>`, and refuses `x<a</b>`, which holds the pattern, and `</b>x`, where text
// follows the end. `accepts` tries one text; `automaton_of` gives the states, from which GBNF makes
// its rules.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/code_points.hpp"

namespace tagstream::grammar {

/// One step of a pattern: exactly one code point of `set`, or any number of them if it is a loop.
struct Step {
  CodePoints set;
  bool is_loop = false;
  friend bool operator==(const Step&, const Step&) = default;
};

/// A sequence of steps that a text may not hold. The last step is not a loop.
using Pattern = std::vector<Step>;

/// The patterns of `marker` in all the spellings that a reader takes for it: a tag may have blanks
/// and, if it opens something, attributes. A marker that is no tag has one pattern.
[[nodiscard]] std::vector<Pattern> patterns_of(std::string_view marker);
/// The pattern of a line end and `marker` after it. If `marker` is a tag, any tag of its name
/// counts.
[[nodiscard]] Pattern line_pattern_of(std::string_view marker);
/// True if the pattern begins with a line end.
[[nodiscard]] bool is_of_line(const Pattern& pattern);
/// The pattern of exactly this text.
[[nodiscard]] Pattern pattern_of(std::string_view text);

/// A stretch of text that holds none of the patterns in `forbidden`. Its `end` may hold them.
struct Text {
  enum class Kind : std::uint8_t {
    free,    ///< any text up to the first `end`, and that `end`
    quoted,  ///< a string of JSON in its quotes; Python reads it in the same way
  };
  Kind kind = Kind::free;
  std::string end{};  ///< of free text; not empty
  std::vector<Pattern> forbidden{};
  bool begins_line = false;  ///< of free text: a line end stands before it
  bool has_word = false;     ///< of free text: blanks alone are not enough
  friend bool operator==(const Text&, const Text&) = default;
};

/// A deterministic automaton that accepts a `Text`. It begins in state 0.
struct Automaton {
  static constexpr std::size_t done = ~std::size_t{0};
  struct Edge {
    CodePoints on;
    std::size_t to;  ///< a state, or `done`
  };
  std::vector<std::vector<Edge>> states;
};

/// The automaton of a text. Each state stands for a state of the text's syntax and for how much of
/// each pattern has been seen, as in Aho-Corasick's automaton for words.
/// @cost  as many states as there are prefixes of patterns, times eight for quoted text
[[nodiscard]] Automaton automaton_of(const Text& text);

/// True if `whole`, with its end, is a text as `text` describes it.
[[nodiscard]] bool accepts(const Text& text, std::string_view whole);

}  // namespace tagstream::grammar
