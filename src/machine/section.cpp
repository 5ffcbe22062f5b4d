#include "machine/section.hpp"

#include <algorithm>
#include <utility>

namespace tagstream {

OpenSection OpenSection::implied(std::string_view tag_name) {
  OpenSection section(0, {}, tag_name);
  section.is_implied_ = true;
  return section;
}

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
  // A marker's name is the rule's own text; the name of a tag lies in the tag.
  if (tag_copy_ != nullptr || raw_tag_.empty()) return;
  const std::size_t name_at = static_cast<std::size_t>(tag_name_.data() - raw_tag_.data());
  tag_copy_ = std::make_unique<std::string>(raw_tag_);
  raw_tag_ = *tag_copy_;
  tag_name_ = raw_tag_.substr(name_at, tag_name_.size());
}

Event OpenSection::start_event() const {
  Event event;
  event.kind = EventKind::section_start;
  event.begin = start_;
  event.end = content_begin();
  event.is_implied_open = is_implied_;
  event.tag_name = tag_name_;
  event.raw_tag = raw_tag_;
  event.start_index = start_;
  return event;
}

Event OpenSection::end_event(const Segment& segment, std::uint64_t content_end, std::size_t longest,
                             RetiredStrings& retired) {
  Event event = start_event();
  event.kind = EventKind::section_end;
  if (content_ != nullptr) {
    collect(segment, content_end, longest);
    event.text = *content_;
    retired.push_back(std::move(content_));
  } else {
    event.text = segment.slice(collected_until_, content_end);
    is_truncated_ = event.text.size() > longest;
    event.text = event.text.substr(0, longest);
  }
  event.is_truncated = is_truncated_;
  if (tag_copy_ != nullptr) retired.push_back(std::move(tag_copy_));
  return event;
}

}  // namespace tagstream
