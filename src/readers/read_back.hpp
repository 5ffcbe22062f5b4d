#pragma once

// What was written is read back: is it the same message?

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

/// What of a message is not the same: the first, if several are not.
enum class Difference : std::uint8_t { none, calls, reasoning, content };

/// Content is compared without the blanks at its ends, arguments as values, ids not at all.
[[nodiscard]] Difference difference(const Message& written, const Message& read);

/// Views of a message, for the writer.
class ToWrite {
 public:
  explicit ToWrite(const Message& message);
  [[nodiscard]] notation::MessageToWrite message() const { return {reasoning_, content_, calls_}; }

 private:
  std::string_view reasoning_;
  std::string_view content_;
  std::vector<notation::CallToWrite> calls_;
};

/// Tools for `try_format`: rules for it have these, and no others.
[[nodiscard]] std::vector<ToolSchema> tools_to_try();

/// Writes calls, reasoning and content by each line of a format, and reads them back.
/// @param rules  made from the format with `tools_to_try`; nothing here makes rules
/// @return       nothing, or the line that is read as something else: "line 2, column 5: sentence:
///               `line`: what was written and what was read"; `offset` is where the line begins
[[nodiscard]] std::optional<Error> try_format(const notation::Family& family, const Rules& rules);

}  // namespace tagstream
