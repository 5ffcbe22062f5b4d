#pragma once

// The meaning of a token of an XML body as one enumerator, and sets of these. In qwen3_coder:
//
//   <parameter=city>   parameter_open      </parameter>   parameter_close
//   </tool_call>       call_close          <b>            noise

#include <cstdint>
#include <initializer_list>

namespace tagstream {

/// The sign of a token. The sign of a closer is that of its opener plus one.
enum class XmlSign : std::uint8_t {
  noise,          ///< not of the body's format
  stray,          ///< of the format, but without a meaning at its place
  keyless,        ///< would open a parameter, but has no key, or belongs to another rule
  dropped,        ///< a token that is left out wherever it stands
  separator,      ///< after the call's name
  prefix,         ///< before each tag
  wrapper_close,  ///< closes a wrapper around calls
  other_call,     ///< opens a call of another rule
  other_open,     ///< opens reasoning, or a wrapper around calls
  other_close,    ///< closes reasoning or a call of another rule
  call_open,
  call_close,
  function_open,  ///< around the parameters of one of many calls
  function_close,
  parameter_open,  ///< keyed by an attribute, or by its name
  parameter_close,
  key_open,
  key_close,
  type_open,
  type_close,
  value_open,
  value_close,
};

[[nodiscard]] constexpr XmlSign closer_of(XmlSign opener) {
  return static_cast<XmlSign>(static_cast<std::uint8_t>(opener) + 1);
}

/// A set of signs.
class XmlSigns {
 public:
  constexpr XmlSigns(std::initializer_list<XmlSign> signs) {
    for (const XmlSign sign : signs) bits_ |= bit(sign);
  }
  [[nodiscard]] constexpr bool has(XmlSign sign) const { return (bits_ & bit(sign)) != 0; }

 private:
  static constexpr std::uint32_t bit(XmlSign sign) {
    return std::uint32_t{1} << static_cast<std::uint8_t>(sign);
  }
  std::uint32_t bits_ = 0;
};

/// The signs that count at some places. They differ between the bodies of families, whose
/// parameters stand directly in the call's tag, and mixed bodies.
struct XmlLanguage {
  XmlSigns after_parameter;  ///< one must follow a parameter's closer; else the closer is text
  XmlSigns after_call;       ///< one must follow the closer of the call or of a wrapper in a value
  XmlSigns ends_call;        ///< these end the call, although they are not its closer
};

inline constexpr XmlLanguage family_language{
    .after_parameter = {XmlSign::call_open, XmlSign::call_close, XmlSign::wrapper_close,
                        XmlSign::other_call, XmlSign::other_open, XmlSign::other_close,
                        XmlSign::parameter_open, XmlSign::key_open, XmlSign::function_close},
    .after_call = {XmlSign::call_open, XmlSign::other_call, XmlSign::other_open,
                   XmlSign::other_close, XmlSign::wrapper_close, XmlSign::dropped},
    .ends_call = {XmlSign::call_open, XmlSign::other_call, XmlSign::other_open,
                  XmlSign::wrapper_close}};

// After the call's closer only the opener of any call may follow: see `XmlGrammar::opens_call`.
inline constexpr XmlLanguage mixed_language{
    .after_parameter = {XmlSign::call_close, XmlSign::parameter_open, XmlSign::key_open,
                        XmlSign::function_close},
    .after_call = {},
    .ends_call = {XmlSign::wrapper_close}};

}  // namespace tagstream
