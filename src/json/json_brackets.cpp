#include "json/json_brackets.hpp"

namespace tagstream {

void JsonBrackets::open(bool is_object) {
  const std::size_t block = depth_ / 64;
  if (block > deep_bits_.size()) deep_bits_.push_back(0);
  const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
  std::uint64_t& word = block == 0 ? bits_ : deep_bits_[block - 1];
  word = is_object ? word | bit : word & ~bit;
  ++depth_;
}

}  // namespace tagstream
