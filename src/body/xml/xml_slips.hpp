#pragma once

// Slips of models that are read as what they mean. Each function checks one slip in a text.

#include <cstdint>
#include <string_view>

#include "body/xml/xml_grammar.hpp"

namespace tagstream {

/// The key that is glued to its value at the beginning of `text`: `command` in
/// `<parameter=command=create</parameter>`, which is not a tag, since a '<' follows the value.
/// Empty if there is no such key within the first `max_tag_bytes`.
[[nodiscard]] std::string_view glued_key(const XmlGrammar& grammar, std::string_view text);

/// True if a key without its opening tag may begin at `at`: `city</arg_key>`. Such a key is one
/// word at the beginning of a line.
[[nodiscard]] bool may_begin_bare_key(const XmlGrammar& grammar, const Segment& segment,
                                      std::uint64_t at);
/// The key of such a line, or of `city: Rome`. `text` is the text before the next token. Empty if
/// the text is not one word.
[[nodiscard]] std::string_view bare_key(std::string_view text);

}  // namespace tagstream
