#pragma once

#include "lane.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/thought.hpp"
#include "tagstream/wire/delta.hpp"

namespace tagstream::cli {

/// What is printed.
enum class Form {
  lines,     ///< one event a line
  text,      ///< the visible text
  sections,  ///< one object: visible, sections
  calls,     ///< one object: content, toolCalls, toolErrors
  message,   ///< one object, as chat completions have it
};

/// What a command has met in an answer.
struct Findings {
  bool has_call = false;
  bool has_section = false;
  bool is_malformed = false;  ///< anything that --strict refuses

  void see(const Event& event);
};

/// Where filter, tools and parse differ.
struct ReadSpec {
  Form form;
  bool Findings::*found;            ///< what -e asks for
  bool makes_ids = false;           ///< calls without one get one
  Output* sections_file = nullptr;  ///< where sections go
};

/// Makes the reader of an answer.
using MakeReader = std::function<Reader()>;

/// filter, tools, parse.
[[nodiscard]] std::unique_ptr<Lane> make_event_lane(MakeReader make_reader, const ReadSpec& spec,
                                                    const LaneSetup& setup);

/// parse --to: chunks for clients. Lanes share the ids that calls have.
[[nodiscard]] std::unique_ptr<Lane> make_chunk_lane(Reader reader, const LaneSetup& setup,
                                                    std::shared_ptr<wire::TakenIds> taken);

/// thoughts. With --snapshots a text is lines, each a JSON string with all of it so far.
[[nodiscard]] std::unique_ptr<Lane> make_thought_lane(ThoughtReader reader, const LaneSetup& setup);

/// extract: the tree, or with --write-to what is written to files.
[[nodiscard]] std::unique_ptr<Lane> make_extract_lane(const Extractor& extractor,
                                                      const LaneSetup& setup);

/// inner.
[[nodiscard]] std::unique_ptr<Lane> make_inner_lane(const Extractor& extractor,
                                                    const LaneSetup& setup);

}  // namespace tagstream::cli
