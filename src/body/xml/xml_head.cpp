#include "body/xml/xml_head.hpp"

#include "base/text.hpp"

namespace tagstream {

// The attributes of a literal opener are read by the table of tags. After `<|open|>call` the bytes
// ` tool="f"` are read as after `<x`, and `<|sep|>` stands for the `>`. The result is kept as the
// tag `<x tool="f">`, so that AttributeRange can read it.
//
// `tool="f" index=<|sep|>` ends inside a value, and fails.
using S = TagState;

XmlHead::Status XmlHead::read(const Segment& segment, std::string_view end, std::size_t longest,
                              LexerCounters& counters) {
  const std::uint64_t from = at_;
  Status status = Status::open;
  while (status == Status::open && at_ < segment.end) {
    status = at_ - begin_ < longest ? step(segment, end) : Status::failed;
  }
  counters.examined += at_ - from + 1;
  if (status != Status::complete) return status;
  const std::uint64_t after = at_ - (end == ">" ? 0 : end.size());
  tag_ = "<x";
  tag_ += segment.slice(begin_, after);
  if (end != ">") tag_ += '>';
  return status;
}

// `<|sep|>file\n` opens the parameter `file`. The key can't hold what ends an attribute.
XmlHead::Status XmlHead::read_key(const Segment& segment, char end, std::size_t longest,
                                  LexerCounters& counters) {
  const std::uint64_t from = at_;
  Status status = Status::open;
  while (status == Status::open && at_ < segment.end) {
    const char byte = *segment.at(at_);
    const bool is_wrong = at_ - begin_ >= longest || byte == '<' || byte == '>' || byte == '"';
    if (is_wrong) {
      status = Status::failed;
    } else if (++at_; byte == end) {
      status = Status::complete;
    }
  }
  counters.examined += at_ - from + 1;
  if (status != Status::complete) return status;
  tag_ = "<x name=\"";
  tag_ += trimmed(segment.slice(begin_, at_ - 1));
  tag_ += "\">";
  return status;
}

XmlHead::Status XmlHead::step(const Segment& segment, std::string_view end) {
  const char byte = *segment.at(at_);
  if (state_ == S::in_double_quotes || state_ == S::in_single_quotes) {
    if (byte == (state_ == S::in_double_quotes ? '"' : '\'')) state_ = S::after_quoted;
    ++at_;
    return Status::open;
  }
  if (literal_ != 0 || (end != ">" && byte == end[0])) {
    const bool may_end = literal_ != 0 || next_state(state_, '>') != S::is_content;
    if (byte != end[literal_] || !may_end) return Status::failed;
    ++at_;
    return ++literal_ == end.size() ? Status::complete : Status::open;
  }
  state_ = next_state(state_, byte);
  if (state_ == S::attr_start) state_ = S::attr_name;
  if (state_ == S::is_content || (end != ">" && byte == '>')) return Status::failed;
  ++at_;
  return state_ == S::is_open || state_ == S::is_empty ? Status::complete : Status::open;
}

}  // namespace tagstream
