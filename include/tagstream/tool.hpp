#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tagstream/call.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/rule.hpp"
#include "tagstream/schema.hpp"

namespace tagstream {

/// How tool calls are read. Every field has a default that calls only what is certainly a call.
struct ToolOptions {
  /// The calls, and what else to hide, unwrap or record. A call inside a hidden section is none.
  std::vector<Rule> rules{call("tool")};

  /// Hidden sections only.
  Nesting nesting = Nesting::balanced;

  OnUnclosedCall on_unclosed = OnUnclosedCall::text;

  /// Spellings that JSON does not have make an error, raw line ends in strings aside.
  bool strict_json = false;

  /// Give the name and the arguments of a call in pieces while it is open, too.
  bool incremental = false;

  bool ignore_case = false;
  bool markdown_code = false;

  /// Types for the values of XML bodies.
  std::vector<ToolSchema> schemas{};

  Limits limits{};
};

/// Checked and compiled options: immutable, cheap to copy, shared by any number of readers.
class ToolRules {
 public:
  /// @error bad_option — no call rule, a rule that can't be, two schemas for one tool; the message
  ///                     names it
  static Result<ToolRules> make(ToolOptions options);

  [[nodiscard]] const ToolOptions& options() const;

 private:
  friend class ToolReader;
  struct Data;
  explicit ToolRules(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// Takes the tool calls out of a stream: text leaves at once, a call when its closing tag is there.
///
/// The events are those of a `Filter`, and the `tool_*` kinds. Nothing of a call leaks into text,
/// nothing of text into a call, however the stream is cut. What a JSON string or an attribute
/// quotes never becomes a call.
/// @source docs/tools.md ; L1 to L8
class ToolReader {
 public:
  explicit ToolReader(ToolRules rules);

  /// The same in one step. @error as `ToolRules::make`
  static Result<ToolReader> make(ToolOptions options);

  ToolReader(ToolReader&&) noexcept;
  ToolReader& operator=(ToolReader&&) noexcept;
  ~ToolReader();

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

}  // namespace tagstream
