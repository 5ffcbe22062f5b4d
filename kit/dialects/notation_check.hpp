#pragma once

// Checks the text of a format. Three lines, and the message for each:
//
//   <think>REASONING                        nothing ends REASONING: `<think>REASONING`; write what
//                                           stands after it
//   <t>{"name": "NAME", "arguments": ARGUMENT}</t>
//                                           no placeholder has this name: `ARGUMENT`; did you mean
//                                           `ARGUMENTS`?
//   [NAME(KEY=VALUE)]                       this has no place in a line of this kind: `VALUE`; did
//                                           you mean `PYTHON`?
//
// A sentence says what is wrong, and after `; ` what to write; the text that is wrong is shown
// between the two.

#include <string_view>

namespace tagstream::notation {

/// A mistake in a text: a sentence, the bytes that the sentence is about, and the word that was
/// most likely meant.
struct Mistake {
  const char* sentence = nullptr;  ///< null: there is no mistake
  std::string_view at{};           ///< the bytes that it is about
  std::string_view meant{};        ///< the word meant; empty: no word is near
  std::string_view beside{};       ///< other bytes that `at` can't stand beside
  bool lacks_words = false;        ///< more words could make the line right

  explicit constexpr operator bool() const { return sentence != nullptr; }
};

/// The placeholder that a run of capitals was most likely meant to be; empty if none is near.
[[nodiscard]] std::string_view meant_by(std::string_view run);

/// Checks all lines of a format, and that PARAMETER... and CALL have lines that say what they are.
/// Whether the engine can read such a format is checked later, by `format_of`.
[[nodiscard]] Mistake check_lines(std::string_view text);

}  // namespace tagstream::notation
