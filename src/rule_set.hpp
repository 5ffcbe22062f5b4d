#pragma once

// Rules, compiled: what a reader looks for, as immutable data that any number of readers share.
//
// A `Scope` says which of it counts at one place of the stream: everything (tokenizer), the visible
// text, or the body of one hidden section. The lexer asks the scope and knows nothing of actions.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "marker_trie.hpp"
#include "scan/scan.hpp"
#include "tagstream/error.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/tokenizer.hpp"

namespace tagstream {

using RuleIndex = std::uint32_t;
inline constexpr RuleIndex no_rule = ~std::uint32_t{0};

/// A half-open range of `RuleSet::names`.
struct NameRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  [[nodiscard]] bool empty() const { return first == last; }
};

struct CompiledRule {
  Action action = Action::hide;
  bool is_tag = true;
  bool first_close = false;  // hide: nesting first_close, or equal markers
  std::uint32_t name = 0;    // is_tag: index into names
  MarkerTrie::Marker open = MarkerTrie::none;
  MarkerTrie::Marker close = MarkerTrie::none;
  BodyFormat body = BodyFormat::automatic;  // call
  scan::ByteSet body_bytes;                 // what may begin a token in this rule's body
  scan::ByteSet end_bytes;                  // call: what may end a body that nobody can read
};

class RuleSet {
 public:
  static Result<RuleSet> compile(const FilterOptions& options);
  static Result<RuleSet> compile(const TokenizerOptions& options);

  struct Name {
    std::string text;  // folded if ignore_case
    RuleIndex rule = no_rule;
  };
  struct MarkerRole {
    RuleIndex opens = no_rule;   // rule that this marker opens in text
    RuleIndex closes = no_rule;  // unwrap or record rule that it closes in text
  };

  std::vector<CompiledRule> rules;
  std::vector<Name> names;  // sorted
  std::vector<MarkerRole> marker_roles;
  MarkerTrie trie;
  bool any_name = false;  // every tag counts
  bool ignore_case = false;
  Limits limits;
  RuleIndex start_inside = no_rule;

  /// What may begin a token in text (or, for a tokenizer, anywhere).
  [[nodiscard]] const scan::ByteSet& text_bytes() const { return text_bytes_; }
  /// What may stand behind a '<' that counts, if `text_bytes` holds nothing else; else everything.
  [[nodiscard]] const scan::ByteSet& bytes_behind_lt() const { return bytes_behind_lt_; }
  [[nodiscard]] bool has_tags() const { return any_name || !names.empty(); }

  /// Names that begin with `byte`.
  [[nodiscard]] NameRange names_from(unsigned char byte) const { return by_first_byte_[byte]; }
  /// Those of `range` that have `byte` at `depth`. Precondition: they agree before `depth`.
  [[nodiscard]] NameRange narrow(NameRange range, std::size_t depth, char byte) const;
  /// True if a name in `range` belongs to a hide or unwrap rule.
  [[nodiscard]] bool any_hard_opener(NameRange range) const {
    return hard_before_[range.last] != hard_before_[range.first];
  }
  [[nodiscard]] bool opener_below(MarkerTrie::Node node) const { return opener_below_[node]; }
  [[nodiscard]] bool hard_opener_below(MarkerTrie::Node node) const {
    return hard_opener_below_[node];
  }

 private:
  Result<bool> add_rule(const Rule& rule, const FilterOptions& options);
  Result<bool> add_name(const std::string& name, RuleIndex rule);
  Result<bool> add_markers(const Rule& rule, CompiledRule& compiled, RuleIndex index);
  Result<bool> finish();
  void note_bytes_behind_lt();

  scan::ByteSet text_bytes_;
  scan::ByteSet bytes_behind_lt_;
  std::array<NameRange, 256> by_first_byte_{};
  std::vector<std::uint32_t> hard_before_;  // hard_before_[i]: hard names among the first i
  std::vector<bool> opener_below_;          // per trie node: leads to a marker that opens a rule
  std::vector<bool> hard_opener_below_;     // the same, hide and unwrap rules only
};

/// Unwrap and record elements that are open in the visible text.
struct OpenRules {
  std::vector<std::uint32_t> names;  // sorted name indices of open tag rules
  std::vector<RuleIndex> markers;    // open marker rules

  void add(const CompiledRule& rule, RuleIndex index);
  void remove(const CompiledRule& rule, RuleIndex index);
  void clear() {
    names.clear();
    markers.clear();
  }
};

/// The tags that count inside the value of a parameter.
struct ValueTags {
  std::string_view call;       // opening and closing; empty for a marker rule
  std::string_view function;   // closing; may be empty
  std::string_view parameter;  // closing
  bool line_openers = false;   // opening tags of other names directly behind a line end, too

  [[nodiscard]] bool wants(bool closing, std::string_view name, bool behind_line_end,
                           bool ignore_case) const;
};

/// Which tags and markers count at one place. A token is *hard* if its bytes would leave in another
/// way than plain text there, *soft* if only what follows changes (a recorded tag, a nested
/// opener).
struct Scope {
  enum class Place : std::uint8_t {
    everything,
    text,
    body,      // the rule's own tags or markers
    body_end,  // what may end the rule's body: its own closers, and openers of every rule
    xml,       // every tag, and the rule's own markers
  };

  const RuleSet* set = nullptr;
  const OpenRules* open = nullptr;  // text
  RuleIndex rule = no_rule;         // body, body_end, xml
  const ValueTags* tags = nullptr;  // xml: only these, if given
  Place place = Place::everything;
  bool openers = true;       // text: openers count; body: the rule's own opener counts
  bool hard_opener = false;  // body: that opener is markup here
  bool empties = true;       // body: self-closing tags of the rule are tags too

  [[nodiscard]] const scan::ByteSet& start_bytes() const {
    if (place == Place::body || place == Place::xml) return set->rules[rule].body_bytes;
    return place == Place::body_end ? set->rules[rule].end_bytes : set->text_bytes();
  }
  /// What may stand behind a '<' that counts.
  [[nodiscard]] const scan::ByteSet& bytes_behind_lt() const;
  /// True if names are read whole before they count.
  [[nodiscard]] bool any_name() const { return set->any_name || place == Place::xml; }

  /// True if a tag that begins `<` (or `</`) may count at all.
  [[nodiscard]] bool any_tag(bool closing) const;
  [[nodiscard]] bool any_hard_tag(bool closing) const;
  /// Names that count and begin with `byte`.
  [[nodiscard]] NameRange names_from(bool closing, char byte) const;
  /// True if a name in the range counts.
  [[nodiscard]] bool counts(bool closing, NameRange range) const;
  [[nodiscard]] bool counts_hard(bool closing, NameRange range) const;

  /// True if a marker that counts lies at or below `node`.
  [[nodiscard]] bool leads_on(MarkerTrie::Node node) const;
  [[nodiscard]] bool leads_on_hard(MarkerTrie::Node node) const;

  [[nodiscard]] bool leads_to_own(MarkerTrie::Node node, bool with_opener) const;

  struct Meaning {
    RuleIndex rule = no_rule;  // no_rule: does not count
    bool closes = false;
    bool hard = true;
  };
  [[nodiscard]] Meaning meaning_of(MarkerTrie::Marker marker) const;
  [[nodiscard]] Meaning meaning_of_tag(bool closing, RuleIndex rule) const;
};

}  // namespace tagstream
