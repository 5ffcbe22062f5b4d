#include "tagstream/grammar.hpp"

#include <gtest/gtest.h>

#include "grammar/automaton.hpp"
#include "grammar/rules.hpp"
#include "support/sampling.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {
namespace {

using grammar::accepts;
using grammar::literal;
using grammar::Text;

Text free_text(std::string end, std::string_view forbidden = {}) {
  Text text{Text::Kind::free, std::move(end), {}};
  if (!forbidden.empty()) text.forbidden = grammar::patterns_of(forbidden);
  return text;
}

TEST(grammar_automaton, free_text_goes_to_its_first_end) {
  const Text text = free_text("</p>");
  EXPECT_TRUE(accepts(text, "</p>"));
  EXPECT_TRUE(accepts(text, "<b>x</b><</</p</p>"));
  EXPECT_FALSE(accepts(text, "x"));
  EXPECT_FALSE(accepts(text, "x</p>y"));
  EXPECT_FALSE(accepts(text, "x</p>y</p>"));
}

// The state that a search must keep for "aab": "aaab" holds it.
TEST(grammar_automaton, an_end_that_begins_with_itself) {
  EXPECT_TRUE(accepts(free_text("aab"), "aaab"));
  EXPECT_FALSE(accepts(free_text("aab"), "aabaab"));
  EXPECT_TRUE(accepts(free_text("▁end▁"), "▁end▁"));
  EXPECT_TRUE(accepts(free_text("▁end▁"), "é▁en▁end▁"));
}

TEST(grammar_automaton, a_closing_tag_in_other_spellings) {
  const Text text = free_text("\n</p>", "</p>");
  EXPECT_TRUE(accepts(text, "x\n</p>"));
  EXPECT_TRUE(accepts(text, "</px>\n</p>"));
  EXPECT_FALSE(accepts(text, "</p>\n</p>"));
  EXPECT_FALSE(accepts(text, "</ p\t>\n</p>"));
  EXPECT_FALSE(accepts(text, "</p=a>\n</p>"));
}

TEST(grammar_automaton, an_opening_tag_with_attributes) {
  const Text text = free_text("!", "<p>");
  // The text after the name may be quoted: `<p a="<q>">` is one tag.
  for (const char* wrong : {"<p>!", "<p >!", "<p a=\"b\">!", "<p/>!", "<p=a>!", "<p <!"}) {
    EXPECT_FALSE(accepts(text, wrong)) << wrong;
  }
  for (const char* fine : {"<pre>!", "<p!", "<p<!"}) EXPECT_TRUE(accepts(text, fine)) << fine;
}

TEST(grammar_automaton, an_opening_tag_at_the_beginning_of_a_line) {
  Text text{Text::Kind::free, "!", {grammar::line_pattern_of("<p name=\"")}, false};
  for (const char* fine : {"<p >!", "\n <p >!", "\n<pre>!", "a<p=\n!"}) {
    EXPECT_TRUE(accepts(text, fine)) << fine;
  }
  for (const char* wrong : {"\n<p >!", "\r<p>!", "a\n<p=b>!"}) {
    EXPECT_FALSE(accepts(text, wrong)) << wrong;
  }
  text.begins_line = true;
  EXPECT_FALSE(accepts(text, "<p >!"));
  EXPECT_TRUE(accepts(text, "a<p >!"));
}

TEST(grammar_automaton, what_is_forbidden_may_be_in_the_end) {
  const Text text = free_text("]<[</p>", "]<[");
  // Once the end has begun, only its rest may come: no state leads nowhere.
  for (const auto& state : grammar::automaton_of(text).states) EXPECT_FALSE(state.empty());
  EXPECT_FALSE(accepts(text, "]<[x"));
  EXPECT_TRUE(accepts(text, "x]<]<[</p>"));
  EXPECT_FALSE(accepts(text, "]<[</q>]<[</p>"));
}

TEST(grammar_automaton, blanks_alone_are_no_text_where_a_word_must_be) {
  Text text{Text::Kind::free, "\n</p>", grammar::patterns_of("</p>")};
  EXPECT_TRUE(accepts(text, "\n</p>"));
  text.has_word = true;
  for (const char* wrong : {"\n</p>", "\n\n</p>", " \t\r\n\f\n</p>"}) {
    EXPECT_FALSE(accepts(text, wrong)) << wrong;
  }
  for (const char* fine : {"a\n</p>", "\n a\n</p>", "<\n</p>", "\n<\n</p>"}) {
    EXPECT_TRUE(accepts(text, fine)) << fine;
  }
}

TEST(grammar_automaton, quoted_text_is_a_string_of_json) {
  const Text text{Text::Kind::quoted, {}, grammar::patterns_of("</p>")};
  for (const char* fine : {R"("")", R"("a\"\\\n")", R"("\u00e9 é </b>")"}) {
    EXPECT_TRUE(accepts(text, fine)) << fine;
  }
  for (const char* wrong :
       {R"("a)", "\"\n\"", R"("\x")", R"("\ud800")", R"("</p>")", R"("</ p>")", R"(""")"}) {
    EXPECT_FALSE(accepts(text, wrong)) << wrong;
  }
}

TEST(grammar_print, each_kind_of_node) {
  grammar::Rules rules;
  const grammar::RuleId start = rules.add("start");
  const grammar::RuleId digit =
      rules.add("digit", grammar::one_of(grammar::CodePoints::range('0', '9')), true);
  rules.set_body(
      start, grammar::sequence({literal("a\"\n"), grammar::reference(digit),
                                grammar::optional(literal("b")), grammar::repeat(literal("c"), 1),
                                grammar::choice({literal("d"), literal("e")})}));
  EXPECT_EQ(grammar::as_lark(rules),
            "start: \"a\\\"\\n\" DIGIT \"b\"? \"c\"+ (\"d\" | \"e\")\nDIGIT: /[0-9]/\n");
  EXPECT_EQ(grammar::as_gbnf(rules),
            "root ::= \"a\\\"\\n\" digit \"b\"? \"c\"+ (\"d\" | \"e\")\ndigit ::= [0-9]\n");
}

// llguidance takes the longest token and never goes back.
TEST(grammar_print, no_literal_of_lark_begins_another) {
  grammar::Rules rules;
  rules.add(
      "start",
      grammar::sequence(
          {literal("x"),
           grammar::repeat(grammar::sequence({literal("\n"), grammar::optional(literal("x"))}), 0),
           grammar::choice({literal("\n</y>"), literal("z")})}));
  const std::string lark = grammar::as_lark(rules);
  EXPECT_NE(lark.find(R"("\n" "</y>")"), std::string::npos) << lark;
}

std::string made(std::string_view format, std::string_view tools,
                 bool starts_in_reasoning = false) {
  const Result<std::string> grammar = lark_grammar({.format = std::string(format),
                                                    .tools = std::string(tools),
                                                    .start_in_reasoning = starts_in_reasoning});
  return grammar ? *grammar : grammar.error().message;
}

constexpr std::string_view one_tool = R"([{"name": "f", "parameters": {"type": "object",
    "properties": {"b": {"type": "string"}, "a": {"type": "integer"}}, "required": ["b"]}}])";

TEST(grammar, json_in_the_order_of_the_schema) {
  const std::string lark = made("<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>", one_tool);
  const std::size_t b = lark.find(R"("\"b\":" BLANKS? QUOTED)");
  const std::size_t a = lark.find(R"(("," BLANKS? "\"a\":" BLANKS? INTEGER)?)");
  EXPECT_NE(b, lark.npos) << lark;
  EXPECT_NE(a, lark.npos) << lark;
  EXPECT_LT(b, a);
}

// Its own tags end a value; no `>` or `<` does.
TEST(grammar, a_tool_whose_name_is_the_tag) {
  const std::string lark = made(
      "<think>REASONING</think>  <NAME>\\nPARAMETER...</NAME>  <KEY>VALUE</KEY>\\n",
      R"([{"name": "f", "parameters": {"properties": {"a": {"type": "string"}}}}, {"name": "g"}])");
  const std::size_t begin = lark.find("TEXT: ");
  ASSERT_NE(begin, lark.npos) << lark;
  const std::string text = lark.substr(begin, lark.find('\n', begin) - begin);
  EXPECT_NE(text.find(R"(*f[\x09\n\x0C\x0D ]*>|)"), text.npos) << text;
  EXPECT_NE(text.find("<f["), text.npos) << text;
  EXPECT_EQ(text.find("(>|"), text.npos) << text;
  EXPECT_EQ(text.find("<g["), text.npos) << text;
  const std::size_t thought = lark.find("REASONING: ");
  ASSERT_NE(thought, lark.npos) << lark;
  EXPECT_NE(lark.find("<f[", thought), lark.npos) << lark;
  EXPECT_NE(lark.find("<g[", thought), lark.npos) << lark;
  EXPECT_EQ(lark.find("|<|", thought), lark.npos) << lark;
}

TEST(grammar, each_way_of_reasoning) {
  const std::string lark = made(
      "<think>REASONING</think>  [T]REASONING[/T]  <t>{\"name\": \"NAME\", \"arguments\": "
      "ARGUMENTS}</t>",
      one_tool);
  EXPECT_NE(lark.find(R"(start: "<think>" REASONING)"), lark.npos) << lark;
  EXPECT_NE(lark.find(R"("[T]" REASONING_)"), lark.npos) << lark;
}

TEST(grammar, every_row_with_calls_has_both) {
  std::size_t count = 0;
  for (const Dialect& row : dialects()) {
    const bool has_calls = row.text().find("NAME") != std::string_view::npos;
    for (const auto make : {lark_grammar, gbnf_grammar}) {
      const Result<std::string> grammar =
          make({.dialect = std::string(row.name()), .tools = std::string(one_tool)}, nullptr);
      EXPECT_EQ(grammar.has_value(), has_calls) << row.name();
      if (grammar) continue;
      EXPECT_EQ(grammar.error().message, "the format has no calls") << row.name();
    }
    count += has_calls ? 1 : 0;
  }
  EXPECT_GE(count, 60U);
}

TEST(grammar, what_is_not_constrained_is_said) {
  std::vector<std::string> not_constrained;
  ASSERT_TRUE(lark_grammar({.dialect = "hermes", .tools = R"({"name": "f",
      "parameters": {"properties": {"a": {"type": "integer", "minimum": 1}}}})"},
                           &not_constrained));
  ASSERT_EQ(not_constrained.size(), 1U);
  EXPECT_EQ(not_constrained[0], "minimum is not constrained: /parameters/properties/a/minimum");
}

// No grammar says that the closing tag of an element has its name.
TEST(grammar, objects_without_named_properties_are_json) {
  std::vector<std::string> not_constrained;
  ASSERT_TRUE(
      lark_grammar({.dialect = "minimax_m3",
                    .tools = R"({"name": "f", "parameters": {"properties": {"a": {"type": "object"},
                      "b": {"anyOf": [{"type": "object", "properties": {"c": {"type": "null"}}},
                                      {"type": "null"}]}}}})"},
                   &not_constrained));
  ASSERT_EQ(not_constrained.size(), 1U);
  EXPECT_EQ(not_constrained[0],
            "objects and lists are JSON here, as no elements are known: /parameters/properties/a");
}

TEST(grammar, a_schema_that_holds_itself) {
  const std::string lark = made("<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>",
                                R"({"name": "f", "parameters": {"type": "object", "properties":
      {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}})");
  EXPECT_NE(lark.find("value_arguments"), lark.npos) << lark;
}

TEST(grammar, errors) {
  const std::string_view json = "<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>";
  EXPECT_EQ(made("<think>REASONING</think>", one_tool), "the format has no calls");
  EXPECT_EQ(made(json, ""), "a grammar needs tools: give `tools`");
  EXPECT_EQ(made(json, "[]"), "tools: no tool in it: the top level");
  EXPECT_EQ(made(json, "{"), "tools: not JSON at line 1, column 2");
  EXPECT_EQ(made(json, R"([{"type": "object"}])"), "tools: a tool has no name: /0");
  EXPECT_EQ(made(json, one_tool, true),
            "start_in_reasoning: there is no reasoning to be in (of a tag that is hidden, "
            "`start_inside` says it)");
  EXPECT_EQ(made("<f=NAME>PARAMETER...</f>  <p=KEY>VALUE</p>",
                 R"({"name": "f", "parameters": {"properties": {"a b": {}}}})"),
            "the format can't write a parameter named `a b`");
}

constexpr std::string_view elements = "<f=NAME>\\nPARAMETER...</f>  <p=KEY>\\nVALUE\\n</p>\\n";

std::string of_property(const std::string& schema) {
  return R"([{"name": "f", "parameters": {"properties": {"a": )" + schema +
         R"(}, "required": ["a"]}}])";
}

// An engine reads an empty rule as "nothing stands here": a call without its value.
TEST(grammar, a_value_that_holds_its_end_is_left_out) {
  EXPECT_EQ(made(elements, of_property(R"({"const": "</p>"})")),
            "the format can't write the arguments that `f` must have: the value is left out, as it "
            "would be read as another one: /0/parameters/properties/a/const");
  std::vector<std::string> notes;
  const Result<std::string> lark = lark_grammar(
      {.format = std::string(elements), .tools = of_property(R"({"enum": ["</p>", "x", "</f>"]})")},
      &notes);
  ASSERT_TRUE(lark);
  EXPECT_NE(lark->find("<p=a>\\nx\\n</p>"), lark->npos) << *lark;
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0],
            "the value is left out, as it would be read as another one: "
            "/0/parameters/properties/a/enum/0");
}

// A value that one spelling of a call can't say may be said by another one.
TEST(grammar, what_another_spelling_says_is_not_left_out) {
  std::vector<std::string> notes;
  const Result<std::string> lark = lark_grammar(
      {.dialect = "qwen3_coder", .tools = of_property(R"({"const": "</parameter>"})")}, &notes);
  ASSERT_TRUE(lark);
  EXPECT_EQ(lark->find("<parameter=a>"), lark->npos) << *lark;
  EXPECT_NE(lark->find(R"("\"a\":" BLANKS? "\"</parameter>\"")"), lark->npos) << *lark;
  EXPECT_TRUE(notes.empty());
}

// A closing tag without the family's prefix is a slip for one with it.
TEST(grammar, a_closing_tag_without_its_prefix) {
  const Result<std::string> lark = lark_grammar(
      {.dialect = "minimax_m3", .tools = of_property(R"({"enum": ["</a>", "x"]})")}, nullptr);
  ASSERT_TRUE(lark);
  EXPECT_EQ(lark->find("</a></a>"), lark->npos) << *lark;
}

// A misspelt closing tag with the format going on after it, an opener inside a line,
// and other spellings of them. Other tags, and a slip that text follows, are text of the
// value.
TEST(grammar, what_a_reader_mends_is_left_out) {
  const auto is_left_out = [](std::string_view row, const std::string& value) {
    std::vector<std::string> notes;
    const std::string tools =
        R"([{"name": "f", "parameters": {"properties": {"content": {"enum": [")" + value +
        R"(", "x"]}}}}])";
    EXPECT_TRUE(lark_grammar({.dialect = std::string(row), .tools = tools}, &notes));
    return !notes.empty();
  };
  EXPECT_TRUE(is_left_out("seed_oss", "a</paramater><function=f>"));
  EXPECT_TRUE(is_left_out("seed_oss", "a</content> </seed:think>"));
  EXPECT_FALSE(is_left_out("seed_oss", "a</paramater> b"));
  EXPECT_FALSE(is_left_out("seed_oss", "a</b><c>"));
  EXPECT_FALSE(is_left_out("seed_oss", "a</b><functions>"));
  EXPECT_TRUE(is_left_out("seed_oss", "see <parameter=b>"));
  EXPECT_FALSE(is_left_out("seed_oss", "see <parameters>"));
  EXPECT_TRUE(is_left_out("glm45", "a <arg_key>"));
  EXPECT_TRUE(is_left_out("cline", "a</conten> </thinking>"));
  EXPECT_TRUE(is_left_out("cline", "a</contnet><content>"));
  EXPECT_FALSE(is_left_out("cline", "a</contnet><b>"));
  EXPECT_FALSE(is_left_out("cline", "a</div><content>"));
  EXPECT_FALSE(is_left_out("cline", "a</div> </thinking>"));
  EXPECT_TRUE(is_left_out("deepseek_v32", "a <|DSML|parameter name='b'>"));
  EXPECT_TRUE(is_left_out("deepseek_v32", "a</||DSML||parameter>"));
}

// A list of impossible items may be empty; an object that must hold itself has no text.
TEST(grammar, what_no_text_fits_is_not_printed) {
  const std::string list = made("<f=NAME>\\nPARAMETER...</f>  <p=KEY>VALUE</p>\\n",
                                of_property(R"({"type": "array", "items": {"const": "</p>"}})"));
  EXPECT_NE(list.find(R"("[" BLANKS? BLANKS? "]")"), list.npos) << list;
  EXPECT_EQ(made(elements, of_property(R"({"type": "object", "properties": {"a": {"$ref": "#"}},
      "required": ["a"]})")),
            "the format can't write the arguments that `f` must have");
}

// pydantic writes Optional[Literal["red", "blue"]] so.
TEST(grammar, an_enum_beside_null_in_bare_values) {
  const std::string lark =
      made(elements, of_property(R"({"anyOf": [{"enum": ["red", "blue"]}, {"type": "null"}]})"));
  EXPECT_NE(lark.find(R"(("red" | "blue"))"), lark.npos) << lark;
  EXPECT_NE(lark.find(R"("null")"), lark.npos) << lark;
  EXPECT_EQ(lark.find("TEXT"), lark.npos) << lark;
}

// Read back, the text 1 is a number, and the text 2 as well.
TEST(grammar, a_string_that_is_read_as_a_number_is_left_out) {
  std::vector<std::string> notes;
  const Result<std::string> lark = lark_grammar(
      {.format = std::string(elements), .tools = of_property(R"({"enum": ["1", 2]})")}, &notes);
  ASSERT_TRUE(lark);
  EXPECT_NE(lark->find("<p=a>\\n2\\n</p>"), lark->npos) << *lark;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes[0].ends_with("/enum/0")) << notes[0];
}

TEST(grammar, a_text_beside_a_limited_type_is_said) {
  std::vector<std::string> notes;
  ASSERT_TRUE(
      lark_grammar({.format = std::string(elements),
                    .tools = of_property(R"({"anyOf": [{"type": "string"}, {"enum": [1, 2]}]})")},
                   &notes));
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0],
            "a text that looks like another type is read as one, and not constrained: "
            "/0/parameters/properties/a");
}

TEST(grammar, a_tool_without_properties_takes_no_arguments) {
  const std::string_view json = "<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>";
  const std::string none =
      made(json, R"({"name": "f", "parameters": {"type": "object", "properties": {}}})");
  EXPECT_NE(none.find(R"(value_arguments: "{" BLANKS? "}")"), none.npos) << none;
  const std::string any = made(json, R"({"name": "f", "parameters": {"type": "object"}})");
  EXPECT_NE(any.find("KEY"), any.npos) << any;
}

// llguidance refuses a text with a bare DEL in it.
TEST(grammar, control_bytes_are_escaped) {
  const std::string_view json = "<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>";
  const std::string lark = made(json, R"({"name": "a\u007fb\nc"})");
  EXPECT_NE(lark.find(R"(a\u007Fb\\nc)"), lark.npos) << lark;
}

// A family's grammar takes the names and keys that a reader takes, and no others.
TEST(grammar, names_and_keys_that_are_not_read_are_refused) {
  const auto error = [](std::string_view row, const std::string& name, const std::string& key) {
    const Result<std::string> grammar =
        lark_grammar({.dialect = std::string(row),
                      .tools = R"([{"name": ")" + name + R"(", "parameters": {"properties": {")" +
                               key + R"(": {"type": "string"}}}}])"});
    return grammar ? std::string() : grammar.error().message;
  };
  for (const char* key : {"$filter", "2fa", "a*b", "user?", ".a", "-a"}) {
    EXPECT_EQ(error("cline", "f", key),
              "the format can't write a parameter named `" + std::string(key) + '`');
  }
  EXPECT_EQ(error("lfm2", "f", "2fa"), "the format can't write a parameter named `2fa`");
  EXPECT_EQ(error("mistral", "a!", "k"), "the format can't write a tool named `a!`");
  EXPECT_EQ(error("lfm2", "1a", "k"), "the format can't write a tool named `1a`");
  EXPECT_EQ(error("kimi_k2", "12", "k"), "the format can't write a tool named `12`");
  EXPECT_EQ(error("seed_oss", "a/", "k"), "the format can't write a tool named `a/`");
  EXPECT_EQ(error("cline", "é", "k"), "the format can't write a tool named `é`");
  EXPECT_EQ(error("hermes", "a!", "2 <fa>"), "");
  EXPECT_EQ(error("qwen3_coder", "f", "a b"), "");  // as JSON
}

// Each tag of a parameter ends the values of all others, at the beginning of a line. Written one by
// one, that would be the square of their number.
TEST(grammar, its_size_is_linear) {
  const auto tools_of = [](int tools, int properties, const std::string& schema) {
    std::string json = "[";
    for (int i = 0; i < tools; ++i) {
      json += i == 0 ? "" : ",";
      json += R"({"name": "tool_)" + std::to_string(i) + R"(", "parameters": {"properties": {)";
      for (int k = 0; k < properties; ++k) {
        json += (k == 0 ? "\"key_" : ",\"key_") + std::to_string(k) + "\": " + schema;
      }
      json += "}}}";
    }
    return json + ']';
  };
  int number = 0;
  for (const Dialect& row : dialects()) {
    if (row.text().find("NAME") == std::string_view::npos) continue;
    number = (number + 1) % 3;
    for (const char* schema :
         {R"({"type": "string"})", R"({"enum": ["a", 1]})", R"({"type": "object"})"}) {
      if (testing::is_sanitized && number++ % 3 != 0) continue;  // one for each row, in turn
      for (const auto make : {lark_grammar, gbnf_grammar}) {
        const auto size_of = [&](const std::string& tools) {
          const Result<std::string> grammar =
              make({.dialect = std::string(row.name()), .tools = tools}, nullptr);
          return grammar ? grammar->size() : 0;
        };
        const std::size_t few = size_of(tools_of(1, 20, schema));
        EXPECT_GT(few, 0U) << row.name();
        EXPECT_LT(size_of(tools_of(1, 80, schema)), 5 * few) << row.name() << ' ' << schema;
        const std::size_t one = size_of(tools_of(5, 1, schema));
        EXPECT_LT(size_of(tools_of(20, 1, schema)), 5 * one) << row.name() << ' ' << schema;
      }
    }
  }
}

// k2_horizon may say the type of a value, which is `string` for a string.
TEST(grammar, the_type_of_a_string_is_written) {
  const Result<std::string> made = lark_grammar(
      {.dialect = "k2_horizon",
       .tools = R"([{"name": "f", "parameters": {"properties": {"a": {"type": "string"}}}}])"},
      nullptr);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_NE(made->find("<ifm|arg_type>string</ifm|arg_type>"), std::string::npos);
}

}  // namespace
}  // namespace tagstream
