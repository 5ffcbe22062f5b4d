#include "missed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "body/schema.hpp"
#include "dialects/own_rules.hpp"
#include "flags.hpp"
#include "format_hint.hpp"
#include "lex/grammar.hpp"
#include "processors.hpp"
#include "readers/tokenizer.hpp"
#include "readers/trials.hpp"
#include "tagstream/advise.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t most_names = 3;

std::vector<Token> all_tags(std::string_view text) { return tokenize(text, *TokenRules::make({})); }

// The names of the first tags that are opened in the text, each once.
std::vector<std::string> tags_in(std::string_view text) {
  std::vector<std::string> names;
  for (const Token& token : all_tags(text)) {
    if (token.kind != TokenKind::open && token.kind != TokenKind::empty) continue;
    const std::string name(token.name());
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& one) { return same_name(one, name, true); });
}

std::string tag(std::string_view name) { return fmt::format("<{}>", name); }

bool finds(const ExtractOptions& options, std::string_view text) {
  const Result<Tree> tree = extract(text, options);
  return tree && !tree->empty();
}

// An option with its value, as a user writes it: `--no-leading-only`, `--unclosed extend`.
std::string flag_with(std::string_view option, std::string_view value) {
  const std::string flag = flag_of(option);
  if (value == "true") return flag;
  if (value == "false") return "--no-" + flag.substr(2);
  return fmt::format("{} {}", flag, value);
}

// The first option with which something would be found in a tree; empty if none of them helps.
// @param found  says whether options find anything
template <class Found>
std::string option_that_finds(const ExtractOptions& options, Found found) {
  for (const Trial& one : extract_trials) {
    ExtractOptions others = options;
    if (!others.set(one.option, one.value) && found(others)) {
      return flag_with(one.option, one.value);
    }
  }
  return {};
}

// The sentence about a tag that stands in the text, but is not read. Empty if it does not stand
// there.
std::string unread(const std::string& name, std::string_view text) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::string_view after = text.substr(at + name.size());
    const std::string_view before = trimmed_back(text.substr(0, at));
    if (!before.ends_with('<') || (!after.empty() && is_name_byte(after[0]))) continue;
    const std::string_view blanks = text.substr(before.size(), at - before.size());
    if (blanks.empty()) return fmt::format("`<{}` is in this text, but no tag that is read", name);
    return fmt::format("no <{0}> in this text: `<{1}{0}` has a blank before its name", name,
                       blanks);
  }
  return {};
}

// "; it holds <a>, <b>", or nothing.
std::string held(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  const std::vector<std::string> first(
      names.begin(),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_names)));
  return "; it holds " + joined(first, ", ", tag) +
         (names.size() > most_names ? " and others" : "");
}

// ": --hide think", after `held`; of several tags ": --hide NAME reads one". Nothing if the text
// has none.
std::string reads_one(const std::vector<std::string>& names, std::string_view asked) {
  if (names.size() == 1) return fmt::format(": {} {}", asked, names[0]);
  return names.empty() ? "" : fmt::format(": {} NAME reads one", asked);
}

// The names of all that the command has looked for.
std::vector<std::string> all_wanted(const Options& options, const std::vector<OwnRule>& rules) {
  std::vector<std::string> wanted;
  const auto add = [&](std::string_view part, const std::string& name) {
    if (name.empty()) return;
    wanted.push_back(fmt::format("{}of {}", part, name == "auto" ? "any dialect" : name));
  };
  add("", options.dialect);
  add("reasoning ", options.reasoning_of);
  add("calls ", options.calls_of);
  if (!options.format.empty()) wanted.emplace_back("of the format");
  if (wanted.empty() && rules.empty()) wanted.emplace_back("of any dialect");  // `show` guesses
  for (const OwnRule& rule : rules) {
    wanted.push_back(rule.name.empty() ? text_of(rule) : tag(rule.name));
  }
  return wanted;
}

// Several of them in one line: "qwen3, <note>".
std::string listed(const std::vector<std::string>& wanted) {
  return joined(wanted, ", ", [](const std::string& one) {
    return one.starts_with("of ") ? one.substr(3) : one;
  });
}

std::string missing(const std::vector<std::string>& wanted) {
  if (wanted.size() != 1) return "none of these is found in this text: " + listed(wanted);
  return fmt::format("{} {} in this text", wanted[0].starts_with("of ") ? "nothing" : "no",
                     wanted[0]);
}

std::string there_with(const std::vector<std::string>& wanted, std::string_view option) {
  const char* const why =
      option == "--ignore-case" ? "with other capitals" : "but not where it is read";
  if (wanted.size() != 1) {
    return fmt::format("one of these is in this text, {} ({}): {} reads it", why, listed(wanted),
                       option);
  }
  return fmt::format("{}{} is in this text, {}: {} reads it",
                     wanted[0].starts_with("of ") ? "something " : "", wanted[0], why, option);
}

// The value to which an advice sets an option; null if it leaves it alone.
const std::string* set_to(const std::vector<Advice>& advice, std::string_view option) {
  if (advice.empty()) return nullptr;
  for (const Advice::Change& one : advice[0].changes) {
    if (one.option == option) return &one.value;
  }
  return nullptr;
}

// The message about tags that are not in the text.
// @param asked  the words before the name of a tag that may have been meant
template <class Found>
std::string no_tag(const std::vector<std::string>& wanted, const ExtractOptions& options,
                   std::string_view asked, std::string_view text, Found found) {
  std::vector<std::string> tags;
  for (const std::string& name : wanted) tags.push_back(tag(name));
  const std::string option = option_that_finds(options, found);
  if (!option.empty()) return there_with(tags, option);
  for (const std::string& name : wanted) {
    if (std::string said = unread(name, text); !said.empty()) return said;
  }
  const std::vector<std::string> names = tags_in(text);
  std::string_view meant;
  for (const std::string& name : wanted) {
    if (meant.empty()) meant = nearest_word(name, {names.begin(), names.end()});
  }
  return fmt::format(
      "no {} in this text{}{}", joined(tags, " or "), held(names),
      meant.empty() ? reads_one(names, asked) : fmt::format(": {} {}", asked, meant));
}

}  // namespace

std::string nothing_read(const Arguments& arguments, const std::vector<Advice>& advice,
                         std::string_view seen) {
  const Options& options = arguments.options;
  const std::vector<OwnRule> rules = own_rules(options).value_or(std::vector<OwnRule>());
  const std::vector<std::string> wanted = all_wanted(options, rules);
  const std::string* const dialect = set_to(advice, "dialect");
  const std::string* const tools = set_to(advice, "tools");
  if (!advice.empty() && dialect == nullptr && tools == nullptr) {
    const Advice::Change& change = advice[0].changes[0];
    return there_with(wanted, flag_with(change.option, change.value));
  }
  std::vector<std::string> names = tags_in(seen);
  std::string sentence = missing(wanted);
  // Reasoning was asked for, and there are calls; or the reverse.
  if (dialect != nullptr && (*dialect == options.reasoning_of || *dialect == options.calls_of)) {
    return fmt::format("{}{}: --dialect {} reads it", sentence, held(names), *dialect);
  }
  for (const OwnRule& rule : rules) {
    const bool may_be_of = rule.action == Action::reasoning || rule.action == Action::call;
    if (!may_be_of || has(names, rule.name) || find_dialect(rule.name) == nullptr) continue;
    const char* const part = rule.action == Action::call ? "--calls-of" : "--reasoning-of";
    return fmt::format("{}; did you mean {} {}?", sentence, part, rule.name);
  }
  for (const OwnRule& rule : rules) {
    if (rule.name.empty()) continue;
    if (std::string said = unread(rule.name, seen); !said.empty()) return said;
  }
  if (tools != nullptr) {
    const std::string name = (*read_schemas(*tools))[0].name;  // `advise` has tried it
    return fmt::format("{}; with --tools '{}' <{}> is a call", sentence, *tools, name);
  }
  std::vector<std::string> meant;
  for (const OwnRule& rule : rules) {
    if (rule.action == Action::drop || !meant.empty()) continue;
    const std::string_view name = nearest_word(rule.name, {names.begin(), names.end()});
    if (!name.empty()) meant.push_back(fmt::format("--{} {}", word_of(rule.action), name));
  }
  if (dialect != nullptr) {
    const std::string* const inside = set_to(advice, "start_in_reasoning");
    meant.push_back(flag_with("dialect", *dialect));
    if (inside != nullptr) meant.back() += ' ' + flag_with("start_in_reasoning", *inside);
  }
  sentence += held(names);
  if (!meant.empty()) return sentence + ": " + joined(meant, ", or ");
  const auto named = std::find_if(rules.begin(), rules.end(), [&](const OwnRule& rule) {
    return !rule.name.empty() && !has(names, rule.name);
  });
  if (named == rules.end()) return sentence;
  return sentence + reads_one(names, fmt::format("--{}", word_of(named->action)));
}

std::string rule_without_tag(const Options& options, std::string_view seen) {
  const std::vector<OwnRule> rules = own_rules(options).value_or(std::vector<OwnRule>());
  const Result<Message> message = read(seen, options);
  if (rules.empty() || !message) return {};
  const std::vector<std::string> names = tags_in(seen);
  const std::vector<std::string> left = tags_in(message->content);
  for (const OwnRule& rule : rules) {
    if (rule.name.empty() || has(names, rule.name)) continue;
    const std::string_view meant = nearest_word(rule.name, {left.begin(), left.end()});
    if (meant.empty()) continue;
    return fmt::format("no <{}> in this text; did you mean --{} {}?", rule.name,
                       word_of(rule.action), meant);
  }
  return {};
}

std::string nothing_guessed(std::string_view text) {
  if (text.empty()) return "the input is empty";
  const InputForm form = looks_like(text);
  if (form == InputForm::jsonl)
    return "the text looks like JSON lines: guess reads the text of one answer";
  if (is_stream(form))
    return "the text looks like the stream of a server; give guess the text of the answer alone";
  const std::string tags = held(tags_in(text));
  return fmt::format("no dialect is known for this text{}{}", tags,
                     tags.empty() ? "" : ": tagstream extract shows them");
}

std::string nothing_extracted(const Arguments& arguments, std::string_view seen) {
  const std::vector<std::string>& wanted = arguments.extract.names;
  if (!arguments.write_to.empty() && finds(arguments.extract, seen)) {
    return fmt::format("no tag that is read here has the attribute `{}`", arguments.path_from);
  }
  const auto found = [&](const ExtractOptions& others) { return finds(others, seen); };
  if (!wanted.empty()) return no_tag(wanted, arguments.extract, "--names", seen, found);
  const std::string option = option_that_finds(arguments.extract, found);
  return option.empty() ? "no tag in this text" : there_with({"a tag"}, option);
}

std::string nothing_inside(const Arguments& arguments, std::string_view seen) {
  const std::string& name = *arguments.name;
  ExtractOptions options = arguments.extract;
  options.names = {name};
  const auto found = [&](const ExtractOptions& others) {
    const auto content = inner(seen, name, others);
    return content && content->has_value();
  };
  if (option_that_finds(arguments.extract, found).empty() && finds(options, seen)) {
    return fmt::format("no outermost <{}> in this text has a closing tag", name);
  }
  return no_tag({name}, arguments.extract, "tagstream inner", seen, found);
}

}  // namespace tagstream::cli
