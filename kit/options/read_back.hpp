#pragma once

// Compares a message that was written with the message that the reader finds in the text. The call
// `f` with {"a": 1} is the same call as `f` with {"a":1.0}: arguments are compared as JSON values.
// The content " Hi. " is not the same as "Hi.", and neither is the reasoning.

#include <optional>
#include <string>
#include <vector>

#include "body/schema.hpp"
#include "dialects/family.hpp"
#include "tagstream/error.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"
#include "write/message_writer.hpp"

namespace tagstream {

/// The first part of a message that differs, in the order of the enumerators.
enum class Difference : std::uint8_t { none, calls, reasoning, content };

/// Whether the blanks at the ends of the content count.
enum class Edges : std::uint8_t { exact, trimmed };

/// Compares two messages. Arguments are compared as JSON values. Ids are not compared.
[[nodiscard]] Difference difference(const Message& written, const Message& read,
                                    Edges edges = Edges::exact);

/// Views into a message, in the form that the writer takes. The message must outlive them.
class ToWrite {
 public:
  explicit ToWrite(const Message& message);
  [[nodiscard]] notation::MessageToWrite message() const { return {reasoning_, content_, calls_}; }

 private:
  std::string_view reasoning_;
  std::string_view content_;
  std::vector<notation::CallToWrite> calls_;
};

/// The tools that the rules for `try_format` must offer: `plan_trip` and `tell_user`.
[[nodiscard]] std::vector<ToolSchema> tools_to_try();

/// Writes calls, reasoning and content by each line of a format, and reads them back.
/// @param rules  rules of this format, with the tools of `tools_to_try`; this function makes no
///               rules itself
/// @return       null if each line is read as it was written; else the error for the first line
///               that is not, with what was written and what was read; its `offset` is where the
///               line begins
[[nodiscard]] std::optional<Error> try_format(const notation::Family& family, const Rules& rules);

}  // namespace tagstream
