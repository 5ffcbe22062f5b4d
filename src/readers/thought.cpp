// A view on the filter: thoughts are its hidden sections, and an event of theirs is made of the
// section's opening tag and content.

#include "tagstream/thought.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "machine/section.hpp"
#include "tagstream/extract.hpp"

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

}  // namespace

struct ThoughtReader::Impl {
  Impl(const ThoughtOptions& chosen, FilterRules rules)
      : options(chosen), filter(std::move(rules)) {}

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

  void translate(const Event& event) {
    switch (event.kind) {
      case EventKind::content_delta: add(ThoughtEventKind::content_delta, event); break;
      case EventKind::section_start: on_start(event); break;
      case EventKind::section_delta: on_delta(event); break;
      case EventKind::section_end: on_end(event); break;
      case EventKind::markup: add(ThoughtEventKind::markup, event); break;
      case EventKind::notice: add(ThoughtEventKind::notice, event).code = event.code; break;
      default: break;  // calls: there is no rule for them
    }
  }

  ThoughtEvent& add(ThoughtEventKind kind, const Event& event) {
    ThoughtEvent& added = events.emplace_back();
    added.kind = kind;
    added.begin = event.begin;
    added.end = event.end;
    added.text = event.text;
    return added;
  }

  std::string_view keep(std::string text) { return tagstream::keep(kept, std::move(text)); }

  void on_start(const Event& event) {
    begin_thought(event);
    if (!options.live) return;
    const auto thought = event.attributes().find("thought", options.ignore_case);
    if (!thought) return;
    give_live(keep(decode_entities(*thought)));
    if (has_live) wait_with("\n");  // between the attribute and the body
  }

  void on_delta(const Event& event) {
    const std::size_t longest = options.limits.max_held_bytes;
    const std::size_t room = longest - std::min(longest, body_size);
    body_size += event.text.size();
    const bool stops = body_size > longest && options.limits.on_limit == LimitPolicy::error;
    const std::string_view text = event.text.substr(0, stops ? room : event.text.npos);
    has_text = has_text || !trimmed(text).empty();
    if (options.live) give_live(text);
    if (stops) {
      stopped = Error{Errc::limit_exceeded, start, "more than max_held_bytes in a thought"};
    }
  }

  // LimitPolicy::error: what was held is the thought, nothing behind it is read.
  void cut_thought(const Event& event) {
    on_end(event);
    ThoughtEvent& thought = events.back();
    thought.is_closed = false;
    thought.end = body_begin + options.limits.max_held_bytes;
    thought.text = keep(std::string(thought.text));
  }

  // The call has failed; its events come from `finish`, when the chunk is gone.
  void own_events() {
    for (ThoughtEvent& event : events) event.text = keep(std::string(event.text));
  }

  // The deltas of a thought are the thought, trimmed: blanks wait for what follows them.
  void give_live(std::string_view piece) {
    const std::string_view text = trimmed(piece);
    if (text.empty()) {
      if (has_live) wait_with(piece);
      return;
    }
    const auto begin = static_cast<std::size_t>(text.data() - piece.data());
    std::string_view delta = has_live ? piece.substr(0, begin + text.size()) : text;
    if (has_live && !pending_blanks.empty()) {
      delta = keep(std::exchange(pending_blanks, {}).append(delta));
    }
    add_live(delta);
    wait_with(piece.substr(begin + text.size()));
  }

  // Only the last max_held_bytes of them wait: with more, the thought is cut anyway.
  void wait_with(std::string_view blanks) {
    pending_blanks.append(blanks);
    const std::size_t longest = options.limits.max_held_bytes;
    if (pending_blanks.size() <= longest) return;
    const std::size_t first = pending_blanks.size() - longest;
    add_live(keep(pending_blanks.substr(0, first)));
    pending_blanks.erase(0, first);
  }

  void add_live(std::string_view delta) {
    ThoughtEvent& added = events.emplace_back();
    added.kind = ThoughtEventKind::thought_delta;
    added.begin = added.end = start;
    added.text = delta;
    has_live = true;
  }

  void begin_thought(const Event& event) {
    is_open = true;
    start = event.start_index;
    body_begin = event.end;
    body_size = 0;
    has_live = has_text = false;
    pending_blanks.clear();
  }

  void on_end(const Event& event) {
    is_open = false;
    pending_blanks.clear();
    const AttributeRange attributes = event.attributes();
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
    added.begin = event.start_index;
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

  void begin_call() {
    events.clear();
    kept.clear();
  }

  // Bytes of the open thought, which the filter collects.
  [[nodiscard]] std::uint64_t held() const {
    const std::size_t thought = is_open ? std::min(body_size, options.limits.max_held_bytes) : 0;
    return thought + pending_blanks.size() + snapshot.size();
  }
  void note_held() { held_max = std::max(held_max, filter.stats().bytes_held + held()); }

  ThoughtOptions options;
  Filter filter;
  std::vector<ThoughtEvent> events;
  KeptStrings kept;      // what events of this call point to
  std::string snapshot;  // the last one
  std::uint64_t compared = 0;
  std::uint64_t snapshot_bytes = 0;
  std::uint64_t stats_events = 0;
  std::uint64_t held_max = 0;
  std::optional<Error> stopped;
  bool is_finished = false;

  // the thought that is open
  std::string pending_blanks;  // live: given only if something else follows
  std::uint64_t start = 0;
  std::uint64_t body_begin = 0;
  std::size_t body_size = 0;
  bool has_live = false;  // live: something has been given
  bool has_text = false;  // its body is not blank
  bool is_open = false;
};

Result<ThoughtReader> ThoughtReader::make(const ThoughtOptions& options) {
  if (options.names.empty()) return Error{Errc::bad_option, 0, "there is no tag name"};
  Result<FilterRules> rules = FilterRules::make(filter_options(options));
  if (!rules) return rules.error();
  return ThoughtReader(std::make_unique<Impl>(options, std::move(*rules)));
}

ThoughtReader::ThoughtReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ThoughtReader::ThoughtReader(ThoughtReader&&) noexcept = default;
ThoughtReader& ThoughtReader::operator=(ThoughtReader&&) noexcept = default;
ThoughtReader::~ThoughtReader() = default;

Result<std::span<const ThoughtEvent>> ThoughtReader::feed(std::string_view chunk) {
  if (impl_->stopped) return *impl_->stopped;
  const Result<std::span<const Event>> given = impl_->filter.feed(chunk);
  if (!given && given.error().code == Errc::finished) return given.error();
  impl_->begin_call();
  if (!given) {  // its events come at its end only; a thought among them may have stopped it before
    impl_->translate(impl_->filter.finish());
    impl_->own_events();
    if (!impl_->stopped) impl_->stopped = given.error();
    return *impl_->stopped;
  }
  const std::span<const ThoughtEvent> events = impl_->translate(*given);
  impl_->note_held();
  if (!impl_->stopped) return events;
  impl_->own_events();
  return *impl_->stopped;
}

Result<std::span<const ThoughtEvent>> ThoughtReader::feed_snapshot(std::string_view text) {
  std::string& last = impl_->snapshot;
  impl_->snapshot_bytes += text.size();
  if (text.size() > impl_->options.max_snapshot_bytes) {
    return Error{Errc::limit_exceeded, impl_->options.max_snapshot_bytes,
                 "the snapshot is longer than max_snapshot_bytes"};
  }
  const std::size_t common = std::min(text.size(), last.size());
  const auto same = static_cast<std::size_t>(
      std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(common), last.begin())
          .first -
      text.begin());
  impl_->compared += same + (same < common ? 1 : 0);
  if (same < last.size()) {
    return Error{Errc::snapshot_mismatch, same, "the snapshot does not begin with the last one"};
  }
  Result<std::span<const ThoughtEvent>> events = feed(text.substr(same));
  if (events) last.append(text.substr(same));
  return events;
}

std::span<const ThoughtEvent> ThoughtReader::finish() {
  const bool was_stopped = impl_->stopped.has_value() && !impl_->is_finished;
  impl_->is_finished = true;
  impl_->snapshot = std::string();
  const std::span<const Event> given = impl_->filter.finish();
  if (!was_stopped) impl_->begin_call();
  return impl_->translate(given);
}

const Error* ThoughtReader::error() const {
  return impl_->stopped ? &*impl_->stopped : impl_->filter.error();
}

void ThoughtReader::reset() {
  impl_->filter.reset();
  impl_->begin_call();
  impl_->snapshot = std::string();
  impl_->compared = impl_->snapshot_bytes = impl_->stats_events = impl_->held_max = 0;
  impl_->pending_blanks.clear();
  impl_->is_open = impl_->is_finished = false;
  impl_->stopped.reset();
}

Stats ThoughtReader::stats() const {
  Stats stats = impl_->filter.stats();
  if (impl_->snapshot_bytes != 0) stats.bytes_fed = impl_->snapshot_bytes;
  stats.bytes_examined += impl_->compared;
  stats.bytes_held += impl_->held();
  stats.bytes_held_max = std::max(stats.bytes_held_max, impl_->held_max);
  stats.events = impl_->stats_events;
  return stats;
}

}  // namespace tagstream
