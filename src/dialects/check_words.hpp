#pragma once

// What the words of a row must be like: markers that open and close, tags among them, tokens.

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "dialects/spelling.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

/// What is wrong with a row: a sentence, and the field of the row that it speaks of.
struct Fault {
  const char* sentence = nullptr;  // null: nothing is wrong
  const void* where = nullptr;

  explicit constexpr operator bool() const { return sentence != nullptr; }
};

namespace dialect_check {

inline void refused_because(const char* /*sentence*/) {}  // not for constant expressions

/// While the table is compiled: stops the compiler, which shows the sentence. Else gives it back.
/// `where` is the field that it speaks of.
constexpr Fault refuse(const char* sentence, const void* where = nullptr) {
  if (std::is_constant_evaluated()) refused_because(sentence);
  return {sentence, where};
}

constexpr bool has(const WordList& list, std::string_view word) {
  for (std::string_view other : list) {
    if (other == word) return true;
  }
  return false;
}

/// Words that must differ from each other.
class Census {
 public:
  /// False if the word is there already.
  constexpr bool add(std::string_view word) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (words_[i] == word) return false;
    }
    words_[size_++] = word;
    return true;
  }
  constexpr bool add(const WordList& list) {
    for (std::string_view word : list) {
      if (!add(word)) return false;
    }
    return true;
  }

 private:
  std::array<std::string_view, 144> words_{};
  std::size_t size_ = 0;
};

// The tag that opens or closes a rule, the first of several; empty if it has none.
constexpr std::string_view tag_of(const WordList& open, const WordList& close) {
  for (const WordList* list : {&open, &close}) {
    for (std::string_view marker : *list) {
      if (!spelling_of(marker).name.empty()) return spelling_of(marker).name;
    }
  }
  return {};
}

// Each tag that opens closes as well, and each that closes opens, if both sides have tags.
constexpr Fault tags_pair(const WordList& open, const WordList& close) {
  const auto has_tag = [](const WordList& list, std::string_view name) {
    for (std::string_view marker : list) {
      const std::string_view other = spelling_of(marker).name;
      if (!other.empty() && (name.empty() || other == name)) return true;
    }
    return false;
  };
  if (!has_tag(open, {}) || !has_tag(close, {})) return {};
  for (const WordList* list : {&open, &close}) {
    for (std::string_view marker : *list) {
      const std::string_view name = spelling_of(marker).name;
      if (!name.empty() && !(has_tag(open, name) && has_tag(close, name)))
        return refuse("what is opened has tags of two names", list);
    }
  }
  return {};
}

constexpr Fault openers_and_closers(const WordList& open, const WordList& close) {
  for (std::string_view marker : open) {
    if (marker.empty()) return refuse("an opening marker is empty", &open);
    if (spelling_of(marker).closes)
      return refuse("an opening marker is written as a closing tag", &open);
    if (has(close, marker)) return refuse("an opening marker closes as well", &open);
  }
  for (std::string_view marker : close) {
    if (marker.empty()) return refuse("a closing marker is empty", &close);
    const MarkerSpelling tag = spelling_of(marker);
    if (!tag.name.empty() && !tag.closes)
      return refuse("a closing marker is written as an opening tag", &close);
  }
  return tags_pair(open, close);
}

constexpr Fault literals(const WordList& list, const char* sentence) {
  for (std::string_view marker : list) {
    if (marker.empty() || !spelling_of(marker).name.empty()) return refuse(sentence, &list);
  }
  return {};
}

// Tokens are literal, whatever they look like.
constexpr Fault tokens(const WordList& list) {
  for (std::string_view token : list) {
    if (token.empty()) return refuse("a token to drop is empty", &list);
  }
  return {};
}

}  // namespace dialect_check

}  // namespace tagstream
