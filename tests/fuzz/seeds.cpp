// Writes what the fuzzers start from: the golden inputs with the dialect they belong to, random
// texts of each dialect, JSON; and the markers of all dialects as a dictionary.
//
// usage: fuzz_seeds FOLDER
#include <filesystem>
#include <fstream>
#include <set>

#include "fuzz.hpp"
#include "support/every_family.hpp"
#include "support/golden_file.hpp"
#include "support/grammar_text.hpp"
#include "support/json_cases.hpp"
#include "support/parse_shapes.hpp"
#include "support/random_json.hpp"
#include "support/tool_text.hpp"

namespace tagstream::fuzz {
namespace {

/// One folder of inputs.
class Corpus {
 public:
  explicit Corpus(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void add(const Input& input) {
    if (input.text.size() > longest_text) return;
    std::ofstream(folder_ / std::to_string(count_++), std::ios::binary) << write_input(input);
  }

 private:
  std::filesystem::path folder_;
  int count_ = 0;
};

/// One golden case in eight: a fuzzer reads all it starts from before it looks at the clock.
std::vector<testing::GoldenCase> one_in_eight(const testing::Goldens& goldens) {
  std::vector<testing::GoldenCase> some;
  for (std::size_t i = 0; i < goldens.cases.size(); i += 8) some.push_back(goldens.cases[i]);
  return some;
}
std::vector<testing::GoldenCase> goldens(const std::string& folder) {
  return one_in_eight(testing::read_goldens(folder, {}));
}

void write_dialects(Corpus& corpus) {
  const std::size_t count = dialects().size();
  for (const auto& cases : {goldens("dialects"), one_in_eight(testing::every_family())}) {
    for (const testing::GoldenCase& golden : cases) {
      for (std::size_t kind = 0; kind < count; ++kind) {
        if (dialects()[kind].name() == golden.name()) corpus.add({kind, 0, kind, golden.input});
      }
    }
  }
  for (std::size_t kind = 0; kind <= count; ++kind) {
    const Input input{kind, kind + 1, kind, {}};
    std::mt19937_64 random(input.seed);
    const std::string text = testing::random_parse_text(parse_options(input), random);
    corpus.add({input.kind, input.seed, input.cuts_seed, text});
  }
}

void write_rules(Corpus& corpus, std::size_t filter, std::size_t tools) {
  std::uint64_t seed = 0;
  for (const testing::GoldenCase& golden : goldens(""))
    corpus.add({filter, ++seed % 64, seed, golden.input});
  for (const testing::GoldenCase& golden : goldens("tools"))
    corpus.add({tools, ++seed % 64, seed, golden.input});
  for (std::uint64_t i = 0; i < 25; ++i) {
    std::mt19937_64 random(i);
    const Options filters = testing::random_filter_options(random);
    corpus.add({filter, i, i, testing::random_text(testing::vocabulary_of(filters), random)});
    random.seed(i);
    const Options calls = testing::random_tool_options(random);
    corpus.add({tools, i, i, testing::random_tool_text(calls, random)});
  }
}

void write_json(Corpus& corpus) {
  for (const testing::JsonCase& one : testing::json_cases())
    corpus.add({0, 0, 1, one.read + one.rest});
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) corpus.add({0, 0, 2, testing::random_json(random)});
}

/// As dictionaries of libFuzzer have it: they know no `\n`.
std::string in_dictionary(std::string_view word) {
  std::string out = "\"";
  for (const char c : word) {
    std::array<char, 5> hex{};
    std::snprintf(hex.data(), hex.size(), "\\x%02x", static_cast<unsigned char>(c));
    out += hex.data();
  }
  return out + "\"\n";
}

void write_dictionary(const std::filesystem::path& file) {
  std::set<std::string> words;
  for (const Dialect& row : dialects()) {
    for (const std::string& marker : testing::parse_markers(row)) {
      if (marker.size() < 64) words.insert(marker);
    }
  }
  for (const char* word :
       {"{\"name\": \"f\", \"arguments\": {", "\\u00e9", "\\ud83d\\ude00", "True", "None", "1e3",
        "-0.5", "\"}", "</", "/>", "```", "<!--", "<a>", "</a>"}) {
    words.insert(word);
  }
  std::ofstream out(file, std::ios::binary);
  for (const std::string& word : words) out << in_dictionary(word);
}

}  // namespace
}  // namespace tagstream::fuzz

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  using namespace tagstream::fuzz;
  const std::filesystem::path folder = argv[1];
  Corpus parsers(folder / "dialects");
  write_dialects(parsers);
  Corpus rules(folder / "rules");
  write_rules(rules, 0, 1);
  for (const char* name : {"models", "kernels"}) {
    Corpus all(folder / name);
    write_dialects(all);
    write_rules(all, 255, 254);
  }
  Corpus json(folder / "json");
  write_json(json);
  write_dictionary(folder / "markers.dict");
}
