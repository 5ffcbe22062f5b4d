#include "tagstream/wire/record_reader.hpp"

#include <optional>
#include <utility>

#include "edits.hpp"
#include "json.hpp"
#include "json/json_writer.hpp"

namespace tagstream::wire {

namespace {

using Steps = std::vector<std::string>;

Error bad(std::string_view what, std::string_view where) {
  return {Code::bad_option, 0, std::string(what) + ": " + std::string(where)};
}

// A part of a pointer, where "~1" is '/' and "~0" is '~'.
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

std::optional<Json> element_at(Json json, const std::string& step) {
  const auto elements = as_array(json);
  if (!elements) return member(json, step);
  if (step == "-") return elements->empty() ? std::nullopt : std::optional(elements->back());
  const auto number = small_number(step);
  if (!number || *number >= elements->size()) return std::nullopt;
  return (*elements)[*number];
}

std::string_view raw_at(std::string_view raw, const std::string& step) {
  const std::size_t first = raw.find_first_not_of(" \t\r\n");
  if (first == raw.npos || raw[first] != '[') return raw_member(raw, step);
  if (const auto number = small_number(step)) return raw_element(raw, *number);
  std::string_view last;
  if (step != "-") return last;
  for (RawWalk walk(raw); walk.next();) last = walk.value();
  return last;
}

struct Kept {
  Steps steps;
  std::string key;  // as JSON, with its colon
};

}  // namespace

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
  bool read(std::optional<Json> record, std::string_view raw) {
    text = {};
    kept.clear();
    if (!record) {
      problem = "it is not JSON";
      return false;
    }
    for (const std::string& step : steps) {
      record = element_at(*record, step);
      if (!record) break;
    }
    const auto found = record ? as_string(*record) : std::nullopt;
    if (!found) {
      problem = "no text at " + (pointer.empty() ? "its top" : pointer);
      return false;
    }
    text = *found;
    for (const Kept& one : keep) {
      std::string_view value = raw;
      for (const std::string& step : one.steps) value = raw_at(value, step);
      if (!value.empty()) kept.append(one.key).append(value).append(",");
    }
    return true;
  }

  JsonParser parser;
  std::string pointer;
  Steps steps;
  std::vector<Kept> keep;
  std::string_view text;
  std::string kept;
  std::string problem;
};

const std::size_t RecordReader::padding = JsonParser::padding;

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
    Kept& kept = impl->keep.emplace_back();
    Result<Steps> path = name.starts_with('/') ? steps_of(name) : Steps{name};
    if (!path) return path.error();
    kept.steps = *std::move(path);
    JsonWriter(kept.key).key(kept.steps.back());
  }
  return RecordReader(std::move(impl));
}

bool RecordReader::read(std::string_view record) {
  return impl_->read(impl_->parser.parse(record), record);
}

bool RecordReader::read_padded(std::string_view record) {
  return impl_->read(impl_->parser.parse_padded(record), record);
}

std::string_view RecordReader::text() const { return impl_->text; }
const std::string& RecordReader::kept() const { return impl_->kept; }
std::vector<std::string_view> RecordReader::kept_names() const {
  std::vector<std::string_view> names;
  for (const Kept& one : impl_->keep) names.push_back(one.steps.back());
  return names;
}
const std::string& RecordReader::problem() const { return impl_->problem; }

}  // namespace tagstream::wire
