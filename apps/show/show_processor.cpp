#include "show/read_mode.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/interrupt.hpp"
#include "io/terminal.hpp"
#include "server_parts.hpp"
#include "show/event_printer.hpp"

namespace tagstream::cli {

namespace {

class PlainViewer : public Viewer {
 public:
  explicit PlainViewer(const ProcessorSetup& setup)
      : output_(setup.output),
        printer_(columns_of_output, is_colored(setup.arguments.color, 1),
                 UnmatchedTags(setup.arguments.options)) {
    // The signal may come while a colour is on, which must be turned off.
    if (output_.is_terminal() && is_colored(setup.arguments.color, 1)) catch_termination();
  }

  void piece(std::string_view text, std::span<const Event> events) override {
    held_ += text;
    printer_.set_stream(held_, begin_);
    printer_.show(events);
    std::uint64_t left = begin_;
    for (const Event& event : events) left = std::max(left, event.span.end);
    held_.erase(0, left - begin_);
    begin_ = left;
    write();
  }
  void reasoning(std::string_view text) override {
    printer_.show_reasoning(text);
    write();
  }
  void call(const ServerCall& call) override { printer_.show_call(call); }
  void remark(std::string_view sentence) override { printer_.remark(sentence); }
  void end() override {
    printer_.end_of_text();
    printer_.end();
    write();
  }
  void make_room() override {
    printer_.make_room();
    write();
  }
  [[nodiscard]] bool has_problem() const override { return printer_.has_problem(); }
  [[nodiscard]] bool has_said() const override { return printer_.has_said(); }

 private:
  void write() { output_.styled(printer_.take()); }

  Output& output_;
  EventPrinter printer_;
  std::string held_;  // the part of the stream that no event covers yet
  std::uint64_t begin_ = 0;
};

// This many bytes of an answer are enough to guess the mode. Until then they wait.
constexpr std::size_t enough_to_choose = std::size_t{1} << 20;

class ShowProcessor : public Processor {
 public:
  ShowProcessor(ShowSpec spec, const ProcessorSetup& setup)
      : spec_(std::move(spec)), setup_(setup), server_parts_(nullptr, setup.notes) {}

  [[nodiscard]] Shape shape() const override { return spec_.shape; }

  [[nodiscard]] bool separates_records() const override {
    return setup_.is_record && spec_.shape == Shape::plain;
  }

  void begin() override {
    const bool is_second = viewer_ && spec_.shape == Shape::plain;
    if (is_second || separates_records()) setup_.output.styled("\n");
    server_parts_.clear();
    findings_ = {};
    reader_.reset();
    waiting_ = {};
    if (!spec_.choose) start();
  }

  std::optional<Error> feed(std::string_view text) override {
    beginning_.add(text);
    if (reader_) return read(text);
    waiting_.text += text;
    waiting_.parts.push_back({text.size(), false});
    return waiting_.text.size() < enough_to_choose ? std::nullopt : choose(false);
  }

  void see(const wire::Piece& piece) override {
    server_parts_.see(piece);
    if (piece.kind != wire::PieceKind::reasoning) return;
    if (reader_) return viewer_->reasoning(piece.text);
    waiting_.reasoning += piece.text;
    waiting_.parts.push_back({piece.text.size(), true});
  }

  AnswerResult finish() override {
    if (!reader_) choose(true);
    if (!setup_.arguments.no_finish) show({}, reader_->finish());
    server_parts_.finish();
    for (const auto& [number, call] : server_parts_.calls()) viewer_->call(call);
    for (const auto& [number, call] : server_parts_.broken_calls()) viewer_->call(call);
    viewer_->end();
    findings_.has_found |= !server_parts_.calls().empty() || !server_parts_.reasoning().empty();
    findings_.has_met |= viewer_->has_problem() || viewer_->has_said();
    findings_.is_malformed |=
        server_parts_.is_malformed() || (spec_.refuses_problems && viewer_->has_problem());
    return {.findings = findings_,
            .seen = beginning_.take(),
            .stats = reader_->stats(),
            .limit = stop_of(*reader_)};
  }

  void make_room() override {
    if (viewer_) viewer_->make_room();
  }
  void rest() override {
    if (viewer_) viewer_->rest();
  }
  void break_off() override { server_parts_.break_off(); }

 private:
  // Text and pieces that came before the mode was chosen.
  struct Waiting {
    struct Part {
      std::size_t size;
      bool is_reasoning;  // that a server has taken apart itself
    };
    std::string text;
    std::string reasoning;
    std::vector<Part> parts;
  };

  void start() {
    reader_.emplace(*spec_.mode.rules);
    viewer_ =
        spec_.make_viewer({*spec_.mode.arguments, setup_.output, setup_.notes, setup_.choice});
    if (!spec_.mode.remark.empty()) viewer_->remark(spec_.mode.remark);
  }

  std::optional<Error> choose(bool is_whole) {
    const Waiting waiting = std::exchange(waiting_, {});
    viewer_.reset();  // it uses the arguments of the last mode
    spec_.mode = spec_.choose(waiting.text, is_whole);
    start();
    std::optional<Error> stop;
    std::string_view text = waiting.text;
    std::string_view reasoning = waiting.reasoning;
    for (const auto& [size, is_reasoning] : waiting.parts) {
      std::string_view& rest = is_reasoning ? reasoning : text;
      if (is_reasoning) {
        viewer_->reasoning(rest.substr(0, size));
      } else if (!stop) {
        stop = read(rest.substr(0, size));
      }
      rest.remove_prefix(size);
    }
    return stop;
  }

  std::optional<Error> read(std::string_view text) {
    show(text, reader_->feed(text));
    return stop_of(*reader_);
  }

  void show(std::string_view text, std::span<const Event> events) {
    for (const Event& event : events) findings_.see(event);
    viewer_->piece(text, events);
  }

  ShowSpec spec_;
  ProcessorSetup setup_;
  std::optional<Reader> reader_;  // not set until the mode is chosen
  Waiting waiting_;
  ServerParts server_parts_;
  Findings findings_;
  Beginning beginning_;
  std::unique_ptr<Viewer> viewer_;
};

}  // namespace

std::unique_ptr<Viewer> make_plain_viewer(const ProcessorSetup& setup) {
  return std::make_unique<PlainViewer>(setup);
}

std::unique_ptr<Processor> make_show_processor(ShowSpec spec, const ProcessorSetup& setup) {
  return std::make_unique<ShowProcessor>(std::move(spec), setup);
}

}  // namespace tagstream::cli
