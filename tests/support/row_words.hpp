#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/family.hpp"
#include "support/formats.hpp"
#include "support/parse_shapes.hpp"
#include "write/message_writer.hpp"

namespace tagstream::testing {

/// The texts that replace the placeholders of every_family.md in the cases of one row.
/// tests/golden/README.md lists the placeholders.
class RowWords {
 public:
  explicit RowWords(const Dialect& row);

  /// The text for the placeholder `name`. Nullopt: the row has no such text, or the text cannot be
  /// written; then `problem` is not empty.
  [[nodiscard]] std::optional<std::string> text_of(std::string_view name);

  /// The reason why a placeholder that the row should have cannot be written; else empty.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// The tools that were called, as JSON, if the row's tags are the names of tools.
  [[nodiscard]] std::string tools() const;
  /// Forgets the tools and the problem.
  void begin_case();

 private:
  /// The name and the arguments of each call.
  using Calls = std::vector<std::pair<std::string, std::string>>;

  /// Calls in the notation of the row.
  struct Written {
    std::string text;            ///< all calls with the text around them
    notation::WrittenCall last;  ///< the last call alone
  };

  void find_reasoning();
  [[nodiscard]] std::optional<std::string> end_of_turn() const;
  [[nodiscard]] std::optional<std::string> around_value(bool is_before, std::string_view key) const;
  std::optional<std::string> of_calls(std::string_view name);
  std::optional<Calls> calls_in(std::string_view text);
  std::optional<Written> written_by_first_way(const Calls& calls);
  bool cut_closer(Written& written) const;

  [[nodiscard]] std::optional<std::string> when(bool is_true) const;
  [[nodiscard]] bool has_calls() const { return format_.tools != nullptr; }
  [[nodiscard]] bool has_json() const;
  [[nodiscard]] bool has_elements() const;
  [[nodiscard]] bool has_opener() const;
  std::nullopt_t refuse(std::string what);

  const Dialect& row_;
  notation::Family family_;
  const FamilyFormat& format_;
  ParseWords words_;
  std::pair<std::string, std::string> reasoning_;  // opener and closer
  std::set<std::string> tools_;
  std::string problem_;
};

/// If `text` begins with `prefix` (ends with `suffix`), removes it and returns true; else false.
[[nodiscard]] bool take_prefix(std::string_view& text, std::string_view prefix);
[[nodiscard]] bool take_suffix(std::string_view& text, std::string_view suffix);

}  // namespace tagstream::testing
