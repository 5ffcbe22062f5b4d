#pragma once

// Finds the place in a prompt where the answer's own turn begins: after the last header of an
// assistant's message. The prompt before it is not read, since anybody may have written it.
//
//   prompt   <|im_start|>user\nWhat is <think>?<|im_end|>\n<|im_start|>assistant\n<thi
//   answer   nk>a</think>b
//
// Only `<thi` is read of the prompt. The answer goes on in that tag: markup `nk>`, reasoning `a`.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lex/marker_trie.hpp"

namespace tagstream {

/// The literals after which an answer begins. Immutable, part of a program.
class TurnStarts {
 public:
  /// @param is_read  the literal is also the beginning of the answer, and is read as such
  void add(std::string_view text, bool is_read);
  /// Call once, after the last `add`.
  void link() { trie_.link(); }

  struct Found {
    std::size_t end = 0;  ///< offset in the piece that was searched; 0: no turn begins in it
    std::string_view read_first;
  };
  /// The last beginning of a turn that ends in `piece`, a part of the prompt. @param node  0 for
  /// the first part; each call leaves the value for the next part
  Found last_in(std::string_view piece, MarkerTrie::Node& node) const;

 private:
  MarkerTrie trie_;
  std::vector<bool> is_read_;  // by marker
};

}  // namespace tagstream
