#pragma once

#include "processor.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/wire/writer.hpp"

namespace tagstream::cli {

/// The form of the output of `read`.
enum class Form {
  events,          ///< one event a line
  text,            ///< the content
  content,         ///< the content, as one object
  message,         ///< one object
  openai,          ///< the message, as in chat completions
  anthropic,       ///< the message, as Anthropic writes it
  thought_stream,  ///< thoughts, one object in each line, as in thought streams
  summary,         ///< nothing: calls, errors and notices are counted
};

/// The processor of `read`.
/// @param sections_file  the file for sections; null: they are not written
[[nodiscard]] std::unique_ptr<Processor> make_read_processor(Rules rules, Form form,
                                                             Output* sections_file,
                                                             const ProcessorSetup& setup);

/// The processor of `read --to`: chunks for clients. Processors share the ids of calls.
[[nodiscard]] std::unique_ptr<Processor> make_chunk_processor(
    Rules rules, const ProcessorSetup& setup, std::shared_ptr<wire::TakenIds> taken);

/// The fields of an answer that each message or chunk has.
[[nodiscard]] wire::WriterOptions writer_options(const Arguments& arguments);

/// The processor of `extract`: prints the tree, or with --write-to writes files.
[[nodiscard]] std::unique_ptr<Processor> make_extract_processor(const ExtractOptions& options,
                                                                const ProcessorSetup& setup);

/// The processor of `inner`.
[[nodiscard]] std::unique_ptr<Processor> make_inner_processor(const ExtractOptions& options,
                                                              const ProcessorSetup& setup);

}  // namespace tagstream::cli
