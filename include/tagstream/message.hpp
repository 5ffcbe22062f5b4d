#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/event.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// Gives each call of one message an id of its own: the model's, else one that is made up.
///
/// Where an id has been used before (the model repeats one, or writes one that was made up), the
/// later call gets a new one; of counted ones the next free `call_N_2`, `call_N_3`, … The same
/// index has the same id in all events of one call.
/// @cost  O(log n) and the id's length, for n calls; memory O(all ids)
class CallIds {
 public:
  CallIds() = default;
  /// @param seed  random ids follow from it; 0: from the system's entropy
  explicit CallIds(IdStyle style, std::uint64_t seed = 0);

  /// The id of the call that `event` speaks of. Precondition: `event.has_index`.
  std::string id(const Event& event);
  /// `own`, or an id that is made up if that is empty or has been given. Lives as long as this.
  std::string_view next(std::string_view own, std::size_t index) & TAGSTREAM_LIFETIMEBOUND;
  std::string_view next(std::string_view own, std::size_t index) && = delete;

 private:
  std::string made_up(std::size_t index);

  IdStyle style_ = IdStyle::counted;
  std::uint64_t random_ = 0;
  std::map<std::size_t, std::string> by_index_;
  std::set<std::string> given_;
};

/// A section with its own copy of everything.
struct Section {
  std::string name;     ///< of the tag as written, or the opening marker
  std::string raw_tag;  ///< the opening tag or marker as written; empty if the prompt has opened it
  std::string content;  ///< raw
  Span span;            ///< from the opening tag to one past the closing tag
  bool is_closed = false;
  bool is_implied_open = false;
  bool is_recorded = false;   ///< of `record`: it is content as well
  bool is_truncated = false;  ///< of `record`: cut at `max_section_bytes`

  /// Those of the opening tag; a marker has none. @lifetime that of `raw_tag`, so keep the message
  /// that the section is part of
  [[nodiscard]] std::vector<Attribute> attributes() const& { return attributes_of(opening_tag()); }
  std::vector<Attribute> attributes() const&& = delete;  // the views would dangle
  /// The value of the first one of that name; nothing if it is absent. @lifetime that of `raw_tag`
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view wanted) const& {
    return attribute_of(opening_tag(), wanted);
  }
  std::optional<std::string_view> attribute(std::string_view wanted) const&& = delete;

 private:
  [[nodiscard]] std::string_view opening_tag() const {
    return raw_tag.size() == name.size() ? std::string_view() : std::string_view(raw_tag);
  }
};

/// A call with its own copy of everything.
struct ToolCall {
  std::string id;  ///< see `CallIds`
  std::string name;
  std::string arguments;  ///< a JSON object
  std::string raw;        ///< the body as written, trimmed of blanks
  Span span;
  bool is_closed = true;
  bool is_repaired = false;
  bool is_recovered = false;
};

/// What stood where a call should.
struct ToolCallError {
  Code code = Code::none;
  std::string text;          ///< one plain sentence
  std::string name;          ///< of the tool, if known
  std::string raw;           ///< the body as written, trimmed of blanks
  std::uint64_t offset = 0;  ///< the byte of the stream that it speaks of
};

/// A thought with its own copy of everything.
struct Thought {
  std::string text;  ///< trimmed of blanks
  std::string thought_type;
  double confidence = 0.5;
  Span span;
  bool has_attributes = false;
  bool is_closed = false;
  bool is_truncated = false;
};

/// Something that a caller should know: a limit, a call that is cut off.
struct Notice {
  Code code = Code::none;
  std::string text;          ///< one plain sentence
  std::uint64_t offset = 0;  ///< the byte of the stream that it speaks of
};

/// A whole answer, collected from events.
struct Message {
  Message() = default;
  /// How ids are made.
  explicit Message(CallIds ids) : ids_(std::move(ids)) {}

  std::string content;
  std::string reasoning;
  std::vector<ToolCall> tool_calls;
  std::vector<ToolCallError> tool_call_errors;
  std::vector<Section> sections;  ///< hidden and recorded ones, in the order of their ends
  std::vector<Thought> thoughts;
  std::vector<Notice> notices;
  /// Why the answer has ended, in the words of chat completions: `stop`; `tool_calls`, it calls
  /// tools; `length`, it was cut off (the caller says that, or a limit has stopped the reader).
  /// Another word of a server's may be put here. Empty: it is not known, and `null` in JSON.
  std::string finish_reason = "stop";
  bool reasoning_closed = true;   ///< false: the text has ended in reasoning
  std::optional<Notice> stopped;  ///< why not all was read

  /// The answer was longer than it might be: the caller knows that.
  void set_cut_off() { finish_reason = "length"; }

  /// False if only blanks stand beside calls: such a message has no text of its own.
  [[nodiscard]] bool has_content() const;

  /// Adds what events say, and copies it. Pieces of a call or thought add nothing: its end has all
  /// of it. A notice `reasoning_as_content` moves that reasoning to the end of the content.
  void add(std::span<const Event> events);

  /// The id that the call of this event has in `tool_calls`, or will have once it is whole.
  /// Precondition: `event.has_index`.
  std::string id(const Event& event) { return ids_.id(event); }

 private:
  // Where a stretch of reasoning begins, in the input and in `reasoning`.
  struct ReasoningStart {
    std::uint64_t offset;
    std::size_t at;
  };
  void add_one(const Event& event);
  void move_unclosed(std::uint64_t from);

  std::vector<ReasoningStart> stretches_;
  std::uint64_t reasoned_until_ = ~std::uint64_t{0};
  std::string section_;  // what has come of the one that is open
  CallIds ids_;
};

}  // namespace tagstream
