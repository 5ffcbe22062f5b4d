#include "options/other_names.hpp"

#include "base/nearest.hpp"
#include "base/text.hpp"

namespace tagstream {

namespace {

// Names of commands and options that others have, and what has the same meaning here. Of
// several meanings, a row each, those count that the command has.
struct OtherName {
  std::string_view other;
  std::string_view here;
};
constexpr OtherName other_names[] = {
    {"parse", "read"},
    {"stream", "read"},
    {"tools", "read"},
    {"calls", "read"},
    {"calls", "calls_of"},
    {"explain", "read"},
    {"thoughts", "read"},
    {"tags", "extract"},
    {"tree", "extract"},
    {"detect", "guess"},
    {"render", "write"},
    {"families", "dialects"},
    {"grammar", "dialects"},

    {"family", "dialect"},
    {"parser", "dialect"},
    {"tool_call_parser", "calls_of"},
    {"tool_format", "calls_of"},
    {"tool_calls", "calls_of"},
    {"no_reasoning", "calls_of"},
    {"reasoning_parser", "reasoning_of"},
    {"row", "format"},
    {"dialect_file", "format_file"},
    {"tag", "names"},
    {"tag", "hide"},
    {"name", "names"},
    {"name", "hide"},
    {"attribute", "path_from"},
    {"attr", "path_from"},
    {"tag_between", "hide"},
    {"remove", "hide"},
    {"exclude", "hide"},
    {"think", "reasoning"},
    {"thinking", "reasoning"},
    {"body", "call"},
    {"schema", "tools"},
    {"schemas", "tools"},
    {"functions", "tools"},
    {"tool_name", "tool_choice"},
    {"prime", "prompt_tail"},
    {"start_reasoning", "start_in_reasoning"},
    {"max_call_bytes", "max_held_bytes"},
    {"on_unclosed", "unclosed_section"},
    {"on_unclosed", "unclosed_reasoning"},
    {"on_unclosed", "unclosed_call"},
    {"on_unclosed", "unclosed"},
    {"unclosed", "unclosed_section"},
    {"unclosed", "unclosed_reasoning"},
    {"unclosed", "unclosed_call"},
    {"quoted_calls", "markdown_code"},
    {"depth", "max_depth"},
    {"jsonl", "from"},
    {"jobs", "j"},
};

// The end of a message: "; did you mean `--tools`?" for `--schema`, which other programs have.
// Empty if the name is not one of theirs.
std::string same_meaning(std::string_view written, const std::vector<std::string_view>& names) {
  std::vector<std::string> meant;
  for (const OtherName& one : other_names) {
    if (!is_same_word(one.other, written)) continue;
    for (const std::string_view name : names) {
      if (is_same_word(one.here, name)) meant.push_back(in_backticks(name));
    }
  }
  std::string list;
  for (const std::string& name : meant) {
    if (!list.empty()) list += &name == &meant.back() ? " or " : ", ";
    list += name;
  }
  return list.empty() ? list : "; did you mean " + list + '?';
}

}  // namespace

std::string name_meant(std::string_view written, const std::vector<std::string_view>& names) {
  std::string meant = same_meaning(written, names);
  return meant.empty() ? did_you_mean(nearest_word(written, names)) : meant;
}

}  // namespace tagstream
