#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/policy.hpp"
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

/// Checked and compiled options: immutable, cheap to copy, shared by any number of filters and
/// threads.
class FilterRules {
 public:
  /// @error bad_option — a rule that can't be; the message names it
  /// @cost  O(total length of names and markers), once
  static Result<FilterRules> make(FilterOptions options);

  [[nodiscard]] const FilterOptions& options() const;

 private:
  friend class Filter;
  struct Data;
  explicit FilterRules(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// Shows the answer and keeps the rest apart, while it streams.
///
/// One filter reads one stream and belongs to one thread at a time. The output is read once and
/// never rescanned: what stands on both sides of a hidden section never joins into a tag that acts.
/// @source docs/architecture.md#filter ; L1 to L8
class Filter {
 public:
  explicit Filter(FilterRules rules);

  /// The same in one step. @error as `FilterRules::make`
  static Result<Filter> make(FilterOptions options);

  Filter(Filter&&) noexcept;
  Filter& operator=(Filter&&) noexcept;
  ~Filter();

  /// What this chunk makes certain: visible text, hidden sections, notices.
  ///
  /// A `<` that may still become a tag of a rule is held back; everything before it is returned
  /// now.
  /// @param chunk  UTF-8 or any bytes; may end inside a tag or a code point; not kept after the
  /// call
  /// @return       events in stream order; their views live until the next feed, finish or reset
  /// @error        finished — called after `finish`
  /// @error        limit_exceeded — `LimitPolicy::error` and more than `max_held_bytes` to hold;
  ///               this call's events come from `finish`, further calls are refused
  /// @cost         O(chunk) amortised; holds at most `max_held_bytes` + `max_tag_bytes`
  Result<std::span<const Event>> feed(std::string_view chunk);

  /// The end of the stream: everything held comes out. A second call gives nothing.
  std::span<const Event> finish();

  /// What stopped this reader (`LimitPolicy::error`), or null. Ask behind `finish`, too: the end of
  /// the stream may decide a tag in such a way that a limit is reached only then.
  [[nodiscard]] const Error* error() const;

  /// Forgets the stream, keeps the rules, and is ready for the next one.
  void reset();

  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A section with its own copy of everything, as `filter_all` returns it.
struct Section {
  std::string tag_name;
  std::string raw_tag;  ///< the opening tag as written; attributes() reads it
  std::string content;  ///< raw
  std::uint64_t start_index = 0;
  std::uint64_t end_index = 0;
  bool is_closed = false;
  bool is_implied_open = false;
  bool is_truncated = false;

  [[nodiscard]] AttributeRange attributes() const {
    return raw_tag.size() == tag_name.size() ? AttributeRange() : AttributeRange(raw_tag);
  }
};

/// A whole text, filtered.
struct Filtered {
  std::string visible;
  std::vector<Section> sections;  ///< in the order in which they ended
};

/// Filters a whole text at once: `feed(text)`, then `finish()`, collected.
/// @error limit_exceeded — only with `LimitPolicy::error`
[[nodiscard]] Result<Filtered> filter_all(std::string_view text, const FilterRules& rules);

}  // namespace tagstream
