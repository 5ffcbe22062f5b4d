#pragma once

// Says which rules count at a place of the stream: everything (tokenizer), the visible text, or a
// body. The lexer asks the scope, and does not know what rules do. With `hide: ["x"]` and `unwrap:
// ["b"]`, `<b>` counts in text, and in the body of <x> it does not.

#include <cstdint>
#include <string_view>
#include <vector>

#include "lex/rules.hpp"

namespace tagstream {

/// Unwrap and record elements that are open in the visible text.
struct OpenRules {
  std::vector<std::uint32_t> names;  // sorted name indices of open tag rules
  std::vector<RuleIndex> markers;    // open marker rules

  void add(const CompiledRule& rule, RuleIndex index);
  void remove(const CompiledRule& rule, RuleIndex index);
  [[nodiscard]] bool has(const CompiledRule& rule, RuleIndex index) const;
  void clear() {
    names.clear();
    markers.clear();
  }
};

/// The tags that count inside the value of a parameter.
struct ValueTags {
  std::string_view call;              // opening and closing; empty for a marker rule
  std::string_view function;          // closing; may be empty
  std::string_view parameter;         // closing
  std::string_view key;               // closing: a slip for `parameter`; may be empty
  std::string_view meant;             // closing: so are names that are misspelt like this one
  std::string_view opener;            // opening, directly after a line end
  bool openers_nest = false;          // inside a line, an opener counts as soon as its name ends
  bool line_openers = false;          // after a line end, opening tags of other names count, too
  const RuleSet* wrappers = nullptr;  // if not null: closing tags of its wrappers count, too

  /// True if a closing tag of this name may be a slip for the value's own.
  [[nodiscard]] bool is_slip(std::string_view name) const;
  [[nodiscard]] bool wants(bool closing, std::string_view name, bool after_line_end,
                           bool ignore_case) const;
};

/// Which tags and markers count at one place.
struct Scope {
  enum class Place : std::uint8_t {
    everything,
    text,
    body,      // the rule's own tags or markers
    body_end,  // in a broken body: the rule's own closers, and openers of every rule
    xml,       // every tag, and the rule's own markers
  };

  const RuleSet* set = nullptr;
  const OpenRules* open = nullptr;  // text
  RuleIndex rule = no_rule;         // body, body_end, xml
  const ValueTags* tags = nullptr;  // xml: only these, if given
  Place place = Place::everything;
  bool openers = true;         // text: openers count; body: the rule's own opener counts
  bool leading = false;        // text: openers that must come before any text count, too
  bool stray_closers = false;  // text: closers of hide rules count
  // text: tags that are text, but have a notice, are matches: closers that close nothing,
  // and tags that are too large.
  bool with_notices = false;
  bool wrappers = false;      // text: closing tags of wrappers count
  RuleIndex again = no_rule;  // text: the closers of this rule count
  unsigned inner = 0;         // bodies: kinds of other rules' markers and tags that count
  bool empties = true;        // body: self-closing tags of the rule are tags too
  bool any_start = false;     // every byte may begin a token

  [[nodiscard]] const scan::ByteSet& start_bytes() const {
    if (any_start) return every_start();
    if (place == Place::body || place == Place::xml) return set->rules[rule].body_bytes;
    if (place == Place::body_end) return set->rules[rule].end_bytes;
    return set->text_bytes(leading, stray_closers);
  }
  [[nodiscard]] static const scan::ByteSet& every_start();
  /// The bytes that may stand after a '<' that counts.
  [[nodiscard]] const scan::ByteSet& bytes_after_lt() const;
  /// True if each tag and marker that counts here begins with '<', so that windows can be searched.
  [[nodiscard]] bool has_windows() const {
    if (place == Place::xml || any_start || !set->starts.has_windows) return false;
    const scan::ByteSet& starts = start_bytes();
    return starts.count() == 1 && starts.only() == '<';
  }
  /// The filter for windows. Precondition: `has_windows()`.
  [[nodiscard]] const scan::StartFilter& starts() const {
    if (place == Place::body && inner == 0) return set->rules[rule].body_starts;
    if (place != Place::text || !open->markers.empty()) return set->starts.tags;
    const bool no_closers = open->names.empty() && !stray_closers && !wrappers && !notes_closers();
    return no_closers ? set->starts.openers : set->starts.text;
  }
  /// Tells whether the tag at `at` has a name that counts, and sets the rule of that name.
  /// `unknown` if the first bytes do not decide.
  enum class Named : std::uint8_t { no, yes, unknown };
  [[nodiscard]] Named find_name(const char* at, const char* end, RuleIndex& named_rule) const;
  /// True if names are read to their end before they are compared.
  [[nodiscard]] bool any_name() const { return set->any_name || place == Place::xml; }

  /// True if any opening tag counts; with `closing`, if any closing tag does.
  [[nodiscard]] bool any_tag(bool closing) const;
  /// Names that count and begin with `byte`.
  [[nodiscard]] NameRange names_from(bool closing, char byte) const;
  /// True if a name in the range counts.
  [[nodiscard]] bool counts(bool closing, NameRange range) const;

  /// True if a marker that counts may begin with the two bytes at `at`. With the markers `<|end|>`
  /// and `</a>`, in a body that `</a>` does not close, `</` begins none.
  [[nodiscard]] bool begins_marker(const char* at) const;
  /// True if a marker that counts lies at or below `node`.
  [[nodiscard]] bool leads_on(MarkerTrie::Node node) const;

  [[nodiscard]] bool leads_to_own(MarkerTrie::Node node, bool with_opener) const;
  [[nodiscard]] bool leads_to_open(MarkerTrie::Node node) const;
  [[nodiscard]] bool leads_to_again(MarkerTrie::Node node) const;
  [[nodiscard]] unsigned text_kinds() const;
  [[nodiscard]] bool has_name_of(RuleIndex index, NameRange range) const;
  [[nodiscard]] bool has_own(NameRange range) const { return has_name_of(rule, range); }
  [[nodiscard]] bool counts_closer(NameRange range) const;
  /// True if closers are matches where they close nothing. Where an option keeps
  /// openers from opening, their closers are no news.
  [[nodiscard]] bool notes_closers() const {
    return with_notices && openers && set->notes_stray_closers;
  }

  struct Meaning {
    RuleIndex rule = no_rule;  // no_rule: does not count
    bool closes = false;
  };
  [[nodiscard]] Meaning meaning_of(MarkerTrie::Marker marker) const;
  /// True if the match changes nothing: a closing tag that closes nothing.
  [[nodiscard]] bool is_only_noted(const Meaning& meaning) const;
  [[nodiscard]] Meaning meaning_in_text(const RuleSet::MarkerRole& role,
                                        MarkerTrie::Marker marker) const;
  [[nodiscard]] Meaning meaning_in_body(const RuleSet::MarkerRole& role,
                                        MarkerTrie::Marker marker) const;
  [[nodiscard]] Meaning meaning_of_tag(bool closing, RuleIndex tag_rule) const {
    const bool is_in_body = place != Place::text && place != Place::everything;
    return {tag_rule, closing && (!is_in_body || tag_rule == rule || tag_rule == no_rule)};
  }
};

}  // namespace tagstream
