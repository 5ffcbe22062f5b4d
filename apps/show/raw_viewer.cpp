// `show --raw`: shows the stream beside its result. On a terminal the open stretch is drawn again
// with each piece.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "io/interrupt.hpp"
#include "io/terminal.hpp"
#include "processor.hpp"
#include "show/panes.hpp"
#include "show/viewer.hpp"

namespace tagstream::cli {

namespace {

// Turns wrapping off, so that each row takes one line, however wide a terminal draws its
// characters.
constexpr std::string_view no_wrapping = "\x1b[?7l";
constexpr std::string_view wrapping = "\x1b[?7h";

// About half of the terminal's rows, at least eight if it has them. A terminal that becomes
// narrower wraps the rows that are there, which may then need twice as many lines.
std::size_t rows_to_draw(std::size_t rows) {
  constexpr std::size_t few = 8;
  return rows < 2 ? 1 : std::min(rows - 1, std::max(rows / 2 - 1, few));
}

// The open stretch is not drawn more often than a person can see.
using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_frames{15};

class RawViewer : public Viewer {
 public:
  explicit RawViewer(const ProcessorSetup& setup)
      : output_(setup.output),
        pause_(setup.arguments.pace),
        is_live_(output_.is_terminal() && !is_plain_terminal()),
        panes_(columns_of_output, is_colored(setup.arguments.color, 1),
               UnmatchedTags(setup.arguments.options)) {
    if (is_live_) catch_termination();  // the cursor stands where rows are drawn
  }

  void piece(std::string_view text, std::span<const Event> events) override {
    panes_.add(text, events);
    is_due_ = is_live_ && pause_.count() == 0 && Clock::now() < next_frame_;
    if (!is_due_) write();
    if (is_live_ && !text.empty()) wait_for_interrupt(pause_);
  }
  void reasoning(std::string_view text) override {
    panes_.printer().show_reasoning(text);
    write();
  }
  void call(const ServerCall& call) override { panes_.printer().show_call(call); }
  void remark(std::string_view sentence) override { panes_.remark(sentence); }
  void end() override {
    panes_.end();
    output_.styled(erased() + panes_.take());
  }
  void make_room() override { output_.styled(erased()); }
  void rest() override {
    if (is_due_) write();
  }
  [[nodiscard]] bool has_problem() const override { return panes_.printer().has_problem(); }
  [[nodiscard]] bool has_said() const override { return panes_.printer().has_said(); }

 private:
  // The cursor is left at the beginning of the open stretch. It stays there when the terminal
  // changes its size, whether that wraps the rows anew or not. The row of the cursor is erased
  // first: some terminals keep text in their history if it is erased from the first place of the
  // screen on.
  [[nodiscard]] std::string erased() {
    return std::exchange(is_drawn_, false) ? "\r\x1b[K\n\x1b[J\x1b[A" : "";
  }

  void write() {
    is_due_ = false;
    if (!is_live_) return output_.styled(panes_.take());
    std::string frame = erased() + panes_.take();
    const auto rows = panes_.open_rows(rows_to_draw(size_of_output().rows));
    if (!rows.empty()) {
      frame += no_wrapping;
      for (const std::string& row : rows) frame.append(row).append("\n");
      frame += fmt::format("{}\x1b[{}A", wrapping, rows.size());
      is_drawn_ = true;
    }
    output_.styled(frame);
    output_.flush();
    next_frame_ = Clock::now() + between_frames;
  }

  Output& output_;
  std::chrono::milliseconds pause_;
  bool is_live_;  // else the rows are given once, as a file gets them
  Panes panes_;
  Clock::time_point next_frame_{};
  bool is_due_ = false;    // not all that has come is drawn
  bool is_drawn_ = false;  // the rows of the open stretch stand below the cursor
};

}  // namespace

std::unique_ptr<Viewer> make_raw_viewer(const ProcessorSetup& setup) {
  return std::make_unique<RawViewer>(setup);
}

}  // namespace tagstream::cli
