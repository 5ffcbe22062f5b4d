#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "support/cuts.hpp"
#include "support/laws.hpp"
#include "support/options.hpp"
#include "support/seen.hpp"
#include "tagstream/reader.hpp"

namespace tagstream::testing {

/// The facts of a reader's options on which the laws depend.
struct Bounds {
  std::size_t max_held = 0;  ///< the most that may be held, the chunk aside (L6)
  std::size_t max_section_bytes = 0;
  std::size_t max_thought_bytes = 0;
  BadCalls bad_calls = BadCalls::content;
  bool may_stop = false;
  bool has_sections = false;  ///< events of sections may come
  bool has_reasoning = false;
  bool has_calls = false;
  bool has_thoughts = false;
  std::size_t prompt_bytes = 0;  ///< length of the prompt, which may open a section
  bool is_incremental = false;
  bool trims = false;
  bool decodes = false;  ///< entities in sections and thoughts
};
[[nodiscard]] Bounds bounds_of(const Options& options);

/// Checks the events of one reader as they come. Nothing is repeated or reordered (L2). Every byte
/// lands once and unchanged (L3). Each section and each call that starts ends. Calls are numbered
/// from 0. No delta ends inside a code point. `stopped` is the last event.
class Watch {
 public:
  /// `text` is the whole stream and outlives the watch.
  Watch(std::string_view text, const Bounds& bounds) : text_(text), bounds_(bounds) {}

  void see(const Event& event);
  /// To be called after each feed. `fed`: bytes given to the reader so far.
  void end_of_feed(std::uint64_t fed, const Stats& stats);
  /// To be called after `finish`: the events must cover all bytes.
  void end_of_stream(std::uint64_t fed, const Stats& stats);

  /// The events so far cover the bytes [0, position).
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// A description of the first fault; empty if there is none.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  [[nodiscard]] bool is_given(EventKind kind) const;
  void see_span(const Event& event);
  void see_kind(const Event& event);
  void see_text(const Event& event);
  void see_separator(const Event& event);
  void see_section_start(const Event& event);
  [[nodiscard]] bool is_of_prompt(const Event& event) const {
    return bounds_.prompt_bytes != 0 && event.is_implied_open;
  }
  void see_section_end(const Event& event);
  void see_hidden_end(const Event& event);
  void see_recorded_end(const Event& event);
  void see_thought(const Event& event);
  void see_call(const Event& event);
  void end_call(const Event& event);
  void see_error(const Event& event);
  void check_raw(const Event& event);
  void expect(bool holds, const Event& event, const char* rule);
  void expect(bool holds, const std::string& rule);
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t end) const;

  struct OpenSection {
    bool is_open = false;
    bool is_implied = false;
    std::uint64_t start = 0;
    std::uint64_t body_begin = 0;
  };

  std::string_view text_;
  Bounds bounds_;
  std::uint64_t position_ = 0;
  std::uint64_t text_end_[2] = {};            // of the last content and reasoning
  std::uint64_t delta_begin_ = 0;             // where the delta that is being joined begins
  EventKind last_kind_ = EventKind::notice;   // of the last event that covers input
  EventKind last_event_ = EventKind::notice;  // of the last event
  std::uint64_t events_ = 0;
  OpenSection section_;
  std::uint64_t unclosed_at_ = ~std::uint64_t{0};
  std::string pieces_;                         // of the thought that is open
  std::uint64_t next_ = 0;                     // the index of the next call
  std::map<std::uint64_t, std::string> open_;  // started calls and their arguments so far
  bool has_stopped_ = false;
  std::string failure_;
};

/// Whether the reader is replaced by its clone after each piece, as a reader that takes over would
/// be. The reader before it is gone then.
enum class Relay : std::uint8_t { no, yes };

/// Resets `reader`, feeds it `text` in pieces, and calls `see` with each event. Each piece is
/// overwritten and freed after its feed. The result has the message that a `Message` collects.
[[nodiscard]] EventRun run(std::string_view text, Reader& reader, const Bounds& bounds,
                           const Cuts& cuts, Ending ending = Ending::finish,
                           const std::function<void(const Event&)>& see = {},
                           Relay relay = Relay::no);

/// Checks the work (L5) and the held bytes (L6) of a reading; empty if both are within bounds.
[[nodiscard]] std::string check_bounds(const Stats& stats, const Bounds& bounds,
                                       std::size_t largest_chunk, unsigned factor = 16);

/// All laws for one text and one cutting. `want`: the joined events of another cutting.
[[nodiscard]] std::string check_reading(std::string_view text, Reader& reader, const Bounds& bounds,
                                        const Cuts& cuts, const std::vector<Seen>& want);

/// L7: `read`, which takes the whole text, gives the same message as the events of `run`.
[[nodiscard]] std::string check_whole(std::string_view text, const Rules& rules,
                                      const EventRun& run);

}  // namespace tagstream::testing
