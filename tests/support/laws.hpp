#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/tokenizer.hpp"
#include "support/cuts.hpp"
#include "support/seen.hpp"
#include "tagstream/limits.hpp"

/// One checker for each law of docs/architecture.md#the-laws. Each returns a description of the
/// first fault; empty if the law holds. The checkers of a reader's events are in watch.hpp.
namespace tagstream::testing {

/// The results of one reading.
template <class Item>
struct Run {
  std::vector<Item> items;             ///< joined
  std::vector<std::uint64_t> emitted;  ///< bytes given out after each feed and after finish
  Stats stats;                         ///< at the end
  std::string message{};               ///< for events: the collected `Message`, as JSON
  std::string failure;                 ///< the first breach of L2, L3, L6 or L8
};
using EventRun = Run<Seen>;
using TokenRun = Run<SeenToken>;

/// Whether `finish` is called.
enum class Ending : std::uint8_t { finish, open };

/// Reads `text` in pieces that are overwritten and freed after each feed. The tokenizer is reset
/// first.
[[nodiscard]] TokenRun run_tokens(std::string_view text, Tokenizer& tokenizer, const Cuts& cuts,
                                  Ending ending = Ending::finish);

/// Both texts, for a failure message; empty if they are equal.
[[nodiscard]] inline std::string difference(const std::string& want, const std::string& got) {
  return want == got ? std::string() : "expected:\n" + want + "got:\n" + got;
}

/// L1: two cuttings of a text give the same items.
template <class Item>
[[nodiscard]] std::string check_same(const std::vector<Item>& want, const std::vector<Item>& got) {
  if (want == got) return {};
  return "expected:\n" + to_text(want) + "got:\n" + to_text(got);
}

/// L5: bytes examined <= factor * n + 4096. The factor is 8, or 16 where something was read again.
[[nodiscard]] std::string check_work(const Stats& stats, unsigned factor);

/// L6: the reader never held more than `max_held` bytes in addition to the chunk itself.
[[nodiscard]] std::string check_held(const Stats& stats, std::size_t max_held,
                                     std::size_t largest_chunk);

/// The counts in `stats` agree with `fed` bytes and `events` events.
[[nodiscard]] std::string check_totals(const Stats& stats, std::uint64_t fed, std::uint64_t events);

/// All laws for one text and one cutting. `want`: the joined tokens of another cutting.
[[nodiscard]] std::string check_tokens(std::string_view text, Tokenizer& tokenizer,
                                       const Cuts& cuts, const std::vector<SeenToken>& want);

/// Does `text` end with the beginning of a UTF-8 sequence that may still become a valid one?
[[nodiscard]] bool ends_inside_code_point(std::string_view text);
/// Does `next` continue the UTF-8 sequence whose beginning `text` ends with?
[[nodiscard]] bool continues_code_point(std::string_view text, char next);

}  // namespace tagstream::testing
