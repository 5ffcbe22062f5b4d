#pragma once

// Follows the value of a parameter: text that may quote any tag. So a closing tag in it is a
// *candidate* until what follows has been looked at.

#include <cstdint>
#include <string>
#include <string_view>

#include "body/body_tail.hpp"
#include "body/xml_calls.hpp"
#include "body/xml_tokens.hpp"

namespace tagstream {

/// What the readers of structure and of values share.
struct XmlParts {
  explicit XmlParts(const BodyPlace& place)
      : tokens(place),
        calls(*place.schemas, place.gives_pieces),
        schemas(place.schemas),
        read_until(place.begin),
        takes_tokens(place.takes_tokens) {}

  XmlTokens tokens;
  XmlCalls calls;
  const SchemaTable* schemas;
  std::uint64_t read_until;  // structure, after a candidate: only blanks from here on
  bool takes_tokens;
  /// Of the call's own tags inside its body, or of the parameter's in a prefixed value.
  std::uint64_t depth = 0;
  /// The token read last. It stands here because most feeds end before one is complete.
  XmlTag tag;
  /// It comes next in the structure: it has been read to see what follows a value.
  bool is_tag_next = false;

  /// True if a byte that is not blank stands at `read_until`.
  bool skip_blanks(const BodyInput& input);
  /// The key if it is glued to its value there: <parameter=command=create</parameter> is not a tag,
  /// for the '<' in it. It ends within the longest tag: more has not come where that limit fails
  /// the attempt. Precondition: an attempt at a tag has failed there.
  [[nodiscard]] std::string_view glued_key(const Segment& segment) const;
  /// True if a key may stand there whose opening tag is missing: one word, which begins a line.
  bool begin_bare_key(const Segment& segment);
  /// Reads it, and what must stand directly after it. `limit`: it is not one.
  Lexer::Outcome read_bare_key(const BodyInput& input);
  /// What stands before `end` was such a key.
  void take_key(const BodyInput& input, const XmlTag& end);
  /// A tag of the structure stands at `end`: what a glued opening tag holds ends there.
  void take_glued(const BodyInput& input, CallList& list, std::uint64_t end);

 private:
  std::uint64_t word_at_ = 0;  // of that word, read up to here
};

class XmlValue {
 public:
  enum class Step : std::uint8_t {
    again,
    more,
    ended,   ///< structure follows
    closed,  ///< and the call ends as well: see `closer`
  };
  /// The value begins after `tag`.
  void begin(XmlParts& parts, const XmlTag& tag);
  /// Precondition: the segment holds the value, or if nothing is collected all from `keep_from`.
  Step read(XmlParts& parts, const BodyInput& input, CallList& list);
  /// It ends at `at`.
  void end(XmlParts& parts, const BodyInput& input, CallList& list, std::uint64_t at);

  /// The input ends: false if what is open does not end at its last closing tag.
  /// @param cut  what follows that, and is cut off: it must be a closing tag
  bool end_at_candidate(XmlParts& parts, const BodyInput& input, CallList& list,
                        std::string_view cut);

  [[nodiscard]] const Match& closer() const { return candidate_; }
  /// False if something else than the call's own closer ends the call.
  [[nodiscard]] bool has_closer() const { return closer_ == Closer::call; }

  [[nodiscard]] bool is_open() const { return state_ != State::absent; }
  [[nodiscard]] bool is_in_text() const { return state_ == State::text; }
  [[nodiscard]] std::uint64_t keep_from(const XmlTokens& tokens) const;
  /// The bytes before this are the call's, whatever follows.
  [[nodiscard]] std::uint64_t certain_until(const XmlTokens& tokens, std::uint64_t end) const;

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  enum class State : std::uint8_t { absent, cdata, text, candidate };
  enum class Closer : std::uint8_t { parameter, function, call, wrapper };

  Step cdata_step(XmlParts& parts, const BodyInput& input);
  Step text_step(XmlParts& parts, const BodyInput& input, CallList& list);
  Step on_closer(XmlParts& parts, const BodyInput& input, CallList& list, const XmlTag& tag);
  Step on_opener(XmlParts& parts, const BodyInput& input, CallList& list, const XmlTag& tag);
  Step candidate_step(XmlParts& parts, const BodyInput& input, CallList& list);
  Step accept(XmlParts& parts, const BodyInput& input, CallList& list);
  /// What the value begins with, whatever follows.
  std::string_view known_text(const XmlTokens& tokens, const BodyInput& input);
  [[nodiscard]] Closer closer_of(const XmlParts& parts, const XmlTag& tag) const;
  [[nodiscard]] bool closes_parameter(const XmlParts& parts, const XmlTag& tag) const;
  [[nodiscard]] bool is_spelled_otherwise(const XmlParts& parts, const XmlTag& tag) const;
  [[nodiscard]] bool is_unknown_line(const XmlParts& parts, const BodyInput& input) const;
  [[nodiscard]] bool follows(const XmlParts& parts, const XmlTag& tag) const;

  std::string parameter_;  // its tag's name
  XmlPart part_ = XmlPart::parameter;
  std::uint64_t begin_ = 0;
  std::uint64_t cdata_at_ = 0;       // read up to here
  std::uint64_t cdata_begin_ = 0;    // of what stands inside; 0: there is none
  std::uint64_t cdata_end_ = 0;      // 0: it has not come
  std::uint64_t remembered_ = none;  // an opening tag at a line start that may end the value
  std::uint64_t remembered_depth_ = 0;
  std::uint64_t quoted_openers_ = 0;  // of the parameter's tag, whose closers have not come
  Match candidate_;
  BodyTail tail_;  // after a candidate that has not counted
  State state_ = State::absent;
  Closer closer_ = Closer::call;
  bool in_key_ = false;          // candidate: a key may follow whose opening tag is missing
  bool has_name_value_ = false;  // its key stands directly after the tag's name
  bool is_settled_ = false;      // every opening tag at a line start counts, in all values to come
};

}  // namespace tagstream
