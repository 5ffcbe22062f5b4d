#pragma once

// Follows the XML body of a call, and reads its parameters while it does.
//
//   head ─▶ name ─▶ structure ⇄ value            <call> [<function=f>]  <parameter=k> value
//                      └─▶ key ─┘                 </parameter> …  [</function>] </call>
//
// A head and a name in front stand only where the shape says so. Between parameters stands
// *structure*: tags and blanks. Where a value ends, `XmlValue` knows.

#include <cstdint>
#include <optional>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/xml_value.hpp"

namespace tagstream {

class XmlBody {
 public:
  static constexpr bool finds_closer = true;

  /// Precondition: only blanks stand before `place.begin`.
  explicit XmlBody(const BodyPlace& place);
  XmlBody(const XmlBody&) = delete;
  XmlBody& operator=(const XmlBody&) = delete;

  /// Precondition: the segment holds the body from `keep_from()` on.
  Verdict read(const BodyInput& input, CallList& list);
  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    if (!value_.is_in_text() || parts_.tokens.in_attempt()) return nullptr;
    const CompiledRule& rule = parts_.tokens.rule();
    return parts_.calls.is_streaming() ? rule.strings->inside('"') : &rule.body_bytes;
  }
  [[nodiscard]] Shield shield() const { return {}; }
  [[nodiscard]] std::uint64_t keep_from() const;
  [[nodiscard]] std::uint64_t certain_until(std::uint64_t segment_end) const;
  /// If its last parameter, or its last function, is closed; or if nothing stands in it, and its
  /// closing tag is cut off: then nothing is told.
  std::optional<std::uint64_t> ends_here(const BodyInput& input, CallList& list);
  [[nodiscard]] const QuotedStretches* failed_tags() const { return &parts_.tokens.failed(); }
  [[nodiscard]] bool in_value() const { return value_.is_open(); }

 private:
  enum class State : std::uint8_t { head, name, structure, bare_key, key, value, refused };
  enum class Step : std::uint8_t { again, more, closed, doubled, json, no_call };
  struct Reading {  // what each step needs
    const BodyInput& input;
    CallList& list;
    Match closer;  // the call's own, once it is found
    bool has_closer = true;
  };

  Step step(Reading& reading);
  Step head_step(Reading& reading);
  Step name_step(Reading& reading);
  Step structure_step(Reading& reading);
  Step on_closer(Reading& reading, const XmlTag& tag);
  Step on_opener(Reading& reading, const XmlTag& tag);
  Step bare_key_step(Reading& reading);
  Step key_step(Reading& reading);
  Step value_step(Reading& reading);
  Step close(Reading& reading, const Match& closer, bool has_closer);
  void begin_value(Reading& reading, const XmlTag& tag);
  [[nodiscard]] bool is_empty(const CallList& list) const {
    return is_first_ && !parts_.calls.has_functions() && list.head().tag.empty();
  }
  [[nodiscard]] bool is_whole(CallList& list, std::string_view cut) const;

  XmlParts parts_;
  XmlValue value_;
  std::uint64_t at_;  // name: read up to here; key: where it begins

  State state_ = State::structure;
  bool is_type_ = false;  // key: of the value, not its name
  bool is_first_ = true;  // no parameter and no end of a function yet: it may be no call
};

}  // namespace tagstream
