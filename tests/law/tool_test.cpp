#include <string>
#include <utility>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/subjects.hpp"

/// Every text of a small alphabet up to some length: what the model says, in every two pieces and
/// byte by byte (L1), and all the laws.
namespace tagstream::testing {
namespace {

// All these texts; the fourth part of them in every two pieces.
void try_all(Texts texts, const ToolOptions& options) {
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

using Change = void (*)(ToolOptions&);

void try_with(std::vector<Rule> rules, const Texts& texts, Change change) {
  ToolOptions options;
  options.rules = std::move(rules);
  change(options);
  try_all(texts, options);
}

void keep(ToolOptions&) {}
void incremental(ToolOptions& o) { o.incremental = true; }
void strict(ToolOptions& o) { o.strict_json = true; }
void unclosed_call(ToolOptions& o) { o.on_unclosed_call = OnUnclosedCall::call; }
void unclosed_error(ToolOptions& o) { o.on_unclosed_call = OnUnclosedCall::error; }

const std::vector<Rule> calls = {call("t"), hide("h")};
const std::vector<Rule> xml_calls = {call("t", CallBody::xml), hide("h")};

TEST(tool_json, bytes) {
  try_with(calls, {"<t>", bytes, 4}, keep);
  try_with(calls, {"", bytes, 4}, keep);
  try_with(calls, {object, bytes, 4}, keep);
}

TEST(tool_json, bytes_incremental) {
  try_with(calls, {"<t>{\"name\":\"f\",\"args\":", bytes, 4}, incremental);
  try_with(calls, {object + "\"a\":\"", bytes, 4}, incremental);
}

TEST(tool_json, bytes_strict) { try_with(calls, {object, bytes, 4}, strict); }

TEST(tool_json, items) {
  try_with(calls, {"<t>", items, 5}, keep);
  try_with(calls, {"<t>[", items, 4}, incremental);
  try_with(calls, {"<t>[{\"name\":\"g\"},{", items, 4}, incremental);
  try_with(calls, {"<t name=\"f\">", items, 4}, incremental);
  try_with(calls, {"<t>{\"function\":", items, 4}, incremental);
}

TEST(tool_json, items_unclosed) {
  try_with(calls, {"<t>", items, 4}, unclosed_call);
  try_with(calls, {"<t=f>", items, 4}, unclosed_error);
  try_with(calls, {"<t>[{\"name\":\"g\"},", items, 4}, [](ToolOptions& o) {
    o.on_unclosed_call = OnUnclosedCall::call;
    o.incremental = true;
  });
}

TEST(tool_json, values) {
  try_with(calls, {object, values, 4}, incremental);
  try_with(calls, {"<t name=f>{", values, 4}, strict);
}

TEST(tool_json, fences) {
  try_with(calls, {"<t>", fences, 4}, keep);
  try_with(calls, {"<t>```\n{\"name\":\"f\"}", fences, 4}, unclosed_call);
}

TEST(tool_json, markdown_code) {
  try_with(calls, {"", fences, 3}, [](ToolOptions& o) { o.markdown_code = true; });
  try_with({call("t", CallBody::raw), hide("h")},
           {"", {"`", "```", "\n", "<t>", "</t>", "<h>", "</h>", " ", "x"}, 5},
           [](ToolOptions& o) { o.markdown_code = true; });
}

TEST(tool_sections, hide) {
  try_with(calls, {"", sections, 5}, keep);
  try_with(calls, {"", sections, 4}, [](ToolOptions& o) { o.nesting = Nesting::first_close; });
  try_with({call("t"), record("h")}, {"", sections, 4}, keep);
  try_with({call("t"), unwrap("h")}, {"", sections, 4}, unclosed_error);
}

TEST(tool_sections, quotes_of_failed_tags) {
  const Symbols symbols = {"<t a=\"", "<t>", "</t>", "<h b='", "\"", "'", "{", "x", "<", ">"};
  try_with(calls, {"", symbols, 4}, keep);
  try_with(calls, {"<t>x", symbols, 4}, [](ToolOptions& o) { o.limits.max_tag_bytes = 9; });
  try_with({call("t", CallBody::raw), hide("h")}, {"", symbols, 4}, keep);
}

TEST(tool_sections, raw) {
  try_with({call("t", CallBody::raw), hide("h")}, {"", sections, 5}, keep);
  try_with({call("t", CallBody::raw)}, {"<t=f>", sections, 4}, unclosed_call);
}

TEST(tool_sections, markers) {
  const Symbols symbols = {"[T]", "[/T]",           "<t>", "</t>", "{",
                           "}",   "\"name\":\"f\"", "[",   "T]",   "h"};
  try_with({call_between("[T]", "[/T]"), call("t")}, {"", symbols, 4}, keep);
  try_with({call_between("[T]", "[/T]", CallBody::xml), hide_between("[T", "h")},
           {"[T]", symbols, 4}, incremental);
  try_with({call_between("<t", "t>", CallBody::raw), call("h")}, {"", symbols, 4}, keep);
}

TEST(tool_sections, ignore_case) {
  const Symbols symbols = {
      "<T>",  "</t>", "<Invoke NAME=\"f\">", "</iNVOKE>",    "<K>",
      "</k>", "\n",   "<Parameter=k>",       "</PARAMETER>", "{\"name\":\"f\"}"};
  try_with({call("t")}, {"<t>", symbols, 4}, [](ToolOptions& o) { o.ignore_case = true; });
}

TEST(tool_xml, tags) {
  try_with(calls, {"<t>", tags, 5}, keep);
  try_with(calls, {"<t><k>", tags, 4}, incremental);
  try_with(calls, {"<t name=f><k>", tags, 4}, keep);
  try_with(xml_calls, {"<t>", tags, 4}, unclosed_call);
  try_with(xml_calls, {"", tags, 4}, unclosed_error);
}

TEST(tool_xml, parameters) {
  try_with(calls, {"<t>", parameters, 4}, incremental);
  try_with(calls, {"<t><function=f><parameter=k>", parameters, 4}, incremental);
  try_with({call("function"), call("t")}, {"<function=f>", parameters, 4}, keep);
  try_with(calls, {"<t><function=f>", parameters, 4}, unclosed_call);
}

TEST(tool_xml, types) {
  const Symbols symbols = {"<k>",       "</k>", "\n", "5",   "null", "true",
                           "{\"a\":1}", "[",    "]",  "<p>", "x"};
  ToolOptions options;
  options.rules = calls;
  for (const ValueTypes types :
       {ValueTypes::integer, ValueTypes::string | ValueTypes::null,
        ValueTypes::boolean | ValueTypes::number, ValueTypes::object | ValueTypes::array}) {
    options.schemas = {{"t", {{"k", types}}}};
    try_all({"<t><k>", symbols, 3}, options);
    options.schemas = {{"", {{"k", types}, {"p", types}}}};
    try_all({"<t><invoke name=\"f\">", symbols, 4}, options);
  }
}

TEST(tool_limits, max_held_bytes) {
  for (const std::size_t held : {0U, 3U, 6U, 9U, 14U}) {
    ToolOptions options;
    options.rules = calls;
    options.limits.max_held_bytes = held;
    options.incremental = held % 2 == 0;
    try_all({"<t>", bytes, 3}, options);
    try_all({"", sections, 4}, options);
    try_all({"<t>", tags, 3}, options);
    try_all({"<t><k>", tags, 3}, options);
    options.limits.max_held_bytes = held + 12;
    try_all({object, values, 3}, options);
    try_all({"<t><function=f><parameter=k>", parameters, 3}, options);
    try_all({"<t><k>\n<p>", tags, 3}, options);
    options.rules = {call("t"), call("invoke")};
    try_all({"<t>", tags, 3}, options);
    options.rules = {call("t", CallBody::raw), hide("h")};
    options.limits.max_held_bytes = held;
    try_all({"", sections, 3}, options);
  }
}

}  // namespace
}  // namespace tagstream::testing
