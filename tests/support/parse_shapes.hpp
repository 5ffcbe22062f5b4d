#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/grammar_text.hpp"
#include "tagstream/parse.hpp"

/// Texts that make careless readers of dialects quadratic, and what a reading of one comes to.
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

/// At least one row for each kind of reasoning and of call.
[[nodiscard]] std::span<const char* const> parse_shape_rows();

/// What a reading comes to, however it was cut.
struct ParseTotals {
  std::uint64_t content = 0;    // bytes
  std::uint64_t reasoning = 0;  // bytes
  std::uint64_t markup = 0;     // bytes
  std::uint64_t bodies = 0;     // bytes of calls, and of errors that own theirs
  std::uint64_t calls = 0;
  std::uint64_t starts = 0;
  std::uint64_t errors = 0;
  std::uint64_t notices = 0;
  std::uint64_t arguments = 0;  // bytes
  std::uint64_t deltas = 0;     // bytes
  std::uint64_t recovered = 0;
  friend bool operator==(const ParseTotals&, const ParseTotals&) = default;
};
std::ostream& operator<<(std::ostream& out, const ParseTotals& totals);

/// Adds up events, and sees to it that their spans tile the text (L3).
class ParseReading {
 public:
  explicit ParseReading(std::string_view text) : text_(text) {}

  void take(std::span<const Event> events) {
    for (const Event& event : events) take(event);
  }

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const ParseTotals& totals() const { return totals_; }

 private:
  void take(const Event& event);
  void tile(const Event& event);
  void add(const Event& event);
  void complain(const char* what, const Event& event);

  std::string_view text_;
  std::uint64_t position_ = 0;
  std::uint64_t events_ = 0;
  ParseTotals totals_;
  std::string fault_;
};

}  // namespace tagstream::testing
