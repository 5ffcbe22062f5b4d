#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/written_calls.hpp"
#include "support/xml_writer.hpp"

/// Random arguments, written as each family writes parameters, read back: with every value as it
/// was, with a schema and without, in random pieces, whole or incremental.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried of each family.
namespace tagstream::testing {
namespace {

/// Two calls, written in one of the ways of a family.
WrittenCalls random_sample(const Dialect& row, const CallFormat& format, bool has_schema,
                           Random& random) {
  WrittenCalls sample;
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

std::string check_text(const Dialect& row, const CallFormat& format, std::uint64_t seed) {
  Random random(seed);
  ParseOptions options;
  options.dialect = std::string(row.name);
  options.incremental = random() % 2 == 0;
  const bool has_schema = random() % 2 == 0;
  if (has_schema) options.schemas = xml_schemas();
  return read_back(random_sample(row, format, has_schema, random), options, random);
}

TEST(parse_xml, arguments_are_read_as_they_were_written) {
  for_each_written(CallBody::xml, 150, 20, check_text);
}

}  // namespace
}  // namespace tagstream::testing
