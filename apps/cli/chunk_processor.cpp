// `read --to`: writes an answer as clients of OpenAI or Anthropic expect it. With `--to openai` the
// answer `<think>Hm.</think>Yes` becomes a chunk with {"reasoning_content":"Hm."} and one with
// {"content":"Yes"}, between the chunk of the role and the one of the finish reason.

#include <unistd.h>

#include <chrono>
#include <utility>
#include <variant>

#include "processors.hpp"
#include "reading_processor.hpp"
#include "tagstream/wire/writer.hpp"

namespace tagstream::cli {

namespace {

class ChunkProcessor : public ReadingProcessor<Reader> {
 public:
  ChunkProcessor(Rules rules, const ProcessorSetup& setup, std::shared_ptr<wire::TakenIds> taken)
      : ReadingProcessor(Reader(std::move(rules)), setup, nullptr),
        builder_(setup.arguments.options.id_seed, std::move(taken),
                 setup.arguments.options.id_style) {
    const wire::WriterOptions options = writer_options(setup.arguments);
    if (setup.arguments.to == Owner::anthropic) writer_ = wire::AnthropicWriter(options);
    if (setup.arguments.to == Owner::openai) writer_ = wire::OpenAiWriter(options);
  }

  // Chunks of several choices may alternate, as each has the number of its choice. An Anthropic
  // message has one choice only.
  [[nodiscard]] Shape shape() const override {
    return std::holds_alternative<wire::OpenAiWriter>(writer_) ? Shape::lines : Shape::object;
  }

  std::optional<Error> feed(std::string_view text) override {
    is_silent_ = false;
    return ReadingProcessor::feed(text);
  }

  void see(const wire::Piece& piece) override {
    if (piece.kind == wire::PieceKind::finish) {
      server_parts_.see(piece);
    } else if (piece.kind == wire::PieceKind::error) {
      send([&](auto& writer, std::string& out) { writer.error(out, piece.text); });
      findings_.is_malformed = has_failed_ = true;  // no client reads on
    } else if (piece.kind == wire::PieceKind::broken) {
      setup_.notes.add(piece.text, "byte " + std::to_string(piece.offset));
      findings_.is_malformed = true;
    } else {
      const bool is_call = piece.kind == wire::PieceKind::tool_call_start ||
                           piece.kind == wire::PieceKind::tool_call_delta;
      if (is_call) server_parts_.see(piece);
      write(builder_.add(piece));
    }
    is_silent_ =
        is_silent_ && (piece.kind == wire::PieceKind::broken || piece.kind == wire::PieceKind::end);
  }

  AnswerResult finish() override {
    AnswerResult result = ReadingProcessor::finish();
    result.is_cut_off = is_cut_off();
    result.is_silent = is_silent_;
    return result;
  }

  // If the input has broken off, no end of the stream is made up.
  void end_stream(bool is_broken_off) override {
    if (setup_.arguments.no_finish) return;
    auto* const openai = std::get_if<wire::OpenAiWriter>(&writer_);
    if (is_broken_off && (openai != nullptr || is_silent_)) send_broken_off();
    if (is_broken_off || openai == nullptr) return;
    std::string out;
    openai->end(out);
    setup_.output.text(out);
  }

 private:
  void take(std::span<const Event> events) override {
    for (const Event& event : events) {
      findings_.see(event);
      if (event.kind != EventKind::notice || event.code == Code::looks_like_sse) continue;
      if (is_of_auto(event, setup_.arguments.options)) continue;
      const std::string text = event.code == Code::reasoning_as_content
                                   ? "the reasoning never closed: what was sent stays reasoning"
                                   : sentence_of(event);
      setup_.notes.add(text, place_of(event, setup_.arguments.options));
    }
    write(builder_.add(events));
  }

  void end() override {
    if (!setup_.arguments.no_finish) {
      write(builder_.finish(!is_cut_off() && reason() != "length"));
      finish_answer();
    }
    server_parts_.finish();  // calls and the reason to finish, to judge them by
    note_broken_calls(server_parts_, setup_.notes);
    findings_.has_found |= !server_parts_.calls().empty();
  }

  // The server's reason, unless a limit has stopped the reader.
  [[nodiscard]] std::string reason() const {
    return reader_.error() != nullptr ? "length" : server_parts_.reason();
  }

  // A stream that ends with nothing in it counts as cut off as well.
  [[nodiscard]] bool is_cut_off() const {
    if (reader_.error() != nullptr) return has_failed_;
    return has_failed_ || server_parts_.is_broken_off() ||
           (is_stream(setup_.arguments.from) && is_silent_);
  }

  // An Anthropic message has an end of its own; for chunks, the stream has one for all choices.
  void finish_answer() {
    auto* const anthropic = std::get_if<wire::AnthropicWriter>(&writer_);
    if (is_cut_off()) {
      if (anthropic != nullptr && !is_silent_) send_broken_off();
      return;
    }
    const std::string why = builder_.finish_reason(reason());
    std::string out;
    if (anthropic != nullptr) {
      anthropic->finish(out, why);
    } else {
      std::get<wire::OpenAiWriter>(writer_).finish(out, why, setup_.choice);
    }
    setup_.output.text(out);
  }

  void send_broken_off() {
    if (has_failed_) return;
    send([](auto& writer, std::string& out) { writer.error(out, "the stream has broken off"); });
  }

  void write(std::span<const wire::Delta> deltas) {
    for (const wire::ChoiceToolCallError& error : builder_.take_tool_call_errors()) {
      setup_.notes.add(error.text, "byte " + std::to_string(error.offset));
      findings_.is_malformed = true;
    }
    if (has_failed_) return;
    std::string out;
    if (auto* openai = std::get_if<wire::OpenAiWriter>(&writer_)) {
      openai->write(out, deltas, setup_.choice);
    } else {
      std::get<wire::AnthropicWriter>(writer_).write(out, deltas);
    }
    setup_.output.text(out);
  }

  template <class Write>
  void send(Write write) {
    std::string out;
    std::visit([&](auto& writer) { write(writer, out); }, writer_);
    setup_.output.text(out);
  }

  wire::DeltaBuilder builder_;
  std::variant<wire::OpenAiWriter, wire::AnthropicWriter> writer_;
  bool has_failed_ = false;  // an error has been written
  bool is_silent_ = true;    // nothing but errors so far
};

}  // namespace

wire::WriterOptions writer_options(const Arguments& arguments) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  const Options& options = arguments.options;
  const std::string named = options.dialect.empty() ? "tagstream" : options.dialect;
  const bool is_openai = arguments.to == Owner::openai;
  return {.id = (is_openai ? "chatcmpl-" : "msg_") + std::to_string(seconds) + '-' +
                std::to_string(getpid()),
          .model = options.model.empty() ? named : options.model,
          .created = seconds,
          .reasoning_field = arguments.reasoning_field.value_or(wire::ReasoningField{})};
}

std::unique_ptr<Processor> make_chunk_processor(Rules rules, const ProcessorSetup& setup,
                                                std::shared_ptr<wire::TakenIds> taken) {
  return std::make_unique<ChunkProcessor>(std::move(rules), setup, std::move(taken));
}

}  // namespace tagstream::cli
