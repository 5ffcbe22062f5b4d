#include "dialects/own_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/bad_option.hpp"
#include "base/sort.hpp"
#include "base/text.hpp"
#include "dialects/family.hpp"
#include "lex/tag_name.hpp"

namespace tagstream {

namespace {

// The forms of a rule, and what comes of each:
//
//   think                       name `think`
//   [THINK]…[/THINK]            open and close
//   BEGIN...END                 the same: dots make a pair before they make a name
//   <think>…</think>            name `think`, with blanks and attributes
//   [CALL]…                     a call that its value ends
//   <t>{"name": "NAME", …}</t>  a line of a format, for calls

// A list of `Options`, with its action and the word for it, in the order of `Action`.
struct List {
  Action action;
  std::string_view word;
  std::vector<std::string> Options::*list;
};
constexpr std::array lists{
    List{Action::hide, "hide", &Options::hide},
    List{Action::record, "record", &Options::record},
    List{Action::unwrap, "unwrap", &Options::unwrap},
    List{Action::reasoning, "reasoning", &Options::reasoning},
    List{Action::thought, "thought", &Options::thought},
    List{Action::call, "call", &Options::call},
    List{Action::drop, "drop", &Options::drop},
};

constexpr std::string_view ellipsis = "\u2026";
constexpr std::string_view dots = "...";

// The size in bytes of the separator of two markers, `…` or `...`, at the beginning of `text`; 0 if
// none is there.
std::size_t separator_size(std::string_view text) {
  for (const std::string_view one : {ellipsis, dots}) {
    if (text.starts_with(one)) return one.size();
  }
  return 0;
}

// The byte that `\n`, `\t`, `\r` or `\s` stands for, by its letter; 0 for any other byte.
char escaped_byte(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 's': return ' ';
    default: return 0;
  }
}

// The markers of a rule, cut at the separators. Directly before a separator, `\` takes its meaning
// away; `\n`, `\t`, `\r` and `\s` are a line end, a tab, a carriage return and a blank. Directly
// before both, `\\` is a `\`; elsewhere backslashes stand for themselves.
// `Thinking\...…\...done thinking.` opens with `Thinking...` and closes with `...done
// thinking.`. `[[...\n]]` closes with a line end and `]]`.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] == '\\') ++end;
    const std::size_t slashes = end - at;
    const std::size_t size = separator_size(text.substr(end));
    const char escaped = size == 0 && end < text.size() ? escaped_byte(text[end]) : '\0';
    if (slashes != 0 && escaped != 0) {
      parts.back().append(slashes / 2, '\\');
      parts.back() += slashes % 2 != 0 ? escaped : text[end];
      at = end + 1;
      continue;
    }
    if (size == 0) {
      const std::size_t plain = std::max(end, at + 1);
      parts.back() += text.substr(at, plain - at);
      at = plain;
      continue;
    }
    parts.back().append(slashes / 2, '\\');
    if (slashes % 2 != 0) {
      parts.back() += text.substr(end, size);
    } else {
      parts.emplace_back();
    }
    at = end + size;
  }
  return parts;
}

// The name in <think>; empty if `open` is anything but one opening tag without attributes.
std::string_view name_in(std::string_view open) {
  if (open.size() < 3 || !open.starts_with('<') || !open.ends_with('>')) return {};
  const std::string_view name = open.substr(1, open.size() - 2);
  return is_tag_name(name) ? name : std::string_view();
}

// The name of a tag whose opening and closing tag the two markers are, `<think>` and
// `</think>`; else empty.
std::string tag_of(std::string_view open, std::string_view close) {
  const std::string name(name_in(open));
  return close == "</" + name + ">" ? name : std::string();
}

// The tag that a call begins with: `<f>` for the line `<f>NAME ARGUMENTS</f>`. Empty if it begins
// with anything else. Lines of parameters may stand before it.
std::string opener_of(std::string_view lines) {
  std::string lead;
  notation::Items items(lines);
  for (notation::Item item; items.next(item);) {
    if (item.is_option) continue;
    const notation::Template templ = notation::template_of(item.text);
    lead = notation::first_text(templ);
    if (notation::has(templ, notation::Word::name)) break;
  }
  const std::string_view tag = trimmed_back(std::string_view(lead).substr(0, lead.find('{')));
  return name_in(tag).empty() ? std::string() : std::string(tag);
}

// The tag or opening marker of a rule: `<x>` for the tag `x`, and for the pair of markers
// `<x>...END`. Empty for a `drop`: what opens something can't be dropped anyway.
std::string subject_of(const OwnRule& rule, bool ignore_case) {
  if (rule.action == Action::drop) return {};
  std::string subject = !rule.name.empty()   ? '<' + rule.name + '>'
                        : !rule.line.empty() ? opener_of(rule.line)
                                             : rule.open;
  if (ignore_case && !name_in(subject).empty())
    std::transform(subject.begin(), subject.end(), subject.begin(), fold);
  return subject;
}

// The sentence about the first two rules for one tag or opening marker. Empty if there are
// none. Two pairs of markers are for one only if these are equal byte for byte.
std::string two_for_one(const std::vector<OwnRule>& rules, bool ignore_case) {
  std::vector<std::pair<std::string, const OwnRule*>> subjects;
  for (const OwnRule& rule : rules) subjects.emplace_back(subject_of(rule, ignore_case), &rule);
  sort_items(subjects);  // of one subject in the order of the rules
  for (std::size_t i = 1; i < subjects.size(); ++i) {
    const auto& [subject, rule] = subjects[i];
    const OwnRule& other = *subjects[i - 1].second;
    if (subject.empty() || subject != subjects[i - 1].first) continue;
    if (!rule->open.empty() && !other.open.empty() && rule->open != other.open) continue;
    const bool has_pair = !rule->open.empty() || !other.open.empty();
    if (has_pair && (!rule->line.empty() || !other.line.empty())) continue;
    const std::string_view name = name_in(subject);
    const std::string first = in_backticks(word_of(other.action));
    return "there are two rules for " +
           (name.empty() ? "the opening marker " + in_backticks(subject) : in_backticks(name)) +
           ": " +
           (rule->action == other.action ? "both " + first
                                         : first + " and " + in_backticks(word_of(rule->action))) +
           "; give one of them";
  }
  return {};
}

// True if a rule is a line of a format: it has the placeholder NAME.
bool is_line(std::string_view text) { return notation::Census(text).of(notation::Word::name) != 0; }

// Reads the line of a call. Lines of reasoning or of the answer belong to a format.
Result<OwnRule> read_line(std::string_view text) {
  notation::Items items(text);
  for (notation::Item item; items.next(item);) {
    if (item.is_option) continue;
    const notation::Census words(item.text);
    for (const notation::Word word :
         {notation::Word::reasoning, notation::Word::content, notation::Word::answer}) {
      if (words.of(word) == 0) continue;
      return bad_option("call: " + std::string(notation::text_of(word)) +
                        " stands in the line of a call: " + in_backticks(item.text) +
                        "; give all of it as `format`");
    }
  }
  const Result<notation::Family> family = notation::read_own_family(text);
  if (!family) return bad_option("call: " + family.error().message, family.error().offset);
  return OwnRule{.action = Action::call, .line = std::string(text)};
}

}  // namespace

std::string_view word_of(Action action) { return lists[static_cast<std::size_t>(action)].word; }

// A `drop` is a literal, whatever it looks like. Any other rule is tried as a name, then as a line
// (calls only), then as two markers.
Result<OwnRule> read_rule(Action action, std::string_view text) {
  const std::string list(word_of(action));
  if (text.empty()) return bad_option(list + ": the value is empty");
  if (action == Action::drop) return OwnRule{.action = action, .open = std::string(text)};
  std::vector<std::string> parts = parts_of(text);
  if (parts.size() == 1 && is_tag_name(parts[0])) {
    return OwnRule{.action = action, .name = std::move(parts[0])};
  }
  if (action == Action::call && is_line(text)) return read_line(text);
  if (parts.size() == 1) {
    if (const std::string wrong = slip_in_name(text); !wrong.empty()) {
      return bad_option(list + ": " + wrong);
    }
  }
  if (parts.size() == 2 && !parts[0].empty()) {
    std::string name = tag_of(parts[0], parts[1]);
    if (!name.empty()) return OwnRule{.action = action, .name = std::move(name)};
    if (parts[1].empty() && action != Action::call) {
      return bad_option(list + ": nothing closes " + in_backticks(parts[0]) +
                        ": only a call may have no closing marker");
    }
    if (parts[0] == parts[1] && action == Action::call) {
      return bad_option(list + ": the opening and the closing marker of a call are both " +
                        in_backticks(parts[0]));
    }
    return OwnRule{.action = action, .open = std::move(parts[0]), .close = std::move(parts[1])};
  }
  std::string forms =
      "the name of a tag (`think`), nor two markers with one `...` between them "
      "(`[THINK]...[/THINK]`)";
  if (action == Action::call) forms += ", nor a line with NAME in it that looks like the call";
  return bad_option(list + ": " + in_backticks(text) + " is neither " + forms);
}

Result<std::vector<OwnRule>> own_rules(const Options& options) {
  std::vector<OwnRule> rules;
  for (const List& one : lists) {
    for (const std::string& text : options.*one.list) {
      Result<OwnRule> rule = read_rule(one.action, text);
      if (!rule) return rule.error();
      rules.push_back(*std::move(rule));
    }
  }
  if (std::string twice = two_for_one(rules, options.ignore_case); !twice.empty())
    return bad_option(std::move(twice));
  return rules;
}

namespace {

// The letter that stands for a byte after a backslash; 0 if the byte is written as it is.
char letter_of(char byte) {
  return byte == '\n' ? 'n' : byte == '\t' ? 't' : byte == '\r' ? 'r' : '\0';
}

// The opposite of `parts_of`, for one marker: separators in it get a backslash, line ends and tabs
// are written as escapes, and backslashes directly before either are doubled.
void append_escaped(std::string& out, std::string_view marker, bool is_before_separator) {
  std::size_t slashes = 0;
  for (std::size_t at = 0; at < marker.size();) {
    const std::size_t size = separator_size(marker.substr(at));
    const char letter = letter_of(marker[at]);
    if (size != 0 || letter != 0) {
      out.append(slashes + 1, '\\');  // doubles those before it, and adds one
    } else if (escaped_byte(marker[at]) != 0) {
      out.append(slashes, '\\');
    }
    slashes = size == 0 && marker[at] == '\\' ? slashes + 1 : 0;
    if (letter != 0) {
      out += letter;
    } else {
      out += marker.substr(at, std::max<std::size_t>(size, 1));
    }
    at += std::max<std::size_t>(size, 1);
  }
  if (is_before_separator) out.append(slashes, '\\');
}

}  // namespace

std::string text_of(const OwnRule& rule) {
  if (!rule.name.empty()) {
    std::string name;
    append_escaped(name, rule.name, false);
    return name;
  }
  if (!rule.line.empty()) return rule.line;
  return rule.action == Action::drop ? rule.open : between(rule.open, rule.close);
}

std::string between(std::string_view open, std::string_view close) {
  std::string text;
  append_escaped(text, open, true);
  text += ellipsis;
  append_escaped(text, close, false);
  return text;
}

}  // namespace tagstream
