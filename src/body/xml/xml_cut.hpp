#pragma once

// The end of the input inside a body: what is cut off there may be a closing tag.
//
//   <function=f> … </parameter></func      `</func` would have closed the function

#include <string_view>

#include "body/xml/xml_grammar.hpp"

namespace tagstream {

/// What may be closed at a place, beside the call.
struct XmlClosers {
  std::string_view function{};   // its tag, if one is open
  std::string_view parameter{};  // the tag of the one that has just been closed: it may be doubled
  bool has_value = false;        // the value of one has: a literal that closes it may be doubled
};

/// True if what the input ends in here closes the call, what is around it, or one of `closers`, and
/// begins nothing.
[[nodiscard]] bool may_close(const XmlGrammar& grammar, std::string_view rest,
                             const XmlClosers& closers);

/// R368: true if `cut`, the beginning of a closing tag or marker, has more than any may begin with:
/// `</f`, and neither `</` nor `</ `.
[[nodiscard]] inline bool has_name_byte(std::string_view cut) {
  return cut.size() > 2 && !trimmed(cut.substr(2)).empty();
}

}  // namespace tagstream
