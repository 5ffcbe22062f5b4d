#include "show/view_lane.hpp"

#include <string>
#include <utility>

#include "io/terminal.hpp"
#include "show/view.hpp"

namespace tagstream::cli {

namespace {

class PlainSight : public Sight {
 public:
  explicit PlainSight(const LaneSetup& setup)
      : output_(setup.output),
        view_(columns_of_output, is_colored(setup.arguments.color, 1), Strays(setup.arguments)) {}

  void piece(std::string_view, std::span<const Event> events) override {
    view_.show(events);
    write();
  }
  void reasoning(std::string_view text) override {
    view_.show_reasoning(text);
    write();
  }
  void call(const Native::NativeCall& call) override {
    view_.show_call(call.name, call.id, call.arguments);
  }
  void never_closed_reasoning(std::uint64_t begin) override { view_.never_closed_reasoning(begin); }
  void remark(std::string_view sentence) override { view_.remark(sentence); }
  void end() override {
    view_.end();
    write();
  }

 private:
  void write() { output_.styled(view_.take()); }

  Output& output_;
  View view_;
};

class ViewLane : public Lane {
 public:
  ViewLane(MakeReader make_reader, MakeSight make_sight, const LaneSetup& setup,
           std::string_view remark)
      : make_reader_(std::move(make_reader)),
        make_sight_(std::move(make_sight)),
        remark_(remark),
        reader_(make_reader_()),
        setup_(setup),
        native_(nullptr, setup.notes) {}

  [[nodiscard]] Shape shape() const override { return Shape::plain; }

  void begin() override {
    if (sight_) setup_.output.styled("\n");  // that of the answer before has been shown
    reader_ = make_reader_();
    sight_ = make_sight_();
    native_.clear();
    findings_ = {};
    if (!remark_.empty()) sight_->remark(remark_);
  }

  std::optional<Error> feed(std::string_view text) override {
    show(text, reader_.feed(text));
    return stop_of(reader_);
  }

  void see(const wire::Piece& piece) override {
    native_.see(piece);
    if (piece.kind == wire::PieceKind::reasoning) sight_->reasoning(piece.text);
  }

  Verdict finish() override {
    if (!setup_.arguments.no_finish) {
      show({}, reader_.finish());
      if (const auto begin = reader_.unclosed_reasoning()) sight_->never_closed_reasoning(*begin);
    }
    native_.finish();
    for (const auto& [number, call] : native_.calls()) sight_->call(call);
    sight_->end();
    Verdict verdict;
    verdict.has_found = findings_.has_call || !native_.calls().empty();
    verdict.is_malformed = findings_.is_malformed || native_.is_malformed();
    verdict.stats = reader_.stats();
    verdict.limit = stop_of(reader_);
    return verdict;
  }

 private:
  void show(std::string_view text, std::span<const Event> events) {
    for (const Event& event : events) findings_.see(event);
    sight_->piece(text, events);
  }

  MakeReader make_reader_;
  MakeSight make_sight_;
  std::string remark_;
  Reader reader_;
  LaneSetup setup_;
  Native native_;
  Findings findings_;
  std::unique_ptr<Sight> sight_;
};

}  // namespace

std::unique_ptr<Sight> make_plain_sight(const LaneSetup& setup) {
  return std::make_unique<PlainSight>(setup);
}

std::unique_ptr<Lane> make_view_lane(MakeReader make_reader, MakeSight make_sight,
                                     const LaneSetup& setup, std::string_view remark) {
  return std::make_unique<ViewLane>(std::move(make_reader), std::move(make_sight), setup, remark);
}

}  // namespace tagstream::cli
