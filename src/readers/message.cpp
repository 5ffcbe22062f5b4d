#include "tagstream/message.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

#include "base/text.hpp"

namespace tagstream {

namespace {

Section to_section(const Event& event) {
  const Element& element = *event.element;
  Section section;
  section.tag_name = std::string(element.name());
  section.raw_tag = std::string(element.raw_tag());
  section.content = std::string(event.text);
  section.span = {element.start(), event.span.end};
  section.is_closed = event.is_closed;
  section.is_implied_open = element.is_implied_open();
  section.is_truncated = event.is_truncated;
  section.is_recorded = event.is_recorded;
  return section;
}

MessageCall to_message_call(const Event& event, std::string id) {
  const Call& call = *event.call();
  MessageCall one;
  one.id = std::move(id);
  one.tool = std::string(call.tool());
  one.arguments = std::string(call.arguments());
  one.content = std::string(event.text);
  one.span = call.span();
  one.is_closed = event.is_closed;
  one.is_repaired = call.is_repaired;
  one.is_recovered = call.is_recovered;
  return one;
}

MessageNote error_note(const Event& event) {
  const Call& call = *event.call();
  MessageNote note;
  note.error = call.error();
  note.message = std::string(call.message());
  note.content = std::string(event.text);
  note.offset = call.offset();
  note.span = call.span();
  return note;
}

MessageNote notice_note(const Event& event) {
  MessageNote note;
  note.notice = event.code;
  note.message = std::string(event.text);
  note.offset = event.span.begin;
  return note;
}

// A step of SplitMix64.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

std::string random_word(std::uint64_t& random, std::size_t size) {
  constexpr std::string_view letters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string word;
  while (word.size() < size) word += letters[next_random(random) % letters.size()];
  return word;
}

}  // namespace

CallIds::CallIds(IdStyle style, std::uint64_t seed) : style_(style), random_(seed) {
  if (seed != 0 || style == IdStyle::counted) return;
  std::random_device entropy;
  random_ = (std::uint64_t{entropy()} << 32) | entropy();
}

std::string CallIds::made_up(std::size_t index) {
  constexpr std::size_t openai_size = 24;
  constexpr std::size_t mistral_size = 9;
  switch (style_) {
    case IdStyle::openai: return "call_" + random_word(random_, openai_size);
    case IdStyle::mistral: return random_word(random_, mistral_size);
    case IdStyle::counted: break;
  }
  return "call_" + std::to_string(index);
}

std::string CallIds::id(const Call& call) {
  const auto index = static_cast<std::size_t>(call.index());
  if (index >= by_index_.size()) by_index_.resize(index + 1);
  std::string& known = by_index_[index];
  if (!known.empty()) return known;
  known = next(call.id(), index);
  return known;
}

std::string_view CallIds::next(std::string_view own, std::size_t index) {
  std::string id = own.empty() ? made_up(index) : std::string(own);
  for (std::size_t count = 2; given_.contains(id); ++count) {
    id = made_up(index);
    if (style_ == IdStyle::counted) id += '_' + std::to_string(count);
  }
  return *given_.insert(std::move(id)).first;
}

bool Message::has_content() const { return calls.empty() || !trimmed(content).empty(); }

void Message::move_unclosed(std::uint64_t from) {
  const auto first = std::find_if(stretches_.begin(), stretches_.end(),
                                  [&](const Stretch& one) { return one.offset >= from; });
  if (first == stretches_.end()) return;
  content += reasoning.substr(first->at);
  reasoning.resize(first->at);
  stretches_.erase(first, stretches_.end());
}

void Message::add(std::span<const Event> events) {
  for (const Event& event : events) {
    switch (event.kind) {
      case EventKind::content: content += event.text; break;
      case EventKind::reasoning:
        if (event.span.begin != reasoned_until_) {
          stretches_.push_back({event.span.begin, reasoning.size()});
        }
        reasoned_until_ = event.span.end;
        reasoning += event.text;
        break;
      case EventKind::call: calls.push_back(to_message_call(event, ids_.id(*event.call()))); break;
      case EventKind::call_error: notes.push_back(error_note(event)); break;
      case EventKind::notice:
        notes.push_back(notice_note(event));
        if (event.code == NoticeCode::unclosed_reasoning) move_unclosed(event.element->start());
        break;
      case EventKind::section_end: sections.push_back(to_section(event)); break;
      default: break;
    }
  }
}

}  // namespace tagstream
