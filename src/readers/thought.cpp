// A view on the filter: thoughts are its hidden sections, and an event of theirs is made of the
// section's opening tag and content.

#include "tagstream/thought.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "base/kept_strings.hpp"
#include "base/text.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/filter.hpp"

namespace tagstream {
namespace {

// A number from 0 to 1, or 0.5.
double confidence_of(std::optional<std::string_view> value) {
  constexpr double unknown = 0.5;
  if (!value) return unknown;
  const std::string decoded = decode_entities(*value);
  const std::string_view text = trimmed(decoded);
  double number = unknown;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {  // too small to tell from 0, or far above 1
    const bool is_small = text.find("e-") != text.npos || text.find("E-") != text.npos;
    return is_small && text.front() != '-' && end == text.data() + text.size() ? 0.0 : unknown;
  }
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(number >= 0.0 && number <= 1.0)) return unknown;
  return number == 0.0 ? 0.0 : number;  // not -0
}

FilterOptions filter_options(const ThoughtOptions& options) {
  FilterOptions filter;
  for (const std::string& name : options.names) filter.rules.push_back(hide(name));
  filter.nesting = options.nesting;
  filter.ignore_case = options.ignore_case;
  filter.markdown_code = options.markdown_code;
  filter.limits = options.limits;
  filter.limits.max_section_bytes =
      std::min(options.limits.max_section_bytes, options.limits.max_held_bytes);
  return filter;
}

// Trims a text that comes in pieces: blanks wait for what follows them. A byte waits once at most,
// so the cost is that of the text.
class TrimmedPieces {
 public:
  void begin() {
    waiting_.clear();
    has_begun_ = false;
  }

  // What `piece` makes certain; it lies in `piece` or in `kept`. Without `waits` the end of the
  // text no longer matters: blanks are certain at once.
  std::string_view feed(std::string_view piece, bool waits, KeptStrings& kept) {
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

  [[nodiscard]] std::size_t held() const { return waiting_.size(); }
  [[nodiscard]] std::uint64_t examined() const { return examined_; }

 private:
  std::string waiting_;  // blanks
  std::uint64_t examined_ = 0;
  bool has_begun_ = false;
};

}  // namespace

struct ThoughtReader::Impl {
  Impl(ThoughtOptions chosen, FilterRules rules)
      : options(std::move(chosen)),
        filter(std::move(rules)),
        longest(std::min(options.limits.max_section_bytes, options.limits.max_held_bytes)) {}

  std::span<const ThoughtEvent> translate(std::span<const Event> given) {
    const std::size_t before = events.size();
    for (const Event& event : given) {
      if (!stopped) {
        translate(event);
      } else if (is_open && event.kind == EventKind::section_end) {
        cut_thought(event);
      }
    }
    stats_events += events.size() - before;
    return events;
  }

  // LimitPolicy::error: the thought that is open ends, and nothing more is read.
  void stop() {
    if (is_open) {
      own_events();  // the end of the filter's stream ends what its last feed gave
      translate(filter.finish());
    }
    ThoughtEvent& added = events.emplace_back();
    added.kind = ThoughtEventKind::stopped;
    added.begin = added.end = stopped->offset;
    added.text = stopped->message;
    ++stats_events;
    has_stopped = true;
  }

  void translate(const Event& event) {
    switch (event.kind) {
      case EventKind::content: add(ThoughtEventKind::content_delta, event); break;
      case EventKind::section_start: on_start(event); break;
      case EventKind::section_delta: on_delta(event); break;
      case EventKind::section_end: on_end(event); break;
      case EventKind::markup: add(ThoughtEventKind::markup, event); break;
      case EventKind::notice: add(ThoughtEventKind::notice, event).code = event.code; break;
      case EventKind::stopped: stopped = *filter.error(); break;
      default: break;  // calls: there is no rule for them
    }
  }

  ThoughtEvent& add(ThoughtEventKind kind, const Event& event) {
    ThoughtEvent& added = events.emplace_back();
    added.kind = kind;
    added.begin = event.span.begin;
    added.end = event.span.end;
    added.text = event.text;
    return added;
  }

  std::string_view keep(std::string text) { return tagstream::keep(kept, std::move(text)); }

  void on_start(const Event& event) {
    is_open = true;
    start = event.element->start();
    body_begin = event.span.end;
    body_size = 0;
    has_text = false;
    pieces.begin();
    if (!options.live) return;
    const auto thought = event.element->attributes().find("thought", options.ignore_case);
    if (!thought) return;
    give_live(keep(decode_entities(*thought)));
    give_live("\n");  // between the attribute and the body
  }

  void on_delta(const Event& event) {
    const std::size_t held = options.limits.max_held_bytes;
    const std::size_t room = held - std::min(held, body_size);
    body_size += event.text.size();
    const bool stops = body_size > held && options.limits.on_limit == LimitPolicy::error;
    const std::string_view text = event.text.substr(0, stops ? room : event.text.npos);
    has_text = has_text || !trimmed(text).empty();
    if (options.live) give_live(text);
    if (stops) {
      stopped = Error{Errc::limit_exceeded, start, "more than max_held_bytes in a thought"};
    }
  }

  // LimitPolicy::error: what was held is the thought, nothing after it is read.
  void cut_thought(const Event& event) {
    on_end(event);
    ThoughtEvent& thought = events.back();
    thought.is_closed = false;
    thought.end = body_begin + options.limits.max_held_bytes;
    thought.text = keep(std::string(thought.text));
  }

  // Makes what has been given outlive the filter's feed.
  void own_events() {
    for (ThoughtEvent& event : events) {
      event.text = keep(std::string(event.text));
      event.type = keep(std::string(event.type));
    }
  }

  // The deltas of a thought are the thought. After the cut its end is known, and nothing waits.
  void give_live(std::string_view piece) {
    const std::string_view delta = pieces.feed(piece, body_size <= longest, kept);
    if (delta.empty()) return;
    ThoughtEvent& added = events.emplace_back();
    added.kind = ThoughtEventKind::thought_delta;
    added.begin = added.end = start;
    added.text = delta;
  }

  void on_end(const Event& event) {
    is_open = false;
    pieces.begin();
    const AttributeRange attributes = event.element->attributes();
    const auto thought = attributes.find("thought", options.ignore_case);
    const auto type = attributes.find("thought_type", options.ignore_case);
    const auto confidence = attributes.find("confidence", options.ignore_case);
    std::string_view text = trimmed(event.text);
    if (thought) {
      std::string whole = decode_entities(*thought);
      if (!text.empty()) whole.append("\n").append(event.text);
      text = trimmed(keep(std::move(whole)));
    }
    const bool is_blank = text.empty() && !(event.is_truncated && has_text);
    ThoughtEvent& added =
        add(is_blank ? ThoughtEventKind::markup : ThoughtEventKind::thought, event);
    added.begin = event.element->start();
    if (is_blank) {
      added.text = {};
      return;
    }
    added.text = text;
    added.is_closed = event.is_closed;
    added.is_truncated = event.is_truncated;
    added.has_attributes = thought || type || confidence;
    added.has_type = type.has_value();
    if (type) added.type = keep(decode_entities(*type));
    added.confidence = confidence_of(confidence);
  }

  void begin_feed() {
    events.clear();
    kept.clear();
  }

  // Bytes of the open thought, which the filter collects.
  [[nodiscard]] std::uint64_t held() const {
    return (is_open ? std::min(body_size, longest) : 0) + pieces.held();
  }
  void note_held() { held_max = std::max(held_max, filter.stats().bytes_held + held()); }

  ThoughtOptions options;
  Filter filter;
  std::size_t longest;  // a longer body is cut
  std::vector<ThoughtEvent> events;
  KeptStrings kept;  // what the events of this feed point to
  std::uint64_t stats_events = 0;
  std::uint64_t held_max = 0;
  std::optional<Error> stopped;
  bool has_stopped = false;
  bool is_finished = false;

  std::string chunk;  // the temporary that was fed last

  // the thought that is open
  TrimmedPieces pieces;  // live
  std::uint64_t start = 0;
  std::uint64_t body_begin = 0;
  std::size_t body_size = 0;
  bool has_text = false;  // its body is not blank
  bool is_open = false;
};

Result<ThoughtReader> ThoughtReader::make(ThoughtOptions options) {
  if (options.names.empty()) return Error{Errc::bad_option, 0, "there is not a tag name"};
  Result<FilterRules> rules = FilterRules::make(filter_options(options));
  if (!rules) return rules.error();
  return ThoughtReader(std::make_unique<Impl>(std::move(options), std::move(*rules)));
}

ThoughtReader::ThoughtReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ThoughtReader::ThoughtReader(ThoughtReader&&) noexcept = default;
ThoughtReader& ThoughtReader::operator=(ThoughtReader&&) noexcept = default;
ThoughtReader::~ThoughtReader() = default;

std::span<const ThoughtEvent> ThoughtReader::feed(std::string_view chunk) {
  assert(!impl_->is_finished && "feed after finish: call reset first");
  impl_->begin_feed();
  if (impl_->is_finished || impl_->has_stopped) return {};
  impl_->translate(impl_->filter.feed(chunk));
  impl_->note_held();
  if (impl_->stopped) impl_->stop();
  return impl_->events;
}

std::span<const ThoughtEvent> ThoughtReader::feed_kept(std::string chunk) {
  impl_->chunk = std::move(chunk);
  return feed(std::string_view(impl_->chunk));
}

std::span<const ThoughtEvent> ThoughtReader::finish() {
  impl_->begin_feed();
  if (impl_->is_finished) return {};
  impl_->is_finished = true;
  if (impl_->has_stopped) return {};
  impl_->translate(impl_->filter.finish());
  if (impl_->stopped) impl_->stop();
  return impl_->events;
}

const Error* ThoughtReader::error() const { return impl_->stopped ? &*impl_->stopped : nullptr; }

void ThoughtReader::reset() {
  impl_->filter.reset();
  impl_->begin_feed();
  impl_->stats_events = impl_->held_max = 0;
  impl_->pieces = {};
  impl_->is_open = impl_->is_finished = impl_->has_stopped = false;
  impl_->chunk = std::string();
  impl_->stopped.reset();
}

Stats ThoughtReader::stats() const {
  Stats stats = impl_->filter.stats();
  stats.bytes_examined += impl_->pieces.examined();
  stats.bytes_held += impl_->held();
  stats.bytes_held_max = std::max(stats.bytes_held_max, impl_->held_max);
  stats.events = impl_->stats_events;
  return stats;
}

Result<Thoughts> thoughts_all(std::string_view text, const ThoughtOptions& options) {
  Result<ThoughtReader> reader = ThoughtReader::make(options);
  if (!reader) return reader.error();
  Thoughts result;
  result.add(reader->feed(text));
  result.add(reader->finish());
  if (const Error* error = reader->error()) return *error;
  return result;
}

void Thoughts::add(std::span<const ThoughtEvent> events) {
  for (const ThoughtEvent& event : events) {
    if (event.kind == ThoughtEventKind::content_delta) content += event.text;
    if (event.kind != ThoughtEventKind::thought) continue;
    Thought& thought = thoughts.emplace_back();
    thought.text = event.text;
    thought.type = event.type;
    thought.confidence = event.confidence;
    thought.span = {event.begin, event.end};
    thought.has_attributes = event.has_attributes;
    thought.has_type = event.has_type;
    thought.is_closed = event.is_closed;
    thought.is_truncated = event.is_truncated;
  }
}

}  // namespace tagstream
