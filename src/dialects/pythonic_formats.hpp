#pragma once

// How the families write calls that look like code: shapes of bodies, and formats of the table that
// use them.

#include "tagstream/dialect.hpp"

namespace tagstream {

// ---- shapes ----------------------------------------------------------------------------------

/// f(a=1, b="x"), each on a line of its own
constexpr PythonicShape python_lines{.sample = "%n(in=%a)"};
/// call:f{a:1,b:<|"|>x<|"|>}
constexpr PythonicShape gemma_calls{
    .before = "call:", .quote = "<|\"|>", .sample = "call:%n{in:%a}"};
constexpr PythonicShape escaped_calls{
    .before = "call:", .quote = "<escape>", .sample = "call:%n{in:%a}"};

// ---- formats ---------------------------------------------------------------------------------

constexpr CallFormat pythonic_call(WordList open, WordList close, const PythonicShape& shape) {
  return {.open = open, .close = close, .body = CallBody::pythonic, .pythonic = &shape};
}
constexpr CallFormat leading_list{
    .open = {"["}, .body = CallBody::pythonic, .is_leading = true, .shared = 1};

constexpr ToolFormat bare_list{.calls = {{leading_list}}};
constexpr ToolFormat python_start_or_bare_list{
    .calls = {
        {pythonic_call({"<|python_start|>"}, {"<|python_end|>"}, python_calls), leading_list}}};
constexpr ToolFormat tool_call_list{
    .calls = {{pythonic_call({"<|tool_call_start|>"}, {"<|tool_call_end|>"}, python_calls)}}};
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
