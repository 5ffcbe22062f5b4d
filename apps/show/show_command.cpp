// `show`: chooses how an answer is read, and how it is shown.

#include <filesystem>
#include <optional>

#include "command.hpp"
#include "io/input.hpp"
#include "missed.hpp"
#include "run.hpp"
#include "show/page.hpp"
#include "show/read_mode.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t piece_size = 8;  // of a file, where pieces are seen

// How an answer is shown. If no mode is asked for, it is guessed from the answer. An answer that
// comes live can't wait for that: it is read by the dialect `auto`, whose markers tell the family.
ShowSpec spec_of(const Arguments& arguments, const std::optional<ReadMode>& asked, bool comes_live,
                 Page& page) {
  ShowSpec spec{.refuses_problems = true};
  const bool is_page = !arguments.html_file.empty();
  const bool may_wait = !comes_live || is_page || arguments.from == InputForm::jsonl;
  if (!asked && may_wait) {
    spec.choose = [&arguments](std::string_view text, bool is_whole) {
      return guessed_mode(arguments, text, is_whole);
    };
  } else {
    spec.mode = asked ? *asked : asked_mode(arguments);
  }
  if (is_page) {
    spec.shape = Shape::object;  // nothing is printed
    spec.make_viewer = [&page](const ProcessorSetup& shown) {
      const std::vector<std::string>& files = shown.arguments.files;
      const std::filesystem::path file = files.empty() ? "" : files[0];
      return make_page_viewer(shown.arguments.options, file.filename().string(), shown.choice,
                              page);
    };
  } else if (arguments.raw) {
    spec.make_viewer = make_raw_viewer;
  }
  return spec;
}

// The rules that `show` reads by, and what it does of its own accord.
std::string explained(const Arguments& arguments) {
  constexpr std::string_view hidden = "bad_calls: hide";
  std::string text = asked_mode(arguments).rules->explain();
  text.insert(text.find(hidden) + hidden.size(), ": a broken call is shown once, with its problem");
  if (says_what(arguments)) return text;
  return "# show guesses the family of each text: tagstream guess FILE\n"
         "# where it can't, or the text comes live, it reads by:\n" +
         text;
}

}  // namespace

int show_command(Arguments& arguments) {
  if (arguments.explain) return print(explained(arguments));
  check_no_dialect(arguments);
  SecondFile page_file(arguments.html_file);
  std::optional<ReadMode> asked;
  if (says_what(arguments)) asked = asked_mode(arguments);
  const bool is_page = !arguments.html_file.empty();
  const bool is_text = arguments.from == InputForm::text;
  if (is_page && (arguments.files.size() > 1 || arguments.from == InputForm::jsonl)) {
    throw Failure(exit_usage, "more than one text: --html takes one");
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
  const auto make_processor = [&](const ProcessorSetup& setup) {
    return make_show_processor(spec_of(arguments, asked, comes_live, page), setup);
  };
  const auto on_open = [&](const Input& input) {
    page_file.check(input);
    comes_live = input.may_wait();
  };
  try {
    Options options = arguments.options;
    if (!says_what(arguments)) options.dialect = "none";
    const auto say_nothing = [&](std::string_view seen) {
      return nothing_read(arguments, advise(seen, options).value_or(std::vector<Advice>()), seen);
    };
    const int code = run_processors(arguments, make_processor, say_nothing, on_open);
    write_page();
    return code;
  } catch (const Failure&) {
    write_page();  // with all that has come until then
    throw;
  }
}

}  // namespace tagstream::cli
