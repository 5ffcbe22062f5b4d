#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/call.hpp"
#include "tagstream/message.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/rule.hpp"
#include "tagstream/schema.hpp"

namespace tagstream {

/// How tool calls are read. Every field has a default that calls only what is certainly a call.
struct ToolOptions {
  /// The calls, and what else to hide, unwrap or record. Nothing in a hidden section is a call.
  std::vector<Rule> rules{call("tool")};

  /// Hidden sections only, as for a filter.
  Nesting nesting = Nesting::balanced;
  OnUnclosed on_unclosed = OnUnclosed::section;
  std::string start_inside{};

  /// Elements count only before the first visible byte that is not blank.
  bool leading_only = false;

  /// What a call is whose closing tag never comes.
  OnUnclosedCall on_unclosed_call = OnUnclosedCall::text;

  /// Where the bytes of a body go that is not a call.
  BadCalls bad_calls = BadCalls::hide;

  /// Spellings that JSON does not have make an error, raw line ends in strings aside.
  bool strict_json = false;

  /// Report the name and the arguments of a call in pieces while it is open, too.
  bool incremental = false;

  bool ignore_case = false;
  bool markdown_code = false;

  /// Types for the values of XML bodies.
  std::vector<ToolSchema> schemas{};

  Limits limits{};
};

/// Checked and compiled options.
class ToolRules : public Rules {
 public:
  /// @error bad_option — no call rule, a rule that can't be, two schemas for one tool; the message
  ///                     names it
  static Result<ToolRules> make(ToolOptions options);

  [[nodiscard]] const ToolOptions& options() const { return *options_; }

 private:
  ToolRules(Rules rules, std::shared_ptr<const ToolOptions> options)
      : Rules(std::move(rules)), options_(std::move(options)) {}
  std::shared_ptr<const ToolOptions> options_;
};

/// Takes the tool calls out of a stream: text leaves at once, a call when its closing tag is there.
/// See `Reader`.
///
/// The events are those of a `Filter`, and the `call*` kinds. Nothing of a call leaks into text,
/// nothing of text into a call, however the stream is cut. What a JSON string or an attribute
/// quotes never becomes a call.
/// @source docs/tools.md ; L1 to L8
class ToolReader : public Reader {
 public:
  explicit ToolReader(ToolRules rules) : Reader(std::move(rules)) {}

  /// The same in one step. @error as `ToolRules::make`
  static Result<ToolReader> make(ToolOptions options);
};

/// Reads a whole text at once: `feed(text)`, then `finish()`, collected.
/// @error limit_exceeded — only with `LimitPolicy::error`
[[nodiscard]] Result<Message> tools_all(std::string_view text, const ToolRules& rules);

}  // namespace tagstream
