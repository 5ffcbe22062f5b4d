// Which tags and markers count at one place.
//
// With `hide: ["x"], unwrap: ["b"]`:
//
//   place              counts
//   text               <x>, <b>; </b> only while a <b> is open; </x> never. With
//                      notices </b> and </x> are matches that change nothing
//   body, in <x>       </x>; <x> where sections balance
//   everything         each tag; used by the tokenizer

#include "lex/scope.hpp"

#include <algorithm>
#include <cstring>

#include "base/misspelt.hpp"
#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

bool ValueTags::is_slip(std::string_view name) const {
  return !meant.empty() && ((!key.empty() && name == key) || is_misspelt(name, meant));
}

// An opening tag in a value counts only at the start of a line. In
// `<parameter=a>see\n<parameter=b>x` the second tag ends the value; in
// `<parameter=a>see <parameter=b>x` it is part of the value.
bool ValueTags::wants(bool closing, std::string_view name, bool after_line_end,
                      bool ignore_case) const {
  auto is = [&](std::string_view other) { return same_name(name, other, ignore_case); };
  if (!call.empty() && is(call)) return true;
  if (!closing) return after_line_end && (line_openers || is(opener));
  if (is(parameter) || (!function.empty() && is(function))) return true;
  if (is_slip(name)) return true;
  if (wrappers == nullptr) return false;
  const RuleIndex rule = rule_of(*wrappers, name);
  return rule != no_rule && wrappers->rules[rule].role == Role::wrap_open;
}

namespace {

constexpr scan::ByteSet bytes_after_any_lt() {
  scan::ByteSet bytes;
  for (unsigned c = 0; c < 256; ++c) {
    if (c == '/' || is_name_start(static_cast<char>(c))) bytes.add(static_cast<unsigned char>(c));
  }
  return bytes;
}
constexpr scan::ByteSet after_any_lt = bytes_after_any_lt();

constexpr scan::ByteSet all_bytes() {
  scan::ByteSet bytes;
  for (unsigned c = 0; c < 256; ++c) bytes.add(static_cast<unsigned char>(c));
  return bytes;
}
constexpr scan::ByteSet every_byte = all_bytes();

// True if `node` leads to a word of this rule. In a body, words of other rules do not count.
bool leads_to_word(const RuleSet& set, RuleIndex rule, MarkerTrie::Node node) {
  if (!set.has_below(node, RuleSet::body_word)) return false;
  const std::vector<MarkerTrie::Marker>& words = set.rules[rule].words;
  return std::any_of(words.begin(), words.end(),
                     [&](MarkerTrie::Marker marker) { return set.trie.leads_to(node, marker); });
}

}  // namespace

const scan::ByteSet& Scope::every_start() { return every_byte; }

const scan::ByteSet& Scope::bytes_after_lt() const {
  if (place != Place::xml) return set->bytes_after_lt();
  return set->trie.size() == 0 ? after_any_lt : every_byte;
}

bool Scope::any_tag(bool closing) const {
  const NameRange all{0, static_cast<std::uint32_t>(set->names.size())};
  return place == Place::xml || (place == Place::everything && set->has_tags()) ||
         counts(closing, all);
}

// The names that may follow a `<` or `</` at this place and begin with `byte`. In a body only its
// own name counts, unless calls or wrappers count there, too: in a hidden `<x>` a `</b>` fails at
// the `b`, whatever rule `b` has.
NameRange Scope::names_from(bool closing, char byte) const {
  const NameRange range = set->names_from(static_cast<unsigned char>(byte));
  const bool has_wrappers = place == Place::body_end || (inner & RuleSet::wrapper_closer) != 0;
  const bool is_own_only = closing ? (place == Place::body || place == Place::body_end) &&
                                         !(has_wrappers && set->has_wrapper)
                                   : place == Place::body && (inner & RuleSet::call_opener) == 0;
  if (!counts(closing, range)) return {};
  if (!is_own_only) return range;
  const std::uint32_t own = set->rules[rule].name;
  return {own, own + 1};
}

// Compares the first eight bytes of a name under a mask: for most names one comparison decides. If
// many names have one first byte, an attempt narrows them down byte by byte instead.
// For `thinking` the mask has eight bytes, for `x` one. `<x ` and `<xy` both match the mask of `x`;
// the byte after the name tells them apart.
Scope::Named Scope::find_name(const char* at, const char* end, RuleIndex& named_rule) const {
  constexpr std::uint32_t most_names = 8;
  const bool closing = at[1] == '/';
  const char* const name = at + (closing ? 2 : 1);
  if (end - name < 8 || is_blank(*name) || set->ignore_case) return Named::unknown;
  const bool is_own_only = place == Place::body && inner == 0;
  NameRange range;
  if (is_own_only) {  // a section that counts no other names: no list is searched
    const CompiledRule& own = set->rules[rule];
    if (!own.is_tag || !(closing ? own.tag_closes : openers && own.tag_opens)) return Named::no;
    range = {own.name, own.name + 1};
  } else {
    range = names_from(closing, *name);
    if (range.empty()) return Named::no;
    if (range.last - range.first > most_names) return Named::unknown;
  }
  const auto left = static_cast<std::size_t>(end - name);
  std::uint64_t head = 0;
  std::memcpy(&head, name, sizeof head);
  for (std::uint32_t i = range.first; i != range.last; ++i) {
    const RuleSet::Name& wanted = set->names[i];
    const std::size_t size = wanted.text.size();
    if ((head & wanted.mask) != wanted.head) continue;
    if (left <= size) return Named::unknown;
    if (is_name_byte(name[size])) continue;
    if (size > sizeof head && std::memcmp(wanted.text.data(), name, size) != 0) continue;
    if (!is_own_only && !counts(closing, {i, i + 1})) return Named::no;
    named_rule = wanted.rule;
    return Named::yes;
  }
  return Named::no;
}

bool Scope::counts(bool closing, NameRange range) const {
  if (range.empty()) return false;
  switch (place) {
    case Place::everything:
    case Place::xml: return true;
    case Place::text:
      return closing ? counts_closer(range)
                     : openers && set->any_name_of(range, RuleSet::any_opener);
    case Place::body:
      if (closing && has_own(range) && set->rules[rule].tag_closes) return true;
      if (closing) {
        return (inner & RuleSet::wrapper_closer) != 0 &&
               set->any_name_of(range, RuleSet::wrapper_closer);
      }
      if (openers && has_own(range) && set->rules[rule].tag_opens) return true;
      return (inner & RuleSet::call_opener) != 0 && set->any_name_of(range, RuleSet::call_opener);
    case Place::body_end:
      if (closing) {
        return (has_own(range) && set->rules[rule].tag_closes) ||
               set->any_name_of(range, RuleSet::wrapper_closer);
      }
      return set->any_name_of(range, RuleSet::any_opener);
  }
  return false;
}

bool Scope::has_name_of(RuleIndex index, NameRange range) const {
  const CompiledRule& own = set->rules[index];
  return own.is_tag && range.first <= own.name && own.name < range.last;
}

// The closing tags that count in text: those of open elements, and some that close nothing.
// A `</tool_call>` after `</function>`, blanks aside, is markup even if no wrapper is open.
// A `</think>` at the beginning of the answer is markup; after `Let me see. ` it is content.
bool Scope::counts_closer(NameRange range) const {
  const auto at = std::lower_bound(open->names.begin(), open->names.end(), range.first);
  if (at != open->names.end() && *at < range.last) return true;
  if (wrappers && set->any_name_of(range, RuleSet::wrapper_closer)) return true;
  if (again != no_rule && set->rules[again].tag_closes && has_name_of(again, range)) return true;
  if (notes_closers() && set->any_name_of(range, RuleSet::noted_closer)) return true;
  return stray_closers && set->any_name_of(range, RuleSet::stray_closer);
}

bool Scope::leads_to_own(MarkerTrie::Node node, bool with_opener) const {
  const CompiledRule& own = set->rules[rule];
  auto leads = [&](MarkerTrie::Marker marker) { return set->trie.leads_to(node, marker); };
  return std::any_of(own.closes.begin(), own.closes.end(), leads) ||
         (with_opener && std::any_of(own.opens.begin(), own.opens.end(), leads));
}

// True if `node` leads to a closing marker of an open rule.
bool Scope::leads_to_open(MarkerTrie::Node node) const {
  return std::any_of(open->markers.begin(), open->markers.end(), [&](RuleIndex index) {
    const CompiledRule& other = set->rules[index];
    return std::any_of(other.closes.begin(), other.closes.end(),
                       [&](MarkerTrie::Marker marker) { return set->trie.leads_to(node, marker); });
  });
}

// True if `node` leads to a closing marker of the rule `again`.
bool Scope::leads_to_again(MarkerTrie::Node node) const {
  if (again == no_rule) return false;
  const std::vector<MarkerTrie::Marker>& closes = set->rules[again].closes;
  return std::any_of(closes.begin(), closes.end(),
                     [&](MarkerTrie::Marker marker) { return set->trie.leads_to(node, marker); });
}

unsigned Scope::text_kinds() const {
  unsigned kinds = 0;
  if (openers) kinds |= RuleSet::any_opener;
  if (openers && leading) kinds |= RuleSet::leading_opener;
  if (stray_closers) kinds |= RuleSet::stray_closer;
  if (notes_closers()) kinds |= RuleSet::noted_closer;
  return kinds;
}

// True if the bytes read so far are the beginning of a marker that counts here. They are held for
// that reason alone: with `drop: ["[END]"]` the text `[EN` waits, and in the body of a hidden `<x>`
// it does not.
bool Scope::leads_on(MarkerTrie::Node node) const {
  switch (place) {
    case Place::everything: return true;
    case Place::text:
      return set->has_below(node, text_kinds()) || leads_to_open(node) || leads_to_again(node);
    case Place::body: return set->has_below(node, inner) || leads_to_own(node, openers);
    case Place::body_end:
      return set->has_below(node, RuleSet::ends_broken_body | inner) || leads_to_own(node, false);
    case Place::xml:
      return set->has_below(node, inner) || leads_to_own(node, true) ||
             leads_to_word(*set, rule, node);
  }
  return false;
}

bool Scope::begins_marker(const char* at) const {
  const MarkerTrie::Node node = set->trie.child(set->trie.child(0, at[0]), at[1]);
  return node != 0 && leads_on(node);
}

Scope::Meaning Scope::meaning_of(MarkerTrie::Marker marker) const {
  const RuleSet::MarkerRole& role = set->marker_roles[marker];
  if (place == Place::everything) return {role.opens, false};
  return place == Place::text ? meaning_in_text(role, marker) : meaning_in_body(role, marker);
}

// A call without a marker (`is_leading`) counts only before any text. In the dialect json,
// `Call: {"name":"a"}` is text.
Scope::Meaning Scope::meaning_in_text(const RuleSet::MarkerRole& role,
                                      MarkerTrie::Marker marker) const {
  if (again != no_rule && set->rules[again].is_closed_by(marker)) return {again, true};
  if (role.closes != no_rule &&
      std::find(open->markers.begin(), open->markers.end(), role.closes) != open->markers.end()) {
    return {role.closes, true};
  }
  if (role.opens != no_rule && openers) {
    const CompiledRule& other = set->rules[role.opens];
    if (other.role != Role::ender && (leading || !other.is_leading)) {
      return {role.opens, false};
    }
  }
  if (role.stray != no_rule) {
    const bool is_noted = set->rules[role.stray].notes_stray_closers;
    if (is_noted ? notes_closers() : stray_closers) return {role.stray, true};
  }
  return {};
}

bool Scope::is_only_noted(const Meaning& meaning) const {
  if (!with_notices || !meaning.closes) return false;
  const CompiledRule& own = set->rules[meaning.rule];
  if (!own.notes_stray_closers) return false;
  switch (own.role) {
    case Role::hide:
    case Role::call: return true;  // in the text none is open
    case Role::wrap_open: return !wrappers;
    default: return !open->has(own, meaning.rule);
  }
}

// A marker that closes the body closes it, even if it opens a rule as well. With
// `hide: ["%%...%%"]`, the second `%%` of `a%%b%%c` closes.
Scope::Meaning Scope::meaning_in_body(const RuleSet::MarkerRole& role,
                                      MarkerTrie::Marker marker) const {
  const CompiledRule& own = set->rules[rule];
  if (own.is_closed_by(marker)) return {rule, true};
  if (place == Place::body_end) {
    const unsigned kinds = RuleSet::ends_broken_body | inner;
    const bool ends =
        role.opens != no_rule && (RuleSet::kinds_of(set->rules[role.opens]) & kinds) != 0;
    return {ends ? role.opens : no_rule, false};
  }
  if (openers && own.is_opened_by(marker)) return {rule, false};
  if (place == Place::xml && role.word == rule) return {rule, false};
  if (role.opens != no_rule && (RuleSet::kinds_of(set->rules[role.opens]) & inner) != 0) {
    return {role.opens, false};
  }
  return {};
}

// ---- what is open ----------------------------------------------------------------------------

// A rule is added once, however deep its elements nest: in `<b>1<b>2</b>` with `unwrap: ["b"]` the
// depth is counted in `Elements`, and `b` stays open until it is 0.
void OpenRules::add(const CompiledRule& rule, RuleIndex index) {
  if (rule.is_tag) names.insert(std::lower_bound(names.begin(), names.end(), rule.name), rule.name);
  if (!rule.closes.empty()) markers.push_back(index);
}

bool OpenRules::has(const CompiledRule& rule, RuleIndex index) const {
  if (rule.is_tag) return std::binary_search(names.begin(), names.end(), rule.name);
  return std::find(markers.begin(), markers.end(), index) != markers.end();
}

void OpenRules::remove(const CompiledRule& rule, RuleIndex index) {
  if (rule.is_tag) names.erase(std::lower_bound(names.begin(), names.end(), rule.name));
  if (!rule.closes.empty()) markers.erase(std::find(markers.begin(), markers.end(), index));
}

}  // namespace tagstream
