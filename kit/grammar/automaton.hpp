#pragma once

// Texts that must not hold certain patterns, as automata over code points.
//
//   Text{.end = "</b>", .forbidden = {pattern_of("<a")}}
//
// accepts `x < y</b>`, and refuses `x<a</b>`, which holds the pattern, and `</b>x`, where text
// follows the end. `accepts` tries one text; `automaton_of` gives the states, from which GBNF makes
// its rules.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/code_points.hpp"

namespace tagstream::grammar {

/// One step of a pattern: exactly one code point of `set`, or any number of them if it is a loop.
struct Step {
  CodePoints set;
  bool is_loop = false;
  friend auto operator<=>(const Step&, const Step&) = default;
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
/// The steps of both, one after the other.
[[nodiscard]] Pattern joined(Pattern first, const Pattern& second);

/// Patterns, each once, in the order in which they were added.
class Patterns {
 public:
  void add(Pattern pattern);
  /// Adds what `patterns_of` gives for the marker without the blanks at its ends.
  void add_marker(std::string_view marker);
  [[nodiscard]] const std::vector<Pattern>& list() const { return list_; }

 private:
  std::vector<Pattern> list_;
  std::set<Pattern> known_;
};

/// A stretch of text that holds none of the patterns in `forbidden`. Its `end` may hold them.
struct Text {
  enum class Kind : std::uint8_t {
    free,    ///< any text up to the first `end`, and that `end`
    part,    ///< any text; what ends it stands in another rule, and `forbidden` has it
    quoted,  ///< a string of JSON in its quotes; Python reads it in the same way
  };
  Kind kind = Kind::free;
  std::string end{};  ///< of free text; not empty
  std::vector<Pattern> forbidden{};
  bool begins_line = false;  ///< not of quoted text: a line end stands before it
  bool has_word = false;     ///< of free text: blanks alone are not enough
  friend auto operator<=>(const Text&, const Text&) = default;
};

/// A deterministic automaton that accepts a `Text`. It begins in state 0. A text of the kind `part`
/// may end in each state.
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
/// @cost  O(n) for patterns of n steps: as many states as they have beginnings, times eight for
///        quoted text
[[nodiscard]] Automaton automaton_of(const Text& text);

/// Tries texts. It makes only those states of the automaton that they lead to.
class Acceptor {
 public:
  explicit Acceptor(const Text& text);
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  /// True if `whole`, with its end, is a text of this kind.
  [[nodiscard]] bool accepts(std::string_view whole);

 private:
  class Builder;
  friend Automaton automaton_of(const Text& text);

  std::unique_ptr<Builder> builder_;
};

/// True if `whole`, with its end, is a text as `text` describes it.
[[nodiscard]] bool accepts(const Text& text, std::string_view whole);

}  // namespace tagstream::grammar
