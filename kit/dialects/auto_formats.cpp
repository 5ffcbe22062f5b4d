#include "dialects/auto_formats.hpp"

#include <array>
#include <cassert>
#include <string_view>

#include "dialects/find_dialect.hpp"
#include "dialects/format_of.hpp"
#include "dialects/notation.hpp"
#include "dialects/row.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

// How `auto` reads a `<tool_call>`: the first bytes of the body say which family wrote it.
//
//   <tool_call>{"name": "f", …      JSON, as hermes and qwen3 write it
//   <tool_call>f\n<arg_key>a…       pairs, as glm45 writes them
//   <tool_call>\n<function=f>…      elements; the tag is a wrapper in qwen3_coder
//
// A marker that only one family has is taken from the family's row, if the row says `- auto:` of
// its reasoning or its calls: `[TOOL_CALLS]` from mistral. A call without a marker is not read at
// all (R289): `{"name": "f", "parameters": {}}` is content.

// The format of the row with this name. Precondition: the table has it.

const FamilyFormat& row(std::string_view name) {
  const Dialect* const dialect = find_dialect(name);
  assert(dialect != nullptr);
  return format_of(*dialect);
}

// Parts of rows that can't be taken whole: the markers that no other row has. The phrases of such a
// row, which any text may hold, and the markers that it shares are left out.
constexpr std::array parts_of_rows{
    ReasoningFormat{.open = {"[THINK]"}, .close = {"[/THINK]"}},
    ReasoningFormat{.open = {"<think:opensource>"}, .close = {"</think:opensource>"}},
    ReasoningFormat{.open = {"<thinking>"}, .close = {"</thinking>"}},
    ReasoningFormat{
        .open = {"[unused16]"}, .close = {"[unused17]"}, .drop = {"[unused10]", "[unused12]"}},
};

CallFormat call(WordList open, WordList close, CallBody body = CallBody::json) {
  return {.open = open, .close = close, .body = body};
}
CallFormat elements(WordList open, WordList close, const XmlShape& shape) {
  return {.open = open, .close = close, .body = CallBody::xml, .shape = &shape};
}
CallFormat any_body(WordList open, WordList close, const XmlShape& shape = mixed_xml) {
  return {.open = open, .close = close, .body = CallBody::automatic, .shape = &shape};
}

// Pairs of keys and values after the name, in the spellings of all families that write them:
// f <arg_key>k</arg_key> <arg_value>v</arg_value>.
constexpr XmlShape any_pairs{
    .keys = {{{"<arg_key>", "</arg_key>"}, {"<param_key>", "</param_key>"}}},
    .values = {{{"<arg_value>", "</arg_value>"}, {"<param_value>", "</param_value>"}}},
    .name_first = true,
    .separators = {"<tool_sep>"}};
// Parameters named by an attribute or by the value of their tag:
// <function=f> <parameter=k>v</parameter>, and <function name="f"> <param name="k">v</param>.
constexpr XmlShape any_named{
    .parameters = {{{"<parameter>", "</parameter>"}, {"<param>", "</param>"}}},
    .name_attribute = "name",
    .key_attribute = "name",
    .name_is_value = true,
    .trims_line_ends = true,
    .takes_cdata = true};

// Adds the formats of markers that several families share. The body is `automatic` where they write
// different ones. Some markers that a family writes without a closer may have one here.
void add_shared_tags(std::vector<ToolFormat>& all) {
  all.push_back({.calls = {{any_body({"<tool_call>"}, {"</tool_call>"}, any_pairs),
                            any_body({"<tool_calls>"}, {"</tool_calls>"}),
                            any_body({"<function_call>"}, {"</function_call>"}),
                            elements({"<function>"}, {"</function>"}, any_named)}}});
  all.push_back(
      {.calls = {{row("minimax_m2").tools->calls[0]}},
       .wrap_open = {"<minimax:tool_call>", "<dots_function_call>", "<seed:tool_call>"},
       .wrap_close = {"</minimax:tool_call>", "</dots_function_call>", "</seed:tool_call>"}});
  all.push_back({.calls = {{call({"<|python_start|>"}, {"<|python_end|>"}, CallBody::pythonic),
                            call({"<|tool_call|>"}, {}),
                            call({"<|function_call|>", "function call<|role_sep|>"}, {}),
                            *row("llama3_json").tools->calls.begin()}}});
  CallFormat inkling =
      call({"<|content_invoke_tool_json|>"}, {"<|end_message|>", "<|content_model_end_sampling|>"});
  inkling.ends_as_reasoning = true;
  all.push_back({.calls = {{inkling, call({"[unused11]"}, {}),
                            CallFormat{.open = {"<|tool_calls|>["}, .shared = 1}}}});  // sarashina
  // R417: only claude_xml has tags with these namespaces.
  const auto& claude = row("claude_xml").tools->calls;
  all.push_back({.calls = {{claude[1], claude[2]}},
                 .wrap_open = {"<antml:function_calls>", "<tml:function_calls>"},
                 .wrap_close = {"</antml:function_calls>", "</tml:function_calls>"}});
  // R379: the tag has code in it in olmo3, and calls in claude_xml.
  all.push_back({.calls = row("olmo3").tools->calls,
                 .wrap_open = {"<function_calls>"},
                 .wrap_close = {"</function_calls>"}});
  // Only one family, hy_v3, has tags with a suffix.
  all.push_back({.calls = {{elements({"<tool_call:opensource>"}, {"</tool_call:opensource>"},
                                     *row("hy_v3").tools->calls[0].shape)}},
                 .wrap_open = {"<tool_calls:opensource>"},
                 .wrap_close = {"</tool_calls:opensource>"}});
}

// The headers of harmony, with the recipients of muse_glimmer. The answer never starts inside a
// header here: which family writes is not known, so the prompt's end is not either.
HeaderFormat any_header() {
  HeaderFormat header = row("harmony").reasoning->header;
  const HeaderFormat& recipients = row("muse_glimmer").reasoning->header;
  header.starts_inside = false;
  header.reasoning_recipients = recipients.reasoning_recipients;
  for (std::string_view closer : recipients.close) header.close.add(closer);
  header.close.add(header.constrain);  // as in beam
  return header;
}

// The reasoning of a row without its headers, which `any_header` stands for. Tokens at the
// beginning of the row's turn become tokens to drop.
ReasoningFormat without_header(const FamilyFormat& format) {
  ReasoningFormat span = *format.reasoning;
  span.ends_before = {};
  if (!span.header.is_given()) return span;
  span.header = {};
  for (std::string_view word : format.turn) span.drop.add(word);
  return span;
}

// The calls of a row that begin with a marker.
ToolFormat with_markers(ToolFormat tools) {
  for (CallFormat& format : tools.calls) {
    if (format.is_leading) format = {};
  }
  return tools;
}

// True if the row says that `auto` takes this part of it: its markers mean nothing else in any
// other row.
bool is_taken(const Dialect& one, std::string_view part) {
  for (std::string_view words : words_after(notation::Option::automatic, one.text())) {
    while (!words.empty()) {
      if (take_name(words) == part) return true;
    }
  }
  return false;
}

// Puts the parts together. The tokens to drop are those of the row `think`.
AutoFormats make_auto() {
  AutoFormats all;
  all.reasoning.header = all.tools.header = any_header();
  all.tools.header_body = row("beam").tools->header_body;  // also reads JSON
  for (const Dialect& one : dialects()) {
    if (is_taken(one, "reasoning")) all.spans.push_back(without_header(format_of(one)));
  }
  all.spans.insert(all.spans.end(), parts_of_rows.begin(), parts_of_rows.end());
  add_shared_tags(all.calls);
  for (const Dialect& one : dialects()) {
    if (is_taken(one, "calls")) all.calls.push_back(with_markers(*format_of(one).tools));
  }
  // A word and a closer of its own: no other text looks so.
  all.without_openers.push_back(row("gemma4").tools->calls[0]);
  all.drop = row("think").drop;
  return all;
}

}  // namespace

const AutoFormats& auto_formats() {
  static const AutoFormats all = make_auto();
  return all;
}

}  // namespace tagstream
