#include "machine/prompt.hpp"

namespace tagstream {

void TurnStarts::add(std::string_view text, bool is_read) {
  const MarkerTrie::Marker marker = trie_.add(text);
  if (marker >= is_read_.size()) is_read_.resize(marker + 1);
  is_read_[marker] = is_read;
}

// All literals are searched for at once, in pieces of any length; `node` is the part of a
// literal that was read so far. In `...<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n` the
// last literal counts, that of the assistant, and the answer begins after it.
TurnStarts::Found TurnStarts::last_in(std::string_view piece, MarkerTrie::Node& node) const {
  Found found;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    MarkerTrie::Node next = trie_.child(node, piece[at]);
    while (next == 0 && node != 0) {
      node = trie_.fail(node);
      next = trie_.child(node, piece[at]);
    }
    node = next;
    for (next = node; next != 0; next = trie_.fail(next)) {
      const MarkerTrie::Marker marker = trie_.marker_at(next);
      if (marker == MarkerTrie::none) continue;
      found.end = at + 1;
      found.read_first = is_read_[marker] ? std::string_view(trie_.text(marker)) : "";
      break;
    }
  }
  return found;
}

}  // namespace tagstream
