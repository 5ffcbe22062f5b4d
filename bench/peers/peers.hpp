#pragma once

// The alternatives to tagstream, each used as its documentation says, over the same texts.
//
// A peer reads one text as often as it is told, and says what it has seen: opening tags, bytes
// outside of a pair of tags, bytes of reasoning and of arguments. So the tables can say where
// the work was not the same.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peers {

/// Reads the whole text once. Returns what it has seen, or nothing if it refuses the text.
using Read = std::function<std::optional<std::uint64_t>(std::string_view text)>;

struct Peer {
  std::string job;   ///< "tags", "pair" or "pieces"
  std::string name;  ///< with its version
  Read read;
};

/// The length of a feed for those that take a text in pieces.
inline constexpr std::size_t feed_bytes = std::size_t{64} << 10;
/// And of a piece of an answer.
inline constexpr std::size_t piece_bytes = 4;

// Those of a package that is not there are none.
void add_own(std::vector<Peer>& peers);
void add_markup(std::vector<Peer>& peers);
void add_patterns(std::vector<Peer>& peers);

}  // namespace peers
