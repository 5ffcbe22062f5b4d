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

/// Chunks as an SDK has them: dicts, or models of pydantic.
namespace tagstream::python {

namespace nb = nanobind;

/// Rewrites them, without JSON between.
class ChunkObjects {
 public:
  explicit ChunkObjects(wire::ChunkRewriter rewriter) : rewriter_(std::move(rewriter)) {}

  /// What is to be sent on: the chunk itself, if nothing changes; else a copy of it. Of a new one a
  /// tuple: a chunk, and the values of one that is like it.
  nb::list feed(nb::handle chunk);

  /// The end of the stream: what was held.
  nb::list finish();

  [[nodiscard]] std::vector<wire::BrokenCall> take_broken() { return rewriter_.take_broken(); }

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
  std::deque<Input> texts_;  // that these view
  std::uint64_t number_ = 0;
  nb::object now_;   // the chunk that is fed
  nb::object last_;  // the last one with a choice: new ones are like it
  std::map<Place, nb::object> waiting_;
};

}  // namespace tagstream::python
