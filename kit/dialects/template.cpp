#include "dialects/template.hpp"

#include <algorithm>

#include "dialects/family.hpp"

namespace tagstream::notation {

namespace {

// The place of the last `word` before `before`; npos if there is none.
std::size_t last_of(std::string_view templ, Word word, std::size_t before) {
  return templ.substr(0, before).rfind(byte_of(word));
}

// The place of the opening bracket of the pair that ends before `end`. Precondition: `check_lines`
// has found all brackets closed.
std::size_t opening_bracket(std::string_view templ, std::size_t end) {
  std::size_t depth = 0;
  for (std::size_t i = end; i-- > 0;) {
    if (templ[i] == '}' || templ[i] == ')') ++depth;
    if ((templ[i] == '{' || templ[i] == '(') && --depth == 0) return i;
  }
  return 0;
}

}  // namespace

// Cuts a template that repeats something into four parts. For
// `<TOOLCALL>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</TOOLCALL>` they are
//
//   before `<TOOLCALL>[`     each `{"name": …}`     between `, `     after `]</TOOLCALL>`
//
// A call as code has its name before the bracket, perhaps with a word such as `call:` before that:
// both belong to `each`.
std::optional<Repeated> repeated(std::string_view templ) {
  const std::size_t dots = templ.rfind(byte_of(Word::dots));
  if (dots == templ.npos) return std::nullopt;
  const std::string_view head = templ.substr(0, dots);
  std::size_t end = head.size();
  while (end > 0 && is_separator(head[end - 1])) --end;
  std::size_t begin = 0;
  if (head[end - 1] == '}' || head[end - 1] == ')') {
    begin = opening_bracket(templ, end);
    if (begin != 0 && word_of(templ[begin - 1]) == Word::name) {
      --begin;
      while (begin != 0 &&
             ((templ[begin - 1] >= 'a' && templ[begin - 1] <= 'z') || templ[begin - 1] == ':')) {
        --begin;
      }
    }
  } else {
    for (const Word word : {Word::key, Word::call, Word::parameter}) {
      const std::size_t at = last_of(templ, word, end);
      if (at != templ.npos) begin = std::max(begin, at);
    }
  }
  return Repeated{templ.substr(0, begin), templ.substr(begin, end - begin),
                  templ.substr(end, dots - end), templ.substr(dots + 1)};
}

// `...` repeats calls only after NAME. It repeats none after PARAMETER, as in
// `<function=NAME>\nPARAMETER...</function>`, nor if it is the first `...` of a call with KEY, as
// in `NAME(KEY=PYTHON, ...)`.
std::optional<Repeated> repeated_calls(std::string_view templ) {
  const std::size_t dots = templ.rfind(byte_of(Word::dots));
  if (dots == templ.npos || dots == 0) return std::nullopt;
  const std::size_t name = templ.rfind(byte_of(Word::name));
  if (name != templ.npos && dots < name) return std::nullopt;
  if (word_of(templ[dots - 1]) == Word::parameter) return std::nullopt;
  const bool is_of_keys = has(templ, Word::key) && templ.find(byte_of(Word::dots)) == dots;
  if (is_of_keys) return std::nullopt;
  return repeated(templ);
}

bool opens_with(std::string_view wrapper, std::string_view call) {
  return call.starts_with(trimmed_back(cut(wrapper, Word::call).first));
}

std::string headed(std::string_view templ) {
  std::string text;
  for (const char c : templ) {
    if (word_of(c) == Word::role) {
      text += "assistant";
    } else if (word_of(c) != Word::header) {
      text += c;
    }
  }
  return text;
}

Word value_word(std::string_view way) {
  for (const Word word : {Word::value, Word::string, Word::json}) {
    if (has(way, word)) return word;
  }
  return Word::none;
}

std::string filled(std::string_view templ, Word word, std::string_view text) {
  std::string all;
  for (const char c : templ) {
    if (word_of(c) == word) {
      all += text;
    } else {
      all += c;
    }
  }
  return all;
}

Pairs pairs_at(std::string_view templ, std::size_t key) {
  const std::size_t dots = templ.find(byte_of(Word::dots), key);
  std::size_t end = dots;
  while (is_separator(templ[end - 1])) --end;
  Pairs pairs;
  pairs.between = templ.substr(end, dots - end);
  pairs.end = dots + 1;
  const std::string_view after_key = templ.substr(key + 1, end - key - 1);
  if (has(after_key, Word::python)) {
    pairs.sign = cut(after_key, Word::python).first;
    return pairs;
  }
  pairs.values = Pairs::Values::marked;
  const auto [before, close] = cut(after_key, Word::string);
  pairs.sign = before.substr(0, 1);
  pairs.open = before.substr(1);
  pairs.close = close;
  return pairs;
}

std::size_t next_word(std::string_view templ, std::size_t from) {
  while (from < templ.size() && word_of(templ[from]) == Word::none) ++from;
  return from;
}

std::size_t last_word(std::string_view templ) {
  std::size_t at = templ.size() - 1;
  while (word_of(templ[at]) == Word::none) --at;
  return at;
}

}  // namespace tagstream::notation
