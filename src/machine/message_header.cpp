#include "machine/message_header.hpp"

#include <algorithm>
#include <array>

#include "lex/grammar.hpp"

namespace tagstream {

// Three headers of harmony, word by word:
//
//   <|start|>assistant<|channel|>commentary to=functions.f json<|message|>
//       role `assistant`, channel `commentary`, recipient `functions.f`, free word `json`
//   <|channel|>final Yes<|end|>
//       channel `final`, free word `Yes`. No `<|message|>` follows, so the header ends before the
//       free word: content `Yes`
//   <|channel|>analysis<|channel|>final<|message|>
//       channel `final`: the last counts
bool MessageHeader::read(const Segment& segment, bool at_end) {
  while (at_ < segment.end) {
    if (!step(segment)) continue;
    if (!is_whole_) drop_mention(segment);
    return true;
  }
  if (!at_end) return false;
  if (stage_ == Stage::word) end_word(segment);
  end_before(stage_ == Stage::marker ? marker_at_ : at_);
  drop_unmarked();
  return true;
}

// A second free word ends the header before the first: `<|channel|>analysis let me see` is
// reasoning from `let` on.
bool MessageHeader::step(const Segment& segment) {
  const char byte = *segment.at(at_);
  if (stage_ == Stage::marker) return read_marker(segment);
  if (stage_ == Stage::word) {
    if (is_blank(byte) || byte == '<') return end_word(segment);
    ++at_;
    return false;
  }
  if (is_blank(byte)) {
    ++at_;
    return false;
  }
  if (byte == '<') {
    marker_at_ = at_;
    stage_ = Stage::marker;
    return false;
  }
  if (free_word_.is_given()) return end_before(at_);
  wanted_ = stage_;
  stage_ = Stage::word;
  word_ = {at_, 0};
  return false;
}

// The marker before a word decides its meaning. A word with `to=` is the recipient at any place.
bool MessageHeader::end_word(const Segment& segment) {
  word_.end = at_;
  const std::string_view text = segment.slice(word_.begin, word_.end);
  const bool is_recipient = text.substr(0, recipient_mark.size()) == recipient_mark;
  stage_ = Stage::part;
  if (is_recipient) {
    recipient_ = {word_.begin + recipient_mark.size(), word_.end};
  } else if (wanted_ == Stage::role) {
    role_ = word_;
  } else if (wanted_ == Stage::channel) {
    channel_ = word_;
  } else if (wanted_ == Stage::part) {
    free_word_ = word_;
  }
  return false;
}

// The word after `<|constrain|>` is a type, such as `json`, and is not used.
bool MessageHeader::read_marker(const Segment& segment) {
  const std::string_view text = segment.slice(marker_at_, at_ + 1);
  const std::array markers{format_->message, format_->start, format_->channel, format_->constrain};
  bool goes_on = false;
  std::string_view found;
  for (std::string_view marker : markers) {
    if (marker.substr(0, text.size()) != text) continue;
    goes_on = true;
    if (marker.size() == text.size()) found = marker;
  }
  for (std::string_view marker : format_->ends_before) {
    if (marker.substr(0, text.size()) != text) continue;
    goes_on = true;
    if (marker.size() == text.size()) return end_at(marker_at_);
  }
  if (!goes_on) return end_before(marker_at_);
  ++at_;
  if (found.empty()) return false;
  free_word_ = {};
  if (found == format_->message) return end_at(at_);
  if (found == format_->start) {
    role_ = channel_ = recipient_ = {};
    message_begin_ = marker_at_;
    stage_ = Stage::role;
  } else {
    stage_ = found == format_->channel ? Stage::channel : Stage::type;
  }
  if (stage_ != Stage::type) marker_end_ = at_;
  return false;
}

// In inkling a marker after the header ends it, and the word before that marker is a name,
// not a role: `search` before `<|content_invoke_tool_text|>` names the call.
bool MessageHeader::end_at(std::uint64_t offset) {
  end_ = offset;
  is_whole_ = true;
  if (format_->ends_before.empty()) return true;
  name_ = free_word_.is_given() ? free_word_ : role_;
  role_ = channel_ = recipient_ = {};
  return true;
}

bool MessageHeader::end_before(std::uint64_t offset) {
  end_ = free_word_.is_given() ? free_word_.begin : offset;
  return true;
}

// A header without `message`, whose role or channel is unknown, is text after its last marker.
// In inkling `<|message_model|>two words. <b>` is the marker as markup, and content.
void MessageHeader::drop_mention(const Segment& segment) {
  drop_unmarked();
  const bool is_other = has_other_role(segment);
  const bool is_unknown = recipient(segment).empty() && has_unknown_channel(segment);
  if (!is_other && !is_unknown) return;
  role_ = channel_ = recipient_ = {};
  end_ = marker_end_;
}

// A header that the prompt may have begun is none if no marker follows. So
// `to=functions.f says it.` in harmony is content.
void MessageHeader::drop_unmarked() {
  if (!is_implied_ || marker_end_ != begin_) return;
  recipient_ = {};
  end_ = begin_;
}

bool MessageHeader::has_other_role(const Segment& segment) const {
  return role_.is_given() && segment.slice(role_.begin, role_.end) != "assistant";
}

bool MessageHeader::has_unknown_channel(const Segment& segment) const {
  if (!channel_.is_given()) return false;
  const std::string_view name = segment.slice(channel_.begin, channel_.end);
  if (name == format_->reasoning_channel) return false;
  return std::find(format_->text_channels.begin(), format_->text_channels.end(), name) ==
         format_->text_channels.end();
}

// `to=python` is a tool, and so is `to=functions.a.b`, whose name is `a.b`. `user`, `all` and
// `assistant` are not.
std::string_view MessageHeader::recipient(const Segment& segment) const {
  if (!recipient_.is_given()) return {};
  const std::string_view name = segment.slice(recipient_.begin, recipient_.end);
  return name == "user" || name == "assistant" || name == "all" ? std::string_view() : name;
}

// `<|start|>user<|message|>...` is not part of the answer. `<|channel|>analysis` makes
// the message reasoning. In muse_spark `<|start|>assistant<|message|>Hm.` is reasoning.
MessageHeader::Kind MessageHeader::kind(const Segment& segment, bool reads_calls) const {
  if (has_other_role(segment)) return Kind::other_role;
  const std::string_view name = recipient(segment);
  const WordList& of_reasoning = format_->reasoning_recipients;
  if (std::find(of_reasoning.begin(), of_reasoning.end(), name) != of_reasoning.end()) {
    return Kind::reasoning;
  }
  if (!name.empty() && reads_calls) return Kind::call;
  const bool names_recipient = recipient_.begin != recipient_.end;  // not an empty `to=`
  const bool is_bare = is_whole_ && !names_recipient && !channel_.is_given();
  if (is_bare && format_->bare_is_reasoning) return Kind::reasoning;
  const std::string_view channel =
      channel_.is_given() ? segment.slice(channel_.begin, channel_.end) : std::string_view();
  return !channel.empty() && channel == format_->reasoning_channel ? Kind::reasoning
                                                                   : Kind::content;
}

std::string_view MessageHeader::tool(const Segment& segment) const {
  constexpr std::string_view prefix = "functions.";
  std::string_view name = recipient(segment);
  if (name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix) {
    name.remove_prefix(prefix.size());
  }
  return name;
}

}  // namespace tagstream
