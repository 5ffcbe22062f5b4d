// Runs the commands that read: checks their options, and makes their processors.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "command.hpp"
#include "io/input.hpp"
#include "lex/tag_name.hpp"
#include "missed.hpp"
#include "run.hpp"
#include "show/read_mode.hpp"

namespace tagstream::cli {

namespace {

// True if the output is for a person: it goes to a terminal, and no form of output is asked for.
bool is_for_people(const Arguments& arguments) {
  const bool has_form = arguments.text || arguments.json || arguments.events || arguments.to ||
                        arguments.summary || !arguments.sections_file.empty();
  return !has_form && !arguments.list && Output().is_terminal();
}

Form form_of(const Arguments& arguments) {
  if (arguments.text || !arguments.sections_file.empty()) return Form::text;
  if (arguments.summary) return Form::summary;
  if (!arguments.to) return arguments.json ? Form::message : Form::events;
  switch (*arguments.to) {
    case Owner::openai: return Form::openai;
    case Owner::anthropic: return Form::anthropic;
    case Owner::thought_stream: break;
  }
  if (!arguments.json) return Form::thought_stream;
  throw Failure(exit_usage, "thought streams have no message: --to thought_stream --json");
}

// Refuses a file of `extract` that does not exist and whose name could be that of a tag: only
// `inner NAME FILE` has the name of a tag before the file.
void check_no_name(const Arguments& arguments) {
  if (arguments.files.empty() || !arguments.extract.names.empty()) return;
  const std::string& first = arguments.files[0];
  const std::string_view within = name_in_tag(first);
  const std::string_view name = within.empty() ? first : within;
  const bool may_be_name = is_tag_name(name) && name.find('.') == name.npos;
  if (!may_be_name || access(first.c_str(), F_OK) == 0 || !nearest_file(first).empty()) return;
  throw Failure(exit_usage,
                fmt::format("no such file: {}; did you mean `--names {}`?", first, name));
}

// `inner answer.txt` lacks the name of a tag, and `inner answer.txt b` has it after the file,
// though a tag may be called `answer.txt`.
void check_no_file(const Arguments& arguments) {
  const std::string& name = *arguments.name;
  const std::string tag = arguments.files.empty() ? "NAME" : arguments.files[0];
  const auto is_file = [](const std::string& path) { return access(path.c_str(), F_OK) == 0; };
  if (name.find('.') == name.npos || !is_file(name) || is_file(tag) || tag == "-") return;
  throw Failure(exit_usage, fmt::format("the name of a tag is missing before the file: "
                                        "tagstream inner {} {}",
                                        tag, name));
}

int read(Arguments& arguments, Form form, bool is_view) {
  check_no_dialect(arguments);
  const Rules rules = rules_of(arguments);
  if (arguments.explain) return print(rules.explain());
  const ReadMode mode = is_view ? asked_mode(arguments) : ReadMode();
  arguments.options = rules.options();
  const bool is_chunks = (form == Form::openai || form == Form::anthropic) && !arguments.json;
  SecondFile sections(arguments.sections_file);
  const auto taken = std::make_shared<wire::TakenIds>();
  const MakeProcessor make_processor = [&](const ProcessorSetup& setup) {
    if (is_chunks) return make_chunk_processor(rules, setup, taken);
    if (is_view && !setup.is_record) return make_show_processor({.mode = mode}, setup);
    Form its_form = form;
    if (setup.is_record && form != Form::summary) {
      its_form = form == Form::text ? Form::content : Form::message;
    }
    return make_read_processor(rules, its_form, sections.output(), setup);
  };
  const int code = run_processors(
      arguments, make_processor,
      [&](std::string_view seen) { return nothing_read(arguments, advise(seen, rules), seen); },
      [&](const Input& input) { sections.check(input); });
  sections.close();
  return code;
}

// Throws Failure if the result is an error about the options.
template <class T>
void check(const Arguments& arguments, const Result<T>& made) {
  if (!made) throw Failure(exit_usage, said_of_option(arguments, made.error().message));
}

}  // namespace

void SecondFile::check(const Input& input) {
  if (path_.empty()) return;
  const bool is_first = !file_;
  if (is_first) file_ = std::make_unique<Output>(path_);
  if (is_same_file(input.descriptor(), file_->descriptor())) {
    throw Failure(exit_usage, "the output would overwrite the input: " + path_);
  }
  if (is_same_file(file_->descriptor(), Descriptor::standard(1))) {
    throw Failure(exit_usage, "the text goes to standard output, which is this file: " + path_);
  }
  if (is_first) file_->truncate();
}

void SecondFile::close() {
  if (file_) file_->close();
}

int read_command(Arguments& arguments) {
  return read(arguments, form_of(arguments), is_for_people(arguments));
}

int filter_command(Arguments& arguments) { return read(arguments, Form::text, false); }

int extract_command(Arguments& arguments) {
  check_no_name(arguments);
  const bool is_object = !arguments.events && !arguments.flat && !arguments.pretty;
  if (arguments.extract.last && !(is_object && arguments.write_to.empty())) {
    throw Failure(
        exit_usage,
        "--last: not with --events, --flat, --pretty or --write-to, which give every tag");
  }
  ExtractOptions options = arguments.extract;
  options.last = false;  // the processor chooses
  check(arguments, ExtractStream::make(options));
  return run_processors(
      arguments,
      [&](const ProcessorSetup& setup) { return make_extract_processor(options, setup); },
      [&](std::string_view seen) { return nothing_extracted(arguments, seen); });
}

int inner_command(Arguments& arguments) {
  if (!arguments.name) throw Failure(exit_usage, "no name: give the NAME of a tag");
  if (arguments.name->empty()) throw Failure(exit_usage, "the name is empty: NAME");
  check_no_file(arguments);
  arguments.extract.names.clear();  // of --options: `inner` has no such options
  arguments.extract.max_depth = Limits::none;
  ExtractOptions options = arguments.extract;
  check(arguments, inner("", *arguments.name, options));
  options.names = {*arguments.name};
  options.last = false;  // the processor chooses
  arguments.fail_if_nothing = true;
  return run_processors(
      arguments, [&](const ProcessorSetup& setup) { return make_inner_processor(options, setup); },
      [&](std::string_view seen) { return nothing_inside(arguments, seen); });
}

}  // namespace tagstream::cli
