#include "support/tool_golden.hpp"

#include <algorithm>

#include "support/as_json.hpp"
#include "support/golden_words.hpp"
#include "support/guarded_chunk.hpp"
#include "support/tool_run.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {

namespace {

std::string json_of(const SeenCall& seen) {
  Event event;
  Call call;
  event.kind = seen.kind;
  event.text = seen.text;
  call.index = seen.index;
  if (seen.kind == EventKind::call_delta) event.element = &call;
  return as_json(event);
}

void append_joined(std::vector<SeenCall>& list, const Event& event) {
  SeenCall seen;
  seen.kind = event.kind;
  seen.begin = event.span.begin;
  seen.end = event.span.end;
  if (!is_delta(event.kind)) {
    seen.line = without_message(as_json(event));
    list.push_back(std::move(seen));
    return;
  }
  seen.text = std::string(event.text);
  if (event.call() != nullptr) seen.index = event.call()->index;
  const bool goes_on =
      !list.empty() && list.back().kind == seen.kind && list.back().index == seen.index;
  if (goes_on) {
    list.back().text += seen.text;
    list.back().end = std::max(list.back().end, seen.end);
  } else {
    list.push_back(std::move(seen));
  }
}

// Takes the arguments out that only the tests know.
struct TestArguments {
  std::vector<std::string> words;
  std::vector<std::string> never;
  std::vector<Rule> rules;
};
TestArguments split_arguments(const GoldenBlock& block, const std::string& folder) {
  TestArguments split;
  for (std::size_t i = 0; i < block.arguments.size(); ++i) {
    const std::string& word = block.arguments[i];
    const bool has_value = i + 1 < block.arguments.size();
    if (has_value && word == "--never") {
      split.never.push_back(block.arguments[++i]);
    } else if (has_value && word == "--unwrap") {
      split.rules.push_back(unwrap(block.arguments[++i]));
    } else if (has_value && word == "--record") {
      split.rules.push_back(record(block.arguments[++i]));
    } else if (has_value && word == "--schema") {
      split.words.insert(split.words.end(), {word, folder + '/' + block.arguments[++i]});
    } else {
      split.words.push_back(word);
    }
  }
  return split;
}

std::string called(const std::vector<std::string>& never, std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.call() == nullptr || event.kind == EventKind::call_error) continue;
    const auto name = std::find(never.begin(), never.end(), event.call()->tool);
    if (name != never.end()) return *name + " is called: " + as_json(event);
  }
  return {};
}

std::string check_beginnings(std::string_view text, ToolReader& reader,
                             const std::vector<std::string>& never) {
  for (std::size_t length = 0; length <= text.size(); ++length) {
    for (const std::size_t size : {length + 1, std::size_t{1}}) {
      reader.reset();
      std::string failure;
      for_each_piece(text.substr(0, length), cut_by_size(length, size), [&](std::string_view it) {
        const GuardedChunk chunk(it);
        failure = called(never, reader.feed(chunk.view()));
        return failure.empty() && reader.error() == nullptr;
      });
      if (failure.empty()) failure = called(never, reader.finish());
      if (!failure.empty()) return "the first " + std::to_string(length) + " bytes: " + failure;
    }
  }
  return {};
}

}  // namespace

Result<GoldenTools> tools_of(const GoldenBlock& block, const std::string& folder) {
  TestArguments split = split_arguments(block, folder);
  auto arguments = read_golden_words("tools", split.words);
  if (!arguments) return arguments.error();
  if (!arguments->tools_file.empty()) {
    auto schemas = schemas_in_file(arguments->tools_file);
    if (!schemas) return schemas.error();
    arguments->schemas = *std::move(schemas);
  }
  ToolOptions options = cli::tool_options(*arguments);
  options.rules.insert(options.rules.end(), split.rules.begin(), split.rules.end());
  return GoldenTools{std::move(options), !arguments->no_finish, std::move(split.never)};
}

std::string to_lines(const std::vector<SeenCall>& events) {
  std::string lines;
  for (const SeenCall& seen : events) {
    const std::string line = is_delta(seen.kind) ? json_of(seen) : seen.line;
    if (!line.empty()) lines += line + '\n';
  }
  return lines;
}

GoldenRun run_golden(std::string_view text, ToolReader& reader, const ToolOptions& options,
                     const Cuts& cuts, Ending ending) {
  GoldenRun run;
  Watched watched = read_watched(text, reader, cuts, ending, options.bad_calls, options.limits,
                                 [&](const Event& event) { append_joined(run.items, event); });
  run.emitted = std::move(watched.emitted);
  run.stats = watched.stats;
  run.failure = std::move(watched.failure);
  return run;
}

std::string check_bounds(const GoldenRun& run, const ToolOptions& options, std::size_t length) {
  const std::string failure = check_work(run.stats, 16);
  return failure.empty() ? check_tool_held(run.stats, options, length) : failure;
}

std::string check_never(std::string_view text, const ToolOptions& options,
                        const std::vector<std::string>& never) {
  if (never.empty()) return {};
  for (const auto on_unclosed_call :
       {OnUnclosedCall::text, OnUnclosedCall::call, OnUnclosedCall::error}) {
    for (const bool incremental : {false, true}) {
      ToolOptions changed = options;
      changed.on_unclosed_call = on_unclosed_call;
      changed.incremental = incremental;
      auto reader = ToolReader::make(std::move(changed));
      if (!reader) return reader.error().message;
      const std::string failure = check_beginnings(text, *reader, never);
      if (failure.empty()) continue;
      return failure + (incremental ? ", incremental" : "") + ", on_unclosed_call " +
             to_string(on_unclosed_call);
    }
  }
  return {};
}

}  // namespace tagstream::testing
