#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/sampling.hpp"
#include "support/watch.hpp"
#include "support/xml_writer.hpp"

/// Random arguments, written as each family writes parameters, read back: with every value as it
/// was, with a schema and without, in random pieces, whole or incremental.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried of each family.
namespace tagstream::testing {
namespace {

constexpr std::uint64_t default_seed = 20261122;
constexpr std::uint64_t texts_of_a_family = 150;
constexpr int max_failures = 5;

/// Two calls, written in one of the ways of a family.
struct Sample {
  std::string text;
  std::vector<std::string> tools;
  std::vector<std::string> arguments;
};

Sample random_sample(const Dialect& row, const CallFormat& format, bool has_schema,
                     Random& random) {
  Sample sample;
  const ToolFormat& tools = *row.tools;
  const bool is_inside = row.reasoning != nullptr && row.reasoning->starts_inside;
  const auto pick = [&](const WordList& words) {
    return words.empty() ? "" : std::string(words.begin()[random() % words.size()]);
  };
  sample.text = is_inside ? pick(row.reasoning->close) : "Hi ";
  sample.text += pick(tools.wrap_open);
  for (int i = 0; i < 2; ++i) {
    const XmlCall call = random_xml_call(format, tools, random);
    sample.text += write_xml_call(format, call, random) + '\n';
    sample.tools.push_back(call.tool);
    sample.arguments.push_back(arguments_of(call, *format.shape, has_schema));
  }
  sample.text += pick(tools.wrap_close);
  return sample;
}

/// What is wrong; empty if all calls are there.
std::string check_calls(const Sample& sample, const std::vector<Seen>& items, bool in_pieces) {
  std::size_t count = 0;
  std::map<std::uint64_t, std::string> pieces;
  for (const Seen& item : items) {
    if (item.kind == EventKind::call_delta) pieces[item.index] += item.text;
    if (item.kind == EventKind::call_error) return "an error";
    if (item.kind == EventKind::notice) return "a notice";
    if (item.kind != EventKind::call) continue;
    if (count == sample.tools.size()) return "too many calls";
    const std::string& tool = sample.tools[count];
    const std::string& arguments = sample.arguments[count++];
    if (item.tool != tool) return "the name " + item.tool;
    if (item.arguments != arguments) return item.arguments + "\nshould be\n" + arguments;
    if (item.has_started != in_pieces) return "a call without its start";
    if (in_pieces && pieces[item.index] != arguments) return "pieces " + pieces[item.index];
  }
  return count == sample.tools.size() ? "" : "a call is missing";
}

std::string check_text(const Dialect& row, const CallFormat& format, std::uint64_t seed) {
  Random random(seed);
  ParseOptions options;
  options.dialect = std::string(row.name);
  options.incremental = random() % 2 == 0;
  const bool has_schema = random() % 2 == 0;
  if (has_schema) options.schemas = xml_schemas();
  const Sample sample = random_sample(row, format, has_schema, random);
  const std::string& text = sample.text;
  Parser parser(*make_rules(options));
  for (const Cuts& cuts :
       {Cuts{}, cut_by_size(text.size(), 1), cut_randomly(text.size(), random)}) {
    const EventRun got = run(text, parser, bounds_of(options), cuts);
    const std::string wrong =
        got.failure.empty() ? check_calls(sample, got.items, options.incremental) : got.failure;
    if (!wrong.empty()) return text + '\n' + to_text(cuts) + ": " + wrong;
  }
  return {};
}

TEST(parse_xml, arguments_are_read_as_they_were_written) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", default_seed);
  const std::uint64_t count = from_environment("TAGSTREAM_TEXTS", texts_of_a_family);
  std::cout << "TAGSTREAM_SEED=" << first << '\n';
  int failures = 0;
  std::size_t families = 0;
  for (const Dialect& row : dialects()) {
    if (row.tools == nullptr) continue;
    for (const CallFormat& format : row.tools->calls) {
      if (format.open.empty() || format.body != CallBody::xml) continue;
      ++families;
      for (std::uint64_t i = 0; i < count && failures < max_failures; ++i) {
        const std::string failure = check_text(row, format, first + i);
        if (failure.empty()) continue;
        ++failures;
        ADD_FAILURE() << row.name << " TAGSTREAM_SEED=" << first + i << '\n' << failure;
      }
    }
  }
  EXPECT_GE(families, 20U);
}

}  // namespace
}  // namespace tagstream::testing
