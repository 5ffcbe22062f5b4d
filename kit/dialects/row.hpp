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
// A test reads every row, and says what is wrong with it: with `<think>REASONING` in a row,
// "nothing ends REASONING; write what stands after it".

#include <string_view>

#include "tagstream/dialect.hpp"

namespace tagstream {

/// Takes the first name off a list such as "glm45, glm46", with the comma and the space after it.
/// Precondition: the list is not empty.
constexpr std::string_view take_name(std::string_view& names) {
  const std::string_view name = names.substr(0, names.find(','));
  names.remove_prefix(name.size() == names.size() ? name.size() : name.size() + 2);
  return name;
}

/// A row of the table.
class Row {
 public:
  /// @param text  a line `name, alias, ...:`, and below it the lines of the format
  explicit constexpr Row(std::string_view text) : dialect_(names_in(text), lines_in(text)) {}
  [[nodiscard]] constexpr const Dialect& dialect() const { return dialect_; }
  /// All names, the row's own name first, with a comma and a space between two.
  [[nodiscard]] constexpr std::string_view names() const { return dialect_.names_; }

 private:
  static constexpr std::string_view names_in(std::string_view text) {
    if (text.starts_with('\n')) text.remove_prefix(1);
    return text.substr(0, text.find(":\n"));
  }
  static constexpr std::string_view lines_in(std::string_view text) {
    return text.substr(text.find(":\n") + 2);
  }

  Dialect dialect_;
};

}  // namespace tagstream
