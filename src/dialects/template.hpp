#pragma once

// Templates of a family, cut into what comes once and what comes again.

#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "dialects/notation.hpp"

namespace tagstream::notation {

/// What may stand between two that `...` repeats: blanks, commas and semicolons.
constexpr bool is_separator(char c) { return is_blank(c) || c == ',' || c == ';'; }

/// A template with something that `...` repeats.
struct Repeated {
  std::string_view before;
  std::string_view each;
  std::string_view between;
  std::string_view after;
};

/// What the last `...` repeats: an object in braces, a call in parentheses, CALL, PARAMETER, or
/// what begins at KEY. Nothing: there is none.
[[nodiscard]] std::optional<Repeated> repeated(std::string_view templ);
/// The same, if it is calls that are repeated: the objects or calls of a list.
[[nodiscard]] std::optional<Repeated> repeated_calls(std::string_view templ);

/// R379: true if the template of a call begins with what opens this one of calls.
[[nodiscard]] bool opens_with(std::string_view wrapper, std::string_view call);

/// The template with ROLE and HEADER as they are written.
[[nodiscard]] std::string headed(std::string_view templ);

/// What stands in a parameter for its value: VALUE, STRING or JSON.
[[nodiscard]] Word value_word(std::string_view way);

/// The template with `text` for each `word`.
[[nodiscard]] std::string filled(std::string_view templ, Word word, std::string_view text);

/// Where the next placeholder stands; the size if there is none.
[[nodiscard]] std::size_t next_word(std::string_view templ, std::size_t from = 0);

/// Where the last placeholder stands. Precondition: there is one.
[[nodiscard]] std::size_t last_word(std::string_view templ);

}  // namespace tagstream::notation
