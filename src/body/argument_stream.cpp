#include "body/argument_stream.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "body/code_arguments.hpp"
#include "body/schema_table.hpp"
#include "body/tag_arguments.hpp"
#include "json/json_text.hpp"

namespace tagstream {

// The results of `next` for `<tool>{"name":"f","arguments":{"a": "x</tool>y"}}</tool>`, with
// `incremental`:
//
//   after `{"name":"f",`               the name, and no arguments yet
//   after `…{"a": "x`                  `{"a": "x`
//   after `…</tool>y`                  nothing: the string may end the call at its closer
//   after `…"}`                        `</tool>y"}`
//
// Arguments in a JSON string are decoded first, so they come in one piece.
using Form = TextRef::Form;

// The pieces of a call joined are its arguments, byte for byte.
CallProgress ArgumentStream::next(const Segment& segment, CallList& list, std::size_t index,
                                  std::size_t given, std::uint64_t until, LexerCounters& counters) {
  CallItem& item = list.at(index);
  if (!item.is_named() || item.name.end > until) return {};
  const bool is_bad = item.name.form == Form::head && item.arguments.form == Form::other;
  if (is_bad) return {};  // the body can't be arguments: the call is not started
  if (item_ != index) begin(segment, list, index);
  CallProgress progress{name_, id_, {}, false};
  const bool has_ended = item.end != 0 && item.end <= until && item.error == Code::none;
  if (waits_ && !has_ended) return progress;
  TextRef& value = item.arguments;
  const bool is_complete = value.end != 0 && value.end <= until;
  switch (value.form) {
    case Form::absent:
    case Form::null:
      if (item.end == 0 || item.end > until || given != 0) break;
      if (item.error == Code::bad_arguments) break;  // gives no piece
      progress.fresh = "{}";
      progress.is_in_body = true;  // the literal "{}" lives for ever
      break;
    case Form::object:
    case Form::literals:
      give_object(segment, list.state, value, given, until, progress, counters);
      break;
    case Form::string:
      if (!is_complete) break;
      list.decode_arguments(segment, item, counters);
      if (value.form != Form::owned) break;
      [[fallthrough]];
    case Form::owned:
      if (!is_complete && value.end != 0) break;
      progress.fresh = std::string_view(list.owned(value)).substr(given);
      break;
    default: break;
  }
  return progress;
}

// An id that is known only at the end of the object is left out of the start of a call.
void ArgumentStream::begin(const Segment& segment, CallList& list, std::size_t index) {
  const CallItem& item = list.at(index);
  *this = ArgumentStream();
  item_ = index;
  name_ = list.word(segment, item.name);
  const CallHead& head = list.head();
  const bool may_wait = !head.tag.empty() && list.state.pythonic == nullptr;
  waits_ = item.is_late || (may_wait && head.tag_arguments.has_any(head.schemas->find(name_)));
  const std::string_view head_id = list.head_id(index);
  const bool is_before = !item.is_id_late && item.id.end <= item.name.end;
  const bool has_id = item.id.form != Form::absent && is_before;
  id_ = has_id ? list.word(segment, item.id) : std::string(head_id);
}

// Arguments that must be converted: `(a=(1, 2))` as `{"a":[1,2]}`, as far as they are certain. Each
// byte is converted once. If the need shows late, conversion starts from the first byte, and the
// bytes given before are the same in both forms.
std::string_view ArgumentStream::converted(const Segment& segment, const BodyState& state,
                                           TextRef value, std::uint64_t until,
                                           LexerCounters& counters) {
  if (converted_.empty()) read_until_ = 0;
  const std::uint64_t to = std::min(until, value.end == 0 ? state.read_until : value.end);
  const std::uint64_t from = std::max(read_until_, value.begin);
  if (from < to && value.form == Form::literals) {
    if (!code_) code_.emplace(arguments_lexer(*state.pythonic));
    code_->feed(segment.slice(from, to), converted_);
  } else if (from < to) {
    if (!json_) json_.emplace(JsonLexer(json_like));
    json_->feed(segment.slice(from, to), converted_);
  }
  counters.examined += from < to ? to - from : 0;
  read_until_ = std::max(from, to);
  std::string_view certain = converted_;
  certain.remove_suffix(utf8_incomplete_tail(certain));
  return certain;
}

// Gives arguments that are JSON objects, as they stand in the input as long as none of their bytes
// must be converted.
void ArgumentStream::give_object(const Segment& segment, const BodyState& state, TextRef value,
                                 std::size_t given, std::uint64_t until, CallProgress& progress,
                                 LexerCounters& counters) {
  if (state.needs_repair || value.form == Form::literals) {
    const std::string_view certain = converted(segment, state, value, until, counters);
    progress.fresh = certain.substr(std::min(given, certain.size()));
    return;
  }
  std::uint64_t to = std::min(until, value.end == 0 ? state.known_until : value.end);
  const std::uint64_t from = value.begin + given;
  if (from >= to) return;
  to -= utf8_incomplete_tail(segment.slice(from, to));
  progress.fresh = segment.slice(from, to);
  progress.is_in_body = true;
}

// True for most chunks of a long call, which continue a string in its arguments. The caller may
// then give the chunk as it stands.
bool ArgumentStream::is_level(CallList& list, std::uint64_t at, std::size_t given) const {
  if (item_ == nobody || item_ + 1 != list.size() || waits_) return false;
  const TextRef value = list.at(item_).arguments;
  if (value.end != 0) return false;
  switch (value.form) {
    case Form::object:
      if (!list.state.needs_repair) return value.begin + given == at;
      [[fallthrough]];
    case Form::literals: return read_until_ == at && given == converted_.size();
    case Form::owned: return list.state.known_until == at;
    default: return false;
  }
}

}  // namespace tagstream
