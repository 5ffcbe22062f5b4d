#pragma once

#include <cstdint>

#include "tagstream/version.hpp"

namespace tagstream {

/// The kind of a problem or remark, in an event, an `Error` or a diagnostic of a tree. The numbers
/// are stable: codes are only ever appended.
enum class Code : std::uint8_t {
  none = 0,

  // tool_call_error
  invalid_json = 1,  ///< the body is not JSON, or not in the syntax that its format needs. `offset`
                     ///< is the wrong byte, which `tagstream show` underlines, or the first byte of
                     ///< a string that never ends
  missing_name =
      2,  ///< nothing says which tool is meant; the sentence names the keys that are there
  bad_arguments = 3,  ///< the arguments are not an object
  empty = 4,          ///< the body is empty

  // tool_call_error, diagnostic
  unclosed = 5,  ///< the input ended inside the call (`unclosed_call` = `error`, or a call that has
                 ///< started; in a message any call); in a tree: inside an element

  // tool_call_error
  too_large = 6,  ///< the call is longer than `max_held_bytes`: its bytes are content, and no later
                  ///< call is called
  not_allowed = 7,   ///< the call is sound, but not allowed (`tool_choice`, `parallel_tool_calls`);
                     ///< its bytes are not content: docs/read.md#tool-choice
  unknown_tool = 8,  ///< no tool of this name is offered (`only_offered`)

  // notice, stopped
  max_held_bytes = 9,  ///< that limit was reached

  // notice
  unclosed_call = 10,       ///< the input ended inside a call: its bytes are content. In a message
                            ///< it is the `tool_call_error` `unclosed`
  unclosed_reasoning = 11,  ///< the input ended in reasoning, which begins at `offset`. The option
                            ///< `unclosed_reasoning` = `content` makes it content of the message
  /// the opening tag of a call is content: no parameter follows in an XML call, or a string or an
  /// attribute quotes it (docs/tools.md#what-an-attribute-quotes). Or text directly after a call
  /// looks like one without its opening marker, or like a part of the call before
  not_a_call = 12,
  family = 13,  ///< dialect `auto`: the families that have the first marker. Option `model`: the
                ///< dialect of the model is only likely
  unknown_key = 14,  ///< a tag in a value is text, since no parameter of the tool has its name; or
                     ///< a key or an attribute is left out, since it is no argument. Once for each
                     ///< call, at its first byte

  // stopped
  fed_after_finish = 15,  ///< text was fed after the end of the stream

  // notice
  /// the text began with `data: {`, as a server's stream does: `--from sse` and the readers of wire
  /// read such streams, this one does not. It is the last event
  looks_like_sse = 16,

  // Error
  limit_exceeded = 17,     ///< a limit was reached: the reader stopped, or a snapshot was refused
  bad_option = 18,         ///< the options contradict each other or name something impossible
  snapshot_mismatch = 19,  ///< a snapshot does not begin with the one before

  // notice, diagnostic
  /// a closing tag closes nothing. The notice is about the first one of its rule, at `offset`. It
  /// is text, or left out after reasoning. If the prompt opened the element, set
  /// `start_in_reasoning` or `start_inside`, or give `prompt_tail`
  stray_close = 20,

  // notice, diagnostic
  incomplete_tag = 21,  ///< the text ends inside a tag, which is content

  // tool_call_error
  tool_definition = 22,  ///< the object defines a tool, as the prompt does, and does not call it

  // notice
  /// a tag is content, since it stands in Markdown code; `markdown_code` = `off` reads it
  /// (docs/grammar.md#code)
  quoted = 23,
  reasoning_as_content = 24,  ///< as `unclosed_reasoning`, where that option is `content`: the
                              ///< reasoning is content of the message now

  // notice
  /// an opening tag of reasoning is content, since it stands inside a line (`reasoning_again` =
  /// `anywhere` reads it), or one of a wrapper, since no call follows
  mention = 25,
  /// the opening tag of a call is content, since a call before it was `too_large`
  after_limit = 26,
  unclosed_section = 27,  ///< the input ended in a section, which begins at `offset`
  unclosed_thought = 28,  ///< the input ended in a thought, which begins at `offset`
  /// a section holds an opening tag of its own name, at `offset`, and never balances: it ends at
  /// its first closing tag
  reopened = 29,
  half_closer = 30,  ///< the input ended in the closing tag of the element that begins at `offset`
  max_tag_bytes = 31,  ///< a tag of a rule is content, since it is longer than that limit
  max_attributes =
      32,           ///< a tag of a rule is content, since it has more attributes than that limit
  other_role = 33,  ///< a message is left out, since its header names another role than `assistant`
};

/// The word for `code` in all output: the name of the enumerator.
[[nodiscard]] const char* to_string(Code code) noexcept;

}  // namespace tagstream
