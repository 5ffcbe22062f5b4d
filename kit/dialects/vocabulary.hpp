#pragma once

// The literals of rows, by which `guess` tells families apart. The literals of hermes are `<think`,
// `</think`, `<tool_call`, `</tool_call`, `<|im_end|>` and some more. `count_literals` of the
// answer `<tool_call>{}</tool_call>` counts one `<tool_call` and one `</tool_call`, so hermes and
// all other rows with these literals may have written it.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/family_format.hpp"

namespace tagstream {

/// A literal of a row: a marker. Of a tag it is all but the `>`, since attributes may follow.
struct Literal {
  std::string_view text;
  bool is_main = false;  // the first opener of reasoning, or of calls

  friend bool operator==(const Literal& a, const Literal& b) { return a.text == b.text; }
};

/// The literals of a row, each once. Brackets alone and plain words are left out: texts that no
/// model has written hold them, too.
[[nodiscard]] std::vector<Literal> literals_of(const FamilyFormat& row);

/// The literals of all rows of the table, each once.
[[nodiscard]] const std::vector<Literal>& all_literals();

/// The number of rows of the table that have this literal.
[[nodiscard]] std::size_t rows_with(const Literal& literal);

/// How often each literal of `all_literals()` stands in `text`, in their order. A tag counts only
/// if its name ends where the literal ends.
/// @cost  reads the text once
[[nodiscard]] std::vector<std::size_t> count_literals(std::string_view text);

}  // namespace tagstream
