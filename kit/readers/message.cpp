#include "tagstream/message.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

#include "base/text.hpp"
#include "describe/flags.hpp"
#include "describe/parts.hpp"

// Adds up events to one message. `<think>Hm.</think>Yes.` by hermes is four events:
//
//   reasoning "Hm." at 7..10    goes to `reasoning`
//   markup "</think>"           goes nowhere, as does "<think>" before it
//   content "Yes." at 18..22    goes to `content`
//
// Sections, calls, errors, thoughts and notices go to lists, each in the order in which they end.

namespace tagstream {

namespace {

Section to_section(const Event& event, std::string content) {
  Section section;
  section.name = std::string(event.name);
  section.raw_tag = std::string(event.raw_tag());
  section.content = std::move(content);
  section.span = {event.offset, event.span.end};
  describe::copy_flags(section, event);
  return section;
}

ToolCall to_tool_call(const Event& event, std::string id) {
  ToolCall call;
  call.id = std::move(id);
  call.name = std::string(event.name);
  call.arguments = std::string(event.text);
  call.raw = std::string(event.raw);
  call.span = event.span;
  call.index = event.index;
  describe::copy_flags(call, event);
  return call;
}

ToolCallError to_error(const Event& event) {
  ToolCallError error;
  error.code = event.code;
  error.text = std::string(event.text);
  error.name = std::string(event.name);
  error.raw = std::string(event.raw);
  error.offset = event.offset;
  describe::copy_flags(error, event);
  return error;
}

Thought to_thought(const Event& event) {
  Thought thought;
  thought.text = std::string(event.text);
  thought.thought_type = std::string(event.thought_type);
  if (event.confidence >= 0) thought.confidence = event.confidence;
  thought.span = event.span;
  describe::copy_flags(thought, event);
  return thought;
}

Notice to_notice(const Event& event) {
  return {event.code, std::string(event.text), event.offset, std::string(event.name)};
}

// One step of SplitMix64. It is not a secure generator, and need not be: ids only have to look
// random. Two readers with one `id_seed` make up the same ids.
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

// The start of a call and its end are two events with one index, and get one id. With `incremental`
// a client has seen the id of the start, so it stands even if the model writes another one later,
// or if the call fails.
std::string CallIds::id(const Event& event) {
  const std::size_t index = event.index;
  std::string& known = by_index_[index];
  if (!known.empty()) return known;
  known = next(event.id, index);
  return known;
}

// No id is given twice. If the model gives two calls the id `a`, the second call (index 1)
// gets `call_1_2`. If the model has used `call_1` for the first call, a second call without an id
// gets `call_1_2` as well.
std::string_view CallIds::next(std::string_view own, std::size_t index) & {
  std::string id = own.empty() ? made_up(index) : std::string(own);
  for (std::size_t count = 2; given_.contains(id); ++count) {
    id = made_up(index);
    if (style_ == IdStyle::counted) id += '_' + std::to_string(count);
  }
  return *given_.insert(std::move(id)).first;
}

// Beside a call, content of nothing but blanks does not count: servers send null in its place.
bool Message::has_content() const { return tool_calls.empty() || !trimmed(content).empty(); }

// With `unclosed_reasoning` = `content`, reasoning that never closes moves to the content.
// The last event of `<think>One.</think>Two.\n<think>Three, <|im_end|>four.` by hermes is the
// notice `reasoning_as_content` at 24, the first byte of the second `<think>`. "Three, " and
// "four." begin after 24 and move to the content; "One." begins before 24 and stays reasoning.
void Message::move_unclosed(std::uint64_t from) {
  const auto first = std::find_if(reasoning_starts_.begin(), reasoning_starts_.end(),
                                  [&](const ReasoningStart& one) { return one.offset >= from; });
  if (first == reasoning_starts_.end()) return;
  content += reasoning.substr(first->at + first->separator);
  reasoning.resize(first->at);
  reasoning_starts_.erase(first, reasoning_starts_.end());
}

void Message::add(std::span<const Event> events) {
  for (const Event& event : events) add_one(event);
}

// Until here nothing but `set_cut_off` and the notice of unclosed reasoning decides the two.
void Message::finish(std::span<const Event> events) {
  add(events);
  if (finish_reason.empty()) finish_reason = tool_calls.empty() ? "stop" : "tool_calls";
  if (!reasoning_closed) reasoning_closed = true;
}

void Message::add_one(const Event& event) {
  switch (event.kind) {
    case EventKind::content:
      content += event.text;
      // With `trim` an empty span has blanks from before the call.
      if (has_cut_off_call_ && !event.span.empty()) tool_call_errors.back().raw += event.text;
      break;
    case EventKind::reasoning:
      // Other bytes stand between this reasoning and the last: `move_unclosed` may have to cut
      // here.
      if (event.span.start != reasoned_until_) {
        const bool is_separator = event.span.empty() && !event.is_native;
        reasoning_starts_.push_back(
            {event.span.start, reasoning.size(), is_separator ? event.text.size() : 0});
      }
      reasoned_until_ = event.span.end;
      reasoning += event.text;
      break;
    case EventKind::section_start: section_.clear(); break;
    case EventKind::section_delta: section_ += event.text; break;
    case EventKind::section_end:
      sections.push_back(to_section(
          event, event.is_recorded ? std::string(event.text) : std::exchange(section_, {})));
      break;
    case EventKind::tool_call: tool_calls.push_back(to_tool_call(event, ids_.id(event))); break;
    case EventKind::tool_call_error: tool_call_errors.push_back(to_error(event)); break;
    case EventKind::thought: thoughts.push_back(to_thought(event)); break;
    case EventKind::notice:
      // Nothing but the bytes of this call follows, as content.
      if (event.code == Code::unclosed_call) {
        tool_call_errors.push_back(to_error(event));
        tool_call_errors.back().code = Code::unclosed;
        tool_call_errors.back().name.clear();  // of a notice it is that of the rule
        has_cut_off_call_ = true;
        break;
      }
      notices.push_back(to_notice(event));
      if (event.code == Code::reasoning_as_content) move_unclosed(event.offset);
      // The text ended inside the reasoning.
      if (event.code == Code::reasoning_as_content || event.code == Code::unclosed_reasoning) {
        reasoning_closed = false;
      }
      break;
    case EventKind::tool_call_start: static_cast<void>(ids_.id(event)); break;
    case EventKind::stopped:
      stopped = to_notice(event);
      // The caller fed text after the end. The message itself was complete.
      if (event.code != Code::fed_after_finish) set_cut_off();
      break;
    case EventKind::tool_call_delta:
    case EventKind::thought_delta:
    case EventKind::markup: break;
  }
}

}  // namespace tagstream
