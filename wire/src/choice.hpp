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

/// Which chunk goes out, or which choice of it.
struct ChunkPlace {
  std::uint64_t number = 0;
  std::optional<std::size_t> part{};
};

/// What the choices of a stream share.
struct ChoiceSetup {
  Rules rules;
  RewriteOptions options;
  std::shared_ptr<TakenIds> taken = std::make_shared<TakenIds>();
  std::vector<ChunkOutput> out{};
  std::deque<std::string> texts{};  ///< of `out`
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

/// One choice of a stream: its reader, what it has given, and the chunks that wait for what the
/// reader holds. What a client joins goes out in the order in which it came: so where text is held,
/// and something native of the choice follows, that waits, as a chunk whose text has been read.
class Choice {
 public:
  Choice(std::uint32_t index, ChoiceSetup& setup);

  /// True if something is held that a client will see: not blanks alone.
  [[nodiscard]] bool holds_text() const { return read_until_ < last_visible_ || !waiting_.empty(); }
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  [[nodiscard]] bool is_finished() const { return is_finished_; }
  void set_completion(bool is_completion) { is_completion_ = is_completion; }

  /// Reads more of its text.
  std::span<const Event> read(std::string_view text);

  /// The same, for who sends the first delta himself.
  std::span<const Delta> deltas(std::string_view text) { return builder_.add(read(text)); }

  /// Where what must go out before a chunk that comes now ends.
  [[nodiscard]] std::uint64_t place() const { return last_visible_; }
  /// True if its text has been read up to there, and nothing waits.
  [[nodiscard]] bool is_read_to(std::uint64_t place) const {
    return read_until_ >= place && waiting_.empty();
  }

  /// Sends deltas.
  void write(std::span<const Delta> deltas);
  /// The same, and what has waited for them.
  void write(std::span<const Event> events);
  /// The end of its text, with all that waits.
  void finish();

  /// A native call whose index or id one of ours has already gets another one.
  [[nodiscard]] std::vector<CallEdit> edit_calls(std::span<const DeltaBuilder::CallKey> calls);

  /// The chunk waits until all before `after` has gone out. Where too much would wait, what waits
  /// goes out.
  /// @param choice  what it says of this choice, if it does
  void keep(const ChunkPlace& place, const ChunkChoice* choice, std::size_t bytes,
            std::uint64_t after);

  /// Calls that have failed since this was asked.
  void take_broken(std::vector<BrokenCall>& to);

  /// The reason to finish that a client gets.
  [[nodiscard]] std::string_view finish_reason(std::string_view reason) const {
    return reason == "stop" ? builder_.finish_reason(reason) : reason;
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
    std::uint64_t after = 0;  // where the text ends that goes before it
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

  // Places in its text: where it ends, where its last byte that is no blank ends, and up to where
  // it has been read for good.
  std::uint64_t fed_ = 0;
  std::uint64_t last_visible_ = 0;
  std::uint64_t read_until_ = 0;
  std::deque<Waiting> waiting_;
};

}  // namespace tagstream::wire
