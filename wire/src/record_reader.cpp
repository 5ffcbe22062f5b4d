#include "tagstream/wire/record_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.hpp"
#include "edits.hpp"
#include "json.hpp"
#include "json/json_writer.hpp"

namespace tagstream::wire {

namespace {

// The steps of a JSON Pointer: "/a~1b/0" has the steps `a/b` and `0`.
using Steps = std::vector<std::string>;

Error bad(std::string_view what, std::string_view where) {
  return {Code::bad_option, 0, std::string(what) + ": " + std::string(where)};
}

// Decodes one step of a pointer: "~1" is '/' and "~0" is '~'. Returns false if something else
// follows a '~'.
bool decode(std::string_view part, std::string& step) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '~') {
      step += part[i];
      continue;
    }
    if (++i == part.size() || (part[i] != '0' && part[i] != '1')) return false;
    step += part[i] == '0' ? '~' : '/';
  }
  return true;
}

Result<Steps> steps_of(std::string_view pointer) {
  Steps steps;
  if (pointer.empty()) return steps;
  if (pointer[0] != '/') return bad("a JSON Pointer begins with `/`", pointer);
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    if (!decode(pointer.substr(at + 1, end - at - 1), steps.emplace_back())) {
      return bad("in a JSON Pointer `~` is written `~0`", pointer);
    }
    at = end;
  }
  return steps;
}

// The value to which one step of a pointer leads. In an array the step is a number, or `-` for the
// last element; in an object it is a key.
std::optional<Json> value_at(Json json, const std::string& step) {
  if (!raw(json).starts_with('[')) return given(json, step);
  std::optional<Json> found;
  if (const auto number = small_number(step)) {
    const auto element = json.parser->tree().element(json.id, *number);
    if (element) found = Json{json.parser, *element};
  } else if (step == "-") {
    for (const Json one : JsonValues(json)) found = one;
  }
  return found;
}

std::optional<Json> value_at(std::optional<Json> json, const Steps& steps) {
  for (const std::string& step : steps) {
    if (json) json = value_at(*json, step);
  }
  return json;
}

// A value without its content: `an object`.
std::string_view kind_of(Json json) {
  switch (raw(json).front()) {
    case '{': return "an object";
    case '[': return "a list";
    case '"': return "a string";
    case 't':
    case 'f': return "true or false";
    case 'n': return "null";
    default: return "a number";
  }
}

// The first keys of an object: `id, text`.
std::string keys_of(Json object) {
  constexpr std::size_t most_keys = 8;
  constexpr std::size_t longest_key = 40;
  std::string keys;
  std::size_t count = 0;
  const JsonValues values(object);
  for (auto at = values.begin(); at != values.end(); ++at) {
    if (count++ == most_keys) return keys + " and others";
    const std::string_view key = at.key();
    keys.append(keys.empty() ? "" : ", ");
    std::size_t end = std::min(key.size(), longest_key);
    while (end < key.size() && is_utf8_continuation(key[end])) --end;
    keys.append(key.substr(0, end)).append(end < key.size() ? "..." : "");
  }
  return keys;
}

// The value where the steps lead, or where they end: `has id, text`, `has a number there`.
std::string found_at(Json json, const Steps& steps) {
  std::string path;
  for (const std::string& step : steps) {
    const std::optional<Json> next = value_at(json, step);
    if (!next) {
      const bool has_keys = raw(json).front() == '{' && has_members(json);
      if (!has_keys && path.empty()) return "is " + std::string(kind_of(json));
      std::string found = "has " + (has_keys ? keys_of(json) : std::string(kind_of(json)));
      return path.empty() ? found : found + " at " + path;
    }
    json = *next;
    path.append("/").append(step);
  }
  if (path.empty()) return "is " + std::string(kind_of(json));
  return "has " + std::string(kind_of(json)) + " there";
}

// A value to keep.
struct KeptField {
  Steps steps;
  std::string key;  // as JSON, with its colon
};

}  // namespace

// `.messages[-1].content` becomes `/messages/-/content`, and `.` the empty pointer.
Result<std::string> pointer_of_path(std::string_view path) {
  std::string pointer;
  const std::string_view whole = path;
  if (path == ".") return pointer;
  while (!path.empty()) {
    const bool is_index = path[0] == '[';
    if (!is_index && path[0] != '.') return bad("a path is written .name[0].name", whole);
    const std::size_t end = std::min(path.find_first_of(is_index ? "]" : ".[", 1), path.size());
    const std::string_view step = path.substr(1, end - 1);
    const bool is_closed = !is_index || (end < path.size() && (step == "-1" || small_number(step)));
    if (step.empty() || !is_closed) return bad("a path is written .name[0].name", whole);
    pointer += '/';
    for (const char c : step == "-1" ? "-" : step) {
      pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    path.remove_prefix(end + (is_index ? 1 : 0));
  }
  return pointer;
}

struct RecordReader::Impl {
  // A value to keep that the record does not have is left out.
  bool read(std::optional<Json> record) {
    text = {};
    kept.clear();
    found.clear();
    if (!record) {
      problem = "the record is not JSON";
      return false;
    }
    const auto at_pointer = value_at(record, steps);
    const auto string = at_pointer ? as_string(*at_pointer) : std::nullopt;
    if (!string) {
      problem = "no text at " + (pointer.empty() ? "its top" : pointer);
      found = found_at(*record, steps);
      return false;
    }
    text = *string;
    for (const KeptField& one : keep) {
      const auto value = value_at(record, one.steps);
      if (value) kept.append(one.key).append(raw(*value)).append(",");
    }
    return true;
  }

  JsonParser parser;
  std::string pointer;
  Steps steps;
  std::vector<KeptField> keep;
  std::string_view text;
  std::string kept;
  std::string problem;
  std::string found;
};

RecordReader::RecordReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;
RecordReader::~RecordReader() = default;

Result<RecordReader> RecordReader::make(RecordOptions options) {
  auto impl = std::make_unique<Impl>();
  Result<Steps> steps = steps_of(options.pointer);
  if (!steps) return steps.error();
  impl->steps = *std::move(steps);
  impl->pointer = std::move(options.pointer);
  for (const std::string& name : options.keep) {
    KeptField& kept = impl->keep.emplace_back();
    Result<Steps> path = name.starts_with('/') ? steps_of(name) : Steps{name};
    if (!path) return path.error();
    kept.steps = *std::move(path);
    JsonWriter(kept.key).key(kept.steps.back());
  }
  return RecordReader(std::move(impl));
}

bool RecordReader::read(std::string_view record) {
  return impl_->read(impl_->parser.parse(without_mark(record)));
}

std::string_view RecordReader::text() const& { return impl_->text; }
const std::string& RecordReader::kept() const& { return impl_->kept; }
std::vector<std::string_view> RecordReader::kept_names() const& {
  std::vector<std::string_view> names;
  for (const KeptField& one : impl_->keep) names.push_back(one.steps.back());
  return names;
}
const std::string& RecordReader::problem() const& { return impl_->problem; }
const std::string& RecordReader::found() const& { return impl_->found; }

}  // namespace tagstream::wire
