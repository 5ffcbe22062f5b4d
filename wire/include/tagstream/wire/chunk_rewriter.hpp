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

/// How chunks are rewritten. All else is an option of the rules, such as `prompt_tail` and
/// `id_seed`.
struct RewriteOptions {
  /// Where clients look for reasoning.
  ReasoningField reasoning_field = ReasoningField::reasoning_content;

  /// An event with more bytes passes as it is, unread. The events that wait together have at most
  /// this many bytes as well.
  std::size_t max_event_bytes = std::size_t{16} << 20;
};

/// The kind of value in a field, as far as a rewriter cares.
enum class FieldHolds : std::uint8_t {
  nothing = 0,  ///< null, "", [] or {}
  text = 1,
  object = 2,
  other = 3,
};

/// The facts about one choice of a chunk that a rewriter needs.
struct ChunkChoice {
  std::uint32_t index = 0;
  bool is_completion = false;  ///< the choice has no delta
  /// `content` of the delta, or `text` of a completion, if it is a string.
  std::optional<std::string_view> text{};
  std::string_view finish_reason{};
  std::vector<DeltaBuilder::CallKey> calls{};  ///< of `tool_calls`
  bool says_more = false;                      ///< than its text
  bool is_joined = false;                      ///< has fields that a client joins to earlier ones

  /// Adds a field of the choice. Set `is_completion` first. Leave out a `text` beside a delta that
  /// repeats its content.
  void add_field(std::string_view key, FieldHolds holds);

  /// Adds a field of its delta.
  void add_delta_field(std::string_view key, FieldHolds holds);
};

/// The facts about a chunk that a rewriter needs. For `{"id":"x","choices":[{"index":0,"delta":
/// {"content":"Hi"}}]}` that is one choice with the text `Hi`; nothing in it says more than its
/// text.
struct Chunk {
  std::uint64_t number = 0;  ///< the caller's number, by which `ChunkOutput` names the chunk
  std::size_t bytes = 0;     ///< the memory that the chunk takes while it waits
  std::span<const ChunkChoice> choices{};
  bool says_more = false;  ///< than its choices
  bool is_error = false;   ///< an error, at which clients stop

  /// Adds a field of the chunk. @param text  its value, if that is a string
  void add_field(std::string_view key, FieldHolds holds, std::string_view text = {});

  /// True for a field with the same value in all chunks of a stream, such as `id` and `model`.
  [[nodiscard]] static bool is_common(std::string_view key);

  /// A common field with a longer value, in bytes, is not repeated in new chunks.
  static constexpr std::size_t longest_common = 128;
};

/// A native call that gets another index or another id.
struct CallEdit {
  std::size_t place = 0;  ///< in `tool_calls`
  std::optional<std::uint32_t> index{};
  std::optional<std::string_view> id{};
};

/// The changes to one choice of a chunk.
struct ChoiceEdit {
  std::size_t place = 0;                   ///< in `choices`
  std::optional<std::string_view> text{};  ///< also that of a `text` that repeats the content
  std::optional<std::string_view> finish_reason{};
  std::vector<CallEdit> calls{};

  /// True if nothing changes.
  [[nodiscard]] bool empty() const { return !text && !finish_reason && calls.empty(); }
};

/// One step of the output: send a chunk that was fed, keep it for later, or send a new chunk.
struct ChunkOutput {
  /// The caller's next step.
  enum class Kind : std::uint8_t {
    chunk = 0,  ///< send this chunk, with these edits
    waits = 1,  ///< keep this chunk: a later step says when to send it
    delta = 2,  ///< send a new chunk: the common fields of all chunks, and this delta
  };
  Kind kind = Kind::chunk;
  std::uint64_t number = 0;  ///< chunk, waits: the number of the chunk
  /// chunk, waits: if each choice is sent in a chunk of its own, the place of this choice. The
  /// chunk of the last choice also has all fields that belong to no choice; the others have the
  /// common fields only.
  std::optional<std::size_t> part{};
  std::vector<ChoiceEdit> edits{};
  std::uint32_t choice = 0;    ///< delta: its index
  bool is_completion = false;  ///< delta: of a completion
  Delta delta{};
};

/// Rewrites chat completion chunks, in whatever form the caller holds them: as JSON, or as objects
/// of a client library. It says which chunks to send, with which edits; the caller does it.
/// `Rewriter` does it for a stream of bytes, and its comment says what a client gets.
class ChunkRewriter {
 public:
  /// For one stream. Each choice is read by these rules.
  explicit ChunkRewriter(Rules rules, RewriteOptions options = {});
  ChunkRewriter(ChunkRewriter&&) noexcept;
  ChunkRewriter& operator=(ChunkRewriter&&) noexcept;
  ~ChunkRewriter();

  /// Reads a chunk, and returns the steps to take, in this order. A chunk that no step names is
  /// dropped. Views live until the next `feed`, `finish` or `reset`, and no longer than the chunk.
  std::span<const ChunkOutput> feed(const Chunk& chunk) & TAGSTREAM_LIFETIMEBOUND;
  std::span<const ChunkOutput> feed(const Chunk& chunk) && =
      delete;  // the steps would outlive the rewriter

  /// The end of the stream: returns the steps for all that was held. A chunk that is fed after it
  /// passes as it is.
  std::span<const ChunkOutput> finish() & TAGSTREAM_LIFETIMEBOUND;
  std::span<const ChunkOutput> finish() && = delete;

  /// True after an error, and after `finish`.
  [[nodiscard]] bool is_at_end() const;

  /// The calls that failed since the last call of this function.
  [[nodiscard]] std::vector<ChoiceToolCallError> take_tool_call_errors();

  /// Forgets the stream.
  void reset();

  /// The options that the rewriter was made with.
  [[nodiscard]] const RewriteOptions& options() const&;
  const RewriteOptions& options() const&& = delete;

  /// `bytes_held` counts the texts that are held and the bytes of chunks that wait;
  /// `bytes_examined` counts texts.
  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream::wire
