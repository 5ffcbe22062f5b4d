#pragma once

#include <cstdint>

#include "tagstream/version.hpp"

namespace tagstream {

/// The kind of a problem or remark, in an event, an `Error` or a diagnostic of a tree. The numbers
/// are stable: codes are only ever appended.
enum class Code : std::uint8_t {
  none = 0,

  // tool_call_error
  invalid_json = 1,   ///< the body is not JSON, or not in the syntax that its format needs
  missing_name = 2,   ///< the call has no tool's name
  bad_arguments = 3,  ///< the arguments are not an object
  empty = 4,          ///< the body is empty
  unclosed = 5,       ///< the input ended inside the call; of a tree: inside an element
  too_large = 6,      ///< the call is longer than `max_held_bytes`: its bytes are content, and no
                      ///< later call is called
  not_allowed = 7,    ///< the call is sound, but not allowed (`tool_choice`,
                      ///< `parallel_tool_calls`); its bytes are not content
  unknown_tool = 8,   ///< no tool of this name is offered (`only_offered`)

  // notice
  max_held_bytes = 9,       ///< that limit was reached; also the code of `stopped`
  unclosed_call = 10,       ///< the input ended inside a call: its bytes are content
  unclosed_reasoning = 11,  ///< the input ended in reasoning, which begins at `offset`
  not_a_call = 12,   ///< the opening tag of a call is content: no parameter follows in an XML call,
                     ///< or it stands inside a quoted attribute or string
  family = 13,       ///< dialect auto: the families that have the first marker. Option `model`: the
                     ///< dialect of the model is only likely
  unknown_key = 14,  ///< an opening tag in a value is text, since the tool's schema has no such
                     ///< parameter; once for each call, at its first byte

  // stopped, beside `max_held_bytes`
  fed_after_finish = 15,  ///< text was fed after the end of the stream

  // notice
  looks_like_sse = 16,  ///< the text began with `data: {`, as a server's stream does: the readers
                        ///< of wire read such streams, this one does not. It is the last event

  // of an `Error`
  limit_exceeded = 17,     ///< a limit was reached: the reader stopped, or a snapshot was refused
  bad_option = 18,         ///< the options contradict each other or name something impossible
  snapshot_mismatch = 19,  ///< a snapshot does not begin with the one before

  // of a tree, beside `unclosed`: an element whose closing tag never came
  stray_close = 20,     ///< a closing tag that closes nothing. Also a notice, for the first closing
                        ///< tag of reasoning that is text; it stands at `offset`
  incomplete_tag = 21,  ///< the text ends inside a tag; it is content

  // tool_call_error
  tool_definition = 22,  ///< the object defines a tool, as the prompt does, and does not call it

  // notice
  quoted = 23,  ///< the opening tag of a call is content, since it stands in Markdown code
  reasoning_as_content = 24,  ///< as `unclosed_reasoning`; the option `unclosed_reasoning` =
                              ///< `content` makes the reasoning content of the message
};

/// The word for `code` in all output: the name of the enumerator.
[[nodiscard]] const char* to_string(Code code) noexcept;

}  // namespace tagstream
