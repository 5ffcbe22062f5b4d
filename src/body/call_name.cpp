#include "body/call_name.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "lex/grammar.hpp"

// Reads the name before the arguments: `bake` in `[TOOL_CALLS]bake[ARGS]{"loaves":3}` of
// mistral, and `sky.look-up` in `functions.sky.look-up:12` of kimi_k2.

namespace tagstream {

namespace {

// The parts of three formats:
//
//   bake[CALL_ID]x9Y[ARGS]{...             mistral: name, id_mark and id, separator
//   functions.aim:0<|tool_call_argument_begin|>{...
//                                          kimi_k2: the whole word is the id, and `aim` the name
//   function<｜tool▁sep｜>minus\n```json    deepseek_v31: `kind`, separator, name

constexpr bool begins_json(char c) { return c == '{' || c == '[' || c == '`' || c == '~'; }

bool is_number(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Takes a counter, `:` and digits, off the end. `aim:0` becomes `aim`, `aim:1:2` becomes
// `aim:1`, and `aim:fast` stays.
std::string_view without_counter(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
  const bool has_counter = end > 0 && end < name.size() && name[end - 1] == ':';
  return has_counter ? name.substr(0, end - 1) : name;
}

}  // namespace

// True for `tool_call`, `Function-Calls` and `toolcall`; false for `get_tool`.
bool is_carrier(std::string_view tag) {
  while (!tag.empty()) {
    std::size_t size = tag[0] == '_' || tag[0] == '-' || tag[0] == '.' ? 1 : 0;
    for (std::string_view word : {"tool", "function", "call", "invoke", "action", "use"}) {
      if (same_name(tag.substr(0, word.size()), word, true)) size = word.size();
    }
    if (size == 0) return false;
    tag.remove_prefix(size);
    if (size > 1 && !tag.empty() && fold(tag[0]) == 's') tag.remove_prefix(1);
  }
  return true;
}

CallName::Status CallName::read(const Segment& segment) {
  while (at_ < segment.end) {
    const Status status = step(segment, *segment.at(at_));
    if (status != Status::open) return status;
  }
  return Status::open;
}

CallName::Status CallName::step(const Segment& segment, char byte) {
  switch (stage_) {
    case Stage::before: return read_before(byte);
    case Stage::literal: return read_literal(segment);
    case Stage::name_begin:
    case Stage::id_begin:
      if (is_blank(byte)) {
        ++at_;
        return Status::open;
      }
      if (!is_call_name_byte(byte)) return Status::failed;
      (stage_ == Stage::name_begin ? name_begin_ : id_begin_) = at_;
      stage_ = stage_ == Stage::name_begin ? Stage::name : Stage::id;
      return Status::open;
    case Stage::name:
    case Stage::id: return read_word(segment);
    case Stage::tail: return read_tail(byte);
  }
  return Status::failed;
}

CallName::Status CallName::read_word(const Segment& segment) {
  const std::string_view kind = stage_ == Stage::name ? format_->kind : std::string_view();
  for (; at_ < segment.end; ++at_) {
    const char byte = *segment.at(at_);
    if (!is_call_name_byte(byte)) {
      (stage_ == Stage::name ? name_end_ : id_end_) = at_;
      stage_ = Stage::tail;
      break;
    }
    const bool is_next = kind_size_ < kind.size() && kind_size_ == at_ - name_begin_;
    if (is_next && kind[kind_size_] == byte) ++kind_size_;
  }
  return Status::open;
}

// In mistral `[TOOL_CALLS]{"name":"bake",...}` is JSON with the name in it. If the
// format has a mark before the name, as step_audio_2 has, `time\n{}` fails at its first byte.
CallName::Status CallName::read_before(char byte) {
  if (is_blank(byte)) {
    ++at_;
    return Status::open;
  }
  if (!format_->before.empty()) {
    if (byte != format_->before[0]) return Status::failed;
    begin_literal();
    return Status::open;
  }
  if (begins_json(byte) && !format_->needs_separator) return Status::no_name;
  if (!is_call_name_byte(byte)) return Status::failed;
  stage_ = Stage::name_begin;
  return Status::open;
}

void CallName::begin_literal() {
  literal_at_ = at_;
  stage_ = Stage::literal;
}

// True if `test` holds for some literal that may come next after the name. In plamo3
// `<|plamo:msg|>` may follow the separator once; a second one fails.
template <class Test>
bool CallName::any_next(Test test) const {
  const bool takes_id = !format_->id_mark.empty() && id_end_ == 0 && last_ != Last::separator;
  if (takes_id && test(format_->id_mark)) return true;
  const bool takes_separator =
      !format_->separator.empty() && last_ == Last::word && (!format_->id_first || id_end_ != 0);
  if (takes_separator && test(format_->separator)) return true;
  if (last_ != Last::separator) return false;
  std::uint32_t one = 1;
  for (std::string_view word : format_->then) {
    if ((then_seen_ & one) == 0 && test(word)) return true;
    one <<= 1;
  }
  return false;
}

// Reads a byte after the name. In deepseek_v31 `plus{"a":1}` fails at the `{`, since the
// separator is missing.
CallName::Status CallName::read_tail(char byte) {
  if (before_ == Before::other && is_whole()) return Status::complete;
  if (is_blank(byte)) {
    if (byte != ' ') may_go_on_ = false;
    ++at_;
    return Status::open;
  }
  if (any_next([&](std::string_view literal) { return literal[0] == byte; })) {
    begin_literal();
    return Status::open;
  }
  if (is_kind() && is_call_name_byte(byte)) {
    last_ = Last::kind;
    stage_ = Stage::name_begin;
    return Status::open;
  }
  if (last_ == Last::word && id_end_ == 0 && may_go_on_ && is_call_name_byte(byte)) {
    stage_ = Stage::name;
    return Status::open;
  }
  return is_whole() && !is_kind() && begins_json(byte) ? Status::complete : Status::failed;
}

// If a whole literal is in the segment, skips it at once, up to its last byte. Of several literals
// the shortest is skipped, since reading must stop at its end.
void CallName::skip_in_literal(const Segment& segment) {
  const std::string_view rest = segment.slice(at_, segment.end);
  std::string_view shortest;
  const auto look_at = [&](std::string_view literal) {
    const bool is_shorter = shortest.empty() || literal.size() < shortest.size();
    if (is_shorter && rest.substr(0, literal.size()) == literal) shortest = literal;
  };
  const bool is_before = name_end_ == 0;
  if (is_before) {
    look_at(format_->before);
  } else {
    look_at(format_->id_mark);
    look_at(format_->separator);
    for (std::string_view word : format_->then) look_at(word);
  }
  const auto is_shortest = [&](std::string_view literal) { return literal == shortest; };
  if (!shortest.empty() && (is_before || any_next(is_shortest))) at_ += shortest.size() - 1;
}

// With `names may have spaces` a word on the line of the name may begin as the separator
// does. The bytes from `literal_at_` on are words of the name then: `Action` in
// `Action Plan\nAction Input: {}`. Returns false if they can't be.
bool CallName::go_on_after(const Segment& segment) {
  const std::string_view words = segment.slice(literal_at_, at_);
  const auto may_be = [](char c) { return c == ' ' || is_call_name_byte(c); };
  const bool are_words = last_ == Last::word && id_end_ == 0 && may_go_on_ && !words.empty() &&
                         std::all_of(words.begin(), words.end(), may_be);
  if (!are_words) return false;
  const bool is_in_word = words.back() != ' ' && is_call_name_byte(*segment.at(at_));
  name_end_ = literal_at_ + trimmed_back(words).size();
  stage_ = is_in_word ? Stage::name : Stage::tail;
  return true;
}

CallName::Status CallName::read_literal(const Segment& segment) {
  if (at_ == literal_at_) skip_in_literal(segment);
  const std::string_view text = segment.slice(literal_at_, at_ + 1);
  const bool is_before = name_end_ == 0;
  // Comparing the last byte first rules out most literals.
  const auto is_on_the_way = [&](std::string_view literal) {
    return literal.size() >= text.size() && literal[text.size() - 1] == text.back() &&
           literal.substr(0, text.size()) == text;
  };
  const bool goes_on = is_before ? is_on_the_way(format_->before) : any_next(is_on_the_way);
  if (!goes_on) {
    if (!is_before && go_on_after(segment)) return Status::open;
    if (is_before || !is_whole() || !begins_json(*segment.at(literal_at_))) return Status::failed;
    at_ = literal_at_;
    return Status::complete;
  }
  ++at_;
  if (is_before) {
    if (text == format_->before) stage_ = Stage::name_begin;
  } else if (text == format_->id_mark) {
    stage_ = Stage::id_begin;
  } else if (text == format_->separator) {
    last_ = Last::separator;
    stage_ = Stage::tail;
  } else {
    std::uint32_t one = 1;
    for (std::string_view word : format_->then) {
      if (text == word) {
        then_seen_ |= one;
        stage_ = Stage::tail;
      }
      one <<= 1;
    }
  }
  return Status::open;
}

// The prefix is taken off once: `functions.functions.x` becomes `functions.x`.
CallName::Name CallName::name(const Segment& segment) const {
  Name found;
  found.name = segment.slice(name_begin_, name_end_);
  if (id_end_ != 0) found.id = segment.slice(id_begin_, id_end_);
  if (format_->id_first) std::swap(found.name, found.id);
  if (format_->is_id) {
    found.id = found.name;
    found.name = without_counter(found.name);
  }
  const std::string_view prefix = format_->prefix;
  if (found.name.size() > prefix.size() && found.name.substr(0, prefix.size()) == prefix) {
    found.name.remove_prefix(prefix.size());
  }
  if (format_->is_id && is_number(found.name)) found.name = {};
  return found;
}

}  // namespace tagstream
