// What the commands that read do: options, and what makes their lanes.
#include <fmt/core.h>

#include <utility>

#include "command.hpp"
#include "io/input.hpp"
#include "io/terminal.hpp"
#include "run.hpp"
#include "show/way.hpp"
#include "tagstream/guess.hpp"

namespace tagstream::cli {

namespace {

// People look at a terminal, if nothing else is asked for.
bool is_for_people(const Arguments& arguments) {
  return !arguments.json && !arguments.events && !arguments.list && Output().is_terminal();
}

std::unique_ptr<Lane> plain_lane(const MakeReader& make_reader, const LaneSetup& setup) {
  // They outlive the lane.
  const std::shared_ptr<const Arguments> arguments(std::shared_ptr<void>(), &setup.arguments);
  return make_view_lane({.way = {arguments, make_reader, {}}}, setup);
}

}  // namespace

void add_schemas(Arguments& arguments) {
  if (!arguments.tools_file.empty()) {
    arguments.schemas = in_file(arguments.tools_file, read_schemas);
  }
}

void add_format(Arguments& arguments) {
  if (arguments.format_file.empty()) return;
  std::string& text = arguments.parse.format = read_all(arguments.format_file);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  if (text.empty()) throw Failure(exit_usage, "the format is empty: " + arguments.format_file);
}

void add_row(Arguments& arguments) {
  add_format(arguments);
  if (arguments.model.empty()) return;
  const ModelGuess guess = find_model(arguments.model);
  if (guess.row == nullptr) {
    throw Failure(exit_usage, fmt::format("the family of '{}' is not known, give --dialect "
                                          "('tagstream dialects' lists them): --model",
                                          arguments.model));
  }
  arguments.parse.dialect = guess.row->name();
  if (guess.starts_in_reasoning && arguments.prompt_tail.empty()) {
    arguments.parse.start_in_reasoning = true;
  }
  if (guess.sure == Certainty::certain) return;
  static_cast<void>(
      write_error(fmt::format("tagstream: likely {}, as '{}' is in the name: --model {}\n",
                              guess.row->name(), guess.pattern, printable(arguments.model))));
}

MakeReader primed(ParseRules rules, std::string prompt_tail) {
  return [rules = std::move(rules), tail = std::move(prompt_tail)]() -> Reader {
    Parser parser(rules);
    (void)parser.prime(tail);  // where a limit stops it, reading ends so, too
    return parser;
  };
}

void SecondFile::check(const Input& input) {
  if (path_.empty()) return;
  const bool is_first = !file_;
  if (is_first) file_ = std::make_unique<Output>(path_);
  if (is_same_file(input.descriptor(), file_->descriptor())) {
    throw Failure(exit_usage, "would overwrite the input: " + path_);
  }
  if (is_same_file(file_->descriptor(), Descriptor::standard(1))) {
    throw Failure(exit_usage, "the text goes to standard output, which is this file: " + path_);
  }
  if (is_first) file_->truncate();
}

void SecondFile::close() {
  if (file_) file_->close();
}

int filter_command(Arguments& arguments) {
  const Form form = arguments.events ? Form::lines : arguments.json ? Form::sections : Form::text;
  const FilterRules rules = value_of(FilterRules::make(value_of(filter_options(arguments))));
  SecondFile sections(arguments.sections_file);
  const MakeLane make_lane = [&](const LaneSetup& setup) {
    return make_event_lane(
        [&] { return Reader(rules); },
        {setup.is_record ? Form::sections : form, &Findings::has_section, false, sections.output()},
        setup);
  };
  const int code =
      run_lanes(arguments, make_lane, [&](const Input& input) { sections.check(input); });
  sections.close();
  return code;
}

int tools_command(Arguments& arguments) {
  add_schemas(arguments);
  const Form form = arguments.json ? Form::calls : Form::lines;
  const ToolRules rules = value_of(ToolRules::make(tool_options(arguments)));
  const bool is_view = is_for_people(arguments);
  return run_lanes(arguments, [&](const LaneSetup& setup) {
    if (is_view && !setup.is_record) return plain_lane([&] { return Reader(rules); }, setup);
    return make_event_lane([&] { return Reader(rules); },
                           {setup.is_record ? Form::calls : form, &Findings::has_call}, setup);
  });
}

int parse_command(Arguments& arguments) {
  add_schemas(arguments);
  add_row(arguments);
  const Form form = arguments.json ? Form::message : Form::lines;
  const ParseRules rules = value_of(ParseRules::make(value_of(parse_options(arguments))));
  const MakeReader make_reader = primed(rules, arguments.prompt_tail);
  const bool is_view = is_for_people(arguments);
  const auto taken = std::make_shared<wire::TakenIds>();
  return run_lanes(arguments, [&](const LaneSetup& setup) {
    if (arguments.to) return make_chunk_lane(make_reader(), setup, taken);
    if (is_view && !setup.is_record) return plain_lane(make_reader, setup);
    return make_event_lane(
        make_reader, {setup.is_record ? Form::message : form, &Findings::has_call, true}, setup);
  });
}

int thoughts_command(Arguments& arguments) {
  arguments.text_may_be_snapshots = true;
  const ThoughtOptions options = thought_options(arguments);
  static_cast<void>(value_of(ThoughtReader::make(options)));
  return run_lanes(arguments, [&](const LaneSetup& setup) {
    return make_thought_lane(value_of(ThoughtReader::make(options)), setup);
  });
}

int extract_command(Arguments& arguments) {
  const Extractor extractor = value_of(Extractor::make(extract_options(arguments)));
  return run_lanes(arguments,
                   [&](const LaneSetup& setup) { return make_extract_lane(extractor, setup); });
}

int inner_command(Arguments& arguments) {
  if (!arguments.name) throw Failure(exit_usage, "no name: give the NAME of a tag");
  if (arguments.name->empty()) throw Failure(exit_usage, "the name is empty: NAME");
  ExtractOptions options = extract_options(arguments);
  options.names = {*arguments.name};
  const Extractor extractor = value_of(Extractor::make(options));
  arguments.fail_if_nothing = true;
  return run_lanes(arguments,
                   [&](const LaneSetup& setup) { return make_inner_lane(extractor, setup); });
}

}  // namespace tagstream::cli
