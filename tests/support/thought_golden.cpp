#include "support/thought_golden.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/golden_words.hpp"
#include "tagstream/json.hpp"

namespace tagstream::testing {

namespace {

ThoughtEvent to_event(const SeenThought& seen) {
  ThoughtEvent event;
  event.kind = seen.kind;
  event.code = seen.code;
  event.has_attributes = seen.has_attributes;
  event.has_type = seen.has_type;
  event.is_closed = seen.is_closed;
  event.is_truncated = seen.is_truncated;
  event.confidence = seen.confidence;
  event.begin = seen.begin;
  event.end = seen.end;
  event.text = seen.text;
  event.type = seen.type;
  return event;
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

void read_thought_golden_text(const std::string& file, std::string_view text, Goldens& goldens) {
  read_golden_text(file, text, goldens, {GoldenBlock::Kind::thoughts});
}

Goldens read_thought_goldens(const std::string& folder) {
  return read_goldens(folder, "tests/golden/thoughts/", {GoldenBlock::Kind::thoughts});
}

Result<GoldenThoughts> thoughts_of(const GoldenBlock& block) {
  const auto arguments = read_golden_words("thoughts", block.arguments);
  if (!arguments) return arguments.error();
  GoldenThoughts golden{cli::thought_options(*arguments), arguments->task_id, arguments->context_id,
                        !arguments->no_finish, std::nullopt};
  if (arguments->snapshots) golden.snapshots = cli::snapshots_of(*arguments);
  return golden;
}

std::string to_lines(const std::vector<SeenThought>& events, const GoldenThoughts& golden) {
  std::string lines;
  for (const SeenThought& seen : events) {
    if (to_json(lines, to_event(seen), golden.task_id, golden.context_id)) lines += '\n';
  }
  return lines;
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
