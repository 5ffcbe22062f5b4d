#pragma once

// Slips of models that are read as what they mean. Each asks a text, and each can go alone.

#include <cstdint>
#include <string_view>

#include "body/xml/xml_grammar.hpp"

namespace tagstream {

/// The key that is glued to its value at the beginning of `text`, which is not a tag, for the '<'
/// in it: `<parameter=command=create</parameter>` has `command`. Empty if there is none. It ends
/// within the longest tag.
[[nodiscard]] std::string_view glued_key(const XmlGrammar& grammar, std::string_view text);

/// True if a key may begin at `at` whose opening tag is missing: `city</arg_key>`. It is one word,
/// which begins a line.
[[nodiscard]] bool may_begin_bare_key(const XmlGrammar& grammar, const Segment& segment,
                                      std::uint64_t at);
/// The key of such a line, or of `city: Rome`: `text` is what stands before the next token. Empty
/// if it is none.
[[nodiscard]] std::string_view bare_key(std::string_view text);

}  // namespace tagstream
