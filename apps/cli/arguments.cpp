#include "arguments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/bad_option.hpp"
#include "base/utf8.hpp"
#include "tagstream/wire/record_reader.hpp"

namespace tagstream::cli {

namespace {

// The place at which a sentence begins to say what to do: its first `; ` that is not in backticks.
// `a; b` is what a user wrote, and no part of the sentence. The size of the sentence if there is
// none.
std::size_t to_do_in(std::string_view sentence) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (sentence.substr(at).starts_with("; ")) return at;
    if (sentence[at] != '`') continue;
    const std::size_t end = std::min(sentence.find_first_not_of('`', at), sentence.size());
    const std::size_t close = sentence.find(sentence.substr(at, end - at), end);
    if (close != sentence.npos) at = close + (end - at) - 1;
  }
  return sentence.size();
}

// A sentence of the library, "option: what is wrong; did you mean `x`?", in the program's order:
// "what is wrong: WHERE; did you mean `x`?".
std::string said_of(std::string_view what,
                    const std::function<std::string(std::string_view name)>& where) {
  std::string_view name = what.substr(0, what.find(": "));
  const auto is_named = [&](const OptionInfo& info) { return info.name == name; };
  const auto has = [&](std::span<const OptionInfo> infos) {
    return std::any_of(infos.begin(), infos.end(), is_named);
  };
  const bool is_option = has(option_infos()) || has(extract_option_infos());
  if (is_option) what.remove_prefix(name.size() + 2);
  std::string_view line;  // the line of a format's text, which comes first
  if (what.starts_with("line ")) {
    line = what.substr(0, what.find(": "));
    what.remove_prefix(std::min(line.size() + 2, what.size()));
  }
  std::string place = where(is_option ? name : std::string_view());
  if (!line.empty()) place = fmt::format("{}{}{}", line, place.empty() ? "" : " of ", place);
  const std::string said = said_with_place(what, place);
  const bool is_dialect = what.starts_with("there is no dialect") && !what.ends_with("--model");
  return said + (is_dialect ? " (tagstream dialects lists them)" : "");
}

}  // namespace

std::string exclude_each_other(std::string_view one, std::string_view other) {
  return fmt::format("{} and {} exclude each other: give one", one, other);
}

std::string said_with_place(std::string_view what, std::string_view place) {
  std::string said(what);
  if (place.empty()) return said;
  const std::size_t to_do = to_do_in(said);
  const bool has_colon = said.find(": ") < to_do;
  return said.insert(to_do, has_colon ? fmt::format(" ({})", place) : fmt::format(": {}", place));
}

std::string said_of_option(const Arguments& arguments, std::string_view message) {
  return said_of(with_flags(message), [&](std::string_view name) {
    const auto& in_file = arguments.in_options_file;
    if (std::find(in_file.begin(), in_file.end(), name) != in_file.end())
      return fmt::format("{} in {}", name, arguments.options_file);
    const auto file = arguments.text_files.find(name);
    const std::string flag = name.empty() ? "" : flag_of(name);
    return file == arguments.text_files.end() ? flag : flag + "-file " + file->second;
  });
}

std::string said_of_file(const std::string& file, std::string_view message) {
  return said_of(message, [&](std::string_view name) {
    return name.empty() ? file : fmt::format("{} in {}", name, file);
  });
}

Rules rules_of(const Arguments& arguments) {
  Result<Rules> rules = Rules::make(arguments.options);
  if (rules) return *std::move(rules);
  throw Failure(exit_usage, said_of_option(arguments, rules.error().message));
}

void read_text_files(Arguments& arguments) {
  for (const auto& [option, file] : arguments.text_files) {
    std::string text = read_all(file);
    if (option != "prompt_tail") {  // a prompt may have any bytes, or none
      if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
      if (text.empty()) throw Failure(exit_usage, "the file is empty: " + file);
    }
    const auto error = arguments.options.set(option, text);
    if (error) throw Failure(exit_usage, said_of_option(arguments, error->message));
  }
}

void check_input(Arguments& arguments) {
  constexpr std::size_t most_jobs = 256;
  const auto refuse = [](const std::string& message) { throw Failure(exit_usage, message); };
  const bool has_field = !arguments.field.empty();
  if (has_field && !arguments.has_from) arguments.from = InputForm::jsonl;
  const InputForm from = arguments.from;
  const bool is_jsonl = from == InputForm::jsonl;
  if (has_field && !is_jsonl) refuse("--field needs --from jsonl");
  if (has_field && arguments.pointer) {
    refuse(exclude_each_other("--from jsonl:/POINTER", "--field"));
  }
  if (has_field) {
    const Result<std::string> pointer = wire::pointer_of_path(arguments.field);
    const bool is_bare = !pointer && wire::pointer_of_path("." + arguments.field).has_value();
    if (is_bare) refuse("a path begins with a dot: --field" + did_you_mean("." + arguments.field));
    if (!pointer) refuse(said_with_place(pointer.error().message, "--field"));
    arguments.pointer = *pointer;
  }
  if (is_jsonl && !arguments.pointer) {
    refuse("--from jsonl does not say where the text is: give --from jsonl:/text or --field .text");
  }
  if (is_jsonl) {
    const std::string& pointer = *arguments.pointer;
    const bool is_bare = !pointer.empty() && pointer[0] != '/';
    if (is_bare && wire::RecordReader::make({"/" + pointer, {}})) {
      refuse("a JSON Pointer begins with `/`: --from" + did_you_mean("jsonl:/" + pointer));
    }
    const auto reader = wire::RecordReader::make({pointer, {}});
    if (!reader) refuse(said_with_place(reader.error().message, "--from"));
    const auto keeper = wire::RecordReader::make({"", arguments.keep});
    if (!keeper) refuse(said_with_place(keeper.error().message, "--keep"));
  }
  if (!is_jsonl && !arguments.keep.empty()) refuse("--keep needs --from jsonl");
  if (!is_jsonl && arguments.jobs > 1) refuse("-j needs --from jsonl");
  if (arguments.jobs > most_jobs) refuse("too many jobs, give at most 256: -j");
  if (!is_stream(from) && arguments.api != wire::Api::automatic) {
    refuse("--api needs --from sse or ndjson");
  }
  if (arguments.to != Owner::openai && arguments.reasoning_field) {
    refuse("--reasoning-field needs --to openai");
  }
  if (arguments.to != Owner::thought_stream) {
    if (!arguments.task_id.empty()) refuse("--task-id needs --to thought_stream");
    if (!arguments.context_id.empty()) refuse("--context-id needs --to thought_stream");
  }
  if (arguments.to && arguments.files.size() > 1) refuse("more than one FILE: --to takes one");
  if (arguments.to && arguments.with_filename) refuse(exclude_each_other("--to", "-H"));
  // A record is one object of its own shape.
  const std::pair<bool, const char*> shapes[] = {{arguments.snapshots, "--snapshots"},
                                                 {arguments.to.has_value(), "--to"},
                                                 {arguments.flat, "--flat"},
                                                 {arguments.pretty, "--pretty"},
                                                 {!arguments.sections_file.empty(), "--sections"}};
  if (is_jsonl && arguments.events) {
    refuse("records have no --events: each gives one object a line, as with --json");
  }
  for (const auto& [is_given, flag] : shapes) {
    if (is_jsonl && is_given) refuse(exclude_each_other("--from jsonl", flag));
  }
}

}  // namespace tagstream::cli
