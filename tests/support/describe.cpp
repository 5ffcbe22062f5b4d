#include "support/describe.hpp"

#include <array>

#include "options/option_table.hpp"
#include "support/seen.hpp"

namespace tagstream::testing {

namespace {

// Collects words into one line, with a blank before each word.
class Line {
 public:
  Line& word(const std::string& word) {
    out_ += ' ' + word;
    return *this;
  }
  Line& flag(bool is_set, const char* name) { return is_set ? word(name) : *this; }
  Line& value(const char* name, const std::string& value) {
    return value.empty() ? *this : word(name + ('=' + escaped(value)));
  }
  Line& values(const char* name, const std::vector<std::string>& values) {
    for (const std::string& value : values) word(name + ('=' + escaped(value)));
    return *this;
  }
  Line& number(const char* name, std::size_t number, std::size_t usual) {
    return number == usual ? *this : word(name + ('=' + std::to_string(number)));
  }
  template <class Choice>
  Line& choice(const char* name, Choice choice, Choice usual) {
    return choice == usual ? *this : word(std::string(name) + '=' + to_string(choice));
  }
  Line& limits(const Limits& limits, const Limits& usual = {}) {
    number("max_tag", limits.max_tag_bytes, usual.max_tag_bytes);
    number("max_held", limits.max_held_bytes, usual.max_held_bytes);
    number("max_section", limits.max_section_bytes, usual.max_section_bytes);
    number("max_attributes", limits.max_attributes, usual.max_attributes);
    return flag(limits.on_limit == OnLimit::stop, "on_limit=stop");
  }
  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  std::string out_;
};

}  // namespace

std::string describe(const Options& options) {
  Line line;
  for (const Option<Options>& one : option_table()) {
    const std::string value = one.get(options);
    if (value != one.info.default_value) line.value(one.info.name.data(), value);
  }
  return line.text();
}

std::string describe(const TokenizerOptions& options) {
  return Line()
      .values("name", options.names)
      .values("marker", options.markers)
      .flag(options.markers_only, "markers_only")
      .flag(options.ignore_case, "ignore_case")
      .limits(options.limits)
      .text();
}

std::string describe(const ExtractOptions& options) {
  return Line()
      .values("name", options.names)
      .values("last_close", options.last_close)
      .choice("unclosed", options.unclosed, Unclosed::extend)
      .flag(options.ignore_case, "ignore_case")
      .choice("markdown_code", options.markdown_code, MarkdownCode::automatic)
      .number("max_depth", options.max_depth, Limits::none)
      .limits(options.limits, ExtractOptions().limits)
      .text();
}

}  // namespace tagstream::testing
