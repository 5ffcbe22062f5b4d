#include "dialects/notation.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"
#include "support/options.hpp"

namespace tagstream::notation {
namespace {

// An alternative, with its placeholders in brackets: «NAME».
std::string pieces_of(std::string_view way) {
  std::string text;
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (piece.word == Word::none) {
      text += piece.byte;
    } else {
      text += "«" + std::string(text_of(piece.word)) + "»";
    }
  }
  return text;
}

// The lines of a text, each with its kind before it; options with a dash.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  Items items(text);
  for (Item item; items.next(item);)
    lines.push_back((item.is_option ? "- " : "") + std::string(item.text));
  return lines;
}

// The error of a format; "" if there is none.
std::string wrong(std::string_view text) {
  const auto rules = Rules::make({.format = std::string(text)});
  return rules ? "" : rules.error().message;
}

using Lines = std::vector<std::string>;

// ---- pieces ----------------------------------------------------------------------------------

TEST(notation, words_in_capitals_are_placeholders) {
  EXPECT_EQ(pieces_of("<think>REASONING</think>"), "<think>«REASONING»</think>");
  EXPECT_EQ(pieces_of(R"({"name": "NAME", "arguments": ARGUMENTS})"),
            R"({"name": "«NAME»", "arguments": «ARGUMENTS»})");
  EXPECT_EQ(pieces_of("functions.NAME:INDEX"), "functions.«NAME»:«INDEX»");
  EXPECT_EQ(pieces_of("NAMEPARAMETER..."), "«NAME»«PARAMETER»«...»");
  EXPECT_EQ(pieces_of("assistantANSWER<eos>"), "assistant«ANSWER»<eos>");
}

TEST(notation, a_run_of_capitals_is_placeholders_as_a_whole_or_text) {
  EXPECT_EQ(pieces_of("[CALL_ID]ID[ARGS]"), "[CALL_ID]«ID»[ARGS]");
  EXPECT_EQ(pieces_of("NAME1 NAMED PARAMETERX NAMES"), "NAME1 NAMED PARAMETERX NAMES");
  EXPECT_EQ(pieces_of("[TOOL_CALLS]NAMEARGUMENTS"), "[TOOL_CALLS]«NAME»«ARGUMENTS»");
  EXPECT_EQ(pieces_of("Name name nAME"), "Name name nAME");
}

TEST(notation, a_backslash_makes_text_of_a_word_and_a_byte_of_a_letter) {
  EXPECT_EQ(pieces_of(R"(\NAME NAME)"), "NAME «NAME»");
  EXPECT_EQ(pieces_of(R"(\NAMEPARAMETER)"), "NAMEPARAMETER");
  EXPECT_EQ(pieces_of(R"(a\nb\tc\rd\se\\f)"), "a\nb\tc\rd e\\f");
  EXPECT_EQ(pieces_of(R"(\<\"\x)"), "<\"x");
  EXPECT_EQ(pieces_of(R"(CALL\...)"), "«CALL»...");
}

TEST(notation, a_word_in_angle_brackets_is_a_tag_but_for_names_and_keys) {
  EXPECT_EQ(pieces_of("<ANSWER>CONTENT</ANSWER>"), "<ANSWER>«CONTENT»</ANSWER>");
  EXPECT_EQ(pieces_of("<REASONING>REASONING</REASONING>"), "<REASONING>«REASONING»</REASONING>");
  EXPECT_EQ(pieces_of("<NAME>ARGUMENTS</NAME>"), "<«NAME»>«ARGUMENTS»</«NAME»>");
  EXPECT_EQ(pieces_of("<KEY>VALUE</KEY>"), "<«KEY»>«VALUE»</«KEY»>");
  EXPECT_EQ(pieces_of("<ANSWER a>"), "<«ANSWER» a>");
}

TEST(notation, dots_say_that_what_stands_before_them_comes_again) {
  EXPECT_EQ(pieces_of("CALL..."), "«CALL»«...»");
  EXPECT_EQ(pieces_of("CALL\\n..."), "«CALL»\n«...»");
  EXPECT_EQ(pieces_of("PARAMETER..."), "«PARAMETER»«...»");
  EXPECT_EQ(pieces_of("[{}, ...]"), "[{}, «...»]");
  EXPECT_EQ(pieces_of("NAME(KEY=PYTHON, ...); ..."), "«NAME»(«KEY»=«PYTHON», «...»); «...»");
  EXPECT_EQ(pieces_of("f()\\n..."), "f()\n«...»");
  EXPECT_EQ(pieces_of("Wait...REASONING"), "Wait...«REASONING»");
  EXPECT_EQ(pieces_of("...REASONING..."), "...«REASONING»...");
  EXPECT_EQ(pieces_of("CALL.."), "«CALL»..");
}

TEST(notation, what_is_written_reads_back) {
  const std::string texts[] = {
      "a\nb\tc\rd", " a ",           "a  b",   "NAME",     "\\NAME\\", "a | b",        "- drop",
      "...",        "CALL...",       "NAMEIT", "REASONIG", "<NAME>",   "[CALL_ID] ID", "x...",
      "}...",       "PARAMETERNAME", "# NAME", "#",        " ",        "   "};
  for (const std::string& text : texts) {
    EXPECT_EQ(pieces_of(escaped(text)), text) << escaped(text);
    const std::string line = escaped(text) + "-REASONING>" + escaped(text);
    const auto family = read_family(line);
    ASSERT_TRUE(family) << line << ": " << family.error().message;
    ASSERT_EQ(family->ways(Role::reasoning).size(), 1U) << line;
    const auto [before, after] = cut(family->ways(Role::reasoning)[0], Word::reasoning);
    EXPECT_EQ(text_in(before), text + '-') << line;
    EXPECT_EQ(text_in(after), '>' + text) << line;
  }
}

TEST(notation, a_line_is_made_of_texts_and_words_in_turns) {
  const auto line = [](std::initializer_list<std::string_view> parts) {
    return line_of({parts.begin(), parts.size()});
  };
  EXPECT_EQ(line({"<t>", "NAME", " CALL"}), "<t>NAME \\CALL");
  EXPECT_EQ(line({" a ", "CALL", " b\n ", "...", " "}), "\\sa CALL b\\n ...\\s");
  EXPECT_EQ(line({"", "NAME", "- drop  | ", "ARGUMENTS"}), "NAME- drop \\s\\| ARGUMENTS");
  EXPECT_EQ(line({"- drop ", "NAME"}), "\\- drop NAME");
  EXPECT_EQ(line({"#", "NAME"}), "\\#NAME");
  EXPECT_EQ(line({}), "");
}

// ---- lines -----------------------------------------------------------------------------------

TEST(notation, lines_comments_and_options) {
  EXPECT_EQ(lines_of("# one\n\n  <a>REASONING</a>  \r\n#two\n  - trims\n- drop x y\n"),
            (Lines{"<a>REASONING</a>", "- trims", "- drop x y"}));
  EXPECT_EQ(lines_of(" # no comment\n"), Lines{"# no comment"});
  EXPECT_EQ(lines_of("a -b\n-c\n"), (Lines{"a -b", "-c"}));
  EXPECT_EQ(lines_of(""), Lines{});
}

TEST(notation, two_blanks_end_a_line_of_a_text_that_is_one) {
  EXPECT_EQ(lines_of("<a>REASONING</a>  <b>CALL</b>   - trims"),
            (Lines{"<a>REASONING</a>", "<b>CALL</b>", "- trims"}));
  EXPECT_EQ(lines_of("<a>  <b>\n"), Lines{"<a>  <b>"});
  EXPECT_EQ(wrong("<think>REASONING</think>  <call>NAME ARGUMENTS</call>  - trims"), "");
}

TEST(notation, alternatives_stand_between_bars) {
  const auto family = read_family("<a>REASONING</a> | <b>REASONING</b>\n<c>x|CONTENT|</c>\n");
  ASSERT_TRUE(family) << family.error().message;
  ASSERT_EQ(family->lines.size(), 2U);
  ASSERT_EQ(family->lines[0].ways.size(), 2U);
  EXPECT_EQ(written(family->lines[0].ways[1]), "<b>REASONING</b>");
  ASSERT_EQ(family->lines[1].ways.size(), 1U);
  EXPECT_EQ(family->lines[1].role, Role::content);
  EXPECT_EQ(family->lines[1].place.line, 2U);
}

TEST(notation, options_are_read_with_their_words) {
  const auto family = read_family(
      "<a>REASONING</a>\n- starts in reasoning\n- drop <x> <y>\n- source: a page\n- source: b\n"
      "- evidence: answers\n");
  ASSERT_TRUE(family) << family.error().message;
  EXPECT_TRUE(family->has(Option::starts_in_reasoning));
  EXPECT_FALSE(family->has(Option::may_start_in_reasoning));
  EXPECT_EQ(family->words(Option::drop), std::vector<std::string_view>{"<x> <y>"});
  EXPECT_EQ(family->words(Option::source), (std::vector<std::string_view>{"a page", "b"}));
  EXPECT_EQ(family->words(Option::evidence), std::vector<std::string_view>{"answers"});
  for (const OptionWords& one : options) {
    EXPECT_EQ(find_option(std::string(one.words) + (one.takes_more ? "x" : "")), &one);
    EXPECT_FALSE(one.means.empty()) << one.words;
  }
}

TEST(notation, each_line_is_of_one_kind) {
  const auto family = read_family(
      "<think>REASONING</think>\n<out>CONTENT</out>\n<calls>CALL...</calls>\n"
      "<call name=\"NAME\">PARAMETER...</call>\n<arg key=\"KEY\">VALUE</arg>\nANSWER<eos>\n");
  ASSERT_TRUE(family) << family.error().message;
  const Role kinds[] = {Role::reasoning, Role::content,   Role::wrapper,
                        Role::call,      Role::parameter, Role::answer};
  ASSERT_EQ(family->lines.size(), std::size(kinds));
  for (std::size_t i = 0; i < std::size(kinds); ++i) EXPECT_EQ(family->lines[i].role, kinds[i]);
}

// ---- mistakes --------------------------------------------------------------------------------

TEST(notation, a_placeholder_that_is_nearly_one) {
  EXPECT_EQ(wrong("<think>REASONIG</think>"),
            "format: line 1, column 8: no placeholder has this name: `REASONIG`; did you mean "
            "`REASONING`? (`\\REASONIG` is the word itself)");
  EXPECT_EQ(
      wrong("<think>REASONING</think>\n<call>{\"name\": \"NAME\", \"arguments\": ARGUMENT}</call>"),
      "format: line 2, column 37: no placeholder has this name: `ARGUMENT`; did you mean "
      "`ARGUMENTS`? (`\\ARGUMENT` is the word itself)");
  EXPECT_EQ(wrong("<think>\\REASONIG REASONING</think>"), "");
}

TEST(notation, a_brace_that_is_open) {
  EXPECT_EQ(wrong("<call>{\"name\": \"NAME\", \"arguments\": ARGUMENTS</call>"),
            "format: line 1, column 7: a brace is left open: `{`; close it in the same line, where "
            "\\n is a line end");
}

TEST(notation, a_call_lacks_arguments_or_a_name) {
  EXPECT_EQ(wrong("<call>{\"name\": \"NAME\"}</call>"),
            "format: line 1, column 1: nothing says where the arguments stand: `<call>{\"name\": "
            "\"NAME\"}</call>`; write ARGUMENTS, PARAMETER..., (KEY=PYTHON, ...) or STRING");
  EXPECT_EQ(wrong("<call>{\"arguments\": ARGUMENTS}</call>"),
            "format: line 1, column 1: nothing says which tool is called: `<call>{\"arguments\": "
            "ARGUMENTS}</call>`; write NAME where its name stands");
  EXPECT_EQ(wrong("<call>NAME(KEY=PYTHON)</call>"),
            "format: line 1, column 1: nothing says that more arguments may follow: "
            "`<call>NAME(KEY=PYTHON)</call>`; write `, ...` after the value");
}

TEST(notation, a_call_has_too_many_or_too_few_of_a_word) {
  EXPECT_EQ(wrong("<c>NAME NAME ARGUMENTS</c>"),
            "format: line 1, column 1: NAME stands more than once in a call: `<c>NAME NAME "
            "ARGUMENTS</c>`; write it once");
  EXPECT_EQ(wrong("<c>NAME ARGUMENTS PARAMETER...</c>"),
            "format: line 1, column 1: the arguments stand more than once in a call: `<c>NAME "
            "ARGUMENTS PARAMETER...</c>`; write one of ARGUMENTS, PARAMETER..., (KEY=PYTHON, ...) "
            "and STRING");
  EXPECT_EQ(wrong("<c>NAME(KEY=, ...)</c>"),
            "format: line 1, column 1: KEY has no value in this call: `<c>NAME(KEY=, ...)</c>`; "
            "write PYTHON or STRING for it");
  EXPECT_EQ(
      wrong("<c>NAME(KEY=PYTHON STRING, ...)</c>"),
      "format: line 1, column 1: KEY has more than one value in this call: `<c>NAME(KEY=PYTHON "
      "STRING, ...)</c>`; write one PYTHON or STRING");
  EXPECT_EQ(wrong("<c n=\"NAME\">PARAMETER...</c>\n<p n=\"KEY\">VALUE JSON</p>"),
            "format: line 2, column 1: a parameter has more than one value: `<p n=\"KEY\">VALUE "
            "JSON</p>`; "
            "write one of VALUE, STRING and JSON");
  EXPECT_EQ(wrong("<c n=\"NAME\">PARAMETER...</c>\n<p>KEY KEY KEY VALUE</p>"),
            "format: line 2, column 1: KEY stands more than twice in a parameter: `<p>KEY KEY KEY "
            "VALUE</p>`; write it once");
}

TEST(notation, slips_in_an_object_of_JSON) {
  EXPECT_EQ(wrong(R"(<c>{"name": NAME, "arguments": ARGUMENTS}</c>)"),
            "format: line 1, column 13: NAME stands without quotes: `NAME`; did you mean "
            "`\"NAME\"`?");
  const std::string braces =
      "ARGUMENTS stands in braces: `ARGUMENTS`; write it without them, as it is the whole object";
  EXPECT_EQ(wrong(R"(<c>{"name": "NAME", "arguments": {ARGUMENTS}}</c>)"),
            "format: line 1, column 35: " + braces);
  EXPECT_EQ(wrong(R"(<c>{"name": "NAME", "arguments": "{ ARGUMENTS }"}</c>)"),
            "format: line 1, column 37: " + braces);
  EXPECT_EQ(wrong(R"(<c>{"name": "NAME", "arguments": {}}</c>)"),
            "format: line 1, column 34: an empty object stands for the arguments: `{}`; write "
            "ARGUMENTS in its place");
  EXPECT_EQ(wrong(R"(<c>{'name': 'NAME', 'arguments': ARGUMENTS}</c>)"), "");
  EXPECT_EQ(wrong("<c>call:NAME{ARGUMENTS}</c>"), "");
}

TEST(notation, what_looks_like_json_outside_of_an_object_is_the_models_own) {
  for (const char* const format :
       {"<t>\"tool\": NAME\\nARGUMENTS</t>", "\"tool\": NAME\\n\"args\": ARGUMENTS\\nend",
        "[T]\"name\":NAME[A]ARGUMENTS", "<t>\"name\": NAME(KEY=PYTHON, ...)</t>",
        "{\"c\": NAME(KEY=PYTHON, ...)}", "<f>NAME \"args\": {ARGUMENTS}</f>"}) {
    EXPECT_TRUE(Rules::make({.format = format})) << format;
  }
}

TEST(notation, a_placeholder_in_small_letters) {
  const std::string small = "a placeholder is not in capitals: ";
  EXPECT_EQ(wrong(R"(<c>{"name": "name", "arguments": arguments}</c>)"),
            "format: line 1, column 14: " + small + "`name`; did you mean `NAME`?");
  EXPECT_EQ(wrong(R"(<c>{"name": "NAME", "arguments": arguments}</c>)"),
            "format: line 1, column 34: " + small + "`arguments`; did you mean `ARGUMENTS`?");
  EXPECT_EQ(wrong("<think>Reasoning</think>"),
            "format: line 1, column 8: " + small + "`Reasoning`; did you mean `REASONING`?");
  EXPECT_EQ(wrong("<reasoning>reasoninG</reasoning>"),
            "format: line 1, column 12: " + small + "`reasoninG`; did you mean `REASONING`?");
  EXPECT_EQ(wrong("<f=NAME>PARAMETER...</f>\n<p=KEY>value</p>"),
            "format: line 2, column 8: " + small + "`value`; did you mean `VALUE`?");
  EXPECT_EQ(wrong("<c name=\"NAME\">ARGUMENTS</c>"), "");
}

TEST(notation, parameters_without_what_they_need) {
  EXPECT_EQ(wrong("<call name=\"NAME\">PARAMETER</call>\n<p name=\"KEY\">VALUE</p>"),
            "format: line 1, column 1: no dots stand after PARAMETER: `<call "
            "name=\"NAME\">PARAMETER</call>`; write PARAMETER... for all of them");
  EXPECT_EQ(wrong("<call name=\"NAME\">PARAMETER...</call>"),
            "format: line 1, column 1: no line says how a PARAMETER is written: `<call "
            "name=\"NAME\">PARAMETER...</call>`; add one with KEY and VALUE");
  EXPECT_EQ(wrong("<call name=\"NAME\">PARAMETER...</call>\n<p name=\"KEY\"></p>"),
            "format: line 2, column 1: a parameter has no value: `<p name=\"KEY\"></p>`; write "
            "VALUE, STRING or JSON for it");
  EXPECT_EQ(wrong("<p name=\"KEY\">VALUE</p>"),
            "format: line 1, column 1: no call has parameters: `<p name=\"KEY\">VALUE</p>`; write "
            "PARAMETER... in the line with NAME");
  EXPECT_EQ(
      wrong("<v>VALUE</v>"),
      "format: line 1, column 1: nothing says what this is the value of: `<v>VALUE</v>`; write "
      "KEY for the parameter's name");
}

TEST(notation, what_stands_around_calls_that_there_are_not) {
  EXPECT_EQ(wrong("<calls>CALL...</calls>"),
            "format: line 1, column 1: no line says what a CALL is: `<calls>CALL...</calls>`; add "
            "one with NAME");
}

TEST(notation, reasoning_that_nothing_ends_or_opens) {
  EXPECT_EQ(wrong("<think>REASONING"),
            "format: line 1, column 1: nothing ends REASONING: `<think>REASONING`; write what "
            "stands after it");
  EXPECT_EQ(wrong("<a>CONTENT</a>\nREASONING</think>"),
            "format: line 2, column 1: nothing opens the reasoning: `REASONING</think>`; write its "
            "opening marker before it");
}

TEST(notation, alternatives_of_two_kinds) {
  EXPECT_EQ(wrong("<a>REASONING</a> | <b>NAME ARGUMENTS</b>"),
            "format: line 1, column 20: what stands after ` | ` says another thing: `<b>NAME "
            "ARGUMENTS</b>`; write it in a line of its own");
}

TEST(notation, an_option_that_there_is_not) {
  EXPECT_EQ(wrong("<think>REASONING</think>\n- starts in thinking"),
            "format: line 2, column 3: there is no such option: `starts in thinking`; did you mean "
            "`starts in reasoning`?");
  EXPECT_EQ(wrong("<think>REASONING</think>\n- start in reasoning"),
            "format: line 2, column 3: there is no such option: `start in reasoning`; did you mean "
            "`starts in reasoning`?");
  EXPECT_EQ(wrong("<think>REASONING</think>\n- may begin in reasoning"),
            "format: line 2, column 3: there is no such option: `may begin in reasoning`; did you "
            "mean `may start in reasoning`?");
  EXPECT_EQ(wrong("<think>REASONING</think>\n- zzz"),
            "format: line 2, column 3: there is no such option: `zzz`");
}

// The message about a line of several, which has no placeholder.
std::string no_placeholder(std::string_view line) {
  return "this line has no placeholder: `" + std::string(line) +
         "`; if it belongs to the line before or after it, write both as one line, with \\n "
         "between "
         "(\\\\n in a string of JSON, Python or C)";
}

TEST(notation, a_line_without_a_placeholder) {
  EXPECT_EQ(wrong("<think>REASONING</think>\n<tool_call>"),
            "format: line 2, column 1: " + no_placeholder("<tool_call>"));
  EXPECT_EQ(wrong("foo"),
            "format: line 1, column 1: this line has no placeholder: `foo`; words in capitals, "
            "such as REASONING, NAME and ARGUMENTS, stand for what varies");
}

TEST(notation, the_name_of_a_dialect_is_no_format) {
  for (const char* const name : {"auto", "qwen3", "Hermes"}) {
    EXPECT_EQ(wrong(name),
              "format: this is the name of a dialect, not a format; did you mean `dialect`?");
  }
}

TEST(notation, two_things_in_one_line) {
  EXPECT_EQ(wrong(R"(Thought: REASONING\nAction: NAME\nAction Input: ARGUMENTS)"),
            "format: line 1, column 29: one line says two things: `NAME` beside `REASONING`; write "
            "each in a line of its own");
  EXPECT_EQ(
      wrong("<call>NAME(KEY=VALUE, ...)</call>"),
      "format: line 1, column 16: this has no place in a line of this kind: `VALUE`; did you mean "
      "`PYTHON`? (`\\VALUE` is the word itself)");
  EXPECT_EQ(wrong("<think>REASONING</think>REASONING</a>"),
            "format: line 1, column 25: this stands twice in the line: `REASONING`");
}

TEST(notation, one_marker_that_opens_two_things) {
  EXPECT_EQ(wrong("<x>REASONING</x>\n<x>NAME ARGUMENTS</x>"),
            "format: line 2, column 1: one marker opens two things: `<x>NAME ARGUMENTS</x>` beside "
            "`<x>REASONING</x>`");
  const std::string json = R"(<x>{"name": "NAME", "arguments": ARGUMENTS}</x>)";
  EXPECT_EQ(wrong("<x>REASONING</x>\n" + json),
            "format: line 2, column 1: one marker opens two things: `" + json +
                "` beside `<x>REASONING</x>`");
  EXPECT_EQ(wrong("<x>REASONING</x>\n- trims\n- drop <x>"),
            "format: line 3, column 3: a token to drop opens something: `drop <x>`");
}

TEST(notation, a_line_that_goes_on_in_the_next) {
  EXPECT_EQ(wrong("<think>REASONING</think>\n<tool_call>\n{\"name\": \"NAME\",\n \"arguments\": "
                  "ARGUMENTS}\n</tool_call>"),
            "format: line 2, column 1: " + no_placeholder("<tool_call>"));
  EXPECT_EQ(wrong("<tool_call>{\n  \"name\": \"NAME\",\n  \"arguments\": ARGUMENTS\n}</tool_call>"),
            "format: line 1, column 1: " + no_placeholder("<tool_call>{"));
  EXPECT_EQ(
      wrong("<tool_call>{\"name\": \"NAME\",\n \"arguments\": ARGUMENTS}</tool_call>"),
      "format: line 1, column 12: a brace is left open: `{`; close it in the same line, where "
      "\\n is a line end");
}

TEST(notation, a_line_that_lacks_what_the_next_one_has) {
  const std::string early = ": this line ends too early: ";
  const std::string to_do =
      "; write it and the next one as one line, with \\n between (\\\\n in a string of JSON, "
      "Python "
      "or C)";
  const std::string first = "format: line 1, column 1" + early;
  EXPECT_EQ(wrong("<function=NAME>\nPARAMETER...\n</function>\n<parameter=KEY>VALUE</parameter>"),
            first + "`<function=NAME>`" + to_do);
  EXPECT_EQ(wrong("<tool name=\"NAME\">\nARGUMENTS\n</tool>"),
            first + "`<tool name=\"NAME\">`" + to_do);
  EXPECT_EQ(wrong("<think>REASONING\n</think>"), first + "`<think>REASONING`" + to_do);
  EXPECT_EQ(wrong("<f=NAME>PARAMETER...</f>\n<parameter=KEY>\nVALUE\n</parameter>"),
            "format: line 2, column 1" + early + "`<parameter=KEY>`" + to_do);
  // The next one says something of its own.
  EXPECT_EQ(wrong("<think>REASONING\n<a>CONTENT</a>"),
            "format: line 1, column 1: nothing ends REASONING: `<think>REASONING`; write what "
            "stands after it");
}

TEST(notation, values_beside_keys_in_a_call) {
  const std::string object = R"(<call name="NAME">{"KEY": VALUE}</call>)";
  EXPECT_EQ(wrong(object),
            "format: line 1, column 27: this has no place in a call: `VALUE`; write ARGUMENTS for "
            "the whole object");
  const std::string_view elements =
      "this has no place in a call: `VALUE`; write PARAMETER... for the parameters, and one of "
      "them "
      "in a line of its own";
  EXPECT_EQ(wrong(R"(<call name="NAME"><parameter name="KEY">VALUE</parameter></call>)"),
            "format: line 1, column 41: " + std::string(elements));
  EXPECT_EQ(wrong("<f=NAME><p=KEY>VALUE</p></f>"),
            "format: line 1, column 16: " + std::string(elements));
  EXPECT_EQ(wrong("<f>NAME VALUE</f>"),
            "format: line 1, column 9: this has no place in a line of this kind: `VALUE`");
}

TEST(notation, calls_that_the_engine_can_t_read) {
  const auto said = [](std::string_view format) {
    return wrong(format).substr(std::string_view("format: line 1, column 1: ").size());
  };
  EXPECT_EQ(said("<f>NAME[KEY=PYTHON, ...]</f>"),
            "this can't be read as a call in code: `<f>NAME[KEY=PYTHON, ...]</f>`; write "
            "NAME(KEY=PYTHON, ...)");
  EXPECT_EQ(said("<NAME>PARAMETER...</x>\n<KEY>VALUE</KEY>"),
            "no </NAME> closes what <NAME> opens: `<NAME>PARAMETER...</x>`; write it at the end");
  EXPECT_EQ(said(R"(<f>NAME{KEY:<|"|>STRING<|x|>,...}</f>)"),
            R"(STRING does not stand between two equal marks: )"
            R"(`<f>NAME{KEY:<|"|>STRING<|x|>,...}</f>`;)"
            R"( write <|"|>STRING<|"|>)");
  EXPECT_EQ(said(R"(<f>NAME[KEY:<|"|>STRING<|"|>,...]</f>)"),
            R"(this can't be read as a call with quoted strings: )"
            R"(`<f>NAME[KEY:<|"|>STRING<|"|>,...]</f>`; write NAME{KEY:<|"|>STRING<|"|>,...})");
  EXPECT_EQ(said("<a>ARGUMENTS NAME</a>"),
            "no NAME stands before the arguments, or with them in an object: `<a>ARGUMENTS "
            "NAME</a>`");
  EXPECT_EQ(said("[s]ROLE[m]REASONING[e]"),
            "no mark ends the header: `[s]ROLE[m]REASONING[e]`; write one such as <|message|>");
}

TEST(notation, words_that_are_alike) {
  const std::string call = "<|a|call>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</|a|call>\n";
  EXPECT_EQ(wrong(call + "- alike: |a| |b|"), "");
  EXPECT_NE(wrong(call + "- alike: |a|").find("fewer than two words are named as alike"),
            std::string::npos);
  EXPECT_NE(
      wrong(call + "- alike: |c| |b|").find("no line holds the first of words that are alike"),
      std::string::npos);
}

TEST(notation, options_without_their_words) {
  EXPECT_EQ(wrong("<think>REASONING</think>\n- drop"),
            "format: line 2, column 3: this option needs a word after it: `drop`");
  EXPECT_EQ(wrong("- tools are \n<think>REASONING</think>"),
            "format: line 1, column 3: this option needs a word after it: `tools are`");
}

// The message about an option in line 2.
std::string about(std::string_view sentence, std::string_view option, std::string_view to_do) {
  return "format: line 2, column 3: " + std::string(sentence) + ": `" + std::string(option) +
         "`; " + std::string(to_do);
}

TEST(notation, an_option_stands_in_a_format_once) {
  EXPECT_EQ(wrong("<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>\n- a string is q\n"
                  "- a string is p"),
            "format: line 3, column 3: this option stands twice: `a string is p` beside `a string "
            "is q`; write one of the lines");
  for (const OptionWords& one : options) {
    const std::string line = "- " + std::string(one.words) + (one.takes_more ? "x y" : "") + '\n';
    const std::string message = wrong("<think>REASONING</think>\n" + line + line);
    EXPECT_EQ(message.find("stands twice") == message.npos, one.is_list()) << line;
  }
}

TEST(notation, options_that_exclude_each_other) {
  const std::string format =
      "<think>REASONING</think>\n<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>\n";
  const auto message = [](std::string_view option) {
    return "format: line 4, column 3: two options exclude each other: `calls " +
           std::string(option) + " in reasoning` beside `calls end reasoning`; write one of them";
  };
  EXPECT_EQ(wrong(format + "- calls end reasoning\n- calls stay in reasoning"), message("stay"));
  EXPECT_EQ(wrong(format + "- calls end reasoning\n- calls count in reasoning"), message("count"));
  EXPECT_EQ(wrong(format + "- calls end reasoning\n- starts in reasoning"), "");
  EXPECT_EQ(wrong(format + "- starts in reasoning\n- may start in reasoning"), "");
}

TEST(notation, an_option_that_changes_nothing) {
  const std::string reasoning = "<think>REASONING</think>\n";
  const std::string call = "<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>\n";
  const auto nothing = [](std::string_view option, std::string_view needs) {
    return about("the option says nothing, as the format has no " + std::string(needs), option,
                 "leave it out");
  };
  for (const OptionWords& one : options) {
    if (one.needs.empty()) continue;
    const std::string option = std::string(one.words) + (one.takes_more ? "x" : "");
    const std::string& line = one.needs == "reasoning" ? call : reasoning;
    EXPECT_EQ(wrong(line + "- " + option), nothing(option, one.needs));
  }
  const std::string_view of_string = "call whose arguments are STRING";
  EXPECT_EQ(wrong(call + "- the end closes a command"),
            nothing("the end closes a command", of_string));
  EXPECT_EQ(wrong("<f=NAME>STRING</f>\n- the end closes a command"),
            nothing("the end closes a command", of_string));
  EXPECT_EQ(wrong("<t: NAME>STRING</t>\n- the end closes a command\n- a string is q"), "");
  EXPECT_EQ(wrong(call + "- a string is q"), "");
  EXPECT_EQ(wrong("<t>NAME(KEY=PYTHON, ...)</t>\n- a string is q"),
            nothing("a string is q", "call whose arguments may be a string"));
  EXPECT_EQ(wrong("<t>NAME(KEY=PYTHON, ...)</t>\n- text may touch lists"), "");
  EXPECT_EQ(wrong(call + "- names may have spaces"),
            nothing("names may have spaces", "name in front of the arguments"));
  EXPECT_EQ(wrong("[t]NAME[a]ARGUMENTS[/t]\n- names may have spaces"), "");
}

TEST(notation, escapes_that_there_are_not) {
  EXPECT_EQ(wrong("<think>\\qREASONING</think>"),
            "format: line 1, column 8: there is no such escape: `\\q`; write \\n, \\t, \\r or \\s, "
            "or \\\\ for a backslash");
  EXPECT_EQ(wrong("<think>\\r\\n\\t\\s\\<REASONING</think>"), "");
}

TEST(notation, a_format_that_says_nothing) {
  const std::string nothing = "format: the format says nothing: it has no line with a placeholder";
  EXPECT_EQ(wrong("\n"), nothing);
  EXPECT_EQ(wrong("# a comment\n\n"), nothing);
  EXPECT_EQ(wrong("- source: a page\n- trims\n"), nothing);
  EXPECT_EQ(wrong("<a>REASONING</a> |"),
            "format: line 1, column 1: nothing stands after ` | `: `<a>REASONING</a> |`");
  EXPECT_EQ(wrong("<a>REASONING</a> |  | <b>REASONING</b>\n"),
            "format: line 1, column 1: nothing stands between two ` | `: `<a>REASONING</a> |  | "
            "<b>REASONING</b>`");
}

TEST(notation, names_before_a_format_and_what_follows_from_it_say_nothing) {
  const std::string text = "qwen3, qwen-3_5:\n  <a>REASONING</a>\nWhat follows from it:\n- All.\n";
  EXPECT_EQ(lines_of(text), Lines{"<a>REASONING</a>"});
  EXPECT_EQ(wrong(text), "");
  EXPECT_EQ(wrong("none, identity:\n"), "");
  EXPECT_EQ(lines_of("<a>REASONING</a>\nqwen3:"), (Lines{"<a>REASONING</a>", "qwen3:"}));
  for (const char* line : {":", "a b:", "a,,b:", ", a:", "a,:", "A:", "a, :", "a", "a:b:", "a ,b:"})
    EXPECT_EQ(lines_of(line), Lines{line});
}

TEST(notation, a_word_that_was_to_be_text) {
  EXPECT_EQ(wrong("[CALL NAME]ARGUMENTS[/END]"),
            "format: line 1, column 2: CALL and NAME stand in one line: `CALL`; CALL stands for a "
            "whole call, whose NAME has a line of its own; did you mean `\\CALL`?");
  EXPECT_EQ(wrong("[\\CALL NAME]ARGUMENTS[/END]"), "");
  EXPECT_EQ(wrong("<a>REASONING</a>\n<b>CONTENT\\"),
            "format: line 2, column 11: nothing follows the backslash at the end of a line: `\\`; "
            "write \\\\ for a backslash");
  EXPECT_EQ(wrong("<a>\x0EREASONING</a>"),
            "format: line 1, column 4: a control byte has no place in a format: `\\x0e`");
}

TEST(notation, long_lines_are_shown_as_far_as_a_character_ends) {
  std::string line;
  for (int i = 0; i < 40; ++i) line += "é";
  const std::string message = wrong(line);
  std::string shown;
  for (int i = 0; i < 30; ++i) shown += "é";
  EXPECT_NE(message.find(": `" + shown + "`...; words in capitals"), message.npos) << message;
}

}  // namespace
}  // namespace tagstream::notation
