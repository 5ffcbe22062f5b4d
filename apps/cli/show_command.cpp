// show: which family or tags, and how it is shown.
#include <optional>

#include "command.hpp"
#include "io/input.hpp"
#include "missed.hpp"
#include "run.hpp"
#include "show/page.hpp"
#include "show/way.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t piece_size = 8;  // of a file, where pieces are seen

// What is shown of an answer, and how. Without a way that is asked for it is guessed; but what
// comes live is shown as it comes: of that the markers say the family.
ViewSpec spec_of(const Arguments& arguments, const std::optional<Way>& asked, bool comes_live,
                 Page& page) {
  ViewSpec spec{.refuses_problems = true};
  const bool is_page = !arguments.html_file.empty();
  const bool may_wait = !comes_live || is_page || arguments.from == InputForm::jsonl;
  if (!asked && may_wait) {
    spec.choose = [&arguments](std::string_view text, bool is_whole) {
      return guessed_way(arguments, text, is_whole);
    };
  } else {
    spec.way = asked ? *asked : asked_way(arguments);
  }
  if (is_page) {
    spec.shape = Shape::object;  // nothing is printed
    spec.make_sight = [&page](const LaneSetup& shown) { return make_page_sight(shown, page); };
  } else if (arguments.raw) {
    spec.make_sight = make_raw_sight;
  }
  return spec;
}

}  // namespace

int show_command(Arguments& arguments) {
  if (arguments.explain) return print_explained(arguments, *asked_way(arguments).rules);
  SecondFile page_file(arguments.html_file);
  std::optional<Way> asked;
  if (says_what(arguments)) asked = asked_way(arguments);
  const bool is_page = !arguments.html_file.empty();
  const bool is_text = arguments.from == InputForm::text;
  if (is_page && (arguments.files.size() > 1 || arguments.from == InputForm::jsonl)) {
    throw Failure(exit_usage, "a page shows one text: --html");
  }
  const bool shows_pieces = is_page || arguments.raw;
  if (shows_pieces && arguments.chunk_size == 0 && !arguments.files.empty() && is_text) {
    arguments.chunk_size = piece_size;
  }
  Page page;
  bool comes_live = false;
  const auto write_page = [&] {
    if (page_file.output() == nullptr || page.is_empty()) return;
    page.write(*page_file.output());
    page_file.close();
  };
  const auto make_lane = [&](const LaneSetup& setup) {
    return make_view_lane(spec_of(arguments, asked, comes_live, page), setup);
  };
  const auto on_open = [&](const Input& input) {
    page_file.check(input);
    comes_live = input.may_wait();
  };
  try {
    const auto say_nothing = [&](std::string_view seen) { return nothing_read(arguments, seen); };
    const int code = run_lanes(arguments, make_lane, say_nothing, on_open);
    write_page();
    return code;
  } catch (const Failure&) {
    write_page();  // of what has come until then
    throw;
  }
}

}  // namespace tagstream::cli
