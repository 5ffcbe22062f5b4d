#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/schema.hpp"
#include "tagstream/tool.hpp"

namespace tagstream {

/// What to read. Names are those of `dialects()`, or their aliases.
struct ParseOptions {
  /// Reasoning and calls of one family. Give this, or one or both of the next two.
  std::string dialect{};

  /// Only the reasoning of a family, or "none".
  std::string reasoning{};

  /// Only the calls of a family, or "none".
  std::string tool_format{};

  /// The prompt has already opened the reasoning.
  bool start_in_reasoning = false;

  /// Reasoning, its markers included, is content. Calls are found as ever.
  bool no_reasoning = false;

  /// Without a value these are as the family's row says.
  std::optional<CallsInReasoning> calls_in_reasoning{};
  std::optional<OnUnclosedCall> on_unclosed{};

  /// Spellings that JSON does not have make an error, raw line ends in strings aside.
  bool strict_json = false;

  /// Give the name and the arguments of a call in pieces while it is open, too.
  bool incremental = false;

  /// More literal tokens to take out of text and reasoning.
  std::vector<std::string> drop{};

  bool ignore_case = false;
  bool markdown_code = false;

  /// Types for the values of XML bodies.
  std::vector<ToolSchema> schemas{};

  Limits limits{};
};

/// Checked and compiled options: immutable, cheap to copy, shared by any number of parsers.
class ParseRules {
 public:
  /// @error bad_option — an unknown name (the message gives it), none at all, `dialect` together
  ///                     with one of the others, a `reasoning` or `tool_format` that the family
  ///                     does not have or whose message headers differ, `start_in_reasoning`
  ///                     without reasoning to be in, an empty token to drop, two schemas for a tool
  static Result<ParseRules> make(ParseOptions options);

  [[nodiscard]] const ParseOptions& options() const;

 private:
  friend class Parser;
  struct Data;
  explicit ParseRules(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// Reads what a model family writes: content, reasoning and calls, in the order of the text.
///
/// The events are `content_delta`, `reasoning_delta`, `tool_call` (or its pieces), `tool_error`,
/// `markup` and `notice`. A call that is none gives its bytes back to content as soon as that is
/// known, and the `tool_error` that follows only quotes them; one that has started in pieces keeps
/// them. Call ids are the model's own; `call_id` makes one where it gave none.
/// @source docs/dialects.md ; L1 to L8
class Parser {
 public:
  explicit Parser(ParseRules rules);

  /// The same in one step. @error as `ParseRules::make`
  static Result<Parser> make(ParseOptions options);

  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;
  ~Parser();

  /// What this chunk makes certain.
  /// @param chunk  any bytes, cut anywhere; not kept after the call
  /// @return       events in stream order; their views live until the next feed, finish or reset
  /// @error        finished, limit_exceeded — as `Filter::feed`
  /// @cost         O(chunk) amortised; holds at most `max_held_bytes` + `max_tag_bytes`
  Result<std::span<const Event>> feed(std::string_view chunk);

  /// The end of the stream: everything held comes out. A second call gives nothing.
  std::span<const Event> finish();

  /// What stopped this reader (`LimitPolicy::error`), or null.
  [[nodiscard]] const Error* error() const;

  /// Forgets the stream, keeps the rules, and is ready for the next one.
  void reset();

  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The id of a call: the model's own, or `call_` and its index.
[[nodiscard]] std::string call_id(const ToolCall& call);

/// A call with its own copy of everything.
struct MessageCall {
  std::string id;
  std::string name;
  std::string arguments;  ///< a JSON object
};

/// A whole answer.
struct Message {
  std::string content;
  std::string reasoning;
  std::vector<MessageCall> calls;

  /// Adds what events say. Deltas of a call need not be given: its end has all of it.
  void add(std::span<const Event> events);
};

/// Reads a whole answer at once: `feed(text)`, then `finish()`, collected.
/// @error limit_exceeded — only with `LimitPolicy::error`
[[nodiscard]] Result<Message> parse_all(std::string_view text, const ParseRules& rules);

}  // namespace tagstream
