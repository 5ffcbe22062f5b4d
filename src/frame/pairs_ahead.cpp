#include "frame/pairs_ahead.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"
#include "body/call_name.hpp"

namespace tagstream {

// In auto:
//
//   <tool_call>f\n<arg_key>a</arg_key>...   follow: a key stands after the word, so pairs follow
//   <tool_call>name</tool_call>             alone: the closing tag stands after the word
//   <tool_call>f>{"a":1}</tool_call>        object: an object stands after it
//   <tool_call>two words<arg_key>...        none: the body is read as JSON, and fails
PairsAhead::Status PairsAhead::read(const BodyInput& input, std::uint64_t begin,
                                    const XmlShape& shape, std::string_view call_tag,
                                    bool ignore_case) {
  const Segment& segment = input.segment;
  if (!is_call_name_byte(*segment.at(begin))) return Status::none;
  for (at_ = std::max(at_, begin); at_ < segment.end; ++at_) {
    ++input.counters.examined;
    const char byte = *segment.at(at_);
    if (size_ != 0) {
      const Status status = step(byte, shape, call_tag, ignore_case);
      if (status != Status::open) return status;
      continue;
    }
    if (at_ - begin >= longest) return Status::none;
    const char before = at_ == begin ? byte : *segment.at(at_ - 1);
    const bool is_after_name = is_blank(before) || before == '>';
    if (is_after_name && byte == '{') return Status::object;
    if (before == '>') return Status::none;
    const bool is_of_name = is_call_name_byte(byte) || byte == '>';
    const bool goes_on = is_of_name ? !is_after_name : is_blank(byte);
    if (goes_on) continue;
    if (byte != '<') return Status::none;
    size_ = 1;
    fits_ = call_tag.empty() ? 0b01111 : 0b11111;
  }
  return Status::open;
}

// Reads one more byte of the tag after the name. The tag may be each of five words: two keys, two
// separators, the call's closing tag. Those that have another byte at this place are out. All begin
// with '<', which was read before.
PairsAhead::Status PairsAhead::step(char byte, const XmlShape& shape, std::string_view call_tag,
                                    bool ignore_case) {
  struct Word {
    std::string_view before;
    std::string_view rest;
    [[nodiscard]] std::size_t size() const { return before.size() + rest.size(); }
    [[nodiscard]] std::string_view at(std::size_t i) const {
      return i < before.size() ? before.substr(i, 1)
                               : rest.substr(std::min(i - before.size(), rest.size()), 1);
    }
  };
  const std::array words{Word{"", shape.keys[0].open}, Word{"", shape.keys[1].open},
                         Word{"", shape.separators[0]}, Word{"", shape.separators[1]},
                         Word{"</", call_tag}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << i);
    if ((fits_ & bit) == 0) continue;
    if (!same_name(words[i].at(size_), {&byte, 1}, ignore_case)) {
      fits_ = static_cast<std::uint8_t>(fits_ & ~bit);
    } else if (size_ + 1 == words[i].size()) {
      return i + 1 == words.size() ? Status::alone : Status::follow;
    }
  }
  ++size_;
  return fits_ != 0 ? Status::open : Status::none;
}

}  // namespace tagstream
