#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/terminal.hpp"

namespace tagstream::cli {

/// How text looks: the parameters of a terminal's colour command; empty: as it is.
using Look = std::string_view;

namespace look {
inline constexpr Look plain = "";
inline constexpr Look dim = "2";
inline constexpr Look heading = "1;36";
inline constexpr Look call = "1;33";
inline constexpr Look key = "36";
inline constexpr Look string = "32";
inline constexpr Look number = "35";
inline constexpr Look problem = "4;31";
inline constexpr Look notice = "33";
inline constexpr Look oddity = "4;33";
inline constexpr Look dim_problem = "2;4;31";
inline constexpr Look tag = "36";
inline constexpr Look held = "7";
inline constexpr Look held_tag = "7;36";
inline constexpr Look waited = "2;7";
inline constexpr Look waited_tag = "2;7;36";
}  // namespace look

/// Columns: to less than that nothing is wrapped. A margin and a wide character fit.
inline constexpr std::size_t narrowest_wrapped = 4;

/// Text for people: wrapped between words, each line after a margin. What is wrapped goes on below
/// the first word of its line. A word waits until it is known to be whole, so that pieces of text
/// give the lines that the whole gives.
///
/// Control bytes of the text are shown as `\x1b`, so that a model can't drive the terminal.
class Layout {
 public:
  /// @param width  columns of a line, asked at each line: a terminal may be resized; 0: no wrapping
  Layout(std::function<std::size_t()> width, bool is_colored)
      : width_(std::move(width)), is_colored_(is_colored) {}

  /// Text; line ends (LF, CRLF) end lines. Precondition: no character is cut.
  void text(std::string_view bytes, Look look);
  /// Line ends that come next are left out, until something else comes.
  void skip_line_ends() { skips_line_ends_ = true; }
  /// What stands before each line from now on. It begins with the next one.
  void set_margin(std::string_view margin, Look look);
  /// Lines that come next go on so much further in, if they are wrapped.
  void set_hanging(std::size_t columns) { hanging_ = columns; }
  /// Ends the line, if anything stands in it.
  void end_line();
  /// The next line begins with that, in place of the margin, which is as wide.
  void begin_with(std::string_view mark, Look look) { mark_ = colored(mark, look, is_colored_); }
  /// A line in which only that stands.
  void line_of(std::string_view text, Look look);
  /// An empty line, unless one stands there or nothing has come.
  void blank_line();
  /// What has been laid out since the last time. In the middle of a line a colour may be on.
  [[nodiscard]] std::string take();

 private:
  void character(std::string_view bytes, char32_t value, Look look);
  void escaped(std::string_view word, Look look);
  void end_carriage_return();
  void end_word();
  void cut_word();
  void blank(std::size_t count);
  void tab();
  void wrap();
  void new_line();
  void begin_line();

  std::function<std::size_t()> width_;
  bool is_colored_;
  std::string out_;
  std::string margin_;  // with its colour
  std::string mark_;    // the same, of the next line only; empty: none
  std::size_t margin_width_ = 0;
  std::string word_;  // with its colours
  Look first_look_;   // of its first byte
  Look word_look_;    // the one that is on at its end
  Look last_look_;    // that is on at the end of the line so far
  std::size_t word_width_ = 0;
  std::size_t blanks_ = 0;  // before the word
  std::size_t column_ = 0;  // of the line, its margin included; 0: nothing is in it
  std::size_t limit_ = 0;   // of the line; 0: none
  std::size_t hanging_ = 0;
  std::optional<std::size_t> indent_;  // of what is wrapped; none: the line has no word yet
  std::size_t empty_lines_ = 2;  // directly before here; at the beginning no blank line is wanted
  Look return_look_;
  bool has_return_ = false;  // the last byte was CR: the end of a line if LF follows
  bool skips_line_ends_ = false;
};

/// The arguments of a call, one key or element a line. What they are written like is not changed.
void lay_out_arguments(Layout& layout, std::string_view arguments);

/// The same as a text of its own, without colours, not wrapped.
[[nodiscard]] std::string arguments_text(std::string_view arguments);

// ---- what has been laid out: text with its colours (rows.cpp) ----------------------------------

/// Lines without their ends.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
/// The last lines of a text, `most` at most.
[[nodiscard]] std::string_view last_lines(std::string_view text, std::size_t most);
void keep_last(std::vector<std::string>& lines, std::size_t most);

/// Adds `line`, parted so that no part takes more columns, at blanks where it can be. Each part has
/// its colour. Without columns it stays as it is.
void add_parted(std::vector<std::string>& lines, std::string_view line, std::size_t columns);

/// `text` in exactly so many columns.
[[nodiscard]] std::string fit(std::string_view text, std::size_t columns);

}  // namespace tagstream::cli
