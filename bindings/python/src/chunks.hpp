#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tagstream/wire/chunk_rewriter.hpp"
#include "text.hpp"

/// Chunks of chat completions as an SDK has them: dicts, or models of pydantic.
namespace tagstream::python {

namespace nb = nanobind;

/// Rewrites chunks without converting them to JSON. A chunk with the content "<think>a" of a
/// reasoning dialect becomes one with the reasoning "a".
class ChunkObjects {
 public:
  explicit ChunkObjects(wire::ChunkRewriter rewriter) : rewriter_(std::move(rewriter)) {}

  /// The chunks to send on for this one. An unchanged chunk is returned itself, a changed one as a
  /// copy. A new chunk is returned as a tuple: a received chunk, and the values in which the new
  /// one differs.
  nb::list feed(nb::handle chunk);

  /// Ends the stream: the chunks for the held bytes.
  nb::list finish();

  [[nodiscard]] std::vector<wire::ChoiceToolCallError> take_tool_call_errors() {
    return rewriter_.take_tool_call_errors();
  }

 private:
  using Place = std::pair<std::uint64_t, std::optional<std::size_t>>;
  std::string_view text(nb::handle str);
  void read(nb::handle chunk, wire::Chunk& its);
  void read_choice(nb::handle choice, wire::ChunkChoice& its);
  void read_calls(nb::handle calls, wire::ChunkChoice& its);
  nb::list written(std::span<const wire::ChunkOutput> outputs);
  nb::object written(const wire::ChunkOutput& output);

  wire::ChunkRewriter rewriter_;
  std::vector<wire::ChunkChoice> choices_;
  std::deque<Input> texts_;  // the texts that views of this chunk point to
  std::uint64_t number_ = 0;
  nb::object now_;   // the chunk that is fed
  nb::object last_;  // the last chunk with a choice: new chunks copy its fields
  std::map<Place, nb::object> waiting_;
};

}  // namespace tagstream::python
