#include "rule_set.hpp"

#include <algorithm>
#include <utility>

#include "grammar.hpp"
#include "text.hpp"

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

// Limits so large that an offset plus a limit would wrap mean "none".
Limits clipped(Limits limits) {
  constexpr std::size_t none = ~std::size_t{0} >> 2;
  for (std::size_t* limit : {&limits.max_tag_bytes, &limits.max_held_bytes,
                             &limits.max_section_bytes, &limits.max_attributes}) {
    *limit = std::min(*limit, none);
  }
  return limits;
}

}  // namespace

// ---- compiling -------------------------------------------------------------------------------

Result<RuleSet> RuleSet::compile(const FilterOptions& options) {
  RuleSet set;
  set.ignore_case = options.ignore_case;
  set.limits = clipped(options.limits);
  if (options.limits.max_tag_bytes == 0) return bad_option("max_tag_bytes must be at least 1");
  for (const Rule& rule : options.rules) {
    if (auto added = set.add_rule(rule, options); !added) return added.error();
  }
  if (auto finished = set.finish(); !finished) return finished.error();
  if (!options.start_inside.empty()) {
    for (RuleIndex i = 0; i < set.rules.size(); ++i) {
      const CompiledRule& rule = set.rules[i];
      const bool same = rule.is_tag ? set.names[rule.name].text ==
                                          folded(options.start_inside, options.ignore_case)
                                    : set.trie.text(rule.open) == options.start_inside;
      if (same && rule.action == Action::hide) set.start_inside = i;
    }
    if (set.start_inside == no_rule) {
      return bad_option("start_inside names " + quoted(options.start_inside) +
                        ", which no hide rule has");
    }
  }
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
    rule.is_tag = false;
    rule.open = static_cast<MarkerTrie::Marker>(before);
    set.rules.push_back(rule);
  }
  if (auto finished = set.finish(); !finished) return finished.error();
  return set;
}

Result<bool> RuleSet::add_rule(const Rule& rule, const FilterOptions& options) {
  const auto index = static_cast<RuleIndex>(rules.size());
  CompiledRule compiled;
  compiled.action = rule.action;
  compiled.body = rule.body;
  compiled.is_tag = rule.open.empty() && rule.close.empty();
  compiled.first_close = options.nesting == Nesting::first_close || (rule.open == rule.close);
  if (compiled.is_tag) {
    compiled.first_close = options.nesting == Nesting::first_close;
    if (auto added = add_name(rule.name, index); !added) return added;
  } else {
    if (!rule.name.empty()) {
      return bad_option("the rule for " + quoted(rule.name) + " has markers too");
    }
    if (auto added = add_markers(rule, compiled, index); !added) return added;
  }
  rules.push_back(compiled);
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

Result<bool> RuleSet::add_markers(const Rule& rule, CompiledRule& compiled, RuleIndex index) {
  if (rule.open.empty()) {
    return bad_option("the opening marker that belongs to " + quoted(rule.close) + " is empty");
  }
  if (rule.close.empty()) {
    return bad_option("the closing marker that belongs to " + quoted(rule.open) + " is empty");
  }
  compiled.open = trie.add(rule.open);
  compiled.close = trie.add(rule.close);
  marker_roles.resize(trie.size());
  if (marker_roles[compiled.open].opens != no_rule) {
    return bad_option("there are two rules for the opening marker " + quoted(rule.open));
  }
  marker_roles[compiled.open].opens = index;
  if (rule.action == Action::call && rule.open == rule.close) {
    return bad_option("the opening and the closing marker of a call are both " + quoted(rule.open));
  }
  if (rule.action != Action::hide && rule.action != Action::call) {
    if (marker_roles[compiled.close].closes != no_rule) {
      return bad_option("there are two rules for the closing marker " + quoted(rule.close));
    }
    marker_roles[compiled.close].closes = index;
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
  hard_before_.assign(names.size() + 1, 0);
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    CompiledRule& rule = rules[names[i].rule];
    rule.name = i;
    rule.body_bytes.add('<');
    hard_before_[i + 1] = hard_before_[i] + (rule.action == Action::record ? 0 : 1);
    auto& range = by_first_byte_[static_cast<unsigned char>(names[i].text[0])];
    if (range.empty()) range.first = i;
    range.last = i + 1;
    if (ignore_case && names[i].text[0] >= 'a' && names[i].text[0] <= 'z') {
      by_first_byte_[static_cast<unsigned char>(names[i].text[0] - 'a' + 'A')] = range;
    }
  }

  note_bytes_behind_lt();
  trie.link();
  opener_below_.assign(trie.node_count(), false);
  hard_opener_below_.assign(trie.node_count(), false);
  if (has_tags()) text_bytes_.add('<');
  for (CompiledRule& rule : rules) {
    if (rule.is_tag) continue;
    const bool hard = rule.action != Action::record;
    trie.each_on_path(rule.open, [&](MarkerTrie::Node node) {
      opener_below_[node] = true;
      if (hard) hard_opener_below_[node] = true;
    });
    for (MarkerTrie::Marker marker : {rule.open, rule.close}) {
      if (marker == MarkerTrie::none) continue;
      const auto first = static_cast<unsigned char>(trie.text(marker)[0]);
      rule.body_bytes.add(first);
      const bool is_taken_out = rule.action == Action::hide || rule.action == Action::call;
      if (marker == rule.open || !is_taken_out) text_bytes_.add(first);
    }
  }
  for (CompiledRule& rule : rules) {
    if (rule.action != Action::call) continue;
    rule.end_bytes = text_bytes_;
    if (rule.is_tag) continue;
    rule.end_bytes.add(static_cast<unsigned char>(trie.text(rule.close)[0]));
    if (rule.body == BodyFormat::xml || rule.body == BodyFormat::automatic)
      rule.body_bytes.add('<');
  }
  return true;
}

void RuleSet::note_bytes_behind_lt() {
  for (unsigned c = 0; c < 256; ++c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins_name =
        any_name ? is_name_start(static_cast<char>(byte)) : !by_first_byte_[byte].empty();
    if (trie.size() != 0 || byte == '/' || begins_name) bytes_behind_lt_.add(byte);
  }
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

// ---- what is open ----------------------------------------------------------------------------

void OpenRules::add(const CompiledRule& rule, RuleIndex index) {
  if (rule.is_tag) {
    names.insert(std::lower_bound(names.begin(), names.end(), rule.name), rule.name);
  } else {
    markers.push_back(index);
  }
}

void OpenRules::remove(const CompiledRule& rule, RuleIndex index) {
  if (rule.is_tag) {
    names.erase(std::lower_bound(names.begin(), names.end(), rule.name));
  } else {
    markers.erase(std::find(markers.begin(), markers.end(), index));
  }
}

// ---- scope -----------------------------------------------------------------------------------

bool ValueTags::wants(bool closing, std::string_view name, bool behind_line_end,
                      bool ignore_case) const {
  auto is = [&](std::string_view other) { return same_name(name, other, ignore_case); };
  if (!call.empty() && is(call)) return true;
  if (closing) return is(parameter) || (!function.empty() && is(function));
  return behind_line_end && (line_openers || is(parameter));
}

namespace {

constexpr scan::ByteSet bytes_behind_any_lt() {
  scan::ByteSet bytes;
  for (unsigned c = 0; c < 256; ++c) {
    if (c == '/' || is_name_start(static_cast<char>(c))) bytes.add(static_cast<unsigned char>(c));
  }
  return bytes;
}
constexpr scan::ByteSet behind_any_lt = bytes_behind_any_lt();

}  // namespace

const scan::ByteSet& Scope::bytes_behind_lt() const {
  return place == Place::xml && set->trie.size() == 0 ? behind_any_lt : set->bytes_behind_lt();
}

bool Scope::any_tag(bool closing) const {
  switch (place) {
    case Place::everything: return set->has_tags();
    case Place::text: return closing ? !open->names.empty() : openers && !set->names.empty();
    case Place::body: return set->rules[rule].is_tag && (closing || openers);
    case Place::body_end: return closing ? set->rules[rule].is_tag : !set->names.empty();
    case Place::xml: return true;
  }
  return false;
}

bool Scope::any_hard_tag(bool closing) const {
  switch (place) {
    case Place::everything: return set->has_tags();
    case Place::text:
      return counts_hard(closing, {0, static_cast<std::uint32_t>(set->names.size())});
    case Place::body: return set->rules[rule].is_tag && (closing || (openers && hard_opener));
    case Place::body_end:
    case Place::xml: return any_tag(closing);
  }
  return false;
}

NameRange Scope::names_from(bool closing, char byte) const {
  const NameRange range = set->names_from(static_cast<unsigned char>(byte));
  const bool is_own = place == Place::body || (place == Place::body_end && closing);
  if (!is_own) return counts(closing, range) ? range : NameRange{};
  const CompiledRule& own = set->rules[rule];
  const bool fits =
      own.is_tag && (closing || openers) && range.first <= own.name && own.name < range.last;
  return fits ? NameRange{own.name, own.name + 1} : NameRange{};
}

bool Scope::counts(bool closing, NameRange range) const {
  if (range.empty()) return false;
  if (place != Place::text) return true;  // the range was cut to what counts at its start
  if (!closing) return openers;
  const auto at = std::lower_bound(open->names.begin(), open->names.end(), range.first);
  return at != open->names.end() && *at < range.last;
}

bool Scope::counts_hard(bool closing, NameRange range) const {
  if (range.empty()) return false;
  if (place == Place::everything) return true;
  if (place == Place::body) return closing || hard_opener;
  if (place != Place::text) return true;
  if (!closing) return openers && set->any_hard_opener(range);
  auto at = std::lower_bound(open->names.begin(), open->names.end(), range.first);
  for (; at != open->names.end() && *at < range.last; ++at) {
    if (set->rules[set->names[*at].rule].action != Action::record) return true;
  }
  return false;
}

bool Scope::leads_to_own(MarkerTrie::Node node, bool with_opener) const {
  const CompiledRule& own = set->rules[rule];
  return !own.is_tag && (set->trie.leads_to(node, own.close) ||
                         (with_opener && set->trie.leads_to(node, own.open)));
}

bool Scope::leads_on(MarkerTrie::Node node) const {
  switch (place) {
    case Place::everything: return true;
    case Place::text:
      if (openers && set->opener_below(node)) return true;
      return std::any_of(open->markers.begin(), open->markers.end(), [&](RuleIndex index) {
        return set->trie.leads_to(node, set->rules[index].close);
      });
    case Place::body: return leads_to_own(node, openers);
    case Place::body_end: return set->opener_below(node) || leads_to_own(node, false);
    case Place::xml: return leads_to_own(node, true);
  }
  return false;
}

bool Scope::leads_on_hard(MarkerTrie::Node node) const {
  switch (place) {
    case Place::everything: return true;
    case Place::text:
      if (openers && set->hard_opener_below(node)) return true;
      return std::any_of(open->markers.begin(), open->markers.end(), [&](RuleIndex index) {
        const CompiledRule& other = set->rules[index];
        return other.action != Action::record && set->trie.leads_to(node, other.close);
      });
    case Place::body: return leads_to_own(node, openers && hard_opener);
    case Place::body_end:
    case Place::xml: return leads_on(node);
  }
  return false;
}

Scope::Meaning Scope::meaning_of(MarkerTrie::Marker marker) const {
  const RuleSet::MarkerRole& role = set->marker_roles[marker];
  if (place == Place::everything) return {role.opens, false, true};
  if (place != Place::text) {
    const CompiledRule& own = set->rules[rule];
    if (marker == own.close) return {rule, true, true};
    if (place == Place::body_end) return {role.opens, false, true};
    if (marker == own.open && openers) return {rule, false, hard_opener};
    return {};
  }
  if (role.closes != no_rule &&
      std::find(open->markers.begin(), open->markers.end(), role.closes) != open->markers.end()) {
    return {role.closes, true, set->rules[role.closes].action != Action::record};
  }
  if (role.opens != no_rule && openers) {
    return {role.opens, false, set->rules[role.opens].action != Action::record};
  }
  return {};
}

Scope::Meaning Scope::meaning_of_tag(bool closing, RuleIndex index) const {
  switch (place) {
    case Place::everything:
    case Place::body_end:
    case Place::xml: return {index, closing, true};
    case Place::text: return {index, closing, set->rules[index].action != Action::record};
    case Place::body: return {index, closing, closing || hard_opener};
  }
  return {};
}

}  // namespace tagstream
