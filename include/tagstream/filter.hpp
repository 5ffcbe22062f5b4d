#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/message.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/rule.hpp"

namespace tagstream {

/// How a filter reads. Every field has a default that hides safely.
struct FilterOptions {
  /// What to hide, unwrap and record. One rule per name or marker. Other tags are visible content.
  std::vector<Rule> rules{};

  /// Hidden sections only. `first_close` is what many engines do and never waits.
  Nesting nesting = Nesting::balanced;

  /// Hidden sections only.
  OnUnclosed on_unclosed = OnUnclosed::section;

  /// The prompt already opened this one: a name (or opening marker) with a `hide` rule.
  std::string start_inside{};

  /// Elements count only before the first visible byte that is not blank.
  bool leading_only = false;

  /// Tag and attribute names compare without ASCII case. Markers stay exact.
  bool ignore_case = false;

  /// Tags in Markdown code (fences, inline spans) are content.
  bool markdown_code = false;

  Limits limits{};
};

/// Checked and compiled options.
class FilterRules : public Rules {
 public:
  /// @error bad_option — a rule that can't be; the message names it
  /// @cost  O(total length of names and markers), once
  static Result<FilterRules> make(FilterOptions options);

  [[nodiscard]] const FilterOptions& options() const { return *options_; }

 private:
  FilterRules(Rules rules, std::shared_ptr<const FilterOptions> options)
      : Rules(std::move(rules)), options_(std::move(options)) {}
  std::shared_ptr<const FilterOptions> options_;
};

/// Shows the answer and keeps the rest apart, while it streams. See `Reader`.
///
/// What stands on both sides of a hidden section never joins into a tag that acts.
/// @source docs/filter.md ; L1 to L8
class Filter : public Reader {
 public:
  explicit Filter(FilterRules rules) : Reader(std::move(rules)) {}

  /// The same in one step. @error as `FilterRules::make`
  static Result<Filter> make(FilterOptions options);
};

/// Filters a whole text at once: `feed(text)`, then `finish()`, collected.
/// @error limit_exceeded — only with `LimitPolicy::error`
[[nodiscard]] Result<Message> filter_all(std::string_view text, const FilterRules& rules);

}  // namespace tagstream
