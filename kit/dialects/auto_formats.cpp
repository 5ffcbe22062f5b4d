#include "dialects/auto_formats.hpp"

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <string_view>
#include <vector>

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
// all: `{"name": "f", "parameters": {}}` is content.

// The format of the row with this name. Precondition: the table has it.

const FamilyFormat& row(std::string_view name) {
  const Dialect* const dialect = find_dialect(name);
  assert(dialect != nullptr);
  return format_of(*dialect);
}

// Parts of rows that can't be taken whole: the markers that no other row has. The phrases of such a
// row, which any text may hold, and the markers that it shares are left out.
struct Part {
  std::string_view open;
  std::string_view close;
  std::string_view drop;
};
constexpr Part parts_of_rows[] = {
    {"[THINK]", "[/THINK]", ""},
    {"<think:opensource>", "</think:opensource>", ""},
    {"<thinking>", "</thinking>", ""},
    {"[unused16]", "[unused17]", "[unused10]\n[unused12]"},
};

// The lines of a text. A list as a constant would be far larger: each has room for many words.
WordList lines(std::string_view text) {
  WordList all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    all.add(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

CallFormat call(std::string_view open, std::string_view close, CallBody body = CallBody::json) {
  CallFormat format;
  format.open = lines(open);
  format.close = lines(close);
  format.body = body;
  return format;
}
CallFormat elements(std::string_view open, std::string_view close, const XmlShape& shape,
                    CallBody body = CallBody::xml) {
  CallFormat format = call(open, close, body);
  format.shape = &shape;
  return format;
}
CallFormat any_body(std::string_view open, std::string_view close,
                    const XmlShape& shape = mixed_xml) {
  return elements(open, close, shape, CallBody::automatic);
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
  const auto add = [&](std::initializer_list<CallFormat> calls, std::string_view wrap_open = {},
                       std::string_view wrap_close = {}) {
    ToolFormat& tools = all.emplace_back();
    std::copy(calls.begin(), calls.end(), tools.calls.begin());
    tools.wrap_open = lines(wrap_open);
    tools.wrap_close = lines(wrap_close);
  };
  add({any_body("<tool_call>", "</tool_call>", any_pairs),
       any_body("<tool_calls>", "</tool_calls>"), any_body("<function_call>", "</function_call>"),
       elements("<function>", "</function>", any_named)});
  add({row("minimax_m2").tools->calls[0]},
      "<minimax:tool_call>\n<dots_function_call>\n<seed:tool_call>",
      "</minimax:tool_call>\n</dots_function_call>\n</seed:tool_call>");
  add({call("<|python_start|>", "<|python_end|>", CallBody::pythonic), call("<|tool_call|>", ""),
       call("<|function_call|>\nfunction call<|role_sep|>", ""),
       *row("llama3_json").tools->calls.begin()});
  CallFormat inkling =
      call("<|content_invoke_tool_json|>", "<|end_message|>\n<|content_model_end_sampling|>");
  inkling.ends_as_reasoning = true;
  CallFormat sarashina = call("<|tool_calls|>[", "");
  sarashina.shared = 1;
  add({inkling, call("[unused11]", ""), sarashina});
  // Only claude_xml has tags with these namespaces.
  const auto& claude = row("claude_xml").tools->calls;
  add({claude[1], claude[2]}, "<antml:function_calls>\n<tml:function_calls>",
      "</antml:function_calls>\n</tml:function_calls>");
  // The tag has code in it in olmo3, and calls in claude_xml.
  const auto& olmo = row("olmo3").tools->calls;
  add({olmo[0], olmo[1], olmo[2], olmo[3]}, "<function_calls>", "</function_calls>");
  // Only one family, hy_v3, has tags with a suffix.
  add({elements("<tool_call:opensource>", "</tool_call:opensource>",
                *row("hy_v3").tools->calls[0].shape)},
      "<tool_calls:opensource>", "</tool_calls:opensource>");
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

// True if the row says that `auto` takes this part. Its markers mean nothing else in any other row.
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
  for (const Part& part : parts_of_rows) {
    ReasoningFormat& span = all.spans.emplace_back();
    span.open = lines(part.open);
    span.close = lines(part.close);
    span.drop = lines(part.drop);
  }
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
