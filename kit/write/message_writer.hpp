#pragma once

// The writer: makes the text that a family writes for a message, from the same lines that the
// reader is made from. The message {"reasoning": "Rain?", "content": "See: "} is in hermes
//
//   <think>Rain?</think>See:
//
// It refuses a message whose text would surely be read as something else. Some mistakes show only
// with more than the text, such as the schemas of the tools. To find those, the callers `write`
// and `try_format` read the text again and compare.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "dialects/family.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"
#include "write/call_writer.hpp"

namespace tagstream::notation {

struct MessageToWrite {
  std::string_view reasoning;
  std::string_view content;
  std::span<const CallToWrite> calls;
  bool starts_in_reasoning = false;  ///< the prompt has opened it
};

/// Which alternative is written for each part of a message: its number among all alternatives of
/// that kind, from 0 on. `wrapper` counts in each line of wrappers for itself; a line with fewer
/// alternatives is written by its last one.
struct Picks {
  std::size_t reasoning = 0;
  std::size_t content = 0;
  std::size_t wrapper = 0;
  std::size_t call = 0;
};

/// The number of alternatives of each kind; of wrappers, that of the line with the most.
[[nodiscard]] Picks alternatives(const Family& family);

/// Writes a message: reasoning, content, calls. `picks` says with which alternative to begin. If it
/// can't say the reasoning, or the calls, the next ones are tried, and `picks` gets the one that
/// was used. For content no other alternative is tried.
///
/// The tokens that begin and end the whole turn (`<|im_start|>assistant`, `<|im_end|>`) are not
/// written.
/// @error bad_option — no alternative can say a part; the sentence names what stands against it
/// @cost  O(n) for each alternative that is tried and each marker of the family
[[nodiscard]] Result<std::string> write_message(const Family& family, const MessageToWrite& message,
                                                Picks& picks);

/// One call as text, cut in three: `body` is the text of its arguments. In a family that writes a
/// list of calls, `before` and `after` have the brackets of the list. Wrappers are left out.
struct WrittenCall {
  std::string before;
  std::string body;
  std::string after;

  [[nodiscard]] std::string text() const { return before + body + after; }
};

/// Writes one call by the alternative number `way`.
/// @error bad_option — the family has no such alternative, or it can't say this call
[[nodiscard]] Result<WrittenCall> written_call(const Family& family, std::size_t way,
                                               const CallToWrite& call);

/// Writes one call by a row of the table of dialects.
[[nodiscard]] Result<WrittenCall> written_call(const Dialect& row, std::size_t way,
                                               std::string_view name, std::string_view arguments);

/// True if a parameter is written by VALUE in some alternative. Then 2 and "2" are the same text,
/// and only a schema tells them apart.
[[nodiscard]] bool has_bare_values(const Family& family);

}  // namespace tagstream::notation
