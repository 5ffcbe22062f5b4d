#include "support/describe.hpp"

#include <array>

#include "support/seen.hpp"

namespace tagstream::testing {

namespace {

// Words, each after a blank.
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
  template <class Choice>
  Line& choice(const char* name, const std::optional<Choice>& choice) {
    return choice ? word(std::string(name) + '=' + to_string(*choice)) : *this;
  }
  Line& limits(const Limits& limits, const Limits& usual = {}) {
    number("max_tag", limits.max_tag_bytes, usual.max_tag_bytes);
    number("max_held", limits.max_held_bytes, usual.max_held_bytes);
    number("max_section", limits.max_section_bytes, usual.max_section_bytes);
    number("max_attributes", limits.max_attributes, usual.max_attributes);
    return flag(limits.on_limit == OnLimit::stop, "on_limit=error");
  }
  Line& rules(const std::vector<Rule>& rules) {
    constexpr std::array actions = {"hide", "unwrap", "record", "call"};
    for (const Rule& rule : rules) {
      word(actions[static_cast<std::size_t>(rule.action)]);
      rule.name.empty() ? values("marker", {rule.open, rule.close}) : value("name", rule.name);
      choice("body", rule.body, CallBody::automatic);
    }
    return *this;
  }
  Line& schemas(const std::vector<ToolSchema>& schemas) {
    for (const ToolSchema& tool : schemas) {
      word("schema=" + tool.name);
      for (const ParameterSchema& one : tool.parameters) {
        word(one.name + ':' + std::to_string(static_cast<int>(one.types)));
      }
    }
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  std::string out_;
};

}  // namespace

std::string describe(const FilterOptions& options) {
  return Line()
      .rules(options.rules)
      .choice("nesting", options.nesting, Nesting::balanced)
      .choice("on_unclosed", options.on_unclosed, UnclosedSection::section)
      .value("start_inside", options.start_inside)
      .flag(options.leading_only, "leading_only")
      .flag(options.ignore_case, "ignore_case")
      .flag(options.markdown_code, "markdown_code")
      .limits(options.limits)
      .text();
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

std::string describe(const ToolOptions& options) {
  return Line()
      .rules(options.rules)
      .choice("nesting", options.nesting, Nesting::balanced)
      .choice("on_unclosed_call", options.on_unclosed_call, UnclosedCall::text)
      .choice("bad_calls", options.bad_calls, BadCalls::hide)
      .flag(options.strict_json, "strict_json")
      .flag(options.incremental, "incremental")
      .flag(options.ignore_case, "ignore_case")
      .flag(options.markdown_code, "markdown_code")
      .schemas(options.schemas)
      .limits(options.limits)
      .text();
}

std::string describe(const ParseOptions& options) {
  return Line()
      .value("dialect", options.dialect)
      .value("reasoning", options.reasoning)
      .value("tool_format", options.tool_format)
      .flag(options.start_in_reasoning, "start_in_reasoning")
      .flag(options.no_reasoning, "no_reasoning")
      .choice("calls_in_reasoning", options.calls_in_reasoning)
      .choice("unclosed_reasoning", options.unclosed_reasoning, UnclosedReasoning::reasoning)
      .choice("on_unclosed_call", options.on_unclosed_call)
      .choice("bad_calls", options.bad_calls, BadCalls::content)
      .flag(options.strict_json, "strict_json")
      .flag(options.incremental, "incremental")
      .choice("tool_choice", options.tool_choice, ToolChoice::automatic)
      .value("tool_name", options.tool_name)
      .flag(options.no_parallel, "no_parallel")
      .flag(options.only_offered, "only_offered")
      .flag(options.trim, "trim")
      .values("drop", options.drop)
      .flag(options.ignore_case, "ignore_case")
      .flag(options.markdown_code, "markdown_code")
      .schemas(options.schemas)
      .limits(options.limits)
      .text();
}

std::string describe(const ThoughtOptions& options) {
  return Line()
      .values("name", options.names)
      .choice("nesting", options.nesting, Nesting::balanced)
      .flag(options.live, "live")
      .flag(options.ignore_case, "ignore_case")
      .flag(options.markdown_code, "markdown_code")
      .limits(options.limits)
      .text();
}

std::string describe(const ExtractOptions& options) {
  return Line()
      .values("name", options.names)
      .values("last_close", options.last_close)
      .choice("unclosed", options.unclosed, Unclosed::extend)
      .flag(options.ignore_case, "ignore_case")
      .flag(options.markdown_code, "markdown_code")
      .number("max_depth", options.max_depth, Limits::none)
      .limits(options.limits, ExtractOptions().limits)
      .text();
}

}  // namespace tagstream::testing
