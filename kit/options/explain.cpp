// The rules in force, as text for people. The dialect `hermes` with `hide` = `think` gives:
//
//   # the dialect `hermes`
//     <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
//     ...
//   # rules of your own
//   hide: think
//
//   # options
//   tools: none (the default)
//   ...
//
// The line `<think>REASONING</think>` of hermes is missing: the user's rule replaces it.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "dialects/family.hpp"
#include "dialects/own_rules.hpp"
#include "machine/program.hpp"
#include "options/option_table.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

namespace {

using notation::Role;
using notation::Word;

// The part of a dialect that the options use.
enum class Part { all, reasoning, calls };

// The text before the first placeholder: `<think>` for `<think>REASONING</think>`.
std::string lead_of(std::string_view way) {
  return notation::first_text(notation::template_of(way));
}

// The name of the tag that a text begins with, or nothing.
std::string_view tag_at(std::string_view text) {
  if (!text.starts_with('<')) return {};
  text.remove_prefix(1);
  return text.substr(0, text.find_first_of("> ="));
}

/// Writes the lines of a dialect that are in force. A line that a rule of the user or an option
/// replaces is left out.
class LinesInForce {
 public:
  LinesInForce(const Options& options, const std::vector<OwnRule>& own)
      : options_(options), own_(own) {}

  [[nodiscard]] std::string of(std::string_view format, Part part) const {
    std::vector<std::pair<Role, std::string>> kept;
    bool has_parameters = false;
    bool has_reasoning = false;
    notation::Items items(format);
    for (notation::Item item; items.next(item);) {
      if (item.is_option) {
        const bool is_kept = counts(notation::find_option(item.text)->option, part);
        if (is_kept) kept.emplace_back(Role::none, "- " + std::string(item.text));
        continue;
      }
      const Role role = role_of(item.text);
      has_reasoning = has_reasoning || role == Role::reasoning;
      if (!is_of(part, role, item.text, has_reasoning)) continue;
      std::string line = not_replaced(item.text);
      if (line.empty()) continue;
      has_parameters = has_parameters || notation::Census(line).of(Word::parameter) != 0;
      kept.emplace_back(role, std::move(line));
    }
    std::string text;
    for (const auto& [role, line] : kept) {
      if (role != Role::parameter || has_parameters) text += "  " + line + '\n';
    }
    return text;
  }

 private:
  static Role role_of(std::string_view line) {
    std::string_view way;
    notation::Ways(line).next(way);
    return notation::role_of(notation::Census(way));
  }

  // True if `part` uses a line of this role. With `calls_of` alone a line with CONTENT counts only
  // if the line is a header, or no line with REASONING stands before it in the format.
  static bool is_of(Part part, Role role, std::string_view line, bool has_reasoning) {
    const bool is_call = role == Role::wrapper || role == Role::call || role == Role::parameter;
    if (part == Part::all || role == Role::answer) return true;
    if (part == Part::reasoning || is_call) return is_call == (part == Part::calls);
    const notation::Census words(line);
    const bool has_header = words.of(Word::role, Word::header) != 0;
    return role == Role::content && (has_header || !has_reasoning);
  }

  [[nodiscard]] bool counts(notation::Option option, Part part) const {
    using notation::Option;
    switch (option) {
      case Option::source:
      case Option::evidence:
      case Option::models:
      case Option::likely_models:
      case Option::automatic:
      case Option::starts_in_reasoning:  // shown as the option `start_in_reasoning`
      case Option::may_start_in_reasoning: return false;
      case Option::drop: return true;
      case Option::trims:
      case Option::ends_before: return part != Part::calls;
      case Option::calls_end_reasoning:
      case Option::calls_stay_in_reasoning:
      case Option::calls_count_in_reasoning:
        return part != Part::reasoning &&
               options_.calls_in_reasoning == CallsInReasoning::automatic;
      default: return part != Part::reasoning;
    }
  }

  // The alternatives of a line, separated by ` | `, without those that a rule of the user replaces.
  [[nodiscard]] std::string not_replaced(std::string_view line) const {
    std::string kept;
    notation::Ways ways(line);
    for (std::string_view way; ways.next(way);) {
      const std::string lead = lead_of(way);
      const auto replaces = [&](const OwnRule& rule) { return opens(rule, lead); };
      if (std::any_of(own_.begin(), own_.end(), replaces)) continue;
      kept.append(kept.empty() ? "" : " | ").append(way);
    }
    return kept;
  }

  // True if the rule is for the tag or the marker that a line begins with. `lead` is the text
  // before the line's first placeholder. A rule `<a` does not open the line `<ab>REASONING`: after
  // the marker the line must end, or go on with a blank, `{` or `[`.
  [[nodiscard]] bool opens(const OwnRule& rule, std::string_view lead) const {
    if (rule.action == Action::drop) return false;
    std::string open = rule.line.empty() ? rule.open : lead_of(rule.line);
    if (!rule.line.empty()) open.resize(trimmed_back(open.substr(0, open.find('{'))).size());
    const std::string_view name = rule.name.empty() ? tag_at(open) : rule.name;
    if (!name.empty()) return same_name(name, tag_at(lead), options_.ignore_case);
    if (open.empty() || !lead.starts_with(open)) return false;
    const std::string_view rest = lead.substr(open.size());
    return rest.empty() || is_blank(rest[0]) || rest[0] == '{' || rest[0] == '[';
  }

  const Options& options_;
  const std::vector<OwnRule>& own_;
};

std::string in_dialect(std::string_view what, const std::string& name, Part part,
                       const LinesInForce& lines) {
  if (name.empty()) return {};
  std::string text = "# " + std::string(what) + " `" + name + "`\n";
  if (name == "auto") text += "# what any family writes by markers of its own\n";
  if (const Dialect* const dialect = find_dialect(name)) text += lines.of(dialect->text(), part);
  return text + '\n';
}

std::string own_lines(const std::vector<OwnRule>& rules) {
  if (rules.empty()) return {};
  std::string text = "# rules of your own\n";
  for (const OwnRule& rule : rules) {
    text.append(word_of(rule.action)).append(": ").append(text_of(rule)) += '\n';
  }
  return text + '\n';
}

bool is_named_above(std::string_view name) {
  for (const char* const one : {"dialect", "model", "format", "reasoning_of", "calls_of"}) {
    if (name == one) return true;
  }
  return false;
}

bool has_dialect(const Options& options) {
  return !options.dialect.empty() || !options.reasoning_of.empty() || !options.calls_of.empty() ||
         !options.format.empty();
}

std::string_view unclosed_call_of(const Options& options) {
  if (!has_dialect(options)) return "text";
  if (options.call.empty()) return "call if it is complete";
  return "call if it is complete for the dialect, text for rules of your own";
}

// Appends the meaning of a value that says too little alone. `auto` is such a value. So is `calls`
// for `markdown_code` if the dialect writes its calls in fences: the option is then off.
void add_meaning(std::string& text, const Options& options, const Program& program,
                 std::string_view name) {
  if (name == "unclosed_call" && options.unclosed_call == UnclosedCall::automatic) {
    text.append(": ").append(unclosed_call_of(options));
  }
  if (name == "calls_in_reasoning" && options.calls_in_reasoning == CallsInReasoning::automatic) {
    text.append(": ").append(to_string(program.rules.dialect.calls_in_reasoning));
    if (has_dialect(options)) text += ", as the dialect says";
  }
  if (name == "markdown_code" && program.reads_calls &&
      options.markdown_code != program.markdown_code) {
    text += ": off, since the dialect writes calls in fences";
  }
}

// The word for an option whose value is empty.
std::string_view meaning_of_nothing(const OptionInfo& info) {
  return info.values.empty() ? "not given" : info.values[0];
}

std::string decoded_line(const Options& options) {
  std::string text = "decode_entities:";
  for (const std::string& name : options.decode_entities) {
    text.append(text.ends_with(':') ? " " : ", ").append(name);
  }
  return text + (options.decode_entities.empty() ? " not given (the default)\n" : "\n");
}

// One line for each option that is not a list and not named above: `trim: false (the default)`.
// `starts`: the dialect, not an option, says that the answer begins in reasoning.
std::string option_lines(const Options& options, const Program& program, bool starts) {
  std::string text = "# options\n";
  for (const Option<Options>& one : option_table()) {
    const std::string_view name = one.info.name;
    if (name == "decode_entities") {
      text += decoded_line(options);
      continue;
    }
    const bool is_list =
        one.info.type == OptionInfo::Type::list || one.info.type == OptionInfo::Type::rules;
    if (is_list || is_named_above(name)) continue;
    text.append(name).append(": ");
    if (starts && name == "start_in_reasoning") {
      text += "true (as the dialect says)\n";
      continue;
    }
    if (name == "start_in_reasoning" && options.start_in_reasoning && !options.model.empty() &&
        guess_model(options.model).starts_in_reasoning) {
      text += "true (the prompts of the model open it)\n";  // whoever asked for it
      continue;
    }
    const std::string value = one.get(options);
    const bool is_default = value == one.info.default_value;
    text += value.empty() ? std::string(meaning_of_nothing(one.info)) : in_one_line(value);
    if (is_default) text += " (the default)";
    add_meaning(text, options, program, name);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string Rules::explain() const {
  const Options& options = this->options();
  const std::vector<OwnRule> own = own_rules(options).value_or(std::vector<OwnRule>());
  const LinesInForce lines(options, own);
  const std::string of_model = "the dialect of the model `" + options.model + "`:";
  std::string text = in_dialect(options.model.empty() ? "the dialect" : of_model, options.dialect,
                                Part::all, lines);
  text +=
      in_dialect("only the reasoning of the dialect", options.reasoning_of, Part::reasoning, lines);
  text += in_dialect("only the calls of the dialect", options.calls_of, Part::calls, lines);
  if (!options.format.empty()) {
    text += "# a dialect of your own\n" + lines.of(options.format, Part::all) + '\n';
  }
  text += own_lines(own);
  const bool begins_inside = program()->rules.start_inside != no_rule;
  return text +
         option_lines(options, *program(),
                      begins_inside && !options.start_in_reasoning && options.start_inside.empty());
}

}  // namespace tagstream
