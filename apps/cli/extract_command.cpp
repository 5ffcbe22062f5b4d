// Reads, feeds, prints. All decisions about the text are the library's.
#include <unistd.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "commands.hpp"
#include "io/output.hpp"
#include "io/reading.hpp"
#include "io/terminal.hpp"
#include "pretty.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

// Turns trees into what was asked for.
class Printer {
 public:
  explicit Printer(const Arguments& arguments)
      : arguments_(arguments), is_colored_(is_colored(arguments.color, STDOUT_FILENO)) {}

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
        std::string json;
        flat_to_json(json, tree[i], arguments_.content, tags_);
        output_.line(json);
      }
    }
  }

  void print_top_level(const Tree& tree) {
    constexpr std::size_t much = std::size_t{64} << 10;
    for (const Tag& tag : tree.tags()) {
      if (is_array()) {
        if (has_opened_) output_.json(",");
        open_array();
      }
      std::string json;
      for (TagJson parts(tag); parts.next(json);) {
        if (json.size() < much) continue;
        output_.json(json);
        json.clear();
      }
      output_.json(json);
      if (arguments_.jsonl) output_.line("");
    }
  }

  void print_diagnostics() {
    output_.json(is_array() ? R"(,"diagnostics":[)" : R"({"diagnostics":[)");
    std::string json;
    for (const Diagnostic& diagnostic : diagnostics_) {
      if (!json.empty()) json += ',';
      to_json(json, diagnostic);
    }
    output_.json(json);
    output_.json("]");
    if (!is_array()) output_.line("}");
  }

  void print_pretty_diagnostics(std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics_) {
      output_.styled(pretty_diagnostic(diagnostic, text, is_colored_));
    }
  }

  const Arguments& arguments_;
  bool is_colored_;
  Output output_;
  bool has_opened_ = false;
  std::size_t tags_ = 0;
  std::size_t diagnostics_count_ = 0;
  std::vector<Diagnostic> diagnostics_;  // kept only if they are to be shown
};

// Beside the JSON, who sits at a terminal wants to see what is odd.
bool shows_on_error(const Arguments& arguments) {
  return arguments.diagnostics && !arguments.pretty && isatty(STDERR_FILENO) == 1;
}

void show_diagnostics_on_error(const Printer& printer, std::string_view text, ColorChoice color) {
  const bool has_color = is_colored(color, STDERR_FILENO);
  for (const Diagnostic& diagnostic : printer.diagnostics()) {
    static_cast<void>(write_error(pretty_diagnostic(diagnostic, text, has_color)));
  }
}

}  // namespace

int extract_command(Arguments& arguments) {
  ExtractStream stream(value_of(Extractor::make(extract_options(arguments))));
  Reading reading(arguments.file, arguments);
  Printer printer(arguments);
  std::string text;
  const bool is_on_error = shows_on_error(arguments);
  const bool is_kept = is_on_error || (arguments.diagnostics && arguments.pretty);
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
  if (!arguments.no_finish) printer.print(stream.finish());
  printer.end(text);
  if (is_on_error) show_diagnostics_on_error(printer, text, arguments.color);
  return reading.end(printer.has_printed(), printer.has_diagnostic(), stream.stats(), nullptr);
}

}  // namespace tagstream::cli
