#include "support/parse_golden.hpp"

#include <algorithm>

#include "support/as_json.hpp"
#include "support/golden_words.hpp"
#include "support/guarded_chunk.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {

namespace {

std::string json_of(const SeenParse& seen) {
  Event event;
  Call call;
  event.kind = seen.kind;
  event.text = seen.text;
  call.index = seen.index;
  if (seen.kind == EventKind::call_delta) event.element = &call;
  return as_json(event);
}

SeenParse to_seen_parse(const Event& event, CallIds& ids) {
  SeenParse seen;
  seen.kind = event.kind;
  seen.begin = event.span.begin;
  seen.end = event.span.end;
  if (is_delta(event.kind)) {
    seen.text = std::string(event.text);
    if (event.call() != nullptr) seen.index = event.call()->index;
  } else if (event.kind != EventKind::markup) {
    seen.line = without_message(as_json(event, &ids));
  }
  return seen;
}

void append_joined(std::vector<SeenParse>& list, SeenParse seen) {
  const bool is_joined = is_delta(seen.kind) || seen.kind == EventKind::markup;
  if (!is_joined || list.empty() || list.back().kind != seen.kind ||
      list.back().index != seen.index) {
    list.push_back(std::move(seen));
    return;
  }
  list.back().text += seen.text;
  list.back().end = std::max(list.back().end, seen.end);
}

// Takes the arguments out that only the tests know.
struct TestArguments {
  std::vector<std::string> words;
  std::vector<std::string> never;
  bool has_prefixes = false;
  bool names_dialect = false;
};
TestArguments split_arguments(const GoldenBlock& block, const std::string& folder) {
  TestArguments split;
  for (std::size_t i = 0; i < block.arguments.size(); ++i) {
    const std::string& word = block.arguments[i];
    const bool has_value = i + 1 < block.arguments.size();
    if (word == "--dialect" || word == "--reasoning" || word == "--tool-format") {
      split.names_dialect = true;
    }
    if (has_value && word == "--never") {
      split.never.push_back(block.arguments[++i]);
    } else if (has_value && word == "--tools") {
      split.words.insert(split.words.end(), {word, folder + "/schemas/" + block.arguments[++i]});
    } else if (word == "--prefixes") {
      split.has_prefixes = true;
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

std::string beginning(std::size_t length) {
  return "the first " + std::to_string(length) + " bytes: ";
}

std::string check_beginnings(std::string_view text, Parser& parser,
                             const std::vector<std::string>& never) {
  for (std::size_t length = 0; length <= text.size(); ++length) {
    for (const std::size_t size : {length + 1, std::size_t{1}}) {
      parser.reset();
      std::string failure;
      for_each_piece(text.substr(0, length), cut_by_size(length, size), [&](std::string_view it) {
        const GuardedChunk chunk(it);
        failure = called(never, parser.feed(chunk.view()));
        return failure.empty() && parser.error() == nullptr;
      });
      if (failure.empty()) failure = called(never, parser.finish());
      if (!failure.empty()) return beginning(length) + failure;
    }
  }
  return {};
}

// Why the calls of a beginning are none of the whole text.
std::string check_calls(const ParseRun& whole, const ParseRun& part, bool may_be_open) {
  for (const SeenParseCall& call : part.calls) {
    const auto is_it = [&](const SeenParseCall& one) {
      return one.begin == call.begin && one.tool == call.tool && one.arguments == call.arguments;
    };
    if (std::none_of(whole.calls.begin(), whole.calls.end(), is_it)) {
      return call.tool + ' ' + call.arguments + " is none of the calls of the whole text";
    }
    if (!call.is_closed && !may_be_open) return call.tool + " is called and not closed";
  }
  return {};
}

}  // namespace

std::string row_of(const GoldenCase& golden) {
  const std::size_t slash = golden.file.rfind('/') + 1;
  return golden.file.substr(slash, golden.file.rfind('.') - slash);
}

Result<GoldenParse> parse_of(const GoldenBlock& block, const std::string& folder,
                             const std::string& row) {
  TestArguments split = split_arguments(block, folder);
  if (!split.names_dialect) split.words.insert(split.words.end(), {"--dialect", row});
  auto arguments = read_golden_words("parse", split.words);
  if (!arguments) return arguments.error();
  if (!arguments->tools_file.empty()) {
    auto schemas = schemas_in_file(arguments->tools_file);
    if (!schemas) return schemas.error();
    arguments->schemas = *std::move(schemas);
  }
  auto options = cli::parse_options(*arguments);
  if (!options) return options.error();
  return GoldenParse{*std::move(options), !arguments->no_finish, split.has_prefixes,
                     std::move(split.never)};
}

std::string to_lines(const std::vector<SeenParse>& events) {
  std::vector<SeenParse> printed;
  for (const SeenParse& seen : events) {
    if (seen.kind != EventKind::markup) append_joined(printed, seen);
  }
  std::string lines;
  for (const SeenParse& seen : printed) {
    const std::string line = is_delta(seen.kind) ? json_of(seen) : seen.line;
    if (!line.empty()) lines += line + '\n';
  }
  return lines;
}

std::string to_spans(const std::vector<SeenParse>& events) {
  std::string out;
  for (const SeenParse& seen : events) {
    out += std::string(to_string(seen.kind)) + span_text(seen.begin, seen.end) + '\n';
  }
  return out;
}

ParseRun run_parse(std::string_view text, Parser& parser, const ParseOptions& options,
                   const Cuts& cuts, Ending ending) {
  ParseRun run;
  Message message;
  CallIds ids;
  Watched watched = read_watched(
      text, parser, cuts, ending, options.bad_calls, options.limits, [&](const Event& event) {
        message.add({&event, 1});
        append_joined(run.items, to_seen_parse(event, ids));
        if (event.kind != EventKind::call) return;
        const Call& call = *event.call();
        run.calls.push_back({call.span.begin, std::string(call.tool), std::string(call.arguments),
                             event.is_closed});
      });
  run.emitted = std::move(watched.emitted);
  run.stats = watched.stats;
  run.message = as_json(message);
  run.failure = std::move(watched.failure);
  return run;
}

std::string check_bounds(const ParseRun& run, const ParseOptions& options, std::size_t length) {
  constexpr std::size_t markers = 256;  // more than the longest one
  FilterBounds bounds;
  bounds.max_held = options.limits.max_held_bytes + options.limits.max_tag_bytes + markers;
  std::string failure = check_work(run.stats, 16);
  if (failure.empty()) failure = check_held(run.stats, bounds, length);
  return failure;
}

std::string check_message(std::string_view text, const ParseOptions& options, const ParseRun& run) {
  const auto rules = ParseRules::make(options);
  if (!rules) return rules.error().message;
  const auto message = parse_all(text, *rules);
  if (!message) return message.error().message;
  const std::string line = as_json(*message);
  if (line == run.message) return {};
  return "parse_all gives\n" + line + "\nthe events give\n" + run.message + '\n';
}

std::string check_never(std::string_view text, const ParseOptions& options,
                        const std::vector<std::string>& never) {
  if (never.empty()) return {};
  for (const auto on_unclosed_call :
       {OnUnclosedCall::text, OnUnclosedCall::call, OnUnclosedCall::error}) {
    for (const bool incremental : {false, true}) {
      ParseOptions changed = options;
      changed.on_unclosed_call = on_unclosed_call;
      changed.incremental = incremental;
      auto parser = Parser::make(std::move(changed));
      if (!parser) return parser.error().message;
      const std::string failure = check_beginnings(text, *parser, never);
      if (failure.empty()) continue;
      return failure + (incremental ? ", incremental" : "") + ", on_unclosed_call " +
             to_string(on_unclosed_call);
    }
  }
  return {};
}

std::string check_prefixes(std::string_view text, Parser& parser, const ParseOptions& options) {
  const Dialect* const row =
      find_dialect(options.dialect.empty() ? options.tool_format : options.dialect);
  const OnUnclosedCall usual =
      row != nullptr && row->tools != nullptr ? row->tools->on_unclosed : OnUnclosedCall::text;
  const bool may_be_open = options.on_unclosed_call.value_or(usual) == OnUnclosedCall::call;
  const ParseRun whole = run_parse(text, parser, options, {}, Ending::finish);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string_view part = text.substr(0, length);
    const ParseRun want = run_parse(part, parser, options, {}, Ending::finish);
    std::string failure = want.failure;
    if (failure.empty()) failure = check_calls(whole, want, may_be_open);
    for (const std::size_t size : {1U, 2U, 3U, 5U}) {
      if (!failure.empty()) break;
      const ParseRun run =
          run_parse(part, parser, options, cut_by_size(length, size), Ending::finish);
      failure = run.failure;
      if (failure.empty() && run.items != want.items) {
        failure = "in pieces of " + std::to_string(size) + ":\n" + to_lines(run.items) +
                  to_spans(run.items) + "at once:\n" + to_lines(want.items) + to_spans(want.items);
      }
    }
    if (!failure.empty()) return beginning(length) + failure;
  }
  return {};
}

}  // namespace tagstream::testing
