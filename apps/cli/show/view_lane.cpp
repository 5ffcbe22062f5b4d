#include "show/view_lane.hpp"

#include <utility>

#include "io/terminal.hpp"
#include "native.hpp"
#include "show/view.hpp"

namespace tagstream::cli {

namespace {

class ViewLane : public Lane {
 public:
  ViewLane(MakeReader make_reader, const LaneSetup& setup)
      : make_reader_(std::move(make_reader)),
        reader_(make_reader_()),
        setup_(setup),
        view_(columns_of_output, is_colored(setup.arguments.color, 1)),
        native_(nullptr, setup.notes) {}

  [[nodiscard]] Shape shape() const override { return Shape::plain; }

  void begin() override {
    reader_ = make_reader_();
    native_.clear();
    findings_ = {};
  }

  std::optional<Error> feed(std::string_view text) override {
    show(reader_.feed(text));
    return stop_of(reader_);
  }

  void see(const wire::Piece& piece) override {
    native_.see(piece);
    if (piece.kind != wire::PieceKind::reasoning) return;
    view_.show_reasoning(piece.text);
    setup_.output.styled(view_.take());
  }

  Verdict finish() override {
    if (!setup_.arguments.no_finish) show(reader_.finish());
    native_.finish();
    for (const auto& [number, call] : native_.calls()) {
      view_.show_call(call.name, call.id, call.arguments);
    }
    view_.end();
    setup_.output.styled(view_.take());
    Verdict verdict;
    verdict.has_found = findings_.has_call || !native_.calls().empty();
    verdict.is_malformed = findings_.is_malformed || native_.is_malformed();
    verdict.stats = reader_.stats();
    verdict.limit = stop_of(reader_);
    return verdict;
  }

 private:
  void show(std::span<const Event> events) {
    for (const Event& event : events) findings_.see(event);
    view_.show(events);
    setup_.output.styled(view_.take());
  }

  MakeReader make_reader_;
  Reader reader_;
  LaneSetup setup_;
  View view_;
  Native native_;
  Findings findings_;
};

}  // namespace

std::unique_ptr<Lane> make_view_lane(MakeReader make_reader, const LaneSetup& setup) {
  return std::make_unique<ViewLane>(std::move(make_reader), setup);
}

}  // namespace tagstream::cli
