#pragma once

// What a row of the table must be like. `check_table` runs while the table is compiled: a row that
// breaks a rule stops the build with that rule's sentence.

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "tagstream/dialect.hpp"

namespace tagstream {

/// What a marker of a dialect stands for.
struct MarkerSpelling {
  std::string_view name;  // of a tag; empty for a literal
  bool closes = false;    // it is written as a closing tag
};

constexpr bool is_ascii_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.';
}

constexpr MarkerSpelling spelling_of(std::string_view marker) {
  if (marker.size() < 3 || marker.front() != '<' || marker.back() != '>') return {};
  const bool closes = marker[1] == '/';
  const std::string_view name = marker.substr(closes ? 2 : 1, marker.size() - (closes ? 3 : 2));
  if (name.empty() || name[0] == '-' || name[0] == '.') return {};
  for (char c : name) {
    if (!is_ascii_name_byte(c)) return {};
  }
  return {name, closes};
}

namespace dialect_check {

inline void refused_because(const char* /*sentence*/) {}  // not for constant expressions

/// While the table is compiled: stops the compiler, which shows the sentence. Else gives it back.
constexpr const char* refuse(const char* sentence) {
  if (std::is_constant_evaluated()) refused_because(sentence);
  return sentence;
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
constexpr const char* tags_pair(const WordList& open, const WordList& close) {
  const auto has_tag = [](const WordList& list, std::string_view name) {
    for (std::string_view marker : list) {
      const std::string_view other = spelling_of(marker).name;
      if (!other.empty() && (name.empty() || other == name)) return true;
    }
    return false;
  };
  if (!has_tag(open, {}) || !has_tag(close, {})) return nullptr;
  for (const WordList* list : {&open, &close}) {
    for (std::string_view marker : *list) {
      const std::string_view name = spelling_of(marker).name;
      if (!name.empty() && !(has_tag(open, name) && has_tag(close, name)))
        return refuse("what is opened has tags of two names");
    }
  }
  return nullptr;
}

constexpr const char* openers_and_closers(const WordList& open, const WordList& close) {
  for (std::string_view marker : open) {
    if (marker.empty()) return refuse("an opening marker is empty");
    if (spelling_of(marker).closes) return refuse("an opening marker is written as a closing tag");
    if (has(close, marker)) return refuse("an opening marker closes as well");
  }
  for (std::string_view marker : close) {
    if (marker.empty()) return refuse("a closing marker is empty");
    const MarkerSpelling tag = spelling_of(marker);
    if (!tag.name.empty() && !tag.closes)
      return refuse("a closing marker is written as an opening tag");
  }
  return tags_pair(open, close);
}

constexpr const char* literals(const WordList& list, const char* sentence) {
  for (std::string_view marker : list) {
    if (marker.empty() || !spelling_of(marker).name.empty()) return refuse(sentence);
  }
  return nullptr;
}

// Tokens are literal, whatever they look like.
constexpr const char* tokens(const WordList& list) {
  for (std::string_view token : list) {
    if (token.empty()) return refuse("a token to drop is empty");
  }
  return nullptr;
}

constexpr const char* header(const HeaderFormat& format) {
  if (!format.is_given()) {
    const bool has_more = !format.message.empty() || !format.close.empty();
    return has_more ? refuse("a header has no marker at its start") : nullptr;
  }
  if (format.message.empty()) return refuse("a header has no marker before its text");
  if (format.close.empty()) return refuse("a message has no end");
  for (std::string_view marker : format.ends_before) {
    if (marker.empty() || !spelling_of(marker).name.empty())
      return refuse("what ends a header from outside must be a literal");
  }
  return nullptr;
}

constexpr const char* reasoning(const ReasoningFormat& format) {
  if (const char* wrong = header(format.header)) return wrong;
  if (const char* wrong = openers_and_closers(format.open, format.close)) return wrong;
  if (format.open.empty() && !format.header.is_given()) return refuse("reasoning has no opener");
  if (format.open.empty() != format.close.empty()) return refuse("reasoning has no closer");
  if (const char* wrong =
          literals(format.ends_before, "what ends reasoning from outside must be a literal")) {
    return wrong;
  }
  if (const char* wrong = tokens(format.drop)) return wrong;
  for (std::string_view name : format.unwrap) {
    for (char c : name) {
      if (!is_ascii_name_byte(c)) return refuse("a tag to unwrap is not given by its name alone");
    }
  }
  if (format.starts_inside && format.open.empty())
    return refuse("there is no reasoning to start in");
  return nullptr;
}

// A tag around calls is named where it opens, and closes as well.
constexpr const char* wrappers(const WordList& open, const WordList& close) {
  if (const char* wrong = openers_and_closers(open, close)) return wrong;
  for (std::string_view marker : close) {
    const std::string_view name = spelling_of(marker).name;
    bool is_open = name.empty();
    for (std::string_view other : open) is_open = is_open || spelling_of(other).name == name;
    if (!is_open) return refuse("a closing tag of a wrapper has no opening one");
  }
  return nullptr;
}

constexpr const char* shape(const XmlShape& form) {
  if (form.sample.empty()) return refuse("an XML shape has no sample");
  const bool has_keys = form.keys[0].is_given();
  if (has_keys != form.values[0].is_given()) return refuse("a pair has no key or no value");
  if (!has_keys && !form.parameters[0].is_given() && form.prefix.empty() && !form.tag_is_key) {
    return refuse("an XML shape has no parameters");
  }
  for (const XmlMark& mark : form.values) {
    const bool is_literal = mark.is_given() && xml_tag_name(mark.open).empty();
    if (is_literal && mark.close.empty()) return refuse("a literal around a value has no end");
  }
  const bool is_literal =
      form.parameters[0].is_given() && xml_tag_name(form.parameters[0].open).empty();
  if (is_literal && form.head_end.empty()) return refuse("attributes have no end");
  return nullptr;
}

constexpr const char* call(const CallFormat& format) {
  if (format.body == CallBody::xml) {
    if (const char* wrong = shape(*format.shape)) return wrong;
  }
  if (const char* wrong = openers_and_closers(format.open, format.close)) return wrong;
  const bool has_name_format = !format.name.before.empty() || !format.name.id_mark.empty() ||
                               !format.name.separator.empty() || !format.name.prefix.empty() ||
                               format.name.is_id || format.name.id_first ||
                               !format.name.kind.empty() || !format.name.then.empty();
  if (has_name_format && !body_info(format.body).takes_name) {
    return refuse("a body without a name before it has a name format");
  }
  if (format.is_leading && !body_info(format.body).may_lead) {
    return refuse("a leading opener has a body that needs markers");
  }
  if (format.name.needs_separator && format.name.separator.empty()) {
    return refuse("the separator that a name needs is empty");
  }
  if (format.name.id_first && format.name.id_mark.empty()) {
    return refuse("nothing stands between an id and the name after it");
  }
  const bool has_more = !format.name.kind.empty() || !format.name.then.empty();
  if (has_more && format.name.separator.empty()) {
    return refuse("nothing separates a name from what stands beside it");
  }
  for (std::string_view marker : format.open) {
    if (format.shared > marker.size()) return refuse("more of an opener is shared than it has");
    const bool is_tag = !spelling_of(marker).name.empty();
    if (is_tag && format.shared != 0)
      return refuse("a tag can't be part of the body that it opens");
    if (format.is_leading && marker.size() != format.shared) {
      return refuse("a leading opener must be part of the body");
    }
  }
  return nullptr;
}

constexpr const char* tools(const ToolFormat& format) {
  if (const char* wrong = header(format.header)) return wrong;
  bool any = format.header.is_given();
  bool ended = false;
  for (const CallFormat& one : format.calls) {
    if (one.open.empty()) {
      ended = true;
      continue;
    }
    if (ended) return refuse("there is a gap between the ways to write a call");
    any = true;
    if (const char* wrong = call(one)) return wrong;
  }
  if (!any) return refuse("nothing opens a call");
  if (format.wrap_open.empty() != format.wrap_close.empty())
    return refuse("a wrapper has but one end");
  if (const char* wrong = wrappers(format.wrap_open, format.wrap_close)) return wrong;
  return nullptr;
}

constexpr bool is_row_name(std::string_view name) {
  if (name.empty()) return false;
  for (char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (!fits) return false;
  }
  return true;
}

// Each marker and each tag stands for one thing.
constexpr const char* meanings(const Dialect& row) {
  const ReasoningFormat none{};
  const ToolFormat nothing{};
  const ReasoningFormat& reasoning = row.reasoning == nullptr ? none : *row.reasoning;
  const ToolFormat& tools = row.tools == nullptr ? nothing : *row.tools;
  const HeaderFormat& header = reasoning.header.is_given() ? reasoning.header : tools.header;
  Census openers;
  Census tags;
  bool differ = openers.add(reasoning.open) && openers.add(reasoning.ends_before) &&
                openers.add(tools.wrap_open) && openers.add(tools.wrap_close) &&
                (!header.is_given() || (openers.add(header.start) &&
                                        (header.channel.empty() || openers.add(header.channel))));
  const std::string_view own = tag_of(reasoning.open, reasoning.close);
  bool are_tags_one = (own.empty() || tags.add(own)) && tags.add(reasoning.unwrap);
  for (const CallFormat& one : tools.calls) {
    differ = differ && openers.add(one.open);
    const std::string_view tag = tag_of(one.open, one.close);
    are_tags_one = are_tags_one && (tag.empty() || tags.add(tag));
    for (std::string_view marker : one.open) {
      const bool is_cut = tools.separator != 0 && !marker.empty() && marker[0] == tools.separator;
      if (is_cut) return refuse("the separator begins an opener");
    }
  }
  if (!differ) return refuse("one marker opens two things");
  if (!are_tags_one) return refuse("one tag stands for two things");
  for (const WordList* drop : {&row.drop, &reasoning.drop}) {
    for (std::string_view token : *drop) {
      Census others = openers;
      if (!others.add(token)) return refuse("a token to drop opens something");
    }
  }
  return nullptr;
}

}  // namespace dialect_check

/// What is wrong with a row, as one sentence; null if nothing is.
constexpr const char* check_row(const Dialect& row) {
  using namespace dialect_check;
  if (!is_row_name(row.name)) return refuse("a row's name is not of a-z, 0-9 and _");
  for (std::string_view alias : row.aliases) {
    if (!is_row_name(alias)) return refuse("an alias is not of a-z, 0-9 and _");
  }
  if (const char* wrong = tokens(row.drop)) return wrong;
  for (std::string_view word : row.turn) {
    if (word.empty()) return refuse("what begins a turn is empty");
  }
  if (row.reasoning != nullptr) {
    if (const char* wrong = reasoning(*row.reasoning)) return wrong;
  }
  if (row.tools != nullptr) {
    if (const char* wrong = tools(*row.tools)) return wrong;
  }
  return meanings(row);
}

/// The same for a whole table.
template <std::size_t size>
constexpr const char* why_refused(const std::array<Dialect, size>& table) {
  using dialect_check::refuse;
  for (std::size_t i = 0; i < size; ++i) {
    if (const char* wrong = check_row(table[i])) return wrong;
    if (i != 0 && !(table[i - 1].name < table[i].name))
      return refuse("rows are not sorted by name");
    for (std::size_t j = 0; j < size; ++j) {
      for (std::string_view alias : table[i].aliases) {
        if (alias == table[j].name) return refuse("an alias is another row's name");
        std::size_t times = 0;
        for (std::string_view other : table[j].aliases) times += other == alias ? 1 : 0;
        if (times > (i == j ? 1U : 0U)) return refuse("an alias is given twice");
      }
    }
  }
  return nullptr;
}

/// Refuses a bad table while it is compiled: the compiler shows the sentence.
template <std::size_t size>
consteval bool check_table(const std::array<Dialect, size>& table) {
  return why_refused(table) == nullptr;
}

}  // namespace tagstream
