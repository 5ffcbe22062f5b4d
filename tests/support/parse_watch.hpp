#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "support/laws.hpp"
#include "tagstream/event.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::testing {

/// True for a piece of text that is what the input says.
[[nodiscard]] inline bool is_text(EventKind kind) {
  return kind == EventKind::content_delta || kind == EventKind::reasoning_delta;
}

[[nodiscard]] inline bool is_delta(EventKind kind) {
  return is_text(kind) || kind == EventKind::tool_call_delta;
}

/// True for an event that only tells of bytes that another event accounts for.
[[nodiscard]] inline bool only_quotes(const Event& event) {
  if (event.kind == EventKind::tool_error) {
    return !event.call->has_index || event.call->error == ToolErrorCode::too_large;
  }
  return event.kind == EventKind::notice || event.kind == EventKind::tool_call_start ||
         event.kind == EventKind::tool_call_delta;
}

/// Looks at the events of one parser as they come: nothing is repeated or reordered (L2), every
/// byte lands once and unchanged (L3), calls are counted and balance, no delta ends inside a code
/// point.
class ParseWatch {
 public:
  /// `text` is the whole stream and outlives the watch.
  explicit ParseWatch(std::string_view text) : text_(text) {}

  void see(const Event& event) {
    ++events_;
    expect(event.end >= event.begin && event.end <= text_.size(), event, "has an odd span");
    expect((event.call != nullptr) ==
               (event.kind >= EventKind::tool_call && event.kind <= EventKind::tool_call_end),
           event, "has a call, or none");
    if (!failure_.empty()) return;
    if (only_quotes(event)) {
      expect(event.begin == event.end, event, "covers input that it only quotes");
    } else {
      expect(event.begin == position_, event, "begins elsewhere than the last ended (L2, L3)");
      if (last_kind_ != event.kind) delta_begin_ = position_;
      last_kind_ = event.kind;
      position_ = event.end;
    }
    if (is_text(event.kind) || event.kind == EventKind::markup) {
      expect(!event.text.empty(), event, "is empty (L3)");
      expect(event.text == span(event.begin, event.end), event, "has other bytes (L3)");
    }
    if (event.call != nullptr) see_call(event, *event.call);
  }

  /// After a feed call: `fed` bytes have been handed over in all.
  void end_of_feed(std::uint64_t fed) {
    if (!is_text(last_kind_) || position_ != fed) return;
    expect(!ends_inside_code_point(span(delta_begin_, position_)), Event{},
           "a delta ends inside a code point");
  }

  void end_of_stream(const Stats& stats) {
    const Event none;
    expect(position_ == text_.size(), none, "bytes are missing at the end (L3)");
    expect(open_.empty(), none, "a call that has started never ends");
    expect(stats.bytes_held == 0, none, "bytes are held after finish");
    expect(stats.bytes_fed == text_.size(), none, "bytes_fed is wrong");
    expect(stats.events == events_, none, "the events are miscounted");
  }

  /// The bytes accounted for so far: [0, position).
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The first thing that was wrong.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void see_call(const Event& event, const ToolCall& call) {
    switch (event.kind) {
      case EventKind::tool_call_start:
        expect(call.index == next_++, event, "has an odd index");
        expect(!call.name.empty(), event, "has no name");
        open_[call.index] = "";
        return;
      case EventKind::tool_call_delta:
        expect(open_.count(call.index) == 1, event, "is of a call that is not open");
        expect(!event.text.empty(), event, "is empty");
        open_[call.index] += event.text;
        return;
      case EventKind::tool_call_end:
        expect(open_.count(call.index) == 1, event, "ends a call that is not open");
        expect(open_[call.index] == call.arguments, event, "has other arguments than its deltas");
        open_.erase(call.index);
        break;
      case EventKind::tool_call: expect(call.index == next_++, event, "has an odd index"); break;
      default:
        expect(!call.has_index || open_.count(call.index) == 1, event, "has an odd index");
        expect(!call.message.empty(), event, "says nothing");
        if (call.has_index) open_.erase(call.index);
        break;
    }
    check_place(event, call);
  }

  void check_place(const Event& event, const ToolCall& call) {
    const bool is_error = event.kind == EventKind::tool_error;
    expect(is_error == (call.error != ToolErrorCode::none), event, "has an odd code");
    if (call.error == ToolErrorCode::too_large) return;
    if (only_quotes(event)) {
      expect(event.end_index <= position_, event, "comes before its bytes");
    } else {
      expect(event.start_index == event.begin, event, "starts elsewhere");
      expect(event.end_index == event.end, event, "ends elsewhere");
    }
    const std::string_view bytes = span(event.start_index, event.end_index);
    expect(bytes.find(event.text) != std::string_view::npos, event,
           "has other content than the input");
  }

  [[nodiscard]] std::string_view span(std::uint64_t begin, std::uint64_t end) const {
    if (begin > end || end > text_.size()) return {};
    return text_.substr(begin, end - begin);
  }

  void expect(bool holds, const Event& event, const char* rule) {
    if (holds || !failure_.empty()) return;
    failure_ = std::string(to_string(event.kind)) + span_text(event.begin, event.end) + ": " + rule;
  }

  std::string_view text_;
  std::uint64_t position_ = 0;
  std::uint64_t delta_begin_ = 0;  // of the delta that is being joined
  EventKind last_kind_ = EventKind::notice;
  std::uint64_t events_ = 0;
  std::uint64_t next_ = 0;                     // the index of the next call
  std::map<std::uint64_t, std::string> open_;  // started calls and their arguments so far
  std::string failure_;
};

}  // namespace tagstream::testing
