// Reads, feeds, prints. All decisions about the text are the library's.
#include "extract_command.hpp"

#include <unistd.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "extract_arguments.hpp"
#include "help.hpp"
#include "output.hpp"
#include "pretty.hpp"
#include "reading.hpp"
#include "tag_json.hpp"
#include "terminal.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream extract [OPTION]... [FILE]\n"
    "Prints every tag of the text as a tree. FILE - or none: standard input.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ echo 'A <b x=\"1\">c <d>e</d></b>' | tagstream extract --pretty\n"
    "  <b x=\"1\">  2..25\n"
    "    <d>  13..21  e\n"
    "exit: 0 done, 1 no tag (-e), 2 bad arguments or unusable file,\n"
    "      3 diagnostics (--strict)\n";

struct Arguments {
  CommonArguments common;
  ExtractArguments extract;
};

// Turns trees into what was asked for.
class Printer {
 public:
  explicit Printer(const Arguments& arguments)
      : arguments_(arguments.extract),
        is_colored_(is_colored(arguments.common.color, STDOUT_FILENO)) {}

  void print(const Tree& tree) {
    const DiagnosticRange found = tree.diagnostics();
    diagnostics_count_ += found.size();
    if (arguments_.diagnostics) diagnostics_.insert(diagnostics_.end(), found.begin(), found.end());
    if (arguments_.flat || arguments_.pretty) {
      print_all(tree);
    } else {
      print_top_level(tree);
    }
    tags_ += tree.size();
  }

  void flush() { output_.flush(); }

  /// What makes the output whole. `text` is needed to show diagnostics to people.
  void end(std::string_view text) {
    if (is_array()) {
      open_array();
      output_.json("]");
    }
    if (arguments_.diagnostics) {
      if (arguments_.pretty) {
        print_pretty_diagnostics(text);
      } else {
        print_diagnostics();
      }
    }
    if (is_array()) output_.line(arguments_.diagnostics ? "}" : "");
    output_.flush();
  }

  [[nodiscard]] bool has_printed() const { return tags_ > 0; }
  [[nodiscard]] bool has_diagnostic() const { return diagnostics_count_ > 0; }
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  [[nodiscard]] bool is_array() const {
    return !arguments_.jsonl && !arguments_.flat && !arguments_.pretty;
  }

  void open_array() {
    if (std::exchange(has_opened_, true)) return;
    output_.json(arguments_.diagnostics ? R"({"tags":[)" : "[");
  }

  void print_all(const Tree& tree) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      if (arguments_.pretty) {
        output_.styled(pretty_tag(tree[i], is_colored_) + '\n');
      } else {
        output_.line(flat_json(tree[i], arguments_.content, tags_));
      }
    }
  }

  void print_top_level(const Tree& tree) {
    constexpr std::size_t much = std::size_t{64} << 10;
    const Spill spill = [this](std::string& json) {
      if (json.size() < much) return;
      output_.json(json);
      json.clear();
    };
    for (const Tag& tag : tree.tags()) {
      if (is_array()) {
        if (has_opened_) output_.json(",");
        open_array();
      }
      std::string json;
      append_tag_json(json, tag, spill);
      output_.json(json);
      if (arguments_.jsonl) output_.line("");
    }
  }

  void print_diagnostics() {
    output_.json(is_array() ? R"(,"diagnostics":[)" : R"({"diagnostics":[)");
    bool is_first = true;
    for (const Diagnostic& diagnostic : diagnostics_) {
      if (!std::exchange(is_first, false)) output_.json(",");
      output_.json(diagnostic_json(diagnostic));
    }
    output_.json("]");
    if (!is_array()) output_.line("}");
  }

  void print_pretty_diagnostics(std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics_) {
      output_.styled(pretty_diagnostic(diagnostic, text, is_colored_));
    }
  }

  const ExtractArguments& arguments_;
  bool is_colored_;
  Output output_;
  bool has_opened_ = false;
  std::size_t tags_ = 0;
  std::size_t diagnostics_count_ = 0;
  std::vector<Diagnostic> diagnostics_;  // kept only if they are to be shown
};

// False: it was a call for help, which has been answered.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  add_extract_options(app, arguments.extract);
  add_common_options(app, arguments.common);
  fit_common_options_to_extract(app);
  return parse_or_help(app, words, usage, closing);
}

// Beside the JSON, who sits at a terminal wants to see what is odd.
bool shows_on_error(const ExtractArguments& arguments) {
  return arguments.diagnostics && !arguments.pretty && isatty(STDERR_FILENO) == 1;
}

void show_diagnostics_on_error(const Printer& printer, std::string_view text, ColorChoice color) {
  const bool has_color = is_colored(color, STDERR_FILENO);
  for (const Diagnostic& diagnostic : printer.diagnostics()) {
    write_error(pretty_diagnostic(diagnostic, text, has_color));
  }
}

}  // namespace

ExitCode extract_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  ExtractStream stream(
      value_of(Extractor::make(value_of(extract_options(arguments.extract, arguments.common)))));
  Reading reading(arguments.extract.file, arguments.common);
  Printer printer(arguments);
  std::string text;
  const bool is_on_error = shows_on_error(arguments.extract);
  const bool is_kept = is_on_error || (arguments.extract.diagnostics && arguments.extract.pretty);
  const Reading::Feed feed = [&](std::string_view piece) -> std::optional<Error> {
    if (is_kept) text += piece;
    printer.print(stream.feed(piece));
    return std::nullopt;
  };
  try {
    reading.run(feed, [&] { printer.flush(); });
  } catch (const Failure&) {
    if (printer.has_printed()) printer.end(text);  // what has been printed is valid JSON
    throw;
  }
  if (!arguments.common.no_finish) printer.print(stream.finish());
  printer.end(text);
  if (is_on_error) show_diagnostics_on_error(printer, text, arguments.common.color);
  return reading.end({printer.has_printed(), printer.has_diagnostic()}, stream.stats(), nullptr);
}

}  // namespace tagstream::cli
