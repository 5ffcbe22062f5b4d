#include <algorithm>
#include <nlohmann/json.hpp>

#include "json/json_writer.hpp"
#include "support/as_json.hpp"
#include "support/golden.hpp"

namespace tagstream::testing {

namespace {

constexpr std::string_view any_sentence = "…";

std::string json_of(const Seen& seen) {
  Event event;
  event.kind = seen.kind;
  event.text = seen.text;
  event.name = seen.name;
  event.index = static_cast<std::uint32_t>(seen.index);
  event.span = {seen.begin, seen.end};
  return as_json(event);
}

SeenLine to_line(const Event& event, CallIds* ids) {
  SeenLine line;
  if (is_joined(event.kind)) {
    line.seen = to_seen(event);
    return line;
  }
  line.seen.kind = event.kind;
  Event shown = event;
  if (is_message(event.kind) || event.kind == EventKind::tool_call_error) shown.text = any_sentence;
  line.line = as_json(shown, event.has_index ? ids : nullptr);
  return line;
}

void append_joined(std::vector<SeenLine>& list, SeenLine line) {
  const bool goes_on = is_joined(line.seen.kind) && !list.empty() &&
                       list.back().seen.kind == line.seen.kind &&
                       list.back().seen.index == line.seen.index;
  if (!goes_on) {
    list.push_back(std::move(line));
    return;
  }
  list.back().seen.text += line.seen.text;
  list.back().seen.end = std::max(list.back().seen.end, line.seen.end);
}

// Feeds the snapshot in `line`. Returns the error if the snapshot is refused; else empty.
std::string feed_line(Snapshots& snapshots, Reader& reader, std::string_view line,
                      std::vector<SeenLine>& items) {
  const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
  if (!value.is_string()) return "not a JSON string\n";
  const auto added = snapshots.feed(value.get_ref<const std::string&>());
  if (!added) {
    return std::string("error ") + to_string(added.error().code) + ' ' +
           std::to_string(added.error().offset) + '\n';
  }
  for (const Event& event : reader.feed(*added)) append_joined(items, to_line(event, nullptr));
  return reader.error() == nullptr ? std::string() : reader.error()->message + '\n';
}

}  // namespace

void append_line(std::vector<SeenLine>& printed, const Event& event, CallIds* ids) {
  append_joined(printed, to_line(event, ids));
}

std::string to_lines(const std::vector<SeenLine>& printed) {
  std::string lines;
  for (const SeenLine& one : printed) {
    lines += (is_joined(one.seen.kind) ? json_of(one.seen) : one.line) + '\n';
  }
  return lines;
}

GoldenRun run_golden(std::string_view text, Reader& reader, const Bounds& bounds, const Cuts& cuts,
                     Ending ending, Relay relay) {
  GoldenRun golden;
  CallIds ids;
  static_cast<EventRun&>(golden) = run(
      text, reader, bounds, cuts, ending,
      [&](const Event& event) { append_joined(golden.printed, to_line(event, &ids)); }, relay);
  return golden;
}

std::string to_lines(const GoldenRun& run) { return to_lines(run.printed); }

std::string to_lines(const std::vector<SeenToken>& tokens) {
  std::string out;
  for (const SeenToken& token : tokens) {
    out += to_string(token.kind);
    out += ' ' + std::to_string(token.begin) + ' ' + std::to_string(token.end);
    if (!token.name.empty()) out += ' ' + token.name;
    out += '\n';
  }
  return out;
}

std::string to_lines(const Tree& tree, const GoldenExtract& golden) {
  std::string lines;
  if (golden.is_flat) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      flat_to_json(lines, tree[i], golden.has_content);
      lines += '\n';
    }
  } else {
    for (const tagstream::Tag& tag : tree.tags()) lines += as_json(tag) + '\n';
  }
  if (!golden.has_diagnostics) return lines;
  std::string diagnostics;
  for (const Diagnostic& diagnostic : tree.diagnostics()) {
    if (!diagnostics.empty()) diagnostics += ',';
    diagnostics += as_json(diagnostic);
  }
  return lines + "{\"diagnostics\":[" + diagnostics + "]}\n";
}

std::string to_line(std::string_view text, std::optional<std::string_view> content) {
  std::string line;
  JsonWriter json(line);
  if (!content) {
    json.null();
  } else {
    const auto start = static_cast<std::size_t>(content->data() - text.data());
    json.begin_object().field("content", *content).field("start", start);
    json.field("end", start + content->size()).end_object();
  }
  return line + '\n';
}

std::string to_line(const Message& message) {
  Message shown = message;
  for (ToolCallError& one : shown.tool_call_errors) one.text = any_sentence;
  for (Notice& one : shown.notices) one.text = any_sentence;
  if (shown.stopped) shown.stopped->text = any_sentence;
  return as_json(shown) + '\n';
}

std::string to_spans(const std::vector<SeenLine>& events) {
  std::string out;
  for (const SeenLine& one : events) {
    out += one.line.empty()
               ? to_string(one.seen.kind) + span_text(one.seen.begin, one.seen.end) + '\n'
               : one.line + '\n';
  }
  return out;
}

std::string attribute_lines(std::string_view text) {
  Tokenizer tokenizer;
  std::string out;
  const auto tokens = tokenizer.feed(text);
  const auto is_tag = [](const Token& token) { return token.kind != TokenKind::text; };
  const auto tag = std::find_if(tokens.begin(), tokens.end(), is_tag);
  if (tag == tokens.end()) return "no tag\n";
  for (const Attribute& attribute : tag->attributes()) {
    out += attribute.name.empty() ? "\"\"" : std::string(attribute.name);
    if (attribute.has_value) out += '\t' + std::string(attribute.value);
    out += '\n';
  }
  return out;
}

std::string snapshot_lines(std::string_view input, const Golden& golden) {
  auto reader = Reader::make(golden.options);
  if (!reader) return reader.error().message;
  Snapshots snapshots(golden.max_snapshot_bytes);
  std::string lines;
  std::vector<SeenLine> items;
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const std::string error =
        feed_line(snapshots, *reader, input.substr(begin, end - begin), items);
    begin = end + 1;
    if (error.empty()) continue;
    lines += to_lines(items) + error;
    items.clear();
  }
  if (golden.is_finished) {
    for (const Event& event : reader->finish()) append_joined(items, to_line(event, nullptr));
  }
  return lines + to_lines(items);
}

}  // namespace tagstream::testing
