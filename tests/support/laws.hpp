#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/seen.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/tokenizer.hpp"

/// One checker per law of docs/architecture.md#the-laws. Each gives what is wrong; empty if
/// nothing.
namespace tagstream::testing {

/// What the laws need to know of a filter's options.
struct FilterBounds {
  std::size_t max_held = 0;  ///< the most that may be held, the chunk aside (L6)
  std::size_t max_section_bytes = 0;
};
[[nodiscard]] FilterBounds bounds_of(const FilterOptions& options);

/// Looks at the events of one filter as they come: nothing is repeated or reordered (L2), every
/// byte lands once and unchanged (L3), sections balance, no delta ends inside a code point.
class FilterWatch {
 public:
  /// `text` is the whole stream and outlives the watch.
  FilterWatch(std::string_view text, const FilterBounds& bounds) : text_(text), bounds_(bounds) {}

  void see(const Event& event);
  /// After a feed: `fed` bytes have been handed over in all.
  void end_of_feed(std::uint64_t fed, const Stats& stats);
  /// After `finish`: everything must have come out.
  void end_of_stream(std::uint64_t fed, const Stats& stats);

  /// The bytes accounted for so far: [0, position).
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The first thing that was wrong.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void see_delta(const Event& event);
  void see_section_start(const Event& event);
  void see_section_end(const Event& event);
  void see_hidden_end(const Event& event, const Element& element);
  void see_recorded_end(const Event& event, const Element& element);
  void check_content(const Event& event, std::string_view content);
  void expect(bool holds, const Event& event, const char* rule);
  void expect(bool holds, const std::string& rule);
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] std::string_view slice(const Span& span) const {
    return slice(span.begin, span.end);
  }

  std::string_view text_;
  FilterBounds bounds_;
  std::uint64_t position_ = 0;
  std::uint64_t events_ = 0;
  std::string failure_;
  bool in_section_ = false;
  bool is_implied_ = false;
  bool has_stopped_ = false;
  std::uint64_t unclosed_at_ = ~std::uint64_t{0};
  std::uint64_t start_index_ = 0;
  std::uint64_t body_begin_ = 0;
  std::string body_;
  EventKind last_kind_ = EventKind::notice;
  std::uint64_t delta_begin_ = 0;  // of the delta that is being joined
};

/// What one reading gave.
template <class Item>
struct Run {
  std::vector<Item> items;             ///< joined
  std::vector<std::uint64_t> emitted;  ///< bytes that had come out after each feed, finish included
  Stats stats;                         ///< at the end
  std::string failure;                 ///< of L2, L3, L6 or L8
};
using FilterRun = Run<Seen>;
using TokenRun = Run<SeenToken>;

/// Whether `finish` is called.
enum class Ending : std::uint8_t { finish, open };

/// Reads `text` in pieces that are overwritten and freed after each feed. `filter` is reset first.
[[nodiscard]] FilterRun run_filter(std::string_view text, Filter& filter,
                                   const FilterOptions& options, const Cuts& cuts,
                                   Ending ending = Ending::finish);
[[nodiscard]] TokenRun run_tokens(std::string_view text, Tokenizer& tokenizer, const Cuts& cuts,
                                  Ending ending = Ending::finish);

/// L1: two cuttings give the same.
template <class Item>
[[nodiscard]] std::string check_same(const std::vector<Item>& want, const std::vector<Item>& got) {
  if (want == got) return {};
  return "expected:\n" + to_text(want) + "got:\n" + to_text(got);
}

/// L5: bytes examined <= factor * n + 4096. The factor is 8, or 16 where something was read again.
[[nodiscard]] std::string check_work(const Stats& stats, unsigned factor);

/// L6: no more was ever held than the limits allow, beside the chunk itself.
[[nodiscard]] std::string check_held(const Stats& stats, const FilterBounds& bounds,
                                     std::size_t largest_chunk);

/// L7: `filter_all` says what the events said.
[[nodiscard]] std::string check_whole(std::string_view text, const FilterRules& rules,
                                      const std::vector<Seen>& events);

/// All laws for one text and one cutting. `want`: the joined events of another cutting.
[[nodiscard]] std::string check_filter(std::string_view text, Filter& filter,
                                       const FilterOptions& options, const Cuts& cuts,
                                       const std::vector<Seen>& want);
[[nodiscard]] std::string check_tokens(std::string_view text, Tokenizer& tokenizer,
                                       const Cuts& cuts, const std::vector<SeenToken>& want);

/// Does `text` end with the beginning of a UTF-8 sequence that may still become a valid one?
[[nodiscard]] bool ends_inside_code_point(std::string_view text);

}  // namespace tagstream::testing
