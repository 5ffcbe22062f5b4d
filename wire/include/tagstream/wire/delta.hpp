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

/// Where clients look for reasoning: OpenAI's own types have no place for it.
enum class ReasoningField : std::uint8_t {
  reasoning_content = 0,  ///< most clients
  reasoning = 1,          ///< some
  both = 2,               ///< the same text in both
};

/// The word used for `field`, for example "reasoning_content".
[[nodiscard]] const char* to_string(ReasoningField field) noexcept;

/// The members that have the reasoning.
[[nodiscard]] std::vector<std::string_view> names_of(ReasoningField field);

/// What a delta adds to.
enum class DeltaKind : std::uint8_t {
  content = 0,
  reasoning = 1,
  call_start = 2,
  call_arguments = 3
};

/// One change to an answer, as chat completions have it. Views live as long as those of the events
/// that it was made from, ids and names as long as the builder.
struct Delta {
  DeltaKind kind = DeltaKind::content;
  std::uint32_t index = 0;  ///< call_*: of the call in its answer
  std::string_view text;    ///< content, reasoning, call_arguments
  std::string_view id;      ///< call_start
  std::string_view name;    ///< call_start
  bool is_native = false;   ///< call_*: the server has taken it apart, and its pieces may mix
};

/// Appends the `delta` object of a chunk.
void to_json(std::string& out, const Delta& delta, ReasoningField field);

/// A call that is not one: what a caller may want to report.
struct BrokenCall {
  std::uint32_t choice = 0;
  Code code = Code::none;
  std::string text;  ///< one plain sentence
  /// The raw body, trimmed of blanks. Of a call that was cut off before anything of it was given:
  /// all that was held of it, its opener included, as it is content now.
  std::string raw;
  std::uint64_t offset = 0;  ///< in the choice's text
  bool has_started = false;  ///< its beginning had been given already
};

/// The ids of all calls in one answer, whatever their choices. True: a `DeltaBuilder` made the id
/// up.
using TakenIds = std::map<std::string, bool, std::less<>>;

/// Turns what one answer (a choice) gives to deltas.
///
/// A call's start has its id, its type and its name, once; its arguments follow. A call without
/// arguments has `{}`. An id is the model's own, unless a call has it already; else it is
/// made up, and differs from answer to answer.
///
/// A call that has been given in pieces (`Options::incremental`) and then fails can't be taken
/// back. Its arguments are spoilt: the brace that would complete them is held until the call is
/// whole, and `{{"{` ends them, so that no client can read them, not even one that completes what
/// is unfinished. The reason to finish does not become `tool_calls` for it, and `take_broken`
/// gives it.
/// It holds the id and the name of each call of the answer, and nothing else that grows with it.
/// @source docs/wire.md
class DeltaBuilder {
 public:
  /// @param id_seed  where made-up ids begin: answers with the same seed have the same ids; 0: by
  ///                 chance
  /// @param taken    where several choices are read: what all of them share, so that no id is in
  ///                 two of them
  explicit DeltaBuilder(std::uint64_t id_seed = 0, std::shared_ptr<TakenIds> taken = nullptr);
  DeltaBuilder(const DeltaBuilder&);
  DeltaBuilder(DeltaBuilder&&) noexcept;
  DeltaBuilder& operator=(const DeltaBuilder&);
  DeltaBuilder& operator=(DeltaBuilder&&) noexcept;
  ~DeltaBuilder();

  /// What events of the choice's reader add.
  std::span<const Delta> add(std::span<const Event> events);

  /// What a piece of reasoning, or of a call that the server has read itself, adds. A piece of
  /// text adds nothing: give it to a `Reader`.
  std::span<const Delta> add(const Piece& piece);

  /// The end of the choice: the arguments of native calls that had none, and the end of own calls
  /// that never became whole. Where the answer was cut off (`is_whole` is false), a native call
  /// without arguments is one of these.
  std::span<const Delta> finish(bool is_whole = true);

  /// What a client knows a call by. A view lives as long as the builder, or as what was given.
  struct CallKey {
    std::optional<std::uint32_t> index;
    std::string_view id;
  };

  /// Notes a call, or a piece of one, that goes to the client beside the builder, with the index
  /// and the id that the server gave it: some give no index, and most give the id once. Own calls
  /// follow after it, and do not have its id.
  /// @return  what it must have: another one of either if an own call has that already
  CallKey native_call(CallKey native);

  /// True if there is a call that is whole.
  [[nodiscard]] bool has_calls() const { return has_calls_; }

  /// Why the choice has ended, in OpenAI's words: `stop` is `tool_calls` if there are calls. An
  /// empty reason counts as `stop`.
  [[nodiscard]] std::string_view finish_reason(std::string_view reason) const;

  /// The calls that failed since this was asked, which the builder forgets. Ask after `add`.
  [[nodiscard]] std::vector<BrokenCall> take_broken();

 private:
  struct Open {
    std::uint32_t index = 0;
    std::size_t sent = 0;  // bytes of its arguments
    bool holds_brace = false;
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
  std::map<std::uint32_t, Open> native_calls_;  // by `Piece::call`
  std::map<std::uint32_t, Native> native_;      // by the index that they came with
  std::uint32_t next_index_ = 0;
  bool has_calls_ = false;
  bool is_cut_off_ = false;  // the last of `broken_` is a call that the end of the text cut off
  std::vector<BrokenCall> broken_;
};

}  // namespace tagstream::wire
