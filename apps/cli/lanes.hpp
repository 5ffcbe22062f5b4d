#pragma once

#include "lane.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/wire/writer.hpp"

namespace tagstream::cli {

/// What read prints.
enum class Form {
  events,          ///< one event a line
  text,            ///< the content
  content,         ///< the same, as one object
  message,         ///< one object
  openai,          ///< the same, as chat completions have it
  anthropic,       ///< the same, as Anthropic has it
  thought_stream,  ///< one event object a line, as thought streams have it
};

/// What a reader has met in an answer.
struct Findings {
  bool has_found = false;     ///< a section, reasoning, a call, or a thought
  bool has_met = false;       ///< that, or anything else that is not text
  bool is_malformed = false;  ///< anything that --strict refuses

  void see(const Event& event);
};

/// read.
/// @param sections_file  where sections go; null: nowhere
[[nodiscard]] std::unique_ptr<Lane> make_read_lane(Rules rules, Form form, Output* sections_file,
                                                   const LaneSetup& setup);

/// read --to: chunks for clients. Lanes share the ids that calls have.
[[nodiscard]] std::unique_ptr<Lane> make_chunk_lane(Rules rules, const LaneSetup& setup,
                                                    std::shared_ptr<wire::TakenIds> taken);

/// What each message or chunk says of its answer.
[[nodiscard]] wire::WriterOptions writer_options(const Arguments& arguments);

/// An Anthropic message. @param reason  in OpenAI's words; empty: the answer has broken off
void to_anthropic_json(std::string& out, const Message& message, std::string_view reason,
                       const wire::WriterOptions& options);

/// extract: the tree, or with --write-to what is written to files.
[[nodiscard]] std::unique_ptr<Lane> make_extract_lane(const ExtractOptions& options,
                                                      const LaneSetup& setup);

/// inner.
[[nodiscard]] std::unique_ptr<Lane> make_inner_lane(const ExtractOptions& options,
                                                    const LaneSetup& setup);

}  // namespace tagstream::cli
