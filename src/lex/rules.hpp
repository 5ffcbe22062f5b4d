#pragma once

// Compiled rules: the tags and markers that a reader searches for. The data is immutable, and any
// number of readers may share it. `hide: ["x"]` and `drop: ["[E]"]` are two rules: `names` has `x`
// for rule 0, `marker_roles` has `[E]` for rule 1, and in text `<` and `[` may begin a match.

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/family_format.hpp"
#include "lex/marker_trie.hpp"
#include "lex/segment.hpp"
#include "lex/string_bytes.hpp"
#include "scan/scan.hpp"
#include "scan/tags.hpp"
#include "tagstream/error.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// A half-open range of `RuleSet::names`.
struct NameRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  [[nodiscard]] bool empty() const { return first == last; }
};

/// The act of a rule on its elements or markers.
enum class Role : std::uint8_t {
  hide,
  unwrap,
  record,
  call,
  drop,        // its markers are markup
  wrap_open,   // markup; blanks after it are layout
  wrap_close,  // markup
  header,      // begins a message with a header that gives the message's kind
  ender,       // ends the open reasoning; the marker belongs to the bytes after it
};

/// The kind of event that a hidden section's bytes become.
enum class EmittedAs : std::uint8_t { section, reasoning, markup };

/// The part of a rule that makes calls. A wrapper that takes a value has one, too.
struct CallTraits {
  CallBody body = CallBody::automatic;
  const CallNameFormat* name_format = nullptr;    // of a dialect
  const XmlShape* shape = &mixed_xml;             // of XML bodies
  const PythonicShape* pythonic = &python_calls;  // of pythonic bodies
  const JsonKeys* keys = &known_keys;             // of JSON bodies
  std::string_view argument = "text";             // of text bodies
  std::string_view string_is{};                   // of JSON bodies: the argument that a string is
  std::string tool{};                             // the tool, whatever the body says
  UnclosedCall unclosed = UnclosedCall::text;     // how to treat a call that never closes
  char separator = 0;                             // between calls; 0: none
  RuleIndex next = no_rule;      // of an object after the separator that no opener has
  std::uint8_t shared = 0;       // bytes of the opener that belong to the body, too
  bool end_closes = false;       // a text body may end with the input
  bool is_tentative = false;     // text if anything is wrong with it
  bool is_whole_answer = false;  // text if any text follows it
  bool lacks_opener = false;     // counts only if its closer comes
  bool needs_wrapper = false;    // text outside of a wrapper
};

/// The part of a rule that takes an element out: hidden ones, reasoning, and messages after a
/// header, of which some are calls.
struct HideTraits {
  ReasoningAgain again = ReasoningAgain::anywhere;  // where it opens after visible text
  bool first_close = false;                         // nesting first_close, or equal markers
  bool drops_stray_closers = false;                 // outside its closers may be markup
  bool is_after_header = false;                     // its body is a message
};

/// The behaviour of a rule, without its tags and markers.
struct RuleTraits {
  Role role = Role::hide;
  EmittedAs emitted_as = EmittedAs::section;
  bool tag_opens = true;             // it has a name: <name> opens it
  bool tag_closes = true;            // it has a name: </name> closes it
  bool is_leading = false;           // opens only where no text has come before
  bool notes_stray_closers = false;  // outside its closers are text, with a notice
  bool trims = false;                // blanks after its markers are markup
  bool decodes = false;              // hide, record: entities in its text
  bool is_text_only = false;         // drop: not in reasoning
  bool takes_value = false;          // wrap_open: a value directly after it is the body of a call
  HideTraits hide{};
  CallTraits call{};
};

struct CompiledRule : RuleTraits {
  bool is_tag = false;     // it has a name
  std::uint32_t name = 0;  // is_tag: index into names
  std::vector<MarkerTrie::Marker> opens;
  std::vector<MarkerTrie::Marker> closes;
  std::vector<MarkerTrie::Marker> words;
  scan::ByteSet body_bytes;       // bytes that may begin a token in this rule's body
  scan::ByteSet end_bytes;        // call: bytes that may end a body that can't be read
  scan::StartFilter body_starts;  // after '<' in this rule's body, if only its own tags count
  std::unique_ptr<const StringBytes> strings;  // call: bytes that may end a string in its body

  [[nodiscard]] bool may_be_call() const { return role == Role::call || takes_value; }
  [[nodiscard]] bool can_close() const { return (is_tag && tag_closes) || !closes.empty(); }
  /// call: control tokens at the end of the input end the call, and do not belong to its body.
  [[nodiscard]] bool takes_tokens() const { return call.unclosed == UnclosedCall::call; }
  [[nodiscard]] bool is_closed_by(MarkerTrie::Marker marker) const;
  [[nodiscard]] bool is_opened_by(MarkerTrie::Marker marker) const;
};

/// A rule before it is compiled.
struct RuleParts : RuleTraits {
  std::string name{};  // of a tag; empty if there is none
  std::vector<std::string> opens{};
  std::vector<std::string> closes{};
  std::vector<std::string> words{};  // literals that count in its body alone
};

/// The bytes that may follow a '<' that counts, in the form that the window kernels take.
struct StartsByWindow {
  scan::StartFilter openers;       ///< in text, while no closing tag counts
  scan::StartFilter text;          ///< in text, while no closing marker of an open element counts
  scan::StartFilter tags;          ///< anywhere
  scan::ByteTable marker_seconds;  ///< the second bytes of markers that begin with '<'
  bool has_windows = false;        ///< no marker is '<' alone, and a window is no longer than a tag
};

class RuleSet {
 public:
  /// Settings of a dialect beside its rules. Its header formats outlive the set.
  struct DialectPolicy {
    CallsInReasoning calls_in_reasoning = CallsInReasoning::settle;
    const HeaderFormat* header = nullptr;
    RuleIndex header_reasoning = no_rule;  // the rules after a header, by what it says
    RuleIndex header_call = no_rule;
    RuleIndex header_skip = no_rule;
    std::string label{};  // the rest of an opener of reasoning after the bracket in it
    std::vector<std::string> families{};  // by rule: the rows that have it; empty: a known rule
  };
  /// Settings that hold for all rules.
  struct Settings {
    Limits limits{};
    bool ignore_case = false;
    bool any_name = false;  // every tag counts
  };
  /// Makes an empty set the one of `rules`, where it lies: it has 7 KB.
  /// @error bad_option — a name is not a tag name, or a name or opening marker has two rules
  Result<bool> compile(const std::vector<RuleParts>& rules, const Settings& settings,
                       const DialectPolicy& policy);

  /// The name or the opening marker of a rule.
  [[nodiscard]] std::string_view tag_of(RuleIndex rule) const;
  /// The same for a match: the rule may have tags and markers.
  [[nodiscard]] std::string_view tag_of(const Match& match) const;
  /// Sections of tags with these names are decoded. True if a rule has such sections.
  bool decode_sections(const std::vector<std::string>& names);
  /// The hide rule that is opened by this name or marker; `no_rule` if there is none.
  [[nodiscard]] RuleIndex find_hide(std::string_view opener) const;

  struct Name {
    std::string text;  // folded if ignore_case
    RuleIndex rule = no_rule;
    std::uint64_t head = 0;  // its first eight bytes as they lie in memory
    std::uint64_t mask = 0;  // 0xff for each of the eight bytes that the name has

    /// Calls `use(byte)` for each byte with which the name may begin in a text.
    template <class Use>
    void each_first_byte(bool folds, Use use) const {
      const char first = text[0];
      use(static_cast<unsigned char>(first));
      if (folds && first >= 'a' && first <= 'z') {
        use(static_cast<unsigned char>(first - 'a' + 'A'));
      }
    }
  };
  struct MarkerRole {
    RuleIndex opens = no_rule;   // rule that this marker opens in text
    RuleIndex closes = no_rule;  // unwrap or record rule that it closes in text
    RuleIndex stray = no_rule;   // rule whose closer it is, also where nothing is open
    RuleIndex word = no_rule;    // call rule in whose body it counts
  };

  std::vector<CompiledRule> rules;
  std::vector<Name> names;  // sorted
  std::vector<MarkerRole> marker_roles;
  MarkerTrie trie;
  bool any_name = false;  // every tag counts
  bool ignore_case = false;
  RuleIndex start_inside = no_rule;
  Limits limits;
  DialectPolicy dialect;
  bool has_leading = false;  // some rule counts only before any text
  bool has_wrapper = false;
  bool has_blank_marker = false;  // a marker begins with a blank
  bool has_section = false;
  bool notes_stray_closers = false;  // of some rule
  std::uint32_t longest_marker = 0;
  StartsByWindow starts;
  /// The bytes that may begin a token in text, or Markdown code. Index 1 has also the closers of
  /// hide rules that are not open.
  std::array<scan::ByteSet, 2> code_bytes;
  std::uint64_t steps = 0;  // the cost of compiling, in bytes, rules and markers visited

  /// Kinds of markers, as a set of bits. A node of the trie has the kinds of all markers at it and
  /// below it.
  enum Kind : std::uint16_t {
    any_opener = 1,      // opens in text, wherever it stands
    leading_opener = 2,  // opens in text where none has come before
    stray_closer = 4,    // closes a hide rule that is not open
    drop_token = 8,
    reasoning_end = 16,  // ends reasoning, and belongs to the bytes after it
    call_opener = 32,    // a call or a wrapper around calls, not a leading one
    wrapper_closer = 64,
    ends_broken_body = 128,  // ends the body of a call that can't be read
    header_opener = 256,
    body_word = 512,      // counts in the body of its own rule alone
    noted_closer = 1024,  // closes nothing, and has a notice
    last_kind = noted_closer,
  };
  [[nodiscard]] bool has_below(MarkerTrie::Node node, unsigned kinds) const {
    return (below_[node] & kinds) != 0;
  }

  /// The bytes that may begin a token in text; for a tokenizer: anywhere.
  [[nodiscard]] const scan::ByteSet& text_bytes(bool leading, bool stray_closers) const {
    return text_bytes_[(leading ? 1U : 0U) | (stray_closers ? 2U : 0U)];
  }
  /// The bytes that may stand after a '<' that counts. All bytes if '<' alone is a marker.
  [[nodiscard]] const scan::ByteSet& bytes_after_lt() const { return bytes_after_lt_; }
  [[nodiscard]] bool has_tags() const { return any_name || !names.empty(); }

  /// Names that begin with `byte`.
  [[nodiscard]] NameRange names_from(unsigned char byte) const { return by_first_byte_[byte]; }
  /// Calls `use(byte)` for each byte with which a name may begin, for some more than once.
  template <class Use>
  void each_first_byte(Use use) const;
  /// The names of `range` that have `byte` at `depth`. Precondition: their bytes before `depth` are
  /// the same.
  [[nodiscard]] NameRange narrow(NameRange range, std::size_t depth, char byte) const;
  [[nodiscard]] static unsigned kinds_of(const CompiledRule& rule);
  /// The kinds of other rules' markers that count inside the body of a rule.
  [[nodiscard]] unsigned also_counts(const CompiledRule& rule) const;
  /// True if a name in `range` has this kind.
  [[nodiscard]] bool any_name_of(NameRange range, Kind kind) const;

 private:
  Result<bool> add_rule(const RuleParts& parts);
  Result<bool> add_name(const std::string& name, RuleIndex rule);
  Result<bool> add_markers(const RuleParts& parts, CompiledRule& compiled, RuleIndex index);
  Result<bool> finish();
  void note_names();
  void note_markers(const CompiledRule& rule);
  void note_bytes();
  // For each kind the first bytes of its openers; empty if no body asks for them.
  using OpenersByKind = std::vector<scan::ByteSet>;
  void note_body_bytes(CompiledRule& rule, const OpenersByKind& openers);
  void note_bytes_after_lt();

  std::array<scan::ByteSet, 4> text_bytes_;
  scan::ByteSet bytes_after_lt_;
  std::array<NameRange, 256> by_first_byte_{};
  std::vector<std::uint16_t> below_;  // per trie node
  struct NamesBefore {                // among the first i names
    std::uint32_t openers = 0;
    std::uint32_t calls = 0;
    std::uint32_t stray_closers = 0;
    std::uint32_t noted_closers = 0;
    std::uint32_t wrappers = 0;
  };
  std::vector<NamesBefore> names_before_;
};

/// True if the match is the closing tag or marker of a wrapper around calls.
[[nodiscard]] inline bool closes_wrapper(const RuleSet& set, const Match& match) {
  const Role role = set.rules[match.rule].role;
  return role == Role::wrap_close || (role == Role::wrap_open && match.kind == TokenKind::close);
}
/// The rule that has this name; `no_rule` if none has.
[[nodiscard]] RuleIndex rule_of(const RuleSet& set, std::string_view name);

}  // namespace tagstream
