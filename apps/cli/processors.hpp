#pragma once

#include "processor.hpp"
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
[[nodiscard]] std::unique_ptr<Processor> make_read_processor(Rules rules, Form form,
                                                             Output* sections_file,
                                                             const ProcessorSetup& setup);

/// read --to: chunks for clients. Processors share the ids that calls have.
[[nodiscard]] std::unique_ptr<Processor> make_chunk_processor(
    Rules rules, const ProcessorSetup& setup, std::shared_ptr<wire::TakenIds> taken);

/// What each message or chunk says of its answer.
[[nodiscard]] wire::WriterOptions writer_options(const Arguments& arguments);

/// An Anthropic message. @param reason  in OpenAI's words; empty: the answer has broken off
void to_anthropic_json(std::string& out, const Message& message, std::string_view reason,
                       const wire::WriterOptions& options);

/// extract: the tree, or with --write-to what is written to files.
[[nodiscard]] std::unique_ptr<Processor> make_extract_processor(const ExtractOptions& options,
                                                                const ProcessorSetup& setup);

/// inner.
[[nodiscard]] std::unique_ptr<Processor> make_inner_processor(const ExtractOptions& options,
                                                              const ProcessorSetup& setup);

}  // namespace tagstream::cli
