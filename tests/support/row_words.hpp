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

/// What stands for the placeholders of every_family.md in the texts of one row:
/// tests/golden/README.md lists them.
class RowWords {
 public:
  explicit RowWords(const Dialect& row);

  /// What stands for the placeholder that is called so. Nothing: the row does not have it, or see
  /// `problem`.
  [[nodiscard]] std::optional<std::string> text_of(std::string_view name);

  /// Why a placeholder that the row should have can't be written.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// The tools that were called, as JSON, if the row's tags are the names of tools.
  [[nodiscard]] std::string tools() const;
  /// Forgets the tools and the problem.
  void begin_case();

 private:
  /// Names and arguments.
  using Calls = std::vector<std::pair<std::string, std::string>>;

  /// Calls as the row writes them.
  struct Written {
    std::string text;            ///< with all that is around them
    notation::WrittenCall last;  ///< without it
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
  std::pair<std::string, std::string> reasoning_;  // what opens and closes it
  std::set<std::string> tools_;
  std::string problem_;
};

/// Takes it off, if the text begins, or ends, with it.
[[nodiscard]] bool take_prefix(std::string_view& text, std::string_view prefix);
[[nodiscard]] bool take_suffix(std::string_view& text, std::string_view suffix);

}  // namespace tagstream::testing
