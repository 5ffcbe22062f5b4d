// Which row an answer, or a chat template, fits.

#include "tagstream/guess.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "dialects/vocabulary.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/parse.hpp"

namespace tagstream {

namespace {

// ---- an answer -------------------------------------------------------------------------------

// What a row makes of a text.
struct RowReading {
  const Dialect* row = nullptr;
  std::size_t unread = 0;  // markers of any row in what is no markup
  std::size_t errors = 0;
  std::size_t calls = 0;
  bool has_reasoning = false;
  std::string message;                // as JSON
  std::vector<std::string_view> own;  // its literals that are in the text
  std::size_t absent = 0;             // and those that are not, in parts of a thousand: those
                                      // of few rows speak against it the most

  [[nodiscard]] auto rank() const { return std::tuple(unread + errors, ~calls, !has_reasoning); }
};

std::size_t count_markers(std::string_view text) {
  const std::vector<std::size_t> counts = count_literals(text);
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

// A row, and what is made of it once.
struct KnownRow {
  struct OwnLiteral {
    std::string_view text;
    std::size_t number;  // in all_literals()
    std::size_t weight;  // see RowReading::absent
  };
  const Dialect* row;
  std::vector<OwnLiteral> literals;
  ParseRules rules;
};

// Its place among all_literals().
std::size_t number_of(const Literal& literal) {
  const std::vector<Literal>& all = all_literals();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), literal) - all.begin());
}

std::vector<KnownRow::OwnLiteral> own_literals(const Dialect& row) {
  std::vector<KnownRow::OwnLiteral> own;
  for (const Literal& literal : literals_of(row)) {
    own.push_back({literal.text, number_of(literal), 1000 / rows_with(literal)});
  }
  return own;
}

const std::vector<KnownRow>& known_rows() {
  static const std::vector<KnownRow> all = [] {
    std::vector<KnownRow> rows;
    for (const Dialect& row : dialects()) {
      auto rules = ParseRules::make({.dialect = std::string(row.name)});
      if (rules) rows.push_back({&row, own_literals(row), *std::move(rules)});
    }
    return rows;
  }();
  return all;
}

// `counts`: of each literal, in the text.
RowReading read_by(const KnownRow& row, std::string_view text,
                   const std::vector<std::size_t>& counts) {
  RowReading reading;
  reading.row = row.row;
  for (const KnownRow::OwnLiteral& literal : row.literals) {
    if (counts[literal.number] != 0) {
      reading.own.push_back(literal.text);
    } else {
      reading.absent += literal.weight;
    }
  }
  Parser parser(row.rules);
  Message message;
  const auto see = [&](std::span<const Event> events) {
    message.add(events);
    for (const Event& event : events) {
      if (event.kind == EventKind::call) ++reading.calls;
      if (event.kind == EventKind::call_error) ++reading.errors;
    }
  };
  see(parser.feed(text));
  see(parser.finish());
  reading.has_reasoning = !message.reasoning.empty();
  reading.unread = count_markers(message.content) + count_markers(message.reasoning);
  to_json(reading.message, message);
  return reading;
}

// A literal that only rows in `rows` have.
bool is_of_these(std::string_view literal, const std::vector<const Dialect*>& rows) {
  std::size_t count = 0;
  for (const Dialect* row : rows) {
    const std::vector<Literal> own = literals_of(*row);
    count += std::find(own.begin(), own.end(), Literal{literal}) != own.end() ? 1 : 0;
  }
  return count == rows_with(Literal{literal});
}

std::size_t first_of(const WordList& words, std::string_view text) {
  std::size_t first = text.npos;
  for (std::string_view word : words) first = std::min(first, text.find(word));
  return first;
}

// A row whose prompt opens the reasoning reads any text; the closer without opener speaks for it.
bool may_be(const Dialect& row, std::string_view text) {
  if (row.reasoning == nullptr || !row.reasoning->starts_inside) return true;
  return first_of(row.reasoning->close, text) < first_of(row.reasoning->open, text);
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace

DialectGuess guess_dialect(std::string_view answer) {
  DialectGuess guess;
  std::vector<RowReading> readings;
  const std::vector<std::size_t> counts = count_literals(answer);
  for (const KnownRow& row : known_rows()) {
    if (!may_be(*row.row, answer)) continue;
    RowReading reading = read_by(row, answer, counts);
    // A marker, or a call without one, speaks for a row; that it leaves all as it is does not.
    if (!reading.own.empty() || reading.calls != 0) readings.push_back(std::move(reading));
  }
  if (readings.empty()) return guess;
  std::stable_sort(readings.begin(), readings.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.rank(), a.absent) < std::tuple(b.rank(), b.absent);
  });
  const RowReading& best = readings[0];
  if (best.calls == 0 && !best.has_reasoning) return guess;
  for (const RowReading& other : readings) {
    const bool is_alike = other.rank() == best.rank() && other.message == best.message;
    if (is_alike) guess.rows.push_back(other.row);
  }
  const bool has_rival =
      readings.size() > guess.rows.size() && readings[guess.rows.size()].rank() == best.rank();
  bool is_alone = false;
  for (std::string_view literal : best.own) is_alone |= is_of_these(literal, guess.rows);
  const bool is_clean = best.unread + best.errors == 0;
  const bool is_one = guess.rows.size() <= 2;  // siblings may have the same markers
  guess.sure =
      is_one && is_alone && is_clean && !has_rival ? Certainty::certain : Certainty::likely;
  if (best.calls != 0) guess.evidence.push_back(counted(best.calls, "call"));
  if (best.has_reasoning) guess.evidence.emplace_back("reasoning");
  for (std::string_view literal : best.own) guess.evidence.emplace_back(literal);
  if (best.unread != 0) guess.evidence.push_back(counted(best.unread, "marker") + " left unread");
  if (best.errors != 0) guess.evidence.push_back(counted(best.errors, "error"));
  return guess;
}

// ---- a chat template -------------------------------------------------------------------------

namespace {

// Strings in a template write line ends as `\n`.
std::string with_line_ends(std::string_view text) {
  std::string read;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_line_end = text.substr(i, 2) == "\\n";
    read += is_line_end ? '\n' : text[i];
    if (is_line_end) ++i;
  }
  return read;
}

// What of a row a template holds. Weights are in parts of a thousand: a literal of one row is
// heavier than one of many.
struct RowLiterals {
  const Dialect* row = nullptr;
  std::size_t weight = 0;
  std::size_t missing = 0;
  std::size_t absent = 0;  // as `missing`, tokens that end an answer included
  bool has_turn = false;   // it begins an answer as the row's prompts do
  bool has_main = false;   // the opener of its calls, or of its reasoning if it has none
  std::vector<std::pair<std::size_t, std::string_view>> found;  // with the rows that have it
  std::vector<std::string_view> openers;                        // of calls, that are there

  // True if all openers that it has found are among `others`.
  [[nodiscard]] bool has_only(
      const std::vector<std::pair<std::size_t, std::string_view>>& others) const {
    return std::all_of(openers.begin(), openers.end(), [&](std::string_view opener) {
      return std::any_of(others.begin(), others.end(),
                         [&](const auto& other) { return other.second == opener; });
    });
  }
};

// `counts`: of each literal, in the text.
RowLiterals literals_in(std::string_view text, const Dialect& row,
                        const std::vector<std::size_t>& counts) {
  RowLiterals literals;
  literals.row = &row;
  const ToolFormat* const tools = row.tools;
  const ReasoningFormat* const reasoning = row.reasoning;
  WordList main;
  if (tools != nullptr) {
    main = tools->calls[0].open;
  } else if (reasoning != nullptr) {
    main = reasoning->open;
  }
  for (const Literal& literal : literals_of(row)) {
    const std::size_t rows = rows_with(literal);
    const std::size_t weight = 1000 / rows;
    if (counts[number_of(literal)] == 0) {
      literals.missing += literal.is_main ? weight : 0;
      literals.absent += weight;
      continue;
    }
    literals.weight += weight;
    literals.found.emplace_back(rows, literal.text);
    const bool opens = std::any_of(main.begin(), main.end(), [&](std::string_view word) {
      return word.starts_with(literal.text);
    });
    if (opens) literals.openers.push_back(literal.text);
    literals.has_main = literals.has_main || opens;
    literals.has_main = literals.has_main || (main.empty() && literal.is_main);
  }
  literals.has_turn = first_of(row.turn, text) != text.npos;
  std::stable_sort(literals.found.begin(), literals.found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  return literals;
}

}  // namespace

DialectGuess guess_template(std::string_view chat_template) {
  const std::string text = with_line_ends(chat_template);
  DialectGuess guess;
  std::vector<RowLiterals> rows;
  const std::vector<std::size_t> counts = count_literals(text);
  for (const Dialect& row : dialects()) {
    RowLiterals literals = literals_in(text, row, counts);
    if (literals.has_main) rows.push_back(std::move(literals));
  }
  if (rows.empty()) return guess;
  // Rows with calls first: a template without tools has no opener of them.
  std::stable_sort(rows.begin(), rows.end(), [](const RowLiterals& a, const RowLiterals& b) {
    return std::tuple(a.row->tools == nullptr, b.weight, a.missing, b.has_turn, a.absent) <
           std::tuple(b.row->tools == nullptr, a.weight, b.missing, a.has_turn, b.absent);
  });
  const RowLiterals& best = rows[0];
  for (const RowLiterals& other : rows) {
    const bool is_alike = other.found == best.found && other.missing == best.missing &&
                          (other.row->tools == nullptr) == (best.row->tools == nullptr);
    if (is_alike) guess.rows.push_back(other.row);
  }
  bool is_alone = false;
  for (const auto& [count, literal] : best.found) is_alone |= is_of_these(literal, guess.rows);
  // A template may show the calls of another family as well: then neither is certain.
  const bool has_rival = std::any_of(rows.begin(), rows.end(), [&](const RowLiterals& other) {
    return other.row->tools != nullptr && !other.has_only(best.found);
  });
  const bool is_certain = is_alone && !has_rival && best.row->tools != nullptr;
  guess.sure = is_certain ? Certainty::certain : Certainty::likely;
  for (const auto& [count, literal] : best.found) guess.evidence.emplace_back(literal);
  return guess;
}

}  // namespace tagstream
