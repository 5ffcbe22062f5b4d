#pragma once

// The notation of formats: text that looks like the output of a model, with words in capitals where
// something varies. docs/own_formats.md explains it. This file reads it, both in the table of
// dialects and where a user gives a format of his own.
//
//   text → lines (`Items`) → alternatives (`Ways`) → pieces (`TemplateReader`)
//
// The text
//
//   <a>NAME</a> | <b>NAME</b>
//   - trims
//
// is two items: a line with the ways `<a>NAME</a>` and `<b>NAME</b>`, and the option `trims`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.hpp"

namespace tagstream::notation {

/// A placeholder of the notation.
///
///   <a>NAME</a>     pieces: `<`, `a`, `>`, Word::name, `<`, `/`, `a`, `>`
///   NAMEPARAMETER   two placeholders: a run of capitals is placeholders from end to end
///   CALL_ID         text: `_` is not a placeholder, so nothing in the run is
///   \NAME           the text `NAME`
///   <ANSWER>        a tag, and no placeholder
enum class Word : std::uint8_t {
  none,
  reasoning,
  content,
  answer,
  call,
  name,
  arguments,
  id,
  index,
  parameter,
  key,
  value,
  string,
  json,
  python,
  type,
  role,
  header,
  dots,  ///< `...`: the thing before it may come again
};

struct Placeholder {
  Word word;
  std::string_view text;
};

/// All placeholders that are words, in the order of `Word`.
inline constexpr std::array placeholders{
    Placeholder{Word::reasoning, "REASONING"},
    Placeholder{Word::content, "CONTENT"},
    Placeholder{Word::answer, "ANSWER"},
    Placeholder{Word::call, "CALL"},
    Placeholder{Word::name, "NAME"},
    Placeholder{Word::arguments, "ARGUMENTS"},
    Placeholder{Word::id, "ID"},
    Placeholder{Word::index, "INDEX"},
    Placeholder{Word::parameter, "PARAMETER"},
    Placeholder{Word::key, "KEY"},
    Placeholder{Word::value, "VALUE"},
    Placeholder{Word::string, "STRING"},
    Placeholder{Word::json, "JSON"},
    Placeholder{Word::python, "PYTHON"},
    Placeholder{Word::type, "TYPE"},
    Placeholder{Word::role, "ROLE"},
    Placeholder{Word::header, "HEADER"},
};

/// A placeholder as it is written in a format.
constexpr std::string_view text_of(Word word) {
  if (word == Word::dots) return "...";
  for (const Placeholder& one : placeholders) {
    if (one.word == word) return one.text;
  }
  return {};
}

/// A set of placeholders.
class WordSet {
 public:
  constexpr WordSet() = default;
  template <class... Words>
  explicit constexpr WordSet(Words... words) {
    (add(words), ...);
  }
  constexpr void add(Word word) { bits_ |= bit(word); }
  [[nodiscard]] constexpr bool has(Word word) const { return (bits_ & bit(word)) != 0; }

 private:
  static constexpr std::uint32_t bit(Word word) { return 1U << static_cast<unsigned>(word); }
  std::uint32_t bits_ = 0;
};

constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// True for a byte of a *run*, a stretch of capitals, digits and `_`. A run is placeholders only as
/// a whole: CALL_ID is text.
constexpr bool is_run_byte(char c) { return is_capital(c) || is_digit(c) || c == '_'; }

/// The length of the first placeholder of `run`, if the whole run is made of placeholders, as
/// NAMEPARAMETER is (4); else 0.
constexpr std::size_t first_word(std::string_view run) {
  for (const Placeholder& one : placeholders) {
    const std::size_t size = one.text.size();
    if (run.empty() || run[0] != one.text[0]) continue;
    if (run.substr(0, size) != one.text) continue;
    if (run.size() == size || first_word(run.substr(size)) != 0) return size;
  }
  return 0;
}

/// One piece of a template: a placeholder or a byte of text.
struct TemplateByte {
  Word word = Word::none;  ///< the placeholder; `none` for text
  char byte = 0;           ///< the byte of text, if the piece is not a placeholder
  std::string_view raw{};  ///< the piece as it is written in the format
};

/// Reads one alternative, piece by piece: `<a>NAME...` is `<`, `a`, `>`, Word::name and three dots,
/// since `...` after NAME repeats nothing.
class TemplateReader {
 public:
  explicit constexpr TemplateReader(std::string_view text) : text_(text) {}

  // A run of capitals is judged once, at its first byte, and then read word by word. The last piece
  // that is no blank is kept: it decides whether `...` after it is a placeholder.
  constexpr bool next(TemplateByte& piece) {
    if (at_ == text_.size()) return false;
    if (at_ < run_end_) {
      read_run(piece);
    } else if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
      read_escape(piece);
    } else if (is_run_byte(text_[at_])) {
      begin_run();
      read_run(piece);
    } else if (text_[at_] == '.' && text_.substr(at_, 3) == "..." && may_repeat()) {
      take(piece, Word::dots, 3);
    } else {
      take(piece, text_[at_], 1);
    }
    if (piece.word != Word::none || !is_blank(piece.byte)) {
      word_before_ = piece.word;
      byte_before_ = piece.byte;
    }
    return true;
  }

 private:
  constexpr void take(TemplateByte& piece, Word word, std::size_t size) {
    piece = {word, 0, {text_.data() + at_, size}};
    at_ += size;
  }
  constexpr void take(TemplateByte& piece, char byte, std::size_t size) {
    piece = {Word::none, byte, {text_.data() + at_, size}};
    at_ += size;
  }

  // Finds the end of the run that begins here, and whether the whole run is placeholders or text.
  constexpr void begin_run() {
    run_end_ = at_;
    while (run_end_ < text_.size() && is_run_byte(text_[run_end_])) ++run_end_;
    is_words_ = first_word(text_.substr(at_, run_end_ - at_)) != 0 && !is_tag_name();
  }
  constexpr void read_run(TemplateByte& piece) {
    const std::size_t size = is_words_ ? first_word(text_.substr(at_, run_end_ - at_)) : 0;
    if (size == 0) return take(piece, text_[at_], 1);
    const std::string_view written = text_.substr(at_, size);
    for (const Placeholder& one : placeholders) {
      if (one.text == written) return take(piece, one.word, size);
    }
  }
  // True if the run is the name of a tag: <ANSWER> and </ANSWER> are tags. Not so <NAME> and <KEY>,
  // where the tag has the name of a tool or of a parameter.
  [[nodiscard]] constexpr bool is_tag_name() const {
    const std::string_view before = text_.substr(0, at_);
    const bool opens = before.ends_with('<') || before.ends_with("</");
    if (!opens || run_end_ == text_.size() || text_[run_end_] != '>') return false;
    const std::string_view run = text_.substr(at_, run_end_ - at_);
    return run != "NAME" && run != "KEY" && first_word(run) == run.size();
  }

  // \NAME is the text `NAME`, \... three dots, \s a space, \n a line end; before any other sign the
  // backslash makes that sign text.
  constexpr void read_escape(TemplateByte& piece) {
    const char c = text_[at_ + 1];
    if (is_capital(c)) {
      ++at_;
      run_end_ = at_;
      while (run_end_ < text_.size() && is_run_byte(text_[run_end_])) ++run_end_;
      is_words_ = false;
      return read_run(piece);
    }
    take(piece, c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 's' ? ' ' : c, 2);
  }

  // True if `...` means a repetition here: after CALL or PARAMETER, a closing bracket or a
  // separator, blanks aside. Else the dots are text: `Thinking...`.
  [[nodiscard]] constexpr bool may_repeat() const {
    if (word_before_ == Word::call || word_before_ == Word::parameter) return true;
    const char c = byte_before_;
    return word_before_ == Word::none && (c == '}' || c == ')' || c == ',' || c == ';');
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t run_end_ = 0;        // the end of the run that is being read
  bool is_words_ = false;          // the run is made of placeholders
  Word word_before_ = Word::none;  // the last piece that was not a blank
  char byte_before_ = 0;
};

/// Counts how often each placeholder stands in an alternative.
class Census {
 public:
  explicit constexpr Census(std::string_view way) {
    TemplateReader pieces(way);
    for (TemplateByte piece; pieces.next(piece);) ++counts_[static_cast<std::size_t>(piece.word)];
  }
  template <class... Words>
  [[nodiscard]] constexpr std::size_t of(Words... words) const {
    return (counts_[static_cast<std::size_t>(words)] + ...);
  }

 private:
  std::array<std::size_t, 32> counts_{};
};

/// The part of a format that a line is about.
enum class Role : std::uint8_t {
  reasoning,  ///< reasoning and its markers
  content,    ///< the markers around the answer
  answer,     ///< the markers around the whole turn
  wrapper,    ///< the markers around a call or all calls
  call,       ///< a call
  parameter,  ///< one parameter of a call
  none,       ///< nothing: it has no placeholder
};

/// A placeholder that decides the role of a line. Of several in a line, the first one in this list
/// decides: a line with ANSWER and CONTENT is one of the answer.
struct RoleWord {
  Role role;
  Word word;
};
inline constexpr std::array role_words{
    RoleWord{Role::answer, Word::answer},   RoleWord{Role::reasoning, Word::reasoning},
    RoleWord{Role::content, Word::content}, RoleWord{Role::wrapper, Word::call},
    RoleWord{Role::call, Word::name},       RoleWord{Role::parameter, Word::key},
    RoleWord{Role::call, Word::string},
};

constexpr Role role_of(const Census& words) {
  for (const RoleWord& one : role_words) {
    if (words.of(one.word) != 0) return one.role;
  }
  return Role::none;
}

/// Cuts a line at ` | ` into its alternatives.
class Ways {
 public:
  explicit constexpr Ways(std::string_view line) : rest_(line) {}
  constexpr bool next(std::string_view& way) {
    if (is_done_) return false;
    const std::size_t bar = rest_.find(" | ");
    is_done_ = bar == rest_.npos;
    way = rest_.substr(0, bar);
    if (!is_done_) rest_.remove_prefix(bar + 3);
    return true;
  }

 private:
  std::string_view rest_;
  bool is_done_ = false;
};

/// An option of a format. In the text each is a line `- words`, such as `- trims`.
enum class Option : std::uint8_t {
  trims,
  starts_in_reasoning,
  may_start_in_reasoning,
  calls_end_reasoning,
  calls_stay_in_reasoning,
  calls_count_in_reasoning,
  names_may_have_spaces,
  text_may_touch_lists,
  openers_end_values,
  first_key_counts,
  drop,
  ends_before,
  string_is,
  end_closes,
  tools_are,
  alike,
  source,
  evidence,
  models,
  likely_models,
  automatic,
};

struct OptionWords {
  Option option;
  std::string_view words;
  bool takes_more = false;   ///< more words follow
  std::string_view means{};  ///< one sentence, for people
  std::string_view needs{};  ///< what a format must have, so that the option changes anything

  /// True if the words of several such lines are one list: `- drop <a>` and `- drop <b>`. Any other
  /// option stands in a format once.
  [[nodiscard]] constexpr bool is_list() const { return takes_more && option != Option::string_is; }
};

/// The option that stands for all that exclude this one: `calls end reasoning` for each of the
/// three that say what a call in open reasoning is.
constexpr Option subject_of(Option option) {
  const bool is_of_calls =
      option == Option::calls_stay_in_reasoning || option == Option::calls_count_in_reasoning;
  return is_of_calls ? Option::calls_end_reasoning : option;
}

inline constexpr std::array options{
    OptionWords{Option::trims, "trims", false,
                "Blanks directly after a marker of reasoning or answer are markup.", "reasoning"},
    OptionWords{Option::starts_in_reasoning, "starts in reasoning", false,
                "The prompt has opened the reasoning: the answer begins in it.", "reasoning"},
    OptionWords{Option::may_start_in_reasoning, "may start in reasoning", false,
                "The prompt often opens the reasoning: then say that the answer begins in it.",
                "reasoning"},
    OptionWords{Option::calls_end_reasoning, "calls end reasoning", false,
                "A call in open reasoning ends the reasoning.", "call"},
    OptionWords{Option::calls_stay_in_reasoning, "calls stay in reasoning", false,
                "A call in open reasoning is reasoning.", "call"},
    OptionWords{Option::calls_count_in_reasoning, "calls count in reasoning", false,
                "A call in open reasoning is a call, and the reasoning goes on after it.", "call"},
    OptionWords{Option::names_may_have_spaces, "names may have spaces", false,
                "A tool's name may have spaces.", "name in front of the arguments"},
    OptionWords{Option::text_may_touch_lists, "text may touch lists", false,
                "With tools, a letter may follow a list without markers.",
                "list of calls in Python"},
    OptionWords{Option::openers_end_values, "openers end values", false,
                "The opener of the next parameter ends a value that nothing has closed.",
                "PARAMETER"},
    OptionWords{Option::first_key_counts, "the first of a key counts", false,
                "A parameter that comes again is left out.", "PARAMETER"},
    OptionWords{Option::drop, "drop ", true, "Tokens that are taken out wherever they stand."},
    OptionWords{Option::ends_before, "reasoning ends before ", true,
                "Reasoning ends before this marker, too.", "reasoning"},
    OptionWords{Option::string_is, "a string is ", true,
                "The argument that the text of a call is, or a string in place of its arguments, "
                "where the tool has several.",
                "call whose arguments may be a string"},
    OptionWords{Option::end_closes, "the end closes a command", false,
                "The end of the text ends a command, too: a stop word may have cut its closing "
                "marker off.",
                "call whose arguments are STRING"},
    OptionWords{Option::tools_are, "tools are ", true,
                "The tools whose names are tags, if none are offered.",
                "call in a tag of the tool's name"},
    OptionWords{Option::alike, "alike: ", true,
                "Words of markers that mean the same. Lines hold the first; each of the others may "
                "stand in its place."},
    OptionWords{Option::source, "source: ", true, "Where the format was seen."},
    OptionWords{Option::evidence, "evidence: ", true, "What the format was tried on."},
    OptionWords{Option::models, "models: ", true,
                "Models that write so, by the beginnings of their names."},
    OptionWords{Option::likely_models, "likely models: ", true,
                "Models that most likely write so."},
    OptionWords{Option::automatic, "auto: ", true,
                "What the dialect auto reads of a family: reasoning, calls."},
};

// The options stand in the order of their numbers.
static_assert([] {
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (static_cast<std::size_t>(options[i].option) != i) return false;
  }
  return true;
}());

/// The option as it is written, and what it means.
inline const OptionWords& row_of(Option option) {
  return options[static_cast<std::size_t>(option)];
}

/// The number in `options` of the option with which a line begins; the number of options if there
/// is none.
constexpr std::size_t option_number(std::string_view line) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionWords& one = options[i];
    const bool fits = one.takes_more ? line.size() > one.words.size() && line.starts_with(one.words)
                                     : line == one.words;
    if (fits) return i;
  }
  return options.size();
}

/// The option with which a line begins, or null. Only for run time: with sanitizers gcc can't
/// compare such pointers while compiling.
inline const OptionWords* find_option(std::string_view line) {
  const std::size_t number = option_number(line);
  return number == options.size() ? nullptr : &options[number];
}

constexpr std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\r')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// A line of a format, without the blanks at its ends.
struct Item {
  std::string_view text{};
  bool is_option = false;  ///< then `text` is the line without `- `
};

/// True if a line is the heading of a row, as `tagstream dialects NAME` prints it: "qwen3,
/// qwen35:".
constexpr bool is_heading(std::string_view line) {
  if (line.size() < 2 || !line.ends_with(':')) return false;
  char before = ',';
  for (const char c : line.substr(0, line.size() - 1)) {
    const bool is_blank_between = c == ' ' && before == ',';
    const bool is_of_name = (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '-';
    if (!is_blank_between && !is_of_name && !(c == ',' && before != ',' && before != ' '))
      return false;
    before = is_of_name ? 'a' : c;
  }
  return before == 'a';
}

/// A format that was copied from the output of `tagstream dialects NAME` ends at this line.
inline constexpr std::string_view inferences_begin = "What follows from it:";

/// Reads the lines of a format. In a text without a line end, two spaces stand for one. Empty
/// lines, lines that begin with `#`, a heading, and all from `inferences_begin` on are passed over.
class Items {
 public:
  explicit constexpr Items(std::string_view text)
      : rest_(text), is_one_line_(text.find('\n') == text.npos) {}

  // A `#` makes a comment only as the first byte of a line, before any blank.
  constexpr bool next(Item& item) {
    while (!rest_.empty()) {
      const std::string_view end = is_one_line_ ? "  " : "\n";
      const std::size_t size = rest_.find(end);
      const std::string_view line = rest_.substr(0, size);
      rest_.remove_prefix(size == rest_.npos ? rest_.size() : size + end.size());
      const std::string_view text = without_blanks(line);
      if (text.empty() || line[0] == '#') continue;
      const bool is_first = !has_lines_;
      has_lines_ = true;
      if (is_first && is_heading(text)) {
        has_heading_ = true;
        continue;
      }
      if (text == inferences_begin) {
        rest_ = {};
        return false;
      }
      item.is_option = text.starts_with("- ");
      item.text = item.is_option ? without_blanks(text.substr(2)) : text;
      return true;
    }
    return false;
  }
  /// True if the first line was the heading of a row.
  [[nodiscard]] constexpr bool has_heading() const { return has_heading_; }

 private:
  std::string_view rest_;
  bool is_one_line_;
  bool has_lines_ = false;
  bool has_heading_ = false;
};

}  // namespace tagstream::notation
