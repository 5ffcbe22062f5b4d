#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "chunk_bytes.hpp"
#include "edits.hpp"
#include "json.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/wire/rewriter.hpp"
#include "tagstream/wire/sse.hpp"

namespace tagstream::wire {

/// What the choices of a stream share.
struct ChoiceSetup {
  Rules rules;
  RewriteOptions options;
  std::shared_ptr<TakenIds> taken = std::make_shared<TakenIds>();
  std::string envelope = "{";  ///< of the last chunk
  JsonParser late_parser{};    ///< of events that have waited
  std::uint64_t held = 0;      ///< bytes in the parsers
  std::uint64_t waiting = 0;   ///< bytes of events
  std::uint64_t bytes_examined = 0;
};

/// True if the data of an event stand in its bytes as they are.
[[nodiscard]] bool has_one_line(const SseEvent& event);

/// Appends the event with other data. Where those stood in one line, nothing else changes.
void send(std::string& to, const SseEvent& event, std::string_view data);

/// Appends `text` as JSON.
[[nodiscard]] std::string quoted(std::string_view text);

/// One choice of a stream: its reader, what it has given, and the events that wait for what the
/// reader holds. What a client joins goes out in the order in which it came: so where text is held,
/// and something native of the choice follows, that waits, as an event whose text has been read.
class Choice {
 public:
  Choice(std::uint32_t index, ChoiceSetup& setup);

  /// True if something is held that a client will see: not blanks alone.
  [[nodiscard]] bool holds_text() const { return settled_ < inked_ || !waiting_.empty(); }
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  [[nodiscard]] bool is_finished() const { return is_finished_; }
  void set_completion(bool is_completion) { is_completion_ = is_completion; }

  /// Reads more of its text.
  std::span<const Event> read(std::string_view text);

  /// The same, for who sends the first delta himself.
  std::span<const Delta> deltas(std::string_view text) { return builder_.add(read(text)); }

  /// Where what must go out before an event that comes now ends.
  [[nodiscard]] std::uint64_t place() const { return inked_; }
  /// True if all before that place has gone out.
  [[nodiscard]] bool is_settled(std::uint64_t place) const {
    return settled_ >= place && waiting_.empty();
  }

  /// Appends chunks.
  void write(std::string& to, std::span<const Delta> deltas) const;
  /// The same, and what has waited for them.
  void write(std::string& to, std::span<const Event> events);
  /// The end of its text, with all that waits.
  void finish(std::string& to);

  /// A native call whose index or id one of ours has already gets another one.
  void edit_calls(std::string_view raw_delta, Json choice, Edits& edits);

  /// The event waits; what can't, because there would be too much, is appended.
  void keep(std::string& to, const SseEvent& event, std::uint64_t place);

  /// Calls that have failed since this was asked.
  void take_broken(std::vector<BrokenCall>& to);

  /// The reason to finish that a client gets.
  [[nodiscard]] std::string_view finish_reason(std::string_view reason) const {
    return reason == "stop" ? builder_.finish_reason(reason) : reason;
  }

 private:
  struct Waiting {
    std::string raw;
    std::string type;
    std::string data;    // where it is not in one line
    std::size_t at = 0;  // else its place in the bytes, and its size
    std::size_t size = 0;
    std::uint64_t after = 0;  // where the text ends that goes before it

    [[nodiscard]] std::size_t bytes() const { return raw.size() + data.size(); }
  };
  std::span<const Event> note(const Stats& before, std::span<const Event> events);
  void release_until(std::string& to, std::uint64_t place);
  void release(std::string& to);

  std::uint32_t index_;
  ChoiceSetup& setup_;
  Reader parser_;
  DeltaBuilder builder_;
  bool is_finished_ = false;
  bool is_completion_ = false;  // it has text, no delta

  // Places in its text: where it ends, where its last byte that is no blank ends, and up to where
  // it has been read for good.
  std::uint64_t fed_ = 0;
  std::uint64_t inked_ = 0;
  std::uint64_t settled_ = 0;
  std::deque<Waiting> waiting_;
};

}  // namespace tagstream::wire
