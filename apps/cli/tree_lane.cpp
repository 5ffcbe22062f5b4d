// What extract prints. All decisions about the text are the library's.
#include "tree_lane.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "io/terminal.hpp"
#include "io/write_inside.hpp"
#include "native.hpp"
#include "pretty.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

// The content of a tag holds that of the tags in it: down to this depth all of it together is a
// multiple of the text.
std::size_t deepest_content(const Arguments& arguments) {
  return arguments.content ? ~std::size_t{0} : 16;
}

// Turns trees into what was asked for.
class Printer {
 public:
  Printer(const Arguments& arguments, Output& output, bool is_record)
      : arguments_(arguments),
        is_colored_(is_colored(arguments.color, STDOUT_FILENO)),
        is_record_(is_record),
        is_held_(is_array() &&
                 (arguments.from == InputForm::sse || arguments.from == InputForm::ndjson)),
        output_(output) {}

  void begin() {
    has_opened_ = false;
    held_.clear();
    tags_ = 0;
    diagnostics_count_ = 0;
    diagnostics_.clear();
  }

  void print(const Tree& tree) {
    const DiagnosticRange found = tree.diagnostics();
    diagnostics_count_ += found.size();
    if (arguments_.diagnostics) diagnostics_.insert(diagnostics_.end(), found.begin(), found.end());
    if (!is_record_ && (arguments_.flat || arguments_.pretty)) {
      print_all(tree);
    } else {
      print_top_level(tree);
    }
    tags_ += tree.size();
  }

  /// What makes the output whole. `text` is needed to show diagnostics to people.
  void end(std::string_view text) {
    if (is_array()) {
      open_array();
      if (is_held_) {
        write_opening();
        output_.json(held_);
        held_.clear();
      }
      output_.json("]");
    }
    if (arguments_.diagnostics) {
      if (arguments_.pretty && !is_record_) {
        print_pretty_diagnostics(text);
      } else {
        print_diagnostics();
      }
    }
    if (is_array()) output_.line(is_object() ? "}" : "");
  }

  [[nodiscard]] bool has_printed() const { return tags_ > 0; }
  [[nodiscard]] bool has_diagnostic() const { return diagnostics_count_ > 0; }
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  [[nodiscard]] bool is_array() const {
    return is_record_ || (!arguments_.jsonl && !arguments_.flat && !arguments_.pretty);
  }
  [[nodiscard]] bool is_object() const {
    return is_record_ || arguments_.diagnostics || output_.has_label();
  }

  void open_array() {
    if (!std::exchange(has_opened_, true) && !is_held_) write_opening();
  }

  void write_opening() { output_.json(is_object() ? R"({"tags":[)" : "["); }

  void put(std::string_view part) {
    is_held_ ? static_cast<void>(held_ += part) : output_.json(part);
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
    const std::size_t content_depth = deepest_content(arguments_);
    for (const Tag& tag : tree.tags()) {
      if (is_array()) {
        if (has_opened_) put(",");
        open_array();
      }
      std::string json;
      for (TagJson parts(tag, content_depth); parts.next(json);) {
        if (json.size() < much) continue;
        put(json);
        json.clear();
      }
      put(json);
      if (!is_array()) output_.line("");
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
  bool is_record_;
  bool is_held_;      // of a stream: a choice that is met later makes the array an object
  std::string held_;  // its elements
  Output& output_;
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

class TreeLane : public NativeLane {
 public:
  TreeLane(const Extractor& extractor, const LaneSetup& setup, bool is_record)
      : NativeLane(setup, nullptr),
        stream_(extractor),
        is_record_(is_record),
        printer_(setup.arguments, setup.output, is_record) {
    const Arguments& arguments = setup.arguments;
    is_on_error_ = shows_on_error(arguments);
    is_kept_ = is_on_error_ || (arguments.diagnostics && arguments.pretty);
  }

  [[nodiscard]] Shape shape() const override {
    const Arguments& arguments = setup_.arguments;
    if (arguments.pretty && !is_record_) return Shape::plain;
    return arguments.jsonl || arguments.flat ? Shape::lines : Shape::object;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"tags", "diagnostics"};
  }

  std::optional<Error> feed(std::string_view text) override {
    if (is_kept_) text_ += text;
    printer_.print(stream_.feed(text));
    return std::nullopt;
  }

  Verdict finish() override {
    if (!setup_.arguments.no_finish) printer_.print(stream_.finish());
    printer_.end(text_);
    native_.finish();
    note_faults(native_, setup_.notes);
    if (is_on_error_) {
      setup_.output.flush();
      show_diagnostics_on_error(printer_, text_, setup_.arguments.color);
    }
    return {printer_.has_printed(), printer_.has_diagnostic() || native_.is_malformed(),
            stream_.stats(), std::nullopt};
  }

 private:
  void clear() override {
    stream_.reset();
    text_.clear();
    printer_.begin();
  }

  ExtractStream stream_;
  bool is_record_;
  Printer printer_;
  std::string text_;
  bool is_on_error_ = false;
  bool is_kept_ = false;
};

// Writes the contents of tags to files that they name.
class WritingLane : public NativeLane {
 public:
  WritingLane(const Extractor& extractor, const LaneSetup& setup)
      : NativeLane(setup, nullptr), stream_(extractor), folder_(setup.arguments.write_to) {}

  [[nodiscard]] Shape shape() const override { return Shape::lines; }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"path", "bytes", "refused", "startIndex"};
  }

  std::optional<Error> feed(std::string_view text) override {
    write(stream_.feed(text));
    return std::nullopt;
  }

  Verdict finish() override {
    if (!setup_.arguments.no_finish) write(stream_.finish());
    native_.finish();
    note_faults(native_, setup_.notes);
    return {has_written_, is_malformed_ || native_.is_malformed(), stream_.stats(), std::nullopt};
  }

 private:
  void clear() override {
    stream_.reset();
    is_malformed_ = false;
  }

  void write(const Tree& tree) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const Tag tag = tree[i];
      const auto path = tag.attribute(setup_.arguments.path_from);
      if (path) write(tag, *path);
    }
  }

  void write(const Tag& tag, std::string_view path) {
    std::string refusal;
    if (!tag.is_closed()) {
      refusal = "it is never closed";
    } else if (tag.depth() > deepest_content(setup_.arguments)) {
      refusal = "it is in too many tags (--content)";
    } else {
      refusal = folder_.write(path, tag.content(), setup_.arguments.force);
    }
    std::string line;
    JsonWriter json(line);
    json.begin_object().field("path", path);
    if (refusal.empty()) {
      has_written_ = true;
      json.field("bytes", tag.content().size());
    } else {
      is_malformed_ = true;
      setup_.notes.refuse(fmt::format("not written, {}: {}", refusal, path),
                          fmt::format("byte {}", tag.start_index()));
      json.field("refused", refusal);
    }
    json.field("startIndex", tag.start_index()).end_object();
    setup_.output.line(line);
  }

  ExtractStream stream_;
  FolderOfFiles folder_;
  bool has_written_ = false;
  bool is_malformed_ = false;
};

}  // namespace

std::unique_ptr<Lane> make_tree_lane(const Extractor& extractor, const LaneSetup& setup,
                                     bool is_record) {
  return std::make_unique<TreeLane>(extractor, setup, is_record);
}

std::unique_ptr<Lane> make_writing_lane(const Extractor& extractor, const LaneSetup& setup) {
  return std::make_unique<WritingLane>(extractor, setup);
}

}  // namespace tagstream::cli
