#pragma once

// Reads the XML body of a call: its parameters, after the name of the call. This class alone
// decides the effect of each token. It asks the grammar, the cursor, the value and the arguments,
// which never call back.
//
//                     parameter opens                    closer that may end it
//                 structure ────────▶ [section ▶] value ──────────────▶ structure, value open
//                    ▲  ▲                          ▲                       │         │
//                    │  └── the token goes on ─────┼────── it fits ────────┘         │
//                    │                             └────── it does not: `refuse` ────┘
//                    └── bare_key: a word at a line start, only where a token must stand
//
// State opener: an opening tag has come inside a line of a value, and its key has not.
//
//   <parameter=a>1</parameter> <parameter=b>     the second opener fits after the closer: so `1` is
//                                                the value of a, and b begins
//
// After a closer in a value the state is structure, but the value stays open: the next token,
// blanks aside, decides. If it fits, the closer ends the value. If it does not, the closer was
// text.
//
// Keys have no state of their own. The text between two tokens of structure is a *gap*; after the
// opener of a key the gap is the key.

#include <cstdint>
#include <optional>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/xml/xml_arguments.hpp"
#include "body/xml/xml_cursor.hpp"
#include "body/xml/xml_value.hpp"

namespace tagstream {

class XmlBody {
 public:
  static constexpr bool finds_closer = true;

  /// Precondition: only blanks stand before `place.begin`.
  explicit XmlBody(const BodyPlace& place);
  XmlBody(const XmlBody&) = delete;
  XmlBody& operator=(const XmlBody&) = delete;

  /// Precondition: the segment holds the body from `keep_from()` on.
  BodyEnd read(const BodyInput& input, CallList& list);
  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    if (state_ != State::value || cursor_.in_attempt()) return nullptr;
    const CompiledRule& rule = cursor_.grammar().rule();
    return arguments_.is_streaming() ? rule.strings->inside('"') : &rule.body_bytes;
  }
  [[nodiscard]] std::uint64_t keep_from() const;
  /// The end of the body if the input ends now. Null if its last parameter or its last function is
  /// not closed. An empty body whose closing tag is cut off has an end, too, and adds nothing to
  /// `list`.
  std::optional<std::uint64_t> ends_here(const BodyInput& input, CallList& list);
  /// The tags that have failed.
  [[nodiscard]] const QuotedStretches& failed_tags() const { return cursor_.failed(); }
  [[nodiscard]] bool in_value() const { return value_.is_open; }

 private:
  enum class State : std::uint8_t { structure, bare_key, section, value, opener };
  enum class Step : std::uint8_t { again, more, closed, ended, doubled, json, no_call };
  /// The meaning of the text before the next token of structure.
  enum class Gap : std::uint8_t { plain, key, type };
  struct Reading {  // the arguments of each step
    const BodyInput& input;
    CallList& list;
    Match closer;  // the tag that ends the body, once it is found
  };

  Step step(Reading& reading);
  /// The body ends at `closer`: `closed` if that is the call's own, else `ended`.
  Step close(Reading& reading, const Match& closer, Step how);
  bool skip_blanks(const BodyInput& input);
  // ---- structure
  Step structure_step(Reading& reading);
  Step on_text(Reading& reading);
  Step on_first_text(Reading& reading);
  Step bare_key_step(Reading& reading);
  Step on_token(Reading& reading);
  Step act(Reading& reading, XmlSign sign);
  void read_gap(Reading& reading, XmlSign sign);
  void take_key(CallList& list, std::string_view text);
  bool take_bare_key(const BodyInput& input, CallList& list);
  bool take_glued(Reading& reading);
  void note_slip(CallList& list);
  void check_closer(Reading& reading, const Match& closer, std::string_view name);
  void end_function(Reading& reading, const Match& closer);
  void begin_function(Reading& reading);
  void begin_value(Reading& reading);
  void announce(CallList& list);
  [[nodiscard]] std::uint64_t marker_begin(const Segment& segment) const;
  [[nodiscard]] XmlSign sign_here(const CallList& list) const;
  [[nodiscard]] bool lacks_line_end(const Segment& segment) const;
  [[nodiscard]] bool says_nothing(XmlSign sign) const;
  [[nodiscard]] bool may_come_first(const CallList& list, XmlSign sign) const;
  // ---- an open value
  Step section_step(Reading& reading);
  Step value_step(Reading& reading);
  Step on_prefixed(Reading& reading);
  Step on_closer(Reading& reading);
  Step on_opener(Reading& reading);
  Step opener_step(Reading& reading);
  void note_unknown(CallList& list);
  Step accept(Reading& reading);
  Step refuse(const Segment& segment);
  [[nodiscard]] std::uint64_t after_refused(const Segment& segment) const;
  bool refuses_closer(const BodyInput& input);
  [[nodiscard]] bool lacks_closer() const;
  Step rewind(Reading& reading);
  void end_value(Reading& reading, std::uint64_t at, bool is_closed);
  [[nodiscard]] bool holds_marker(Reading& reading, std::uint64_t at) const;
  Step end_before(Reading& reading, std::uint64_t at);
  [[nodiscard]] ValueTags value_tags() const;
  [[nodiscard]] bool is_unknown_line(const BodyInput& input) const;
  bool ends_value(Reading& reading);
  bool is_next_tag();
  std::string_view known_value(const BodyInput& input);
  // ---- the input ends
  std::optional<std::string_view> cut_closer(const BodyInput& input) const;
  void end_at_closer(Reading& reading, std::string_view cut);
  [[nodiscard]] bool is_whole(CallList& list, std::string_view cut) const;
  [[nodiscard]] bool is_empty(const CallList& list) const {
    return is_first_ && !arguments_.has_functions() &&
           !arguments_.takes_attributes(list.head(), cursor_.grammar());
  }

  XmlCursor cursor_;
  XmlArguments arguments_;
  XmlValue value_;
  XmlPair pair_;                 // the key, and type, of the value that comes next
  XmlToken token_;               // the token that was read last
  std::uint64_t gap_;            // where the text before the next token begins
  std::uint64_t word_at_;        // bare_key: read up to here
  std::uint64_t longest_token_;  // most bytes of a control token at the input's end; 0: ignore them
  /// How many of the call's own tags are open inside its body, or of the parameter's in a value
  /// with prefixed tags.
  std::uint64_t depth_ = 0;
  State state_ = State::structure;
  Gap gap_holds_ = Gap::plain;
  bool is_first_ = true;  // no parameter and no end of a function yet: the body may be no call
  bool every_opener_counts_ = false;  // a closer was missing: openers end values from now on
};

}  // namespace tagstream
