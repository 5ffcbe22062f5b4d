#pragma once

// A row of the table of dialects: the names of a family and the lines of its format.
//
//   constexpr Row row(R"(
//   think2, thinking2:
//     <think>REASONING</think>
//   )");
//   row.names()                     "think2, thinking2"
//   row.dialect().text()            the line, with the blanks before it and its line end
//
// A row that is wrong stops the compiler: with `<think>REASONING` its message shows the sentence
// "nothing ends REASONING; write what stands after it".

#include <string_view>

#include "dialects/notation_check.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

/// Takes the first name off a list such as "glm45, glm46", with the comma and the space after it.
/// Precondition: the list is not empty.
constexpr std::string_view take_name(std::string_view& names) {
  const std::string_view name = names.substr(0, names.find(','));
  names.remove_prefix(name.size() == names.size() ? name.size() : name.size() + 2);
  return name;
}

/// A row of the table. Its text is checked while the program is compiled: the compiler's message
/// shows the row and the sentence that says what is wrong.
class Row {
 public:
  /// @param text  a line `name, alias, ...:`, and below it the lines of the format
  explicit consteval Row(std::string_view text) : dialect_(names_in(text), lines_in(text)) {
    check_names(dialect_.names_);
    notation::check_lines(dialect_.text_);
  }
  [[nodiscard]] constexpr const Dialect& dialect() const { return dialect_; }
  /// All names, the row's own name first, with a comma and a space between two.
  [[nodiscard]] constexpr std::string_view names() const { return dialect_.names_; }

 private:
  static constexpr std::string_view names_in(std::string_view text) {
    while (text.starts_with('\n')) text.remove_prefix(1);
    const std::size_t end = text.find(":\n");
    if (end == text.npos)
      notation::refuse("a row has no first line with its names and a colon", text);
    return text.substr(0, end);
  }
  static constexpr std::string_view lines_in(std::string_view text) {
    return text.substr(text.find(":\n") + 2);
  }
  // `glm45, glm46` fits; `GLM45`, `glm45,glm46` and `glm45, ` do not.
  static constexpr void check_names(std::string_view names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const char c = names[i];
      const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
      const bool separates = c == ',' && i != 0 && names.substr(i + 1).starts_with(' ');
      const bool follows = c == ' ' && names.substr(0, i).ends_with(',') && i + 1 < names.size();
      if (!fits && !separates && !follows)
        notation::refuse(
            "a row's name has another byte than a-z, 0-9 and _; between two names stand a comma "
            "and a blank",
            names.substr(i, 1));
    }
    if (names.empty()) notation::refuse("a row has no name", names);
  }

  Dialect dialect_;
};

}  // namespace tagstream
