#include "show/layout.hpp"

#include <algorithm>
#include <utility>

#include "io/shown.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

class Parted {
 public:
  /// @param columns  0: the line stays as it is
  Parted(std::vector<std::string>& lines, std::size_t columns) : lines_(lines), columns_(columns) {}

  void add(std::string_view line) {
    lines_.emplace_back();
    used_ = blank_end_ = 0;
    look_ = {};
    for (std::size_t size = 0; !line.empty(); line.remove_prefix(size)) {
      if (line[0] == '\x1b') {
        size = line.find('m') + 1;
        look_ = line.substr(0, size);
      } else {
        character(width_of(first_character(line, size)));
      }
      lines_.back() += line.substr(0, size);
      if (line[0] != ' ') continue;
      blank_end_ = lines_.back().size();
      used_at_blank_ = used_;
      look_at_blank_ = look_;
    }
  }

 private:
  void character(std::size_t width) {
    if (columns_ != 0 && used_ != 0 && used_ + width > columns_) {
      std::string rest(blank_end_ == 0 ? look_ : look_at_blank_);
      if (blank_end_ != 0) {
        rest += lines_.back().substr(blank_end_);
        lines_.back().erase(blank_end_ - 1);
      }
      used_ -= blank_end_ == 0 ? used_ : used_at_blank_;
      blank_end_ = 0;
      lines_.push_back(std::move(rest));
    }
    used_ += width;
  }

  std::vector<std::string>& lines_;
  std::size_t columns_;
  std::size_t used_ = 0;
  std::size_t blank_end_ = 0;  // in the last line, of the last blank; 0: none
  std::size_t used_at_blank_ = 0;
  std::string_view look_;
  std::string_view look_at_blank_;
};

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(take_part(text, '\n'));
  return lines;
}

std::string_view last_lines(std::string_view text, std::size_t most) {
  std::size_t begin = text.size();
  for (; most > 0 && begin != 0; --most) {
    const std::size_t end = begin < 2 ? text.npos : text.rfind('\n', begin - 2);
    begin = end == text.npos ? 0 : end + 1;
  }
  return text.substr(begin);
}

void keep_last(std::vector<std::string>& lines, std::size_t most) {
  if (lines.size() <= most) return;
  lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
}

void add_parted(std::vector<std::string>& lines, std::string_view line, std::size_t columns) {
  Parted(lines, columns).add(line);
}

std::string fit(std::string_view text, std::size_t columns) {
  std::string fitted;
  std::size_t used = 0;
  bool is_whole = true;
  for (std::size_t size = 0; !text.empty(); text.remove_prefix(size)) {
    if (text[0] == '\x1b') {
      size = text.find('m') + 1;
    } else {
      const std::size_t width = width_of(first_character(text, size));
      is_whole = is_whole && used + width <= columns;
      if (!is_whole) continue;
      used += width;
    }
    fitted += text.substr(0, size);
  }
  return fitted.append(columns - used, ' ');
}

}  // namespace tagstream::cli
