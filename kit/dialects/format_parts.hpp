#pragma once

// Shared by the files that make a format: the format in the making, and functions on texts of
// templates. Three of them, by example:
//
//   marks_in("<a>words[b]")            `<a>`, `words`, `[b]`
//   fence_at_end("Action:\n```json")   "```json"
//   length_at_end("call:f", is_letter) 1

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
#include "dialects/template.hpp"

namespace tagstream::notation {

/// The format that is being made, and the first mistake that was found.
class Making {
 public:
  Making(FormatStore& all, const Family& family)
      : store(all), alike_(family.words(Option::alike)) {}

  /// Notes a mistake, if it is the first one.
  /// @param at  the line, or part of a line, that the sentence is about; empty: the whole line
  void refuse(std::string_view sentence, View at) {
    if (wrong_.empty()) note(sentence, written(at));
  }
  void refuse(std::string_view sentence, std::string_view at) {
    if (wrong_.empty()) note(sentence, written(at));
  }
  /// The sentence of the first mistake; empty if there is none.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }
  /// The text that `wrong` is about, as it is written in the format.
  [[nodiscard]] const std::string& at() const { return at_; }

  /// The text of a part that must be a marker. A placeholder in it is a mistake.
  [[nodiscard]] std::string marker(View part) {
    for (const Leaf& leaf : leaves(part)) {
      const bool is_slot = leaf.word != Word::none && leaf.word != Word::dots;
      if (is_slot)
        refuse("the reader looks for a marker here, and a placeholder stands for what varies",
               text_of(leaf.word));
    }
    return text_in(part);
  }

  [[nodiscard]] std::vector<std::string> others_of(std::string_view word) const {
    return notation::others_of(alike_, word);
  }

  /// Adds a word and its other spellings to a list, each once. An empty word is not added.
  void add(WordList& words, std::string_view word) {
    if (!wrong_.empty()) return;
    add_one(words, word);
    for (const std::string& other : others_of(word)) add_one(words, other);
  }
  [[nodiscard]] std::string_view keep(std::string_view word) { return store.keep(word); }

  FormatStore& store;

 private:
  void note(std::string_view sentence, std::string at) {
    wrong_ = sentence;
    at_ = std::move(at);
  }
  void add_one(WordList& words, std::string_view word) {
    if (word.empty() || std::find(words.begin(), words.end(), word) != words.end()) return;
    if (words.size() == WordList::capacity) return refuse("there are too many such markers", word);
    words.add(store.keep(word));
  }

  std::vector<std::string_view> alike_;  // found once: a format may have many options
  std::string wrong_;
  std::string at_;
};

/// One way to write a call, as it was read from one alternative of a line.
struct CallMade {
  CallFormat format{};
  bool has_name = false;    // the name stands in front of the arguments
  std::string separator{};  // between two calls
  WordList wrap_open{};     // of a tag around its markers
  WordList wrap_close{};
};

[[nodiscard]] inline bool is_word_byte(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
/// True for a byte of the name of a tag or an attribute.
[[nodiscard]] inline bool is_tag_byte(char c) {
  return is_word_byte(c) || c == ':' || c == '.' || c == '-';
}

/// The number of bytes at the end of `text` for which `is` is true without a gap.
template <class Is>
[[nodiscard]] std::size_t length_at_end(std::string_view text, Is is) {
  std::size_t size = 0;
  while (size < text.size() && is(text[text.size() - 1 - size])) ++size;
  return size;
}

/// The opening of a code fence at the end of a text, with its word, such as ```json. Blanks after
/// it are passed. Empty if no fence is there.
[[nodiscard]] inline std::string_view fence_at_end(std::string_view text) {
  const std::string_view whole = trimmed_back(text);
  const std::size_t size = length_at_end(whole, is_word_byte);
  if (!whole.substr(0, whole.size() - size).ends_with("```")) return {};
  return whole.substr(whole.size() - size - 3);
}

/// `rest`, the text after the body of a call, without a closing fence at its beginning: the fence
/// is not a closer of the call.
[[nodiscard]] inline std::string_view without_fence(std::string_view rest) {
  const std::string_view text = trimmed_front(rest);
  return text.starts_with("```") ? trimmed_front(text.substr(3)) : text;
}

/// Notes that the end of the opener, `part`, is read as the beginning of the body as well.
inline void share_with_body(CallFormat& format, std::string_view part) {
  format.shared = static_cast<std::uint8_t>(std::min<std::size_t>(part.size(), UINT8_MAX));
}

/// True if `text` is `<` and a tag's name: attributes may follow.
[[nodiscard]] inline bool is_tag_begin(std::string_view text) {
  return text.size() > 1 && text[0] == '<' && text[1] != '-' && text[1] != '.' &&
         std::all_of(text.begin() + 1, text.end(), is_ascii_name_byte);
}

/// The parts of a text: each `<...>` and `[...]`, and each stretch of text between them. A bracket
/// that nothing closes is left out.
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

/// The parts of a text that are `<...>`.
[[nodiscard]] inline std::vector<std::string_view> tags_in(std::string_view text) {
  std::vector<std::string_view> tags = marks_in(text);
  std::erase_if(tags, [](std::string_view mark) { return mark[0] != '<'; });
  return tags;
}

/// Reads a line of calls whose parameters are elements.
[[nodiscard]] CallMade element_call(Making& making, View way, const Family& family);

/// The body of a call that the header of a message has named: elements, and no markers.
[[nodiscard]] CallFormat element_body(Making& making, const Family& family);

/// Cuts a template around `(KEY=PYTHON, ...)`. Returns false if something else stands around KEY.
struct CodeParts {
  View before;         ///< up to the text that ends with the bracket
  std::string callee;  ///< that text, without the bracket
  std::string rest;    ///< the text after the closing bracket
  View after;          ///< what comes after that text
};
[[nodiscard]] bool cut_arguments(View templ, CodeParts& parts);

/// Reads a line of calls that look like code.
[[nodiscard]] CallMade code_call(Making& making, View way, const Family& family);

/// The format of headers, from the lines with ROLE or HEADER, and the lines that are left to read:
/// those without a header, and the rest of some lines after their header.
struct Headers {
  HeaderFormat format{};
  std::vector<Line> lines;
  bool has_calls = false;     // a header can name a tool
  bool has_elements = false;  // and the parameters of such a call are elements
  WordList call_close{};      // what closes such a call
  bool says_nothing = false;  // words in a header mean nothing
};
[[nodiscard]] Headers headers_of(Making& making, const Family& family);

}  // namespace tagstream::notation
