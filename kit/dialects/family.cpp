#include "dialects/family.hpp"

#include <algorithm>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "dialects/notation_check.hpp"

namespace tagstream::notation {

namespace {

// Gives the offset, line and column of parts of a text, which are asked for in their order: each
// line is counted once.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  Place of(std::string_view part) {
    const auto offset = static_cast<std::size_t>(part.data() - text_.data());
    for (; at_ < offset; ++at_) {
      if (text_[at_] != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
    return {offset, line_, offset - line_begin_ + 1};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

// The error for a mistake in `text`: "line 1, column 34: no placeholder has this name: `ARGUMENT`;
// did you mean `ARGUMENTS`? (`\ARGUMENT` is the word itself)".
Error error_of(const Mistake& mistake, std::string_view text) {
  Error error = error_at(Places(text).of(mistake.at), mistake.sentence, mistake.at, mistake.beside);
  std::string& message = error.message;
  if (!mistake.meant.empty()) {
    message += did_you_mean(mistake.meant);
    const bool is_word = first_word(mistake.meant) != 0 && mistake.at != mistake.meant;
    if (is_word && is_capital(mistake.at.front()) && is_capital(mistake.at.back())) {
      message += joined({" (", in_backticks(joined({"\\", mistake.at})), " is the word itself)"});
    }
  }
  return error;
}

}  // namespace

// Shows at most 60 bytes of the text, and never half of a code point.
Error error_at(const Place& place, std::string_view sentence, std::string_view text,
               std::string_view beside) {
  constexpr std::size_t most = 60;  // bytes shown
  std::size_t end = std::min(most, text.size());
  while (end < text.size() && is_utf8_continuation(text[end])) --end;
  const std::string line = std::to_string(place.line);
  const std::string column = std::to_string(place.column);
  const std::string_view what = sentence.substr(0, sentence.find("; "));
  const std::string_view to_do = sentence.substr(what.size());
  return {Code::bad_option, place.offset,
          joined({"line ", line, ", column ", column, ": ", what, ": ",
                  in_backticks(text.substr(0, end)), end < text.size() ? "..." : "",
                  beside.empty() ? "" : " beside " + in_backticks(beside), to_do})};
}

namespace {

// A backslash goes before each word and sign that the notation would read: capitals that are a
// placeholder or nearly one, `\`, ` | ` and `...`. A space after another one becomes `\s`: two of
// them would end the line.
std::string escaped_inside(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins_run = is_capital(c) && (i == 0 || !is_run_byte(text[i - 1]));
    std::size_t end = i;
    while (end < text.size() && is_run_byte(text[end])) ++end;
    const std::string_view run = text.substr(i, end - i);
    const bool is_word = begins_run && (first_word(run) != 0 || !meant_by(run).empty());
    const bool is_after_space = i != 0 && text[i - 1] == ' ';
    if (is_word || c == '\\' || (c == '|' && is_after_space) || text.substr(i, 3) == "...")
      line += '\\';
    if (c == '\n' || c == '\t' || c == '\r' || (c == ' ' && is_after_space)) {
      line += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : "\\s";
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace

std::string escaped(std::string_view text) { return line_of({&text, 1}); }

// At its ends a line loses spaces, `-` would make it an option, and `#` a comment.
std::string line_of(std::span<const std::string_view> parts) {
  std::string line;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      line += escaped_inside(parts[i]);
    } else {
      line += parts[i];
    }
  }
  if (line.starts_with('-') || line.starts_with('#')) line.insert(0, 1, '\\');
  if (line.starts_with(' ')) line.replace(0, 1, "\\s");
  if (line.ends_with(' ')) line.replace(line.size() - 1, 1, "\\s");
  return line;
}

bool Family::has(Option option) const {
  return std::any_of(options.begin(), options.end(),
                     [&](const auto& one) { return one.first == option; });
}

std::vector<std::string_view> Family::words(Option option) const {
  std::vector<std::string_view> all;
  for (const auto& [kind, words] : options) {
    if (kind == option) all.emplace_back(words);
  }
  return all;
}

std::string_view Family::word(Option option) const {
  for (const auto& [kind, words] : options) {
    if (kind == option) return words;
  }
  return {};
}

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> all;
  while (!(text = trimmed_front(text)).empty()) {
    all.push_back(text.substr(0, text.find(' ')));
    text.remove_prefix(all.back().size());
  }
  return all;
}

std::vector<std::string> others_of(const Family& family, std::string_view marker) {
  return others_of(family.words(Option::alike), marker);
}

std::vector<std::string> others_of(const std::vector<std::string_view>& all_alike,
                                   std::string_view marker) {
  std::vector<std::string> others;
  for (const std::string_view alike : all_alike) {
    const std::vector<std::string_view> words = words_in(alike);
    const std::size_t at = marker.find(words[0]);
    if (at == marker.npos) continue;
    for (std::size_t i = 1; i < words.size(); ++i)
      others.push_back(std::string(marker).replace(at, words[0].size(), words[i]));
  }
  return others;
}

std::vector<View> Family::ways(Role role) const {
  std::vector<View> all;
  for (const Line& line : lines) {
    if (line.role == role) all.insert(all.end(), line.ways.begin(), line.ways.end());
  }
  return all;
}

std::string Family::subject() const {
  return name.empty() ? "the format" : "the dialect " + in_backticks(name);
}

// `check_lines` has refused every mistake, so this only sorts the lines into options and templates.
Result<Family> read_family(std::string_view text) {
  if (const Mistake wrong = check_lines(text)) return error_of(wrong, text);
  Family family;
  Places places(text);
  Items items(text);
  for (Item item; items.next(item);) {
    if (item.is_option) {
      const OptionWords* const option = find_option(item.text);
      family.options.emplace_back(option->option, item.text.substr(option->words.size()));
      family.option_places.push_back(places.of(item.text));
      continue;
    }
    Line& line = family.lines.emplace_back();
    line.place = places.of(item.text);
    Ways ways(item.text);
    for (std::string_view way; ways.next(way);) {
      line.role = role_of(Census(way));
      line.ways.push_back(template_of(way));
    }
  }
  family.has_heading = items.has_heading();
  return family;
}

Result<Family> read_own_family(std::string_view text) {
  Result<Family> family = read_family(text);
  if (!family || !family->lines.empty()) return family;
  if (family->has_heading) return family;  // a row without lines, as `none`, is a format
  return Error{Code::bad_option, 0, "the format says nothing: it has no line with a placeholder"};
}

}  // namespace tagstream::notation
