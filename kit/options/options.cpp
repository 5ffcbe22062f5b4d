#include "tagstream/options.hpp"

#include <cstddef>
#include <iterator>

#include "options/option_table.hpp"

namespace tagstream {

namespace {

// The options of readers, one line each. `set`, `from_json`, the command line and `explain` all use
// these lines. The line of `bad_calls` refuses `contnt`: "bad_calls: `contnt` is none of content,
// hide; did you mean `content`?"
using O = Options;

}  // namespace

const std::vector<Option<Options>>& option_table() {
  using namespace option;
  static const std::vector<Option<O>> all{
      text<O, &O::dialect>("dialect", "a family of models, or auto: what any of them writes"),
      text<O, &O::model>("model", "the name of a model: its dialect is used"),
      text<O, &O::format>("format",
                          "a dialect of your own, as text that looks like what the model "
                          "writes"),
      text<O, &O::reasoning_of>("reasoning_of", "a dialect: only its reasoning"),
      text<O, &O::calls_of>("calls_of", "a dialect: only its calls; reasoning is content"),

      rules<O, &O::hide>("hide", "a tag or a pair of markers: takes the element out of the text"),
      rules<O, &O::record>("record", "leaves the element in the text, and reports it as well"),
      rules<O, &O::unwrap>("unwrap", "takes only the tags out"),
      rules<O, &O::reasoning>("reasoning", "takes the element out, and its bytes are reasoning"),
      rules<O, &O::thought>("thought", "takes the element out: a thought with type and confidence"),
      rules<O, &O::call>("call",
                         "reads the element as a tool call; or a line that looks like the "
                         "call, with NAME and ARGUMENTS in it"),
      list<O, &O::drop>("drop", "takes this literal out"),

      json<O, &O::tools>("tools", "the tools that were offered, as JSON"),
      json<O, &O::tool_choice>("tool_choice", "auto, none, required, or the name of a tool",
                               {"auto", "none", "required"}),
      boolean<O, &O::parallel_tool_calls>("parallel_tool_calls",
                                          "an answer may call several tools"),
      boolean<O, &O::only_offered>("only_offered", "only tools that were offered are called"),

      bytes<O, &O::prompt_tail>("prompt_tail", "the end of the prompt: the answer goes on there"),
      boolean<O, &O::start_in_reasoning>("start_in_reasoning",
                                         "the prompt has opened the reasoning"),
      text<O, &O::start_inside>(
          "start_inside", "the prompt has opened this tag or marker of hide, thought or reasoning"),

      choice<O, &O::unclosed_section>("unclosed_section",
                                      "how to treat a hidden section that never closes"),
      choice<O, &O::unclosed_reasoning>("unclosed_reasoning",
                                        "where reasoning that never closes goes in the message"),
      choice<O, &O::unclosed_call>("unclosed_call",
                                   "how to treat a call that never closes; auto: call for "
                                   "dialects, else text"),
      choice<O, &O::bad_calls>("bad_calls", "where the bytes of a broken call go"),
      choice<O, &O::calls_in_reasoning>(
          "calls_in_reasoning", "how to treat a call in open reasoning; auto: as the dialect says"),
      choice<O, &O::bare_calls>("bare_calls", "a call outside of its wrapper: read, or text"),
      choice<O, &O::reasoning_again, ReasoningAgain::automatic, ReasoningAgain::line,
             ReasoningAgain::anywhere, ReasoningAgain::never>(
          "reasoning_again",
          "where reasoning may begin after visible text; auto: line for dialects, else anywhere"),
      choice<O, &O::markdown_code, MarkdownCode::automatic, MarkdownCode::all, MarkdownCode::off>(
          "markdown_code",
          "tags in Markdown code that are text; auto: all in code spans, those of calls in fences"),
      choice<O, &O::nesting>("nesting", "which closing tag ends a hidden section or thought"),
      boolean<O, &O::leading_only>("leading_only",
                                   "hide, unwrap and record only before the first "
                                   "visible byte"),
      boolean<O, &O::ignore_case>("ignore_case",
                                  "the case of ASCII letters in names does not count"),
      boolean<O, &O::strict_json>("strict_json", "spellings that JSON does not have are errors"),

      boolean<O, &O::incremental>("incremental", "calls and thoughts are reported in pieces, too"),
      boolean<O, &O::trim>("trim", "cuts blanks off content and reasoning"),
      list<O, &O::decode_entities>("decode_entities",
                                   "decode entities in this parameter, tool, tag"),
      choice<O, &O::id_style>("id_style", "how ids of calls are made up"),
      number<O, &O::id_seed>("id_seed", "the seed of random ids; 0: another one each time", "0"),

      limit<O, &Limits::max_tag_bytes>("max_tag_bytes", "a longer tag is text", "64K"),
      limit<O, &Limits::max_held_bytes>("max_held_bytes", "the most bytes that wait to be decided",
                                        "16M"),
      limit<O, &Limits::max_section_bytes>(
          "max_section_bytes", "the most bytes kept of a recorded section or thought", "64M"),
      limit<O, &Limits::max_attributes>("max_attributes", "a tag with more attributes is text",
                                        "1K"),
      {{"on_limit", OptionInfo::Type::choice, "what happens when more bytes would have to wait",
        "text", words<OnLimit>()},
       [](O& options, std::string_view value) {
         return set_choice(options.limits.on_limit, value, words<OnLimit>());
       },
       [](const O& options) { return std::string(to_string(options.limits.on_limit)); }},
  };
  return all;
}

std::optional<Error> Options::set(std::string_view name, std::string_view value) {
  return option::set(*this, option_table(), name, value);
}

Result<Options> Options::from_json(std::string_view json) {
  Options options;
  if (auto error = option::set_json(options, option_table(), json)) return *std::move(error);
  return options;
}

const char* to_string(OptionInfo::Type type) noexcept {
  constexpr const char* words[] = {"text", "list",  "boolean", "choice", "number",
                                   "json", "bytes", "size",    "rules"};
  const auto number = static_cast<std::size_t>(type);
  return number < std::size(words) ? words[number] : "unknown";
}

std::span<const OptionInfo> option_infos() {
  static const std::vector<OptionInfo> all = [] {
    std::vector<OptionInfo> infos;
    for (const Option<O>& one : option_table()) infos.push_back(one.info);
    return infos;
  }();
  return all;
}

}  // namespace tagstream
