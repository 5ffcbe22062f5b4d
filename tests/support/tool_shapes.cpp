#include "support/tool_shapes.hpp"

#include <string>

namespace tagstream::testing {

namespace {

const std::string invoke = R"(<invoke name="f"><parameter name="k"></parameter>)";

const ToolShape shapes[] = {
    {"openers", flood("", "<tool>")},
    {"closers", flood("", "</tool>")},
    {"openers_in_an_object", flood("<tool>{", "<tool>")},
    {"strings_never_closed", flood("", R"(<tool>{")")},
    {"strings_never_closed_with_closers", flood("", R"(<tool>{"</tool>)")},
    {"single_quotes_never_closed", flood("", "<tool>{'</tool>")},
    {"quotes_of_both_kinds", flood("", R"(<tool>{'"</tool>)")},
    {"quotes_instead_of_a_body", flood("", R"(<tool>"</tool>)")},
    {"one_string_with_closers", flood(R"(<tool>{"a":")", "</tool>")},
    {"one_string_with_closers_and_openers", flood(R"(<tool>{"a":")", "</tool><tool>")},
    {"bad_escapes_after_closers", flood("", R"(<tool>{"a":"</tool>\q)")},
    {"strings_with_a_closer_each", flood(R"(<tool>{"a":[)", R"("</tool>",)")},
    {"strings_with_a_closer_that_fail", flood(R"(<tool>{"a":[)", R"("</tool>" x<tool>{"b":[)")},
    {"openers_after_a_word", flood("", "<tool>{x<tool>")},
    {"values_that_fail_late", flood("", "<tool>{\"a\":" + std::string(1000, '[') + "x")},
    {"less_than_signs", flood("", "<tool><")},
    {"plain_elements", flood("", "<tool><a>")},
    {"plain_elements_closed", flood("", "<tool><a></a>")},
    {"invokes", flood("", "<tool>" + invoke)},
    {"invokes_in_one", flood("<tool>", invoke + "</invoke>")},
    {"parameters_in_one",
     flood("<tool><invoke name=\"f\">", "<parameter name=\"k\">v</parameter>")},
    {"parameters_never_closed", flood("<tool><invoke name=\"f\">", "\n<parameter name=\"k\">v")},
    {"closers_in_a_value", flood("<tool><a>", "</a>x")},
    {"closers_of_the_call_in_a_value", flood("<tool><a>", "</tool>x")},
    {"closers_of_the_function_in_a_value",
     flood("<tool><function=f><parameter=k>", "</parameter>x</function>y")},
    {"closers_then_blanks", flood("<tool><a>", "</a>" + std::string(300, ' '))},
    {"plain_openers_at_line_starts", flood("<tool><a>", "\n<b>")},
    {"plain_elements_at_line_starts", flood("<tool><a>", "\n<b>x</b>")},
    {"plain_calls_at_line_starts", flood("", "<tool><a>\n<b></tool>x")},
    {"levels_of_arrays", flood(R"(<tool>{"a":)", "[")},
    {"levels_of_objects", flood("<tool>", R"({"a":)")},
    {"levels_of_quoted_objects", flood(R"(<tool>{"name":"f","arguments":")", R"({\"a\":)")},
    {"items", flood("<tool>[", R"({"name":"f"},)")},
    {"items_that_are_none", flood("<tool>[", "1,{},")},
    {"keys", flood("<tool>{", R"("name":"f","arguments":{},)")},
    {"calls", flood("", R"(<tool>{"name":"f"}</tool>)")},
    {"calls_with_literals", flood("", "<tool>{'name':'f','arguments':{'a':True,}}</tool>")},
    {"calls_self_closing", flood("", "<tool name='f'/>")},
    {"calls_of_xml", flood("", "<tool><a>b</a></tool>")},
    {"calls_that_are_blank", flood("", "<tool> </tool>")},
    {"calls_in_strings_of_calls", flood("", R"(<tool>{"name":"f","a":"<tool></tool>"}</tool>)")},
    {"fences", flood("", "<tool>```\n")},
    {"fences_without_end", flood("<tool>```", "json ")},
    {"fences_closed", flood("", "<tool>```json\n{\"name\":\"f\"}\n```\n</tool>")},
    {"fences_after_a_value", flood("<tool>{}", "```\n")},
    {"blanks", flood("<tool>", " \n")},
    {"blanks_after_a_value", flood("<tool>{}", " \n")},
    {"numbers", flood(R"(<tool>{"a":)", "1")},
    {"long_escapes", flood(R"(<tool>{"a":")", "\\u0041")},
    {"control_bytes", flood(R"(<tool>{"name":"f","arguments":{"a":")", "\n\x01")},
    {"openers_of_a_hidden_tag", flood("<tool>{x", "<think>")},
    {"hidden_tags_and_calls", flood("", "<tool>{x<think></tool></think>")},
    {"attributes_never_closed", flood("", "<tool name=\"")},
    {"code_spans", flood("", "`<tool>``{\"a\":")},
};

}  // namespace

std::span<const ToolShape> tool_shapes() { return shapes; }

}  // namespace tagstream::testing
