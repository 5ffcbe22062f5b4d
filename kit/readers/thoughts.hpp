#pragma once

// A view on events: sections of `thought` rules become thoughts, and all other events stay.
// `a<think thought_type="plan">b</think>c` with the rule `think`:
//
//   from the engine                                              to the caller
//   content "a"                                                  content "a"
//   section_start "think", section_delta "b", section_end        thought "b", of type "plan", 1..37
//   content "c"                                                  content "c"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/apart.hpp"
#include "base/kept_strings.hpp"
#include "dialects/own_rules.hpp"
#include "machine/feed_events.hpp"
#include "tagstream/event.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// Trims a text that comes in pieces. Blanks wait until another byte follows them, since they may
/// be the end of the text. A byte waits at most once, so the cost is linear in the text.
class TrimmedPieces {
 public:
  void begin();
  /// Adds a piece and returns the text that is now certain; it lies in `piece` or in `kept`. If
  /// `waits` is false, blanks at the end of `piece` are certain at once: the text goes on after
  /// them, but it is cut there.
  std::string_view feed(std::string_view piece, bool waits, KeptStrings& kept);
  [[nodiscard]] std::size_t held() const { return waiting_.size(); }
  [[nodiscard]] std::uint64_t examined() const { return examined_; }

 private:
  std::string waiting_;  // blanks
  std::uint64_t examined_ = 0;
  bool has_begun_ = false;
};

/// A text that comes in pieces. If one feed has the whole text, it is not copied.
class GatheredText {
 public:
  void add(std::string_view piece) {
    if (view().empty()) {
      whole_ = piece;
    } else {
      hold();
      copied_ += piece;
    }
  }
  /// The feed ends, and with it the life of the piece.
  void hold() { copied_ += std::exchange(whole_, {}); }
  [[nodiscard]] std::string_view view() const { return copied_.empty() ? whole_ : copied_; }
  /// Returns the text, which lives until the next feed, and leaves this object empty.
  [[nodiscard]] std::string_view take(KeptStrings& kept) {
    const std::string_view whole = std::exchange(whole_, {});
    return copied_.empty() ? whole : keep(kept, std::exchange(copied_, {}));
  }

 private:
  std::string_view whole_;
  std::string copied_;  // not both
};

class Thoughts final : public EventView {
 public:
  /// Null if no rule is for thoughts.
  static Apart<Thoughts> make(const Options& options);

  void begin_feed() { kept_.clear(); }
  /// The events of a feed, with thoughts in place of their sections. An event becomes one event or
  /// none, so the result stands in the array of `events`. It lives until the next feed.
  std::span<const Event> view(FeedEvents& events);
  void shorten(FeedEvents& events) override { events.truncate_viewed(go_on(events)); }
  void reset();

  [[nodiscard]] std::uint64_t examined() const { return pieces_.examined(); }
  /// Bytes of the open thought.
  [[nodiscard]] std::uint64_t held() const { return body_.view().size() + pieces_.held(); }
  /// The number of events that the machine counts and the caller did not get, since they were part
  /// of a thought.
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  // Views the events after those of this feed that it has left before. Returns how many are left.
  std::size_t go_on(FeedEvents& events);
  [[nodiscard]] bool is_thought(std::string_view name) const;
  // True if the event begins a thought, or belongs to the open one.
  [[nodiscard]] bool takes(const Event& event) const;
  // Makes the event at `index` what stands in its place. Returns false if nothing does.
  [[nodiscard]] bool replace(FeedEvents& events, std::size_t index);
  // The piece that the event gives with `incremental`; empty: none.
  [[nodiscard]] std::string_view on_start(const Event& event);
  [[nodiscard]] std::string_view on_delta(const Event& event);
  void on_end(Event& event);
  [[nodiscard]] std::string_view piece_of(std::string_view text);
  std::string_view decoded(std::string_view value);

  std::vector<OwnRule> rules_;
  std::size_t longest_ = 0;  // a longer body is cut
  bool incremental_ = false;
  bool ignore_case_ = false;

  KeptStrings kept_;  // what the events point to
  std::uint64_t taken_ = 0;

  // the thought that is open
  TrimmedPieces pieces_;
  GatheredText body_;
  std::uint64_t start_ = 0;
  bool is_open_ = false;
  bool is_truncated_ = false;
  bool has_text_ = false;  // its body is not blank
};

}  // namespace tagstream
