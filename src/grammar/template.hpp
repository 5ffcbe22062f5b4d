#pragma once

// Templates of a family, cut into what comes once and what comes again.

#include <optional>
#include <string>
#include <string_view>

#include "dialects/notation.hpp"

namespace tagstream::grammar {

/// A template with something that `...` repeats.
struct Repeated {
  std::string_view before;
  std::string_view each;
  std::string_view between;  ///< blanks, commas and semicolons
  std::string_view after;
};

/// What the last `...` repeats: an object in braces, a call in parentheses, CALL, PARAMETER, or
/// what begins at KEY. Nothing: there is none.
[[nodiscard]] std::optional<Repeated> repeated(std::string_view templ);
/// The same, if it is calls that are repeated: the objects or calls of a list.
[[nodiscard]] std::optional<Repeated> repeated_calls(std::string_view templ);

/// The template with ROLE and HEADER as they are written.
[[nodiscard]] std::string headed(std::string_view templ);

/// The template with `text` for each `word`.
[[nodiscard]] std::string filled(std::string_view templ, notation::Word word,
                                 std::string_view text);

/// Where the next placeholder stands; the size if there is none.
[[nodiscard]] std::size_t next_word(std::string_view templ, std::size_t from = 0);

/// Where the last placeholder stands. Precondition: there is one.
[[nodiscard]] std::size_t last_word(std::string_view templ);

}  // namespace tagstream::grammar
