#include "support/parse_run.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <sstream>

#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"
#include "support/parse_model.hpp"

namespace tagstream::testing {
namespace {

/// Looks at the events as they come.
class ParseWatch {
 public:
  explicit ParseWatch(std::string_view text) : text_(text) {}

  void see(const Event& event) {
    ++events_;
    expect(event.begin == position_, event, "begins elsewhere than the last ended (L2)");
    expect(event.end >= event.begin && event.end <= text_.size(), event, "has an odd span (L3)");
    position_ = std::max(position_, event.end);
    if (event.call == nullptr) return see_text(event);
    see_call(event, *event.call);
  }

  void end_of_feed(std::uint64_t fed, const Stats& stats) {
    if (position_ > fed) fail("events go further than what was fed (L3)");
    if (stats.bytes_held < fed - position_) fail("bytes_held hides what is held");
  }

  void end_of_stream(const Stats& stats) {
    const std::uint64_t n = text_.size();
    if (position_ != n) fail("bytes are missing at the end (L3)");
    if (!started_.empty()) fail("a call that has started never ends");
    if (stats.bytes_fed != n) fail("bytes_fed is wrong");
    if (stats.events != events_) fail("events are counted wrong");
    if (stats.bytes_held != 0) fail("bytes are held after finish");
    if (stats.bytes_examined > 16 * n + 4096) {
      fail(std::to_string(stats.bytes_examined) + " bytes examined of " + std::to_string(n));
    }
  }

  void check_message(const Message& message, const std::vector<SeenTool>& items) {
    Message want;
    for (const SeenTool& item : items) {
      const EventKind kind = item.event.kind;
      if (kind == EventKind::content_delta) want.content += item.event.text;
      if (kind == EventKind::reasoning_delta) want.reasoning += item.event.text;
      if (kind != EventKind::tool_call && kind != EventKind::tool_call_end) continue;
      const std::string id = item.id.empty() ? "call_" + std::to_string(item.index) : item.id;
      want.calls.push_back({id, item.name, item.arguments});
    }
    const bool is_same_text =
        want.content == message.content && want.reasoning == message.reasoning;
    if (!is_same_text) fail("the message has other text than the events");
    const bool is_same_calls =
        std::equal(want.calls.begin(), want.calls.end(), message.calls.begin(), message.calls.end(),
                   [](const MessageCall& a, const MessageCall& b) {
                     return a.id == b.id && a.name == b.name && a.arguments == b.arguments;
                   });
    if (!is_same_calls) fail("the message has other calls than the events");
  }

  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void fail(const std::string& rule) {
    if (failure_.empty()) failure_ = rule;
  }
  void expect(bool holds, const Event& event, const char* rule) {
    if (!holds) fail(to_string(event.kind) + span_text(event.begin, event.end) + ": " + rule);
  }

  void see_text(const Event& event) {
    if (event.kind == EventKind::notice) {
      return expect(event.begin == event.end, event, "covers input");
    }
    const bool is_piece = event.kind == EventKind::content_delta ||
                          event.kind == EventKind::reasoning_delta ||
                          event.kind == EventKind::markup;
    expect(is_piece, event, "is none of a parser, or has no call");
    expect(event.begin < event.end, event, "is empty (L3)");
    expect(event.text == text_.substr(event.begin, event.end - event.begin), event,
           "has other bytes (L3)");
  }

  void see_call(const Event& event, const ToolCall& call) {
    const bool is_quote = event.begin == event.end;
    switch (event.kind) {
      case EventKind::tool_call_start:
        expect(is_quote && call.has_index && call.index == next_index_++, event,
               "has another index");
        started_[call.index];
        return;
      case EventKind::tool_call_delta:
        expect(is_quote && started_.count(call.index) == 1, event, "has not started");
        expect(!event.text.empty(), event, "is empty");
        started_[call.index] += event.text;
        return;
      case EventKind::tool_call:
        expect(call.has_index && call.index == next_index_++, event, "has another index");
        expect(!is_quote, event, "covers nothing");
        break;
      case EventKind::tool_call_end:
        expect(call.has_index && started_.count(call.index) == 1, event, "has not started");
        expect(started_[call.index] == call.arguments, event,
               "has other arguments than its deltas");
        started_.erase(call.index);
        break;
      default:
        expect(event.kind == EventKind::tool_error, event, "is none of a parser, or has a call");
        expect(!call.message.empty(), event, "says nothing");
        expect(call.has_index || is_quote, event, "covers what is content");
        expect(!call.has_index || started_.erase(call.index) == 1, event, "has not started");
        break;
    }
    expect(event.start_index <= event.end_index, event, "has odd offsets");
    if (!is_quote) {
      expect(event.start_index == event.begin && event.end_index == event.end, event,
             "has another span than offsets");
    }
    const std::string_view span =
        text_.substr(event.start_index, event.end_index - event.start_index);
    expect(event.text.empty() || span.find(event.text) != std::string_view::npos, event,
           "has other bytes (L3)");
  }

  std::string_view text_;
  std::uint64_t position_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t next_index_ = 0;
  std::map<std::uint64_t, std::string> started_;  // their deltas so far
  std::string failure_;
};

}  // namespace

SeenTool to_seen_parsed(const Event& event) {
  SeenTool seen;
  if (event.kind != EventKind::reasoning_delta) {
    seen = to_seen_tool(event);
  } else {
    seen.event = to_seen(event);
  }
  return seen;
}

ParserRun run_parser(std::string_view text, Parser& parser, const Cuts& cuts) {
  parser.reset();
  ParserRun run;
  ParseWatch watch(text);
  Message message;
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const Event> events) {
    message.add(events);
    for (const Event& event : events) {
      watch.see(event);
      append_parsed(run.items, to_seen_parsed(event));
    }
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    const auto events = parser.feed(chunk.view());
    if (!events) {
      run.failure = "feed failed (L8): " + events.error().message;
      return false;
    }
    fed += piece.size();
    take(*events);
    watch.end_of_feed(fed, parser.stats());
    return true;
  });
  take(parser.finish());
  if (run.failure.empty()) watch.end_of_stream(parser.stats());
  if (run.failure.empty()) watch.check_message(message, run.items);
  if (run.failure.empty()) run.failure = watch.failure();
  return run;
}

std::string parsed_text(const std::vector<SeenTool>& list) {
  std::string out;
  for (const SeenTool& seen : list) {
    const Seen& event = seen.event;
    if (event.kind == EventKind::reasoning_delta) {
      out += "reasoning_delta" + span_text(event.begin, event.end) + ' ' + escaped(event.text);
      out += '\n';
      continue;
    }
    std::string line = to_text(seen);
    if (is_tool_end(event.kind)) {
      line.pop_back();
      line += " at=" + std::to_string(event.start_index) + ".." + std::to_string(event.end_index);
      line += '\n';
    }
    out += line;
  }
  return out;
}

std::string compare_parsed(const std::vector<SeenTool>& want, const std::vector<SeenTool>& got) {
  if (want == got) return {};
  return "expected:\n" + parsed_text(want) + "got:\n" + parsed_text(got);
}

std::string to_text(const ParseOptions& options) {
  constexpr std::array<const char*, 3> unclosed = {"text", "call", "error"};
  std::ostringstream out;
  if (!options.dialect.empty()) out << " dialect=" << options.dialect;
  if (!options.reasoning.empty()) out << " reasoning=" << options.reasoning;
  if (!options.tool_format.empty()) out << " tool_format=" << options.tool_format;
  if (options.start_in_reasoning) out << " start_in_reasoning";
  if (options.no_reasoning) out << " no_reasoning";
  if (options.calls_in_reasoning) {
    out << " calls_in_reasoning=" << to_string(*options.calls_in_reasoning);
  }
  if (options.on_unclosed) {
    out << " on_unclosed=" << unclosed[static_cast<std::size_t>(*options.on_unclosed)];
  }
  if (options.strict_json) out << " strict_json";
  if (options.incremental) out << " incremental";
  for (const std::string& token : options.drop) out << " drop=" << printable(token);
  if (options.ignore_case) out << " ignore_case";
  if (options.markdown_code) out << " markdown_code";
  const Limits usual;
  const Limits& limits = options.limits;
  if (limits.max_tag_bytes != usual.max_tag_bytes) out << " max_tag=" << limits.max_tag_bytes;
  if (limits.max_held_bytes != usual.max_held_bytes) out << " max_held=" << limits.max_held_bytes;
  if (limits.max_attributes != usual.max_attributes) {
    out << " max_attributes=" << limits.max_attributes;
  }
  return out.str();
}

}  // namespace tagstream::testing
