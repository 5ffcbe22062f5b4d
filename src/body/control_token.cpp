#include "body/control_token.hpp"

#include <string_view>

#include "base/text.hpp"

namespace tagstream {

namespace {

// A control token is a word between bars, in `<` and `>`. It has no blank and no second `<`, and at
// most `longest` bytes: `<|im_end|>` is complete at its `>`, `<|im_` is open, and `<x` fails at the
// `x`.
constexpr std::string_view bars[] = {"|", "\xef\xbd\x9c"};  // the second is U+FF5C, of full width

// True if a token may begin with the bytes of `text`.
bool may_begin(std::string_view text) {
  if (text[0] != '<') return false;
  text.remove_prefix(1);
  for (std::string_view bar : bars) {
    const std::size_t size = text.size() < bar.size() ? text.size() : bar.size();
    if (text.substr(0, size) == bar.substr(0, size)) return true;
  }
  return false;
}

// True if the text between `<` and `>` is a word between bars. `<|im_end|>` and
// `<｜end▁of▁sentence｜>` are tokens; `<||>` and `<|a b|>` are not.
bool is_word_in_bars(std::string_view text) {
  for (std::string_view bar : bars) {
    if (text.size() > 2 * bar.size() && text.substr(0, bar.size()) == bar &&
        text.substr(text.size() - bar.size()) == bar) {
      return true;
    }
  }
  return false;
}

}  // namespace

// A control token ends a call whose value is complete, even if no rule names the token.
ControlToken::Status ControlToken::read(const Segment& segment, std::uint64_t begin,
                                        std::uint64_t longest, LexerCounters& counters) {
  if (at_ == 0) at_ = begin;
  const std::uint64_t from = at_;
  while (status_ == Status::open && at_ < segment.end) {
    const char byte = *segment.at(at_++);
    const std::string_view text = segment.slice(begin, at_);
    if (byte == '>') {
      const bool is_one = is_word_in_bars(text.substr(1, text.size() - 2));
      status_ = is_one ? Status::complete : Status::failed;
    } else if (is_blank(byte) || (byte == '<' && text.size() > 1) || text.size() >= longest ||
               (text.size() <= 4 && !may_begin(text))) {
      status_ = Status::failed;
    }
  }
  counters.examined += at_ - from;
  return status_;
}

}  // namespace tagstream
