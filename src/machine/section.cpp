#include "machine/section.hpp"

#include <utility>

#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

// Of `<code>x</co` it is `</co`. `</` alone is none: it may be the beginning of any tag.
HalfCloser::HalfCloser(const Segment& segment) : begin_(segment.end), end_(segment.end) {
  const std::string_view text = segment.slice(segment.begin, segment.end);
  const std::string_view named = trimmed_back(text);
  std::size_t at = named.size();
  while (at != 0 && is_name_byte(named[at - 1])) --at;
  const std::string_view before = trimmed_back(named.substr(0, at));
  if (!before.ends_with("</") || at == named.size()) return;
  begin_ = segment.begin + before.size() - 2;
  name_ = named.substr(at);
  name_has_ended_ = named.size() != text.size();
}

bool HalfCloser::is_of(const RuleSet& set, RuleIndex index, std::uint64_t from) const {
  const CompiledRule& rule = set.rules[index];
  if (name_.empty() || begin_ < from || !rule.is_tag || !rule.tag_closes) return false;
  if (end_ - begin_ >= set.limits.max_tag_bytes) return false;
  const std::string_view name = set.names[rule.name].text;
  const bool is_long_enough =
      name_has_ended_ ? name_.size() == name.size() : name_.size() <= name.size();
  return is_long_enough && same_name(name_, name.substr(0, name_.size()), set.ignore_case);
}

void OpenSection::own_tag() {
  if (tag_copy_ != nullptr || element_.raw().empty()) return;
  element_ = element_.in(tag_copy_.make(element_.raw()));
}

// With `hide: ["x"]`, `a<x t="1">b</x>` gives section_start (raw_tag `<x t="1">`, bytes 1 to 10),
// section_delta `b`, section_end (bytes 11 to 15). The end has no text; its pieces are the
// text.
void OpenSection::emit_start(Output& out) const {
  element_.describe(out.add(EventKind::section_start, {start(), content_begin()}));
  out.pass(content_begin());
}

// The prompt's bytes are not part of the answer, so the start has an empty span.
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
