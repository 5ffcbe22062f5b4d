#include <algorithm>
#include <vector>

#include "support/model_places.hpp"

namespace tagstream::testing::model {
namespace {

class HeaderScanner {
 public:
  HeaderScanner(std::string_view text, std::size_t at, const HeaderFormat& format)
      : text_(text), format_(format), at_(at) {
    header_.begin = at;
  }

  HeaderScan scan() {
    while (!header_.is_whole && read_part()) continue;
    header_.end = at_;
    header_.is_cut = !header_.is_whole && is_cut();
    return header_;
  }

 private:
  [[nodiscard]] bool is_at(std::string_view marker, std::size_t at) const {
    return !marker.empty() && text_.substr(at).starts_with(marker);
  }

  /// True if only a word, blanks and the beginning of a marker follow.
  [[nodiscard]] bool is_cut() const {
    std::size_t at = at_;
    while (at < text_.size() && !is_blank(text_[at]) && text_[at] != '<') ++at;
    const std::string_view rest = text_.substr(skip_blanks(text_, at));
    return rest.empty() || std::any_of(markers_.begin(), markers_.end(), [&](auto marker) {
             return rest.size() < marker.size() && marker.starts_with(rest);
           });
  }

  bool eat(std::string_view marker) {
    if (!is_at(marker, at_)) return false;
    at_ += marker.size();
    return true;
  }

  std::string word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '<') ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

  void blanks() { at_ = skip_blanks(text_, at_); }

  /// Reads one part of the header. False if the header ends here.
  bool read_part() {
    const std::size_t from = at_;
    const bool is_before = std::any_of(format_.ends_before.begin(), format_.ends_before.end(),
                                       [&](auto marker) { return is_at(marker, at_); });
    if (is_before || eat(format_.message)) {
      const std::size_t begin = header_.begin;
      const std::string name = last_word_.empty() ? header_.role : last_word_;
      if (!format_.ends_before.empty()) header_ = {};
      if (!format_.ends_before.empty()) header_.name = name;
      header_.begin = begin;
      return header_.is_whole = true;
    }
    if (eat(format_.start)) {
      last_word_.clear();
      header_ = {};
      header_.begin = from;
      header_.marker_end = at_;
      blanks();
      if (!is_at("to=", at_)) header_.role = word();
      return true;
    }
    if (eat(format_.channel)) {
      last_word_.clear();
      header_.marker_end = at_;
      blanks();
      const std::string name = is_at("to=", at_) ? "" : word();
      if (!name.empty()) header_.channel = name;
      return true;
    }
    if (eat(format_.constrain)) {
      last_word_.clear();
      blanks();
      if (!is_at("to=", at_)) word();
      return true;
    }
    if (eat("to=")) {
      header_.recipient = word();
      return true;
    }
    blanks();
    if (at_ > from) return true;
    return read_word();
  }

  bool read_word() {
    const std::size_t from = at_;
    last_word_ = word();
    if (last_word_.empty()) return false;
    const std::size_t next = skip_blanks(text_, at_);
    const bool is_before_marker = std::any_of(markers_.begin(), markers_.end(),
                                              [&](auto marker) { return is_at(marker, next); });
    if (!is_before_marker) at_ = from;
    return is_before_marker;
  }

  static std::vector<std::string_view> markers_of(const HeaderFormat& format) {
    std::vector<std::string_view> markers(format.ends_before.begin(), format.ends_before.end());
    for (std::string_view marker :
         {format.constrain, format.message, format.channel, format.start}) {
      if (!marker.empty()) markers.push_back(marker);
    }
    return markers;
  }

  std::string_view text_;
  const HeaderFormat& format_;
  std::vector<std::string_view> markers_ = markers_of(format_);
  std::size_t at_;
  std::string last_word_;  // that is neither a role nor anything else, after the last marker
  HeaderScan header_;
};

}  // namespace

HeaderScan scan_header(std::string_view text, std::size_t at, const HeaderFormat& format) {
  return HeaderScanner(text, at, format).scan();
}

}  // namespace tagstream::testing::model
