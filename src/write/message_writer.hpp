#pragma once

// The writer: a message as a family writes it. Made from the lines that the reader is made from.
//
// It refuses what would surely be read as something else. What depends on more than the text (the
// tools' schemas, where a line begins) is for who reads it back: `write`, `try_format`.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "dialects/family.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"

namespace tagstream::notation {

struct CallToWrite {
  std::string_view id;  ///< empty: its number
  std::string_view name;
  std::string_view arguments;  ///< a JSON object
};

struct MessageToWrite {
  std::string_view reasoning;
  std::string_view content;
  std::span<const CallToWrite> calls;
  bool starts_in_reasoning = false;  ///< the prompt has opened it
};

/// Which alternatives are written, by their places among all of their kind. Of the wrappers each
/// line has so many; one that has fewer takes its last.
struct Picks {
  std::size_t reasoning = 0;
  std::size_t content = 0;
  std::size_t wrapper = 0;
  std::size_t call = 0;
};

/// How many alternatives there are of each kind.
[[nodiscard]] Picks alternatives(const Family& family);

/// Writes a message: reasoning, content, calls. Of each kind by the first alternative that can say
/// it, from the one that `picks` has; which one it was is left there.
///
/// What stands before the turn is not written, nor what ends it.
/// @error bad_option — no alternative can say a part; the sentence names what stands against it
/// @cost  O(n) for each alternative that is tried and each marker of the family
[[nodiscard]] Result<std::string> write_message(const Family& family, const MessageToWrite& message,
                                                Picks& picks);

/// A call in three parts: `body` is what stands for its arguments, and what is a list of calls has
/// its brackets. What is around calls is not there.
struct WrittenCall {
  std::string before;
  std::string body;
  std::string after;

  [[nodiscard]] std::string text() const { return before + body + after; }
};

/// One call by one alternative. @error bad_option — it can't say it
[[nodiscard]] Result<WrittenCall> written_call(const Family& family, std::size_t way,
                                               const CallToWrite& call);

/// The same by a row of the table.
[[nodiscard]] Result<WrittenCall> written_call(const Dialect& row, std::size_t way,
                                               std::string_view name, std::string_view arguments);

/// True if an alternative has a value that is text whatever its type: only a schema tells it.
[[nodiscard]] bool has_bare_values(const Family& family);

}  // namespace tagstream::notation
