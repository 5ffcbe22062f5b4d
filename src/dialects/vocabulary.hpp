#pragma once

// The literals of rows: what tells families apart.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/family_format.hpp"

namespace tagstream {

/// A literal of a row. Of a tag that opens, with attributes perhaps, it is all but the `>`.
struct Literal {
  std::string_view text;
  bool is_main = false;  // the first opener of reasoning, or of calls

  friend bool operator==(const Literal& a, const Literal& b) { return a.text == b.text; }
};

/// The literals of a row, each once. Brackets and plain words are left out: texts that no model has
/// written have them, too.
[[nodiscard]] std::vector<Literal> literals_of(const FamilyFormat& row);

/// All that rows of the table have, each once.
[[nodiscard]] const std::vector<Literal>& all_literals();

/// In how many rows of the table a literal stands.
[[nodiscard]] std::size_t rows_with(const Literal& literal);

/// How often each of `all_literals()` stands in `text`: a tag's name ends there.
/// @cost  reads the text once
[[nodiscard]] std::vector<std::size_t> count_literals(std::string_view text);

}  // namespace tagstream
