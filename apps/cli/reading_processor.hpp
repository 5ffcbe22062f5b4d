#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "processor.hpp"
#include "server_parts.hpp"

namespace tagstream::cli {

/// A processor that feeds the text to one of the library's readers, and keeps the native parts of a
/// server's stream, such as calls that the server has parsed itself.
template <class AnyReader>
class ReadingProcessor : public Processor {
 public:
  /// @param output  gets the lines about a server's native parts; null: none are printed
  ReadingProcessor(AnyReader reader, const ProcessorSetup& setup, Output* output)
      : reader_(std::move(reader)), setup_(setup), server_parts_(output, setup.notes) {}

  void begin() final {
    if (!std::exchange(is_used_, true)) return;
    reader_.reset();
    server_parts_.clear();
    findings_ = {};
    clear();
  }
  std::optional<Error> feed(std::string_view text) override {
    beginning_.add(text);
    server_parts_.pass_text(text.size());
    take(reader_.feed(text));
    return stop_of(reader_);
  }
  void see(const wire::Piece& piece) override { server_parts_.see(piece); }
  void break_off() override { server_parts_.break_off(); }
  AnswerResult finish() override {
    if (!setup_.arguments.no_finish) take(reader_.finish());
    end();
    if (server_parts_.is_malformed()) findings_.has_met = findings_.is_malformed = true;
    return {.findings = findings_,
            .seen = beginning_.take(),
            .stats = reader_.stats(),
            .summary = std::exchange(summary_, {}),
            .limit = stop_of(reader_)};
  }

 protected:
  /// The result of the reader's `feed` and `finish`.
  using Taken = decltype(std::declval<AnyReader&>().finish());
  virtual void take(Taken taken) = 0;
  /// The end of the answer: the native parts end, and the last output is printed.
  virtual void end() = 0;
  /// Forgets the last answer.
  virtual void clear() {}

  AnyReader reader_;
  ProcessorSetup setup_;
  ServerParts server_parts_;
  Findings findings_;
  Summary summary_;

 private:
  Beginning beginning_;
  bool is_used_ = false;
};

}  // namespace tagstream::cli
