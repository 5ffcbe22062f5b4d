#include "support/thought_golden.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/thought_json.hpp"
#include "cli/thoughts_arguments.hpp"

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
  CLI::App app;
  cli::ThoughtsArguments thoughts;
  cli::CommonArguments common;
  cli::add_thoughts_options(app, thoughts);
  cli::add_common_options(app, common);
  try {
    app.parse(std::vector<std::string>(block.arguments.rbegin(), block.arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return Error{Errc::bad_option, 0, cli::usage_message(error, app)};
  }
  GoldenThoughts golden{cli::thought_options(thoughts, common), thoughts.task_id,
                        thoughts.context_id, !common.no_finish, std::nullopt};
  if (thoughts.snapshots) golden.snapshots = cli::snapshots_of(thoughts);
  return golden;
}

std::string to_lines(const std::vector<SeenThought>& events, const GoldenThoughts& golden) {
  const cli::ThoughtJson json(golden.task_id, golden.context_id);
  std::string lines;
  for (const SeenThought& seen : events) {
    const std::string line = json(to_event(seen));
    if (!line.empty()) lines += line + '\n';
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
