#include "machine/section.hpp"

#include <algorithm>
#include <utility>

namespace tagstream {

void OpenSection::append(std::string_view piece, std::size_t longest) {
  if (content_ == nullptr) content_ = std::make_unique<std::string>();
  const std::size_t room = longest - std::min(longest, content_->size());
  if (piece.size() > room) is_truncated_ = true;
  content_->append(piece.substr(0, room));
}

void OpenSection::collect(const Segment& segment, std::uint64_t until, std::size_t longest) {
  if (until <= collected_until_) return;
  append(segment.slice(collected_until_, until), longest);
  collected_until_ = until;
}

void OpenSection::own_tag() {
  told_ = nullptr;
  const std::string_view tag = element_.raw_tag();
  if (tag_copy_ != nullptr || tag.empty()) return;
  tag_copy_ = std::make_unique<std::string>(tag);
  element_ = element_at(element_.start(), element_, *tag_copy_);
}

const Element* OpenSection::told(Output& out) {
  if (told_ == nullptr) told_ = out.add_element(element_);
  return told_;
}

void OpenSection::emit_start(Output& out) {
  out.add(EventKind::section_start, {start(), content_begin()}).element = told(out);
  out.pass(content_begin());
}

Event& OpenSection::emit_end(Output& out, const Segment& segment, std::uint64_t content_end,
                             std::uint64_t end, std::size_t longest) {
  Event& event = out.add(EventKind::section_end, {end, end});
  event.element = told(out);
  if (content_ != nullptr) {
    collect(segment, content_end, longest);
    event.text = *content_;
    out.kept().push_back(std::move(content_));
  } else {
    event.text = segment.slice(collected_until_, content_end);
    is_truncated_ = event.text.size() > longest;
    event.text = event.text.substr(0, longest);
  }
  event.is_truncated = is_truncated_;
  if (tag_copy_ != nullptr) out.kept().push_back(std::move(tag_copy_));
  return event;
}

}  // namespace tagstream
