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

/// Texts that would make a careless reader of a dialect quadratic. Example: the opener of a call,
/// repeated up to the size, with no closer.
namespace tagstream::testing {

/// The words that one family writes. A word that the family does not have is empty.
struct ParseWords {
  std::string think;      ///< opens reasoning
  std::string think_end;  ///< closes it
  std::string opener;     ///< opens a call; without bytes that also belong to the body
  std::string body;       ///< the body of a complete call
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

/// The shapes for the rows with these names.
[[nodiscard]] std::vector<ParseShape> parse_shapes(std::span<const char* const> names);

/// The shapes of parameters that are written as elements: one row for each way to write them.
[[nodiscard]] std::vector<ParseShape> xml_parse_shapes();

/// At least one row for each kind of reasoning and of call.
[[nodiscard]] std::span<const char* const> parse_shape_rows();

/// A text that repeats `piece` after `start`, for floods of calls that look like code.
struct PythonicPiece {
  std::string name;
  std::string start;
  std::string piece;
};
[[nodiscard]] std::vector<PythonicPiece> pythonic_pieces(const CallFormat& format,
                                                         const std::string& closer);

}  // namespace tagstream::testing
