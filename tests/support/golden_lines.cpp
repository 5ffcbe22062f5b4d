#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/as_json.hpp"
#include "support/golden.hpp"

namespace tagstream::testing {

namespace {

std::string json_of_delta(const SeenLine& seen) {
  Event event;
  Call call;
  event.kind = seen.kind;
  event.text = seen.text;
  call.set({.index = seen.index});
  if (seen.kind == EventKind::tool_call_delta) event.element = &call;
  return as_json(event);
}

// Of a parser markup is not printed, and calls have ids.
SeenLine to_line(const Event& event, CallIds* ids) {
  SeenLine seen{.kind = event.kind, .begin = event.span.begin, .end = event.span.end};
  if (is_delta(event.kind)) {
    seen.text = std::string(event.text);
    if (event.call() != nullptr) seen.index = event.call()->index();
  } else if (ids == nullptr || event.kind != EventKind::markup) {
    seen.line = without_message(as_json(event, ids));
  }
  return seen;
}

void append_joined(std::vector<SeenLine>& list, SeenLine seen, bool joins_markup) {
  const bool is_joined = is_delta(seen.kind) || (joins_markup && seen.kind == EventKind::markup);
  if (!is_joined || list.empty() || list.back().kind != seen.kind ||
      list.back().index != seen.index) {
    list.push_back(std::move(seen));
    return;
  }
  list.back().text += seen.text;
  list.back().end = std::max(list.back().end, seen.end);
}

ThoughtEvent to_event(const SeenThought& seen) {
  return {.kind = seen.kind,
          .code = seen.code,
          .has_attributes = seen.has_attributes,
          .has_type = seen.has_type,
          .is_closed = seen.is_closed,
          .is_truncated = seen.is_truncated,
          .confidence = seen.confidence,
          .begin = seen.begin,
          .end = seen.end,
          .text = seen.text,
          .type = seen.type};
}

// Feeds the snapshot that `line` is. What is wrong, if it is refused.
std::string feed_line(Snapshots& snapshots, ThoughtReader& reader, std::string_view line,
                      std::vector<SeenThought>& items) {
  const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
  if (!value.is_string()) return "not a JSON string\n";
  const auto added = snapshots.feed(value.get_ref<const std::string&>());
  if (!added) {
    return std::string("error ") + to_string(added.error().code) + ' ' +
           std::to_string(added.error().offset) + '\n';
  }
  for (const ThoughtEvent& event : reader.feed(*added)) append_joined(items, event);
  return reader.error() == nullptr ? std::string() : reader.error()->message + '\n';
}

}  // namespace

GoldenRun run_golden(std::string_view text, Reader& reader, const Bounds& bounds, const Cuts& cuts,
                     Ending ending) {
  GoldenRun golden;
  Message message;
  CallIds ids;
  const bool is_parser = bounds.kind == Bounds::Kind::parse;
  static_cast<EventRun&>(golden) = run(text, reader, bounds, cuts, ending, [&](const Event& event) {
    if (is_parser) message.add({&event, 1});
    append_joined(golden.printed, to_line(event, is_parser ? &ids : nullptr), is_parser);
  });
  if (is_parser) golden.message = to_line(message);
  return golden;
}

std::string to_lines(const GoldenRun& run) {
  const bool is_parser = !run.message.empty();
  std::vector<SeenLine> printed;
  for (const SeenLine& seen : run.printed) {
    if (!is_parser || seen.kind != EventKind::markup) append_joined(printed, seen, is_parser);
  }
  std::string lines;
  for (const SeenLine& seen : printed) {
    const std::string line = is_delta(seen.kind) ? json_of_delta(seen) : seen.line;
    if (!line.empty()) lines += line + '\n';
  }
  return lines;
}

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

std::string to_lines(const std::vector<SeenThought>& events, const GoldenThoughts& golden) {
  std::string lines;
  for (const SeenThought& seen : events) {
    if (to_json(lines, to_event(seen), golden.task_id, golden.context_id)) lines += '\n';
  }
  return lines;
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

std::string to_line(std::optional<std::string_view> content) {
  std::string line;
  JsonWriter json(line);
  static_cast<void>(content ? json.value(*content) : json.null());
  return line + '\n';
}

std::string to_line(const Message& message) { return as_json(message) + '\n'; }

std::string to_spans(const std::vector<SeenLine>& events) {
  std::string out;
  for (const SeenLine& seen : events) {
    out += to_string(seen.kind) + span_text(seen.begin, seen.end) + '\n';
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

std::string snapshot_lines(std::string_view input, const GoldenThoughts& golden) {
  auto reader = ThoughtReader::make(golden.options);
  if (!reader) return reader.error().message;
  Snapshots snapshots = *golden.snapshots;
  std::string lines;
  std::vector<SeenThought> items;
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const std::string error =
        feed_line(snapshots, *reader, input.substr(begin, end - begin), items);
    begin = end + 1;
    if (error.empty()) continue;
    lines += to_lines(items, golden) + error;
    items.clear();
  }
  if (golden.is_finished) {
    for (const ThoughtEvent& event : reader->finish()) append_joined(items, event);
  }
  return lines + to_lines(items, golden);
}

}  // namespace tagstream::testing
