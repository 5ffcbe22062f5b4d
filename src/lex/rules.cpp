#include "lex/rules.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/bad_option.hpp"
#include "base/sort.hpp"
#include "base/text.hpp"
#include "lex/grammar.hpp"
#include "lex/tag_name.hpp"

namespace tagstream {
namespace {

// Compiles rules. Of two rules the first hides <thinking>, and the second unwraps <b>:
//
//   names       `b`, rule 1; `thinking`, rule 0: sorted, so that a walk narrows them down
//   text_bytes  `<`
//   body_bytes  of rule 0: `<`
//
// If the first rule hides `[T]...[/T]` instead, text_bytes is `<` and `[`, and the trie has both
// markers.

// Only ASCII letters are folded. With `ignore_case`, `<É>` is still another name than `<é>`.
std::string folded(std::string text, bool ignore_case) {
  if (ignore_case) {
    for (char& c : text) c = fold(c);
  }
  return text;
}

// Clips limits so that an offset plus a limit does not overflow. A tag of 4 GiB or more is
// content, since places and sizes inside a tag have 32 bits (`Match`, `Token`, a tree's nodes).
Limits clipped(Limits limits) {
  constexpr std::size_t none = ~std::size_t{0} >> 2;
  for (std::size_t* limit : {&limits.max_tag_bytes, &limits.max_held_bytes,
                             &limits.max_section_bytes, &limits.max_attributes}) {
    *limit = std::min(*limit, none);
  }
  constexpr std::uint32_t longest_tag = ~std::uint32_t{0};
  limits.max_tag_bytes = std::min<std::size_t>(limits.max_tag_bytes, longest_tag);
  return limits;
}

void add_first_bytes(RuleSet& set, scan::ByteSet& bytes,
                     const std::vector<MarkerTrie::Marker>& markers) {
  set.steps += 1 + markers.size();
  for (MarkerTrie::Marker marker : markers) {
    bytes.add(static_cast<unsigned char>(set.trie.text(marker)[0]));
  }
}

}  // namespace

// ---- compiling -------------------------------------------------------------------------------

Result<bool> RuleSet::compile(const std::vector<RuleParts>& parts, const Settings& settings,
                              const DialectPolicy& policy) {
  ignore_case = settings.ignore_case;
  any_name = settings.any_name;
  limits = clipped(settings.limits);
  dialect = policy;
  if (settings.limits.max_tag_bytes == 0)
    return bad_option("max_tag_bytes: 0 is too small, give at least 1");
  rules.reserve(parts.size());
  for (const RuleParts& rule : parts) {
    if (auto added = add_rule(rule); !added) return added;
  }
  return finish();
}

bool RuleSet::decode_sections(const std::vector<std::string>& tags) {
  bool has_one = false;
  for (CompiledRule& rule : rules) {
    const bool is_section = rule.role == Role::record ||
                            (rule.role == Role::hide && rule.emitted_as == EmittedAs::section);
    if (!is_section || !rule.is_tag) continue;
    rule.decodes = std::any_of(tags.begin(), tags.end(), [&](const std::string& tag) {
      return same_name(tag, names[rule.name].text, ignore_case);
    });
    has_one = has_one || rule.decodes;
  }
  return has_one;
}

// The rule that hides an element with this opener, which is the name of a tag or an opening marker.
// The option `start_inside` names one that the prompt has opened.
RuleIndex RuleSet::find_hide(std::string_view opener) const {
  const std::string name = folded(std::string(opener), ignore_case);
  RuleIndex found = no_rule;
  for (RuleIndex i = 0; i < rules.size(); ++i) {
    const CompiledRule& rule = rules[i];
    if (rule.role != Role::hide) continue;
    const bool is_marker =
        std::any_of(rule.opens.begin(), rule.opens.end(),
                    [&](MarkerTrie::Marker marker) { return trie.text(marker) == opener; });
    if (rule.is_tag ? names[rule.name].text == name : is_marker) found = i;
  }
  return found;
}

// A call that a message header begins has the header's marker: in beam `<|start|>`.
std::string_view RuleSet::tag_of(RuleIndex index) const {
  const CompiledRule& rule = rules[index];
  if (rule.is_tag) return names[rule.name].text;
  if (!rule.opens.empty()) return trie.text(rule.opens[0]);
  const auto header = std::find_if(rules.begin(), rules.end(), [](const CompiledRule& one) {
    return one.role == Role::header && !one.opens.empty();
  });
  return header == rules.end() ? std::string_view() : std::string_view(trie.text(header->opens[0]));
}

// In mistral `[THINK]` and `<think>` open the same reasoning.
std::string_view RuleSet::tag_of(const Match& match) const {
  const CompiledRule& rule = rules[match.rule];
  const bool is_marker = match.kind == TokenKind::marker && !rule.opens.empty();
  return is_marker ? std::string_view(trie.text(rule.opens[0])) : tag_of(match.rule);
}

Result<bool> RuleSet::add_rule(const RuleParts& parts) {
  const auto index = static_cast<RuleIndex>(rules.size());
  CompiledRule& compiled = rules.emplace_back();
  static_cast<RuleTraits&>(compiled) = parts;
  if (!parts.name.empty()) {
    if (auto added = add_name(parts.name, index); !added) return added;
    compiled.is_tag = true;
  }
  return add_markers(parts, compiled, index);
}

// `a tag` is refused: "`a tag` is not a tag name; such a name begins with …".
Result<bool> RuleSet::add_name(const std::string& name, RuleIndex rule) {
  if (std::string wrong = wrong_name(name); !wrong.empty()) return bad_option(std::move(wrong));
  std::string text = folded(name, ignore_case);
  names.push_back({std::move(text), rule});
  return true;
}

namespace {

// True for a closing marker that nobody writes as text: it looks like a tag, as its opener does. In
// `[NOTE]...[/NOTE]` that is so; in `Note:...End.` and `{{...}}` it is not.
bool notes_stray(const RuleParts& parts, std::string_view close) {
  if (!parts.notes_stray_closers) return false;
  const auto looks_like_tag = [](std::string_view marker) {
    return (marker.starts_with('<') && marker.ends_with('>')) ||
           (marker.starts_with('[') && marker.ends_with(']'));
  };
  return looks_like_tag(close) &&
         std::any_of(parts.opens.begin(), parts.opens.end(), [&](const std::string& open) {
           return looks_like_tag(open) && open[0] == close[0];
         });
}

}  // namespace

// Two rules for the opening marker `[T]` are refused. Several rules may have one closing
// marker: inkling ends every block with `<|end_message|>`.
Result<bool> RuleSet::add_markers(const RuleParts& parts, CompiledRule& compiled, RuleIndex index) {
  for (const std::string& open : parts.opens) {
    compiled.opens.push_back(trie.add(open));
    marker_roles.resize(trie.size());
    MarkerRole& role = marker_roles[compiled.opens.back()];
    if (role.opens != no_rule) {
      return bad_option("there are two rules for the opening marker " + in_backticks(open));
    }
    role.opens = index;
  }
  for (const std::string& word : parts.words) {
    compiled.words.push_back(trie.add(word));
    marker_roles.resize(trie.size());
    marker_roles[compiled.words.back()].word = index;
  }
  for (const std::string& close : parts.closes) {
    compiled.closes.push_back(trie.add(close));
    marker_roles.resize(trie.size());
    MarkerRole& role = marker_roles[compiled.closes.back()];
    if (parts.hide.drops_stray_closers) role.stray = index;
    if (notes_stray(parts, close) && role.stray == no_rule) role.stray = index;
    if (parts.role != Role::unwrap && parts.role != Role::record) continue;
    if (role.closes != no_rule) {
      return bad_option("there are two rules for the closing marker " + in_backticks(close));
    }
    role.closes = index;
  }
  return true;
}

template <class Use>
void RuleSet::each_first_byte(Use use) const {
  if (any_name) {
    for (unsigned c = 0; c < 256; ++c) {
      if (is_name_start(static_cast<char>(c))) use(static_cast<unsigned char>(c));
    }
  }
  for (const Name& name : names) name.each_first_byte(ignore_case, use);
}

namespace {

// Fills the tables of the window kernels: the bytes that may follow a '<', and the first eight
// bytes of each name.
void note_starts(RuleSet& set) {
  StartsByWindow& starts = set.starts;
  starts.has_windows = set.limits.max_tag_bytes >= scan::window_size;
  for (MarkerTrie::Marker marker = 0; marker < set.trie.size(); ++marker) {
    const std::string& text = set.trie.text(marker);
    if (text[0] != '<') continue;
    if (text.size() == 1) {
      starts.has_windows = false;
      continue;
    }
    const auto second = static_cast<unsigned char>(text[1]);
    starts.marker_seconds.add(second);
    const RuleSet::MarkerRole& role = set.marker_roles[marker];
    if (role.opens != no_rule || role.stray != no_rule) starts.text.opens.add(second);
  }
  scan::StartFilter none;  // no name
  none.opens = starts.marker_seconds;
  for (const char blank : {' ', '\t', '\r', '\n', '\f'}) {
    none.closes.add(static_cast<unsigned char>(blank));
  }
  starts.openers.opens = starts.text.opens;
  starts.text.closes = none.closes;
  starts.tags = none;
  for (CompiledRule& rule : set.rules) rule.body_starts = none;
  set.each_first_byte([&](unsigned char byte) {
    starts.openers.opens.add(byte);
    for (scan::StartFilter* const filter : {&starts.text, &starts.tags}) {
      filter->opens.add(byte);
      filter->closes.add(byte);
    }
  });
  for (RuleSet::Name& name : set.names) {
    std::memcpy(&name.head, name.text.data(), std::min(name.text.size(), sizeof name.head));
    std::memset(&name.mask, 0xff, std::min(name.text.size(), sizeof name.mask));
    scan::StartFilter& body = set.rules[name.rule].body_starts;
    name.each_first_byte(set.ignore_case, [&](unsigned char byte) {
      body.opens.add(byte);
      body.closes.add(byte);
    });
  }
}

}  // namespace

// The order counts here: a range of names needs them sorted, and the tables of bytes need all names
// and markers. Two rules for one name are seen when they stand side by side.
Result<bool> RuleSet::finish() {
  marker_roles.resize(trie.size());
  sort_items(names, [](const Name& a, const Name& b) { return a.text < b.text; });
  const auto twice = std::adjacent_find(
      names.begin(), names.end(), [](const Name& a, const Name& b) { return a.text == b.text; });
  if (twice != names.end())
    return bad_option("there are two rules for " + in_backticks(twice->text));
  note_names();
  note_bytes_after_lt();
  trie.link();
  below_.assign(trie.node_count(), 0);
  for (const CompiledRule& rule : rules) note_markers(rule);
  for (MarkerTrie::Marker marker = 0; marker < trie.size(); ++marker) {
    longest_marker = std::max(longest_marker, static_cast<std::uint32_t>(trie.text(marker).size()));
    has_blank_marker = has_blank_marker || is_blank(trie.text(marker)[0]);
  }
  note_bytes();
  note_starts(*this);
  steps += trie.steps();
  return true;
}

// Counts the names of each kind before each place in `names`. So "does a name in this range open a
// call?" is one subtraction, whatever the number of names: see `any_name_of`.
void RuleSet::note_names() {
  names_before_.assign(names.size() + 1, {});
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    CompiledRule& rule = rules[names[i].rule];
    rule.name = i;
    NamesBefore& before = names_before_[i + 1] = names_before_[i];
    if (rule.tag_opens) {
      ++before.openers;
      if (rule.role == Role::call || rule.role == Role::wrap_open) ++before.calls;
      if (rule.role == Role::wrap_open) ++before.wrappers;
    }
    if (rule.tag_closes && rule.hide.drops_stray_closers) ++before.stray_closers;
    if (rule.tag_closes && rule.notes_stray_closers) ++before.noted_closers;
    names[i].each_first_byte(ignore_case, [&](unsigned char byte) {
      NameRange& range = by_first_byte_[byte];
      if (range.empty()) range.first = i;
      range.last = i + 1;
    });
  }
}

// The kinds of a rule's openers. An opener without a marker (`is_leading`) counts only in
// text and after separators.
unsigned RuleSet::kinds_of(const CompiledRule& rule) {
  switch (rule.role) {
    case Role::ender: return reasoning_end;
    case Role::record: return any_opener | ends_broken_body;
    case Role::drop:
      if (rule.is_text_only) return any_opener;
      return any_opener | drop_token;
    case Role::header: return any_opener | header_opener | ends_broken_body;
    case Role::wrap_open: return any_opener | call_opener | ends_broken_body;
    case Role::wrap_close: return any_opener | wrapper_closer | ends_broken_body;
    case Role::call:
      if (rule.is_leading) return leading_opener;
      return any_opener | call_opener | ends_broken_body;
    default: return any_opener | ends_broken_body;
  }
}

// With `keep`, calls do not count in reasoning; dropped tokens and markers that end reasoning
// do.
unsigned RuleSet::also_counts(const CompiledRule& rule) const {
  if (rule.role != Role::hide || rule.emitted_as == EmittedAs::section) return 0;
  if (rule.emitted_as == EmittedAs::markup) return header_opener;
  const unsigned kinds = drop_token | (rule.hide.is_after_header ? header_opener : reasoning_end);
  switch (dialect.calls_in_reasoning) {
    case CallsInReasoning::keep: break;
    case CallsInReasoning::extract: return kinds | call_opener | wrapper_closer;
    case CallsInReasoning::automatic:
    case CallsInReasoning::settle:
    case CallsInReasoning::end: return kinds | call_opener;
  }
  return kinds;
}

void RuleSet::note_markers(const CompiledRule& rule) {
  const bool begins_anew = rule.role == Role::hide && rule.hide.again != ReasoningAgain::anywhere;
  has_leading = has_leading || rule.is_leading || rule.hide.drops_stray_closers || begins_anew;
  has_wrapper = has_wrapper || rule.role == Role::wrap_open;
  has_section = has_section || (rule.role == Role::hide && rule.emitted_as == EmittedAs::section);
  notes_stray_closers = notes_stray_closers || rule.notes_stray_closers;
  auto note = [&](MarkerTrie::Marker marker, unsigned kinds) {
    trie.each_on_path(marker, [&](MarkerTrie::Node node) {
      below_[node] = static_cast<std::uint16_t>(below_[node] | kinds);
    });
  };
  for (MarkerTrie::Marker marker : rule.opens) note(marker, kinds_of(rule));
  for (MarkerTrie::Marker marker : rule.words) note(marker, body_word);
  for (MarkerTrie::Marker marker : rule.closes) {
    if (rule.hide.drops_stray_closers) note(marker, stray_closer);
    const RuleIndex noted = marker_roles[marker].stray;
    if (noted != no_rule && rules[noted].notes_stray_closers) note(marker, noted_closer);
  }
}

// For each place (text, Markdown code, bodies): the bytes that may begin a token there.
void RuleSet::note_bytes() {
  for (unsigned variant = 0; variant < text_bytes_.size(); ++variant) {
    scan::ByteSet& bytes = text_bytes_[variant];
    if (has_tags()) bytes.add('<');
    for (const CompiledRule& rule : rules) {
      const bool opens = rule.role != Role::ender && (!rule.is_leading || (variant & 1U) != 0);
      if (opens) add_first_bytes(*this, bytes, rule.opens);
      const bool is_taken_out = rule.role == Role::hide || rule.role == Role::call;
      const bool closes = !is_taken_out || (rule.hide.drops_stray_closers && (variant & 2U) != 0);
      if (closes) add_first_bytes(*this, bytes, rule.closes);
    }
  }
  for (const unsigned stray_closers : {0U, 1U}) {
    code_bytes[stray_closers] = text_bytes(false, stray_closers != 0);
    for (const char c : {'~', '`'}) code_bytes[stray_closers].add(static_cast<unsigned char>(c));
  }
  const bool asks = std::any_of(rules.begin(), rules.end(), [&](const CompiledRule& rule) {
    return also_counts(rule) != 0 || rule.may_be_call();
  });
  OpenersByKind openers(asks ? std::bit_width(unsigned{last_kind}) : 0);
  for (const CompiledRule& rule : rules) {
    for (unsigned kind = 0; kind < openers.size(); ++kind) {
      if ((kinds_of(rule) >> kind & 1U) == 0) continue;
      if (rule.is_tag) openers[kind].add('<');
      add_first_bytes(*this, openers[kind], rule.opens);
    }
  }
  for (CompiledRule& rule : rules) {
    note_body_bytes(rule, openers);
    if (!rule.may_be_call()) continue;
    rule.strings =
        std::make_unique<StringBytes>(rule.body_bytes, body_info(rule.call.body).text_ends,
                                      rule.call.pythonic->quote.substr(0, 1));
  }
}

// The bytes at which a search in the body of this rule has to stop: those that begin its own tags
// and markers, and those of other rules that count in there (`also_counts`).
void RuleSet::note_body_bytes(CompiledRule& rule, const OpenersByKind& openers) {
  if (rule.is_tag) rule.body_bytes.add('<');
  add_first_bytes(*this, rule.body_bytes, rule.opens);
  add_first_bytes(*this, rule.body_bytes, rule.closes);
  for (unsigned kind = 0; kind < openers.size(); ++kind) {
    if ((also_counts(rule) >> kind & 1U) != 0) rule.body_bytes.add(openers[kind]);
  }
  if (!rule.may_be_call()) return;
  rule.end_bytes = text_bytes_[0];
  add_first_bytes(*this, rule.end_bytes, rule.closes);
  const BodyStart start = body_info(rule.call.body).start;
  const bool may_be_tags = start == BodyStart::tag || start == BodyStart::either;
  if (!rule.is_tag && may_be_tags) rule.body_bytes.add('<');
  add_first_bytes(*this, rule.body_bytes, rule.words);
  if (!rule.call.shape->is_one_call || !may_be_tags) return;
  for (const Kind kind : {call_opener, wrapper_closer}) {
    rule.body_bytes.add(openers[static_cast<std::size_t>(std::countr_zero(unsigned{kind}))]);
  }
}

// The bytes that may follow a `<`. With `hide: ["thinking"]` these are `t` and `/`, so the `<` of
// `x < y` or of `<b>` is passed over with one look at the next byte.
void RuleSet::note_bytes_after_lt() {
  bytes_after_lt_.add('/');
  each_first_byte([&](unsigned char byte) { bytes_after_lt_.add(byte); });
  for (MarkerTrie::Marker marker = 0; marker < trie.size(); ++marker) {
    const std::string& text = trie.text(marker);
    if (text[0] != '<') continue;
    if (text.size() > 1) {
      bytes_after_lt_.add(static_cast<unsigned char>(text[1]));
    } else {
      for (unsigned c = 0; c < 256; ++c) bytes_after_lt_.add(static_cast<unsigned char>(c));
    }
  }
}

// The names of a kind in a range are those before its end less those before its beginning.
bool RuleSet::any_name_of(NameRange range, Kind kind) const {
  const NamesBefore& before = names_before_[range.first];
  const NamesBefore& until = names_before_[range.last];
  switch (kind) {
    case any_opener: return until.openers != before.openers;
    case call_opener: return until.calls != before.calls;
    case stray_closer: return until.stray_closers != before.stray_closers;
    case noted_closer: return until.noted_closers != before.noted_closers;
    case wrapper_closer: return until.wrappers != before.wrappers;
    default: return false;
  }
}

// The rule of a whole name. A name that only begins another one, as `think` of `thinking`, has
// none: the range that is left has names, but the first one is longer.
RuleIndex rule_of(const RuleSet& set, std::string_view name) {
  NameRange range = set.names_from(static_cast<unsigned char>(name[0]));
  for (std::size_t i = 1; i < name.size() && !range.empty(); ++i)
    range = set.narrow(range, i, name[i]);
  const bool is_one = !range.empty() && set.names[range.first].text.size() == name.size();
  return is_one ? set.names[range.first].rule : no_rule;
}

bool CompiledRule::is_closed_by(MarkerTrie::Marker marker) const {
  return std::find(closes.begin(), closes.end(), marker) != closes.end();
}

bool CompiledRule::is_opened_by(MarkerTrie::Marker marker) const {
  return std::find(opens.begin(), opens.end(), marker) != opens.end();
}

// The part of a range whose names have `byte` at `depth`. Of `answer`, `arg` and `b` the byte `a`
// leaves two names, and `r` after it only `arg`. The names are sorted, so each step is a binary
// search.
NameRange RuleSet::narrow(NameRange range, std::size_t depth, char byte) const {
  auto at = [&](const Name& name) {
    return depth < name.text.size() ? static_cast<unsigned char>(name.text[depth]) : -1;
  };
  const int wanted = static_cast<unsigned char>(ignore_case ? fold(byte) : byte);
  if (range.last - range.first == 1) {
    return at(names[range.first]) == wanted ? range : NameRange{};
  }
  const auto begin = names.begin() + range.first;
  const auto end = names.begin() + range.last;
  const auto first =
      std::partition_point(begin, end, [&](const Name& name) { return at(name) < wanted; });
  const auto last =
      std::partition_point(first, end, [&](const Name& name) { return at(name) == wanted; });
  return {static_cast<std::uint32_t>(first - names.begin()),
          static_cast<std::uint32_t>(last - names.begin())};
}

}  // namespace tagstream
