#pragma once

// Keeps the text that recorded sections quote at their ends. Each byte is kept once, however many
// sections are open, so the cost of a feed does not depend on their number.
//
//   stream   … <a> ……………… <b> ………………………… <c> …      three open sections
//   runs           [ ............ ]        [ ..... ]   bytes that some section still collects
//
// The section that was opened last has the least content: as long as it collects, bytes are kept.
// So the content of each section lies in one run. When a section ends, the bytes that no section
// needs any more are dropped, once they are half of their run: so dropping never costs more than
// the bytes that are dropped.
//
//   <a>1<b>2</b>3</a>      `2` lies in the run of <a>, which has the content of both: `2` at </b>,
//                          `1<b>2</b>3` at </a>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/apart.hpp"
#include "base/kept_strings.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class Recorder {
 public:
  /// A section begins whose content starts at `begin`; at most `longest` bytes are collected.
  void begin(std::uint64_t begin, std::size_t longest);
  /// Keeps the bytes up to `until` that some section collects. Precondition: the segment holds the
  /// bytes after those of the last call.
  void collect(const Segment& segment, std::uint64_t until, KeptStrings& retired);
  /// The bytes from `begin` to `end`, which a section has collected. The view lives until the next
  /// feed.
  [[nodiscard]] std::string_view content(std::uint64_t begin, std::uint64_t end);
  /// A section has ended. The sections before it need no bytes from `from` on (0: there is none
  /// before it), and those after it need no bytes before `to` (`no_more`: there is none after it).
  void end(std::uint64_t from, std::uint64_t to, KeptStrings& retired);
  static constexpr std::uint64_t no_more = ~std::uint64_t{0};
  /// A feed begins: views of the last feed are not used any more.
  void begin_feed() { is_viewed_ = false; }

 private:
  struct Run {
    Run(std::uint64_t at, std::string_view first) : begin(at) { text.make(first); }
    std::uint64_t begin;
    Apart<std::string> text;
    [[nodiscard]] std::uint64_t end() const { return begin + text->size(); }
  };
  void drop(std::size_t index, std::uint64_t from, std::uint64_t to, KeptStrings& retired);
  void append(Run& run, std::string_view piece, KeptStrings& retired);

  std::vector<Run> runs_;
  std::uint64_t seen_until_ = 0;
  std::uint64_t wanted_until_ = 0;
  bool is_viewed_ = false;  // a view of this feed may point into a run
};

}  // namespace tagstream
