#include "support/tool_golden.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "cli/event_json.hpp"
#include "cli/schema_file.hpp"
#include "cli/tools_arguments.hpp"
#include "support/guarded_chunk.hpp"

namespace tagstream::testing {

namespace {

bool is_delta(EventKind kind) {
  return kind == EventKind::content_delta || kind == EventKind::section_delta ||
         kind == EventKind::tool_call_delta;
}

// Only tells of bytes that another event accounts for.
bool only_quotes(const Event& event) {
  return event.kind == EventKind::notice || event.kind == EventKind::tool_call_start ||
         event.kind == EventKind::tool_call_delta || event.is_recorded ||
         (event.call != nullptr && event.call->error == ToolErrorCode::too_large);
}

std::string json_of(const SeenCall& seen) {
  Event event;
  ToolCall call;
  event.kind = seen.kind;
  event.text = seen.text;
  call.index = seen.index;
  call.has_index = true;
  if (seen.kind == EventKind::tool_call_delta) event.call = &call;
  return cli::event_json(event);
}

void append_joined(std::vector<SeenCall>& list, const Event& event) {
  SeenCall seen;
  seen.kind = event.kind;
  seen.begin = event.begin;
  seen.end = event.end;
  if (!is_delta(event.kind)) {
    seen.line = without_message(cli::event_json(event));
    list.push_back(std::move(seen));
    return;
  }
  seen.text = std::string(event.text);
  if (event.call != nullptr) seen.index = event.call->index;
  const bool goes_on =
      !list.empty() && list.back().kind == seen.kind && list.back().index == seen.index;
  if (goes_on) {
    list.back().text += seen.text;
    list.back().end = std::max(list.back().end, seen.end);
  } else {
    list.push_back(std::move(seen));
  }
}

// Looks at the events of one reader as they come.
class ToolWatch {
 public:
  explicit ToolWatch(std::string_view text) : text_(text) {}

  void see(const Event& event) {
    ++events_;
    expect(event.end >= event.begin && event.end <= text_.size(), event, "has an odd span");
    if (only_quotes(event)) {
      expect(event.begin == event.end, event, "covers input that it only quotes");
    } else {
      expect(event.begin == position_, event, "begins elsewhere than the last ended (L2, L3)");
      position_ = event.end;
    }
    const bool is_content =
        event.kind == EventKind::content_delta || event.kind == EventKind::section_delta;
    if (is_content || event.kind == EventKind::markup) {
      expect(!event.text.empty(), event, "is empty (L3)");
      expect(event.text == span(event.begin, event.end), event, "has other bytes (L3)");
    }
    if (event.call != nullptr) see_call(event, *event.call);
  }

  [[nodiscard]] std::uint64_t position() const { return position_; }

  void end_of_stream(const Stats& stats) {
    const Event none;
    expect(position_ == text_.size(), none, "bytes are missing at the end (L3)");
    expect(open_.empty(), none, "a call that has started never ends");
    expect(stats.bytes_held == 0, none, "bytes are held after finish");
    expect(stats.bytes_fed == text_.size(), none, "bytes_fed is wrong");
    expect(stats.events == events_, none, "the events are miscounted");
  }

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
      case EventKind::tool_error:
        expect(!call.has_index || open_.count(call.index) == 1, event, "has an odd index");
        expect(!call.message.empty(), event, "says nothing");
        if (call.has_index) open_.erase(call.index);
        break;
      default: expect(false, event, "has a call"); return;
    }
    check_place(event, call);
  }

  void check_place(const Event& event, const ToolCall& call) {
    const bool is_too_large = call.error == ToolErrorCode::too_large;
    expect((event.kind == EventKind::tool_error) == (call.error != ToolErrorCode::none), event,
           "has an odd code");
    expect(is_too_large || event.start_index == event.begin, event, "starts elsewhere");
    expect(is_too_large || event.end_index == event.end, event, "ends elsewhere");
    expect(span(event.start_index, event.end_index).find(event.text) != std::string_view::npos,
           event, "has other content than the input");
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
  std::uint64_t events_ = 0;
  std::uint64_t next_ = 0;                     // the index of the next call
  std::map<std::uint64_t, std::string> open_;  // started calls and their arguments so far
  std::string failure_;
};

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

Result<std::vector<ToolSchema>> schemas_in(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{Errc::bad_option, 0, "no such file: " + file};
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  return cli::read_schemas(text, file);
}

std::string called(const std::vector<std::string>& never, std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.call == nullptr || event.kind == EventKind::tool_error) continue;
    const auto name = std::find(never.begin(), never.end(), event.call->name);
    if (name != never.end()) return *name + " is called: " + cli::event_json(event);
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
        const auto events = reader.feed(chunk.view());
        if (events && failure.empty()) failure = called(never, *events);
        return bool(events);
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
  CLI::App app;
  cli::ToolsArguments tools;
  cli::CommonArguments common;
  cli::add_tools_options(app, tools);
  cli::add_common_options(app, common);
  cli::fit_common_options_to_tools(app);
  try {
    app.parse(std::vector<std::string>(split.words.rbegin(), split.words.rend()));
  } catch (const CLI::ParseError& error) {
    return Error{Errc::bad_option, 0, cli::usage_message(error, app)};
  }
  if (!tools.schema_file.empty()) {
    auto schemas = schemas_in(tools.schema_file);
    if (!schemas) return schemas.error();
    tools.schemas = *std::move(schemas);
  }
  auto options = cli::tools_options(tools, common);
  if (!options) return options.error();
  options->rules.insert(options->rules.end(), split.rules.begin(), split.rules.end());
  return GoldenTools{*std::move(options), !common.no_finish, std::move(split.never)};
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
  reader.reset();
  GoldenRun run;
  ToolWatch watch(text);
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      watch.see(event);
      append_joined(run.items, event);
    }
    run.emitted.push_back(watch.position());
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    const auto events = reader.feed(chunk.view());
    if (events) {
      take(*events);
      return true;
    }
    if (options.limits.on_limit != LimitPolicy::error) {
      run.failure = "feed failed (L8): " + events.error().message;
    }
    return false;
  });
  if (ending == Ending::finish) {
    take(reader.finish());
    // A reader that has stopped reads nothing behind the limit.
    if (reader.error() == nullptr) watch.end_of_stream(reader.stats());
    if (!reader.finish().empty()) run.failure = "a second finish gives events";
  }
  run.stats = reader.stats();
  if (run.failure.empty()) run.failure = watch.failure();
  return run;
}

std::string check_bounds(const GoldenRun& run, const ToolOptions& options, std::size_t length) {
  FilterOptions filter;
  filter.rules = options.rules;
  filter.limits = options.limits;
  std::string failure = check_work(run.stats, 16);
  if (failure.empty()) failure = check_held(run.stats, bounds_of(filter), length);
  return failure;
}

std::string check_never(std::string_view text, const ToolOptions& options,
                        const std::vector<std::string>& never) {
  if (never.empty()) return {};
  for (const auto on_unclosed :
       {OnUnclosedCall::text, OnUnclosedCall::call, OnUnclosedCall::error}) {
    for (const bool incremental : {false, true}) {
      ToolOptions changed = options;
      changed.on_unclosed = on_unclosed;
      changed.incremental = incremental;
      auto reader = ToolReader::make(std::move(changed));
      if (!reader) return reader.error().message;
      const std::string failure = check_beginnings(text, *reader, never);
      if (failure.empty()) continue;
      return failure + (incremental ? ", incremental" : "") + ", on_unclosed " +
             std::to_string(static_cast<int>(on_unclosed));
    }
  }
  return {};
}

}  // namespace tagstream::testing
