#include "dialects/dialects_that_write.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <tuple>

#include "base/sort.hpp"
#include "base/text.hpp"
#include "dialects/notation.hpp"

namespace tagstream::notation {

namespace {

// The lines of a format, in a form that can be compared: `<t>CALL\n...</t>` and `<t>CALL...</t>`
// are the same way.
struct Said {
  std::set<std::string> ways;     // of reasoning, content and calls
  std::set<std::string> answers;  // with ANSWER
  bool starts_in_reasoning = false;
};

// An alternative without its blanks, and without the dots of a repetition and the sign before them.
// A byte that is no text goes before a placeholder, so that `\NAME` is not NAME.
std::string bare(std::string_view way) {
  std::string text;
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (piece.word == Word::dots) {
      if (text.ends_with(',') || text.ends_with(';')) text.pop_back();
    } else if (piece.word != Word::none) {
      (text += '\0') += text_of(piece.word);
    } else if (!is_blank(piece.byte)) {
      text += piece.byte;
    }
  }
  return text;
}

Said said_by(std::string_view format) {
  Said said;
  Items items(format);
  for (Item item; items.next(item);) {
    if (item.is_option) {
      const OptionWords* const option = find_option(item.text);
      if (option != nullptr && option->option == Option::starts_in_reasoning)
        said.starts_in_reasoning = true;
      continue;
    }
    Ways ways(item.text);
    for (std::string_view way; ways.next(way);)
      (Census(way).of(Word::answer) != 0 ? said.answers : said.ways).insert(bare(way));
  }
  return said;
}

// The number of ways in `some` that are not in `others`.
std::size_t missing(const std::set<std::string>& some, const std::set<std::string>& others) {
  return static_cast<std::size_t>(std::count_if(
      some.begin(), some.end(), [&](const std::string& way) { return !others.contains(way); }));
}

}  // namespace

std::vector<const Dialect*> dialects_that_write(std::string_view format) {
  using Rank = std::tuple<std::size_t, bool, std::size_t, const Dialect*>;
  const Said ours = said_by(format);
  std::vector<Rank> ranks;
  for (const Dialect& row : dialects()) {
    const Said its = said_by(row.text());
    if (missing(ours.ways, its.ways) != 0) continue;
    ranks.emplace_back(missing(ours.answers, its.answers),
                       ours.starts_in_reasoning != its.starts_in_reasoning,
                       missing(its.ways, ours.ways) + missing(its.answers, ours.answers), &row);
  }
  sort_items(ranks);  // rows stand in the order of their names
  std::vector<const Dialect*> rows;
  for (const Rank& one : ranks) rows.push_back(std::get<const Dialect*>(one));
  return rows;
}

}  // namespace tagstream::notation
