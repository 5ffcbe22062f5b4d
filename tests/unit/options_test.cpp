#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "options/option_table.hpp"
#include "tagstream/extract.hpp"

namespace tagstream {
namespace {

using Type = OptionInfo::Type;

const Option<Options>& entry(std::string_view name) {
  const auto& table = option_table();
  return *std::find_if(table.begin(), table.end(),
                       [&](const Option<Options>& one) { return one.info.name == name; });
}

std::string value_of(const Options& options, std::string_view name) {
  return entry(name).get(options);
}

// The value of an option that is set to `value`, or the sentence that says why it can't be.
std::string set(std::string_view name, std::string_view value) {
  Options options;
  const std::optional<Error> error = options.set(name, value);
  if (!error) return value_of(options, name);
  EXPECT_EQ(error->code, Code::bad_option);
  EXPECT_EQ(error->offset, 0U);
  return error->message;
}

std::string error_of_json(std::string_view json) {
  const Result<Options> options = Options::from_json(json);
  return options ? "" : options.error().message;
}

bool is_text(const OptionInfo& info) {
  return info.type == Type::text || info.type == Type::json || info.type == Type::bytes;
}
bool is_list(const OptionInfo& info) { return info.type == Type::list || info.type == Type::rules; }
bool is_number(const OptionInfo& info) {
  return info.type == Type::number || info.type == Type::size;
}

// ---- the table -------------------------------------------------------------------------------

TEST(options, say_of_which_type_their_value_is) {
  std::map<std::string_view, std::string> names;
  for (const OptionInfo& info : option_infos()) {
    names[to_string(info.type)] += std::string(info.name) + ' ';
  }
  EXPECT_EQ(names["rules"], "hide record unwrap reasoning thought call ");
  EXPECT_EQ(names["list"], "drop decode_entities ");
  EXPECT_EQ(names["json"], "tools tool_choice ");
  EXPECT_EQ(names["bytes"], "prompt_tail ");
  EXPECT_EQ(names["number"], "id_seed ");
  EXPECT_EQ(names["size"], "max_tag_bytes max_held_bytes max_section_bytes max_attributes ");
  EXPECT_STREQ(to_string(static_cast<Type>(9)), "unknown");
}

TEST(options, are_those_of_the_surface_in_its_order) {
  std::string names;
  for (const OptionInfo& info : option_infos()) names += std::string(info.name) + ' ';
  EXPECT_EQ(names,
            "dialect model format reasoning_of calls_of "
            "hide record unwrap reasoning thought call drop "
            "tools tool_choice parallel_tool_calls only_offered "
            "prompt_tail start_in_reasoning start_inside "
            "unclosed_section unclosed_reasoning unclosed_call bad_calls calls_in_reasoning "
            "bare_calls reasoning_again markdown_code nesting leading_only ignore_case strict_json "
            "incremental trim decode_entities id_style id_seed "
            "max_tag_bytes max_held_bytes max_section_bytes max_attributes on_limit ");
}

TEST(options, a_fresh_one_is_what_the_table_says) {
  const Options fresh;
  for (const OptionInfo& info : option_infos()) {
    EXPECT_EQ(value_of(fresh, info.name), info.default_value) << info.name;
    EXPECT_FALSE(info.sentence.empty()) << info.name;
    EXPECT_FALSE(info.sentence.ends_with('.')) << info.name;
    const bool has_words = info.type == Type::choice || info.name == "tool_choice";
    EXPECT_EQ(!info.values.empty(), has_words) << info.name;
    const bool has_default = !is_text(info) && !is_list(info);
    EXPECT_EQ(info.default_value.empty(), !has_default) << info.name;
    if (info.type == Type::choice) {
      EXPECT_EQ(info.values[0], info.default_value) << info.name;
    }
  }
}

TEST(options, each_is_set_by_its_name) {
  for (const OptionInfo& info : option_infos()) {
    switch (info.type) {
      case Type::text:
      case Type::json:
      case Type::bytes:
        EXPECT_EQ(set(info.name, "x …\n"), "x …\n") << info.name;
        EXPECT_EQ(set(info.name, ""), "") << info.name;
        break;
      case Type::list:
      case Type::rules: {
        Options options;
        EXPECT_FALSE(options.set(info.name, "one"));
        EXPECT_FALSE(options.set(info.name, "[T]…[/T]"));
        EXPECT_EQ(value_of(options, info.name), "one\n[T]…[/T]\n") << info.name;
        break;
      }
      case Type::boolean:
        EXPECT_EQ(set(info.name, "true"), "true") << info.name;
        EXPECT_EQ(set(info.name, "false"), "false") << info.name;
        break;
      case Type::choice:
        for (const std::string_view word : info.values) {
          EXPECT_EQ(set(info.name, word), word) << info.name;
        }
        break;
      case Type::number:
      case Type::size:
        EXPECT_EQ(set(info.name, "7"), "7") << info.name;
        EXPECT_EQ(set(info.name, "2K"), "2K") << info.name;
        break;
    }
  }
}

// Each in its own place, and in no other.
TEST(options, one_that_is_set_changes_no_other) {
  for (const OptionInfo& info : option_infos()) {
    std::string other = "x";
    if (info.type == Type::boolean) other = info.default_value == "true" ? "false" : "true";
    if (info.type == Type::choice) other = info.values.back();
    if (is_number(info)) other = "77";
    Options options;
    EXPECT_FALSE(options.set(info.name, other)) << info.name;
    for (const OptionInfo& one : option_infos()) {
      const bool is_set = one.name == info.name;
      EXPECT_EQ(value_of(options, one.name) != one.default_value, is_set)
          << info.name << ' ' << one.name;
    }
  }
}

TEST(options, set_reaches_the_fields) {
  Options options;
  const auto give = [&](std::string_view name, std::string_view value) {
    EXPECT_FALSE(options.set(name, value)) << name;
  };
  give("dialect", "qwen3");
  give("hide", "a");
  give("hide", "b");
  give("reasoning", "c");
  give("tools", "[]");
  give("parallel_tool_calls", "false");
  give("unclosed_call", "error");
  give("bad_calls", "hide");
  give("nesting", "first_close");
  give("id_style", "mistral");
  give("id_seed", "5");
  give("max_held_bytes", "64K");
  give("max_tag_bytes", "none");
  give("on_limit", "stop");
  EXPECT_EQ(options.dialect, "qwen3");
  EXPECT_EQ(options.hide, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.reasoning, (std::vector<std::string>{"c"}));
  EXPECT_EQ(options.tools, "[]");
  EXPECT_FALSE(options.parallel_tool_calls);
  EXPECT_EQ(options.unclosed_call, UnclosedCall::error);
  EXPECT_EQ(options.bad_calls, BadCalls::hide);
  EXPECT_EQ(options.nesting, Nesting::first_close);
  EXPECT_EQ(options.id_style, IdStyle::mistral);
  EXPECT_EQ(options.id_seed, 5U);
  EXPECT_EQ(options.limits.max_held_bytes, 65536U);
  EXPECT_EQ(options.limits.max_tag_bytes, Limits::none);
  EXPECT_EQ(options.limits.on_limit, OnLimit::stop);
}

// ---- what can't be ---------------------------------------------------------------------------

TEST(options, an_unknown_name_is_an_error_with_the_nearest) {
  const auto error_of = [](std::string_view name) {
    Options options;
    const std::optional<Error> error = options.set(name, "x");
    return error ? error->message : "";
  };
  EXPECT_EQ(error_of("dialekt"), "there is no option `dialekt`; did you mean `dialect`?");
  EXPECT_EQ(error_of("hides"), "there is no option `hides`; did you mean `hide`?");
  EXPECT_EQ(error_of("tool-choice"),
            "there is no option `tool-choice`; did you mean `tool_choice`?");
  EXPECT_EQ(error_of("maxHeldBytes"),
            "there is no option `maxHeldBytes`; did you mean `max_held_bytes`?");
  EXPECT_EQ(error_of(""), "there is no option ``");
  EXPECT_EQ(error_of("limits"), "there is no option `limits`");
  EXPECT_EQ(error_of("Hide"), "there is no option `Hide`; did you mean `hide`?");
}

TEST(options, a_name_of_other_programs_is_an_error_with_what_it_means) {
  Options options;
  EXPECT_EQ(options.set("schema", "x")->message,
            "there is no option `schema`; did you mean `tools`?");
  EXPECT_EQ(Options::from_json(R"({"prime": "x"})").error().message,
            "there is no option `prime`; did you mean `prompt_tail`?");
  EXPECT_EQ(options.set("on_unclosed", "text")->message,
            "there is no option `on_unclosed`; did you mean `unclosed_section`, "
            "`unclosed_reasoning` or `unclosed_call`?");
  ExtractOptions of_trees;
  EXPECT_EQ(of_trees.set("tag", "b")->message, "there is no option `tag`; did you mean `names`?");
  EXPECT_EQ(of_trees.set("schema", "b")->message, "there is no option `schema`");
}

TEST(options, an_unknown_value_is_an_error_with_the_nearest) {
  EXPECT_EQ(set("unclosed_call", "tekst"),
            "unclosed_call: `tekst` is none of auto, text, call, error; did you mean `text`?");
  EXPECT_EQ(set("on_limit", "abort"), "on_limit: `abort` is none of text, stop");
  EXPECT_EQ(set("nesting", "first-close"),
            "nesting: `first-close` is none of balanced, first_close; did you mean "
            "`first_close`?");
  EXPECT_EQ(set("nesting", ""), "nesting: `` is none of balanced, first_close");
  EXPECT_EQ(set("trim", "yes"), "trim: `yes` is not true or false");
  EXPECT_EQ(set("trim", "True"), "trim: `True` is not true or false");
}

TEST(options, an_error_names_the_option_and_the_place_in_its_value) {
  for (const OptionInfo& info : option_infos()) {
    Options options;
    const auto error = options.set(info.name, "\x01 no such value");
    EXPECT_TRUE(!error || error->option == info.name) << error->message;
  }
  Options options;
  EXPECT_EQ(options.set("hid", "a")->option, "hid");
  const auto option_of = [](Options wrong) {
    const auto rules = Rules::make(std::move(wrong));
    if (rules) return std::string();
    return rules.error().option + " " + std::to_string(rules.error().offset);
  };
  EXPECT_EQ(option_of({.hide = {""}}), "hide 0");
  EXPECT_EQ(option_of({.dialect = "qwen-three"}), "dialect 0");
  EXPECT_EQ(option_of({.call = {"f"}, .tools = "[{\"name\":}]"}), "tools 9");
  EXPECT_EQ(option_of({.format = "<think>REASONING</think>\n<f>NAMES ARGUMENTS</f>"}), "format 28");
  EXPECT_EQ(option_of({.dialect = "qwen3", .format = "<f>NAME ARGUMENTS</f>"}), " 0");
  EXPECT_EQ(Options::from_json(R"({"hide": "a", "hide": "b"})").error().option, "hide");
}

TEST(options, one_that_is_refused_stays_as_it_was) {
  for (const OptionInfo& info : option_infos()) {
    if (is_text(info) || is_list(info)) continue;
    Options options;
    EXPECT_TRUE(options.set(info.name, "no such value")) << info.name;
    EXPECT_EQ(value_of(options, info.name), info.default_value) << info.name;
  }
}

TEST(options, sizes_are_numbers_with_or_without_a_unit) {
  const auto bytes = [](std::string_view value) {
    Options options;
    EXPECT_FALSE(options.set("max_held_bytes", value)) << value;
    return options.limits.max_held_bytes;
  };
  EXPECT_EQ(bytes("0"), 0U);
  EXPECT_EQ(bytes("4096"), 4096U);
  EXPECT_EQ(bytes("64K"), 65536U);
  EXPECT_EQ(bytes("64k"), 65536U);
  EXPECT_EQ(bytes("16M"), 16777216U);
  EXPECT_EQ(bytes("1G"), 1073741824U);
  EXPECT_EQ(bytes("none"), Limits::none);
  for (const char* const size :
       {"0", "1", "1000", "1023", "1K", "1025", "1023K", "1M", "3G", "none"}) {
    EXPECT_EQ(set("max_held_bytes", size), size);
  }
  // A number that a machine of 32 bits can't reach is no limit there.
  for (const char* const size : {"4G", "5G", "1024G"}) {
    EXPECT_EQ(set("max_held_bytes", size), sizeof(std::size_t) > 4 ? size : "none");
  }
  for (const char* const other :
       {"", "K", "-1", "+1", "1.5K", "1 K", "1KB", "1T", "0x10", "None", "1e3", "64K ", " 1"}) {
    EXPECT_EQ(set("max_held_bytes", other),
              "max_held_bytes: `" + std::string(other) +
                  "` is neither a number, such as 4096 or 64K, nor `none`");
  }
  EXPECT_EQ(set("max_held_bytes", "17179869184G"), "max_held_bytes: `17179869184G` is too large");
  const std::string nines(20, '9');  // more than 64 bits
  for (const std::string& digits : {nines, nines + "K", "0" + nines + "g"}) {
    EXPECT_EQ(set("max_held_bytes", digits), "max_held_bytes: `" + digits + "` is too large");
    EXPECT_EQ(set("id_seed", digits), "id_seed: `" + digits + "` is too large");
  }
  EXPECT_EQ(set("id_seed", nines + "x"),
            "id_seed: `" + nines + "x` is not a number, such as 4096 or 64K");
  EXPECT_EQ(set("id_seed", "none"), "id_seed: `none` is not a number, such as 4096 or 64K");
  EXPECT_EQ(set("id_seed", "18446744073709551615"), "18446744073709551615");
}

// ---- as JSON ---------------------------------------------------------------------------------

TEST(options, come_from_json) {
  const Options options = Options::from_json(R"({
      "dialect": "qwen3", "hide": "a", "reasoning": ["b", "[T]…[/T]"],
      "parallel_tool_calls": false, "unclosed_call": "error", "max_held_bytes": 4096,
      "max_tag_bytes": "64K", "id_seed": 18446744073709551615, "prompt_tail": "a\n\u00e9"})")
                              .value();
  EXPECT_EQ(options.dialect, "qwen3");
  EXPECT_EQ(options.hide, (std::vector<std::string>{"a"}));
  EXPECT_EQ(options.reasoning, (std::vector<std::string>{"b", "[T]…[/T]"}));
  EXPECT_FALSE(options.parallel_tool_calls);
  EXPECT_EQ(options.unclosed_call, UnclosedCall::error);
  EXPECT_EQ(options.limits.max_held_bytes, 4096U);
  EXPECT_EQ(options.limits.max_tag_bytes, 65536U);
  EXPECT_EQ(options.id_seed, 18446744073709551615U);
  EXPECT_EQ(options.prompt_tail, "a\né");
  const Options none = Options::from_json("{}").value();
  for (const OptionInfo& info : option_infos()) {
    EXPECT_EQ(value_of(none, info.name), info.default_value);
  }
}

TEST(options, every_one_is_a_key_of_json) {
  for (const OptionInfo& info : option_infos()) {
    std::string value = "\"x\"";
    if (info.type == Type::boolean) value = info.default_value;
    if (is_number(info)) value = "1024";
    if (info.type == Type::choice) value = '"' + std::string(info.values.back()) + '"';
    EXPECT_EQ(error_of_json("{\"" + std::string(info.name) + "\": " + value + "}"), "")
        << info.name;
  }
}

TEST(options, a_pair_may_be_a_list_of_two_strings) {
  const Options options =
      Options::from_json(R"({"hide": [["Thinking...", "...done thinking."], "a", ["[", "]"]]})")
          .value();
  EXPECT_EQ(options.hide,
            (std::vector<std::string>{between("Thinking...", "...done thinking."), "a", "[…]"}));
  EXPECT_EQ(Options::from_json(R"({"hide": ["a", "b"]})").value().hide,
            (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(Options::from_json(R"({"hide": []})").value().hide.empty());
  for (const char* const other : {R"(["a"])", R"(["a", "b", "c"])", R"(["a", 1])", "[]", "1", "{}",
                                  "null", R"([["a", "b"], "c"])"}) {
    EXPECT_EQ(error_of_json("{\"hide\": [" + std::string(other) + "]}"),
              "hide: `" + std::string(other) + "` is neither a string nor two of them");
  }
}

TEST(options, null_is_the_default_and_no_limit) {
  std::string all;
  for (const OptionInfo& info : option_infos()) {
    all += (all.empty() ? "{\"" : ", \"") + std::string(info.name) + "\": null";
  }
  const Result<Options> options = Options::from_json(all + "}");
  ASSERT_TRUE(options) << options.error().message;
  for (const OptionInfo& info : option_infos()) {
    const bool is_limit = info.name.starts_with("max_");
    EXPECT_EQ(value_of(*options, info.name), is_limit ? "none" : info.default_value) << info.name;
  }
}

TEST(options, tools_and_their_choice_may_be_json_as_it_is) {
  const Options options = Options::from_json(R"({
      "tools": [{"name": "f",  "parameters": {}}],
      "tool_choice": {"type": "function", "function": {"name": "f"}}})")
                              .value();
  EXPECT_EQ(options.tools, R"([{"name": "f",  "parameters": {}}])");
  EXPECT_EQ(options.tool_choice, R"({"type": "function", "function": {"name": "f"}})");
  const Options strings =
      Options::from_json(R"({"tools": "[{\"name\": \"f\"}]", "tool_choice": "none"})").value();
  EXPECT_EQ(strings.tools, R"([{"name": "f"}])");
  EXPECT_EQ(strings.tool_choice, "none");
}

TEST(options, json_that_can_t_be_is_refused) {
  EXPECT_EQ(error_of_json("{"), "not JSON at line 1, column 2");
  EXPECT_EQ(error_of_json(""), "not JSON at line 1, column 1");
  EXPECT_EQ(error_of_json("[]"), "the options are not a JSON object");
  EXPECT_EQ(error_of_json("\"qwen3\""), "the options are not a JSON object");
  EXPECT_EQ(error_of_json(R"({"dialekt": "x"})"),
            "there is no option `dialekt`; did you mean `dialect`?");
  EXPECT_EQ(error_of_json("{\"hide\": \"a\",\n \"trim\": true, \"h\\u0069de\": \"b\"}"),
            "hide: given twice at line 2, column 16");
  EXPECT_EQ(error_of_json(R"({"tools": [{"name": "f", "name": "g"}]})"), "");
  EXPECT_EQ(error_of_json(R"({"dialekt": null})"),
            "there is no option `dialekt`; did you mean `dialect`?");
  EXPECT_EQ(error_of_json(R"({"dialekt": ["x"]})"),
            "there is no option `dialekt`; did you mean `dialect`?");
  EXPECT_EQ(error_of_json(R"({"dialect": 1})"), "dialect: `1` is not a string");
  EXPECT_EQ(error_of_json(R"({"dialect": ["qwen3"]})"), "dialect: `[\"qwen3\"]` is not a string");
  EXPECT_EQ(error_of_json(R"({"hide": 1})"), "hide: `1` is neither a string nor a list of strings");
  EXPECT_EQ(error_of_json(R"({"hide": {"a": 1}})"),
            "hide: `{\"a\": 1}` is neither a string nor a list of strings");
  EXPECT_EQ(error_of_json(R"({"trim": 1})"), "trim: `1` is not true or false");
  EXPECT_EQ(error_of_json(R"({"trim": "true"})"), "");
  EXPECT_EQ(error_of_json(R"({"unclosed_call": "tekst"})"),
            "unclosed_call: `tekst` is none of auto, text, call, error; did you mean `text`?");
  EXPECT_EQ(error_of_json(R"({"max_held_bytes": 1.5})"),
            "max_held_bytes: `1.5` is neither a number, such as 4096 or 64K, nor `none`");
  EXPECT_EQ(error_of_json(R"({"max_held_bytes": 99999999999999999999})"),
            "max_held_bytes: `99999999999999999999` is too large");
  EXPECT_EQ(error_of_json(R"({"max_held_bytes": true})"),
            "max_held_bytes: `true` is neither a number, such as 4096 or 64K, nor `none`");
}

// ---- of an extractor -------------------------------------------------------------------------

TEST(extract_options, are_set_by_name_as_well) {
  ExtractOptions options;
  EXPECT_FALSE(options.set("names", "a"));
  EXPECT_FALSE(options.set("names", "b"));
  EXPECT_FALSE(options.set("last_close", "c"));
  EXPECT_FALSE(options.set("unclosed", "text"));
  EXPECT_FALSE(options.set("max_depth", "3"));
  EXPECT_FALSE(options.set("ignore_case", "true"));
  EXPECT_FALSE(options.set("markdown_code", "all"));
  EXPECT_FALSE(options.set("max_tag_bytes", "64K"));
  EXPECT_EQ(options.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.last_close, (std::vector<std::string>{"c"}));
  EXPECT_EQ(options.unclosed, Unclosed::text);
  EXPECT_EQ(options.max_depth, 3U);
  EXPECT_TRUE(options.ignore_case);
  EXPECT_EQ(options.markdown_code, MarkdownCode::all);
  EXPECT_EQ(options.limits.max_tag_bytes, 65536U);
  EXPECT_FALSE(options.set("max_depth", "none"));
  EXPECT_EQ(options.max_depth, Limits::none);
  EXPECT_EQ(options.set("unclosd", "text")->message,
            "there is no option `unclosd`; did you mean `unclosed`?");
  EXPECT_EQ(options.set("unclosed", "texts")->message,
            "unclosed: `texts` is none of extend, empty, text; did you mean `text`?");
}

TEST(extract_options, come_from_json) {
  const ExtractOptions options =
      ExtractOptions::from_json(R"({"names": ["a", "b"], "last_close": "c", "max_depth": null,
                                    "max_attributes": 7})")
          .value();
  EXPECT_EQ(options.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options.last_close, (std::vector<std::string>{"c"}));
  EXPECT_EQ(options.max_depth, Limits::none);
  EXPECT_EQ(options.limits.max_attributes, 7U);
  EXPECT_EQ(ExtractOptions::from_json(R"({"hide": "a"})").error().message,
            "there is no option `hide`");
}

TEST(extract_options, have_infos_with_their_defaults) {
  std::string names;
  for (const OptionInfo& info : extract_option_infos()) {
    names += std::string(info.name) + ' ';
    EXPECT_FALSE(info.sentence.empty()) << info.name;
    if (info.default_value.empty()) continue;
    ExtractOptions options;
    EXPECT_FALSE(options.set(info.name, info.default_value)) << info.name;
    const ExtractOptions fresh;
    EXPECT_EQ(options.unclosed, fresh.unclosed);
    EXPECT_EQ(options.max_depth, fresh.max_depth);
    EXPECT_EQ(options.ignore_case, fresh.ignore_case);
    EXPECT_EQ(options.markdown_code, fresh.markdown_code);
    EXPECT_EQ(options.limits.max_tag_bytes, fresh.limits.max_tag_bytes);
    EXPECT_EQ(options.limits.max_attributes, fresh.limits.max_attributes);
  }
  EXPECT_NE(names.find("names "), names.npos);
  EXPECT_NE(names.find("last_close "), names.npos);
}

}  // namespace
}  // namespace tagstream
