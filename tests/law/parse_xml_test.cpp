#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/exhaustive.hpp"
#include "support/subjects.hpp"
#include "support/written_calls.hpp"
#include "support/xml_writer.hpp"

/// Random arguments, written as each family writes parameters, read back: with every value as it
/// was, with a schema and without, in random pieces, whole or incremental.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried of each family.
namespace tagstream::testing {
namespace {

/// Two calls, written in one of the ways of a family.
WrittenCalls random_sample(const Dialect& row, const CallFormat& format, bool has_schema,
                           Random& random) {
  WrittenCalls sample;
  const ToolFormat& tools = *format_of(row).tools;
  const ReasoningFormat* const reasoning = format_of(row).reasoning;
  const bool is_inside = reasoning != nullptr && reasoning->starts_inside;
  const auto pick = [&](const WordList& words) {
    return words.empty() ? "" : std::string(words.begin()[random() % words.size()]);
  };
  sample.text = is_inside ? pick(reasoning->close) : "Hi ";
  sample.text += pick(tools.wrap_open);
  for (int i = 0; i < 2; ++i) {
    const XmlCall call = random_xml_call(format, tools, random);
    sample.text += write_xml_call(format, call, random) + '\n';
    if (quotes_markers(format, tools, call)) sample.quoting.insert(sample.tools.size());
    sample.tools.push_back(call.tool);
    sample.arguments.push_back(arguments_of(call, *format.shape, has_schema));
  }
  sample.text += pick(tools.wrap_close);
  return sample;
}

std::string check_text(const Dialect& row, const CallFormat& format, std::uint64_t seed) {
  Random random(seed);
  Options options{.dialect = std::string(row.name())};
  options.incremental = random() % 2 == 0;
  const bool has_schema = random() % 2 == 0;
  options.tools = json_of(has_schema ? xml_schemas(format) : xml_tools(format));
  return read_back(random_sample(row, format, has_schema, random), options, random);
}

TEST(parse_xml, arguments_are_read_as_they_were_written) {
  for_each_written(CallBody::xml, 150, 20, check_text);
}

// ---- slips -------------------------------------------------------------------------------------

/// @param format  of one's own, instead of the dialect
void try_all(const std::string& start, const Symbols& symbols, std::size_t length,
             const std::string& dialect = "qwen3_coder", const std::string& format = {},
             const std::vector<ToolSchema>& tools = {{"f", {{"k", ValueTypes::integer}}},
                                                     {"o.g", {}}}) {
  for (const bool incremental : {false, true}) {
    Options options{.dialect = dialect,
                    .format = format,
                    .tools = json_of(tools),
                    .unclosed_call = incremental ? UnclosedCall::call : UnclosedCall::text,
                    .incremental = incremental};
    Texts texts{
        .start = start, .symbols = symbols, .length = length, .always_cut = 3, .cut_every = 64};
    exhaustive(ReaderSubject(options), texts);
  }
}

TEST(parse_xml, openers_that_a_value_quotes) {
  const Symbols symbols = {"<parameter name=\"k\">",
                           "<parameter=k>",
                           "<parameter=q>",
                           "</parameter>",
                           "</function>",
                           "\n",
                           " ",
                           "1",
                           "</tool_call>"};
  for (const char* const start :
       {"<function=f>\n<parameter=k>\n", "<function=f><parameter name=\"k\">\n1",
        "<function=f>\n<parameter=q>\n<parameter name=\"k\">"}) {
    try_all(start, symbols, 3);
    try_all(std::string("<tool_call>") + start, symbols, 2, "auto");
  }
}

/// Values whose closers are missing, misspelt, or bear the parameter's own name, with tools that
/// have the parameters k and q, or without.
TEST(parse_xml, closers_of_values_that_are_missing_or_wrong) {
  struct Family {
    const char* dialect;
    Symbols symbols;
    std::vector<const char*> starts;
  };
  const std::vector<Family> families = {
      {"claude_xml",
       {"<parameter name=\"q\">", "<parameter name=\"z\">", "<parameter ", "</parameter>",
        "</paramater>", "</k>", "<k>", "</tml:parameter>", "</invoke>", "\n", "1"},
       {"<invoke name=\"f\"><parameter name=\"k\">1",
        "<invoke name=\"f\"><parameter name=\"k\">1<parameter name=\"q\">2",
        "<tml:invoke name=\"f\"><tml:parameter name=\"k\">1</tml:parameter>"}},
      {"qwen3_coder",
       {"<parameter=q>", "<parameter=z>", "<parameter name=\"q\">", "</parameter>", "</param>",
        "</k>", "</function>", "</tool_call>", "</function_invocation>", "\n", "1"},
       {"<function=f><parameter=k>\n1", "<tool_call><function=f></function>"}},
      {"glm45",
       {"<arg_key>q</arg_key>", "<arg_key>z", "<arg_key>", "</arg_key>", "<arg_value>",
        "</arg_value>", "</arg_vale>", "</tool_call>", "\n", "1"},
       {"<tool_call>f<arg_key>k</arg_key><arg_value>1",
        "<tool_call>f<arg_key>k</arg_key><arg_value>1<arg_key>q</arg_key><arg_value>2"}},
      {"deepseek_v4",
       {"<｜DSML｜parameter name=\"q\" string=\"true\">", "<｜DSML｜parameter name=\"z\">",
        "<｜DSML｜parameter", "</｜DSML｜parameter>", "</｜DSML｜paramater>", "</k>",
        "</｜DSML｜invoke>", "\n", "1"},
       {"<｜DSML｜invoke name=\"f\"><｜DSML｜parameter name=\"k\" string=\"true\">1"}},
      {"kimi_k3",
       {"<|open|>argument key=\"q\"<|sep|>", "<|open|>argument key=\"z\"<|sep|>",
        "<|open|>argument", "<|close|>argument<|sep|>", "<|close|>call<|sep|>", "\n", "1"},
       {"<|open|>call tool=\"f\" index=\"1\"<|sep|><|open|>argument key=\"k\"<|sep|>1"}},
      {"k2_horizon",
       {"<ifm|arg_key>q</ifm|arg_key>", "<ifm|arg_key>", "<ifm|arg_value>", "<ifm|arg_type>",
        "</ifm|arg_value>", "</ifm|tool_call>", "\n", "1"},
       {"<ifm|tool_call>f<ifm|arg_key>k</ifm|arg_key><ifm|arg_value>1"}},
  };
  const std::vector<ToolSchema> tools = {
      {"f", {{"k", ValueTypes::string}, {"q", ValueTypes::string}}}};
  for (const Family& family : families) {
    for (const char* const start : family.starts) {
      try_all(start, family.symbols, 4, family.dialect, {}, tools);
      try_all(start, family.symbols, 4, family.dialect, {}, {{"g", {}}});
    }
  }
}

TEST(parse_xml, tags_that_are_names_of_tools) {
  const Symbols symbols = {
      "<f>",           "</f>",        "<o.g>",      "</o.g>",       "<k>",
      "</k>",          "\n",          "1",          "<function=f>", "</function>",
      "<parameter=k>", "<read_file>", "<thinking>", "</thinking>",  "<f name=\"o.g\">",
      "<k/>"};
  try_all("", symbols, 3, "cline");
  try_all("<f>", symbols, 4, "cline");
  try_all("<f><k>", symbols, 3, "cline");
  try_all("<f>\n<k>a</k>\n<q>", symbols, 3, "cline");
}

TEST(parse_xml, keys_and_values_in_lines) {
  const std::string format = "[\\CALL NAME]\\nPARAMETER...[/END]\nKEY: VALUE\\n";
  const Symbols symbols = {"[CALL ", "f", "]", "k", ": ", ":", " ", "\n", "[/END]", "1", "\r\n"};
  try_all("", symbols, 4, "", format);
  try_all("[CALL f]\n", symbols, 5, "", format);
  try_all("[CALL f]\nk: ", symbols, 5, "", format);
}

TEST(parse_xml, keys_without_a_mark) {
  const Symbols symbols = {"<arg_key>",    "</arg_key>", "<arg_value>",
                           "</arg_value>", "k",          "\n",
                           "</tool_call>", "1",          " "};
  try_all("<tool_call>f\n", symbols, 4, "glm45");
  try_all("<tool_call>f\n<arg_key>k</arg_key><arg_value>1</arg_value>", symbols, 4, "glm45");
}

TEST(parse_xml, keys_and_values_in_one_tag) {
  const Symbols symbols = {"<parameter=", "parameter=",    "k=",           "k",
                           "1",           "</parameter>",  "</parameter=", "</function=f>",
                           "</function>", "<parameter=k>", "\n",           ">"};
  try_all("<function=f>", symbols, 5);
  try_all("<function=f><parameter=parameter=", symbols, 4);
}

TEST(parse_xml, values_inside_values_are_typed) {
  const std::string prefix = "]<]minimax[>[";
  Texts texts{.start = prefix + "<invoke name=\"f\">" + prefix + "<p>",
              .length = 5,
              .always_cut = 2,
              .cut_every = 256};
  for (const char* const tag : {"<a>", "</a>", "<b>", "</b>", "<item>", "</item>"}) {
    texts.symbols.push_back(prefix + tag);
  }
  const std::string end = prefix + "</p>" + prefix + "</invoke>";
  texts.symbols.insert(texts.symbols.end(), {end, "1", " ", "{'x': 1}"});
  for (const char* const schema :
       {R"({"properties":{"p":{"properties":{"a":{"type":"integer"},"b":{"$ref":"#"}}}}})",
        R"({"properties":{"p":{"$ref":"#/$defs/l"}},"$defs":{"l":{"anyOf":[{"type":"null"},)"
        R"({"items":{"properties":{"a":{"$ref":"#/$defs/l"},"b":{"type":"string"}}}}]}}})",
        R"({"properties":{"p":{"type":"object","additionalProperties":{"type":"object"}}}})"}) {
    Options options{.dialect = "minimax_m3", .tools = schema};
    exhaustive(ReaderSubject(options), texts);
  }
}

}  // namespace
}  // namespace tagstream::testing
