#pragma once

// How the families write calls whose parameters are elements: shapes of bodies, and formats of the
// table that use them.

#include "dialects/family_format.hpp"

namespace tagstream {

// ---- shapes ----------------------------------------------------------------------------------

/// <function=f> <parameter=k> v </parameter> </function>
constexpr XmlShape value_named{.parameters = {{{"<parameter>", "</parameter>"}}},
                               .name_attribute = "name",
                               .key_attribute = "name",
                               .name_is_value = true,
                               .trims_line_ends = true};
/// <invoke name="f"> <parameter name="k">v</parameter> </invoke>
constexpr XmlShape attribute_named{.parameters = {{{"<parameter>", "</parameter>"}}},
                                   .name_attribute = "name",
                                   .key_attribute = "name"};
constexpr XmlShape steptml_named{
    .parameters = {{{"<steptml:parameter>", "</steptml:parameter>"}}},
    .name_attribute = "name",
    .key_attribute = "name"};
constexpr XmlShape atem_named{
    .parameters = {{{"<atem:parameter>", "</atem:parameter>"}}},
    .name_attribute = "name",
    .key_attribute = "name"};
constexpr XmlShape param_named{
    .parameters = {{{"<param>", "</param>"}, {"<parameter>", "</parameter>"}}},
    .name_attribute = "name",
    .key_attribute = "name",
    .takes_cdata = true};

/// The same with literals, whose attributes say whether a value is a string.
constexpr XmlShape dsml{.parameters = {{{"<｜DSML｜parameter", "</｜DSML｜parameter>"}}},
                        .name_attribute = "name",
                        .key_attribute = "name",
                        .string_attribute = "string",
                        .head_end = ">"};
constexpr XmlShape spaced_dsml{
    .parameters = {{{"<｜DSML｜ parameter", "</｜DSML｜ parameter>"}}},
    .name_attribute = "name",
    .key_attribute = "name",
    .string_attribute = "string",
    .head_end = ">"};
constexpr XmlShape gcml{.parameters = {{{"<｜GCML｜parameter", "</｜GCML｜parameter>"}}},
                        .name_attribute = "name",
                        .key_attribute = "name",
                        .string_attribute = "string",
                        .head_end = ">"};
constexpr XmlShape open_sep_named{
    .parameters = {{{"<|open|>argument", "<|close|>argument<|sep|>"}}},
    .name_attribute = "tool",
    .key_attribute = "key",
    .type_attribute = "type",
    .head_end = "<|sep|>"};
/// The tag's name is the key, and values nest.
constexpr XmlShape prefixed{.prefix = "]<]minimax[>[",
                            .name_attribute = "name",
                            .head_end = ">"};

/// f <arg_key>k</arg_key> <arg_value>v</arg_value>
constexpr XmlShape arg_pairs{.keys = {{{"<arg_key>", "</arg_key>"}}},
                             .values = {{{"<arg_value>", "</arg_value>"}}},
                             .name_first = true};
constexpr XmlShape separated_pairs{
    .keys = {{{"<arg_key>", "</arg_key>"}, {"<arg_key:opensource>", "</arg_key:opensource>"}}},
    .values = {{{"<arg_value>", "</arg_value>"},
                {"<arg_value:opensource>", "</arg_value:opensource>"}}},
    .name_first = true,
    .separators = {"<tool_sep>", "<tool_sep:opensource>"}};
constexpr XmlShape longcat_pairs{
    .keys = {{{"<longcat_arg_key>", "</longcat_arg_key>"}}},
    .values = {{{"<longcat_arg_value>", "</longcat_arg_value>"}}},
    .name_first = true};
constexpr XmlShape param_pairs{
    .keys = {{{"<param_key>", "</param_key>"}}},
    .values = {{{"<param_value>", "</param_value>"}}},
    .name_first = true};
constexpr XmlShape ifm_pairs{
    .keys = {{{"<ifm|arg_key>", "</ifm|arg_key>"}}},
    .values = {{{"<ifm|arg_value>", "</ifm|arg_value>"}}},
    .type = {"<ifm|arg_type>", "</ifm|arg_type>"},
    .name_first = true};
constexpr XmlShape literal_pairs{
    .keys = {{{"<|tool_arg:start|>", ""}}},
    .values = {{{"<|tool_arg:value|>", "<|tool_arg:end|>"}}},
    .name_first = true,
    .openers_end_values = true,
    .first_key_counts = true};

// ---- formats ---------------------------------------------------------------------------------

constexpr CallFormat xml_call(WordList open, WordList close, const XmlShape& shape) {
  return {.open = open, .close = close, .body = CallBody::xml, .shape = &shape};
}

constexpr CallFormat function_tag = xml_call({"<function>"}, {"</function>"}, value_named);
constexpr CallFormat invoke_tag = xml_call({"<invoke>"}, {"</invoke>"}, attribute_named);
constexpr CallFormat pairs_tag = xml_call({"<tool_call>"}, {"</tool_call>"}, arg_pairs);
constexpr CallFormat dsml_invoke = xml_call({"<｜DSML｜invoke"}, {"</｜DSML｜invoke>"}, dsml);

constexpr ToolFormat wrapped_functions{
    .calls = {{function_tag}}, .wrap_open = {"<tool_call>"}, .wrap_close = {"</tool_call>"}};
constexpr ToolFormat seed_functions{.calls = {{function_tag}},
                                    .wrap_open = {"<seed:tool_call>"},
                                    .wrap_close = {"</seed:tool_call>"}};
// A bold word before JSON; older ones write invokes.
constexpr ToolFormat bold_words{.calls = {{{.open = {"**Tool Call:**"}}, invoke_tag}},
                                .wrap_open = {"<tool_call>"},
                                .wrap_close = {"</tool_call>"}};
constexpr ToolFormat minimax_invokes{.calls = {{invoke_tag}},
                                     .wrap_open = {"<minimax:tool_call>"},
                                     .wrap_close = {"</minimax:tool_call>"}};
constexpr ToolFormat dots_invokes{.calls = {{invoke_tag}},
                                  .wrap_open = {"<dots_function_call>"},
                                  .wrap_close = {"</dots_function_call>"}};
constexpr ToolFormat steptml_invokes{
    .calls = {{xml_call({"<steptml:invoke>"}, {"</steptml:invoke>"}, steptml_named)}},
    .wrap_open = {"<｜tool_calls_begin｜>", "<｜tool_call_begin｜>function<｜tool_sep｜>"},
    .wrap_close = {"<｜tool_call_end｜>", "<｜tool_calls_end｜>"}};
constexpr ToolFormat atem_invokes{
    .calls = {{xml_call({"<atem:invoke>"}, {"</atem:invoke>"}, atem_named)}},
    .wrap_open = {"<atem:function_calls>"},
    .wrap_close = {"</atem:function_calls>"}};
constexpr ToolFormat named_functions{
    .calls = {{xml_call({"<function>"}, {"</function>"}, param_named)}}};
constexpr ToolFormat dsml_invokes{
    .calls = {{dsml_invoke}},
    .wrap_open = {"<｜DSML｜function_calls>", "<｜DSML｜tool_calls>"},
    .wrap_close = {"</｜DSML｜function_calls>", "</｜DSML｜tool_calls>"}};
constexpr ToolFormat dsml_invokes_v4{
    .calls = {{dsml_invoke}},
    .wrap_open = {"<｜DSML｜tool_calls>", "<｜DSML｜function_calls>"},
    .wrap_close = {"</｜DSML｜tool_calls>", "</｜DSML｜function_calls>"}};
// The blank line before the block is layout.
constexpr ToolFormat spaced_dsml_invokes{
    .calls = {{xml_call({"<｜DSML｜ invoke"}, {"</｜DSML｜ invoke>"}, spaced_dsml)}},
    .wrap_open = {"<｜DSML｜ calls>", "\n\n<｜DSML｜ calls>", "<｜DSML｜ tool_calls>",
                  "\n\n<｜DSML｜ tool_calls>"},
    .wrap_close = {"</｜DSML｜ calls>", "</｜DSML｜ tool_calls>"}};
constexpr ToolFormat gcml_invokes{
    .calls = {{xml_call({"<｜GCML｜invoke"}, {"</｜GCML｜invoke>"}, gcml)}},
    .wrap_open = {"<｜GCML｜tool_calls>"},
    .wrap_close = {"</｜GCML｜tool_calls>"}};
constexpr ToolFormat open_sep_calls{
    .calls = {{xml_call({"<|open|>call"}, {"<|close|>call<|sep|>"}, open_sep_named)}},
    .wrap_open = {"<|open|>tools<|sep|>"},
    .wrap_close = {"<|close|>tools<|sep|>"},
    .calls_in_reasoning = CallsInReasoning::end};
constexpr ToolFormat prefixed_invokes{
    .calls = {{xml_call({"]<]minimax[>[<invoke"}, {"]<]minimax[>[</invoke>"}, prefixed)}},
    .wrap_open = {"]<]minimax[>[<tool_call>"},
    .wrap_close = {"]<]minimax[>[</tool_call>"},
    .calls_in_reasoning = CallsInReasoning::end};
constexpr ToolFormat pair_calls{.calls = {{pairs_tag}}};
constexpr ToolFormat param_pair_calls{
    .calls = {{xml_call({"<tool_call>"}, {"</tool_call>"}, param_pairs)}}};
constexpr ToolFormat separated_pair_calls{
    .calls = {{xml_call({"<tool_call>"}, {"</tool_call>"}, separated_pairs),
               xml_call({"<tool_call:opensource>"}, {"</tool_call:opensource>"}, separated_pairs)}},
    .wrap_open = {"<tool_calls>", "<tool_calls:opensource>"},
    .wrap_close = {"</tool_calls>", "</tool_calls:opensource>"}};
constexpr ToolFormat longcat_calls{
    .calls = {{xml_call({"<longcat_tool_call>"}, {"</longcat_tool_call>"}, longcat_pairs)}}};
constexpr ToolFormat iquest_calls{
    .calls = {{xml_call({"<iquest_tool_call>"}, {"</iquest_tool_call>"}, arg_pairs),
               xml_call({"<iquestcoder_tool_call>"}, {"</iquestcoder_tool_call>"}, arg_pairs)}}};
constexpr ToolFormat ifm_calls{
    .calls = {{xml_call({"<ifm|tool_call>"}, {"</ifm|tool_call>"}, ifm_pairs)}},
    .wrap_open = {"<ifm|tool_calls>"},
    .wrap_close = {"</ifm|tool_calls>"}};
constexpr ToolFormat literal_pair_calls{
    .calls = {{xml_call({"<|tool_call:start|>"}, {"<|tool_call:end|>"}, literal_pairs)}}};

}  // namespace tagstream
