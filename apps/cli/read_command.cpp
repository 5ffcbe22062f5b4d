// filter, tools and parse: each reads, feeds, prints. What the events are, the library says.
#include <memory>
#include <utility>

#include "commands.hpp"
#include "io/output.hpp"
#include "io/reading.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

// What is printed.
enum class Form {
  lines,     // one event a line
  text,      // the visible text
  sections,  // one object: visible, sections
  calls,     // one object: content, toolCalls, toolErrors
  message,   // one object, as chat completions have it
};

// Where the three differ.
struct ReadSpec {
  Form form;
  bool Findings::*found;   // what -e asks for
  bool makes_ids = false;  // calls without one get one
};

// A JSON array, built as its elements come.
class JsonArray {
 public:
  void add(const Event& event) {
    if (!elements_.empty()) elements_ += ',';
    result_to_json(elements_, event);
  }
  [[nodiscard]] const std::string& elements() const { return elements_; }

 private:
  std::string elements_;
};

// Turns events into what was asked for.
class Printer {
 public:
  Printer(const ReadSpec& spec, Reading& reading) : spec_(spec), reading_(reading) {}

  void write_sections_to(std::unique_ptr<Output> file) { sections_file_ = std::move(file); }

  void print(std::span<const Event> events) {
    if (spec_.form == Form::message) message_.add(events);
    for (const Event& event : events) {
      findings_.see(event);
      if (spec_.form == Form::lines) {
        line_.clear();
        if (to_json(line_, event, spec_.makes_ids ? &ids_ : nullptr)) output_.line(line_);
      } else {
        collect(event);
      }
    }
  }

  void flush() {
    output_.flush();
    if (sections_file_) sections_file_->flush();
  }

  void end() {
    if (spec_.form == Form::sections) print_object("visible", {{"sections", &sections_}});
    if (spec_.form == Form::calls) {
      print_object("content", {{"toolCalls", &calls_}, {"toolErrors", &errors_}});
    }
    if (spec_.form == Form::message) {
      line_.clear();
      to_json(line_, message_);
      output_.line(line_);
    }
    output_.flush();
    if (sections_file_) sections_file_->close();
  }

  [[nodiscard]] const Findings& findings() const { return findings_; }

 private:
  void collect(const Event& event) {
    switch (event.kind) {
      case EventKind::content:
        if (spec_.form == Form::text) output_.text(event.text);
        if (spec_.form == Form::sections || spec_.form == Form::calls) text_ += event.text;
        break;
      case EventKind::section_end:
        if (spec_.form == Form::sections) sections_.add(event);
        if (sections_file_) write_section(event);
        break;
      case EventKind::call:
        if (spec_.form == Form::calls) calls_.add(event);
        break;
      case EventKind::call_error:
        if (spec_.form == Form::calls) errors_.add(event);
        // A message has no place for it.
        if (spec_.form == Form::message) reading_.note(event.call()->message, event.call()->offset);
        break;
      case EventKind::notice: reading_.note(event.text, event.span.begin); break;
      default: break;
    }
  }

  void write_section(const Event& event) {
    line_.clear();
    result_to_json(line_, event);
    sections_file_->line(line_);
  }

  void print_object(std::string_view text_name,
                    std::initializer_list<std::pair<const char*, const JsonArray*>> arrays) {
    line_.clear();
    JsonWriter json(line_);
    json.begin_object().field(text_name, text_);
    for (const auto& [name, array] : arrays) {
      json.key(name).begin_array();
      output_.json(std::exchange(line_, {}));
      output_.json(array->elements());
      json.end_array();
    }
    json.end_object();
    output_.line(line_);
  }

  const ReadSpec& spec_;
  Reading& reading_;
  Output output_;
  std::unique_ptr<Output> sections_file_;
  std::string line_;
  std::string text_;
  JsonArray sections_;
  JsonArray calls_;
  JsonArray errors_;
  Message message_;
  CallIds ids_;
  Findings findings_;
};

std::unique_ptr<Output> open_sections(const std::string& path, const Input& input) {
  auto file = std::make_unique<Output>(path);
  if (is_same_file(input.descriptor(), file->descriptor())) {
    throw Failure(exit_usage, "would overwrite the input: " + path);
  }
  if (is_same_file(file->descriptor(), Descriptor::standard(1))) {
    throw Failure(exit_usage, "the text goes to standard output, which is this file: " + path);
  }
  file->truncate();
  return file;
}

int read(Reader reader, const ReadSpec& spec, const Arguments& arguments) {
  Reading reading(arguments.file, arguments);
  Printer printer(spec, reading);
  if (!arguments.sections_file.empty()) {
    printer.write_sections_to(open_sections(arguments.sections_file, reading.input()));
  }
  reading.run(reader, printer);
  if (!arguments.no_finish) printer.print(reader.finish());
  printer.end();
  // The end of the stream, too, may reach a limit.
  const Findings& findings = printer.findings();
  return reading.end(findings.*spec.found, findings.is_malformed, reader.stats(), reader.error());
}

// What is wrong with the file of schemas, with its name between what and where.
std::vector<ToolSchema> schemas_in(const std::string& path) {
  const Arguments as_it_comes;
  auto schemas = read_schemas(Reading(path, as_it_comes).read_all());
  if (schemas) return *std::move(schemas);
  std::string message = schemas.error().message;
  throw Failure(exit_usage, message.insert(message.find(": "), ": " + path));
}

void add_schemas(Arguments& arguments) {
  if (!arguments.tools_file.empty()) arguments.schemas = schemas_in(arguments.tools_file);
}

}  // namespace

int filter_command(Arguments& arguments) {
  const Form form = arguments.events ? Form::lines : arguments.json ? Form::sections : Form::text;
  Filter filter = value_of(Filter::make(value_of(filter_options(arguments))));
  return read(std::move(filter), {form, &Findings::has_section}, arguments);
}

int tools_command(Arguments& arguments) {
  add_schemas(arguments);
  const Form form = arguments.json ? Form::calls : Form::lines;
  ToolReader reader = value_of(ToolReader::make(tool_options(arguments)));
  return read(std::move(reader), {form, &Findings::has_call}, arguments);
}

int parse_command(Arguments& arguments) {
  add_schemas(arguments);
  const Form form = arguments.json ? Form::message : Form::lines;
  Parser parser = value_of(Parser::make(value_of(parse_options(arguments))));
  (void)parser.prime(arguments.prompt_tail);  // where a limit stops it, reading ends so, too
  return read(std::move(parser), {form, &Findings::has_call, true}, arguments);
}

}  // namespace tagstream::cli
