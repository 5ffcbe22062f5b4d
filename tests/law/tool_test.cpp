#include <string>
#include <utility>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/options.hpp"
#include "support/subjects.hpp"

/// Every text of a small alphabet up to some length: what the model says, in every two pieces and
/// byte by byte (L1), and all the laws.
namespace tagstream::testing {
namespace {

// All these texts; the fourth part of them in every two pieces.
void try_all(Texts texts, const Options& options) {
  texts.cut_every = 4;
  exhaustive(ReaderSubject(options), texts);
}

const Symbols bytes = {"<t>", "</t>", "\"", "'", "\\", "{", "}", "[", "]", ":", ",", "\n"};
const Symbols items = {"\"name\":\"f\"", "\"args\":", "{",   "}",   "[", "]", ",",
                       "\"</t>\"",       "</t>",      "<h>", "True"};
const Symbols values = {"\"a\":", "'</t>x'", "\"", "1", "}", "</t>", "<t>", ",", "</t", "\\"};
const Symbols fences = {"```", "`", "~~~", "\n", "{", "}", "\"name\":\"f\"", "</t>", "x", " ", "<"};
const Symbols sections = {"<t>", "</t>", "<h>", "</h>", "{}", "\"", "{\"name\":\"</h>\"}",
                          "x",   "<t/>"};
const Symbols tags = {
    "<t>", "</t>", "<k>", "</k>", "<p>", "v", "\n", "<h>", "<invoke name=\"f\">", "</invoke>", "<"};
const Symbols parameters = {"<t>",         "</t>",          "<parameter=k>", "</parameter>",
                            "<parameter>", "<function=f>",  "</function>",   "\n",
                            "v",           "<parameter=p/>"};
const std::string object = "<t>{\"name\":\"f\",\"args\":{";

// Calls in `t`; nothing in `h` is one.
Options calls(Options options = {}) {
  options.bad_calls = BadCalls::hide;
  return with_rules({call("t"), hide("h")}, std::move(options));
}

TEST(tool_json, bytes) {
  try_all({"<t>", bytes, 4}, calls());
  try_all({"", bytes, 4}, calls());
  try_all({object, bytes, 4}, calls());
}

TEST(tool_json, bytes_incremental) {
  try_all({"<t>{\"name\":\"f\",\"args\":", bytes, 4}, calls({.incremental = true}));
  try_all({object + "\"a\":\"", bytes, 4}, calls({.incremental = true}));
}

TEST(tool_json, bytes_strict) { try_all({object, bytes, 4}, calls({.strict_json = true})); }

TEST(tool_json, items) {
  try_all({"<t>", items, 5}, calls());
  try_all({"<t>[", items, 4}, calls({.incremental = true}));
  try_all({"<t>[{\"name\":\"g\"},{", items, 4}, calls({.incremental = true}));
  try_all({"<t name=\"f\">", items, 4}, calls({.incremental = true}));
  try_all({"<t>{\"function\":", items, 4}, calls({.incremental = true}));
}

TEST(tool_json, items_unclosed) {
  try_all({"<t>", items, 4}, calls({.unclosed_call = UnclosedCall::call}));
  try_all({"<t=f>", items, 4}, calls({.unclosed_call = UnclosedCall::error}));
  try_all({"<t>[{\"name\":\"g\"},", items, 4},
          calls({.unclosed_call = UnclosedCall::call, .incremental = true}));
}

TEST(tool_json, values) {
  try_all({object, values, 4}, calls({.incremental = true}));
  try_all({"<t name=f>{", values, 4}, calls({.strict_json = true}));
}

TEST(tool_json, fences) {
  try_all({"<t>", fences, 4}, calls());
  try_all({"<t>```\n{\"name\":\"f\"}", fences, 4}, calls({.unclosed_call = UnclosedCall::call}));
}

TEST(tool_json, markdown_code) {
  try_all({"", fences, 3}, calls({.markdown_code = MarkdownCode::all}));
  try_all({"", {"`", "```", "\n", "<t>", "</t>", "<h>", "</h>", " ", "x"}, 5},
          calls({.markdown_code = MarkdownCode::all}));
}

TEST(tool_json, calls_in_markdown_code) {
  const std::string call = R"(<t>{"name":"f"}</t>)";
  const auto options = calls({.markdown_code = MarkdownCode::automatic});
  try_all({"", {"`", "```", "\n", "x", " ", call, "<h>", "</h>"}, 5}, options);
  try_all({"x\n```", {"`", "```", "~~~", "\n", "x", " ", call, "<h>"}, 4}, options);
  try_all({"x`", {"`", "``", "\n", "x", call, "<t>", "</t>", "<t a='`'>"}, 4}, options);
  try_all({"x\n~~~~\n", {"~~~~", "\n", "   ", "    ", "~", call, "`"}, 4}, options);
  try_all({"", {"`", "```", "\n", "x", " ", call, "<h>", "</h>"}, 4},
          {.record = {"h"}, .call = {"t"}});
  try_all({"x", {"`", "```", "\n", "<t>", "</t>", "<h>", "</h>", "x"}, 4},
          calls({.limits = {.max_held_bytes = 3}}));
}

TEST(tool_sections, hide) {
  try_all({"", sections, 5}, calls());
  try_all({"", sections, 4}, calls({.nesting = Nesting::first_close}));
  try_all({"", sections, 4}, {.record = {"h"}, .call = {"t"}});
  try_all({"", sections, 4},
          {.unwrap = {"h"}, .call = {"t"}, .unclosed_call = UnclosedCall::error});
}

TEST(tool_sections, quotes_of_failed_tags) {
  const Symbols symbols = {"<t a=\"", "<t>", "</t>", "<h b='", "\"", "'", "{", "x", "<", ">"};
  try_all({"", symbols, 4}, calls());
  try_all({"<t>x", symbols, 4}, calls({.limits = {.max_tag_bytes = 9}}));
}

TEST(tool_sections, markers) {
  const Symbols symbols = {"[T]", "[/T]",           "<t>", "</t>", "{",
                           "}",   "\"name\":\"f\"", "[",   "T]",   "h"};
  try_all({"", symbols, 4}, {.call = {"[T]…[/T]", "t"}});
  try_all({"[T]", symbols, 4}, with_rules({call_between("[T]", "[/T]"), hide_between("[T", "h")},
                                          {.incremental = true}));
  try_all({"", symbols, 4}, with_rules({call_between("<t", "t>"), call("h")}));
}

TEST(tool_sections, ignore_case) {
  const Symbols symbols = {
      "<T>",  "</t>", "<Invoke NAME=\"f\">", "</iNVOKE>",    "<K>",
      "</k>", "\n",   "<Parameter=k>",       "</PARAMETER>", "{\"name\":\"f\"}"};
  try_all({"<t>", symbols, 4}, {.call = {"t"}, .ignore_case = true});
}

TEST(tool_xml, tags) {
  try_all({"<t>", tags, 5}, calls());
  try_all({"<t><k>", tags, 4}, calls({.incremental = true}));
  try_all({"<t name=f><k>", tags, 4}, calls());
  try_all({"<t>", tags, 4}, calls({.unclosed_call = UnclosedCall::call}));
  try_all({"", tags, 4}, calls({.unclosed_call = UnclosedCall::error}));
}

TEST(tool_xml, parameters) {
  try_all({"<t>", parameters, 4}, calls({.incremental = true}));
  try_all({"<t><function=f><parameter=k>", parameters, 4}, calls({.incremental = true}));
  try_all({"<function=f>", parameters, 4}, {.call = {"function", "t"}});
  try_all({"<t><function=f>", parameters, 4}, calls({.unclosed_call = UnclosedCall::call}));
}

TEST(tool_xml, types) {
  const Symbols symbols = {"<k>",       "</k>", "\n", "5",   "null", "true",
                           "{\"a\":1}", "[",    "]",  "<p>", "x"};
  Options options = calls();
  for (const ValueTypes types :
       {ValueTypes::integer, ValueTypes::string | ValueTypes::null,
        ValueTypes::boolean | ValueTypes::number, ValueTypes::object | ValueTypes::array}) {
    options.tools = json_of({{"t", {{"k", types}}}});
    try_all({"<t><k>", symbols, 3}, options);
    options.tools = json_of({{"", {{"k", types}, {"p", types}}}});
    try_all({"<t><invoke name=\"f\">", symbols, 4}, options);
  }
}

TEST(tool_limits, max_held_bytes) {
  for (const std::size_t held : {0U, 3U, 6U, 9U, 14U}) {
    Options options = calls({.incremental = held % 2 == 0, .limits = {.max_held_bytes = held}});
    try_all({"<t>", bytes, 3}, options);
    try_all({"", sections, 4}, options);
    try_all({"<t>", tags, 3}, options);
    try_all({"<t><k>", tags, 3}, options);
    options.limits.max_held_bytes = held + 12;
    try_all({object, values, 3}, options);
    try_all({"<t><function=f><parameter=k>", parameters, 3}, options);
    try_all({"<t><k>\n<p>", tags, 3}, options);
    set_rules(options, {call("t"), call("invoke")});
    try_all({"<t>", tags, 3}, options);
  }
}

}  // namespace
}  // namespace tagstream::testing
