// Finds the dialect of a model by the model's name. `guess_model("Qwen/Qwen3-8B")` gives qwen3,
// certain, with the evidence `qwen3`, the pattern that the name fits.

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "dialects/find_dialect.hpp"
#include "dialects/notation.hpp"
#include "dialects/row.hpp"
#include "guess/models.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"

namespace tagstream {

namespace {

// A pattern for names of models, and the row of the dialect that such a model writes.
struct ModelPattern {
  std::string_view pattern;      // small letters, with - for _ : and spaces, 4 for 4.0; * is no /
  const Dialect* row = nullptr;  // null: the model's format is not known
  bool is_certain = true;
  bool starts_in_reasoning = false;
};

// Older than nemotron-3, in another format.
constexpr std::string_view unknown_model = "nemotron-4";

// Adds the names of a line such as `- models: qwen3, qwen3-*-thinking (starts in reasoning)`.
void add_models(std::vector<ModelPattern>& all, const Dialect& row, std::string_view line,
                bool is_certain) {
  constexpr std::string_view mark = " (starts in reasoning)";
  while (!line.empty()) {
    std::string_view name = take_name(line);
    const bool starts_in_reasoning = name.ends_with(mark);
    if (starts_in_reasoning) name.remove_suffix(mark.size());
    all.push_back({name, &row, is_certain, starts_in_reasoning});
  }
}

// The patterns of all rows.
std::vector<ModelPattern> make_patterns() {
  std::vector<ModelPattern> all{{unknown_model}};
  for (const Dialect& row : dialects()) {
    for (const bool is_certain : {true, false}) {
      const auto option = is_certain ? notation::Option::models : notation::Option::likely_models;
      for (std::string_view line : words_after(option, row.text()))
        add_models(all, row, line, is_certain);
    }
  }
  return all;
}

const std::vector<ModelPattern>& patterns() {
  static const std::vector<ModelPattern> all = make_patterns();
  return all;
}

// How a name is looked up:
//
//   Qwen/Qwen3-8B       `qwen/qwen3-8b`; `qwen3` stands at the beginning of the name: certain
//   qwen3-5             folded to `qwen3.5`: a digit, a hyphen and a last digit are a version
//   org/my-qwen3-ft     `qwen3` after `my-`: a model made from it, so only likely
//   Qwen3p6             folded to `qwen3.6`: the last known version before it is `qwen3.5`
//   Kimi-K3.0           folded to `kimi-k3`: the two are one version
//   zai/GLM-4.9         no pattern; the last known version before it is `glm-4.7`: likely
//   Seed-OSS-2          `seed-oss` has no version, and the name has one: likely
//   qwne3               no pattern: "did you mean `qwen3`?"
//
// The longest pattern counts: `qwen3-4b-thinking` fits `qwen3` and `qwen3-*-thinking`.

// Makers whose names may stand before the name of a model of their own: `nvidia-nemotron-3-nano`.
// Any other word before it, as in `my-qwen3-ft`, means that somebody has trained the model further.
constexpr std::array<std::string_view, 10> makers{
    "c4ai-",      "coherelabs-", "ibm-",    "meta-", "meta-llama-",
    "mistralai-", "nvidia-",     "openai-", "qwen-", "nousresearch-"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// True if the byte at `at` stands for the point of a version: the `-` in `qwen3-5`, the `_` in
// `Qwen3_5`, the `p` in `glm-4p6`, as one host of models writes. One digit must stand on each side,
// the first one after a letter unless it is a `p`, and the version must end there: `qwen3-57b` and
// `qwen3-5.1` have no such point.
bool is_point(std::string_view name, std::size_t at) {
  const auto is_digit_at = [&](std::size_t i) { return i < name.size() && is_digit(name[i]); };
  const bool is_letter = fold(name[at]) == 'p';
  return (name[at] == '-' || name[at] == '_' || is_letter) && at >= 2 && is_digit_at(at - 1) &&
         (is_letter || is_word(fold(name[at - 2]))) && !is_digit_at(at - 2) &&
         is_digit_at(at + 1) &&
         (at + 2 >= name.size() || (!is_word(fold(name[at + 2])) && name[at + 2] != '.'));
}

// No name of a model is as long. Of a longer one the end counts: a path ends in the model's name.
constexpr std::size_t longest_name = 1024;

// True if a match may end at `end`: no letter, digit, or `.` and a digit follows. `qwen3` does not
// match in `qwen3.5`, where the version goes on.
bool ends_at(std::string_view text, std::size_t end) {
  if (end >= text.size()) return true;
  if (is_word(text[end])) return false;
  return text[end] != '.' || end + 1 >= text.size() || text[end + 1] < '0' || text[end + 1] > '9';
}

// A name as patterns spell it: in small letters, with `-` for `_`, `:`, `@` and spaces, and with
// `.` in versions, but without the end of `4.0`.
std::string folded(std::string_view name) {
  if (name.size() > longest_name) name.remove_prefix(name.size() - longest_name);
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_hyphen = c == '_' || c == ':' || c == ' ' || c == '@';
    text += is_point(name, i) ? '.' : is_hyphen ? '-' : c == '\\' ? '/' : fold(c);
  }
  for (std::size_t at = text.size(); at != 0 && (at = text.rfind(".0", at - 1)) != text.npos;) {
    if (at != 0 && is_digit(text[at - 1]) && ends_at(text, at + 2)) text.erase(at, 2);
  }
  return text;
}

// The end of `rest`, the part of a pattern after its star, in `text` from `from` on. It must stand
// before the next `/`, as a star is anything but that. npos if it is not there.
std::size_t end_of_rest(std::string_view text, std::size_t from, std::string_view rest) {
  const std::size_t stop = std::min(text.find('/', from), text.size());
  for (std::size_t at = from; (at = text.find(rest, at)) != text.npos; ++at) {
    if (at + rest.size() > stop) return text.npos;
    if (ends_at(text, at + rest.size())) return at + rest.size();
  }
  return text.npos;
}

// The place in `text` at which the pattern matches; npos if it does not. A match begins after a
// byte that is neither a letter nor a digit: `phi` does not match in `dolphin`.
std::size_t place_of(std::string_view pattern, std::string_view text) {
  const std::size_t star = std::min(pattern.find('*'), pattern.size());
  const std::string_view first = pattern.substr(0, star);
  for (std::size_t at = 0; (at = text.find(first, at)) != text.npos; ++at) {
    if (at != 0 && is_word(text[at - 1])) continue;
    const std::size_t end = at + first.size();
    if (star == pattern.size() ? ends_at(text, end)
                               : end_of_rest(text, end, pattern.substr(star + 1)) != text.npos) {
      return at;
    }
  }
  return text.npos;
}

// True if the model's own maker has given the name: after the last `/`, nothing but a name in
// `makers` stands before `at`.
bool is_own(std::string_view text, std::size_t at) {
  const std::size_t begin = text.rfind('/') + 1;  // 0 if there is none
  if (at < begin) return false;
  const std::string_view before = text.substr(begin, at - begin);
  return before.empty() || std::find(makers.begin(), makers.end(), before) != makers.end();
}

// A version as names have it: `4.7` in `glm-4.7-air`.
struct Version {
  std::pair<unsigned, unsigned> number;  // major, minor
  std::size_t size = 0;                  // of the version's text; 0: there is none
};

// The version at `begin`: one or two digits, perhaps a point and one or two more. Three digits in a
// row are no version but a date or a size.
Version version_at(std::string_view text, std::size_t begin) {
  Version version;
  std::size_t at = begin;
  const auto digits = [&](unsigned& value) {
    const std::size_t first = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
      if (at - first == 2) return false;
      value = 10 * value + static_cast<unsigned>(text[at] - '0');
    }
    return at != first;
  };
  if (!digits(version.number.first)) return {};
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    ++at;
    if (!digits(version.number.second)) return {};
  }
  if (ends_at(text, at)) version.size = at - begin;
  return version;
}

// How many major versions a model may be newer than the last one that is known.
constexpr unsigned most_newer = 2;

// The place of the version in a pattern, at its end or before its last words: 4 for `glm-4.7`. npos
// if it has none, or has a star.
std::size_t find_version(std::string_view pattern, Version& version) {
  std::size_t begin = pattern.find_last_of("0123456789");
  if (begin == pattern.npos || pattern.find('*') != pattern.npos) return pattern.npos;
  while (begin != 0 && (is_digit(pattern[begin - 1]) || pattern[begin - 1] == '.')) --begin;
  version = version_at(pattern, begin);
  return version.size == 0 ? pattern.npos : begin;
}

// True if a pattern without a version matches at `at`, and a version follows: `mistral-large` in
// `mistral-large-9`. Two digits alone are a month or a size.
bool is_of_new_version(std::string_view text, std::string_view pattern, std::size_t at) {
  const std::size_t begin = at + pattern.size() + 1;
  Version known;
  if (pattern.find('*') != pattern.npos || find_version(pattern, known) != pattern.npos) {
    return false;
  }
  return begin < text.size() && text[begin - 1] == '-' && text[begin] != '0' &&
         (begin + 1 >= text.size() || !is_digit(text[begin + 1])) &&
         version_at(text, begin).size != 0;
}

// The beginning of Step's model names is also a word for the steps of a training, as in
// `run-step-5`. So it counts only at the beginning of a name.
constexpr std::string_view common_word = "step-";

bool may_stand_at(std::string_view pattern, std::string_view text, std::size_t at) {
  return !pattern.starts_with(common_word) || is_own(text, at);
}

// True if `text` fits `pattern` but for a newer version: `glm-4.9-air` fits `glm-4.7`. `begin` and
// `known` are the place and the version in the pattern.
bool is_newer(std::string_view text, std::string_view pattern, std::size_t begin,
              const Version& known) {
  const std::string_view before = pattern.substr(0, begin);
  const std::string_view after = pattern.substr(begin + known.size);
  for (std::size_t at = 0; (at = text.find(before, at)) != text.npos; ++at) {
    if (at != 0 && is_word(text[at - 1])) continue;
    const Version version = version_at(text, at + begin);
    const std::size_t end = at + begin + version.size;
    if (version.size != 0 && may_stand_at(pattern, text, at) && version.number > known.number &&
        version.number.first - known.number.first <= most_newer &&
        text.substr(end).starts_with(after) && ends_at(text, end + after.size())) {
      return true;
    }
  }
  return false;
}

// The pattern of the last known version before an unknown one, as a new version most likely writes
// like the one before: `glm-4.7` for `glm-4.9`. Null if there is none.
const ModelPattern* predecessor(std::string_view text) {
  const ModelPattern* best = nullptr;
  Version newest;
  for (const ModelPattern& one : patterns()) {
    Version known;
    const std::size_t begin = find_version(one.pattern, known);
    if (begin == one.pattern.npos || begin == 0) continue;
    const bool is_better =
        best == nullptr || known.number > newest.number ||
        (known.number == newest.number && one.pattern.size() > best->pattern.size());
    if (!is_better || !is_newer(text, one.pattern, begin, known)) continue;
    best = &one;
    newest = known;
  }
  return best;
}

}  // namespace

std::string nearest_model(std::string_view name) {
  const std::string text = folded(name);
  std::vector<std::string_view> words;
  for (const ModelPattern& one : patterns()) words.push_back(one.pattern);
  // The end of a name, such as a size or a kind, may be anything. It is cut off word by word, until
  // the rest is near a pattern: `qwne3-8b`, then `qwne3`.
  for (std::string_view rest = std::string_view(text).substr(text.rfind('/') + 1);;) {
    const std::string_view nearest = nearest_word(rest, words);
    const std::size_t end = rest.find_last_of("-_:");
    if (!nearest.empty() || end == rest.npos || end < 4) return std::string(nearest);
    rest = rest.substr(0, end);
  }
}

// The longest pattern in the name; if there is none, the last known version before it, which is
// never certain. A pattern without a row stands for models whose format is not known.
Guess guess_model(std::string_view name) {
  const std::string text = folded(name);
  const ModelPattern* best = nullptr;
  std::size_t best_at = 0;
  for (const ModelPattern& one : patterns()) {
    if (best != nullptr && one.pattern.size() <= best->pattern.size()) continue;
    const std::size_t at = place_of(one.pattern, text);
    if (at == text.npos || !may_stand_at(one.pattern, text, at)) continue;
    best = &one;
    best_at = at;
  }
  bool is_known = best != nullptr;
  if (!is_known) {
    best = predecessor(text);
  } else if (is_of_new_version(text, best->pattern, best_at)) {
    is_known = false;
    const ModelPattern* before = predecessor(text);
    if (before != nullptr && before->pattern.starts_with(best->pattern)) best = before;
  }
  if (best == nullptr || best->row == nullptr) return {};
  return {.dialects = {best->row},
          .is_certain = is_known && is_own(text, best_at) && best->is_certain,
          .evidence = {std::string(best->pattern)},
          .starts_in_reasoning = best->starts_in_reasoning};
}

}  // namespace tagstream
