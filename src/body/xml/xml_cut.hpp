#pragma once

// The end of the input inside a body. The last bytes may be a closing tag that is cut off:
//
//   <function=f> ... </parameter></func      `</func` would have closed the function

#include <string_view>

#include "body/xml/xml_grammar.hpp"
#include "body/xml/xml_value.hpp"

namespace tagstream {

/// The tags that may be closed at a place, beside the call.
struct XmlClosers {
  std::string_view function{};      // its tag, if one is open
  const XmlValue* value = nullptr;  // just closed: a model may write its closer twice
};

/// True if `rest`, the last bytes of the input, can begin a closer of the call, of a wrapper or of
/// `closers`, and can't begin an opener.
[[nodiscard]] bool may_close(const XmlGrammar& grammar, std::string_view rest,
                             const XmlClosers& closers);

/// True if `cut`, the beginning of a closing tag or marker, has a byte of a name: true for
/// `</f`, false for `</` and `</ `.
[[nodiscard]] inline bool has_name_byte(std::string_view cut) {
  return cut.size() > 2 && !trimmed(cut.substr(2)).empty();
}

}  // namespace tagstream
