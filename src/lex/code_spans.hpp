#pragma once

// Finds the Markdown code spans of the visible text: stretches between two runs of backticks of
// the same length on one line. In a closed span no tag opens anything.
//
//   use `<t>` here     a span stands around <t>
//   a `<t>b            the rest of the line decides; no backtick follows, so <t> counts
//   `` a ` <t> ``      the span of two backticks holds the single one
//
// Of long text `follow` searches only the last line. Where tags stand close together it searches
// ahead for the next backtick, so that up to there a tag costs one comparison. `look` reads ahead
// to the end of the tag's line for a run that closes a span, and remembers how far, so that a line
// of many tags is read once.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/apart.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class CodeSpans {
 public:
  enum class Place : std::uint8_t {
    outside,
    inside,   ///< a closed span stands around the tag
    unknown,  ///< the rest of the line decides, and it has not arrived yet
  };

  /// The visible text goes on up to `to`.
  void follow(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
    if (to > position_) read(segment, to, counters);
  }

  /// As `follow`, for a short chunk without backticks, which ends at `to`. On a line without a run
  /// nothing is noted: most feeds are such chunks, and the next `follow` begins at its segment.
  void follow_plain(std::string_view chunk, std::uint64_t to, LexerCounters& counters) {
    if (!is_idle()) follow({chunk.data(), to - chunk.size(), to}, to, counters);
  }

  /// As `follow`, where no backtick stands from `position()` up to `to`.
  void follow_clear(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
    if (is_idle()) {
      position_ = std::max(position_, to);
    } else {
      follow(segment, to, counters);
    }
  }

  /// Bytes that are not visible text end at `at`. No span goes on across them.
  void restart(std::uint64_t at) {
    position_ = is_idle() ? std::max(position_, at) : at;
    if (line_ != nullptr) line_->forget();
  }

  /// The place up to which the text was followed, at least.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// True if nothing on this line matters: no span stands around a tag here, and none did.
  [[nodiscard]] bool is_idle() const {
    return line_ == nullptr || (line_->run == 0 && line_->count == 0 && line_->quoted_names == 0);
  }

  /// The state at the tag that begins at `at`, the last one that was read, for `go_back`.
  [[nodiscard]] std::uint32_t state_at(std::uint64_t at) const;
  /// Goes back to the tag at `at`, where `state_at` gave `state`.
  void go_back(std::uint64_t at, std::uint32_t state);

  /// Says whether the tag or marker that begins at `at` stands in a span. Precondition: `follow`
  /// has read up to `at`.
  /// @param at_end   the text ends with the segment
  /// @param longest  the tag waits for no more than this many bytes; then no span is closed
  Place look(const Segment& segment, std::uint64_t at, bool at_end, std::uint64_t longest,
             LexerCounters& counters);

  /// An opening tag was text, since a span stands around it. So is one closing tag of its name, if
  /// it stands in a span on the same line. Of each line the first few names are kept.
  void add_quoted(std::uint64_t name);
  /// True if such a closing tag may come: of any name, or of this one.
  [[nodiscard]] bool has_quoted() const { return line_ != nullptr && line_->quoted_names != 0; }
  [[nodiscard]] bool has_quoted(std::uint64_t name) const;
  /// It has come. Precondition: `has_quoted(name)`.
  void take_quoted(std::uint64_t name);

 private:
  // A longer run opens and closes nothing. So the state is small, whatever the text.
  static constexpr std::size_t longest_run = 8;
  static constexpr std::size_t most_names = 4;

  // The text that `look` has read: the rest of one line.
  struct Ahead {
    std::uint64_t from = 0;
    std::uint64_t until = 0;
    std::uint64_t run = 0;  // length of the run that ends at `until`; 0 if none does
    bool is_whole = false;  // the line ends at `until`
    std::array<std::uint64_t, longest_run + 1> last{};  // one past the last run of each length
  };

  // Opening tags of one name that are text, without those whose closing tags have come.
  struct Quoted {
    std::uint64_t name = 0;
    std::uint32_t count = 0;
  };

  // A line with backticks.
  struct Line {
    std::uint64_t run = 0;  // length of the run that ends at `position_`; 0 if none does
    // The runs that may open a span, by length: their order from 1 on; 0: none.
    std::array<std::uint8_t, longest_run + 1> order{};
    std::uint8_t count = 0;
    std::uint8_t quoted_names = 0;
    std::array<Quoted, most_names> quoted{};
    Ahead ahead;

    void forget() {
      run = 0;
      if (count != 0) order.fill(0);
      count = quoted_names = 0;
    }
    void end_run();
    [[nodiscard]] bool is_closed_after(std::uint64_t at) const;
  };

  [[nodiscard]] Quoted* find_quoted(std::uint64_t name) const;
  void read(const Segment& segment, std::uint64_t to, LexerCounters& counters);
  static bool read_ahead(Ahead& ahead, const Segment& segment, std::uint64_t stop, bool at_end,
                         LexerCounters& counters);

  // The visible text was followed up to here. If the line has no run so far, this may be beyond it,
  // or before it: then no backtick stands in between.
  std::uint64_t position_ = 0;
  Apart<Line> line_;  // null until a backtick was read
};

}  // namespace tagstream
