#pragma once

#include <cstdint>

#include "tagstream/version.hpp"

namespace tagstream {

/// What is wrong or odd, or what a notice is about: of an event, of an `Error`, of a diagnostic of
/// a tree. The numbers are stable: codes are only ever appended.
enum class Code : std::uint8_t {
  none = 0,

  // tool_call_error
  invalid_json = 1,   ///< it is not JSON, nor what else the format asks for
  missing_name = 2,   ///< nothing says which tool is meant
  bad_arguments = 3,  ///< the arguments are not an object
  empty = 4,          ///< there is nothing in it
  unclosed = 5,       ///< the input ended inside it
  too_large = 6,      ///< it is longer than `max_held_bytes`: its bytes are content, and nothing
                      ///< after it is called
  not_allowed = 7,    ///< it is a call, but must not be called (`tool_choice`,
                      ///< `parallel_tool_calls`); its bytes are its own
  unknown_tool = 8,   ///< no tool of this name is offered (`only_offered`)

  // notice
  max_held_bytes = 9,       ///< that limit was reached; also of a stop
  unclosed_call = 10,       ///< the input ended inside a call: its bytes are content
  unclosed_reasoning = 11,  ///< the input ended in reasoning; `offset` is where that begins
  not_a_call = 12,   ///< the opening tag of a call is content: no parameter follows in an XML call,
                     ///< or it stands inside a quoted attribute or string
  family = 13,       ///< dialect auto: the first marker, and the rows that have it
  unknown_key = 14,  ///< an opening tag in a value is its text: the tool's schema has no such
                     ///< parameter; one for each call, at its first byte

  // stopped, beside `max_held_bytes`
  fed_after_finish = 15,  ///< more text after the end of the stream

  // notice
  looks_like_sse = 16,  ///< the text began with `data: {`, as what a server streams does: that is
                        ///< for the readers of wire, not for this one. The last event

  // of an `Error`
  limit_exceeded = 17,     ///< a limit was reached: the reader has stopped, a snapshot is refused
  bad_option = 18,         ///< the options contradict each other or name something impossible
  snapshot_mismatch = 19,  ///< a snapshot does not begin with the one before

  // of a tree, beside `unclosed`: an element whose closing tag never came
  stray_close = 20,     ///< a closing tag that closes nothing. A notice, too: the first of
                        ///< reasoning that is text; `offset` is where it stands
  incomplete_tag = 21,  ///< the text ends inside a tag; it is content

  // tool_call_error
  tool_definition = 22,  ///< it defines a tool, as the prompt did, and does not call it

  // notice
  quoted = 23,  ///< the opening tag of a call is content, since it stands in Markdown code
  reasoning_as_content = 24,  ///< the same as `unclosed_reasoning`, and the option of that name
                              ///< makes it the content of the message
};

/// The word for `code` in all output: the enumerator's own.
[[nodiscard]] const char* to_string(Code code) noexcept;

}  // namespace tagstream
