// Finds the rows (the formats of model families) that an answer or a chat template fits. An answer
// is read by each row, and the readings are compared. For the answer
// `<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>`:
//
//   hermes    one error, since the body is not JSON: it comes late
//   glm45     one call, and no marker left unread in the content: it comes first
//   glm47     the same message: it is named beside glm45
//
// Four rows read this text alike, so the guess is not certain: `is_certain` needs at most two rows,
// and a marker that no other row has.

#include "tagstream/guess.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "base/sort.hpp"
#include "base/text.hpp"
#include "dialects/check.hpp"
#include "dialects/format_of.hpp"
#include "dialects/vocabulary.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

namespace {

// No more of an answer is read, so that a guess takes a fixed amount of memory, and of time. It is
// read in pieces, whose events are kept only for one piece.
constexpr std::size_t longest_answer = std::size_t{1} << 20;
constexpr std::size_t piece_size = std::size_t{64} << 10;

// ---- an answer -------------------------------------------------------------------------------

// The reading of a text by a row, as numbers that can be compared.
struct RowReading {
  const Dialect* row = nullptr;
  const FamilyFormat* format = nullptr;
  bool is_inside = false;   // read with `start_in_reasoning`
  std::size_t unread = 0;   // markers of any row in content
  std::size_t thought = 0;  // markers of any row in reasoning: a model may think of them
  std::size_t errors = 0;
  std::size_t calls = 0;
  std::size_t open = 0;        // calls without a closing tag
  bool has_reasoning = false;  // not blank
  // Of the message as JSON, without the blanks at the ends of its texts: its size and its hash.
  std::pair<std::size_t, std::size_t> message;
  std::vector<std::string_view> own;  // the row's literals that are in the text
  bool lacks_main = false;            // all calls are written in the row's second way
  std::size_t absent = 0;             // the weights of the row's literals that are not in the text:
                                      // a literal that few rows have weighs most

  [[nodiscard]] auto rank() const {
    return std::tuple(unread + errors, ~calls, !has_reasoning, thought);
  }
  // The order of rows; the smallest comes first. Of rows with one rank the first is one that writes
  // calls in its first way, leaves no call open, and does not start in reasoning.
  [[nodiscard]] auto place() const {
    const bool starts_inside = format->reasoning != nullptr && format->reasoning->starts_inside;
    return std::tuple(rank(), lacks_main, open, starts_inside, absent);
  }
};

// The marker as people know it. The literal that is searched for is `<think`, since the tag may
// have attributes; its marker is `<think>`.
std::string as_marker(std::string_view literal) {
  std::string marker(literal);
  if (!xml_tag_name(marker + '>').empty()) marker += '>';
  return marker;
}

std::size_t count_markers(std::string_view text) {
  const std::vector<std::size_t> counts = count_literals(text);
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

// A row with its literals and its rules, which are made once for all guesses.
struct KnownRow {
  struct OwnLiteral {
    std::string_view text;
    std::size_t number;  // in all_literals()
    std::size_t weight;  // see RowReading::absent
    bool is_main;        // see RowReading::lacks_main
  };
  const Dialect* row;
  const FamilyFormat* format;
  std::vector<OwnLiteral> literals;
  Rules rules;
  std::optional<Rules> inside;  // for an answer whose prompt has opened the reasoning
};

// The index of a literal in all_literals().
std::size_t number_of(const Literal& literal) {
  const std::vector<Literal>& all = all_literals();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), literal) - all.begin());
}

// True if the row has calls in a wrapper whose tag may open a call itself, and `literal`
// opens calls inside that wrapper.
bool opens_in_wrapper(const FamilyFormat& row, const Literal& literal) {
  if (row.tools == nullptr) return false;
  const auto& calls = row.tools->calls;
  const bool is_twofold = std::any_of(calls.begin(), calls.end(), [&](const CallFormat& format) {
    return opens_with_wrapper(format, *row.tools);
  });
  const WordList& openers = calls[0].open;
  return is_twofold && std::any_of(openers.begin(), openers.end(), [&](std::string_view word) {
           return word.starts_with(literal.text);
         });
}

std::vector<KnownRow::OwnLiteral> own_literals(const FamilyFormat& row) {
  std::vector<KnownRow::OwnLiteral> own;
  for (const Literal& literal : literals_of(row)) {
    own.push_back({literal.text, number_of(literal), 1000 / rows_with(literal),
                   opens_in_wrapper(row, literal)});
  }
  return own;
}

// True if the prompt may have opened the reasoning that this row closes: some row has the same
// closer, and prompts that end in the opener. So `a</think>b` is also read as an answer that starts
// in reasoning.
bool may_start_inside(const FamilyFormat& row) {
  if (row.reasoning == nullptr || row.reasoning->starts_inside) return false;
  if (row.reasoning->header.is_given()) return false;
  const WordList& close = row.reasoning->close;
  return std::any_of(dialects().begin(), dialects().end(), [&](const Dialect& dialect) {
    const FamilyFormat& other = format_of(dialect);
    if (!other.opens_in_prompt || other.reasoning == nullptr) return false;
    const WordList& closers = other.reasoning->close;
    return std::find_first_of(close.begin(), close.end(), closers.begin(), closers.end()) !=
           close.end();
  });
}

const std::vector<KnownRow>& known_rows() {
  static const std::vector<KnownRow> all = [] {
    std::vector<KnownRow> rows;
    for (const Dialect& row : dialects()) {
      const FamilyFormat& format = format_of(row);
      // The bytes of a broken call are an error once, and no unread markers beside it.
      Options options{.dialect = std::string(row.name()), .bad_calls = BadCalls::hide};
      auto rules = Rules::make(options);
      if (!rules) continue;
      rows.push_back({&row, &format, own_literals(format), *std::move(rules), std::nullopt});
      options.start_in_reasoning = true;
      if (!may_start_inside(format)) continue;
      if (auto inside = Rules::make(options)) rows.back().inside = *std::move(inside);
    }
    return rows;
  }();
  return all;
}

// @param counts  how often each of all_literals() is in the text
RowReading read_by(const KnownRow& row, bool is_inside, std::string_view text,
                   const std::vector<std::size_t>& counts) {
  RowReading reading;
  reading.row = row.row;
  reading.format = row.format;
  reading.is_inside = is_inside;
  bool has_main = false;
  bool lacks_main = false;
  for (const KnownRow::OwnLiteral& literal : row.literals) {
    if (counts[literal.number] != 0) {
      reading.own.push_back(literal.text);
    } else {
      reading.absent += literal.weight;
    }
    if (literal.is_main) (counts[literal.number] != 0 ? has_main : lacks_main) = true;
  }
  Reader parser(is_inside ? *row.inside : row.rules);
  Message message;
  const auto see = [&](std::span<const Event> events) {
    message.add(events);
    for (const Event& event : events) {
      if (event.kind == EventKind::tool_call) {
        ++reading.calls;
        reading.open += event.is_closed ? 0 : 1;
      }
      if (event.kind == EventKind::tool_call_error) ++reading.errors;
    }
  };
  for (std::string_view rest = text; !rest.empty();) {
    see(parser.feed(rest.substr(0, piece_size)));
    rest.remove_prefix(std::min(piece_size, rest.size()));
  }
  see(parser.finish());
  reading.lacks_main = lacks_main && !has_main && reading.calls != 0;
  reading.has_reasoning = !trimmed(message.reasoning).empty();
  reading.unread = count_markers(message.content);
  reading.thought = count_markers(message.reasoning);
  message.content = std::string(trimmed(message.content));
  message.reasoning = std::string(trimmed(message.reasoning));
  std::string json;
  to_openai_json(json, message);
  reading.message = {json.size(), std::hash<std::string_view>()(json)};
  return reading;
}

// True if all rows that have the literal are in `rows`.
bool is_of_these(std::string_view literal, const std::vector<const Dialect*>& rows) {
  std::size_t count = 0;
  for (const Dialect* row : rows) {
    const std::vector<Literal> own = literals_of(format_of(*row));
    count += std::find(own.begin(), own.end(), Literal{literal}) != own.end() ? 1 : 0;
  }
  return count == rows_with(Literal{literal});
}

// True if all rows that have the literal are in `rows`, or can't read what it opens, and have no
// marker in reasoning, where a model may only think of one.
bool speaks_for(std::string_view literal, const std::vector<const Dialect*>& rows,
                const std::vector<RowReading>& readings) {
  std::vector<const Dialect*> all = rows;
  for (const RowReading& other : readings) {
    const bool fails = other.calls + other.thought == 0 && other.unread + other.errors != 0;
    const bool is_new = std::find(all.begin(), all.end(), other.row) == all.end();
    if (fails && is_new) all.push_back(other.row);
  }
  return is_of_these(literal, all);
}

// True if the literal closes something in this row. A closer alone does not tell rows apart: half
// of the rows have `</think>`.
bool is_closer(const FamilyFormat& row, std::string_view literal) {
  const auto has = [&](const WordList& words) {
    return std::find(words.begin(), words.end(), literal) != words.end();
  };
  if (row.reasoning != nullptr && has(row.reasoning->close)) return true;
  if (row.tools == nullptr) return false;
  return has(row.tools->wrap_close) ||
         std::any_of(row.tools->calls.begin(), row.tools->calls.end(),
                     [&](const CallFormat& format) { return has(format.close); });
}

std::size_t first_of(const WordList& words, std::string_view text) {
  std::size_t first = text.npos;
  for (std::string_view word : words) first = std::min(first, text.find(word));
  return first;
}

// True for a tag such as `<plan`, whose name is letters only. A prompt may ask any model for such a
// tag.
bool is_plain_tag(std::string_view literal) {
  return std::all_of(literal.begin() + 1, literal.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

// True if the reasoning of the row stands in a plain tag, such as <thinking>, that no row of
// reasoning alone has. A prompt may have asked any model for that tag. <think> is the tag of the
// row `think`.
bool may_be_asked_for(const FamilyFormat& row) {
  const auto has = [](const FamilyFormat& other, std::string_view opener) {
    const WordList& open = other.reasoning->open;
    return std::find(open.begin(), open.end(), opener) != open.end();
  };
  const auto is_of_reasoning_alone = [&](std::string_view opener) {
    return std::any_of(dialects().begin(), dialects().end(), [&](const Dialect& dialect) {
      const FamilyFormat& other = format_of(dialect);
      return other.tools == nullptr && other.reasoning != nullptr && has(other, opener);
    });
  };
  if (row.reasoning == nullptr || row.reasoning->header.is_given()) return false;
  const WordList& open = row.reasoning->open;
  return std::all_of(open.begin(), open.end(), [&](std::string_view opener) {
    const std::string_view name = xml_tag_name(opener);
    return !name.empty() && is_plain_tag(opener.substr(0, name.size() + 1)) &&
           !is_of_reasoning_alone(opener);
  });
}

// True if the row puts its calls in a wrapper, and the text has no such wrapper.
bool lacks_wrapper(const FamilyFormat& row, std::string_view text) {
  return row.tools != nullptr && !row.tools->wrap_open.empty() &&
         first_of(row.tools->wrap_open, text) == text.npos;
}

// True if a closer of reasoning comes before any opener: the prompt may have opened the reasoning.
bool closes_first(const FamilyFormat& row, std::string_view text) {
  return first_of(row.reasoning->close, text) < first_of(row.reasoning->open, text);
}

// False if the text speaks against a row that starts in reasoning. Such a row reads any text as
// reasoning, so the text must have a closer without an opener, or begin with the opener.
bool may_be(const FamilyFormat& row, std::string_view text) {
  if (row.reasoning == nullptr || !row.reasoning->starts_inside) return true;
  return closes_first(row, text) || first_of(row.reasoning->open, trimmed_front(text)) == 0;
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace

Guess guess_answer(std::string_view answer) {
  answer = answer.substr(0, longest_answer);
  Guess guess;
  std::vector<RowReading> readings;
  const std::vector<std::size_t> counts = count_literals(answer);
  for (const KnownRow& row : known_rows()) {
    if (!may_be(*row.format, answer)) continue;
    RowReading reading = read_by(row, false, answer, counts);
    if (row.inside && closes_first(*row.format, answer)) {
      RowReading inside = read_by(row, true, answer, counts);
      if (inside.rank() < reading.rank()) reading = std::move(inside);
    }
    // A marker speaks for a row, and so does a call without markers. A row that reads the whole
    // text as content has nothing that speaks for it.
    if (!reading.own.empty() || reading.calls != 0) readings.push_back(std::move(reading));
  }
  if (readings.empty()) return guess;
  sort_items(readings, [](const auto& a, const auto& b) { return a.place() < b.place(); });
  const RowReading& best = readings[0];
  const bool has_nothing = best.calls == 0 && !best.has_reasoning;
  if (has_nothing && best.errors == 0) return guess;
  if (best.calls == 0 && best.errors == 0 && may_be_asked_for(*best.format)) return guess;
  for (const RowReading& other : readings) {
    const bool is_alike = other.rank() == best.rank() && other.lacks_main == best.lacks_main &&
                          other.message == best.message;
    if (!is_alike) continue;
    guess.dialects.push_back(other.row);
    guess.starts_in_reasoning = guess.starts_in_reasoning || other.is_inside;
  }
  const bool has_rival = readings.size() > guess.dialects.size() &&
                         readings[guess.dialects.size()].rank() == best.rank();
  bool is_alone = false;
  for (std::string_view literal : best.own) {
    const bool says_much = !is_closer(*best.format, literal) &&
                           (best.calls != 0 || literal[0] != '<' || !is_plain_tag(literal));
    is_alone |= says_much && (best.calls != 0 ? speaks_for(literal, guess.dialects, readings)
                                              : is_of_these(literal, guess.dialects));
  }
  // Of a text with nothing but a broken call only an opener that no other family has says whose it
  // is.
  if (has_nothing && !is_alone) return {};
  const bool is_whole = best.calls == 0 || !lacks_wrapper(*best.format, answer);
  const bool is_clean = best.unread + best.thought + best.errors == 0;
  const bool is_one = guess.dialects.size() <= 2;  // siblings may have the same markers
  guess.is_certain = is_one && is_alone && is_whole && is_clean && !has_rival;
  if (best.calls != 0) guess.evidence.push_back(counted(best.calls, "call"));
  if (best.has_reasoning) guess.evidence.emplace_back("reasoning");
  for (std::string_view literal : best.own) guess.evidence.push_back(as_marker(literal));
  const std::size_t unread = best.unread + best.thought;
  if (unread != 0) guess.evidence.push_back(counted(unread, "marker") + " left unread");
  if (best.errors != 0) guess.evidence.push_back(counted(best.errors, "broken call"));
  return guess;
}

// ---- a chat template -------------------------------------------------------------------------

namespace {

// Replaces `\n`, as strings in a template write line ends, by a line end. `<tool_call>\n{` in a
// Jinja string becomes two lines, as in an answer.
std::string with_line_ends(std::string_view text) {
  std::string read;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_line_end = text.substr(i, 2) == "\\n";
    read += is_line_end ? '\n' : text[i];
    if (is_line_end) ++i;
  }
  return read;
}

// The literals of a row that a template holds. Weights are in parts of a thousand: a literal that
// only one row has weighs 1000, and one of four rows weighs 250.
struct RowLiterals {
  const Dialect* row = nullptr;
  bool has_calls = false;
  std::size_t weight = 0;
  std::size_t missing = 0;
  std::size_t absent = 0;  // as `missing`, tokens that end an answer included
  bool has_turn = false;   // the template begins an answer as the row's prompts do
  bool has_main = false;   // has the opener of the row's calls; without calls: of its reasoning
  std::vector<std::pair<std::size_t, std::string_view>> found;  // how many rows have it, literal
  std::vector<std::string_view> openers;                        // of the row's calls

  // True if all of `openers` are among `others`.
  [[nodiscard]] bool has_only(
      const std::vector<std::pair<std::size_t, std::string_view>>& others) const {
    return std::all_of(openers.begin(), openers.end(), [&](std::string_view opener) {
      return std::any_of(others.begin(), others.end(),
                         [&](const auto& other) { return other.second == opener; });
    });
  }
};

// @param counts  how often each of all_literals() is in the text
RowLiterals literals_in(std::string_view text, const Dialect& dialect,
                        const std::vector<std::size_t>& counts) {
  const FamilyFormat& row = format_of(dialect);
  RowLiterals literals;
  literals.row = &dialect;
  literals.has_calls = row.tools != nullptr;
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
  sort_items(literals.found, [](const auto& a, const auto& b) { return a.first < b.first; });
  return literals;
}

}  // namespace

Guess guess_template(std::string_view chat_template) {
  const std::string text = with_line_ends(chat_template);
  Guess guess;
  std::vector<RowLiterals> rows;
  const std::vector<std::size_t> counts = count_literals(text);
  for (const Dialect& row : dialects()) {
    RowLiterals literals = literals_in(text, row, counts);
    if (literals.has_main) rows.push_back(std::move(literals));
  }
  if (rows.empty()) return guess;
  // Rows with calls come first. A template that shows no tools has no opener of calls, so such rows
  // are not in the list then.
  sort_items(rows, [](const RowLiterals& a, const RowLiterals& b) {
    return std::tuple(!a.has_calls, b.weight, a.missing, b.has_turn, a.absent) <
           std::tuple(!b.has_calls, a.weight, b.missing, a.has_turn, b.absent);
  });
  const RowLiterals& best = rows[0];
  for (const RowLiterals& other : rows) {
    const bool is_alike = other.found == best.found && other.missing == best.missing &&
                          other.has_calls == best.has_calls;
    if (is_alike) guess.dialects.push_back(other.row);
  }
  bool is_alone = false;
  for (const auto& [count, literal] : best.found) is_alone |= is_of_these(literal, guess.dialects);
  // A template may show the calls of another family as well: then neither is certain.
  const bool has_rival = std::any_of(rows.begin(), rows.end(), [&](const RowLiterals& other) {
    return other.has_calls && !other.has_only(best.found);
  });
  guess.is_certain = is_alone && !has_rival && best.has_calls;
  for (const auto& [count, literal] : best.found) guess.evidence.push_back(as_marker(literal));
  return guess;
}

}  // namespace tagstream
