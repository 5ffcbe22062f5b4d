#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/event.hpp"
#include "tagstream/message.hpp"
#include "tagstream/wire/piece.hpp"

namespace tagstream::wire {

/// The field in which clients look for reasoning: OpenAI's own types have none for it.
enum class ReasoningField : std::uint8_t {
  reasoning_content = 0,  ///< most clients
  reasoning = 1,          ///< some
  both = 2,               ///< the same text in both
};

/// The word used for `field`, for example "reasoning_content".
[[nodiscard]] const char* to_string(ReasoningField field) noexcept;

/// The names of the fields that hold the reasoning: two for `both`.
[[nodiscard]] std::vector<std::string_view> names_of(ReasoningField field);

/// The part of an answer to which a delta adds.
enum class DeltaKind : std::uint8_t {
  content = 0,
  reasoning = 1,
  tool_call_start = 2,
  tool_call_delta = 3
};

/// One addition to an answer, as in the chunks of chat completions. Texts live as long as the event
/// that the delta was made from; ids and names live as long as the builder.
struct Delta {
  DeltaKind kind = DeltaKind::content;
  std::uint32_t index = 0;  ///< tool_call_*: of the call in its answer
  std::string_view text;    ///< content, reasoning, tool_call_delta
  std::string_view id;      ///< tool_call_start
  std::string_view name;    ///< tool_call_start
  bool is_native = false;   ///< tool_call_*: parsed by the server; pieces of several may alternate
};

/// Appends the `delta` object of a chunk.
void to_json(std::string& out, const Delta& delta, ReasoningField field);

/// A call that failed, and its choice. `offset` is a byte of the choice's text. If the end of the
/// text cut the call off before a first piece was given, `raw` is all of its bytes, the opener
/// included, which are content now.
struct ChoiceToolCallError : ToolCallError {
  std::uint32_t choice = 0;
  bool has_started = false;  ///< the start of the call had been sent already
};

/// The seed of the ids that are made up for a choice of an answer. It differs from choice to
/// choice, and is 0 (by chance) if `id_seed` is.
[[nodiscard]] constexpr std::uint64_t seed_of_choice(std::uint64_t id_seed, std::uint32_t choice) {
  return id_seed == 0 ? 0 : id_seed + choice;
}

/// The ids that clients get. `counted` is as `openai` here, since the ids of two answers of one
/// conversation must differ.
[[nodiscard]] CallIds client_ids(IdStyle style, std::uint64_t seed);

/// The ids of all calls in one answer, in all of its choices. The value is true if a `DeltaBuilder`
/// made the id up, false if the model or the server gave it.
using TakenIds = std::map<std::string, bool, std::less<>>;

/// Turns the events of one choice of an answer into deltas.
///
/// The start of a call has the call's id, type and name; the arguments follow. A call without
/// arguments gets `{}`. The id is the model's own, unless another call has that id already;
/// otherwise it is made up, and differs from answer to answer. The event of the call f({"a":1})
/// becomes
///
///   {"tool_calls":[{"index":0,"id":"call_…","type":"function",
///     "function":{"name":"f","arguments":""}}]}
///   {"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":1}"}}]}
///
/// With `Options::incremental` a call may fail after its first pieces were sent. They can't be
/// taken back, so the arguments are made unreadable: the last brace is always held until the call
/// is complete, and after a failure `{{"{` is sent instead. No client can read such arguments, not
/// even one that completes unfinished JSON. Such a call does not make the reason to finish
/// `tool_calls`, and `take_tool_call_errors` reports it.
///
/// The builder holds the id and the name of each call of the answer; nothing else in it grows.
/// @source docs/wire.md
class DeltaBuilder {
 public:
  /// @param id_seed  the seed of ids that are made up: answers with the same seed get the same ids;
  ///                 0: other ids each time
  /// @param taken    the ids of all choices of an answer, which their builders share, so that no id
  ///                 is in two choices
  /// @param id_style  the style of these ids (`client_ids`)
  explicit DeltaBuilder(std::uint64_t id_seed = 0, std::shared_ptr<TakenIds> taken = nullptr,
                        IdStyle id_style = IdStyle::openai);
  DeltaBuilder(const DeltaBuilder&);
  DeltaBuilder(DeltaBuilder&&) noexcept;
  DeltaBuilder& operator=(const DeltaBuilder&);
  DeltaBuilder& operator=(DeltaBuilder&&) noexcept;
  ~DeltaBuilder();

  /// The deltas for these events of the choice's reader.
  std::span<const Delta> add(std::span<const Event> events) &;
  std::span<const Delta> add(std::span<const Event> events) && = delete;  // they would outlive it

  /// The deltas for a piece of reasoning, or of a call that the server has parsed itself. A piece
  /// of text gives none: feed it to a `Reader`.
  std::span<const Delta> add(const Piece& piece) &;
  std::span<const Delta> add(const Piece& piece) && = delete;

  /// The end of the choice: the deltas that give `{}` to native calls without arguments, and that
  /// make the arguments of unfinished calls unreadable. If the answer was cut off (`is_whole` is
  /// false), a native call without arguments counts as unfinished.
  std::span<const Delta> finish(bool is_whole = true) &;
  std::span<const Delta> finish(bool is_whole = true) && = delete;

  /// The index and the id by which a client knows a call. The view lives as long as the builder, or
  /// as the id that was passed in.
  struct CallKey {
    std::optional<std::uint32_t> index;
    std::string_view id;
  };

  /// Notes a native call, or a piece of one, that the caller sends to the client itself. `native`
  /// is the index and the id that the server gave: some servers give no index, and most give the id
  /// only once. Calls that the builder starts later get higher indices and other ids.
  /// @return  the index and the id to send: others than those of the server if a call of the
  ///          builder has them already
  CallKey native_call(CallKey native) &;
  CallKey native_call(CallKey native) && = delete;

  /// True if the answer has a complete call.
  [[nodiscard]] bool has_calls() const { return has_calls_; }

  /// The reason for the end of the choice, in OpenAI's words: `stop` becomes `tool_calls` if there
  /// are calls. An empty reason counts as `stop`.
  [[nodiscard]] std::string finish_reason(std::string_view reason) const;

  /// The calls that failed since the last call of this function; the builder forgets them. Call it
  /// after `add`.
  [[nodiscard]] std::vector<ChoiceToolCallError> take_tool_call_errors();

 private:
  struct Open {
    std::uint32_t index = 0;
    std::size_t sent = 0;     // bytes of its arguments
    std::string_view held{};  // the end of its arguments that is not sent yet: `}`, or `{}`
  };
  struct Native {
    std::uint32_t index = 0;
    std::string id;          // as it came
    std::string_view given;  // as it must be
  };
  std::string_view new_id(std::string_view own);
  std::string_view native_id(std::string_view id);
  void add_event(const Event& event);
  void note_cut_off(const Event& event);
  void start(std::uint32_t index, std::string_view id, std::string_view name);
  void add_arguments(std::uint32_t index, std::string_view text, bool is_native = false);
  void send(Open& call, std::string_view text);
  void end_call(const Event& event);
  Open& open(const Event& call);
  void make_unreadable(std::uint64_t number);

  std::vector<Delta> deltas_;
  std::deque<std::string> kept_;  // arguments that no event has
  CallIds ids_;                   // that are made up
  std::shared_ptr<TakenIds> taken_;
  std::deque<std::string> names_;
  std::map<std::uint64_t, Open> open_;          // own calls that have started, by `Event::index`
  std::map<std::uint32_t, Open> native_calls_;  // by `Piece::index`
  std::map<std::uint32_t, Native> native_;      // by the index that they came with
  std::uint32_t next_index_ = 0;
  bool has_calls_ = false;
  bool is_cut_off_ = false;  // the last of `errors_` is a call that the end of the text cut off
  std::vector<ChoiceToolCallError> errors_;
};

}  // namespace tagstream::wire
