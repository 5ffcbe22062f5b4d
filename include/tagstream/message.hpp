#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/call.hpp"
#include "tagstream/event.hpp"
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

  /// The id of this call. Precondition: `call.has_index`.
  std::string id(const Call& call);
  /// `own`, or an id that is made up if that is empty or has been given. Lives as long as this.
  std::string_view next(std::string_view own, std::size_t index);

 private:
  std::string made_up(std::size_t index);

  IdStyle style_ = IdStyle::counted;
  std::uint64_t random_ = 0;
  std::vector<std::string> by_index_;
  std::set<std::string> given_;
};

/// A section with its own copy of everything.
struct Section {
  std::string tag_name;
  std::string raw_tag;  ///< the opening tag as written; attributes() reads it
  std::string content;  ///< raw
  Span span;            ///< from the opening tag to one past the closing tag
  bool is_closed = false;
  bool is_implied_open = false;
  bool is_truncated = false;
  bool is_recorded = false;  ///< of a `record` rule, visible as well

  /// Those of the opening tag; a marker has none.
  [[nodiscard]] AttributeRange attributes() const {
    return raw_tag.size() == tag_name.size() ? AttributeRange() : AttributeRange(raw_tag);
  }
};

/// A call with its own copy of everything.
struct MessageCall {
  std::string id;  ///< see `CallIds`
  std::string tool;
  std::string arguments;  ///< a JSON object; empty for raw bodies
  std::string content;    ///< the raw body, trimmed of blanks
  Span span;
  bool is_closed = true;
  bool is_repaired = false;
  bool is_recovered = false;
};

/// Something that a caller should know: a body that was not a call, a limit, an unclosed call.
struct MessageNote {
  NoticeCode notice = NoticeCode::none;       ///< of a notice
  CallErrorCode error = CallErrorCode::none;  ///< of a call_error
  std::string message;                        ///< one plain sentence
  std::string content;                        ///< call_error: the raw body, trimmed of blanks
  std::uint64_t offset = 0;                   ///< the byte of the stream that it speaks of
  Span span;                                  ///< call_error: from its opening tag to its end

  [[nodiscard]] bool is_error() const { return error != CallErrorCode::none; }
};

/// Why the model has ended its answer.
enum class FinishReason : std::uint8_t {
  stop,        ///< it was done
  tool_calls,  ///< it calls tools
  length,      ///< the answer was cut off: only the caller knows that
};

/// The word used for `reason` in output, for example "tool_calls".
[[nodiscard]] const char* to_string(FinishReason reason) noexcept;

/// A whole answer, collected from the events of any reader.
struct Message {
  Message() = default;
  /// How ids are made.
  explicit Message(CallIds ids) : ids_(std::move(ids)) {}

  std::string content;
  std::string reasoning;
  std::vector<MessageCall> calls;
  std::vector<MessageNote> notes;  ///< errors and notices, in order
  std::vector<Section> sections;   ///< hidden and recorded ones, in the order of their ends
  bool is_cut_off = false;         ///< set by the caller: the answer was longer than it might be

  [[nodiscard]] FinishReason finish_reason() const {
    if (is_cut_off) return FinishReason::length;
    return calls.empty() ? FinishReason::stop : FinishReason::tool_calls;
  }

  /// False if only blanks stand beside calls: such a message has no text of its own.
  [[nodiscard]] bool has_content() const;

  /// Adds what events say, and copies it. The pieces of a call add nothing: its end has all of it.
  /// A notice `unclosed_reasoning` moves that reasoning to the end of the content.
  void add(std::span<const Event> events);

 private:
  // Where a stretch of reasoning begins, in the input and in `reasoning`.
  struct Stretch {
    std::uint64_t offset;
    std::size_t at;
  };
  void move_unclosed(std::uint64_t from);

  std::vector<Stretch> stretches_;
  std::uint64_t reasoned_until_ = ~std::uint64_t{0};
  CallIds ids_;
};

}  // namespace tagstream
