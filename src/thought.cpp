// A view on the filter: thoughts are its hidden sections, and an event of theirs is made of the
// section's opening tag and content.

#include "tagstream/thought.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "tagstream/extract.hpp"
#include "text.hpp"

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
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && number >= 0.0 && number <= 1.0 ? number : unknown;
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

const char* to_string(ThoughtEventKind kind) noexcept {
  switch (kind) {
    case ThoughtEventKind::content_delta: return "content-delta";
    case ThoughtEventKind::thought_delta: return "thought-delta";
    case ThoughtEventKind::thought: return "thought-stream";
    case ThoughtEventKind::markup: return "markup";
    case ThoughtEventKind::notice: return "notice";
  }
  return "unknown";
}

struct ThoughtReader::Impl {
  Impl(const ThoughtOptions& chosen, FilterRules rules)
      : options(chosen), filter(std::move(rules)) {}

  std::span<const ThoughtEvent> translate(std::span<const Event> given) {
    for (const Event& event : given) translate(event);
    stats_events += events.size();
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

  std::string_view keep(std::string text) {
    kept.push_back(std::make_unique<std::string>(std::move(text)));
    return *kept.back();
  }

  void on_start(const Event& event) {
    if (!options.live) return;
    const auto thought = event.attributes().find("thought", options.ignore_case);
    needs_line_end = thought.has_value();
    if (thought) add(ThoughtEventKind::thought_delta, event).text = keep(decode_entities(*thought));
  }

  void on_delta(const Event& event) {
    if (!options.live) return;
    ThoughtEvent& delta = add(ThoughtEventKind::thought_delta, event);
    if (needs_line_end) delta.text = keep(std::string("\n").append(event.text));
    needs_line_end = false;
  }

  void on_end(const Event& event) {
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
    ThoughtEvent& added =
        add(text.empty() ? ThoughtEventKind::markup : ThoughtEventKind::thought, event);
    added.begin = event.start_index;
    if (text.empty()) {
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

  ThoughtOptions options;
  Filter filter;
  std::vector<ThoughtEvent> events;
  std::vector<std::unique_ptr<std::string>> kept;  // what events of this call point to
  std::string snapshot;                            // the last one
  std::uint64_t compared = 0;
  std::uint64_t snapshot_bytes = 0;
  std::uint64_t stats_events = 0;
  bool needs_line_end = false;  // between the attribute and the body of a live thought
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
  const Result<std::span<const Event>> given = impl_->filter.feed(chunk);
  if (!given) return given.error();
  impl_->begin_call();
  return impl_->translate(*given);
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
  const std::span<const Event> given = impl_->filter.finish();
  impl_->begin_call();
  return impl_->translate(given);
}

void ThoughtReader::reset() {
  impl_->filter.reset();
  impl_->begin_call();
  impl_->snapshot = std::string();
  impl_->compared = impl_->snapshot_bytes = impl_->stats_events = 0;
  impl_->needs_line_end = false;
}

Stats ThoughtReader::stats() const {
  Stats stats = impl_->filter.stats();
  if (impl_->snapshot_bytes != 0) stats.bytes_fed = impl_->snapshot_bytes;
  stats.bytes_examined += impl_->compared;
  stats.events = impl_->stats_events;
  return stats;
}

}  // namespace tagstream
