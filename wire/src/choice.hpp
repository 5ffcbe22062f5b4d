#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/reader.hpp"
#include "tagstream/wire/chunk_rewriter.hpp"
#include "tagstream/wire/delta.hpp"

namespace tagstream::wire {

/// A chunk, or one choice of a chunk, that goes out.
struct ChunkPlace {
  std::uint64_t number = 0;
  std::optional<std::size_t> part{};
};

/// The state that the choices of a stream share.
struct ChoiceSetup {
  Rules rules;
  RewriteOptions options;
  std::shared_ptr<TakenIds> taken = std::make_shared<TakenIds>();
  std::vector<ChunkOutput> out{};
  std::deque<std::string> texts{};  ///< that views in `out` point to
  std::uint64_t held = 0;           ///< bytes in the readers
  std::uint64_t waiting = 0;        ///< bytes of chunks
  std::uint64_t bytes_examined = 0;

  void begin() {
    out.clear();
    texts.clear();
  }

  /// A text that lives as long as `out`.
  std::string_view keep(std::string_view text) { return texts.emplace_back(text); }

  ChunkOutput& add(ChunkOutput::Kind kind, const ChunkPlace& place) {
    ChunkOutput& one = out.emplace_back();
    one.kind = kind;
    one.number = place.number;
    one.part = place.part;
    return one;
  }
};

/// One choice of a stream: its reader, its deltas, and the chunks that wait for text that the
/// reader holds.
///
/// A client joins pieces in the order in which they come. So if the reader holds text, say `<thi`,
/// and a chunk with a native call follows, that chunk waits until the text is decided. The text of
/// a waiting chunk has been fed to the reader already.
class Choice {
 public:
  Choice(std::uint32_t index, ChoiceSetup& setup);

  /// True if text is held that a client will see, blanks alone not counted, or a chunk waits.
  [[nodiscard]] bool holds_text() const { return read_until_ < last_visible_ || !waiting_.empty(); }
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  [[nodiscard]] bool is_finished() const { return is_finished_; }
  void set_completion(bool is_completion) { is_completion_ = is_completion; }

  /// Reads more text of the choice.
  std::span<const Event> read(std::string_view text);

  /// As `read`, for a caller that sends the first delta itself, in the chunk at hand.
  std::span<const Delta> deltas(std::string_view text) { return builder_.add(read(text)); }

  /// The place in the choice's text up to which all must go out before a chunk that comes now.
  [[nodiscard]] std::uint64_t place() const { return last_visible_; }
  /// True if the text has been decided up to `place`, and no chunk waits.
  [[nodiscard]] bool is_read_to(std::uint64_t place) const {
    return read_until_ >= place && waiting_.empty();
  }

  /// Sends deltas.
  void write(std::span<const Delta> deltas);
  /// Sends the deltas of events, and the chunks that have waited for them.
  void write(std::span<const Event> events);
  /// The end of the choice's text: sends all that is held, and all chunks that wait.
  void finish();

  /// The edits for native calls whose index or id a call of the rewriter has already.
  [[nodiscard]] std::vector<CallEdit> edit_calls(std::span<const DeltaBuilder::CallKey> calls);

  /// Keeps a chunk until all text before `after` has gone out. If more than `max_event_bytes` would
  /// wait, the chunks that wait go out at once.
  /// @param choice  the part of the chunk that is about this choice; null if it has none
  void keep(const ChunkPlace& place, const ChunkChoice* choice, std::size_t bytes,
            std::uint64_t after);

  /// Moves the calls that have failed since the last call of this function to `to`.
  void take_tool_call_errors(std::vector<ChoiceToolCallError>& to);

  /// The reason to finish that a client gets.
  [[nodiscard]] std::string_view finish_reason(std::string_view reason) const {
    return reason == "stop" && builder_.has_calls() ? "tool_calls" : reason;
  }

 private:
  struct WaitingCall {
    std::optional<std::uint32_t> index;
    std::string id;
  };
  struct Waiting {
    ChunkPlace place;
    std::vector<WaitingCall> calls;
    bool has_text = false;
    std::size_t bytes = 0;
    std::uint64_t after = 0;  // the end of the text that goes out before this chunk
  };
  std::span<const Event> note(const Stats& before, std::span<const Event> events);
  void release_until(std::uint64_t place);
  void release();

  std::uint32_t index_;
  ChoiceSetup& setup_;
  Reader parser_;
  DeltaBuilder builder_;
  bool is_finished_ = false;
  bool is_completion_ = false;  // it has text, no delta

  // Places in the choice's text: its end, the end of its last byte that is not a blank, and the
  // place up to which it has been decided.
  std::uint64_t fed_ = 0;
  std::uint64_t last_visible_ = 0;
  std::uint64_t read_until_ = 0;
  std::deque<Waiting> waiting_;
};

}  // namespace tagstream::wire
