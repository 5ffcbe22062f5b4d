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
#include "support/model_value.hpp"
#include "support/sampling.hpp"
#include "support/watch.hpp"

/// Random arguments, written as each family writes parameters, read back: with every value as it
/// was, in random pieces, whole or incremental.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried of each family.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

constexpr std::uint64_t default_seed = 20261122;
constexpr std::uint64_t texts_of_a_family = 150;
constexpr int max_failures = 5;

struct Argument {
  std::string key;
  std::string text;  ///< as it is written
  std::string json;  ///< as it is read
};
struct Written {
  std::string tool;
  std::vector<Argument> arguments;
};

std::string_view pick(const std::vector<std::string_view>& list, Random& random) {
  return list[random() % list.size()];
}

/// Bytes that may stand in a value of any family.
std::string random_value(Random& random) {
  static const std::vector<std::string_view> pieces = {
      "a",     "b ",         "\n",           "x < y", "<",        ">",       "\"",
      "\\",    "é",          "🦀",         "<b>",   "</b>",     "  ",      "\t",
      "\r\n",  "{\"k\":1}",  "null",         "12",    "</",       "'",       "=",
      "&amp;", "<parameter", "</parameter.", "<arg_", "<think>",  "\x01",    "</tool_call>.",
      "<|",    "|>",         "]<]",          "[>[",   "<![CDAT.", "<invoke", "<tool_call>.",
  };
  std::string value;
  for (std::uint64_t i = random() % 12; i > 0; --i) value += pick(pieces, random);
  return value;
}

Argument random_argument(std::string_view key, Random& random) {
  if (key != "count") {
    const std::string value = random_value(random);
    return {std::string(key), value, quoted_json(value)};
  }
  const std::string number = std::to_string(static_cast<int>(random() % 2000) - 1000);
  return {std::string(key), number, number};
}

Written random_call(Random& random) {
  static const std::vector<std::string_view> tools = {"f", "get_weather", "a.b", "füge"};
  Written call{std::string(pick(tools, random)), {}};
  for (std::string_view key : {"k", "city", "naïve", "x-y", "count"}) {
    if (random() % 2 == 0) call.arguments.push_back(random_argument(key, random));
  }
  return call;
}

/// The attributes after a tag's name or a literal, and what ends them.
std::string with_attribute(std::string_view open, const std::string& attribute,
                           const XmlShape& shape) {
  if (xml_tag_name(open).empty())
    return std::string(open) + attribute + std::string(shape.head_end);
  return std::string(open.substr(0, open.size() - 1)) + attribute + '>';
}

std::string parameter(const XmlShape& shape, const Argument& argument, Random& random) {
  if (!shape.prefix.empty()) {
    const std::string prefix(shape.prefix);
    return prefix + '<' + argument.key + '>' + argument.text + prefix + "</" + argument.key + '>';
  }
  if (shape.keys[0].is_given()) {
    const std::size_t i = shape.keys[1].is_given() ? random() % 2 : 0;
    return std::string(shape.keys[i].open) + argument.key + std::string(shape.keys[i].close) +
           (random() % 2 == 0 ? "\n" : "") + std::string(shape.values[i].open) + argument.text +
           std::string(shape.values[i].close);
  }
  const XmlMark& mark = shape.parameters[0];
  if (shape.name_is_value) {
    return with_attribute(mark.open, '=' + argument.key, shape) + '\n' + argument.text + '\n' +
           std::string(mark.close);
  }
  const bool is_section = shape.takes_cdata && random() % 2 == 0;
  return with_attribute(mark.open,
                        ' ' + std::string(shape.key_attribute) + "=\"" + argument.key + '"',
                        shape) +
         (is_section ? "<![CDATA[" : "") + argument.text + (is_section ? "]]>" : "") +
         std::string(mark.close);
}

std::string write(const CallFormat& format, const Written& call, Random& random) {
  const XmlShape& shape = *format.shape;
  const std::string gap = random() % 2 == 0 ? "\n" : "";
  std::string out(*format.open.begin());
  if (shape.name_first) {
    out += call.tool + std::string(shape.separators[0]);
  } else if (shape.name_is_value) {
    out = with_attribute(out, '=' + call.tool, shape);
  } else {
    out = with_attribute(out, ' ' + std::string(shape.name_attribute) + "=\"" + call.tool + '"',
                         shape);
  }
  out += gap;
  for (const Argument& argument : call.arguments) out += parameter(shape, argument, random) + gap;
  return out + std::string(*format.close.begin());
}

std::string arguments_of(const Written& call) {
  std::string json = "{";
  for (const Argument& argument : call.arguments) {
    json += (json.size() > 1 ? "," : "") + quoted_json(argument.key) + ':' + argument.json;
  }
  return json + '}';
}

/// What is wrong; empty if all calls are there.
std::string check_calls(const std::vector<Written>& calls, const std::vector<Seen>& items) {
  std::size_t count = 0;
  std::map<std::uint64_t, std::string> pieces;
  for (const Seen& item : items) {
    if (item.kind == EventKind::call_delta) pieces[item.index] += item.text;
    if (item.kind == EventKind::call_error) return "an error";
    if (item.kind == EventKind::notice) return "a notice";
    if (item.kind != EventKind::call) continue;
    if (count == calls.size()) return "too many calls";
    const Written& want = calls[count++];
    const std::string arguments = arguments_of(want);
    if (item.tool != want.tool) return "the name " + item.tool;
    if (item.arguments != arguments) return item.arguments + "\nshould be\n" + arguments;
    if (item.has_started && pieces[item.index] != arguments) return "pieces " + pieces[item.index];
  }
  return count == calls.size() ? "" : "a call is missing";
}

ParseOptions options_of(const Dialect& row, Random& random) {
  ParseOptions options;
  options.dialect = std::string(row.name);
  options.incremental = random() % 2 == 0;
  options.schemas = {
      {"",
       {{"k", ValueTypes::string}, {"x-y", ValueTypes::string}, {"count", ValueTypes::integer}}}};
  return options;
}

std::string check_text(const Dialect& row, const CallFormat& format, std::uint64_t seed) {
  Random random(seed);
  const ToolFormat& tools = *row.tools;
  const bool is_wrapped = !tools.wrap_open.empty();
  const std::vector<Written> calls = {random_call(random), random_call(random)};
  const bool is_inside = row.reasoning != nullptr && row.reasoning->starts_inside;
  std::string text = is_inside ? std::string(*row.reasoning->close.begin()) : "Hi ";
  if (is_wrapped) text += *tools.wrap_open.begin();
  for (const Written& call : calls) text += write(format, call, random) + '\n';
  if (is_wrapped) text += *tools.wrap_close.begin();
  const ParseOptions options = options_of(row, random);
  Parser parser(*make_rules(options));
  for (const Cuts& cuts :
       {Cuts{}, cut_by_size(text.size(), 1), cut_randomly(text.size(), random)}) {
    const EventRun got = run(text, parser, bounds_of(options), cuts);
    const std::string wrong = got.failure.empty() ? check_calls(calls, got.items) : got.failure;
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
