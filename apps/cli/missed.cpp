#include "missed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/nearest.hpp"
#include "dialects/own_rules.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t most_names = 3;

// Names of the tags that are opened in the text, each once, the first ones.
std::vector<std::string> tags_in(std::string_view text) {
  std::vector<std::string> names;
  const auto rules = TokenRules::make({});
  for (const Token& token : tokenize(text, *rules)) {
    if (token.kind != TokenKind::open && token.kind != TokenKind::empty) continue;
    const std::string name(token.name());
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string tag(std::string_view name) { return fmt::format("<{}>", name); }

// "; it holds <a>, <b>", or nothing.
std::string held(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  const std::vector<std::string> first(
      names.begin(),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_names)));
  return "; it holds " + joined(first, ", ", tag) +
         (names.size() > most_names ? " and others" : "");
}

// The dialect that has written the text, unless it is the one that was asked for.
std::string_view other_dialect(const Options& options, std::string_view text) {
  const Guess guess = guess_answer(text);
  for (const Dialect* const row : guess.dialects) {
    for (const std::string* const asked :
         {&options.dialect, &options.reasoning_of, &options.calls_of}) {
      if (row->is_called(*asked)) return {};
    }
  }
  return guess.dialects.empty() ? std::string_view() : guess.dialects[0]->name();
}

std::string nearest_of(std::string_view name, const std::vector<std::string>& names) {
  const std::string_view nearest = nearest_word(name, {names.begin(), names.end()});
  return nearest.empty() ? names[0] : std::string(nearest);
}

std::string looked_for(const OwnRule& rule) {
  return rule.name.empty() ? text_of(rule) : tag(rule.name);
}

std::string missing(const Options& options, const std::vector<OwnRule>& rules) {
  std::vector<std::string> wanted;
  for (const std::string* const name :
       {&options.dialect, &options.reasoning_of, &options.calls_of}) {
    if (!name->empty()) wanted.push_back(*name == "auto" ? "any dialect" : *name);
  }
  if (!options.format.empty()) wanted.emplace_back("the format");
  const bool has_dialect = !wanted.empty();
  for (const OwnRule& rule : rules) wanted.push_back(looked_for(rule));
  if (wanted.size() != 1) return "none of these in this text: " + joined(wanted, ", ");
  return fmt::format("{} {} in this text", has_dialect ? "nothing of" : "no", wanted[0]);
}

}  // namespace

std::string nothing_read(const Arguments& arguments, std::string_view seen) {
  const Options& options = arguments.options;
  const std::vector<OwnRule> rules = own_rules(options).value_or(std::vector<OwnRule>());
  std::vector<std::string> names = tags_in(seen);
  std::string sentence = missing(options, rules);
  for (const OwnRule& rule : rules) {
    const bool may_be_of = rule.action == Action::reasoning || rule.action == Action::call;
    if (!may_be_of || has(names, rule.name) || find_dialect(rule.name) == nullptr) continue;
    const char* const option = rule.action == Action::call ? "--calls-of" : "--reasoning-of";
    return fmt::format("{}; did you mean {} {}?", sentence, option, rule.name);
  }
  for (const OwnRule& rule : rules) std::erase(names, rule.name);
  std::vector<std::string> meant;
  if (!rules.empty() && !names.empty() && rules[0].action != Action::drop) {
    meant.push_back(
        fmt::format("--{} {}", word_of(rules[0].action), nearest_of(rules[0].name, names)));
  }
  if (const std::string_view other = other_dialect(options, seen); !other.empty()) {
    meant.push_back(fmt::format("--dialect {}", other));
  }
  sentence += held(names);
  return meant.empty() ? sentence : sentence + ": " + joined(meant, ", or ");
}

std::string nothing_extracted(const Arguments& arguments, std::string_view seen) {
  const std::vector<std::string>& wanted = arguments.extract.names;
  if (wanted.empty()) return "no tag in this text";
  const std::vector<std::string> names = tags_in(seen);
  const std::string hint = names.empty() ? "" : ": --names " + names[0];
  return fmt::format("no {} in this text{}{}", joined(wanted, " or ", tag), held(names), hint);
}

std::string nothing_inside(const Arguments& arguments, std::string_view seen) {
  const std::string& name = *arguments.name;
  const std::vector<std::string> names = tags_in(seen);
  if (has(names, name)) {
    return fmt::format("no outermost <{}> in this text has a closing tag", name);
  }
  return fmt::format("no <{}> in this text{}", name, held(names));
}

}  // namespace tagstream::cli
