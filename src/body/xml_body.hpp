#pragma once

// Follows the XML body of a call, and reads its parameters while it does.
//
//   <call> [<function=f>]  <parameter=k> value </parameter> …  [</function>] </call>
//
// Between parameters stands *structure*: tags and blanks. A *value* is text that may quote any tag,
// so a closing tag in it is a *candidate* until what follows has been looked at.

#include <cstdint>
#include <string>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/xml_calls.hpp"
#include "body/xml_tags.hpp"
#include "lex/lexer.hpp"

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

  [[nodiscard]] Shield shield() const { return {}; }
  [[nodiscard]] std::uint64_t keep_from() const;
  [[nodiscard]] std::uint64_t certain_until(std::uint64_t segment_end) const;
  /// True if its last parameter, or its last function, is closed.
  bool ends_here(const BodyInput& input, CallList& list);
  [[nodiscard]] const QuotedStretches* failed_tags() const { return &failed_tags_; }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  enum class State : std::uint8_t { structure, value, candidate };
  enum class Closer : std::uint8_t { parameter, function, call };
  enum class Step : std::uint8_t { again, more, closed, doubled, no_call };
  struct Reading {  // what each step needs
    const BodyInput& input;
    CallList& list;
    Match closer;  // the call's own, once it is found
  };

  Step structure_step(Reading& reading);
  Step on_structure_closer(Reading& reading, const XmlTag& tag);
  Step on_structure_opener(Reading& reading, const XmlTag& tag);
  Step value_step(Reading& reading);
  void on_value_closer(Reading& reading, const XmlTag& tag);
  void on_value_opener(Reading& reading, const XmlTag& tag);
  Step candidate_step(Reading& reading);
  Step accept(Reading& reading);
  Step close(Reading& reading, const Match& closer);
  [[nodiscard]] bool follows(const XmlTag& tag) const;
  bool skip_blanks(const BodyInput& input);
  void end_value(Reading& reading, std::uint64_t at);
  [[nodiscard]] Scope scope() const;

  XmlTags tags_;
  XmlCalls calls_;
  Lexer lexer_;
  QuotedStretches failed_tags_;
  std::uint64_t blanks_until_;  // structure, candidate: only blanks up to here
  std::uint64_t depth_ = 0;     // of the call's own tags inside its body

  // the parameter that is open
  std::string parameter_;  // its tag's name
  std::uint64_t value_begin_ = 0;
  std::uint64_t remembered_ = none;  // an opening tag at a line start that may end the value
  std::uint64_t remembered_depth_ = 0;
  ValueTags wanted_;
  Match candidate_;

  State state_ = State::structure;
  Closer closer_ = Closer::call;
  bool is_first_ = true;     // no parameter and no end of a function yet: it may be no call
  bool is_settled_ = false;  // every opening tag at a line start counts
};

}  // namespace tagstream
