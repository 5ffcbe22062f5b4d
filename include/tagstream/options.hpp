#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// The options of a reader. They have the same names in JSON, Python and on the command line;
/// docs/options.md lists them with their defaults.
///
/// A reader reads by a dialect, by rules of your own, or by both. A rule of your own replaces the
/// dialect's rule for the same tag or marker. Two rules of your own for one tag are an error.
///
/// A rule is an action (the name of its list) and one of these:
/// - the name of a tag: `"think"`
/// - a pair of markers with `…` or `...` between them: `"[THINK]…[/THINK]"`; see `between`
/// - of `call` alone, a line that looks like the call (docs/own_formats.md):
///   `R"(<tool>{"name": "NAME", "arguments": ARGUMENTS}</tool>)"`
struct Options {
  // ---- a dialect: at most one of the first three, or one or both of the next two

  /// A family of models, by a name of `dialects()` or an alias; or "auto", for the formats of all
  /// families at once.
  std::string dialect{};
  /// The name of a model: its dialect is used, and `start_in_reasoning` if its prompts always open
  /// the reasoning.
  std::string model{};
  /// A dialect of your own, as text that looks like the model's answers (docs/own_formats.md). It
  /// is tried before it is used: a call is written by it and read back.
  std::string format{};
  /// A dialect of which only the reasoning is read.
  std::string reasoning_of{};
  /// A dialect of which only the calls are read; its reasoning is content.
  std::string calls_of{};

  // ---- rules of your own

  std::vector<std::string> hide{};       ///< takes the element out of the text: a section
  std::vector<std::string> record{};     ///< leaves the element in the text, and reports a section
  std::vector<std::string> unwrap{};     ///< takes only the element's tags out
  std::vector<std::string> reasoning{};  ///< takes the element out: its bytes are reasoning
  std::vector<std::string> thought{};    ///< takes the element out: it becomes a thought
  std::vector<std::string> call{};       ///< reads the element as a tool call
  std::vector<std::string> drop{};  ///< takes this literal out, wherever it stands outside calls

  // ---- tools

  /// The tools that were offered, as JSON: a list of tools as OpenAI or Anthropic take them, or
  /// only schemas. They give types to values that the model writes without types.
  std::string tools{};
  /// The tools that may be called: "auto", "none", "required", the name of a tool, or an object as
  /// OpenAI takes it. Empty is "auto". With "none" a call is the error `not_allowed`; with
  /// "required" or a name a call in JSON may stand without markers.
  std::string tool_choice{};
  /// False: only the first call of an answer counts; later calls are the error `not_allowed`.
  bool parallel_tool_calls = true;
  /// Only tools of `tools` may be called; a call of any other tool is the error `unknown_tool`.
  /// Without a marker that is always so if there are `tools`: a call of any other tool is text.
  bool only_offered = false;

  // ---- where the answer begins

  /// The end of the prompt. The answer begins in the state in which the prompt ends: in reasoning,
  /// in a call, or inside a marker. Overrules the next two options.
  std::string prompt_tail{};
  /// The prompt has opened the reasoning (of several rules for reasoning the first).
  bool start_in_reasoning = false;
  /// The prompt has opened this element: a tag or opening marker of a `hide`, `thought` or
  /// `reasoning` rule.
  std::string start_inside{};

  // ---- broken or odd text

  /// How a hidden section that never closes is treated.
  UnclosedSection unclosed_section = UnclosedSection::section;
  /// Where reasoning that never closes goes in the message.
  UnclosedReasoning unclosed_reasoning = UnclosedReasoning::reasoning;
  /// How a call that never closes is treated.
  UnclosedCall unclosed_call = UnclosedCall::automatic;
  /// Where the bytes of a broken call go.
  BadCalls bad_calls = BadCalls::content;
  /// How a call in open reasoning is treated.
  CallsInReasoning calls_in_reasoning = CallsInReasoning::automatic;
  /// How a call without its wrapper is treated. Only for calls that have one.
  BareCalls bare_calls = BareCalls::automatic;
  /// Where reasoning may begin after visible text.
  ReasoningAgain reasoning_again = ReasoningAgain::automatic;
  /// Which tags in Markdown code are text.
  MarkdownCode markdown_code = MarkdownCode::automatic;
  /// Which closing tag ends a hidden section or a thought.
  Nesting nesting = Nesting::balanced;
  /// Rules of `hide`, `unwrap` and `record` count only before the first visible byte that is not
  /// blank.
  bool leading_only = false;
  /// Names of tags and attributes are compared without ASCII case. Markers stay exact.
  bool ignore_case = false;
  /// A spelling that JSON does not have makes a call an error. Raw line ends in strings are
  /// allowed.
  bool strict_json = false;

  // ---- output

  /// Calls and thoughts are also reported in pieces, while they are open.
  bool incremental = false;
  /// Blanks at either end of a stretch of content or reasoning are markup.
  bool trim = false;
  /// Names of parameters, tools and tags: in the arguments of these that are strings, and in the
  /// text of sections and thoughts of these tags, the five entities of XML and numeric references
  /// are decoded. `raw` and spans stay as they are.
  std::vector<std::string> decode_entities{};
  /// How a `Message` makes up ids.
  IdStyle id_style = IdStyle::counted;
  /// Decides random ids; 0: the system's entropy decides them.
  std::uint64_t id_seed = 0;

  /// The limits. Each member is an option, too, by its own name.
  Limits limits{};

  /// Sets one option by its name. A list gets one more entry; a number may end in K, M or G; "none"
  /// means no limit. Texts, entries of lists and limits of 0 are checked by `Rules::make` alone.
  /// @return  null, or the error: no such name or word (with the nearest), number or boolean
  [[nodiscard]] std::optional<Error> set(std::string_view name, std::string_view value);

  /// The options of a JSON object, each by its name. A list is a string or an array of strings; a
  /// pair of markers may be an array of two strings. `tools` and `tool_choice` may be JSON values.
  /// null is the default of an option, and no limit for a limit.
  /// @error bad_option — `json` is no such object; as `set`
  [[nodiscard]] static Result<Options> from_json(std::string_view json);
};

/// A pair of markers for a rule. The markers may have any bytes, also dots:
/// `between("Thinking...", "...done")`.
[[nodiscard]] std::string between(std::string_view open, std::string_view close);

/// The description of an option, for help and reference.
struct OptionInfo {
  /// The type of an option's value. The numbers are stable: types are only ever appended.
  enum class Type : std::uint8_t {
    text = 0,     ///< a text
    list = 1,     ///< texts: `set` adds one
    boolean = 2,  ///< `true` or `false`
    choice = 3,   ///< one of `values`
    number = 4,   ///< a number
    json = 5,     ///< a JSON value, as text; or one of `values`, if there are any
    bytes = 6,    ///< a text that need not be UTF-8
    size = 7,     ///< a number of bytes, or of other things, such as `64K`; or `none`: no limit
    rules = 8,    ///< tags and pairs of markers: `set` adds one
  };

  std::string_view name;                   ///< as `set` takes it
  Type type = Type::text;                  ///< the type of its value
  std::string_view sentence;               ///< its effect, without a full stop
  std::string_view default_value{};        ///< as `set` takes it; empty: none
  std::vector<std::string_view> values{};  ///< of a choice, or of JSON: its words
};

/// The word for `type` in all output: the name of the enumerator.
[[nodiscard]] const char* to_string(OptionInfo::Type type) noexcept;

/// All options, in the order of `Options`. @lifetime the program's
[[nodiscard]] std::span<const OptionInfo> option_infos();

}  // namespace tagstream
