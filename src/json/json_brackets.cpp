#include "json/json_brackets.hpp"

namespace tagstream {

void JsonBrackets::open(char bracket) {
  if (depth_ / per_word > deep_bits_.size()) deep_bits_.push_back(0);
  ++depth_;
  set(bracket == '{' ? Kind::object : bracket == '[' ? Kind::list : Kind::tuple);
}

void JsonBrackets::set(Kind kind) {
  const std::size_t at = depth_ - 1;
  std::uint64_t& word = at < per_word ? bits_ : deep_bits_[at / per_word - 1];
  word &= ~(std::uint64_t{3} << shift_of(at));
  word |= static_cast<std::uint64_t>(kind) << shift_of(at);
}

}  // namespace tagstream
