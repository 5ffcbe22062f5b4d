#pragma once

// Reads a call's body up to its end, by these stages:
//
//   [attributes] ─▶ start ─▶ [name] ─▶ [fence] ─▶ body       one of the alternatives of `Body`
//
//   <|open|>call tool="f"<|sep|>…    kimi_k3: attributes after the opener, then elements
//   [TOOL_CALLS]f[ARGS]{"a":1}       mistral: the name f, then JSON
//   <tool_call>{"name":"f"}          hermes: JSON at once
//   <tool_call>f\n<arg_key>…         glm45: the name f, then elements

#include <cstdint>
#include <optional>
#include <string>

#include "body/call_name.hpp"
#include "body/xml/xml_head.hpp"
#include "frame/body.hpp"
#include "frame/call_opening.hpp"
#include "frame/fence.hpp"
#include "frame/pairs_ahead.hpp"

namespace tagstream {

class CallValue {
 public:
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

  // As the functions of a body, which may not have begun.
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
  /// Adds the tags that have failed in the body.
  void add_failed_tags(QuotedStretches& failed) const;

  /// True if only blanks, or a name that needs no arguments, stand before `offset`.
  [[nodiscard]] bool is_blank_until(std::uint64_t offset) const;
  /// Ends an empty body: a call without arguments if the tool has a name, else an error.
  void be_empty(const Segment& segment, std::uint64_t at, bool is_self_closing,
                LexerCounters& counters);

 private:
  /// `refused`: the call is none, and says so whenever it is asked.
  enum class Stage : std::uint8_t { attributes, start, name, fence, body, refused };
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  BodyEnd read_any(const BodyInput& input);
  BodyEnd step(const BodyInput& input);
  BodyEnd read_attributes(const BodyInput& input);
  void read_start(const BodyInput& input);
  void begin_named(const Segment& segment);
  [[nodiscard]] bool is_name_before(PairsAhead::Status follows, const Segment& segment) const;
  BodyEnd read_name(const BodyInput& input);
  void take_offered_id();
  BodyEnd end_name(const BodyInput& input, CallName::Status status);
  BodyEnd read_fence(const BodyInput& input);
  BodyEnd read_body(const BodyInput& input);
  [[nodiscard]] std::string_view tool_in(std::string_view word) const;
  [[nodiscard]] std::string_view tool_around_object() const;
  /// True if an object may follow the name.
  [[nodiscard]] bool takes_object() const {
    return !list_.head().strict && !tool_in(list_.head().name).empty();
  }
  void begin_name();
  void begin_json(std::uint64_t at);
  void begin(std::uint64_t at, CallBody format);

  BodyPlace place_;  // without `call_name`, whose bytes do not stay in memory
  std::uint64_t start_;
  CallList list_;
  std::string written_name_;    // of the tag, if it is not spelled as in the rule
  std::string_view call_name_;  // of the tag
  XmlHead attributes_;
  std::optional<CallName> name_;
  PairsAhead pairs_;
  Fence fence_;
  Body body_;
  std::uint64_t at_;                  // before the body: read up to here
  std::uint64_t value_begin_ = none;  // of a value that has begun
  Stage stage_ = Stage::start;
};

}  // namespace tagstream
