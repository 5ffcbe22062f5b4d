#include "arguments.hpp"

#include <fmt/core.h>

#include "nearest.hpp"
#include "tagstream/wire/record_reader.hpp"

namespace tagstream::cli {

namespace {

// What all readers have in common.
template <class Options>
Options with_common(Options options, const Arguments& arguments) {
  Limits& limits = options.limits;
  options.ignore_case = arguments.ignore_case;
  options.markdown_code = arguments.markdown_code;
  limits.max_tag_bytes = arguments.max_tag_bytes.value_or(limits.max_tag_bytes);
  limits.max_held_bytes = arguments.max_held_bytes.value_or(limits.max_held_bytes);
  limits.max_section_bytes = arguments.max_section_bytes.value_or(limits.max_section_bytes);
  limits.max_attributes = arguments.max_attributes.value_or(limits.max_attributes);
  limits.on_limit = arguments.on_limit;
  return options;
}

// What is taken out, and what is recorded.
void add_rules(std::vector<Rule>& rules, const Arguments& arguments) {
  for (const std::string& name : arguments.hide) rules.push_back(hide(name));
  for (const auto& [open, close] : arguments.hide_between) {
    rules.push_back(hide_between(open, close));
  }
  for (const std::string& name : arguments.unwrap) rules.push_back(unwrap(name));
  for (const std::string& name : arguments.record) rules.push_back(record(name));
}

std::optional<Error> check_name(std::string_view name, const char* option) {
  if (name.empty() || find_dialect(name) != nullptr) return std::nullopt;
  return Error{Errc::bad_option, 0, unknown_dialect(name, option)};
}

}  // namespace

Result<FilterOptions> filter_options(const Arguments& arguments) {
  FilterOptions options = with_common(arguments.filter, arguments);
  add_rules(options.rules, arguments);
  if (!options.rules.empty()) return options;
  return Error{Errc::bad_option, 0,
               "no rule: give --hide NAME, --hide-between OPEN CLOSE, --unwrap NAME or "
               "--record NAME"};
}

ToolOptions tool_options(const Arguments& arguments) {
  ToolOptions options = with_common(arguments.tools, arguments);
  if (!arguments.tags.empty() || !arguments.tags_between.empty()) options.rules.clear();
  for (const std::string& name : arguments.tags) options.rules.push_back(call(name));
  for (const auto& [open, close] : arguments.tags_between) {
    options.rules.push_back(call_between(open, close));
  }
  for (Rule& rule : options.rules) rule.body = arguments.body;
  add_rules(options.rules, arguments);
  options.schemas = arguments.schemas;
  return options;
}

ThoughtOptions thought_options(const Arguments& arguments) {
  ThoughtOptions options = with_common(arguments.thoughts, arguments);
  if (!arguments.tags.empty()) options.names = arguments.tags;
  return options;
}

ExtractOptions extract_options(const Arguments& arguments) {
  return with_common(arguments.extract, arguments);
}

Result<ParseOptions> parse_options(const Arguments& arguments) {
  ParseOptions options = with_common(arguments.parse, arguments);
  options.tool_choice = ToolChoice::named;
  for (const ToolChoice choice : {ToolChoice::automatic, ToolChoice::none, ToolChoice::required}) {
    if (arguments.tool_choice == to_string(choice)) options.tool_choice = choice;
  }
  if (options.tool_choice == ToolChoice::named) options.tool_name = arguments.tool_choice;
  const bool is_named =
      !options.dialect.empty() || !options.reasoning.empty() || !options.tool_format.empty();
  if (!is_named && options.format.empty()) {
    return Error{
        Errc::bad_option, 0,
        "give --dialect or --format, or --reasoning or --tool-format or both ('tagstream dialects' "
        "lists their names)"};
  }
  options.schemas = arguments.schemas;
  if (options.dialect == "auto") return options;
  if (auto error = check_name(options.dialect, "--dialect")) return *std::move(error);
  if (auto error = check_name(options.reasoning, "--reasoning")) return *std::move(error);
  if (auto error = check_name(options.tool_format, "--tool-format")) return *std::move(error);
  return options;
}

std::optional<Error> check_input(Arguments& arguments) {
  constexpr std::size_t most_jobs = 256;
  const auto bad = [](const char* message) { return Error{Errc::bad_option, 0, message}; };
  const bool has_field = !arguments.field.empty();
  if (has_field && arguments.from == InputForm::text) arguments.from = InputForm::jsonl;
  const InputForm from = arguments.from;
  const bool is_stream = from == InputForm::sse || from == InputForm::ndjson;
  const bool is_jsonl = from == InputForm::jsonl;
  if (has_field && !is_jsonl) return bad("only with --from jsonl: --field");
  if (has_field) {
    const Result<std::string> pointer = wire::pointer_of_path(arguments.field);
    if (!pointer) return pointer.error();
    arguments.pointer = *pointer;
  }
  if (is_jsonl && !has_field && arguments.pointer.empty() && !arguments.has_pointer) {
    return bad("say where the text is, as --from jsonl:/text or --field .text: --from jsonl");
  }
  if (is_jsonl) {
    const auto reader = wire::RecordReader::make({arguments.pointer, arguments.keep});
    if (!reader) return reader.error();
  }
  if (!is_jsonl && !arguments.keep.empty()) return bad("only with --from jsonl: --keep");
  if (!is_jsonl && arguments.jobs > 1) return bad("only with --from jsonl: -j");
  if (arguments.jobs > most_jobs) return bad("give at most 256: -j");
  if (!is_stream && arguments.api != wire::Api::automatic) {
    return bad("only with --from sse or ndjson: --api");
  }
  if (!is_stream && arguments.snapshots && !arguments.text_may_be_snapshots) {
    return bad("only with --from sse or ndjson: --snapshots");
  }
  if (is_jsonl && arguments.snapshots) return bad("not with --from jsonl: --snapshots");
  if (arguments.to && arguments.files.size() > 1) return bad("one FILE at a time: --to");
  if (arguments.to && arguments.with_filename) return bad("not with --to: -H");
  if (is_jsonl && arguments.to) return bad("not with --from jsonl: --to");
  if (is_jsonl && !arguments.sections_file.empty()) return bad("not with --from jsonl: --sections");
  return std::nullopt;
}

Snapshots snapshots_of(const Arguments& arguments) {
  return arguments.max_snapshot_bytes ? Snapshots(*arguments.max_snapshot_bytes) : Snapshots();
}

}  // namespace tagstream::cli
