#pragma once

// Reads a call's body up to its end, by these steps:
//
//   head ─▶ [name] ─▶ [fence] ─▶ body       one of the alternatives of `Body`
//
// mistral's `[TOOL_CALLS]f[ARGS]{"a":1}` has the head `[TOOL_CALLS]`, the name f and a body of
// JSON. hermes has neither a name nor a fence: its body begins after `<tool_call>`.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "body/body.hpp"
#include "body/call_name.hpp"
#include "body/fence.hpp"
#include "body/pairs_ahead.hpp"
#include "lex/rules.hpp"
#include "machine/call_policy.hpp"

namespace tagstream {

/// The facts about a call when it opens.
struct CallOpening {
  const CallPolicy& policy;
  const RuleSet& set;
  const Segment& segment;  // holds the opening tag
  const Match& opener;
  std::uint64_t start;    // of the call
  std::string_view name;  // from neither its tag nor its body; empty: none
  bool first_close;       // the first closing tag of a raw body ends it
};

class CallValue {
 public:
  /// Precondition: policy and set outlive the object.
  explicit CallValue(const CallOpening& call);
  CallValue(const CallValue&) = delete;
  CallValue& operator=(const CallValue&) = delete;

  /// Reads to the end of the segment, or to the end of the body by its format.
  BodyEnd read(const BodyInput& input) {
    if (stage_ == Stage::body) {
      if (JsonBody* const json = std::get_if<JsonBody>(&body_)) return json->read(input, list_);
    }
    return read_any(input);
  }
  /// Goes on with JSON at `at`: the bytes so far show that the body is JSON.
  void go_on_as_json(std::uint64_t at);

  [[nodiscard]] CallList& list() { return list_; }
  [[nodiscard]] const CallList& list() const { return list_; }
  [[nodiscard]] Fence& fence() { return fence_; }
  /// The kind of value that the next bytes belong to.
  enum class In : std::uint8_t {
    no_value,
    text,    ///< text between tags
    strings  ///< a value with strings, in which closers do not count
  };
  [[nodiscard]] In in() const {
    if (const XmlBody* const xml = std::get_if<XmlBody>(&body_)) {
      return xml->in_value() ? In::text : In::no_value;
    }
    const auto finds_closer = [](const auto& body) { return body.finds_closer; };
    return std::visit(finds_closer, body_) ? In::no_value : In::strings;
  }

  // As the functions of BodyReader. The body may not have begun.
  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    if (stage_ != Stage::body) return nullptr;
    return std::visit([](const auto& body) { return body.plain_bytes(); }, body_);
  }
  [[nodiscard]] Shield shield() const;
  [[nodiscard]] std::uint64_t keep_from() const;
  /// @param failed_at  the byte that failed, which may begin the cut-off closing tag of an empty
  ///                   body
  std::optional<std::uint64_t> ends_here(const BodyInput& input,
                                         std::optional<std::uint64_t> failed_at);
  void note_quoted(QuotedStretches& failed) const;

  /// True if only blanks, or a name that needs no arguments, stand before `offset`.
  [[nodiscard]] bool is_blank_until(std::uint64_t offset) const;
  /// Ends an empty body: a call without arguments if the tool has a name, else an error.
  void be_empty(const Segment& segment, std::uint64_t at, bool is_self_closing,
                LexerCounters& counters);

 private:
  enum class Stage : std::uint8_t { head, name, fence, body };
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  BodyEnd read_any(const BodyInput& input);
  void read_head(const BodyInput& input);
  BodyEnd read_name(const BodyInput& input);
  [[nodiscard]] bool may_be_alone(const Segment& segment) const;
  BodyEnd read_fence(const BodyInput& input);
  void begin(std::uint64_t at, CallBody format);

  BodyPlace place_;  // without `call_name`, whose bytes do not stay in memory
  std::uint64_t start_;
  CallList list_;
  std::string written_name_;    // of the tag, if it is not spelled as in the rule
  std::string_view call_name_;  // of the tag
  std::optional<CallName> name_;
  PairsAhead pairs_;
  Fence fence_;
  Body body_;
  std::uint64_t at_;                  // head, fence: read up to here
  std::uint64_t value_begin_ = none;  // of a value that has begun
  Stage stage_ = Stage::head;
};

/// The end of the last complete string, or the beginning of the body if there is none.
[[nodiscard]] inline std::uint64_t literal_end(const CallValue& value, std::uint64_t body_begin) {
  return std::max(value.shield().last_end, body_begin);
}

}  // namespace tagstream
