#include "tagstream/guess.hpp"

#include <fstream>
#include <iterator>
#include <map>

#include "support/every_family.hpp"
#include "support/golden.hpp"
#include "support/options.hpp"

/// Which family each golden answer is taken for: the table in docs/which_family.md.
namespace tagstream::testing {
namespace {

struct Tally {
  int certain = 0;
  int likely = 0;
  int none = 0;
  int other = 0;  // likely, and not it
  int wrong = 0;  // certain, and not it
  std::map<std::string, int> others;
};

void add(Tally& tally, const std::string& row, const Guess& guess) {
  const bool is_it = std::any_of(guess.dialects.begin(), guess.dialects.end(),
                                 [&](const Dialect* one) { return one->name() == row; });
  const bool is_certain = guess.is_certain;
  if (guess.dialects.empty()) {
    ++tally.none;
  } else if (is_it) {
    ++(is_certain ? tally.certain : tally.likely);
  } else {
    ++(is_certain ? tally.wrong : tally.other);
    ++tally.others[std::string(guess.dialects[0]->name())];
  }
}

// Writes a table between two marks in docs/which_family.md, or compares it.
void check_table(const std::string& mark, const std::string& table) {
  const std::string path = std::string(TAGSTREAM_DOCS_DIR) + "/which_family.md";
  std::ifstream stream(path);
  const std::string page((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  const std::string first = "<!-- Made by law." + mark + " -->\n";
  const std::size_t begin = page.find(first) + first.size();
  const std::size_t end = page.find("<!-- End -->", begin);
  ASSERT_TRUE(page.find(first) != page.npos && end != page.npos) << path;
  if (std::getenv("TAGSTREAM_UPDATE") != nullptr) {
    std::ofstream(path) << page.substr(0, begin) << table << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), table) << "TAGSTREAM_UPDATE=1 writes it";
}

std::string table_of(const std::map<std::string, Tally>& tallies) {
  std::string text =
      "| answers of | certain | likely | not known | likely another | certain another | which |\n"
      "|---|--:|--:|--:|--:|--:|---|\n";
  for (const auto& [row, tally] : tallies) {
    std::string which;
    for (const auto& [other, count] : tally.others) {
      which += (which.empty() ? "" : ", ") + other + ' ' + std::to_string(count);
    }
    text += "| " + (row == "~all" ? "all" : row);
    for (const int count : {tally.certain, tally.likely, tally.none, tally.other, tally.wrong}) {
      text += " | " + std::to_string(count);
    }
    text += " | " + which + " |\n";
  }
  return text;
}

// Of each row its own cases, and those of every family.
std::vector<GoldenCase> golden_answers() {
  std::vector<GoldenCase> cases = read_goldens("dialects", {"read", "message"}).cases;
  for (GoldenCase& golden : every_family().cases) cases.push_back(std::move(golden));
  return cases;
}

TEST(guess_goldens, the_table_in_the_docs_says_what_each_is_taken_for) {
  std::map<std::string, Tally> tallies;
  Tally all;
  for (const GoldenCase& golden : golden_answers()) {
    const Guess guess = guess_answer(golden.input);
    add(tallies[golden.name()], golden.name(), guess);
    add(all, golden.name(), guess);
  }
  all.others.clear();
  tallies["~all"] = all;
  check_table("guess", table_of(tallies));
  // Wrong is worse than not known.
  EXPECT_EQ(all.wrong, 0);
}

// ---- what auto makes of them -----------------------------------------------------------------

struct Alike {
  int calls = 0;  // answers in which the row finds some
  int same_calls = 0;
  int extra_calls = 0;  // answers with a call that the row does not find
  int reasoning = 0;
  int same_reasoning = 0;
};

std::string calls_of(const Message& message) {
  std::string text;
  for (const ToolCall& call : message.tool_calls) text += call.name + call.arguments + '\n';
  return text;
}

TEST(guess_goldens, the_table_in_the_docs_says_what_auto_reads) {
  std::map<std::string, Alike> rows;
  const auto read = [](const std::string& text, const std::string& dialect) {
    return tagstream::read(text, *Rules::make({.dialect = dialect}));
  };
  for (const GoldenCase& golden : golden_answers()) {
    const Message by_row = read(golden.input, golden.name());
    const Message by_auto = read(golden.input, "auto");
    Alike& row = rows[golden.name()];
    if (!by_row.tool_calls.empty()) {
      ++row.calls;
      row.same_calls += calls_of(by_row) == calls_of(by_auto) ? 1 : 0;
    }
    row.extra_calls += by_auto.tool_calls.size() > by_row.tool_calls.size() ? 1 : 0;
    if (by_row.reasoning.empty()) continue;
    ++row.reasoning;
    row.same_reasoning += by_row.reasoning == by_auto.reasoning ? 1 : 0;
  }
  std::string table =
      "| answers of | with calls | the same | more calls | with reasoning | the same |\n"
      "|---|--:|--:|--:|--:|--:|\n";
  for (const auto& [name, row] : rows) {
    if (row.calls + row.reasoning == 0) continue;
    table += "| " + name;
    for (const int count :
         {row.calls, row.same_calls, row.extra_calls, row.reasoning, row.same_reasoning}) {
      table += " | " + std::to_string(count);
    }
    table += " |\n";
  }
  check_table("auto", table);
}

}  // namespace
}  // namespace tagstream::testing
