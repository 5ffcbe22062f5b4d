#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/shown.hpp"

namespace tagstream::cli {

/// The look of text: the parameters of a terminal's colour command, such as "1"; empty: plain.
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

/// The fewest columns to which text is wrapped: a margin and a wide character fit into them.
inline constexpr std::size_t narrowest_wrapped = 4;

/// Lays out text for people: wrapped between words, with a margin before each line. A wrapped line
/// goes on below the first word of its line. A word waits until its end is known, so that the lines
/// don't depend on how the text is cut into pieces.
///
/// Control bytes are shown as `\x1b`, so that a model can't drive the terminal.
class Layout {
 public:
  /// @param width  gives the columns of a line; it is called for each line, as a terminal may be
  ///               resized; 0: no wrapping
  Layout(std::function<std::size_t()> width, bool is_colored)
      : width_(std::move(width)), is_colored_(is_colored) {}

  /// Adds text. LF and CRLF end a line. Precondition: no character is cut.
  void text(std::string_view bytes, Look look);
  /// Leaves out the line ends that come next, up to the first other byte.
  void skip_line_ends() { skips_line_ends_ = true; }
  /// Sets the margin of the next line and all after it.
  void set_margin(std::string_view margin, Look look);
  /// Sets how many columns further in a wrapped line goes on.
  void set_hanging(std::size_t columns) { hanging_ = columns; }
  /// Ends the line, if anything stands in it.
  void end_line();
  /// Sets a mark that the next line has in place of the margin. It must be as wide as the margin.
  void begin_with(std::string_view mark, Look look) { mark_ = colored(mark, look, is_colored_); }
  /// Adds a line with this text alone.
  void line_of(std::string_view text, Look look);
  /// Adds an empty line, unless the line before is empty or there is none.
  void blank_line();
  /// Takes the text that was laid out since the last call. In the middle of a line a colour may be
  /// on.
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
  std::string mark_;    // in place of the margin of the next line; empty: the margin
  std::size_t margin_width_ = 0;
  std::string word_;  // with its colours
  Look first_look_;   // of its first byte
  Look word_look_;    // the look at the end of the word
  Look last_look_;    // that is on at the end of the line so far
  std::size_t word_width_ = 0;
  std::size_t blanks_ = 0;  // before the word
  std::size_t column_ = 0;  // of the line, with its margin; 0: the line is empty
  std::size_t limit_ = 0;   // the line's columns; 0: no limit
  std::size_t hanging_ = 0;
  std::optional<std::size_t> indent_;  // of wrapped lines; not set: the line has no word yet
  std::size_t empty_lines_ = 2;  // directly before here; at the beginning no blank line is wanted
  Look return_look_;
  char32_t last_ = 0;        // the last character of the last text
  bool has_return_ = false;  // the last byte was CR: the end of a line if LF follows
  bool skips_line_ends_ = false;
};

/// Lays out the arguments of a call, with one key or element in each line. The spelling of keys and
/// values does not change.
void lay_out_arguments(Layout& layout, std::string_view arguments);

/// The arguments of a call as text, laid out in the same way, without colours and not wrapped.
[[nodiscard]] std::string arguments_text(std::string_view arguments);

// ---- text that has been laid out, with its colours (rows.cpp) ----------------------------------

/// The lines of a text, without their line ends.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
/// The last lines of a text, `most` at most.
[[nodiscard]] std::string_view last_lines(std::string_view text, std::size_t most);
void keep_last(std::vector<std::string>& lines, std::size_t most);

/// Adds `line` in parts of at most `columns` columns, cut at blanks where possible. Each part keeps
/// its colour. With `columns` = 0 the line is added unchanged.
void add_parted(std::vector<std::string>& lines, std::string_view line, std::size_t columns);

/// `text` in exactly `columns` columns: cut, or filled with spaces.
[[nodiscard]] std::string fit(std::string_view text, std::size_t columns);

}  // namespace tagstream::cli
