// show: which family or tags, and how it is shown.
#include "command.hpp"
#include "io/input.hpp"
#include "run.hpp"
#include "show/page.hpp"
#include "show/way.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t piece_size = 8;  // of a file, where pieces are seen

class ShowCommand {
 public:
  explicit ShowCommand(Arguments& arguments)
      : arguments_(arguments), page_file_(arguments.html_file) {
    guesses_ = !has_family(arguments) && !has_tags(arguments);
    if (!guesses_) way_ = asked_way(arguments);
    if (is_page() && (arguments.files.size() > 1 || arguments.from == InputForm::jsonl)) {
      throw Failure(exit_usage, "a page shows one text: --html");
    }
    if ((is_page() || arguments.raw) && arguments.chunk_size == 0 && !arguments.files.empty() &&
        arguments.from == InputForm::text) {
      arguments.chunk_size = piece_size;
    }
  }

  int run() {
    try {
      const int code = run_lanes(
          arguments_, [this](const LaneSetup& setup) { return lane(setup); },
          [this](const Input& input) {
            page_file_.check(input);
            comes_live_ = input.may_wait();
          });
      write_page();
      return code;
    } catch (const Failure&) {
      write_page();  // of what has come until then
      throw;
    }
  }

 private:
  [[nodiscard]] bool is_page() const { return !arguments_.html_file.empty(); }

  void write_page() {
    if (page_file_.output() == nullptr || page_.is_empty()) return;
    page_.write(*page_file_.output());
    page_file_.close();
  }

  // What comes live is shown as it comes: of that the markers say the family.
  [[nodiscard]] std::unique_ptr<Lane> lane(const LaneSetup& setup) {
    ViewSpec spec{.refuses_problems = true};
    const bool may_wait = !comes_live_ || is_page() || arguments_.from == InputForm::jsonl;
    if (guesses_ && may_wait) {
      spec.choose = [this](std::string_view text, bool is_whole) {
        return guessed_way(arguments_, text, is_whole);
      };
    } else {
      spec.way = guesses_ ? asked_way(arguments_) : way_;
    }
    if (is_page()) {
      spec.shape = Shape::object;  // nothing is printed
      spec.make_sight = [this](const LaneSetup& shown) { return make_page_sight(shown, page_); };
    } else if (arguments_.raw) {
      spec.make_sight = make_raw_sight;
    }
    return make_view_lane(std::move(spec), setup);
  }

  Arguments& arguments_;
  SecondFile page_file_;
  Page page_;
  Way way_;
  bool guesses_ = false;
  bool comes_live_ = false;
};

}  // namespace

int show_command(Arguments& arguments) {
  add_schemas(arguments);
  add_row(arguments);
  return ShowCommand(arguments).run();
}

}  // namespace tagstream::cli
