#include "cli/arguments.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tagstream/grammar.hpp"

namespace tagstream {
namespace {

std::string said_of(const Options& options) {
  const Result<Rules> rules = Rules::make(options);
  return rules ? "no error" : cli::said_of_option({}, rules.error().message);
}

TEST(arguments, what_the_library_says_names_flags) {
  const std::string names = R"([{"name": "auto"}, {"name": "f"}])";
  const std::vector<Options> wrong = {
      {.dialect = "qwen3", .model = "qwen3"},
      {.dialect = "qwen3", .calls_of = "qwen3"},
      {.dialect = "qwen3", .only_offered = true},
      {.dialect = "qwen3", .tools = names, .tool_choice = "auto"},
      {.dialect = "qwen3", .tools = names, .tool_choice = "g"},
      {.dialect = "qwen3", .tools = "{}"},
      {.dialect = "qwen3", .start_in_reasoning = true, .start_inside = "think"},
      {.dialect = "qwen3", .start_inside = "x"},
      {.dialect = "qwen3", .leading_only = true},
      {.dialect = "qwen3", .limits = {.max_tag_bytes = 0}},
      {.dialect = "qwem3"},
      {.dialect = "auto", .start_in_reasoning = true},
      {.dialect = "auto", .bare_calls = BareCalls::never},
      {.model = "no such model"},
      {.model = "Qwen/Qwem3"},
      {.format = "<NAME>PARAMETER...</NAME>  <KEY>VALUE</KEY>"},
      {.calls_of = "auto"},
      {.reasoning_of = "none", .calls_of = "think"},
      {.hide = {"a", "a"}},
      {.hide = {"a b"}},
      {.hide = {"a"}, .start_in_reasoning = true},
      {.hide = {"a"}, .decode_entities = {"b"}},
      {},
  };
  for (const Options& options : wrong) {
    const std::string said = said_of(options);
    EXPECT_NE(said, "no error");
    for (const OptionInfo& info : option_infos()) {
      const std::string name(info.name);
      EXPECT_EQ(said.find('`' + name + '`'), said.npos) << said;
      // A name of one word may be a word of the sentence.
      const bool is_name = name.find('_') != name.npos;
      EXPECT_FALSE(is_name && said.find(name) != said.npos) << said;
    }
  }
}

TEST(arguments, options_that_exclude_each_other_are_flags) {
  EXPECT_EQ(said_of({.dialect = "qwen3", .model = "qwen3"}),
            "--dialect, --model and --format exclude each other: give one");
  EXPECT_EQ(said_of({.dialect = "qwen3", .calls_of = "qwen3"}),
            "--reasoning-of and --calls-of exclude --dialect, --model and --format");
  EXPECT_EQ(said_of({.dialect = "qwen3", .only_offered = true}),
            "no tool is offered: give --tools (--only-offered)");
  EXPECT_EQ(said_of({.model = "gpt-4"}),
            "no dialect is known for `gpt-4`: --model; give --dialect NAME, for reading also "
            "--dialect auto");
  EXPECT_EQ(cli::said_of_option({}, lark_grammar({.dialect = "qwen3"}).error().message),
            "a grammar needs tools: give --tools");
}

TEST(arguments, notices_name_flags) {
  EXPECT_EQ(cli::with_flags("it is text; reasoning_again = anywhere reads it"),
            "it is text; --reasoning-again anywhere reads it");
  EXPECT_EQ(cli::with_flags("it is text; markdown_code = off reads it"),
            "it is text; --markdown-code off reads it");
}

TEST(arguments, a_limit_is_named_as_it_is_written) {
  EXPECT_EQ(cli::with_flags("more than max_held_bytes in a tool call"),
            "more than --max-held-bytes in a tool call");
  EXPECT_EQ(cli::with_flags("max_held_bytes reached"), "--max-held-bytes reached");
}

}  // namespace
}  // namespace tagstream
