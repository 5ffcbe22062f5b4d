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

// Phrases in the library's sentences that name options, and the same phrases with flags. The option
// that a sentence begins with is not in this list: `said_of` finds it.
struct Phrase {
  std::string_view with_names;
  std::string_view with_flags;
};
constexpr Phrase phrases[] = {
    {"(dialect=NAME or auto), a model (model=NAME) or a rule (hide, call, ...)",
     "(--dialect NAME or auto), a model (--model NAME) or a rule (--hide, --call ...)"},
    {"give it as `model`", "give it as --model"},
    {"leading_only stands beside", "--leading-only stands beside"},
    {"than hide, record and unwrap", "than --hide, --record and --unwrap"},
    {"dialect, model and format", "--dialect, --model and --format"},
    {"reasoning_of and calls_of exclude", "--reasoning-of and --calls-of exclude"},
    {"start_in_reasoning and start_inside", "--start-in-reasoning and --start-inside"},
    {"or `auto` as `dialect`", "or --dialect auto"},
    {"did you mean `dialect`?", "did you mean `--dialect`?"},
    {"give `dialect`, for reading also `auto`",
     "give --dialect NAME, for reading also --dialect auto"},
    {"give all of it as `format`", "give all of it as --format"},
    {": dialect auto can't know", ": --dialect auto can't know"},
    {"or give the end of the prompt", "or give the end of the prompt with --prompt-tail"},
    {"dialect auto reads many formats", "--dialect auto reads many formats"},
    {"give `tools`", "give --tools"},
    {"give `hide`, `thought` or `reasoning`", "give --hide, --thought or --reasoning"},
    {"reasoning, give start_in_reasoning", "reasoning, give --start-in-reasoning"},
    {"opened it, give start_inside = ", "opened it, give --start-inside "},
    {"that is hidden, `start_inside` says it", "that is hidden, --start-inside says it"},
    {": read it as sse", ": --from sse reads it"},
    {" than max_held_bytes", " than --max-held-bytes"},
    {" than max_tag_bytes", " than --max-tag-bytes"},
    {" than max_attributes", " than --max-attributes"},
    {"max_held_bytes reached", "--max-held-bytes reached"},
    {"reasoning_again = anywhere reads", "--reasoning-again anywhere reads"},
    {"markdown_code = off reads", "--markdown-code off reads"},
    {"bare_calls is `never`", "--bare-calls is `never`"},
    {"decode_entities is given", "--decode-entities is given"},
};

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

std::string flag_of(std::string_view option) {
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string exclude_each_other(std::string_view one, std::string_view other) {
  return fmt::format("{} and {} exclude each other: give one", one, other);
}

std::string with_flags(std::string_view sentence) {
  std::string text(sentence);
  for (const Phrase& one : phrases) {
    const std::size_t at = text.find(one.with_names);
    if (at != text.npos) text.replace(at, one.with_names.size(), one.with_flags);
  }
  if (!text.starts_with("there are two rules for ")) return text;
  const std::size_t actions = text.rfind("`: ");  // `a`: `hide` and `unwrap`; give one of them
  for (const OptionInfo& info : option_infos()) {
    if (actions == text.npos) break;
    const std::string action = in_backticks(info.name);
    const std::size_t at = text.find(action, actions + 2);
    if (at != text.npos) text.replace(at, action.size(), flag_of(info.name));
  }
  return text;
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
