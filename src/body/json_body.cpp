#include "body/json_body.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace tagstream {

using Mark = JsonScanner::Mark;
using Status = JsonScanner::Status;

// ---- following -------------------------------------------------------------------------------

Status JsonCall::feed(const Segment& segment) {
  while (prefix_ != Prefix::value && offset_ < segment.end) {
    if (!feed_prefix(*segment.at(offset_))) return Status::failed;
    if (prefix_ != Prefix::value) ++offset_;
  }
  if (prefix_ != Prefix::value) return Status::open;
  const std::string_view text = segment.slice(offset_, segment.end);
  const Status status =
      is_forgetful_ ? scanner_.feed(text)
                    : scanner_.feed(text, [&](Mark mark, std::size_t depth, std::uint64_t at) {
                        if (depth <= 3) note(segment, mark, depth, value_begin_ + at);
                      });
  offset_ = value_begin_ + scanner_.offset();
  return status;
}

// True if `byte` may stand before the value, or begins it.
bool JsonCall::feed_prefix(char byte) {
  const bool is_line_end = byte == '\n' || byte == '\r';
  switch (prefix_) {
    case Prefix::blanks:
      if (byte == '`' || byte == '~') {
        fence_ = byte;
        fence_size_ = 1;
        prefix_ = Prefix::fence;
        return true;
      }
      [[fallthrough]];
    case Prefix::behind_fence:
      if (is_blank(byte)) return true;
      if (byte != '{' && byte != '[') return false;
      prefix_ = Prefix::value;
      value_begin_ = offset_;
      base_ = byte == '[' && shape_ != Shape::arguments ? 1 : 0;
      return true;
    case Prefix::fence:
      if (byte == fence_) {
        ++fence_size_;
        return true;
      }
      if (fence_size_ < 3) return false;
      prefix_ = Prefix::info;
      [[fallthrough]];
    case Prefix::info:
      if (is_line_end) prefix_ = Prefix::behind_fence;
      return byte != '<' && (byte != '`' || fence_ == '~');
    case Prefix::value: break;
  }
  return true;
}

void JsonCall::forget() {
  is_forgetful_ = true;
  items_ = {};
  open_ = nullptr;
}

std::uint64_t JsonCall::read_suffix(const Segment& segment, LexerCounters& counters) {
  if (suffix_at_ == 0) suffix_at_ = offset_;
  const std::uint64_t from = suffix_at_;
  for (; suffix_at_ < segment.end && suffix_ != Suffix::junk; ++suffix_at_) {
    const char byte = *segment.at(suffix_at_);
    if (suffix_ == Suffix::fence) {
      if (byte == fence_) continue;
      const bool is_whole = suffix_at_ - fence_begin_ >= fence_size_;
      suffix_ = is_whole ? Suffix::behind_fence : Suffix::junk;
      if (is_whole) fence_end_ = suffix_at_;
      if (!is_whole) break;
    }
    if (is_blank(byte)) continue;
    if (suffix_ != Suffix::blanks || fence_ == 0 || byte != fence_) break;
    suffix_ = Suffix::fence;
    fence_begin_ = suffix_at_;
  }
  counters.examined += suffix_at_ - from;
  return suffix_ == Suffix::junk ? fence_begin_ : suffix_at_;
}

std::optional<std::uint64_t> JsonCall::wrong_suffix(const Segment& segment,
                                                    std::uint64_t end) const {
  std::uint64_t at = offset_;
  auto skip_blanks = [&] {
    while (at < end && is_blank(*segment.at(at))) ++at;
  };
  skip_blanks();
  if (fence_ != 0) {
    const std::uint64_t fence_begin = at;
    while (at < end && *segment.at(at) == fence_) ++at;
    if (at - fence_begin < fence_size_) at = fence_begin;
    skip_blanks();
  }
  if (at == end) return std::nullopt;
  return at;
}

// ---- notes -----------------------------------------------------------------------------------

JsonCall::Key JsonCall::key_of(std::string_view literal) {
  constexpr std::size_t longest = 96;  // with every byte as \uXXXX
  if (literal.size() > longest) return Key::other;
  std::string decoded;
  std::string_view key = literal.substr(1, literal.size() - 2);
  if (key.find('\\') != std::string_view::npos) {
    decoded = decode_json_string(literal);
    key = decoded;
  }
  if (key == "name" || key == "tool_name" || key == "tool") return Key::name;
  if (key == "function") return Key::function;
  for (const char* word : {"arguments", "parameters", "args", "input"}) {
    if (key == word) return Key::arguments;
  }
  for (const char* word : {"id", "tool_call_id", "call_id"}) {
    if (key == word) return Key::id;
  }
  return Key::other;
}

// Keys and values of items stand at base_ + 1, those of a function object one deeper.
void JsonCall::note(const Segment& segment, Mark mark, std::size_t depth, std::uint64_t at) {
  switch (mark) {
    case Mark::key: note_key(segment, depth, at); break;
    case Mark::value_begin: note_value(segment, depth, at); break;
    case Mark::value_end: note_value_end(depth, at); break;
  }
}

void JsonCall::note_key(const Segment& segment, std::size_t depth, std::uint64_t at) {
  const bool is_own = depth == base_ + 1U;
  if (shape_ == Shape::by_name) {
    if (!is_own || fields_.own.keys++ != 0) return;
    fields_.own.name = {string_begin(), at, *segment.at(string_begin())};
    key_ = Key::arguments;
  } else if (shape_ == Shape::calls && (is_own || (in_function_ && depth == base_ + 2U))) {
    key_ = key_of(segment.slice(string_begin(), at));
  }
}

void JsonCall::note_value(const Segment& segment, std::size_t depth, std::uint64_t at) {
  const char first = *segment.at(at);
  if (depth == base_) {
    begin_item(at, first);
    key_ = Key::other;
    return;
  }
  if (key_ == Key::other) return;
  if (depth == base_ + 1U) {
    note_field(fields_.own, at, first);
  } else if (in_function_ && depth == base_ + 2U) {
    note_field(fields_.inner, at, first);
  }
  key_ = Key::other;
}

void JsonCall::note_field(Fields& fields, std::uint64_t at, char first) {
  Value* field = nullptr;
  switch (key_) {
    case Key::name:
    case Key::function: field = &fields.name; break;
    case Key::arguments: field = &fields.arguments; break;
    case Key::id: field = &fields.id; break;
    case Key::other: return;
  }
  if (key_ == Key::id && !is_id(*field)) *field = {};
  if (field->is_given()) return;
  field->begin = at;
  field->first = first;
  if (key_ == Key::function && first == '{' && &fields == &fields_.own) {
    fields.is_function = in_function_ = true;
    return;  // its end is noted in note_value_end
  }
  open_ = field;
}

void JsonCall::note_value_end(std::size_t depth, std::uint64_t at) {
  if (depth == base_) {
    end_item(at);
    return;
  }
  if (depth == base_ + 1U && in_function_) {
    in_function_ = false;
    fields_.own.name.end = at;
    return;
  }
  if (open_ == nullptr) return;
  const std::size_t own_depth = in_function_ ? base_ + 2U : base_ + 1U;
  if (depth != own_depth) return;
  open_->end = at;
  open_ = nullptr;
}

void JsonCall::begin_item(std::uint64_t at, char first) {
  const bool is_object = first == '{';
  if (!is_object) has_lost_item_ = true;
  fields_ = {};
  if (!is_object && !items_.empty() && items_.back().is_run) return;
  Item& item = items_.emplace_back();
  item.begin = at;
  item.is_object = is_object;
}

// An element without a name joins the run of such elements before it.
void JsonCall::end_item(std::uint64_t at) {
  Item& item = items_.back();
  item.end = at;
  if (named(fields_).value == nullptr || is_lost(fields_)) has_lost_item_ = true;
  if (base_ == 0 || item.is_run) return;
  if (item.is_object && named(fields_).value != nullptr) return;
  item.is_run = true;
  item.nameless_at = nameless_at(item, fields_);
  if (items_.size() > 1 && items_[items_.size() - 2].is_run) {
    items_.pop_back();
    items_.back().end = at;
  }
}

// ---- calls -----------------------------------------------------------------------------------

// Where it shows that an item has no name.
std::uint64_t JsonCall::nameless_at(const Item& item, const ItemFields& fields) {
  if (fields.own.keys != 0) return item.begin;
  const bool is_inner = fields.own.is_function && fields.inner.name.is_given();
  const Value& tried = is_inner ? fields.inner.name : fields.own.name;
  return tried.is_given() ? tried.begin : item.begin;
}

JsonCall::Named JsonCall::named(const ItemFields& fields) const {
  const Fields& own = fields.own;
  const Fields& inner = fields.inner;
  if (shape_ == Shape::by_name && own.keys != 1) return {nullptr, &own.arguments};
  if (!own.is_function) return {has_name(own.name) ? &own.name : nullptr, &own.arguments};
  const Value* arguments = inner.arguments.is_given() ? &inner.arguments : &own.arguments;
  return {has_name(inner.name) ? &inner.name : nullptr, arguments};
}

// Only those of the last item are kept; others are read again.
JsonCall::ItemFields JsonCall::fields_of(const Segment& segment, std::size_t index,
                                         LexerCounters& counters) const {
  if (index + 1 == items_.size()) return fields_;
  const Item& item = items_[index];
  if (!item.is_object || item.is_run) return {};
  Segment text = segment;
  text.end = item.end;
  JsonCall again(item.begin, shape_);
  again.feed(text);
  counters.examined += item.end - item.begin;
  return again.fields_;
}

std::optional<CallPart> JsonCall::error(const CallHead& head) const {
  CallPart part;
  if (head.strict && !scanner_.is_strict()) {
    part.error = CallErrorCode::invalid_json;
    part.offset = value_begin_ + scanner_.first_repair();
    part.message = "strict JSON does not have this spelling";
    return part;
  }
  if (!items_.empty()) return std::nullopt;
  part.error = CallErrorCode::empty;
  part.offset = value_begin_;
  part.message = "the list of calls is empty";
  return part;
}

bool JsonCall::is_hopeless(const CallHead& head) const {
  if (items_.empty()) return false;
  if (shape_ == Shape::arguments) return !items_[0].is_object;
  return head.name.empty() && (has_lost_item_ || is_lost(fields_));
}

// True if an item can be no call any more.
bool JsonCall::is_lost(const ItemFields& fields) {
  const Fields& own = fields.own;
  if (own.keys > 1) return true;
  if (own.is_function) return false;
  const Value& name = own.name;
  const bool is_complete = !name.is_string() || name.end != 0;
  return (name.is_given() && is_complete && !has_name(name)) || !may_be_arguments(own.arguments);
}

bool JsonCall::is_clearly_no_call(const CallHead& head) const {
  if (items_.size() != 1) return items_.empty();
  const Item& item = items_[0];
  if (shape_ == Shape::arguments) return !item.is_object;
  const Named own = named(fields_);
  if (own.value == nullptr) return head.name.empty() || base_ == 1;
  return !may_be_arguments(*own.arguments);
}

bool JsonCall::has_both(const Segment& segment, std::size_t index, LexerCounters& counters) const {
  const ItemFields fields = fields_of(segment, index, counters);
  const Named own = named(fields);
  return own.value != nullptr && own.arguments->is_given();
}

CallPart JsonCall::part(const Segment& segment, const CallHead& head, std::size_t index,
                        KeptStrings& owned, LexerCounters& counters) const {
  const Item& item = items_[index];
  const ItemFields fields = fields_of(segment, index, counters);
  const Named own = named(fields);
  CallPart part;
  part.begin = item.begin;
  part.end = item.end;
  part.is_repaired = scanner_.needs_repair();
  if (shape_ == Shape::arguments) {
    part.name = keep(owned, std::string(head.name));
    part.id = keep(owned, std::string(head.id));
    read_arguments(segment, head, {item.begin, item.end, *segment.at(item.begin)}, part, owned,
                   counters);
    return part;
  }
  if (!head.name.empty() && (own.value == nullptr || !own.arguments->is_given())) {
    part.name = keep(owned, std::string(head.name));
    part.id = keep(owned, std::string(head.id));
    if (base_ == 0) {
      read_arguments(segment, head, {item.begin, item.end, '{'}, part, owned, counters);
      return part;
    }
    part.error = CallErrorCode::bad_arguments;
    part.offset = item.begin;
    part.message = "the tag names the tool, so its body must be one object: the arguments";
    return part;
  }
  if (own.value == nullptr) {
    part.error = CallErrorCode::missing_name;
    part.offset = item.is_run ? item.nameless_at : nameless_at(item, fields);
    part.message = "nothing names the tool";
    return part;
  }
  const std::string_view literal = segment.slice(own.value->begin, own.value->end);
  const std::string_view raw = literal.substr(1, literal.size() - 2);
  const bool is_plain = !scanner_.is_repaired() && raw.find('\\') == std::string_view::npos;
  part.name = is_plain ? raw : keep(owned, decode_json_string(literal));
  part.id = read_id(segment, head, fields.own.id, owned);
  read_arguments(segment, head, *own.arguments, part, owned, counters);
  return part;
}

void JsonCall::read_arguments(const Segment& segment, const CallHead& head, const Value& value,
                              CallPart& part, KeptStrings& owned, LexerCounters& counters) const {
  part.arguments = "{}";
  if (!value.is_given() || value.first == 'n' || value.first == 'N') return;
  const std::string_view text = segment.slice(value.begin, value.end);
  if (value.first == '{') {
    part.arguments = text;
    if (!part.is_repaired) return;
    counters.examined += text.size();
    std::string json;
    JsonRepair().feed(text, json);
    part.arguments = keep(owned, std::move(json));
    return;
  }
  if (value.is_string()) {
    counters.examined += 2 * text.size();
    if (auto object = object_in_string(text, head.strict, part.is_repaired)) {
      part.arguments = keep(owned, std::move(*object));
      return;
    }
  }
  part.arguments = {};
  part.error = CallErrorCode::bad_arguments;
  part.offset = value.begin;
  part.message = "the arguments are no object";
}

std::string_view JsonCall::read_id(const Segment& segment, const CallHead& head, const Value& id,
                                   KeptStrings& owned) {
  if (!is_id(id)) return head.id.empty() ? head.id : keep(owned, std::string(head.id));
  const std::string_view text = segment.slice(id.begin, id.end);
  return id.is_string() ? keep(owned, decode_json_string(text)) : text;
}

std::optional<std::string> object_in_string(std::string_view literal, bool strict,
                                            bool& is_repaired) {
  const std::string decoded = decode_json_string(literal);
  const std::string_view text = trimmed(decoded);
  if (text.empty() || text[0] != '{') return std::nullopt;
  std::string json;
  if (!append_json(json, text, strict, is_repaired)) return std::nullopt;
  return json;
}

// ---- progress --------------------------------------------------------------------------------

CallProgress JsonCall::progress(const Segment& segment, const CallHead& head, std::size_t index,
                                std::uint64_t until, LexerCounters& counters) {
  const Item& item = items_[index];
  if (shape_ == Shape::by_name && (item.end == 0 || item.end > until)) return {};
  const ItemFields fields = fields_of(segment, index, counters);
  if (shape_ == Shape::arguments) {
    if (!item.is_object) return {};
    if (given_item_ != index) begin_given(index, std::string(head.name), std::string(head.id));
    CallProgress given{given_name_, given_id_, {}, false};
    read_object(segment, {item.begin, item.end, '{'}, until, given, counters);
    return given;
  }
  const Named own = named(fields);
  const bool is_known = own.value != nullptr && own.value->end != 0 && own.value->end <= until;
  if (!item.is_object || !is_known) return {};
  if (given_item_ != index) begin_progress(segment, head, index, fields, *own.value);
  CallProgress progress{given_name_, given_id_, {}, false};
  const Value& value = *own.arguments;
  // Arguments beside a function object count only if it has none itself.
  const Value& function = fields.own.name;
  const bool is_settled = !fields.own.is_function || &value == &fields.inner.arguments ||
                          (function.end != 0 && function.end <= until);
  const bool is_absent = !value.is_given() || value.first == 'n' || value.first == 'N';
  if (is_absent && item.end != 0 && item.end <= until && read_until_ == 0) {
    read_until_ = item.end;
    progress.fresh = "{}";
    progress.is_in_body = true;  // it outlives all
  }
  if (is_absent || !is_settled) return progress;
  if (value.first == '{') {
    read_object(segment, value, until, progress, counters);
  } else if (value.is_string() && value.end != 0 && value.end <= until && read_until_ == 0) {
    read_until_ = value.end;
    counters.examined += 2 * (value.end - value.begin);
    bool is_repaired = false;
    auto object = object_in_string(segment.slice(value.begin, value.end), head.strict, is_repaired);
    if (object) progress.fresh = converted_ = std::move(*object);
  }
  return progress;
}

void JsonCall::begin_progress(const Segment& segment, const CallHead& head, std::size_t index,
                              const ItemFields& fields, const Value& name) {
  KeptStrings owned;
  const bool is_before_name = fields.own.id.end <= name.end;
  const std::string_view id =
      is_before_name ? read_id(segment, head, fields.own.id, owned) : head.id;
  begin_given(index, decode_json_string(segment.slice(name.begin, name.end)), std::string(id));
}

void JsonCall::begin_given(std::size_t index, std::string name, std::string id) {
  given_item_ = index;
  read_until_ = 0;
  given_ = 0;
  repair_ = JsonRepair();
  converted_.clear();
  given_name_ = std::move(name);
  given_id_ = std::move(id);
}

// As long as nothing has to be converted, the arguments are given as they stand.
void JsonCall::read_object(const Segment& segment, const Value& value, std::uint64_t until,
                           CallProgress& progress, LexerCounters& counters) {
  std::uint64_t to = std::min(until, value.end == 0 ? offset_ : value.end);
  if (scanner_.needs_repair()) {
    if (converted_.empty()) read_until_ = 0;  // from the start, once
    const std::uint64_t from = std::max(read_until_, value.begin);
    if (from < to) repair_.feed(segment.slice(from, to), converted_);
    counters.examined += from < to ? to - from : 0;
    read_until_ = std::max(from, to);
    progress.fresh = std::string_view(converted_).substr(std::min(given_, converted_.size()));
    progress.fresh.remove_suffix(utf8_incomplete_tail(progress.fresh));
    given_ += progress.fresh.size();
    return;
  }
  if (value.end == 0 && scanner_.pending_comma() != ~std::uint64_t{0}) {
    to = std::min(to, value_begin_ + scanner_.pending_comma());
  }
  const std::uint64_t from = std::max(read_until_, value.begin);
  if (from >= to) return;
  to -= utf8_incomplete_tail(segment.slice(from, to));
  progress.fresh = segment.slice(from, to);
  progress.is_in_body = true;
  read_until_ = to;
  given_ += to - from;
}

}  // namespace tagstream
