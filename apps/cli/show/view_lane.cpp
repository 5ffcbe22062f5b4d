#include "show/way.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/interrupt.hpp"
#include "io/terminal.hpp"
#include "show/view.hpp"

namespace tagstream::cli {

namespace {

class PlainSight : public Sight {
 public:
  explicit PlainSight(const LaneSetup& setup)
      : output_(setup.output),
        view_(columns_of_output, is_colored(setup.arguments.color, 1), Strays(setup.arguments)) {
    // A colour may be on when it comes.
    if (output_.is_terminal() && is_colored(setup.arguments.color, 1)) catch_termination();
  }

  void piece(std::string_view text, std::span<const Event> events) override {
    held_ += text;
    view_.set_stream(held_, begin_);
    view_.show(events);
    std::uint64_t left = begin_;
    for (const Event& event : events) left = std::max(left, event.span.end);
    held_.erase(0, left - begin_);
    begin_ = left;
    write();
  }
  void reasoning(std::string_view text) override {
    view_.show_reasoning(text);
    write();
  }
  void call(const Native::NativeCall& call) override { view_.show_call(call); }
  void remark(std::string_view sentence) override { view_.remark(sentence); }
  void end() override {
    view_.end_of_text();
    view_.end();
    write();
  }
  void make_room() override {
    view_.make_room();
    write();
  }
  [[nodiscard]] bool has_problem() const override { return view_.has_problem(); }

 private:
  void write() { output_.styled(view_.take()); }

  Output& output_;
  View view_;
  std::string held_;  // of the stream, what the events do not account for
  std::uint64_t begin_ = 0;
};

// So much of an answer is enough to guess by: it waits until then.
constexpr std::size_t enough_to_choose = std::size_t{1} << 20;

class ViewLane : public Lane {
 public:
  ViewLane(ViewSpec spec, const LaneSetup& setup)
      : spec_(std::move(spec)), setup_(setup), native_(nullptr, setup.notes) {}

  [[nodiscard]] Shape shape() const override { return spec_.shape; }

  void begin() override {
    if (sight_ && spec_.shape == Shape::plain)
      setup_.output.styled("\n");  // that of the answer before has been shown
    native_.clear();
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
    native_.see(piece);
    if (piece.kind != wire::PieceKind::reasoning) return;
    if (reader_) return sight_->reasoning(piece.text);
    waiting_.reasoning += piece.text;
    waiting_.parts.push_back({piece.text.size(), true});
  }

  Verdict finish() override {
    if (!reader_) choose(true);
    if (!setup_.arguments.no_finish) show({}, reader_->finish());
    native_.finish();
    for (const auto& [number, call] : native_.calls()) sight_->call(call);
    for (const auto& [number, call] : native_.cut_off_calls()) sight_->call(call);
    sight_->end();
    const bool has_found =
        findings_.has_found || !native_.calls().empty() || !native_.reasoning().empty();
    return {.has_found = has_found,
            .is_malformed = findings_.is_malformed || native_.is_malformed() ||
                            (spec_.refuses_problems && sight_->has_problem()),
            .has_met = has_found || findings_.has_met || spec_.choose,
            .seen = beginning_.take(),
            .stats = reader_->stats(),
            .limit = stop_of(*reader_)};
  }

  void make_room() override {
    if (sight_) sight_->make_room();
  }
  void rest() override {
    if (sight_) sight_->rest();
  }
  void break_off() override { native_.break_off(); }

 private:
  // What came before the way was chosen.
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
    reader_.emplace(*spec_.way.rules);
    sight_ = spec_.make_sight({*spec_.way.arguments, setup_.output, setup_.notes, setup_.choice});
    if (!spec_.way.remark.empty()) sight_->remark(spec_.way.remark);
  }

  std::optional<Error> choose(bool is_whole) {
    const Waiting waiting = std::exchange(waiting_, {});
    sight_.reset();  // it goes by the arguments of the way before
    spec_.way = spec_.choose(waiting.text, is_whole);
    start();
    std::optional<Error> stop;
    std::string_view text = waiting.text;
    std::string_view reasoning = waiting.reasoning;
    for (const auto& [size, is_reasoning] : waiting.parts) {
      std::string_view& rest = is_reasoning ? reasoning : text;
      if (is_reasoning) {
        sight_->reasoning(rest.substr(0, size));
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
    sight_->piece(text, events);
  }

  ViewSpec spec_;
  LaneSetup setup_;
  std::optional<Reader> reader_;  // none: it is not known yet how the answer is read
  Waiting waiting_;
  Native native_;
  Findings findings_;
  Beginning beginning_;
  std::unique_ptr<Sight> sight_;
};

}  // namespace

std::unique_ptr<Sight> make_plain_sight(const LaneSetup& setup) {
  return std::make_unique<PlainSight>(setup);
}

std::unique_ptr<Lane> make_view_lane(ViewSpec spec, const LaneSetup& setup) {
  return std::make_unique<ViewLane>(std::move(spec), setup);
}

}  // namespace tagstream::cli
