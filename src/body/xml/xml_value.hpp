#pragma once

// Notes about the open value of a parameter. The decisions are made in XmlBody.
//
//   <parameter=a>x</parameter>y</parameter></function>
//                ▲ closer: text, since `y` follows; the second closer ends the value
//                `x</parameter>y`
//
// A closer in a value is text unless the token after it fits. Until that token is read, `closer`
// has the closer.

#include <cstdint>
#include <string>

#include "body/body_tail.hpp"
#include "body/xml/xml_grammar.hpp"
#include "body/xml/xml_section.hpp"

namespace tagstream {

struct XmlValue {
  /// The place of its key.
  enum class Key : std::uint8_t {
    tag,         ///< the tag's name is the key: <path>
    after_name,  ///< directly after the tag's name: <parameter=path>
    apart,       ///< in an attribute, or in an element of its own
  };
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  /// The value begins after its opener.
  void begin_after(const XmlToken& opener) {
    *this = {};
    tag = opener.name;
    begin = section.at = opener.match.end;
    is_open = true;
    if (opener.is_keyed || opener.sign == XmlSign::value_open) {
      key = opener.words.has_name_value ? Key::after_name : Key::apart;
    }
  }
  /// True if the closer ends the call as well.
  [[nodiscard]] bool closes_call() const {
    return closes == XmlSign::call_close || closes == XmlSign::wrapper_close;
  }

  std::string tag;  // the name of its tag; empty for a literal
  std::uint64_t begin = 0;
  XmlSection section;  // a CDATA section at its beginning
  /// An opener of a parameter: the value ends there if its own closer turns out to be missing.
  std::uint64_t next_opener = none;
  std::uint64_t next_opener_depth = 0;        // how many calls were open there
  std::uint64_t look_at = 0;                  // an opener in a line, while it is looked at
  std::uint64_t quoted_openers = 0;           // unclosed openers of its own tag that are text
  Match closer;                               // the closer that was read last
  BodyTail tail;                              // the bytes after a closer that was text
  XmlSign closes = XmlSign::parameter_close;  // what `closer` would close
  Key key = Key::tag;
  bool is_open = false;
  bool has_closer = false;  // one of its closers was text
  bool is_slip = false;     // `closer` bears another name than the value's opener
  bool takes_slips = true;  // no slip has been found that has an opener in the value
};

// ---- the meaning of a token for an open value

/// True if a closing tag or literal closes the parameter itself.
[[nodiscard]] bool closes_value(const XmlGrammar& grammar, const XmlValue& value,
                                const XmlToken& token);
/// True for the opener of a parameter that is spelled in another way than the value's own
/// opener. A file in a value may spell parameters in another way than the call does.
[[nodiscard]] bool is_spelled_otherwise(const XmlGrammar& grammar, const XmlValue& value,
                                        const XmlToken& token);
/// True if `token` may follow the value's closer, so that the closer ends the value.
/// @param sign_here  the token's sign from `XmlBody::sign_here`
[[nodiscard]] bool may_follow(const XmlGrammar& grammar, const XmlValue& value,
                              const XmlToken& token, XmlSign sign_here);

}  // namespace tagstream
