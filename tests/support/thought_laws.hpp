#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/thought_seen.hpp"
#include "tagstream/thought.hpp"

/// The laws of docs/architecture.md for thoughts. Each check gives what is wrong; empty if it
/// holds.
namespace tagstream::testing {

/// Looks at the events of one reader as they come: spans of content, thoughts and markup tile the
/// text (L2, L3), live deltas are what the thought then says.
class ThoughtWatch {
 public:
  /// `text` is the whole stream and outlives the watch.
  ThoughtWatch(std::string_view text, bool is_live) : text_(text), is_live_(is_live) {}

  void see(const ThoughtEvent& event);
  /// After a feed that made `fed` bytes of the text known.
  void end_of_feed(std::uint64_t fed);
  /// After `finish`: everything must have come out.
  void end_of_stream(std::uint64_t fed, const Stats& stats);

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void see_content(const ThoughtEvent& event);
  void see_thought(const ThoughtEvent& event);
  void see_deltas_of(const ThoughtEvent& event);
  void take(const ThoughtEvent& event);
  void expect(bool holds, const ThoughtEvent& event, const char* rule);
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t end) const;

  std::string_view text_;
  bool is_live_;
  std::uint64_t position_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t unclosed_at_ = ~std::uint64_t{0};
  std::string deltas_;  // of the thought that is open
  bool ends_in_content_ = false;
  bool has_stopped_ = false;
  std::uint64_t content_begin_ = 0;  // of the delta that is being joined
  std::string failure_;
};

struct ThoughtRun {
  std::vector<SeenThought> items;  ///< joined
  Stats stats;                     ///< at the end
  std::string failure;
};

/// Reads `text`, cut like that. Chunks are overwritten and freed after each feed. `reader` is
/// reset first.
[[nodiscard]] ThoughtRun run_thoughts(std::string_view text, ThoughtReader& reader,
                                      const ThoughtOptions& options, const Cuts& cuts,
                                      bool is_finished = true);

/// All laws for one text and one cutting. `want`: the joined events of another cutting.
/// The work is at most 16 per byte of the text.
[[nodiscard]] std::string check_thoughts(std::string_view text, ThoughtReader& reader,
                                         const ThoughtOptions& options, const Cuts& cuts,
                                         const std::vector<SeenThought>& want,
                                         bool is_finished = true);

}  // namespace tagstream::testing
