#pragma once

// The text that recorded sections will quote at their ends. However many are open, each byte is
// kept once, and a feed costs the same.
//
//   stream   … <a> ……………… <b> ………………………… <c> …      three open sections
//   runs           [ ............ ]        [ ..... ]   what one of them still collects
//
// The section that was opened last has the least content: as long as it collects, bytes are kept.
// So the content of each section lies in one run. When a section ends, the bytes that no section
// needs any more are dropped, once they are half of their run: so dropping never costs more than
// the bytes that are dropped.
//
//   <a>1<b>2</b>3</a>      `2` lies in the run of <a>, which has the content of both: `2` at </b>,
//                          `1<b>2</b>3` at </a>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/kept_strings.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class Recorder {
 public:
  /// A section begins whose content starts at `begin`; at most `longest` bytes of it are collected.
  void begin(std::uint64_t begin, std::size_t longest);
  /// Keeps the bytes up to `until` that are wanted. Precondition: those not yet seen are in the
  /// segment.
  void collect(const Segment& segment, std::uint64_t until, KeptStrings& retired);
  /// The bytes from `begin` to `end`, which a section has collected. The view lives through the
  /// present feed.
  [[nodiscard]] std::string_view content(std::uint64_t begin, std::uint64_t end);
  /// A section has ended: those before it want nothing from `from` on (0 if there are none), those
  /// after it nothing before `to` (`no_more` if there are none).
  void end(std::uint64_t from, std::uint64_t to, KeptStrings& retired);
  static constexpr std::uint64_t no_more = ~std::uint64_t{0};
  /// A new feed: views of the last one are dead.
  void begin_feed() { is_viewed_ = false; }

 private:
  struct Run {
    std::uint64_t begin = 0;
    std::unique_ptr<std::string> text;
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
