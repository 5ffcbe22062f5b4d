#include "support/parse_run.hpp"

#include <algorithm>
#include <sstream>

#include "support/grammar_text.hpp"
#include "support/parse_model.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {
namespace {

// What is wrong with a message that has been collected from these events.
std::string check_message(const Message& message, const std::vector<SeenTool>& items) {
  Message want;
  CallIds ids;
  std::size_t notes = 0;
  for (const SeenTool& item : items) {
    const EventKind kind = item.event.kind;
    if (kind == EventKind::content) want.content += item.event.text;
    if (kind == EventKind::reasoning) want.reasoning += item.event.text;
    if (kind == EventKind::notice || kind == EventKind::call_error) ++notes;
    if (kind != EventKind::call) continue;
    Call call;
    call.index = item.index;
    call.id = item.id;
    MessageCall one;
    one.id = ids.id(call);
    one.tool = item.tool;
    one.arguments = item.arguments;
    want.calls.push_back(std::move(one));
  }
  if (want.content != message.content || want.reasoning != message.reasoning) {
    return "the message has other text than the events";
  }
  const bool is_same_calls =
      std::equal(want.calls.begin(), want.calls.end(), message.calls.begin(), message.calls.end(),
                 [](const MessageCall& a, const MessageCall& b) {
                   return a.id == b.id && a.tool == b.tool && a.arguments == b.arguments;
                 });
  if (!is_same_calls) return "the message has other calls than the events";
  return notes == message.notes.size() ? "" : "the message has other notes than the events";
}

}  // namespace

ParserRun run_parser(std::string_view text, Parser& parser, const ParseOptions& options,
                     const Cuts& cuts) {
  ParserRun run;
  Message message;
  const Watched watched = read_watched(text, parser, cuts, Ending::finish, options.bad_calls,
                                       options.limits, [&](const Event& event) {
                                         message.add({&event, 1});
                                         append_parsed(run.items, to_seen_tool(event));
                                       });
  run.failure = watched.failure;
  if (run.failure.empty()) run.failure = check_work(watched.stats, 16);
  if (run.failure.empty()) run.failure = check_message(message, run.items);
  return run;
}

std::string parsed_text(const std::vector<SeenTool>& list) {
  std::string out;
  for (const SeenTool& seen : list) {
    const Seen& event = seen.event;
    std::string line = to_text(seen);
    if (is_call_end(event.kind)) {
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
  std::ostringstream out;
  if (!options.dialect.empty()) out << " dialect=" << options.dialect;
  if (!options.reasoning.empty()) out << " reasoning=" << options.reasoning;
  if (!options.tool_format.empty()) out << " tool_format=" << options.tool_format;
  if (options.start_in_reasoning) out << " start_in_reasoning";
  if (options.no_reasoning) out << " no_reasoning";
  if (options.calls_in_reasoning) {
    out << " calls_in_reasoning=" << to_string(*options.calls_in_reasoning);
  }
  if (options.on_unclosed_call) {
    out << " on_unclosed_call=" << to_string(*options.on_unclosed_call);
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
