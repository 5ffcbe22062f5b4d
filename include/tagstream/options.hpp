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

/// What to read, and how. The names are those of JSON, Python, and the command line;
/// docs/options.md has them all with their defaults.
///
/// What to read is a dialect, rules of your own, or both: they add up, and a rule of your own
/// stands in place of the dialect's for the same tag or marker.
///
/// A rule is an action (the name of its list) and what it acts on: the name of a tag (`"think"`),
/// or a pair of markers with `…` or `...` between them (`"[THINK]…[/THINK]"`; see `between`), or,
/// of `call`, a line that looks like the call (`"<tool>{\"name\": \"NAME\", \"arguments\":
/// ARGUMENTS}"`
/// `"</tool>"`: docs/own-formats.md).
struct Options {
  // ---- a dialect: at most one of the first three, or one or both of the next two

  /// A family of models, by a name of `dialects()` or an alias; or "auto": what any of them writes.
  std::string dialect{};
  /// The name of a model: its dialect is used, and `start_in_reasoning` if its prompts always open
  /// the reasoning.
  std::string model{};
  /// A dialect of your own, as text that looks like what the model writes (docs/own-formats.md). It
  /// is tried first: a call is written by it and read back.
  std::string format{};
  /// A dialect: only its reasoning.
  std::string reasoning_of{};
  /// A dialect: only its calls; reasoning is content.
  std::string calls_of{};

  // ---- rules of your own

  std::vector<std::string> hide{};       ///< takes the element out of the text: a section
  std::vector<std::string> record{};     ///< leaves it in the text, and reports it as a section
  std::vector<std::string> unwrap{};     ///< takes only its tags out
  std::vector<std::string> reasoning{};  ///< takes it out, and its bytes come as reasoning
  std::vector<std::string> thought{};    ///< takes it out: a thought with type and confidence
  std::vector<std::string> call{};       ///< reads it as a tool call
  std::vector<std::string> drop{};  ///< takes this literal out, wherever it stands outside calls

  // ---- tools

  /// The tools that were offered, as JSON: a list of tools as OpenAI or Anthropic take them, or
  /// schemas alone. They give types to values that are written without.
  std::string tools{};
  /// What may be called: "auto", "none", "required", the name of a tool, or the object that says it
  /// to OpenAI. Empty is "auto".
  std::string tool_choice{};
  /// False: only the first call is one; those that follow are `not_allowed`.
  bool parallel_tool_calls = true;
  /// Only tools of `tools` are called; others are `unknown_tool`. Calls without a marker are always
  /// held to that if there are tools: else they are text.
  bool only_offered = false;

  // ---- where the answer begins

  /// The end of the prompt: the answer goes on where it ends, in reasoning, in a call, or in a
  /// marker that is half written. Overrules the next two.
  std::string prompt_tail{};
  /// The prompt has opened the reasoning (of several rules for reasoning the first).
  bool start_in_reasoning = false;
  /// The prompt has opened this: what a `hide` or `thought` rule acts on, a tag or opening marker.
  std::string start_inside{};

  // ---- what is broken or odd

  /// What becomes of a hidden section that never closes.
  UnclosedSection unclosed_section = UnclosedSection::section;
  /// Where reasoning that never closes goes in the message.
  UnclosedReasoning unclosed_reasoning = UnclosedReasoning::reasoning;
  /// What becomes of a call that never closes.
  UnclosedCall unclosed_call = UnclosedCall::automatic;
  /// Where the bytes of a broken call go.
  BadCalls bad_calls = BadCalls::content;
  /// What becomes of a call in open reasoning.
  CallsInReasoning calls_in_reasoning = CallsInReasoning::automatic;
  /// Where reasoning may begin after visible text.
  ReasoningAgain reasoning_again = ReasoningAgain::line;
  /// Which tags in Markdown code are text.
  MarkdownCode markdown_code = MarkdownCode::calls;
  /// Which closing tag ends a hidden section.
  Nesting nesting = Nesting::balanced;
  /// `hide`, `unwrap`, `record`: only before the first visible byte that is not blank.
  bool leading_only = false;
  /// Names of tags and attributes compare without ASCII case. Markers stay exact.
  bool ignore_case = false;
  /// Spellings that JSON does not have make a call an error, raw line ends in strings aside.
  bool strict_json = false;

  // ---- what comes out

  /// Calls and thoughts are reported in pieces while they are open, too.
  bool incremental = false;
  /// Blanks at either end of a stretch of content or reasoning are markup.
  bool trim = false;
  /// How a `Message` makes ids.
  IdStyle id_style = IdStyle::counted;
  /// Random ids follow from it; 0: from the system's entropy.
  std::uint64_t id_seed = 0;

  /// Its members are options, too, each by its own name.
  Limits limits{};

  /// Sets one option by its name. A list gets one more; a number may end in K, M or G; "none" is no
  /// limit.
  /// @return  nothing, or why not: an unknown name or value comes with the nearest one
  [[nodiscard]] std::optional<Error> set(std::string_view name, std::string_view value);

  /// The options that a JSON object says, each by its name. A list is a string or an array of
  /// strings, in which a pair of markers may be an array of two; `tools` and `tool_choice` may be
  /// JSON as it is; null is what the option is by default, and no limit.
  /// @error bad_option — not such an object; as `set`
  [[nodiscard]] static Result<Options> from_json(std::string_view json);
};

/// A pair of markers for a rule, whatever signs they hold: `between("Thinking...", "...done")`.
[[nodiscard]] std::string between(std::string_view open, std::string_view close);

/// What an option is, for help and reference.
struct OptionInfo {
  /// What it takes.
  enum class Type : std::uint8_t { text = 0, list = 1, boolean = 2, choice = 3, number = 4 };

  std::string_view name;                   ///< as `set` takes it
  Type type = Type::text;                  ///< what it takes
  std::string_view sentence;               ///< what it does, without a full stop
  std::string_view default_value{};        ///< as `set` takes it; empty: none
  std::vector<std::string_view> values{};  ///< of a choice: its words
};

/// All options, in the order of `Options`. @lifetime the program's
[[nodiscard]] std::span<const OptionInfo> option_infos();

}  // namespace tagstream
