#include "show/layout.hpp"

#include <utility>

#include "io/terminal.hpp"
#include "io/width.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view reset = "\x1b[0m";
constexpr std::size_t tab_columns = 4;
constexpr std::size_t narrowest = 20;  // less than that is not wrapped to

}  // namespace

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
  margin_width_ = columns_of(margin) + 1;
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
