#include "support/laws.hpp"

#include <algorithm>
#include <sstream>

#include "support/guarded_chunk.hpp"

namespace tagstream::testing {

namespace {

std::size_t sequence_length(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 1;
}

bool may_be_second(unsigned char lead, unsigned char second) {
  if (lead == 0xE0) return second >= 0xA0 && second <= 0xBF;
  if (lead == 0xED) return second >= 0x80 && second <= 0x9F;
  if (lead == 0xF0) return second >= 0x90 && second <= 0xBF;
  if (lead == 0xF4) return second >= 0x80 && second <= 0x8F;
  return second >= 0x80 && second <= 0xBF;
}

// Is `text` the beginning of a code point that `next` goes on with?
bool continues(std::string_view text, char next) {
  const auto byte = static_cast<unsigned char>(next);
  if (!ends_inside_code_point(text)) return false;
  const auto last = static_cast<unsigned char>(text.back());
  return sequence_length(last) > 1 ? may_be_second(last, byte) : (byte & 0xC0U) == 0x80U;
}

std::size_t longest_marker(const FilterOptions& options) {
  std::size_t longest = 0;
  for (const Rule& rule : options.rules) {
    longest = std::max({longest, rule.open.size(), rule.close.size()});
  }
  return longest;
}

std::string check_token(std::string_view text, std::uint64_t position, const Token& token) {
  std::ostringstream out;
  out << kind_name(token.kind) << " at " << token.begin << ": ";
  if (token.begin != position) {
    out << "begins elsewhere than the last ended, at " << position << " (L2)";
  } else if (token.raw.empty()) {
    out << "is empty (L3)";
  } else if (token.end() > text.size() || text.substr(token.begin, token.raw.size()) != token.raw) {
    out << "has other bytes than the input (L3)";
  } else if (token.kind != TokenKind::text && token.kind != TokenKind::marker &&
             (token.name().empty() || token.raw.front() != '<' || token.raw.back() != '>')) {
    out << "is no tag";
  } else {
    return {};
  }
  return out.str();
}

std::string check_totals(const Stats& stats, std::uint64_t fed, std::uint64_t events) {
  if (stats.bytes_fed != fed) return "stats: bytes_fed is wrong";
  if (stats.events != events) {
    return "stats: " + std::to_string(stats.events) + " events counted, " + std::to_string(events) +
           " given";
  }
  if (stats.bytes_held > stats.bytes_held_max) return "stats: bytes_held is above its maximum";
  return {};
}

}  // namespace

bool ends_inside_code_point(std::string_view text) {
  const std::size_t last = std::min<std::size_t>(3, text.size());
  for (std::size_t back = 1; back <= last; ++back) {
    const auto lead = static_cast<unsigned char>(text[text.size() - back]);
    if ((lead & 0xC0U) == 0x80U) continue;
    if (sequence_length(lead) <= back) return false;
    if (back == 1) return true;
    return may_be_second(lead, static_cast<unsigned char>(text[text.size() - back + 1]));
  }
  return false;
}

std::string_view FilterWatch::slice(std::uint64_t begin, std::uint64_t end) const {
  if (begin > end || end > text_.size()) return {};
  return text_.substr(begin, end - begin);
}

void FilterWatch::expect(bool holds, const std::string& rule) {
  if (!holds && failure_.empty()) failure_ = rule;
}

void FilterWatch::expect(bool holds, const Event& event, const char* rule) {
  if (holds || !failure_.empty()) return;
  failure_ = place_of(event) + rule;
}

void FilterWatch::see(const Event& event) {
  ++events_;
  expect(!has_stopped_, event, "comes after the stop");
  expect(event.span.begin == position_ || event.kind == EventKind::stopped, event,
         "begins elsewhere than the last ended (L2)");
  expect(event.span.end >= event.span.begin && event.span.end <= text_.size(), event,
         "has an odd span (L3)");
  switch (event.kind) {
    case EventKind::content:
    case EventKind::section_delta: see_delta(event); break;
    case EventKind::section_start: see_section_start(event); break;
    case EventKind::section_end: see_section_end(event); break;
    case EventKind::markup:
      expect(!event.span.empty(), event, "is empty (L3)");
      expect(event.text == slice(event.span), event, "has other bytes (L3)");
      expect(!in_section_ || is_implied_, event, "stands inside a section");
      break;
    case EventKind::stopped: has_stopped_ = true; [[fallthrough]];
    case EventKind::notice:
      expect(event.span.empty(), event, "covers input");
      expect(!event.text.empty(), event, "says nothing");
      break;
    default: expect(false, event, "is of a kind that a filter does not give");
  }
  if (has_stopped_) return;
  last_kind_ = event.kind;
  position_ = event.span.end;
}

void FilterWatch::see_delta(const Event& event) {
  const bool is_content = event.kind == EventKind::content;
  expect(!event.span.empty(), event, "is empty (L3)");
  expect(event.text == slice(event.span), event, "has other bytes (L3)");
  expect(in_section_ != is_content, event, "stands on the wrong side of a section");
  if (last_kind_ != event.kind) delta_begin_ = event.span.begin;
  expect(
      event.text.empty() || !continues(slice(delta_begin_, event.span.begin), event.text.front()),
      event, "begins inside a code point");
  if (!is_content) body_ += event.text;
}

void FilterWatch::see_section_start(const Event& event) {
  expect(!in_section_, event, "stands inside a section");
  expect(event.element != nullptr, event, "has no element");
  if (event.element == nullptr) return;
  const Element& element = *event.element;
  expect(element.start() == event.span.begin, event, "has a wrong start");
  expect(element.raw_tag() == slice(event.span), event, "has other bytes (L3)");
  expect(element.is_implied_open() == element.raw_tag().empty(), event, "is implied and has a tag");
  expect(!element.name().empty(), event, "has no name");
  in_section_ = true;
  is_implied_ = element.is_implied_open();
  start_index_ = event.span.begin;
  body_begin_ = event.span.end;
  body_.clear();
}

void FilterWatch::see_section_end(const Event& event) {
  expect(event.element != nullptr, event, "has no element");
  if (event.element == nullptr) return;
  if (event.is_recorded) {
    see_recorded_end(event, *event.element);
  } else {
    see_hidden_end(event, *event.element);
  }
  if (!event.is_closed) unclosed_at_ = std::min(unclosed_at_, event.span.end);
}

void FilterWatch::see_hidden_end(const Event& event, const Element& element) {
  expect(in_section_, event, "ends a section that never began");
  expect(element.start() == start_index_, event, "has another start than its start");
  expect(element.is_implied_open() == is_implied_, event, "differs from its start");
  expect(element.raw_tag() == slice(start_index_, body_begin_), event, "has another tag");
  const bool is_self_closing = event.is_closed && event.span.empty();
  expect(!is_self_closing || element.raw_tag().ends_with("/>"), event, "is closed by nothing");
  expect(event.is_closed || event.span.empty(), event, "is unclosed and covers input");
  check_content(event, body_);
  in_section_ = false;
}

void FilterWatch::see_recorded_end(const Event& event, const Element& element) {
  const std::uint64_t body = element.start() + element.raw_tag().size();
  const std::uint64_t end = event.span.end;
  expect(event.span.empty(), event, "covers input");
  expect(!in_section_, event, "stands inside a section");
  expect(!element.raw_tag().empty() && element.raw_tag() == slice(element.start(), body), event,
         "has another tag");
  expect(body + event.text.size() <= end, event, "has too much content");
  check_content(event,
                event.is_truncated ? slice(body, end) : slice(body, body + event.text.size()));
  const bool may_be_shorter = event.is_closed || event.is_truncated;
  expect(may_be_shorter || body + event.text.size() == end, event, "has too little content");
}

void FilterWatch::check_content(const Event& event, std::string_view content) {
  expect(event.text.size() <= bounds_.max_section_bytes, event, "has too much content (L6)");
  if (event.is_truncated) {
    expect(content.size() > bounds_.max_section_bytes, event, "is truncated for no reason");
    expect(content.starts_with(event.text), event, "has other content than the input");
  } else {
    expect(content == event.text, event, "has other content than the input");
  }
}

void FilterWatch::end_of_feed(std::uint64_t fed, const Stats& stats) {
  if (has_stopped_) return;  // what follows in the chunk is not read
  expect(position_ <= fed, "events go further than what was fed (L3)");
  expect(stats.bytes_held >= fed - position_, "stats: bytes_held hides what is held");
  const bool is_delta = last_kind_ == EventKind::content || last_kind_ == EventKind::section_delta;
  if (is_delta && position_ == fed) {
    expect(!ends_inside_code_point(slice(delta_begin_, position_)),
           "a delta ends inside a code point at " + std::to_string(position_));
  }
}

void FilterWatch::end_of_stream(std::uint64_t fed, const Stats& stats) {
  expect(has_stopped_ || position_ == fed, "bytes are missing at the end (L3)");
  expect(!in_section_, "a section never ends");
  expect(unclosed_at_ >= position_, "a section is unclosed before the end");
  expect(stats.bytes_held == 0, "stats: bytes are held after finish");
  const std::string totals = check_totals(stats, fed, events_);
  expect(totals.empty(), totals);
}

FilterRun run_filter(std::string_view text, Filter& filter, const FilterOptions& options,
                     const Cuts& cuts, Ending ending) {
  filter.reset();
  FilterRun run;
  FilterWatch watch(text, bounds_of(options));
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      watch.see(event);
      append_joined(run.items, event);
    }
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(filter.feed(chunk.view()));
    fed += piece.size();
    watch.end_of_feed(fed, filter.stats());
    run.emitted.push_back(watch.position());
    return filter.error() == nullptr;
  });
  if (ending == Ending::finish) {
    take(filter.finish());
    watch.end_of_stream(fed, filter.stats());
    run.emitted.push_back(watch.position());
    if (!filter.finish().empty()) run.failure = "a second finish gives events";
  }
  const bool may_stop = options.limits.on_limit == LimitPolicy::error;
  if (filter.error() != nullptr && !may_stop) run.failure = "it has stopped (L8)";
  run.stats = filter.stats();
  if (run.failure.empty()) run.failure = watch.failure();
  return run;
}

TokenRun run_tokens(std::string_view text, Tokenizer& tokenizer, const Cuts& cuts, Ending ending) {
  tokenizer.reset();
  TokenRun run;
  std::uint64_t fed = 0;
  std::uint64_t position = 0;
  std::uint64_t count = 0;
  const auto take = [&](std::span<const Token> tokens) {
    for (const Token& token : tokens) {
      if (run.failure.empty()) run.failure = check_token(text, position, token);
      position = token.end();
      ++count;
      append_joined(run.items, token);
    }
    run.emitted.push_back(position);
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(tokenizer.feed(chunk.view()));
    fed += piece.size();
    if (position > fed) run.failure = "tokens go further than what was fed (L3)";
    return true;
  });
  if (ending == Ending::finish) {
    take(tokenizer.finish());
    if (run.failure.empty() && position != fed) run.failure = "bytes are missing at the end (L3)";
    if (!tokenizer.finish().empty()) run.failure = "a second finish gives tokens";
  }
  run.stats = tokenizer.stats();
  if (run.failure.empty()) run.failure = check_totals(run.stats, fed, count);
  return run;
}

std::string check_work(const Stats& stats, unsigned factor) {
  const std::uint64_t allowed = factor * stats.bytes_fed + 4096;
  if (stats.bytes_examined <= allowed) return {};
  return "L5: " + std::to_string(stats.bytes_examined) + " bytes examined of " +
         std::to_string(stats.bytes_fed) + ", allowed " + std::to_string(allowed);
}

std::string check_held(const Stats& stats, const FilterBounds& bounds, std::size_t largest_chunk) {
  const std::uint64_t allowed = bounds.max_held + largest_chunk;
  if (stats.bytes_held_max <= allowed) return {};
  return "L6: " + std::to_string(stats.bytes_held_max) + " bytes held, allowed " +
         std::to_string(allowed);
}

FilterBounds bounds_of(const FilterOptions& options) {
  // Up to three bytes more wait for the rest of a code point.
  const auto& limits = options.limits;
  return {limits.max_held_bytes + limits.max_tag_bytes + longest_marker(options) + 3,
          limits.max_section_bytes};
}

std::string check_whole(std::string_view text, const FilterRules& rules,
                        const std::vector<Seen>& events) {
  const auto whole = filter_all(text, rules);
  if (!whole) return "L7: filter_all failed: " + whole.error().message;
  std::string content;
  std::size_t index = 0;
  std::size_t notes = 0;
  for (const Seen& seen : events) {
    if (seen.kind == EventKind::content) content += seen.text;
    if (seen.kind == EventKind::notice) ++notes;
    if (seen.kind != EventKind::section_end) continue;
    if (index == whole->sections.size()) return "L7: filter_all has fewer sections";
    const Section& section = whole->sections[index++];
    const bool is_same =
        section.tag_name == seen.tag_name && section.raw_tag == seen.raw_tag &&
        section.content == seen.text && section.span == Span{seen.start_index, seen.end_index} &&
        section.is_closed == seen.is_closed && section.is_implied_open == seen.is_implied_open &&
        section.is_truncated == seen.is_truncated && section.is_recorded == seen.is_recorded;
    if (!is_same) return "L7: filter_all has another section " + std::to_string(index - 1);
  }
  if (index != whole->sections.size()) return "L7: filter_all has more sections";
  if (notes != whole->notes.size()) return "L7: filter_all has other notes";
  if (content != whole->content) return "L7: filter_all shows another text";
  return {};
}

std::string check_filter(std::string_view text, Filter& filter, const FilterOptions& options,
                         const Cuts& cuts, const std::vector<Seen>& want) {
  const FilterRun run = run_filter(text, filter, options, cuts);
  if (!run.failure.empty()) return run.failure;
  std::string failure = check_same(want, run.items);
  if (failure.empty()) failure = check_work(run.stats, 16);
  if (failure.empty()) failure = check_held(run.stats, bounds_of(options), text.size());
  return failure;
}

std::string check_tokens(std::string_view text, Tokenizer& tokenizer, const Cuts& cuts,
                         const std::vector<SeenToken>& want) {
  const TokenRun run = run_tokens(text, tokenizer, cuts);
  if (!run.failure.empty()) return run.failure;
  std::string failure = check_same(want, run.items);
  if (failure.empty()) failure = check_work(run.stats, 8);
  return failure;
}

}  // namespace tagstream::testing
