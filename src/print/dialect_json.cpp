#include "json/json_writer.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/json.hpp"

namespace tagstream {

void to_json(std::string& out, const Dialect& dialect) {
  JsonWriter json(out);
  const auto list = [&](std::string_view key, const auto& words) {
    json.key(key).begin_array();
    for (const auto& word : words) json.value(std::string_view(word));
    json.end_array();
  };
  json.begin_object().field("name", dialect.name());
  list("aliases", dialect.aliases());
  json.field("text", dialect.text());
  list("sources", dialect.sources());
  list("inferences", inferences(dialect));
  json.end_object();
}

}  // namespace tagstream
