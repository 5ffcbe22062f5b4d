#include <algorithm>

#include "json/json_writer.hpp"
#include "tagstream/advise.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"

// Writes a dialect, a guess and an advice as JSON. The guess for the model name `Qwen/Qwen3-8B` is
//
//   {"dialects":["qwen3"],"is_certain":true,"evidence":["qwen3"],"starts_in_reasoning":false}
//
// where `evidence` is the known name that was found in the model's name. A dialect has the fields
// `name`, `aliases`, `text` (its lines, as `tagstream dialects` prints them), `sources`, `evidence`
// and `inferences`. An advice has the changes as one object:
//
//   {"options":{"markdown_code":"off"},"finds":["section_end"]}

namespace tagstream {

namespace {

void write_words(JsonWriter& json, std::string_view key, const auto& words) {
  json.key(key).begin_array();
  for (const auto& word : words) json.value(std::string_view(word));
  json.end_array();
}

}  // namespace

void to_json(std::string& out, const Dialect& dialect) {
  JsonWriter json(out);
  json.begin_object().field("name", dialect.name());
  write_words(json, "aliases", dialect.aliases());
  json.field("text", dialect.text());
  write_words(json, "sources", dialect.sources());
  write_words(json, "evidence", dialect.evidence());
  write_words(json, "inferences", inferences(dialect));
  json.end_object();
}

void to_json(std::string& out, const Guess& guess) {
  JsonWriter json(out);
  json.begin_object().key("dialects").begin_array();
  for (const Dialect* const dialect : guess.dialects) json.value(dialect->name());
  json.end_array().field("is_certain", guess.is_certain);
  write_words(json, "evidence", guess.evidence);
  json.field("starts_in_reasoning", guess.starts_in_reasoning).end_object();
}

void to_json(std::string& out, const Advice& advice) {
  using Type = OptionInfo::Type;
  const std::span<const OptionInfo> infos = option_infos();
  JsonWriter json(out);
  json.begin_object().key("options").begin_object();
  for (const Advice::Change& change : advice.changes) {
    const auto info = std::find_if(infos.begin(), infos.end(), [&](const OptionInfo& one) {
      return one.name == change.option;
    });
    const Type type = info == infos.end() ? Type::text : info->type;
    json.key(change.option);
    if (type == Type::boolean) {
      json.value(change.value == "true");
    } else if (type == Type::size && change.value == "none") {
      json.null();
    } else {
      json.value(std::string_view(change.value));
    }
  }
  json.end_object().key("finds").begin_array();
  for (const EventKind kind : advice.finds) json.value(std::string_view(to_string(kind)));
  json.end_array().end_object();
}

}  // namespace tagstream
