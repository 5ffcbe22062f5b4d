#include "support/tool_run.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <sstream>

#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"

namespace tagstream::testing {
namespace {

/// Looks at the events as they come.
class ToolWatch {
 public:
  explicit ToolWatch(std::string_view text) : text_(text) {}

  void see(const Event& event) {
    ++events_;
    const bool is_quote = event.begin == event.end;
    expect(event.begin == position_, event, "begins elsewhere than the last ended (L2)");
    expect(event.end >= event.begin && event.end <= text_.size(), event, "has an odd span (L3)");
    position_ = std::max(position_, event.end);
    expect((event.call != nullptr) == is_tool_kind(event.kind), event, "has no call, or one");
    if (event.call == nullptr) return see_text(event);
    const ToolCall& call = *event.call;
    switch (event.kind) {
      case EventKind::tool_call_start:
        expect(is_quote && call.has_index && call.index == next_index_++, event,
               "has another index");
        started_[call.index];
        break;
      case EventKind::tool_call_delta:
        expect(is_quote && started_.count(call.index) == 1, event, "has not started");
        expect(!event.text.empty(), event, "is empty");
        started_[call.index] += event.text;
        break;
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
        expect(!call.message.empty(), event, "says nothing");
        expect(!call.has_index || started_.erase(call.index) == 1, event, "has not started");
        if (call.error == ToolErrorCode::too_large) {
          expect(is_quote && event.text.empty(), event, "covers input");
        }
        break;
    }
    see_call(event);
  }

  void end_of_feed(std::uint64_t fed, const Stats& stats) {
    if (position_ > fed) fail("events go further than what was fed (L3)");
    if (stats.bytes_held < fed - position_) fail("bytes_held hides what is held");
  }

  void end_of_stream(const Stats& stats, const ToolOptions& options) {
    const std::uint64_t n = text_.size();
    if (position_ != n) fail("bytes are missing at the end (L3)");
    if (!started_.empty()) fail("a call that has started never ends");
    if (stats.bytes_fed != n) fail("bytes_fed is wrong");
    if (stats.events != events_) fail("events are counted wrong");
    if (stats.bytes_held != 0) fail("bytes are held after finish");
    if (stats.bytes_examined > 16 * n + 4096) {
      fail(std::to_string(stats.bytes_examined) + " bytes examined of " + std::to_string(n));
    }
    std::uint64_t longest = 3;
    for (const Rule& rule : options.rules) {
      longest = std::max<std::uint64_t>({longest, rule.open.size(), rule.close.size()});
    }
    const Limits& limits = options.limits;
    if (stats.bytes_held_max > limits.max_held_bytes + limits.max_tag_bytes + longest + 3 + n) {
      fail("too much was held (L6)");
    }
  }

  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  void fail(const std::string& rule) {
    if (failure_.empty()) failure_ = rule;
  }
  void expect(bool holds, const Event& event, const char* rule) {
    if (!holds) fail(tool_kind_name(event.kind) + span_text(event.begin, event.end) + ": " + rule);
  }

  void see_text(const Event& event) {
    const bool is_piece = event.kind == EventKind::content_delta ||
                          event.kind == EventKind::section_delta || event.kind == EventKind::markup;
    if (!is_piece) return;
    expect(event.begin < event.end, event, "is empty (L3)");
    expect(event.text == text_.substr(event.begin, event.end - event.begin), event,
           "has other bytes (L3)");
  }

  void see_call(const Event& event) {
    expect(event.start_index <= event.end_index, event, "has odd offsets");
    const bool is_whole = event.kind != EventKind::tool_call_start &&
                          event.kind != EventKind::tool_call_delta &&
                          event.call->error != ToolErrorCode::too_large;
    if (!is_whole) return;
    expect(event.start_index == event.begin && event.end_index == event.end, event,
           "has another span than offsets");
    expect(
        event.text.empty() || text_.substr(event.begin, event.end - event.begin).find(event.text) !=
                                  std::string_view::npos,
        event, "has other bytes (L3)");
  }

  std::string_view text_;
  std::uint64_t position_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t next_index_ = 0;
  std::map<std::uint64_t, std::string> started_;  // their deltas so far
  std::string failure_;
};

}  // namespace

ToolRun run_tools(std::string_view text, ToolReader& reader, const ToolOptions& options,
                  const Cuts& cuts) {
  reader.reset();
  ToolRun run;
  ToolWatch watch(text);
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      watch.see(event);
      append_joined(run.items, event);
    }
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    const auto events = reader.feed(chunk.view());
    if (!events) {
      run.failure = "feed failed (L8): " + events.error().message;
      return false;
    }
    fed += piece.size();
    take(*events);
    watch.end_of_feed(fed, reader.stats());
    return true;
  });
  take(reader.finish());
  if (run.failure.empty()) watch.end_of_stream(reader.stats(), options);
  if (run.failure.empty()) run.failure = watch.failure();
  return run;
}

std::string compare(const std::vector<SeenTool>& want, const std::vector<SeenTool>& got) {
  if (want == got) return {};
  return "expected:\n" + to_text(want) + "got:\n" + to_text(got);
}

namespace {

const char* format_name(CallBody format) {
  switch (format) {
    case CallBody::automatic: return "";
    case CallBody::json: return ":json";
    case CallBody::xml: return ":xml";
    case CallBody::raw: return ":raw";
    default: break;
  }
  return "?";
}

}  // namespace

std::string to_text(const ToolOptions& options) {
  constexpr std::array<const char*, 4> actions = {"hide", "unwrap", "record", "call"};
  const Limits usual;
  std::ostringstream out;
  for (const Rule& rule : options.rules) {
    out << ' ' << actions[static_cast<std::size_t>(rule.action)] << ' ';
    if (rule.name.empty()) {
      out << '(' << printable(rule.open) << ' ' << printable(rule.close) << ')';
    } else {
      out << printable(rule.name);
    }
    out << format_name(rule.body);
  }
  if (options.nesting == Nesting::first_close) out << " first_close";
  if (options.on_unclosed == OnUnclosedCall::call) out << " on_unclosed=call";
  if (options.on_unclosed == OnUnclosedCall::error) out << " on_unclosed=error";
  if (options.strict_json) out << " strict_json";
  if (options.incremental) out << " incremental";
  if (options.ignore_case) out << " ignore_case";
  if (options.markdown_code) out << " markdown_code";
  for (const ToolSchema& tool : options.schemas) {
    out << " schema " << (tool.name.empty() ? "*" : tool.name) << '{';
    for (const ParameterSchema& one : tool.parameters) {
      out << one.name << ':' << static_cast<int>(one.types) << ' ';
    }
    out << '}';
  }
  const Limits& limits = options.limits;
  if (limits.max_tag_bytes != usual.max_tag_bytes) out << " max_tag=" << limits.max_tag_bytes;
  if (limits.max_held_bytes != usual.max_held_bytes) out << " max_held=" << limits.max_held_bytes;
  return out.str();
}

}  // namespace tagstream::testing
