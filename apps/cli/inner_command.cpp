#include <optional>
#include <string>

#include "commands.hpp"
#include "io/output.hpp"
#include "io/reading.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

ExtractOptions inner_options(const Arguments& arguments) {
  if (!arguments.name) throw Failure(exit_usage, "no name: give the NAME of a tag");
  if (arguments.name->empty()) throw Failure(exit_usage, "the name is empty: NAME");
  ExtractOptions options = extract_options(arguments);
  options.names = {*arguments.name};
  return options;
}

// Keeps the content of the first element that has one.
class First {
 public:
  void look_at(const Tree& tree) {
    is_malformed_ = is_malformed_ || !tree.diagnostics().empty();
    for (const Tag& tag : tree.tags()) {
      if (is_decided_) return;
      if (tag.is_self_closing()) continue;
      is_decided_ = true;
      if (tag.is_closed()) content_ = std::string(tag.content());
    }
  }
  [[nodiscard]] const std::optional<std::string>& content() const { return content_; }
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  std::optional<std::string> content_;
  bool is_decided_ = false;
  bool is_malformed_ = false;
};

void print(const std::optional<std::string>& content, bool is_json) {
  Output output;
  if (is_json) {
    std::string json;
    JsonWriter writer(json);
    static_cast<void>(content ? writer.value(*content) : writer.null());
    output.line(json);
  } else if (content) {
    output.text(*content);
    output.text("\n");
  }
  output.flush();
}

}  // namespace

int inner_command(Arguments& arguments) {
  ExtractStream stream(value_of(Extractor::make(inner_options(arguments))));
  Reading reading(arguments.file, arguments);
  First first;
  const Reading::Feed feed = [&](std::string_view piece) -> std::optional<Error> {
    first.look_at(stream.feed(piece));
    return std::nullopt;
  };
  reading.run(feed, [] {});
  if (!arguments.no_finish) first.look_at(stream.finish());
  print(first.content(), arguments.json);
  const int code = reading.end(true, first.is_malformed(), stream.stats(), nullptr);
  return code != exit_done || first.content() ? code : exit_nothing_found;
}

}  // namespace tagstream::cli
