#pragma once

// What the makers of a format share: words of the text that are kept, and what is wrong with it.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "dialects/family.hpp"
#include "dialects/format_store.hpp"
#include "dialects/spelling.hpp"

namespace tagstream::notation {

/// The format that is being made. What is wrong first, counts.
class Making {
 public:
  explicit Making(FormatStore& all) : store(all) {}

  /// `sentence` speaks of `templ`, which is all or a part of a line; empty: of all of the line.
  void refuse(std::string_view sentence, std::string_view templ) {
    if (!wrong_.empty()) return;
    wrong_ = sentence;
    at_ = written(templ);
  }
  [[nodiscard]] const std::string& wrong() const { return wrong_; }
  /// What `wrong` speaks of, as it is written.
  [[nodiscard]] const std::string& at() const { return at_; }

  /// Words of markers that mean the same (R378). The first stands in lines.
  void know_alike(std::vector<std::string_view> words) { alike_.push_back(std::move(words)); }
  /// The other spellings of a marker, with each other word in place of the first: <|DSML|invoke
  /// for <｜DSML｜invoke.
  [[nodiscard]] std::vector<std::string> others_of(std::string_view word) const {
    std::vector<std::string> others;
    for (const std::vector<std::string_view>& words : alike_) {
      const std::size_t at = word.find(words[0]);
      if (at == word.npos) continue;
      for (std::size_t i = 1; i < words.size(); ++i)
        others.push_back(std::string(word).replace(at, words[0].size(), words[i]));
    }
    return others;
  }

  /// Adds a word that is not there yet, and what means the same; an empty one is none.
  void add(WordList& words, std::string_view word) {
    add_one(words, word);
    for (const std::string& other : others_of(word)) add_one(words, other);
  }
  [[nodiscard]] std::string_view keep(std::string_view word) { return store.keep(word); }

  FormatStore& store;

 private:
  void add_one(WordList& words, std::string_view word) {
    if (word.empty() || std::find(words.begin(), words.end(), word) != words.end()) return;
    if (words.size() == WordList::capacity) return refuse("there are too many such markers", word);
    words.add(store.keep(word));
  }

  std::vector<std::vector<std::string_view>> alike_;
  std::string wrong_;
  std::string at_;
};

/// One way to write a call.
struct CallMade {
  CallFormat format{};
  bool has_name = false;    // the name stands in front of the arguments
  std::string separator{};  // between two calls
};

[[nodiscard]] inline bool is_word_byte(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
/// Of a tag's name, an attribute's too.
[[nodiscard]] inline bool is_tag_byte(char c) {
  return is_word_byte(c) || c == ':' || c == '.' || c == '-';
}

/// The length of the longest end of `text` that is made of such bytes.
template <class Is>
[[nodiscard]] std::size_t length_at_end(std::string_view text, Is is) {
  std::size_t size = 0;
  while (size < text.size() && is(text[text.size() - 1 - size])) ++size;
  return size;
}

/// ```json at the end of a text, as far as the blanks after it; empty if there is none.
[[nodiscard]] inline std::string_view fence_at_end(std::string_view text) {
  const std::string_view whole = trimmed_back(text);
  const std::size_t size = length_at_end(whole, is_word_byte);
  if (!whole.substr(0, whole.size() - size).ends_with("```")) return {};
  return whole.substr(whole.size() - size - 3);
}

/// What follows the body of a call, without the fence that closes it: it is no closer of the call.
[[nodiscard]] inline std::string_view without_fence(std::string_view rest) {
  const std::string_view text = trimmed_front(rest);
  return text.starts_with("```") ? trimmed_front(text.substr(3)) : text;
}

/// `part`, the end of the opener, is read with the body, too.
inline void share_with_body(CallFormat& format, std::string_view part) {
  format.shared = static_cast<std::uint8_t>(std::min<std::size_t>(part.size(), UINT8_MAX));
}

/// `<name` and nothing more: an element that has attributes.
[[nodiscard]] inline bool is_tag_begin(std::string_view text) {
  return text.size() > 1 && text[0] == '<' && text[1] != '-' && text[1] != '.' &&
         std::all_of(text.begin() + 1, text.end(), is_ascii_name_byte);
}

/// `text` as `<...>`, `[...]` and what stands between.
[[nodiscard]] inline std::vector<std::string_view> marks_in(std::string_view text) {
  std::vector<std::string_view> marks;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const char closer = c == '<' ? '>' : c == '[' ? ']' : '\0';
    if (closer != 0) {
      const std::size_t end = text.find_first_of(c == '<' ? "<>" : "[]", at + 1);
      if (end == text.npos || text[end] != closer) {
        ++at;
        continue;
      }
      marks.push_back(text.substr(at, end + 1 - at));
      at = end + 1;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of("<>[]", at), text.size());
    if (end != at) marks.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return marks;
}

/// Only the tags among them, `<...>`.
[[nodiscard]] inline std::vector<std::string_view> tags_in(std::string_view text) {
  std::vector<std::string_view> tags = marks_in(text);
  std::erase_if(tags, [](std::string_view mark) { return mark[0] != '<'; });
  return tags;
}

/// A call whose parameters are elements.
[[nodiscard]] CallMade element_call(Making& making, std::string_view way, const Family& family);

/// Takes `(KEY=PYTHON, ...)` from the beginning of `text`. False: it is something else.
[[nodiscard]] bool take_arguments(std::string_view& text);

/// A call that looks like code.
[[nodiscard]] CallMade code_call(Making& making, std::string_view way, const Family& family);

/// The format of headers, from the lines with ROLE or HEADER; and what stands in the lines beside
/// their headers.
struct Headers {
  HeaderFormat format{};
  std::vector<Line> lines;
  bool has_calls = false;     // a header can name a tool
  bool says_nothing = false;  // words in a header mean nothing
};
[[nodiscard]] Headers headers_of(Making& making, const Family& family);

}  // namespace tagstream::notation
