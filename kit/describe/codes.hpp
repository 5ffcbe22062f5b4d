#pragma once

// The codes of problems and remarks, as data: where each occurs, and what it means. A row's number
// is that of its enumerator, and its word is `to_string(code)`.

#include <cstddef>
#include <iterator>

#include "tagstream/code.hpp"

namespace tagstream::describe {

/// One code.
struct CodeInfo {
  Code code;
  /// The kinds of events that have it; `Error`; or `tree` for a diagnostic. With ", " between them.
  const char* of;
  const char* sentence;
};

/// All codes but `none`, in the order of their numbers.
inline constexpr CodeInfo codes[] = {
    {Code::invalid_json, "tool_call_error",
     "the body is not JSON, or not in the syntax that its format needs. `offset` is the wrong "
     "byte, which `tagstream show` underlines, or the first byte of a string that never ends"},
    {Code::missing_name, "tool_call_error",
     "nothing says which tool is meant; the sentence names the keys that are there"},
    {Code::bad_arguments, "tool_call_error", "the arguments are not an object"},
    {Code::empty, "tool_call_error", "the body is empty"},
    {Code::unclosed, "tool_call_error, tree",
     "the input ended inside the call (`unclosed_call` = `error`, or a call that has started; in a "
     "message any call); in a tree: inside an element"},
    {Code::too_large, "tool_call_error",
     "the call is longer than `max_held_bytes`: its bytes are content, and no later call is "
     "called"},
    {Code::not_allowed, "tool_call_error",
     "the call is sound, but not allowed (`tool_choice`, `parallel_tool_calls`); its bytes are not "
     "content: docs/read.md#tool-choice"},
    {Code::unknown_tool, "tool_call_error", "no tool of this name is offered (`only_offered`)"},
    {Code::max_held_bytes, "notice, stopped", "that limit was reached"},
    {Code::unclosed_call, "notice",
     "the input ended inside a call: its bytes are content. In a message it is the "
     "`tool_call_error` `unclosed`"},
    {Code::unclosed_reasoning, "notice",
     "the input ended in reasoning, which begins at `offset`. The option `unclosed_reasoning` = "
     "`content` makes it content of the message"},
    {Code::not_a_call, "notice",
     "the opening tag of a call is content: no parameter follows in an XML call, or a string or an "
     "attribute quotes it (docs/tools.md#what-an-attribute-quotes). Or text directly after a call "
     "looks like one without its opening marker, or like a part of the call before"},
    {Code::family, "notice",
     "dialect `auto`: the families that have the first marker. Option `model`: the dialect of the "
     "model is only likely"},
    {Code::unknown_key, "notice",
     "a tag in a value is text, since no parameter of the tool has its name; or a key or an "
     "attribute is left out, since it is no argument. Once for each call, at its first byte"},
    {Code::fed_after_finish, "stopped", "text was fed after the end of the stream"},
    {Code::looks_like_sse, "notice",
     "the text began with `data: {`, as a server's stream does: `--from sse` and the readers of "
     "wire read such streams, this one does not. It is the last event"},
    {Code::limit_exceeded, "Error",
     "a limit was reached: the reader stopped, or a snapshot was refused"},
    {Code::bad_option, "Error", "the options contradict each other or name something impossible"},
    {Code::snapshot_mismatch, "Error", "a snapshot does not begin with the one before"},
    {Code::stray_close, "notice, tree",
     "a closing tag closes nothing. The notice is about the first one of its rule, at `offset`. It "
     "is text, or left out after reasoning. If the prompt opened the element, set "
     "`start_in_reasoning` or `start_inside`, or give `prompt_tail`"},
    {Code::incomplete_tag, "notice, tree", "the text ends inside a tag, which is content"},
    {Code::tool_definition, "tool_call_error",
     "the object defines a tool, as the prompt does, and does not call it"},
    {Code::quoted, "notice",
     "a tag is content, since it stands in Markdown code; `markdown_code` = `off` reads it "
     "(docs/grammar.md#code)"},
    {Code::reasoning_as_content, "notice",
     "as `unclosed_reasoning`, where that option is `content`: the reasoning is content of the "
     "message now"},
    {Code::mention, "notice",
     "an opening tag of reasoning is content, since it stands inside a line (`reasoning_again` = "
     "`anywhere` reads it), or one of a wrapper, since no call follows"},
    {Code::after_limit, "notice",
     "the opening tag of a call is content, since a call before it was `too_large`"},
    {Code::unclosed_section, "notice", "the input ended in a section, which begins at `offset`"},
    {Code::unclosed_thought, "notice", "the input ended in a thought, which begins at `offset`"},
    {Code::reopened, "notice",
     "a section holds an opening tag of its own name, at `offset`, and never balances: it ends at "
     "its first closing tag"},
    {Code::half_closer, "notice",
     "the input ended in the closing tag of the element that begins at `offset`"},
    {Code::max_tag_bytes, "notice",
     "a tag of a rule is content, since it is longer than that limit"},
    {Code::max_attributes, "notice",
     "a tag of a rule is content, since it has more attributes than that limit"},
    {Code::other_role, "notice",
     "a message is left out, since its header names another role than `assistant`"},
};
static_assert([] {
  for (std::size_t i = 0; i < std::size(codes); ++i) {
    if (static_cast<std::size_t>(codes[i].code) != i + 1) return false;
  }
  return true;
}());

}  // namespace tagstream::describe
