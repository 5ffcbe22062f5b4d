#pragma once

// What `auto` reads: what the families write by markers of their own. Where several write different
// bodies between the same tags, the body's first bytes decide.

#include <array>

#include "dialects/formats.hpp"
#include "dialects/pythonic_formats.hpp"
#include "dialects/xml_formats.hpp"

namespace tagstream {

constexpr HeaderFormat auto_header = [] {
  HeaderFormat header = channels;
  header.starts_inside = false;
  header.reasoning_recipient = recipients.reasoning_recipient;
  for (std::string_view closer : recipients.close) header.close.add(closer);
  return header;
}();
constexpr ReasoningFormat auto_reasoning{.header = auto_header};

constexpr std::array auto_spans{
    think,
    seed_think,
    longcat_think,
    triangles,
    thought_channel,
    inner_prefix,
    ifm_think,
    plamo_think,
    solar2_think,
    ReasoningFormat{.open = {"<mm:think>"}, .close = {"</mm:think>"}},
    ReasoningFormat{.open = {"[THINK]"}, .close = {"[/THINK]"}},
    start_thinking,
    ReasoningFormat{.open = {"<think:opensource>"}, .close = {"</think:opensource>"}},
    open_sep,
    ReasoningFormat{.open = {"<thinking>"}, .close = {"</thinking>"}},
    ReasoningFormat{
        .open = {"[unused16]"}, .close = {"[unused17]"}, .drop = {"[unused10]", "[unused12]"}},
    // What is around the answer is markup, but for what a header says.
    ReasoningFormat{.open = typed_blocks.open,
                    .close = typed_blocks.close,
                    .drop = {"<|message_model|>", "<|content_text|>", "<|content_tool_error|>",
                             "<|end_message|>", "<|content_model_end_sampling|>"}},
    ReasoningFormat{.open = solar_think.open,
                    .close = solar_think.close,
                    .drop = {"<|begin|>assistant", "<|content|>"}},
};

constexpr CallFormat any_body(WordList open, WordList close, const XmlShape& named = mixed_xml) {
  return {.open = open, .close = close, .body = CallBody::automatic, .shape = &named};
}
/// f <arg_key>k</arg_key> <arg_value>v</arg_value>, as any of the families spells it
constexpr XmlShape any_pairs{
    .keys = {{{"<arg_key>", "</arg_key>"}, {"<param_key>", "</param_key>"}}},
    .values = {{{"<arg_value>", "</arg_value>"}, {"<param_value>", "</param_value>"}}},
    .name_first = true,
    .separators = {"<tool_sep>"}};
/// <function=f> <parameter=k>v</parameter>, and <function name="f"> <param name="k">v</param>
constexpr XmlShape any_named = [] {
  XmlShape shape = value_named;
  shape.parameters[1] = param_named.parameters[0];
  return shape;
}();
constexpr ToolFormat auto_tags{.calls = {{any_body({"<tool_call>"}, {"</tool_call>"}, any_pairs),
                                          any_body({"<tool_calls>"}, {"</tool_calls>"}),
                                          any_body({"<function_call>"}, {"</function_call>"}),
                                          xml_call({"<function>"}, {"</function>"}, any_named)}}};
/// The tags with a suffix are of one family.
constexpr ToolFormat auto_suffixed{
    .calls = {{xml_call({"<tool_call:opensource>"}, {"</tool_call:opensource>"}, separated_pairs)}},
    .wrap_open = {"<tool_calls:opensource>"},
    .wrap_close = {"</tool_calls:opensource>"}};
constexpr ToolFormat auto_wrappers{
    .calls = {{invoke_tag}},
    .wrap_open = {"<minimax:tool_call>", "<dots_function_call>", "<seed:tool_call>"},
    .wrap_close = {"</minimax:tool_call>", "</dots_function_call>", "</seed:tool_call>"}};
constexpr ToolFormat auto_start_or_end{
    .calls = {{pythonic_call({"<|python_start|>"}, {"<|python_end|>"}, python_calls),
               {.open = {"<|tool_call|>"}},
               {.open = {"<|function_call|>", "function call<|role_sep|>"}},
               {.open = {"<|python_tag|>"}}}}};
constexpr ToolFormat auto_tokens{
    .calls = {{{.open = {"<|content_invoke_tool_json|>"},
                .close = {"<|end_message|>", "<|content_model_end_sampling|>"}},
               {.open = {"[unused11]"}}}}};

/// Those of the table count without their wrappers' policies and headers.
constexpr std::array<const ToolFormat*, 31> auto_tools{
    &auto_tags,       &auto_wrappers,   &auto_start_or_end,   &auto_tokens,
    &auto_suffixed,   &named_text,      &upper_case_toolcall, &mistral_calls,
    &functools,       &plugin,          &deepseek_calls,      &kimi_section,
    &tools_prefix,    &action,          &plamo_requests,      &solar_calls,
    &steptml_invokes, &atem_invokes,    &dsml_invokes,        &spaced_dsml_invokes,
    &gcml_invokes,    &open_sep_calls,  &prefixed_invokes,    &longcat_calls,
    &iquest_calls,    &ifm_calls,       &literal_pair_calls,  &tool_call_list,
    &function_lines,  &gemma_tool_call, &gemma_function_call};

}  // namespace tagstream
