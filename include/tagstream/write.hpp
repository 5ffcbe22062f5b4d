#pragma once

#include <string>
#include <string_view>

#include "tagstream/error.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

/// Writes a message as a model family would: its reasoning, its content, its calls. What these
/// rules read from the text is the same message: the same reasoning, the same content but for
/// blanks at its ends, calls of the same tools with arguments of the same values. Ids are written
/// where the family writes ids.
///
/// The format is that of `dialect` or `format`. Where it has several ways to write a thing, the
/// first that says it is taken. Neither the prompt before the answer nor the token that ends the
/// turn is written. Numbers are written as they stand in the arguments.
/// @error bad_option — the rules are not of one `dialect` or `format`; the arguments of a call are
///                     no JSON object; the message can't be written: it holds a marker of the
///                     format, a value has its own closer, a value would be read as another type
///                     because its tool has no schema, or the format lacks reasoning or calls. The
///                     sentence names the marker, the tool and the argument
/// @cost  O(n) to write it, and reading it once; both again for each way that fails
[[nodiscard]] Result<std::string> write(const Message& message, const Rules& rules);

/// The same in one step. @error as `Rules::make`
[[nodiscard]] Result<std::string> write(const Message& message, Options options);

/// The message that `json` describes: what `to_json` has printed, or an assistant's message in the
/// shape of chat completions. Its fields are `content` (text, null, or a list of parts of text),
/// `reasoning_content` or `reasoning`, and `tool_calls`: each a `name` and `arguments` with an
/// `id`, or these in a `function`; `arguments` are an object, or its JSON in a string. Others that
/// messages are known to have (`role`, `refusal`, `audio`, ...) are left out.
/// @error bad_option — not JSON, or not of that shape, or a key that no message is known to have:
///                     "what: where", with line and column or a JSON pointer
/// @cost  O(n log n) for n bytes
[[nodiscard]] Result<Message> read_message(std::string_view json);

}  // namespace tagstream
