#include "show/layout.hpp"

#include <algorithm>
#include <utility>

#include "io/shown.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view reset = "\x1b[0m";
constexpr std::size_t tab_columns = 4;
// The most bytes of a word that wait for its end.
constexpr std::size_t longest_waiting = 4096;

}  // namespace

void Layout::text(std::string_view bytes, Look look) {
  std::string shown;
  last_ = append_shown(shown, bytes, Escape::text, last_);
  std::string_view rest = shown;
  while (!rest.empty()) {
    std::size_t size = 1;
    if (rest[0] == '\n') {
      has_return_ = false;
      end_word();
      if (!skips_line_ends_) new_line();
      rest.remove_prefix(1);
      continue;
    }
    end_carriage_return();
    switch (rest[0]) {
      case '\r':
        has_return_ = true;
        return_look_ = look;
        break;
      case ' ': blank(1); break;
      case '\t': tab(); break;
      default: {
        const char32_t value = first_character(rest, size);
        character(rest.substr(0, size), value, look);
      }
    }
    rest.remove_prefix(size);
  }
}

void Layout::escaped(std::string_view word, Look look) {
  for (const char letter : word) {
    character({&letter, 1}, static_cast<unsigned char>(letter), look);
  }
}

// Shows a CR that no LF has followed as `\x0d`: on a terminal it would move back over the line.
void Layout::end_carriage_return() {
  if (std::exchange(has_return_, false)) escaped("\\x0d", return_look_);
}

void Layout::character(std::string_view bytes, char32_t value, Look look) {
  skips_line_ends_ = false;
  const std::size_t width = width_of(value);
  const bool is_wide = width == 2;  // lines may end before and after it
  if (is_wide) end_word();
  // A mark without a column stays with the character before it.
  if (width == 0 && word_.empty() && blanks_ == 0 && column_ > margin_width_) {
    out_ += bytes;
    return;
  }
  begin_line();
  if (word_.empty()) first_look_ = is_colored_ ? look : look::plain;
  if (is_colored_ && look != word_look_) {
    if (!word_look_.empty()) word_ += reset;
    if (!look.empty()) word_.append("\x1b[").append(look).append("m");
    word_look_ = look;
  }
  const bool has_room =
      limit_ == 0 ? word_.size() < longest_waiting : margin_width_ + word_width_ + width <= limit_;
  if (!has_room) cut_word();
  word_ += bytes;
  word_width_ += width;
  if (is_wide) end_word();
}

// Cuts a word that is longer than a line.
void Layout::cut_word() {
  const Look kept = word_look_;
  end_word();
  if (!kept.empty()) word_.append("\x1b[").append(kept).append("m");
  first_look_ = word_look_ = kept;
}

void Layout::blank(std::size_t count) {
  skips_line_ends_ = false;
  end_word();
  blanks_ += count;
}

void Layout::tab() {
  end_word();
  const std::size_t used = (column_ == 0 ? 0 : column_ - margin_width_) + blanks_;
  blank(tab_columns - used % tab_columns);
}

void Layout::end_word() {
  if (word_.empty()) return;
  const Look word_look = std::exchange(word_look_, {});
  begin_line();
  const auto fits = [&] { return limit_ == 0 || column_ + blanks_ + word_width_ <= limit_; };
  if (!indent_) indent_ = blanks_ + hanging_;
  if (!fits() && column_ > margin_width_) {
    wrap();
    if (!fits()) blanks_ = 0;
  } else if (!fits()) {  // an indentation for which there is no room
    blanks_ = limit_ - std::min(limit_, column_ + word_width_);
  }
  std::string_view word = word_;
  if (!last_look_.empty()) {
    if (last_look_ == first_look_) {  // the blanks have the same look
      word.remove_prefix(first_look_.size() + 3);
    } else {
      out_ += reset;
    }
  }
  out_.append(blanks_, ' ').append(word);
  last_look_ = word_look;
  column_ += blanks_ + word_width_;
  blanks_ = word_width_ = 0;
  word_.clear();
}

// Goes on in the next line, below the first word of this one. The indent takes at most half of the
// line.
void Layout::wrap() {
  const std::size_t indent = std::min(*indent_, (limit_ - margin_width_) / 2);
  new_line();
  begin_line();
  indent_ = blanks_ = indent;
}

void Layout::begin_line() {
  if (column_ != 0) return;
  const std::size_t width = width_();
  limit_ = width < narrowest_wrapped ? 0 : width;
  if (mark_.empty()) {
    out_ += margin_;
  } else {
    out_ += std::exchange(mark_, {}) + ' ';
  }
  column_ = margin_width_;
  empty_lines_ = 0;
}

void Layout::new_line() {
  if (column_ == 0) {
    out_ += margin_;
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    ++empty_lines_;
  }
  if (!last_look_.empty()) out_ += reset;
  out_ += '\n';
  last_look_ = {};
  column_ = blanks_ = 0;
  indent_.reset();
}

void Layout::set_margin(std::string_view margin, Look look) {
  end_carriage_return();
  end_word();
  margin_.clear();
  margin_width_ = 0;
  if (margin.empty()) return;
  margin_ = colored(margin, look, is_colored_) + ' ';
  margin_width_ = columns_of(margin) + 1;
}

void Layout::end_line() {
  end_carriage_return();
  skips_line_ends_ = false;
  end_word();
  if (column_ != 0) new_line();
  blanks_ = 0;
}

void Layout::line_of(std::string_view text, Look look) {
  end_line();
  set_margin("", look::plain);
  this->text(text, look);
  end_line();
}

void Layout::blank_line() {
  end_line();
  if (empty_lines_ != 0) return;
  out_ += '\n';
  ++empty_lines_;
}

std::string Layout::take() { return std::exchange(out_, {}); }

}  // namespace tagstream::cli
