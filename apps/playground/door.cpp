// The functions that the playground calls: an answer that is typed in a browser is read as `show
// --html`, `read --events`, `read --to openai` and `extract` read it, and the result is JSON.
// `play_read` reads a text; the others show more of the same text. A result lives until the next
// call.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "json/json_writer.hpp"
#include "options/option_table.hpp"
#include "show/page.hpp"
#include "show/shown_rules.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/json.hpp"
#include "tagstream/message.hpp"
#include "tagstream/wire/writer.hpp"
#include "tagstream/write.hpp"

namespace tagstream::cli {

namespace {

// So many events and chunks are shown.
constexpr std::size_t most_items = 3000;

// The message that each family writes as an example. The values are strings: families that write
// values without types need no schema to read them back.
constexpr std::string_view whole_example = R"({"reasoning_content":
  "They ask about the weather in Oslo. I have a tool for that.", "content": "Let me look that up.",
  "tool_calls": [{"name": "get_weather", "arguments": {"city": "Oslo", "unit": "celsius"}}]})";
constexpr std::string_view without_calls = R"({"reasoning_content":
  "They ask about the weather in Oslo. I have no tool for that.",
  "content": "I can't see the weather. Most days in May are mild."})";
constexpr std::string_view without_reasoning = R"({"content": "Let me look that up.",
  "tool_calls": [{"name": "get_weather", "arguments": {"city": "Oslo", "unit": "celsius"}}]})";
constexpr std::string_view calls_alone = R"({"content": "",
  "tool_calls": [{"name": "get_weather", "arguments": {"city": "Oslo", "unit": "celsius"}}]})";
constexpr std::string_view content_alone =
    R"({"content": "I can't see the weather. Most days in May are mild."})";

// The text that was read last, and how.
struct Shown {
  std::string text;
  std::size_t piece_size = 1;
  Options options;  // as the user gave them, and what was guessed
};

Shown shown;
std::string result;

const char* give(std::string json) {
  result = std::move(json);
  return result.c_str();
}

std::string json_of(const Error& error) {
  std::string json;
  JsonWriter writer(json);
  writer.begin_object().key("error").begin_object();
  writer.field("message", std::string_view(error.message)).field("offset", error.offset);
  writer.field("option", std::string_view(error.option)).end_object().end_object();
  return json;
}

// The options that differ from the defaults, each with its type and its values: of a list all.
void write_options(JsonWriter& json, const Options& options) {
  const Options defaults;
  json.begin_array();
  for (const auto& option : option_table()) {
    const std::string value = option.get(options);
    if (value == option.get(defaults)) continue;
    const OptionInfo::Type type = option.info.type;
    const bool is_list = type == OptionInfo::Type::list || type == OptionInfo::Type::rules;
    json.begin_object().field("name", option.info.name);
    json.field("type", std::string_view(to_string(type))).key("values").begin_array();
    for (std::string_view rest = value; !rest.empty();) {
      json.value(is_list ? take_part(rest, '\n') : std::exchange(rest, {}));
    }
    json.end_array().end_object();
  }
  json.end_array();
}

Result<Options> options_of(std::string_view rules, std::string_view dialect,
                           std::string_view format) {
  const bool is_blank = rules.find_first_not_of(" \t\r\n") == rules.npos;
  Result<Options> options = Options::from_json(is_blank ? "{}" : rules);
  if (!options) return options;
  if (!dialect.empty()) options->dialect = dialect;
  if (!format.empty()) options->format = format;
  return options;
}

// Calls `take` with each piece of the text and its events; at the end with an empty piece.
template <class Take>
void read_pieces(Reader& reader, Take take) {
  for (std::string_view rest = shown.text; !rest.empty() && reader.error() == nullptr;) {
    const std::string_view piece = rest.substr(0, shown.piece_size);
    rest.remove_prefix(piece.size());
    take(piece, reader.feed(piece));
  }
  take(std::string_view(), reader.finish());
}

std::string example_of(const Dialect& dialect) {
  const auto rules = Rules::make({.dialect = std::string(dialect.name())});
  if (!rules) return {};
  for (const std::string_view json :
       {whole_example, without_calls, without_reasoning, calls_alone, content_alone}) {
    const auto message = read_message(json);
    const auto text = write(message.value(), *rules);
    if (text) return *text;
  }
  return {};
}

}  // namespace

extern "C" {

/// The size of the last result in bytes.
__attribute__((export_name("play_size"))) std::size_t play_size() { return result.size(); }

/// Reads a text in pieces of `piece_size` bytes. `rules` is a JSON object of options, or blank;
/// `dialect` and `format` may be empty. If nothing says how to read, that is guessed.
/// @return  `{"answers":…,"used":…,"explain":…}`, or `{"error":…}`: the data of the page of
///          `show --html`, the options that were used, and the rules in force
__attribute__((export_name("play_read"))) const char* play_read(
    const char* rules, std::size_t rules_size, const char* dialect, std::size_t dialect_size,
    const char* format, std::size_t format_size, const char* text, std::size_t text_size,
    std::size_t piece_size) {
  shown = {};
  auto options = options_of({rules, rules_size}, {dialect, dialect_size}, {format, format_size});
  if (!options) return give(json_of(options.error()));
  const std::string_view whole(text, text_size);
  auto chosen = says_what(*options) ? asked_rules(*options) : guessed_rules(*options, whole, true);
  if (!chosen) return give(json_of(chosen.error()));
  const BadCalls asked = options->bad_calls;
  shown = {std::string(whole), std::max<std::size_t>(piece_size, 1), chosen->rules.options()};

  Page page;
  const auto viewer = make_page_viewer(shown.options, "", 0, page);
  if (!chosen->remark.empty()) viewer->remark(chosen->remark);
  shown.options.bad_calls = asked;
  Reader reader(chosen->rules);
  read_pieces(reader, [&](std::string_view piece, std::span<const Event> events) {
    viewer->piece(piece, events);
  });
  viewer->end();
  std::string json;
  JsonWriter writer(json);
  writer.begin_object().key("answers").raw(page.json()).key("used");
  write_options(writer, shown.options);
  writer.field("explain", std::string_view(chosen->rules.explain())).end_object();
  return give(std::move(json));
}

/// The events of the text as `[[piece, event], …]`; a last `[piece]` if there are more.
__attribute__((export_name("play_events"))) const char* play_events() {
  std::string json;
  const auto rules = Rules::make(shown.options);
  if (!rules) return give("[]");
  CallIds ids(shown.options.id_style, shown.options.id_seed);
  Reader reader(*rules);
  std::size_t number = 0;
  std::size_t count = 0;
  read_pieces(reader, [&](std::string_view, std::span<const Event> events) {
    ++number;
    for (const Event& event : events) {
      if (++count > most_items + 1) return;
      next_element(json) += '[' + std::to_string(number);
      if (count <= most_items) to_json(json += ',', event, &ids);
      json += ']';
    }
  });
  return give('[' + json + ']');
}

/// The chunks that a client of OpenAI's API gets, in the form of `play_events`.
__attribute__((export_name("play_chunks"))) const char* play_chunks() {
  std::string json;
  const auto rules = Rules::make(shown.options);
  if (!rules) return give("[]");
  // The same text has the same ids each time.
  const std::uint64_t seed = shown.options.id_seed == 0 ? 1 : shown.options.id_seed;
  wire::DeltaBuilder builder(seed, nullptr, shown.options.id_style);
  const std::string model = shown.options.dialect.empty() ? "tagstream" : shown.options.dialect;
  wire::OpenAiWriter writer({.id = "chatcmpl-1", .model = model});
  Reader reader(*rules);
  std::size_t number = 0;
  std::size_t count = 0;
  const auto add = [&](std::string_view events) {
    while (!events.empty()) {
      const std::size_t end = events.find("\n\n");
      const std::string_view event = events.substr(0, end);
      events.remove_prefix(end == events.npos ? events.size() : end + 2);
      if (++count > most_items + 1) return;
      next_element(json) += '[' + std::to_string(number);
      if (count <= most_items) JsonWriter(json += ',').value(event);
      json += ']';
    }
  };
  std::string out;
  read_pieces(reader, [&](std::string_view piece, std::span<const Event> events) {
    ++number;
    out.clear();
    writer.write(out, builder.add(events));
    if (piece.empty()) {
      const bool is_stopped = reader.error() != nullptr;
      writer.write(out, builder.finish(!is_stopped));
      writer.finish(out, builder.finish_reason(is_stopped ? "length" : ""));
      writer.end(out);
    }
    add(out);
  });
  return give('[' + json + ']');
}

/// Every tag of the text, as `tagstream extract` prints it.
__attribute__((export_name("play_tree"))) const char* play_tree() {
  std::string json;
  to_json(json, extract(std::string_view(shown.text)));
  return give(std::move(json));
}

/// An example of each family, `{"qwen3": "<think>…", …}`; empty if the family can't be written.
__attribute__((export_name("play_examples"))) const char* play_examples() {
  std::string json;
  JsonWriter writer(json);
  writer.begin_object();
  for (const Dialect& dialect : dialects()) {
    writer.field(dialect.name(), std::string_view(example_of(dialect)));
  }
  writer.end_object();
  return give(std::move(json));
}

}  // extern "C"

}  // namespace tagstream::cli
