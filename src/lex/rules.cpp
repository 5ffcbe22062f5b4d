#include "lex/rules.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {
namespace {

Error bad_option(std::string message) { return {Errc::bad_option, 0, std::move(message)}; }

bool is_tag_name(const std::string& name) {
  return !name.empty() && is_name_start(name[0]) &&
         std::all_of(name.begin(), name.end(), is_name_byte);
}

std::string folded(std::string text, bool ignore_case) {
  if (ignore_case) {
    for (char& c : text) c = fold(c);
  }
  return text;
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

// Limits so large that an offset plus a limit would wrap mean "none". Places and sizes inside a tag
// are 32 bits wide (`Match`, `Token`, a tree's nodes), so no tag is longer than they can say.
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

constexpr CallNameFormat plain_name{};

// What a public rule is made of.
Result<RuleParts> parts_of(const Rule& rule, const FilterOptions& options) {
  RuleParts parts;
  switch (rule.action) {
    case Action::hide: parts.role = Role::hide; break;
    case Action::unwrap: parts.role = Role::unwrap; break;
    case Action::record: parts.role = Role::record; break;
    case Action::call: parts.role = Role::call; break;
  }
  parts.body = rule.body;
  if (rule.body == CallBody::name_then_json) parts.name_format = &plain_name;
  parts.name = rule.name;
  parts.first_close = options.nesting == Nesting::first_close;
  if (rule.open.empty() && rule.close.empty()) {
    if (rule.name.empty()) return bad_option("a tag name is empty");
    return parts;
  }
  if (!rule.name.empty()) {
    return bad_option("the rule for " + quoted(rule.name) + " has markers too");
  }
  if (rule.open.empty()) {
    return bad_option("the opening marker that belongs to " + quoted(rule.close) + " is empty");
  }
  if (rule.close.empty()) {
    return bad_option("the closing marker that belongs to " + quoted(rule.open) + " is empty");
  }
  if (rule.action == Action::call && rule.open == rule.close) {
    return bad_option("the opening and the closing marker of a call are both " + quoted(rule.open));
  }
  if (rule.open == rule.close) parts.first_close = true;
  parts.opens = {rule.open};
  parts.closes = {rule.close};
  return parts;
}

}  // namespace

// ---- compiling -------------------------------------------------------------------------------

Result<RuleSet> RuleSet::compile(const FilterOptions& options) {
  std::vector<RuleParts> rules;
  for (const Rule& rule : options.rules) {
    Result<RuleParts> parts = parts_of(rule, options);
    if (!parts) return parts.error();
    rules.push_back(std::move(*parts));
  }
  Result<RuleSet> compiled = compile(rules, options, {});
  if (!compiled || options.start_inside.empty()) return compiled;
  RuleSet& set = *compiled;
  const std::string name = folded(options.start_inside, options.ignore_case);
  for (RuleIndex i = 0; i < set.rules.size(); ++i) {
    const CompiledRule& rule = set.rules[i];
    const bool same = rule.is_tag ? set.names[rule.name].text == name
                                  : set.trie.text(rule.opens[0]) == options.start_inside;
    if (same && rule.role == Role::hide) set.start_inside = i;
  }
  if (set.start_inside != no_rule) return compiled;
  return bad_option("start_inside names " + quoted(options.start_inside) +
                    ", which no hide rule has");
}

Result<RuleSet> RuleSet::compile(const std::vector<RuleParts>& rules, const FilterOptions& options,
                                 const DialectPolicy& policy) {
  RuleSet set;
  set.ignore_case = options.ignore_case;
  set.limits = clipped(options.limits);
  set.dialect = policy;
  if (options.limits.max_tag_bytes == 0) return bad_option("max_tag_bytes must be at least 1");
  for (const RuleParts& rule : rules) {
    if (auto added = set.add_rule(rule); !added) return added.error();
  }
  if (auto finished = set.finish(); !finished) return finished.error();
  return set;
}

Result<RuleSet> RuleSet::compile(const TokenizerOptions& options) {
  RuleSet set;
  set.ignore_case = options.ignore_case;
  set.limits = clipped(options.limits);
  set.any_name = options.names.empty() && !options.markers_only;
  if (options.limits.max_tag_bytes == 0) return bad_option("max_tag_bytes must be at least 1");
  if (options.markers_only && !options.names.empty()) {
    return bad_option("markers_only leaves no room for the name " + quoted(options.names[0]));
  }
  for (const std::string& name : options.names) {
    if (auto added = set.add_name(name, static_cast<RuleIndex>(set.rules.size())); !added) {
      return added.error();
    }
    set.rules.emplace_back();
  }
  for (const std::string& marker : options.markers) {
    if (marker.empty()) return bad_option("a marker is empty");
    const std::size_t before = set.trie.size();
    set.trie.add(marker);
    if (set.trie.size() == before) {
      return bad_option("the marker " + quoted(marker) + " is given twice");
    }
    set.marker_roles.push_back({static_cast<RuleIndex>(set.rules.size()), no_rule});
    CompiledRule rule;
    rule.opens.push_back(static_cast<MarkerTrie::Marker>(before));
    set.rules.push_back(std::move(rule));
  }
  if (auto finished = set.finish(); !finished) return finished.error();
  return set;
}

Result<bool> RuleSet::add_rule(const RuleParts& parts) {
  const auto index = static_cast<RuleIndex>(rules.size());
  CompiledRule compiled;
  compiled.role = parts.role;
  compiled.shown = parts.shown;
  compiled.body = parts.body;
  compiled.name_format = parts.name_format;
  compiled.shared = parts.shared;
  compiled.first_close = parts.first_close;
  compiled.is_leading = parts.is_leading;
  compiled.drops_orphans = parts.drops_orphans;
  compiled.trims = parts.trims;
  compiled.is_behind_header = parts.is_behind_header;
  compiled.is_text_only = parts.is_text_only;
  compiled.tag_opens = parts.tag_opens;
  compiled.tag_closes = parts.tag_closes;
  if (!parts.name.empty()) {
    if (auto added = add_name(parts.name, index); !added) return added;
    compiled.is_tag = true;
  }
  if (auto added = add_markers(parts, compiled, index); !added) return added;
  rules.push_back(std::move(compiled));
  return true;
}

Result<bool> RuleSet::add_name(const std::string& name, RuleIndex rule) {
  if (name.empty()) return bad_option("a tag name is empty");
  if (!is_tag_name(name)) {
    return bad_option(quoted(name) +
                      " is no tag name: it begins with a letter, digit, '_' or ':' and goes on "
                      "with these, '-' and '.'");
  }
  std::string text = folded(name, ignore_case);
  names.push_back({std::move(text), rule});
  return true;
}

Result<bool> RuleSet::add_markers(const RuleParts& parts, CompiledRule& compiled, RuleIndex index) {
  for (const std::string& open : parts.opens) {
    compiled.opens.push_back(trie.add(open));
    marker_roles.resize(trie.size());
    MarkerRole& role = marker_roles[compiled.opens.back()];
    if (role.opens != no_rule) {
      return bad_option("there are two rules for the opening marker " + quoted(open));
    }
    role.opens = index;
  }
  for (const std::string& close : parts.closes) {
    compiled.closes.push_back(trie.add(close));
    marker_roles.resize(trie.size());
    MarkerRole& role = marker_roles[compiled.closes.back()];
    if (is_blank(close[0]) || close[0] == '`' || close[0] == '~')
      compiled.has_plain_closers = false;
    if (parts.drops_orphans) role.orphan = index;
    if (parts.role != Role::unwrap && parts.role != Role::record) continue;
    if (role.closes != no_rule) {
      return bad_option("there are two rules for the closing marker " + quoted(close));
    }
    role.closes = index;
  }
  return true;
}

Result<bool> RuleSet::finish() {
  marker_roles.resize(trie.size());
  std::sort(names.begin(), names.end(),
            [](const Name& a, const Name& b) { return a.text < b.text; });
  const auto twice = std::adjacent_find(
      names.begin(), names.end(), [](const Name& a, const Name& b) { return a.text == b.text; });
  if (twice != names.end()) return bad_option("there are two rules for " + quoted(twice->text));
  note_names();
  note_bytes_behind_lt();
  trie.link();
  below_.assign(trie.node_count(), 0);
  for (const CompiledRule& rule : rules) note_markers(rule);
  for (MarkerTrie::Marker marker = 0; marker < trie.size(); ++marker) {
    longest_marker = std::max(longest_marker, static_cast<std::uint32_t>(trie.text(marker).size()));
  }
  note_bytes();
  return true;
}

void RuleSet::note_names() {
  names_before_.assign(names.size() + 1, {});
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    CompiledRule& rule = rules[names[i].rule];
    rule.name = i;
    NamesBefore& before = names_before_[i + 1] = names_before_[i];
    if (rule.tag_opens) {
      ++before.openers;
      if (rule.role != Role::record) ++before.hard;
      if (rule.role == Role::call) ++before.calls;
    }
    if (rule.tag_closes && rule.drops_orphans) ++before.orphans;
    auto& range = by_first_byte_[static_cast<unsigned char>(names[i].text[0])];
    if (range.empty()) range.first = i;
    range.last = i + 1;
    if (ignore_case && names[i].text[0] >= 'a' && names[i].text[0] <= 'z') {
      by_first_byte_[static_cast<unsigned char>(names[i].text[0] - 'a' + 'A')] = range;
    }
  }
}

unsigned RuleSet::kinds_of(const CompiledRule& rule) {
  switch (rule.role) {
    case Role::ender: return reasoning_end;
    case Role::record: return any_opener | body_ender;
    case Role::drop:
      if (rule.is_text_only) return any_opener | hard_opener;
      return any_opener | hard_opener | drop_token;
    case Role::header: return any_opener | hard_opener | header_opener | body_ender;
    case Role::wrap_open: return any_opener | hard_opener | call_opener | body_ender;
    case Role::wrap_close: return any_opener | hard_opener | wrapper_closer | body_ender;
    case Role::call:
      if (rule.is_leading) return leading_opener;
      return any_opener | hard_opener | call_opener | body_ender;
    default: return any_opener | hard_opener | body_ender;
  }
}

unsigned RuleSet::inner_kinds(const CompiledRule& rule) const {
  if (rule.role != Role::hide || rule.shown == Shown::section) return 0;
  if (rule.shown == Shown::markup) return header_opener;
  const unsigned kinds = drop_token | (rule.is_behind_header ? header_opener : reasoning_end);
  switch (dialect.calls_in_reasoning) {
    case CallsInReasoning::keep: break;
    case CallsInReasoning::extract: return kinds | call_opener | wrapper_closer;
    case CallsInReasoning::settle:
    case CallsInReasoning::end: return kinds | call_opener;
  }
  return kinds;
}

void RuleSet::note_markers(const CompiledRule& rule) {
  has_leading = has_leading || rule.is_leading || rule.drops_orphans;
  has_wrapper = has_wrapper || rule.role == Role::wrap_open;
  auto note = [&](MarkerTrie::Marker marker, unsigned kinds) {
    trie.each_on_path(marker, [&](MarkerTrie::Node node) {
      below_[node] = static_cast<std::uint16_t>(below_[node] | kinds);
    });
  };
  for (MarkerTrie::Marker marker : rule.opens) note(marker, kinds_of(rule));
  if (!rule.drops_orphans) return;
  for (MarkerTrie::Marker marker : rule.closes) note(marker, orphan_closer);
}

// What may begin a token, place by place.
void RuleSet::note_bytes() {
  auto first_byte = [&](MarkerTrie::Marker marker) {
    return static_cast<unsigned char>(trie.text(marker)[0]);
  };
  for (unsigned variant = 0; variant < text_bytes_.size(); ++variant) {
    scan::ByteSet& bytes = text_bytes_[variant];
    if (has_tags()) bytes.add('<');
    for (const CompiledRule& rule : rules) {
      const bool opens = rule.role != Role::ender && (!rule.is_leading || (variant & 1U) != 0);
      for (MarkerTrie::Marker marker : rule.opens) {
        if (opens) bytes.add(first_byte(marker));
      }
      const bool is_taken_out = rule.role == Role::hide || rule.role == Role::call;
      const bool closes = !is_taken_out || (rule.drops_orphans && (variant & 2U) != 0);
      for (MarkerTrie::Marker marker : rule.closes) {
        if (closes) bytes.add(first_byte(marker));
      }
    }
  }
  for (CompiledRule& rule : rules) note_body_bytes(rule);
}

void RuleSet::note_body_bytes(CompiledRule& rule) {
  auto add = [&](scan::ByteSet& bytes, const std::vector<MarkerTrie::Marker>& markers) {
    for (MarkerTrie::Marker marker : markers) {
      bytes.add(static_cast<unsigned char>(trie.text(marker)[0]));
    }
  };
  if (rule.is_tag) rule.body_bytes.add('<');
  add(rule.body_bytes, rule.opens);
  add(rule.body_bytes, rule.closes);
  for (const CompiledRule& other : rules) {
    if ((kinds_of(other) & inner_kinds(rule)) == 0) continue;
    add(rule.body_bytes, other.opens);
    if (other.is_tag) rule.body_bytes.add('<');
  }
  if (rule.role != Role::call) return;
  rule.end_bytes = text_bytes_[0];
  add(rule.end_bytes, rule.closes);
  if (!rule.is_tag && (rule.body == CallBody::xml || rule.body == CallBody::automatic)) {
    rule.body_bytes.add('<');
  }
}

void RuleSet::note_bytes_behind_lt() {
  for (unsigned c = 0; c < 256; ++c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins_name =
        any_name ? is_name_start(static_cast<char>(byte)) : !by_first_byte_[byte].empty();
    if (byte == '/' || begins_name) bytes_behind_lt_.add(byte);
  }
  for (MarkerTrie::Marker marker = 0; marker < trie.size(); ++marker) {
    const std::string& text = trie.text(marker);
    if (text[0] != '<') continue;
    for (unsigned c = 0; c < 256; ++c) {
      const auto byte = static_cast<unsigned char>(c);
      if (text.size() == 1 || static_cast<unsigned char>(text[1]) == byte) {
        bytes_behind_lt_.add(byte);
      }
    }
  }
}

bool RuleSet::any_name_of(NameRange range, Kind kind) const {
  const NamesBefore& before = names_before_[range.first];
  const NamesBefore& until = names_before_[range.last];
  switch (kind) {
    case any_opener: return until.openers != before.openers;
    case hard_opener: return until.hard != before.hard;
    case call_opener: return until.calls != before.calls;
    case orphan_closer: return until.orphans != before.orphans;
    default: return false;
  }
}

bool CompiledRule::is_closed_by(MarkerTrie::Marker marker) const {
  return std::find(closes.begin(), closes.end(), marker) != closes.end();
}

bool CompiledRule::is_opened_by(MarkerTrie::Marker marker) const {
  return std::find(opens.begin(), opens.end(), marker) != opens.end();
}

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
