#include "readers/thoughts.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "base/read_double.hpp"
#include "base/text.hpp"
#include "lex/attribute_range.hpp"
#include "tagstream/attribute.hpp"

// Thoughts are the sections of a rule `thought`. The events of a section become one event.
// `a <thinking thought="b">c</thinking>` with the rule `thinking`:
//
//   content "a "                       stays as it is
//   section_start "thinking"           taken: the attributes are looked at when it ends
//   section_delta "c"                  taken, and added to the body
//   section_end                        becomes the event `thought` "b\nc" at 2..36
//
// With `incremental` the start becomes the piece "b", and the delta the piece "\nc".

namespace tagstream {

namespace {

// The confidence of a thought: a number from 0 to 1. `0.7` is 0.7. Values that are no such
// number, as `70` and `0.5x`, are 0.5, and so is a missing value beside another attribute.
double confidence_of(std::optional<std::string_view> value) {
  constexpr double unknown = 0.5;
  if (!value) return unknown;
  const std::string decoded = decode_entities(*value);
  const std::string_view text = trimmed(decoded);
  double number = unknown;
  const auto [end, error] = read_double(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {  // too small to tell from 0, or far above 1
    const bool is_small = text.find("e-") != text.npos || text.find("E-") != text.npos;
    return is_small && text.front() != '-' && end == text.data() + text.size() ? 0.0 : unknown;
  }
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(number >= 0.0 && number <= 1.0)) return unknown;
  return number == 0.0 ? 0.0 : number;  // not -0
}

}  // namespace

void TrimmedPieces::begin() {
  waiting_.clear();
  has_begun_ = false;
}

// Blanks wait until another byte follows them. ` a  b ` gives the piece "a  b"; its last
// blank waits, since the text may end there. If "c" is fed next, the piece is " c".
std::string_view TrimmedPieces::feed(std::string_view piece, bool waits, KeptStrings& kept) {
  examined_ += piece.size();
  if (!has_begun_) piece = trimmed_front(piece);
  if (piece.empty()) return {};
  has_begun_ = true;
  std::string_view certain = waits ? trimmed_back(piece) : piece;
  const std::string_view blanks = piece.substr(certain.size());
  if (!certain.empty() && !waiting_.empty()) {
    examined_ += waiting_.size();
    certain = keep(kept, std::exchange(waiting_, {}).append(certain));
  }
  waiting_.append(blanks);
  return certain;
}

Apart<Thoughts> Thoughts::make(const Options& options) {
  Apart<Thoughts> thoughts;
  if (options.thought.empty()) return thoughts;
  thoughts.make();
  for (const std::string& text : options.thought) {
    Result<OwnRule> rule = read_rule(Action::thought, text);
    if (rule) thoughts->rules_.push_back(*std::move(rule));
  }
  // With `max_section_bytes` = 3 the thought of `<t>abcdef</t>` is `abc`, and is_truncated.
  thoughts->longest_ = std::min(options.limits.max_section_bytes, options.limits.max_held_bytes);
  thoughts->incremental_ = options.incremental;
  thoughts->ignore_case_ = options.ignore_case;
  return thoughts;
}

void Thoughts::reset() {
  begin_feed();
  pieces_ = {};
  body_ = {};
  taken_ = 0;
  is_open_ = is_truncated_ = has_text_ = false;
}

bool Thoughts::is_thought(std::string_view name) const {
  return std::any_of(rules_.begin(), rules_.end(), [&](const OwnRule& rule) {
    return rule.name.empty() ? rule.open == name : same_name(rule.name, name, ignore_case_);
  });
}

bool Thoughts::takes(const Event& event) const {
  switch (event.kind) {
    case EventKind::section_start: return is_thought(event.name);
    case EventKind::section_delta: return is_open_;
    case EventKind::section_end: return is_open_ && !event.is_recorded;
    case EventKind::markup: return is_open_;  // an opening tag that the prompt has written already
    default: return false;
  }
}

bool Thoughts::replace(FeedEvents& events, std::size_t index) {
  const Event& event = events.events()[index];
  std::string_view piece;
  switch (event.kind) {
    case EventKind::section_start: piece = on_start(event); break;
    case EventKind::section_delta: piece = on_delta(event); break;
    case EventKind::section_end: on_end(events.change(index)); return true;
    default: break;
  }
  if (piece.empty()) return false;  // the event stays as it is: it may be used again (`only_event`)
  Event& delta = events.change(index);
  delta = {};
  delta.kind = EventKind::thought_delta;
  delta.span = {start_, start_};
  delta.text = piece;
  return true;
}

std::size_t Thoughts::go_on(FeedEvents& events) {
  const std::span<const Event> all = events.events();
  std::size_t count = events.viewed();
  for (std::size_t i = count; i < all.size(); ++i) {
    if (takes(all[i])) {
      if (!replace(events, i)) continue;
    } else if (all[i].code == Code::unclosed_section && is_thought(all[i].name)) {
      events.change(i).code = Code::unclosed_thought;
      events.change(i).text = "the thought never closed";
    } else if (is_open_) {
      // Any other event inside an open thought (a notice, or a recorded section) gets an empty span
      // at the start of the thought. The thought's own event has all these bytes, and no byte may
      // be in the spans of two events.
      events.change(i).span = {start_, start_};
    }
    if (count != i) events.change(count) = all[i];
    ++count;
  }
  return count;
}

std::span<const Event> Thoughts::view(FeedEvents& events) {
  const std::span<const Event> all = events.events();
  const std::size_t count = go_on(events);
  if (is_open_) body_.hold();
  taken_ += all.size() - count;
  return all.first(count);
}

std::string_view Thoughts::on_start(const Event& event) {
  is_open_ = true;
  is_truncated_ = has_text_ = false;
  start_ = event.span.start;
  body_ = {};
  pieces_.begin();
  if (!incremental_) return {};
  const auto thought = event.attribute("thought", ignore_case_);
  if (!thought) return {};
  return piece_of(keep(kept_, decode_entities(*thought) + '\n'));  // the body is another line
}

// A body is cut at the limit. With room for 3 bytes "abcd" gives the body "abc", and the
// thought is marked `is_truncated`.
std::string_view Thoughts::on_delta(const Event& event) {
  const std::size_t room = longest_ - std::min(longest_, body_.view().size());
  is_truncated_ = is_truncated_ || event.text.size() > room;
  has_text_ = has_text_ || !trimmed(event.text).empty();
  body_.add(event.text.substr(0, room));
  return incremental_ ? piece_of(event.text) : std::string_view();
}

// The pieces of a thought joined are its text. Blanks wait, since they may be the end of the text.
// If the body was cut, its end is known, and no blank waits.
std::string_view Thoughts::piece_of(std::string_view text) {
  return pieces_.feed(text, !is_truncated_, kept_);
}

// Decodes entities. A value without `&` has none, and is not copied.
std::string_view Thoughts::decoded(std::string_view value) {
  return value.find('&') == value.npos ? value : keep(kept_, decode_entities(value));
}

void Thoughts::on_end(Event& event) {
  is_open_ = false;
  pieces_.begin();
  std::optional<std::string_view> thought;
  std::optional<std::string_view> type;
  std::optional<std::string_view> confidence;
  if (event.raw_tag().size() > event.name.size() + 2) {  // else a marker, or `<name>`
    const AttributeRange attributes(event.raw_tag());
    thought = attributes.find("thought", ignore_case_);
    type = attributes.find("thought_type", ignore_case_);
    confidence = attributes.find("confidence", ignore_case_);
  }
  const std::string_view body = body_.take(kept_);
  std::string_view text = trimmed(body);
  // The attribute " a " and the body " b " are the text "a \n b": trimmed as one.
  if (thought) {
    std::string whole = decode_entities(*thought);
    if (!text.empty()) whole.append("\n").append(body);
    text = trimmed(keep(kept_, std::move(whole)));
  }
  // A blank thought is markup. A body that was cut in the blanks before its first letter is
  // not blank: the letters are only past the limit.
  const bool is_blank = text.empty() && !(is_truncated_ && has_text_);
  const Span span{start_, event.span.end};
  const bool is_closed = event.is_closed;
  event = {};
  event.kind = is_blank ? EventKind::markup : EventKind::thought;
  event.span = span;
  if (is_blank) return;
  event.text = text;
  event.is_closed = is_closed;
  event.is_truncated = is_truncated_;
  event.has_attributes = thought || type || confidence;
  if (type) event.thought_type = decoded(*type);
  if (event.has_attributes) event.confidence = confidence_of(confidence);
}

}  // namespace tagstream
