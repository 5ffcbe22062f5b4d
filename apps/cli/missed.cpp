#include "missed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "dialects/own_rules.hpp"
#include "format_hint.hpp"
#include "lex/grammar.hpp"
#include "processors.hpp"
#include "readers/tokenizer.hpp"
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

// An option that changes what is found, with the flag as a user writes it.
struct Try {
  std::string_view name;
  std::string_view value;
  std::string_view flag;
};

bool finds(const Options& options, std::string_view text) {
  const Result<Rules> rules = Rules::make(options);
  if (!rules) return false;
  Reader reader(*rules);
  Findings findings;
  for (const Event& event : reader.feed(text)) findings.see(event);
  for (const Event& event : reader.finish()) findings.see(event);
  const bool may_be_markup = !options.unwrap.empty() || !options.drop.empty();  // and no more
  return findings.has_found || (may_be_markup && findings.has_met);
}

bool finds(const ExtractOptions& options, std::string_view text) {
  const Result<Tree> tree = extract(text, options);
  return tree && !tree->empty();
}

// The first of some options with which something would be found; empty if none of them helps.
// @param found  says whether options of this kind find anything
template <class Of, class Found>
std::string_view option_that_finds(const Of& options, Found found) {
  constexpr Try tries[] = {
      {"reasoning_again", "anywhere", "--reasoning-again anywhere"},
      {"leading_only", "false", "--no-leading-only"},
      {"bare_calls", "auto", "--bare-calls auto"},
      {"markdown_code", "off", "--markdown-code off"},
      {"unclosed", "extend", "--unclosed extend"},
      {"unclosed_section", "section", "--unclosed-section section"},
      {"max_tag_bytes", "none", "--max-tag-bytes none"},
      {"max_attributes", "none", "--max-attributes none"},
      {"ignore_case", "true", "--ignore-case"},
  };
  for (const Try& one : tries) {
    Of others = options;
    if (!others.set(one.name, one.value) && found(others)) return one.flag;
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

// True if a dialect writes one of the tags.
bool writes(const Dialect& row, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return row.text().find(tag(name)) != std::string_view::npos;
  });
}

// The text with the closing tags of all elements that are open at its end, so that a call that is
// cut off is taken for what it would have been: `<a>1<b>2</` becomes `<a>1<b>2</b></a>`.
std::string closed(std::string_view text) {
  const std::size_t last = text.rfind('<');
  if (last != text.npos && text.find('>', last) == text.npos) text = text.substr(0, last);
  std::vector<std::string> open;
  for (const Token& token : all_tags(text)) {
    if (token.kind == TokenKind::open) open.emplace_back(token.name());
    const auto opener = std::find(open.rbegin(), open.rend(), token.name());
    if (token.kind == TokenKind::close && opener != open.rend()) {
      open.erase(opener.base() - 1, open.end());
    }
  }
  std::reverse(open.begin(), open.end());
  return std::string(text) + joined(open, "", [](const auto& name) { return "</" + name + ">"; });
}

// The option for the dialect that has written the text, unless one that was asked for writes such
// tags: then a tag is only mentioned, or cut off.
std::string other_dialect(const Options& options, std::string_view text,
                          const std::vector<std::string>& names) {
  const std::string_view asked[] = {options.dialect, options.reasoning_of, options.calls_of};
  const Guess guess = guess_answer(closed(text));
  for (const std::string_view name : asked) {
    const Dialect* const row = find_dialect(name);
    if (row == nullptr) continue;
    const auto& alike = guess.dialects;
    if (writes(*row, names) || std::find(alike.begin(), alike.end(), row) != alike.end()) return {};
  }
  if (guess.dialects.empty()) return {};
  const auto tried = std::find_if(guess.dialects.begin(), guess.dialects.end(),
                                  [](const Dialect* row) { return is_tried(*row); });
  const Dialect& meant = **(tried == guess.dialects.end() ? guess.dialects.begin() : tried);
  return fmt::format("--dialect {}{}", meant.name(),
                     guess.starts_in_reasoning ? " --start-in-reasoning" : "");
}

// The sentence about a dialect that reads a tag as a call if it is offered as a tool: `<rain>` in
// cline. Empty if none of the tags is one.
template <class Found>
std::string needs_tools(const Options& options, const std::vector<std::string>& names,
                        Found found) {
  if (!options.tools.empty()) return {};
  for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i) {
    Options others = options;
    std::string tools = "[";
    JsonWriter(tools).begin_object().field("name", names[i]).end_object();
    others.tools = tools + "]";
    if (!found(others)) continue;
    return fmt::format("; with --tools '{}' <{}> is a call", others.tools, names[i]);
  }
  return {};
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

// The message about tags that are not in the text.
// @param asked  the words before the name of a tag that may have been meant
template <class Found>
std::string no_tag(const std::vector<std::string>& wanted, const ExtractOptions& options,
                   std::string_view asked, std::string_view text, Found found) {
  std::vector<std::string> tags;
  for (const std::string& name : wanted) tags.push_back(tag(name));
  const std::string_view option = option_that_finds(options, found);
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

std::string nothing_read(const Arguments& arguments, std::string_view seen) {
  const Options& options = arguments.options;
  const std::vector<OwnRule> rules = own_rules(options).value_or(std::vector<OwnRule>());
  const std::vector<std::string> wanted = all_wanted(options, rules);
  const auto found = [&](const Options& others) { return finds(others, seen); };
  const std::string_view option = option_that_finds(options, found);
  if (!option.empty()) return there_with(wanted, option);
  std::vector<std::string> names = tags_in(seen);
  std::string sentence = missing(wanted);
  for (const std::string* const asked : {&options.reasoning_of, &options.calls_of}) {
    if (asked->empty() || !options.dialect.empty()) continue;
    // Reasoning was asked for, and there are calls; or the reverse.
    if (found(Options{.dialect = *asked})) {
      return fmt::format("{}{}: --dialect {} reads it", sentence, held(names), *asked);
    }
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
  if (std::string said = needs_tools(options, names, found); !said.empty()) return sentence + said;
  std::vector<std::string> meant;
  for (const OwnRule& rule : rules) {
    if (rule.action == Action::drop || !meant.empty()) continue;
    const std::string_view name = nearest_word(rule.name, {names.begin(), names.end()});
    if (!name.empty()) meant.push_back(fmt::format("--{} {}", word_of(rule.action), name));
  }
  if (std::string other = other_dialect(options, seen, names); !other.empty()) {
    meant.push_back(std::move(other));
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
  const std::string_view option = option_that_finds(arguments.extract, found);
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

bool is_tried(const Dialect& row) {
  const std::vector<std::string_view> evidence = row.evidence();
  return std::any_of(evidence.begin(), evidence.end(),
                     [](std::string_view one) { return one.starts_with("answers"); });
}

}  // namespace tagstream::cli
