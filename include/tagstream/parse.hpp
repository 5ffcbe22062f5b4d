#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/call.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/message.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/schema.hpp"

namespace tagstream {

struct FamilyFormat;

/// What to read. Names are those of `dialects()`, or their aliases.
struct ParseOptions {
  /// Reasoning and calls of one family. Give this, or `format`, or one or both of the next two.
  std::string dialect{};

  /// Only the reasoning of a family, or "none".
  std::string reasoning{};

  /// Only the calls of a family, or "none".
  std::string tool_format{};

  /// A format of your own, as text that looks like what the model writes: docs/own-formats.md. It
  /// is tried first: a call is written by it and read back.
  std::string format{};

  /// The prompt has already opened the reasoning.
  bool start_in_reasoning = false;

  /// Reasoning, its markers included, is content. Calls are found as ever.
  bool no_reasoning = false;

  /// Where reasoning may begin once there is visible text. Before it, it may anywhere.
  ReasoningAgain reasoning_again = ReasoningAgain::line;

  /// Where reasoning goes that never closes. Deltas are final: only the message differs.
  UnclosedReasoning unclosed_reasoning = UnclosedReasoning::reasoning;

  /// How `parse_all` makes ids; who collects events says it to `CallIds` or `Message`.
  IdStyle id_style = IdStyle::counted;

  /// Without a value these are as the family's row says.
  std::optional<CallsInReasoning> calls_in_reasoning{};
  std::optional<OnUnclosedCall> on_unclosed_call{};

  /// What is called. `tool_name`: the tool of `ToolChoice::named`.
  ToolChoice tool_choice = ToolChoice::automatic;
  std::string tool_name{};

  /// Only the first call is one; those that follow are `CallErrorCode::not_allowed`.
  bool no_parallel = false;

  /// Only tools with a schema are called; others are `CallErrorCode::unknown_tool`. Calls without a
  /// marker are always held to that if there are schemas: else they are text.
  bool only_offered = false;

  /// Where the bytes of a body go that is not a call.
  BadCalls bad_calls = BadCalls::content;

  /// Spellings that JSON does not have make an error, raw line ends in strings aside.
  bool strict_json = false;

  /// Report the name and the arguments of a call in pieces while it is open, too.
  bool incremental = false;

  /// Blanks at either end of a stretch of content or reasoning are markup.
  bool trim = false;

  /// More literal tokens to take out of text and reasoning.
  std::vector<std::string> drop{};

  bool ignore_case = false;
  bool markdown_code = false;

  /// Types for the values of XML bodies.
  std::vector<ToolSchema> schemas{};

  Limits limits{};
};

/// Checked and compiled options.
class ParseRules : public Rules {
 public:
  /// @error bad_option — an unknown name (the message gives it), none at all, `dialect` or `format`
  ///                     together with one of the others, a format that says what is not read (the
  ///                     message gives line, column and the word that is meant), a `reasoning` or
  ///                     `tool_format` that the family does not have or whose message headers
  ///                     differ, `start_in_reasoning` without reasoning to be in or with the
  ///                     dialect `auto`, which can't know what will close it, an empty token to
  ///                     drop, two schemas for a tool, a tool choice that names no tool or one that
  ///                     is not offered, `only_offered` without schemas
  static Result<ParseRules> make(ParseOptions options);

  [[nodiscard]] const ParseOptions& options() const { return *options_; }

 private:
  static Result<ParseRules> compile(ParseOptions options, std::shared_ptr<const FamilyFormat> own);
  ParseRules(Rules rules, std::shared_ptr<const ParseOptions> options)
      : Rules(std::move(rules)), options_(std::move(options)) {}
  std::shared_ptr<const ParseOptions> options_;
};

/// Reads what a model family writes: content, reasoning and calls, in the order of the text. See
/// `Reader`.
///
/// The events are `content`, `reasoning`, `call` (and its pieces), `call_error`, `markup`, `notice`
/// and `stopped`. What turns out not to be a call gives its bytes back to content as soon as that
/// is known, and the `call_error` that follows only quotes them; one that has started in pieces
/// keeps them.
/// @source docs/dialects.md ; L1 to L8
class Parser : public Reader {
 public:
  explicit Parser(ParseRules rules) : Reader(std::move(rules)) {}

  /// The same in one step. @error as `ParseRules::make`
  static Result<Parser> make(ParseOptions options);

  /// Reads the end of the prompt by the same rules, in one or more pieces, and gives nothing: the
  /// answer goes on where it ends, in reasoning, in a header, in a call, or in a marker that is
  /// half written. Offsets of the answer count from after it.
  ///
  /// What stands before the last header of an assistant's message that the row knows is not read.
  /// Where the row starts and `start_in_reasoning` mean nothing then: the prompt says it.
  /// @return  true if something is open
  /// @error limit_exceeded — only with `LimitPolicy::error`
  /// @cost    O(tail)
  /// Precondition: nothing has been fed since the last reset.
  /// @source docs/parse.md#where-an-answer-begins
  Result<bool> prime(std::string_view tail) { return Reader::prime(tail); }
};

/// Reads a whole answer at once: `feed(text)`, then `finish()`, collected.
/// @error limit_exceeded — only with `LimitPolicy::error`
[[nodiscard]] Result<Message> parse_all(std::string_view text, const ParseRules& rules);

}  // namespace tagstream
