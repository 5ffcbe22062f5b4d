#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/laws.hpp"
#include "tagstream/call.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/reader.hpp"

namespace tagstream::testing {

/// True for a piece of text that is what the input says.
[[nodiscard]] inline bool is_text(EventKind kind) {
  return kind == EventKind::content || kind == EventKind::reasoning;
}

/// True for what joins with its neighbour of the same kind.
[[nodiscard]] inline bool is_delta(EventKind kind) {
  return is_text(kind) || kind == EventKind::section_delta || kind == EventKind::call_delta;
}

/// Looks at the events of one reader of calls as they come: nothing is repeated or reordered (L2),
/// every byte lands once and unchanged (L3), calls are counted and balance, no delta ends inside a
/// code point, a stop is the last thing that is said.
class Watch {
 public:
  /// `text` is the whole stream and outlives the watch.
  Watch(std::string_view text, BadCalls bad_calls) : text_(text), bad_calls_(bad_calls) {}

  void see(const Event& event);
  /// After a feed: `fed` bytes have been handed over in all.
  void end_of_feed(std::uint64_t fed, const Stats& stats);
  /// After `finish`: everything must have come out.
  void end_of_stream(const Stats& stats);

  /// The bytes accounted for so far: [0, position).
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The first thing that was wrong.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void see_span(const Event& event);
  void see_text(const Event& event);
  void see_call(const Event& event, const Call& call);
  void end_call(const Event& event, const Call& call);
  void see_error(const Event& event, const Call& call);
  void check_place(const Event& event, const Call& call);
  void expect(bool holds, const Event& event, const char* rule);
  void expect(bool holds, const std::string& rule);
  [[nodiscard]] std::string_view slice(const Span& span) const;

  std::string_view text_;
  BadCalls bad_calls_;
  std::uint64_t position_ = 0;
  std::uint64_t delta_begin_ = 0;  // of the delta that is being joined
  EventKind last_kind_ = EventKind::notice;
  std::uint64_t events_ = 0;
  std::uint64_t next_ = 0;                     // the index of the next call
  std::map<std::uint64_t, std::string> open_;  // started calls and their arguments so far
  bool has_stopped_ = false;
  std::string failure_;
};

/// What one reading came to, beside its events.
struct Watched {
  std::vector<std::uint64_t> emitted;  ///< bytes that had come out after each feed, finish included
  Stats stats;                         ///< at the end
  std::string failure;                 ///< of L2, L3 or L8
};

/// Reads `text` in pieces that are overwritten and freed after each feed. `reader` is reset first,
/// `see` is called with each event.
/// @param limits  those of the reader's options
[[nodiscard]] Watched read_watched(std::string_view text, Reader& reader, const Cuts& cuts,
                                   Ending ending, BadCalls bad_calls, const Limits& limits,
                                   const std::function<void(const Event&)>& see);

}  // namespace tagstream::testing
