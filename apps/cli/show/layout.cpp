#include "show/layout.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "io/terminal.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view reset = "\x1b[0m";
constexpr std::size_t tab_columns = 4;
constexpr std::size_t narrowest = 20;  // less than that is not wrapped to

struct Range {
  char32_t first;
  char32_t last;
};

// Characters that stand on the one before, or are not seen.
constexpr auto combining = std::to_array<Range>({{0x0300, 0x036F},
                                                 {0x0483, 0x0489},
                                                 {0x0591, 0x05BD},
                                                 {0x0610, 0x061A},
                                                 {0x064B, 0x065F},
                                                 {0x0900, 0x0902},
                                                 {0x0E34, 0x0E3A},
                                                 {0x0E47, 0x0E4E},
                                                 {0x1AB0, 0x1AFF},
                                                 {0x1DC0, 0x1DFF},
                                                 {0x200B, 0x200F},
                                                 {0x202A, 0x202E},
                                                 {0x2060, 0x2064},
                                                 {0x20D0, 0x20F0},
                                                 {0xFE00, 0xFE0F},
                                                 {0xFE20, 0xFE2F},
                                                 {0xFEFF, 0xFEFF},
                                                 {0x1F3FB, 0x1F3FF},
                                                 {0xE0100, 0xE01EF}});

// Characters of two columns: East Asian ones, and emoji.
constexpr auto wide = std::to_array<Range>(
    {{0x1100, 0x115F},  {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},
     {0x2614, 0x2615},  {0x26A1, 0x26A1},   {0x2705, 0x2705},   {0x270A, 0x270B},
     {0x2728, 0x2728},  {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
     {0x2B1B, 0x2B1C},  {0x2B50, 0x2B50},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
     {0x3400, 0x4DBF},  {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},
     {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
     {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF},
     {0x20000, 0x3FFFD}});

template <std::size_t size>
bool is_in(const std::array<Range, size>& ranges, char32_t character) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), character,
                       [](char32_t one, const Range& range) { return one < range.first; });
  return after != ranges.begin() && character <= std::prev(after)->last;
}

}  // namespace

std::size_t width_of(char32_t character) {
  if (character < 0x300) return 1;
  if (is_in(combining, character)) return 0;
  return is_in(wide, character) ? 2 : 1;
}

void Layout::text(std::string_view bytes, Look look) {
  std::string shown;
  append_shown(shown, bytes, "\\x");
  std::string_view rest = shown;
  while (!rest.empty()) {
    std::size_t size = 1;
    switch (rest[0]) {
      case '\n':
        end_word();
        new_line();
        break;
      case '\r': break;
      case ' ': blank(1); break;
      case '\t': blank(tab_columns - (column_ + blanks_) % tab_columns); break;
      default: {
        const char32_t value = first_character(rest, size);
        character(rest.substr(0, size), value, look);
      }
    }
    rest.remove_prefix(size);
  }
}

void Layout::character(std::string_view bytes, char32_t value, Look look) {
  const std::size_t width = width_of(value);
  const bool is_wide = width == 2;  // lines may end before and after it
  if (is_wide) end_word();
  begin_line();
  if (word_.empty()) first_look_ = is_colored_ ? look : look::plain;
  if (is_colored_ && look != word_look_) {
    if (!word_look_.empty()) word_ += reset;
    if (!look.empty()) word_.append("\x1b[").append(look).append("m");
    word_look_ = look;
  }
  // A word that no line has room for is cut.
  if (limit_ != 0 && margin_width_ + word_width_ + width > limit_) {
    const Look kept = word_look_;
    end_word();
    if (!kept.empty()) word_.append("\x1b[").append(kept).append("m");
    first_look_ = word_look_ = kept;
  }
  word_ += bytes;
  word_width_ += width;
  if (is_wide) end_word();
}

void Layout::blank(std::size_t count) {
  end_word();
  blanks_ += count;
}

void Layout::end_word() {
  if (word_.empty()) return;
  const Look word_look = std::exchange(word_look_, {});
  if (!word_look.empty()) word_ += reset;
  begin_line();
  const bool fits = limit_ == 0 || column_ + blanks_ + word_width_ <= limit_;
  if (!fits && column_ > margin_width_) {
    blanks_ = 0;
    new_line();
    begin_line();
  }
  std::string_view word = word_;
  if (!last_look_.empty() && last_look_ == first_look_) {  // the blanks have it, too
    out_.resize(out_.size() - reset.size());
    word.remove_prefix(first_look_.size() + 3);
  }
  out_.append(blanks_, ' ').append(word);
  last_look_ = word_look;
  column_ += blanks_ + word_width_;
  blanks_ = word_width_ = 0;
  word_.clear();
}

void Layout::begin_line() {
  if (column_ != 0) return;
  const std::size_t width = width_();
  limit_ = width < narrowest ? 0 : width;
  out_ += margin_;
  column_ = margin_width_;
  empty_lines_ = 0;
}

void Layout::new_line() {
  if (column_ == 0) {
    out_ += margin_;
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    ++empty_lines_;
  }
  out_ += '\n';
  last_look_ = {};
  column_ = blanks_ = 0;
}

void Layout::set_margin(std::string_view margin, Look look) {
  end_word();
  margin_.clear();
  margin_width_ = 0;
  if (margin.empty()) return;
  const bool has_look = is_colored_ && !look.empty();
  if (has_look) margin_.append("\x1b[").append(look).append("m");
  margin_ += margin;
  if (has_look) margin_ += "\x1b[0m";
  margin_ += ' ';
  for (std::size_t size = 0; !margin.empty(); margin.remove_prefix(size)) {
    margin_width_ += width_of(first_character(margin, size));
  }
  ++margin_width_;
}

void Layout::end_line() {
  end_word();
  if (column_ != 0) new_line();
  blanks_ = 0;
}

void Layout::blank_line() {
  end_line();
  if (empty_lines_ != 0) return;
  out_ += '\n';
  ++empty_lines_;
}

std::string Layout::take() { return std::exchange(out_, {}); }

}  // namespace tagstream::cli
