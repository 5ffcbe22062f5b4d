#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/model_value.hpp"
#include "support/subjects.hpp"
#include "support/written_calls.hpp"

/// Calls that look like code. Random arguments, written as each family writes them, read back with
/// every value as it was, in random pieces, whole or incremental; and every short text of their
/// tokens.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried of each family.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

/// A value as it is written and as it is read.
struct Value {
  std::string text;
  std::string json;
};
struct Written {
  std::string tool;
  std::vector<std::pair<std::string, Value>> arguments;
};

bool one_in(std::uint64_t n, Random& random) { return random() % n == 0; }

template <std::size_t n>
std::string pick(const std::array<std::string_view, n>& list, Random& random) {
  return std::string(list[random() % n]);
}

std::string blank(Random& random) { return pick<6>({"", "", "", " ", "\n", " \t"}, random); }

/// Writes values as one family does.
class Writer {
 public:
  Writer(const CallFormat& format, Random& random)
      : shape_(*format.pythonic),
        close_(format.close.empty() ? "]" : *format.close.begin()),
        random_(random) {}

  std::string write(const Written& call) {
    const bool is_braced = !shape_.quote.empty();
    std::string out = std::string(shape_.before) + call.tool + std::string(shape_.after) +
                      (is_braced ? "{" : "(");
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto& [key, value] = call.arguments[i];
      out += (i == 0 ? "" : ",") + blank(random_) + key + blank(random_) + (is_braced ? ":" : "=") +
             blank(random_) + value.text + blank(random_);
    }
    if (!call.arguments.empty() && one_in(8, random_)) out += ',';
    return out + (is_braced ? "}" : ")");
  }

  Value value(int depth) {
    switch (random_() % (depth > 0 ? 6 : 4)) {
      case 0: return number();
      case 1: return word();
      case 2:
      case 3: return string();
      case 4: return list(depth);
      default: return object(depth);
    }
  }

  std::string text() {
    const std::array<std::string_view, 24> pieces = {
        "a",        "b ",   "\n",     "\"",  "'",       "\\",    "é",    "🦀",
        "{k:1}",    "[x]",  ", ",     ")",   "}",       "\t",    "\r\n", "<",
        "</think>", "\x01", "\"\"\"", "'''", "call:f{", "<|\"|", "<esc", "f(a=1)"};
    std::string text;
    for (std::uint64_t i = random_() % 10; i > 0; --i) {
      text += one_in(8, random_) ? close_ : pick(pieces, random_);
    }
    return text;
  }

 private:
  Value number() {
    const std::string whole = std::to_string(static_cast<int>(random_() % 2000) - 1000);
    switch (random_() % (shape_.quote.empty() ? 6 : 4)) {
      case 4: return {"0X1_f", "31"};
      case 5: return {"- 0b101", "-5"};
      case 0: return {whole + ".5e-3", whole + ".5e-3"};
      case 1: return {whole + ".", whole + ".0"};
      case 2: return {"1_000", "1000"};
      default: return {whole, whole};
    }
  }
  Value word() {
    const std::array<Value, 6> words = {{{"True", "true"},
                                         {"False", "false"},
                                         {"None", "null"},
                                         {"true", "true"},
                                         {"false", "false"},
                                         {"null", "null"}}};
    return words[random_() % words.size()];
  }

  Value string() { return written(text()); }

  Value written(const std::string& value) {
    if (!shape_.quote.empty()) {
      const bool is_plain = value.find(shape_.quote) == std::string::npos;
      const std::string quote(shape_.quote);
      return is_plain ? Value{quote + value + quote, quoted_json(value)} : in_quotes(value, '"', 1);
    }
    return in_quotes(value, one_in(2, random_) ? '"' : '\'', one_in(3, random_) ? 3 : 1);
  }

  /// With every byte escaped that must be, and some that need not.
  Value in_quotes(const std::string& value, char quote, std::size_t count) {
    Value out{std::string(count, quote), "\""};
    for (char c : value) {
      const std::string json = quoted_json({&c, 1});
      if (c == '\\' || c == quote) out.text += '\\';
      if (c == 'a' && one_in(3, random_)) {
        out.text += pick<3>({"\\x61", "\\141", "\\u0061"}, random_);
        out.json += "\\u0061";
        continue;
      }
      out.text += c == '\n' && one_in(2, random_) ? "\\n" : std::string(1, c);
      out.json += json.substr(1, json.size() - 2);
    }
    return {out.text + std::string(count, quote), out.json + '"'};
  }

  Value list(int depth) {
    const bool is_tuple = shape_.quote.empty() && one_in(3, random_);
    Value out{is_tuple ? "(" : "[", "["};
    const std::uint64_t size = random_() % 4;
    for (std::uint64_t i = 0; i < size; ++i) {
      const Value one = value(depth - 1);
      out.text += (i == 0 ? "" : ",") + blank(random_) + one.text + blank(random_);
      out.json += (i == 0 ? "" : ",") + one.json;
    }
    if (size != 0 && (is_tuple ? size == 1 : one_in(6, random_))) out.text += ',';
    return {out.text + (is_tuple ? ")" : "]"), out.json + "]"};
  }

  Value object(int depth) {
    Value out{"{", "{"};
    const std::uint64_t size = random_() % 4;
    for (std::uint64_t i = 0; i < size; ++i) {
      const bool is_word = !shape_.quote.empty() && one_in(2, random_);
      const std::string name = "k" + std::to_string(i);
      const Value key = is_word ? Value{name, quoted_json(name)} : written(text());
      const Value one = value(depth - 1);
      out.text += (i == 0 ? "" : ",") + blank(random_) + key.text + blank(random_) + ":" +
                  blank(random_) + one.text;
      out.json += (i == 0 ? "" : ",") + key.json + ":" + one.json;
    }
    return {out.text + "}", out.json + "}"};
  }

  const PythonicShape& shape_;
  std::string close_;
  Random& random_;
};

Written random_call(Writer& writer, Random& random) {
  Written call{pick<4>({"f", "get_weather", "a.b", "füge"}, random), {}};
  for (const std::string_view key : {"k", "city", "naïve", "x_y", "count"}) {
    if (one_in(2, random)) call.arguments.emplace_back(key, writer.value(3));
  }
  return call;
}

std::string arguments_of(const Written& call) {
  std::string json = "{";
  for (const auto& [key, value] : call.arguments) {
    json += (json.size() > 1 ? "," : "") + quoted_json(key) + ':' + value.json;
  }
  return json + '}';
}

std::string check_text(const Dialect& row, const CallFormat& format, std::uint64_t seed) {
  Random random(seed);
  Writer writer(format, random);
  std::vector<Written> calls = {random_call(writer, random), random_call(writer, random)};
  const bool is_lone = format.close.empty() && !format.is_leading;  // its one call ends it
  if (is_lone) calls.pop_back();
  const auto way = static_cast<std::size_t>(&format - format_of(row).tools->calls.data());
  const bool is_list = sample_call(row.text(), way).before.starts_with('[');
  const std::string open = format.is_leading ? "" : std::string(*format.open.begin());
  const std::string close = format.close.empty() ? "" : std::string(*format.close.begin());
  WrittenCalls sample{open, {}, {}};
  for (const Written& call : calls) {
    sample.tools.push_back(call.tool);
    sample.arguments.push_back(arguments_of(call));
  }
  std::string& text = sample.text;
  if (is_list) text += '[' + blank(random);
  text += writer.write(calls[0]);
  if (!is_lone) text += (is_list ? "," : "\n") + writer.write(calls[1]);
  if (is_list) text += blank(random) + ']';
  const bool is_last = is_lone && !format.pythonic->after.empty();  // nothing may follow it
  text += close;
  if (!is_last) text += format.is_leading ? "\nDone." : "Done.";  // their line ends with them
  Options options{.dialect = std::string(row.name())};
  std::vector<ToolSchema> offered;
  for (const std::string& tool : sample.tools) {
    const bool is_new = offered.empty() || offered[0].name != tool;
    if (format.follows_name && is_new) offered.push_back({tool, {}});
  }
  options.tools = json_of(offered);
  options.incremental = one_in(2, random);
  return read_back(sample, options, random);
}

TEST(parse_pythonic, arguments_are_read_as_they_were_written) {
  for_each_written(CallBody::pythonic, 300, 7, check_text);
}

// ---- every short text ------------------------------------------------------------------------

void try_row(const char* dialect, const Texts& texts, bool is_incremental,
             UnclosedCall on_unclosed = UnclosedCall::text, bool strict = false) {
  Options options{.dialect = dialect,
                  .unclosed_call = on_unclosed,
                  .strict_json = strict,
                  .incremental = is_incremental};
  exhaustive(ReaderSubject(options), texts);
}

const Symbols calls = {"[", "f(", "a=", "1", ",", ")",
                       "]", " ",  "\n", "f", "{", "</function_calls>"};
const Symbols values = {"[", "{", "(", "1", "'k'", ":", ",", ")", "]", "}", "True", "x", "-", "\""};
const Symbols strings = {"\"", "'", "\\", "x", "\n", "4", "u00e", "N", "r", ")", "<|python_end|>",
                         "]"};
const Symbols numbers = {"0", "7", "_", ".", "-", "+", "e", ",", "]", "r'"};
const Symbols bases = {"0", "x", "B", "1", "7", "_", "-", " ", "a", ","};
const Symbols quotes = {"<|\"|>", "<|\"", "<", "|>", "a", ",", "}", "\"", " ", "1", "<tool_call|>"};
const Symbols objects = {"call:", "f", "{", "}", "(", ")", "k", ":", "=", ",", "[", "]", "2"};

TEST(parse_pythonic, calls) {
  try_row("olmo3", {"<function_calls>", calls, 5}, true);
  try_row("olmo3", {"<function_calls>f(a=1)", calls, 4}, true, UnclosedCall::call);
  try_row("olmo3", {"<function_calls>f(a=1,", calls, 4}, true);
  try_row("pythonic", {"", calls, 5}, false);
  try_row("llama4_pythonic", {"<|python_start|>[f(a=1)", calls, 4}, true, UnclosedCall::error);
}

TEST(parse_pythonic, what_follows_a_list_without_a_marker) {
  const Symbols after = {" ", "\n", "\r", "<", "|", "x", ">", "]", "["};
  try_row("pythonic", {"[f()]", after, 5}, false);
  try_row("llama4_pythonic", {"[f()]<|eot", {"_id|>", "|>", " ", "\n", "<", "x", "_id"}, 5}, true);
}

TEST(parse_pythonic, values) {
  try_row("olmo3", {"<function_calls>f(a=", values, 4}, true);
  try_row("llama4_pythonic", {"<|python_start|>[f(a={", values, 4}, true);
  try_row("pythonic", {"[f(a=[", values, 4}, true);
}

TEST(parse_pythonic, strings) {
  try_row("llama4_pythonic", {"<|python_start|>[f(a=", strings, 4}, true);
  try_row("llama4_pythonic", {"<|python_start|>[f(a=\"", strings, 5}, true);
  try_row("llama4_pythonic", {"<|python_start|>[f(a='''", {"'", "\"", "x", ")", "\\", "\n"}, 6},
          true);
}

TEST(parse_pythonic, numbers) {
  try_row("olmo3", {"<function_calls>f(a=[", numbers, 5}, true);
  try_row("olmo3", {"<function_calls>f(a=[", bases, 5}, true);
  try_row("gemma4", {"<|tool_call>call:f{a:[", numbers, 5}, true);
  try_row("gemma4", {"<|tool_call>call:f{a:[", bases, 4}, true);
}

TEST(parse_pythonic, delimiters) {
  try_row("gemma4", {"<|tool_call>call:f{a:", quotes, 5}, true);
  try_row("gemma4", {"<|tool_call>call:f{a:<|\"|>", quotes, 4}, true);
  try_row("gemma4", {"<|tool_call>call:f{a:", quotes, 4}, false, UnclosedCall::call, true);
  try_row("functiongemma",
          {"<start_function_call>call:f{a:<escape>",
           {"<escape>", "<esc", "a", "}", ",", "<end_function_call>", "<start_function_call>"},
           5},
          true);
}

TEST(parse_pythonic, objects) {
  try_row("gemma4", {"<|tool_call>", objects, 5}, true);
  try_row("gemma4", {"<|tool_call>call:f{k:{", objects, 4}, true);
}

}  // namespace
}  // namespace tagstream::testing
