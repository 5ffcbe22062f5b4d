#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/formats.hpp"
#include "support/grammar_text.hpp"
#include "support/options.hpp"

/// Texts that make careless readers of dialects quadratic.
namespace tagstream::testing {

/// What one family writes. A part that it does not have is empty.
struct ParseWords {
  std::string think;      ///< opens reasoning
  std::string think_end;  ///< closes it
  std::string opener;     ///< of a call, without what belongs to the body, too
  std::string body;       ///< of a complete call
  std::string half;       ///< a body that ends inside a string of the arguments
  std::string closer;     ///< empty as well where the value ends the call
  std::string wrap;
  std::string wrap_end;
  std::string drop;

  [[nodiscard]] bool has_call() const { return !body.empty(); }
  [[nodiscard]] std::string call() const { return opener + body + closer; }
  [[nodiscard]] std::string half_call() const { return opener + half; }
};
[[nodiscard]] ParseWords parse_words(const Dialect& row);

/// Every literal that the row looks for.
[[nodiscard]] std::vector<std::string> parse_markers(const Dialect& row);

struct ParseShape {
  std::string dialect;
  std::string name;
  TextOfSize make;
};

/// For gtest, which would print the bytes.
inline void PrintTo(const ParseShape& shape, std::ostream* out) {
  *out << shape.dialect << ' ' << shape.name;
}

/// Those for the rows with these names.
[[nodiscard]] std::vector<ParseShape> parse_shapes(std::span<const char* const> names);

/// Those of parameters written as elements: a row for each way to write them.
[[nodiscard]] std::vector<ParseShape> xml_parse_shapes();

/// At least one row for each kind of reasoning and of call.
[[nodiscard]] std::span<const char* const> parse_shape_rows();

/// Copies of a piece after a start: what calls that look like code may be flooded with.
struct PythonicPiece {
  std::string name;
  std::string start;
  std::string piece;
};
[[nodiscard]] std::vector<PythonicPiece> pythonic_pieces(const CallFormat& format,
                                                         const std::string& closer);

}  // namespace tagstream::testing
