#pragma once

// Cuts the templates of a family into parts, and fills them.
//
//   repeated of `<t>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</t>`
//       before `<t>[`, each `{…}`, between `, `, after `]</t>`
//   filled of `</NAME>`, with `rain` for NAME           `</rain>`
//   headed of `<s>ROLE<m>CONTENT<e>`                    `<s>assistant<m>CONTENT<e>`
//
// Placeholders are written here as words; in a template each is one byte (family.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "dialects/notation.hpp"

namespace tagstream::notation {

/// True for a byte that may separate two things that `...` repeats: a blank, a comma, a semicolon.
constexpr bool is_separator(char c) { return is_blank(c) || c == ',' || c == ';'; }

/// A template in which `...` repeats something, in four parts without the `...`.
struct Repeated {
  std::string_view before;
  std::string_view each;
  std::string_view between;
  std::string_view after;
};

/// The template cut at what its last `...` repeats: an object in braces, a call in parentheses,
/// CALL, PARAMETER, or a pair that begins at KEY. Nothing if the template has no `...`.
[[nodiscard]] std::optional<Repeated> repeated(std::string_view templ);
/// As `repeated`, but only if `...` repeats calls, as in a list of them; else nothing.
[[nodiscard]] std::optional<Repeated> repeated_calls(std::string_view templ);

/// R379: true if the template of a call begins with the opener of this wrapper, as
/// `<tool_call>\n{"name": …` does with `<tool_call>\nCALL…`.
[[nodiscard]] bool opens_with(std::string_view wrapper, std::string_view call);

/// The template with `assistant` for ROLE and nothing for HEADER, as the writer writes them.
[[nodiscard]] std::string headed(std::string_view templ);

/// The placeholder of the value in the template of a parameter: VALUE, STRING or JSON; `none` if it
/// has none of them.
[[nodiscard]] Word value_word(std::string_view way);

/// The template with `text` in place of each `word`.
[[nodiscard]] std::string filled(std::string_view templ, Word word, std::string_view text);

/// The pairs in a call that looks like code: `KEY=PYTHON, ...` or `KEY:<|"|>STRING<|"|>,...`.
struct Pairs {
  /// How a value is written.
  enum class Values : std::uint8_t {
    python,
    marked,  ///< strings stand between `open` and `close`, all else is JSON without blanks
  };
  Values values = Values::python;
  std::string_view sign{};  ///< between a key and its value
  std::string_view open{};
  std::string_view close{};
  std::string_view between{};  ///< two pairs
  std::size_t end = 0;         ///< in the template: after the `...`
};

/// The pairs that begin with the placeholder KEY at `key`.
[[nodiscard]] Pairs pairs_at(std::string_view templ, std::size_t key);

/// The place of the first placeholder from `from` on; the template's size if there is none.
[[nodiscard]] std::size_t next_word(std::string_view templ, std::size_t from = 0);

/// The place of the last placeholder. Precondition: the template has one.
[[nodiscard]] std::size_t last_word(std::string_view templ);

}  // namespace tagstream::notation
