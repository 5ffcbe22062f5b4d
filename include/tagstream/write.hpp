#pragma once

#include <string>
#include <string_view>

#include "tagstream/error.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

/// Writes a message as a model family would: its reasoning, its content, its calls. These rules
/// read the same message from the text: the same reasoning, the same content except for blanks at
/// its ends, and calls of the same tools with arguments of the same values. Ids are written if the
/// family writes ids.
///
/// The format is that of `dialect` or `format`. If it has several ways to write a part, the first
/// one that is read back correctly is used. The prompt before the answer and the token that ends
/// the turn are not written. Numbers are written as they stand in the arguments.
/// @error bad_option — the rules are not of one `dialect` or `format`; the arguments of a call are
///                     not a JSON object; or the message can't be written: it has a marker of the
///                     format in it, a value has its own closer in it, a value would be read as
///                     another type since its tool has no schema, or the format has no reasoning or
///                     no calls. The message names the marker, the tool and the argument
/// @cost  O(n) for writing and reading the message once; both again for each way that fails
[[nodiscard]] Result<std::string> write(const Message& message, const Rules& rules);

/// As above, by options, which are compiled first. @error as `Rules::make`
[[nodiscard]] Result<std::string> write(const Message& message, Options options);

/// The message that `json` describes: the output of `to_json`, or an assistant's message in the
/// shape of chat completions. Its fields are `content` (text, null, or a list of parts of text),
/// `reasoning_content` or `reasoning`, and `tool_calls`. A call has `name`, `arguments` and
/// optionally `id`; name and arguments may stand in an object `function`. `arguments` are an
/// object, or its JSON in a string.
///
/// All that `to_json` writes is read: also marks and spans of calls, errors, sections, thoughts and
/// notices. Other known keys of messages (`role`, `refusal`, `audio`, ...) are passed over.
/// @error bad_option — `json` is not JSON, or not of that shape, or has an unknown key. The message
///                     is "what: where", with line and column or a JSON pointer
/// @cost  O(n log n) for n bytes
[[nodiscard]] Result<Message> read_message(std::string_view json);

}  // namespace tagstream
