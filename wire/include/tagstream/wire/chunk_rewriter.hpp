#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"

namespace tagstream::wire {

/// How chunks are rewritten.
struct RewriteOptions {
  /// Where clients look for reasoning.
  ReasoningField reasoning_field = ReasoningField::reasoning_content;

  /// Where made-up ids of calls begin; 0: by chance (`DeltaBuilder`).
  std::uint64_t id_seed = 0;

  /// The end of the prompt (`Reader::prime`).
  std::string prompt_tail{};

  /// A longer event passes as it is, unread. The events that wait have at most so many bytes
  /// together.
  std::size_t max_event_bytes = std::size_t{16} << 20;
};

/// What a field holds.
enum class FieldHolds : std::uint8_t {
  nothing = 0,  ///< null, "", [] or {}
  text = 1,
  object = 2,
  other = 3,
};

/// What a rewriter must know of one choice of a chunk.
struct ChunkChoice {
  std::uint32_t index = 0;
  bool is_completion = false;  ///< it has no delta
  /// `content` of the delta, or `text` of a completion, if it is a string.
  std::optional<std::string_view> text{};
  std::string_view finish_reason{};
  std::vector<DeltaBuilder::CallKey> calls{};  ///< of `tool_calls`
  bool says_more = false;                      ///< than its text
  bool is_joined = false;  ///< a client joins something of it to what came before

  /// Adds a field of the choice. Set `is_completion` first. Leave out a `text` beside a delta that
  /// repeats its content.
  void add_field(std::string_view key, FieldHolds holds);

  /// Adds a field of its delta.
  void add_delta_field(std::string_view key, FieldHolds holds);
};

/// What a rewriter must know of a chunk.
struct Chunk {
  std::uint64_t number = 0;  ///< by which what comes out names it
  std::size_t bytes = 0;     ///< what it takes while it waits
  std::span<const ChunkChoice> choices{};
  bool says_more = false;  ///< than its choices
  bool is_error = false;   ///< clients stop at it

  /// Adds a field of the chunk. @param text  what it holds, if that is a text
  void add_field(std::string_view key, FieldHolds holds, std::string_view text = {});

  /// True for a field that all chunks of a stream have in common.
  [[nodiscard]] static bool is_common(std::string_view key);

  /// A longer value of such a field is not repeated: no server means to send it again and again.
  static constexpr std::size_t longest_common = 128;
};

/// A native call that gets another index or another id.
struct CallEdit {
  std::size_t place = 0;  ///< in `tool_calls`
  std::optional<std::uint32_t> index{};
  std::optional<std::string_view> id{};
};

/// What changes in a choice.
struct ChoiceEdit {
  std::size_t place = 0;                   ///< in `choices`
  std::optional<std::string_view> text{};  ///< also that of a `text` that repeats the content
  std::optional<std::string_view> finish_reason{};
  std::vector<CallEdit> calls{};

  /// True if nothing changes.
  [[nodiscard]] bool empty() const { return !text && !finish_reason && calls.empty(); }
};

/// What becomes of the chunks that were fed, and what comes between them.
struct ChunkOutput {
  /// What is to be done.
  enum class Kind : std::uint8_t {
    chunk = 0,  ///< this chunk goes out, with these edits
    waits = 1,  ///< this chunk waits: it comes as `chunk` later
    delta = 2,  ///< a new chunk: what all chunks have in common, and this delta
  };
  Kind kind = Kind::chunk;
  std::uint64_t number = 0;  ///< chunk, waits: which one
  /// chunk, waits: the place of the one choice that goes out, if each has a chunk of its own. The
  /// last of them has all that belongs to no choice; the others have what chunks have in common.
  std::optional<std::size_t> part{};
  std::vector<ChoiceEdit> edits{};
  std::uint32_t choice = 0;    ///< delta: its index
  bool is_completion = false;  ///< delta: of a completion
  Delta delta{};
};

/// Rewrites chat completion chunks, whatever they are held in: JSON, or the objects of a client.
/// `Rewriter` says what comes out, and does it to a stream of bytes.
class ChunkRewriter {
 public:
  /// For one stream, of which each choice is read by these rules.
  explicit ChunkRewriter(Rules rules, RewriteOptions options = {});
  ChunkRewriter(ChunkRewriter&&) noexcept;
  ChunkRewriter& operator=(ChunkRewriter&&) noexcept;
  ~ChunkRewriter();

  /// What is to be sent on, in this order. A chunk that is not named is dropped. Views live until
  /// the next `feed`, `finish` or `reset`, and no longer than the chunk.
  std::span<const ChunkOutput> feed(const Chunk& chunk);

  /// The end of the stream: what was held. What is fed after it passes as it is.
  std::span<const ChunkOutput> finish();

  /// True after an error, and after `finish`.
  [[nodiscard]] bool is_at_end() const;

  /// The calls that failed since this was asked.
  [[nodiscard]] std::vector<BrokenCall> take_broken();

  /// Forgets the stream.
  void reset();

  /// What it was made with.
  [[nodiscard]] const RewriteOptions& options() const;

  /// What is held: texts, and the bytes of chunks that wait. What was examined: texts.
  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream::wire
