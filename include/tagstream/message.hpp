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

/// Gives each call of a message an id of its own: the id that the model wrote, or a made-up one.
///
/// If an id was used before (the model repeats an id, or writes one that was made up), the later
/// call gets a new id: of the style `counted` the next free one of `call_N_2`, `call_N_3`, ... All
/// events of one call have the same id.
/// @cost  O(log n) and the id's length, for n calls; memory O(all ids)
class CallIds {
 public:
  CallIds() = default;
  /// @param seed  decides random ids; 0: the system's entropy decides them
  explicit CallIds(IdStyle style, std::uint64_t seed = 0);

  /// The id of the call that `event` is about. Precondition: `event.has_index`.
  std::string id(const Event& event);
  /// `own`, or a made-up id if `own` is empty or was given before. The view lives as long as this
  /// object.
  std::string_view next(std::string_view own, std::size_t index) & TAGSTREAM_LIFETIMEBOUND;
  std::string_view next(std::string_view own, std::size_t index) && = delete;

 private:
  std::string made_up(std::size_t index);

  IdStyle style_ = IdStyle::counted;
  std::uint64_t random_ = 0;
  std::map<std::size_t, std::string> by_index_;
  std::set<std::string> given_;
};

/// A section that owns its strings.
struct Section {
  std::string name;     ///< of the tag as written, or the opening marker
  std::string raw_tag;  ///< the opening tag or marker as written; empty if the prompt has opened it
  std::string content;  ///< raw: nested tags are not removed
  Span span;            ///< from the opening tag to one past the closing tag
  bool is_closed = false;        ///< the closing tag was there
  bool is_implied_open = false;  ///< the prompt has opened it
  bool is_recorded = false;      ///< of `record`: the section is content as well
  bool is_truncated = false;     ///< of `record`: cut at `max_section_bytes`

  /// The attributes of the opening tag; a marker has none.
  /// @lifetime  that of the section: keep the message that it is part of. No compiler sees that
  ///            `read(...).value().sections[0].attributes()` does not
  [[nodiscard]] std::vector<Attribute> attributes() const& { return attributes_of(opening_tag()); }
  std::vector<Attribute> attributes() const&& = delete;  // the views would dangle
  /// A copy of the value of the first attribute of this name; null if there is none.
  [[nodiscard]] std::optional<std::string> attribute(std::string_view wanted,
                                                     bool ignore_case = false) const {
    return std::optional<std::string>(attribute_of(opening_tag(), wanted, ignore_case));
  }

 private:
  [[nodiscard]] std::string_view opening_tag() const {
    return raw_tag.size() == name.size() ? std::string_view() : std::string_view(raw_tag);
  }
};

/// A call that owns its strings.
struct ToolCall {
  std::string id;             ///< see `CallIds`
  std::string name;           ///< of the tool
  std::string arguments;      ///< a JSON object, as text
  std::string raw;            ///< the body as written, trimmed of blanks
  Span span;                  ///< with its markers
  bool is_closed = true;      ///< the closing tag was there
  bool is_repaired = false;   ///< a slip was mended, or another reading exists
  bool is_recovered = false;  ///< its bytes were read a second time, after a broken call
  bool is_native = false;     ///< a server has read it itself: it stands nowhere in the text
  std::uint32_t index = 0;    ///< that of its events
};

/// A broken call, or text in the place of a call.
struct ToolCallError {
  Code code = Code::none;    ///< why it is no call
  std::string text;          ///< one plain sentence
  std::string name;          ///< of the tool, if known
  std::string raw;           ///< the body as written, trimmed of blanks; of a call that is cut off
                             ///< all of its bytes
  std::uint64_t offset = 0;  ///< the byte of the stream that it speaks of
  bool is_native = false;    ///< a server has read it itself: it stands nowhere in the text
};

/// A thought that owns its strings.
struct Thought {
  std::string text;          ///< trimmed of blanks
  std::string thought_type;  ///< the attribute of that name, decoded; empty if there is none
  std::optional<double> confidence;  ///< from 0 to 1; null without attributes of thoughts
  Span span;                         ///< from the opening tag to one past the closing tag
  bool has_attributes = false;       ///< it has one of the attributes of thoughts
  bool is_closed = false;            ///< the closing tag was there
  bool is_truncated = false;         ///< cut at a limit
};

/// A remark for the caller: a limit was reached, a call is cut off.
struct Notice {
  Code code = Code::none;    ///< what happened
  std::string text;          ///< one plain sentence
  std::uint64_t offset = 0;  ///< the byte of the stream that it speaks of
  std::string name{};        ///< the tag or opening marker of the rule that it is about, if any
};

/// A whole answer, collected from the events of a reader.
struct Message {
  Message() = default;
  /// A message whose calls get their ids from `ids`.
  explicit Message(CallIds ids) : ids_(std::move(ids)) {}

  std::string content;               ///< all visible text
  std::string reasoning;             ///< all reasoning
  std::vector<ToolCall> tool_calls;  ///< in the order of their indices
  /// Broken calls, and calls that are cut off: a notice `unclosed_call` is the error `unclosed`
  /// here.
  std::vector<ToolCallError> tool_call_errors;
  std::vector<Section> sections;  ///< hidden and recorded ones, in the order of their ends
  std::vector<Thought> thoughts;
  std::vector<Notice> notices;  ///< but for `stopped` and `unclosed_call`
  /// Why the answer has ended, in the words of chat completions. `stop`: the model was done.
  /// `tool_calls`: the answer has calls. `length`: it was cut off, as the caller has said, or a
  /// limit has stopped the reader. A caller may set another word of a server. Empty: not known, and
  /// `null` in JSON. `finish` decides it.
  std::string finish_reason;
  /// False: the text has ended in reasoning. Null: not known. `finish` decides it.
  std::optional<bool> reasoning_closed;
  std::optional<Notice> stopped;  ///< why the reader stopped before the end; null: it did not

  /// Sets the finish reason `length`: the caller knows that the answer was cut off.
  void set_cut_off() { finish_reason = "length"; }

  /// False if the message has calls and its content is blank.
  [[nodiscard]] bool has_content() const;

  /// Adds events, and copies their strings. Pieces of a call or thought add nothing, since its last
  /// event has the whole; but the start of a call decides its id. A notice `reasoning_as_content`
  /// moves the unclosed reasoning to the end of the content.
  void add(std::span<const Event> events);

  /// The answer has ended: adds the events of the reader's `finish`, and decides `finish_reason`
  /// and `reasoning_closed` if they are not known yet. Of an answer that never came to its end, as
  /// of a stream that was cancelled, they stay unknown.
  void finish(std::span<const Event> events = {});

  /// The id that the call of this event has in `tool_calls`, or will have when it is complete.
  /// Precondition: `event.has_index`.
  std::string id(const Event& event) { return ids_.id(event); }

 private:
  // The beginning of a stretch of reasoning, in the input and in `reasoning`.
  struct ReasoningStart {
    std::uint64_t offset;
    std::size_t at;
    std::size_t separator;  // the blanks between this stretch and the one before, with `trim`
  };
  void add_one(const Event& event);
  void move_unclosed(std::uint64_t from);

  std::vector<ReasoningStart> reasoning_starts_;
  std::uint64_t reasoned_until_ = ~std::uint64_t{0};
  std::string section_;            // the text of the open section so far
  bool has_cut_off_call_ = false;  // its bytes follow
  CallIds ids_;
};

}  // namespace tagstream
