#pragma once

// How the families write calls that look like code: shapes of bodies, and formats of the table that
// use them.

#include "dialects/family_format.hpp"

namespace tagstream {

// ---- shapes ----------------------------------------------------------------------------------

/// f(a=1, b="x"), each on a line of its own
constexpr PythonicShape python_lines{};
/// [Get Weather(city="Oslo")]
constexpr PythonicShape spaced_calls{.spaced_names = true};
/// call:f{a:1,b:<|"|>x<|"|>}
constexpr PythonicShape gemma_calls{
    .before = "call:", .quote = "<|\"|>"};
constexpr PythonicShape escaped_calls{
    .before = "call:", .quote = "<escape>"};

// ---- formats ---------------------------------------------------------------------------------

constexpr CallFormat pythonic_call(WordList open, WordList close, const PythonicShape& shape) {
  return {.open = open, .close = close, .body = CallBody::pythonic, .pythonic = &shape};
}
constexpr CallFormat leading_list{
    .open = {"["}, .body = CallBody::pythonic, .is_leading = true, .shared = 1};

constexpr ToolFormat bare_list{.calls = {{leading_list}}};
constexpr ToolFormat bare_spaced_list{.calls = {{{.open = {"["},
                                                  .body = CallBody::pythonic,
                                                  .pythonic = &spaced_calls,
                                                  .is_leading = true,
                                                  .shared = 1}}}};
constexpr ToolFormat python_start_or_bare_list{
    .calls = {
        {pythonic_call({"<|python_start|>"}, {"<|python_end|>"}, python_calls), leading_list}}};
constexpr ToolFormat tool_call_list{
    .calls = {{pythonic_call({"<|tool_call_start|>"}, {"<|tool_call_end|>"}, python_calls)}}};
/// f(a=1), where f is offered
constexpr CallFormat offered_line{.open = {"("},
                                  .body = CallBody::pythonic,
                                  .pythonic = &python_lines,
                                  .is_leading = true,
                                  .follows_name = true,
                                  .shared = 1};
constexpr ToolFormat list_or_lines{
    .calls = {{{.open = {"<|tool_call|>", "<tool_call>"}}, offered_line}}, .separator = '\n'};
constexpr ToolFormat tool_call_or_lines{
    .calls = {{{.open = {"<tool_call>"}, .close = {"</tool_call>"}}, offered_line}},
    .separator = '\n'};
constexpr ToolFormat function_lines{
    .calls = {{pythonic_call({"<function_calls>"}, {"</function_calls>"}, python_lines)}}};
constexpr ToolFormat gemma_tool_call{
    .calls = {{pythonic_call({"<|tool_call>"}, {"<tool_call|>"}, gemma_calls)}}};
constexpr ToolFormat gemma_function_call{.calls = {{{.open = {"<start_function_call>"},
                                                     .close = {"<end_function_call>"},
                                                     .body = CallBody::pythonic,
                                                     .pythonic = &escaped_calls,
                                                     .is_literal = true}}}};

}  // namespace tagstream
