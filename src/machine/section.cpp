#include "machine/section.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace tagstream {

// Of `<code>x</co` with the rule `code` it is the place of `</co`. `</` alone is none: it may be
// the beginning of any tag.
std::uint64_t begin_of_half_closer(const RuleSet& set, RuleIndex index, const Segment& segment,
                                   std::uint64_t from) {
  const CompiledRule& rule = set.rules[index];
  if (!rule.is_tag || !rule.tag_closes) return segment.end;
  const std::string_view name = set.names[rule.name].text;
  constexpr std::string_view start = "</";
  const std::uint64_t first = std::max(from, segment.begin);
  if (first >= segment.end) return segment.end;
  std::string_view tail = segment.slice(first, segment.end);
  const std::size_t longest = start.size() + name.size();
  if (tail.size() > longest) tail.remove_prefix(tail.size() - longest);
  const std::size_t at = tail.rfind(start);
  if (at == tail.npos) return segment.end;
  const std::string_view written = tail.substr(at + start.size());
  const bool is_half = !written.empty() && tail.size() - at < set.limits.max_tag_bytes &&
                       same_name(written, name.substr(0, written.size()), set.ignore_case);
  return is_half ? segment.end - (tail.size() - at) : segment.end;
}

void OpenSection::own_tag() {
  if (tag_copy_ != nullptr || element_.raw().empty()) return;
  element_ = element_.in(tag_copy_.make(element_.raw()));
}

// With `hide: ["x"]`, `a<x t="1">b</x>` gives section_start (raw_tag `<x t="1">`, bytes 1 to 10),
// section_delta `b`, section_end (bytes 11 to 15). R357: the end has no text; its pieces are the
// text.
void OpenSection::emit_start(Output& out) const {
  element_.describe(out.add(EventKind::section_start, {start(), content_begin()}));
  out.pass(content_begin());
}

// R366: the prompt's bytes are not part of the answer, so the start has an empty span.
void OpenSection::emit_implied_start(Output& out) const {
  Event& event = out.add(EventKind::section_start, {out.emitted(), out.emitted()});
  element_.describe(event);
  event.is_implied_open = true;
}

void OpenSection::emit_end(Output& out, std::uint64_t end, bool is_closed) {
  Event& event = out.add(EventKind::section_end, {out.emitted(), end});
  element_.describe(event);
  event.offset = start();
  event.is_closed = is_closed;
  if (tag_copy_ != nullptr) out.kept().push_back(tag_copy_.take());
  out.pass(end);
}

}  // namespace tagstream
