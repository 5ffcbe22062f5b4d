// Prints the output of `extract` and `inner`. `echo 'A <b>c</b>' | tagstream inner b` prints `c`.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "fences_for_notes.hpp"
#include "io/terminal.hpp"
#include "io/write_inside.hpp"
#include "print/tag_json.hpp"
#include "processors.hpp"
#include "reading_processor.hpp"
#include "show/outline.hpp"

namespace tagstream::cli {

namespace {

// The depth down to which tags are written with their content; unlimited if the content is asked
// for.
std::size_t content_depth(const Arguments& arguments) {
  return arguments.content ? ~std::size_t{0} : deepest_content;
}

// A processor that prints nothing of a server's native parts.
class ExtractProcessor : public ReadingProcessor<ExtractStream> {
 public:
  ExtractProcessor(const ExtractOptions& options, const ProcessorSetup& setup)
      : ReadingProcessor(*ExtractStream::make(options), setup, nullptr),
        asks_about_fences_(options.markdown_code == MarkdownCode::automatic) {}

  std::optional<Error> feed(std::string_view text) override {
    if (asks_about_fences_) fences_.feed(text);
    return ReadingProcessor::feed(text);
  }

 protected:
  virtual void print(const Tree& tree) = 0;
  // Remembers where an element that is given out stands: it may be quoted.
  void give_out(std::uint64_t start) {
    constexpr std::size_t most = 1000;
    if (asks_about_fences_ && given_out_.size() < most) given_out_.push_back(start);
  }
  void clear() override {
    fences_.clear();
    given_out_.clear();
  }
  // A diagnostic that has no place in the output is said if --strict refuses the text for it.
  virtual void note(const Diagnostic& diagnostic) {
    if (!setup_.arguments.strict) return;
    setup_.notes.add(fmt::format("{}: {}", to_string(diagnostic.kind), diagnostic.name),
                     fmt::format("byte {}", diagnostic.offset));
  }
  void end() override {
    server_parts_.finish();
    note_broken_calls(server_parts_, setup_.notes);
    for (const std::uint64_t start : given_out_) {
      if (!fences_.hold(start)) continue;
      setup_.notes.add("an element stands in a code fence; --markdown-code all takes it for text",
                       fmt::format("byte {}", start));
    }
  }

 private:
  void take(const Tree& tree) final {
    for (const Diagnostic& diagnostic : tree.diagnostics()) {
      findings_.is_malformed = true;
      note(diagnostic);
    }
    print(tree);
  }

  bool asks_about_fences_;  // the options don't say what stands in them
  FencesForNotes fences_;
  std::vector<std::uint64_t> given_out_;  // of elements: their first bytes
};

// Prints each tree as the options ask: as JSON, as a flat list, or as an outline.
class TreeProcessor : public ExtractProcessor {
 public:
  TreeProcessor(const ExtractOptions& options, const ProcessorSetup& setup)
      : ExtractProcessor(options, setup),
        arguments_(setup.arguments),
        output_(setup.output),
        is_colored_(is_colored(arguments_.color, STDOUT_FILENO)),
        is_object_(!arguments_.events && !arguments_.flat && !arguments_.pretty),
        is_held_(is_object_ && is_stream(arguments_.from)) {}

  [[nodiscard]] Shape shape() const override {
    if (arguments_.pretty) return Shape::plain;
    return is_object_ ? Shape::object : Shape::lines;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"tags", "diagnostics"};
  }

  std::optional<Error> feed(std::string_view text) override {
    if (arguments_.pretty) text_ += text;
    return ExtractProcessor::feed(text);
  }

 private:
  void clear() override {
    ExtractProcessor::clear();
    text_.clear();
    has_opened_ = false;
    held_.clear();
    last_.clear();
    tags_ = 0;
    diagnostics_.clear();
  }

  void note(const Diagnostic& diagnostic) override {
    if (!is_object_ && !arguments_.pretty) return ExtractProcessor::note(diagnostic);
    diagnostics_.push_back(diagnostic);
  }

  void print(const Tree& tree) override {
    if (arguments_.pretty || arguments_.flat) {
      print_all(tree);
    } else {
      print_top_level(tree);
    }
    tags_ += tree.size();
    if (!arguments_.extract.last) {
      for (std::size_t i = 0; i < tree.size(); ++i) give_out(tree[i].start());
    }
    findings_.has_found = tags_ > 0;
  }

  void end() override {
    if (arguments_.pretty) {
      for (const Diagnostic& diagnostic : diagnostics_) {
        output_.styled(pretty_diagnostic(diagnostic, text_, is_colored_));
      }
    }
    if (is_object_) end_object();
    ExtractProcessor::end();
  }

  void open() {
    if (!std::exchange(has_opened_, true) && !is_held_) write_opening();
  }

  void write_opening() { output_.json(R"({"tags":[)"); }

  void end_object() {
    put_last();
    open();
    if (is_held_) {
      write_opening();
      output_.json(std::exchange(held_, {}));
    }
    std::string json;
    for (const Diagnostic& diagnostic : diagnostics_) to_json(next_element(json), diagnostic);
    output_.json(R"(],"diagnostics":[)");
    output_.json(json);
    output_.line("]}");
  }

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
    const std::size_t depth = content_depth(arguments_);
    for (const Tag& tag : tree.tags()) {
      if (arguments_.extract.last) {
        if (tag.is_closed()) keep_last(tag);
        continue;
      }
      begin_tag();
      std::string json;
      for (TagJson parts(tag, depth); parts.next(json);) {
        if (json.size() < much) continue;
        put(json);
        json.clear();
      }
      put(json);
      if (!is_object_) output_.line("");
    }
  }

  void begin_tag() {
    if (!is_object_) return;
    if (has_opened_) put(",");
    open();
  }

  void keep_last(const Tag& tag) {
    std::string name(tag.name());
    if (arguments_.extract.ignore_case) {
      std::transform(name.begin(), name.end(), name.begin(), fold);
    }
    Last& last = last_[std::move(name)];
    last.start = tag.start();
    last.json.clear();
    for (TagJson parts(tag, content_depth(arguments_)); parts.next(last.json);) {
    }
  }

  // Writes the tags of `last_` in their order in the text.
  void put_last() {
    std::map<std::uint64_t, std::string> by_start;
    for (auto& [name, last] : last_) by_start[last.start] = std::move(last.json);
    for (const auto& [start, json] : by_start) {
      give_out(start);
      begin_tag();
      put(json);
    }
  }

  struct Last {
    std::uint64_t start = 0;
    std::string json;
  };

  const Arguments& arguments_;
  Output& output_;
  std::map<std::string, Last> last_;  // with --last: the last tag of each name
  bool is_colored_;
  bool is_object_;
  bool is_held_;      // of a stream: a choice that is met later gives the object a label
  std::string held_;  // its tags
  std::string text_;  // the whole text, if diagnostics are shown to people
  bool has_opened_ = false;
  std::size_t tags_ = 0;
  std::vector<Diagnostic> diagnostics_;  // if they are to be shown
};

// The files that are read. Without --force no file that exists is overwritten.
std::vector<std::string> files_not_to_overwrite(const Arguments& arguments) {
  return arguments.force ? arguments.files : std::vector<std::string>();
}

// Writes the contents of tags to files that they name.
class WritingProcessor : public ExtractProcessor {
 public:
  WritingProcessor(const ExtractOptions& options, const ProcessorSetup& setup)
      : ExtractProcessor(options, setup),
        folder_(setup.arguments.write_to, files_not_to_overwrite(setup.arguments)) {}

  [[nodiscard]] Shape shape() const override { return Shape::lines; }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"path", "bytes", "refused", "start"};
  }

 private:
  void print(const Tree& tree) override {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const Tag tag = tree[i];
      const auto path = tag.attribute(setup_.arguments.path_from);
      if (path) write(tag, *path);
      if (!path && nameless_++ == 0) first_nameless_ = tag.start();
    }
  }

  // Tags that were asked for by name, and do not say which file they are.
  void end() override {
    if (nameless_ != 0 && has_path_ && !setup_.arguments.extract.names.empty()) {
      const std::string tags = nameless_ == 1 ? "a tag" : fmt::format("{} tags", nameless_);
      setup_.notes.add(
          fmt::format("not written, {} without the attribute `{}`", tags,
                      setup_.arguments.path_from),
          fmt::format("{}byte {}", nameless_ == 1 ? "" : "the first at ", first_nameless_));
    }
    ExtractProcessor::end();
  }
  void clear() override {
    ExtractProcessor::clear();
    nameless_ = 0;
    has_path_ = false;
  }

  void write(const Tag& tag, std::string_view path) {
    has_path_ = true;
    std::string refusal;
    if (!tag.is_closed()) {
      refusal = "it is never closed";
    } else if (tag.depth() > content_depth(setup_.arguments)) {
      refusal = "it is in too many tags (--content)";
    } else {
      refusal = folder_.write(path, tag.content(), setup_.arguments.force);
    }
    if (refusal.empty()) {
      findings_.has_found = true;
      give_out(tag.start());
    } else {
      findings_.is_malformed = true;
      setup_.notes.refuse(
          fmt::format("not written, {}{}{}", refusal, path.empty() ? "" : ": ", path),
          fmt::format("byte {}", tag.start()));
    }
    write_object(setup_.output, [&](JsonWriter& json) {
      json.field("path", path);
      if (refusal.empty()) json.field("bytes", tag.content().size());
      if (!refusal.empty()) json.field("refused", refusal);
      json.field("start", tag.start());
    });
  }

  FolderOfFiles folder_;
  bool has_path_ = false;     // a tag has the attribute
  std::size_t nameless_ = 0;  // tags that lack it
  std::uint64_t first_nameless_ = 0;
};

// Prints the content of the first element that has one, or of the last one that is closed.
class InnerProcessor : public ExtractProcessor {
 public:
  using ExtractProcessor::ExtractProcessor;

  [[nodiscard]] Shape shape() const override {
    return setup_.arguments.json || setup_.is_record ? Shape::object : Shape::plain;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"content", "start", "end"};
  }

 private:
  void clear() override {
    ExtractProcessor::clear();
    content_.reset();
    is_decided_ = false;
  }

  void print(const Tree& tree) override {
    for (const Tag& tag : tree.tags()) {
      if (is_decided_) return;
      if (tag.is_self_closing()) continue;
      is_decided_ = !setup_.arguments.extract.last;
      if (!tag.is_closed()) continue;
      content_ = std::string(tag.content());
      span_ = {tag.content_start(), tag.content_end()};
      start_ = tag.start();
    }
  }

  void end() override {
    findings_.has_found = content_.has_value();
    if (content_) give_out(start_);
    ExtractProcessor::end();
    if (shape() == Shape::plain) {
      if (!content_) return;
      setup_.output.text(*content_);
      setup_.output.text("\n");
      return;
    }
    if (!content_ && !setup_.is_record && !setup_.output.has_label()) {
      return setup_.output.line("null");
    }
    write_object(setup_.output, [&](JsonWriter& json) {
      json.key("content");
      content_ ? json.value(*content_) : json.null();
      if (content_) json.field("start", span_.start).field("end", span_.end);
    });
  }

  Span span_;                // of the content
  std::uint64_t start_ = 0;  // of the element
  std::optional<std::string> content_;
  bool is_decided_ = false;
};

}  // namespace

std::unique_ptr<Processor> make_extract_processor(const ExtractOptions& options,
                                                  const ProcessorSetup& setup) {
  if (setup.arguments.write_to.empty()) return std::make_unique<TreeProcessor>(options, setup);
  return std::make_unique<WritingProcessor>(options, setup);
}

std::unique_ptr<Processor> make_inner_processor(const ExtractOptions& options,
                                                const ProcessorSetup& setup) {
  return std::make_unique<InnerProcessor>(options, setup);
}

}  // namespace tagstream::cli
