#include "machine/header.hpp"

#include <algorithm>

#include "lex/grammar.hpp"
#include "machine/calls.hpp"
#include "machine/text.hpp"

namespace tagstream {

using Go = Next::Go;

void Header::enter(const Context& context, const Match& match) {
  const HeaderFormat& format = *context.dialect().header;
  const bool is_start = context.segment.slice(match.begin, match.end) == format.start;
  using From = MessageHeader::From;
  header_.make(format, match.begin, match.end, is_start ? From::start : From::channel);
}

namespace {

// The longest name of a tool that is searched for before a marker.
constexpr std::size_t max_name_bytes = 64;

// Says whether a text begins with one of some words, and whether it may do so when more bytes
// arrive.
struct Beginning {
  bool is_there = false;
  bool may_come = false;

  void look_for(std::string_view word, std::string_view text) {
    if (word.empty()) return;
    is_there = is_there || text.starts_with(word);
    may_come = may_come || word.starts_with(text);
  }
};

bool is_name_byte_of_header(char byte) {
  return is_name_byte(byte) && static_cast<unsigned char>(byte) < 0x80;
}

}  // namespace

// The answer may begin inside a header whose first marker is in the prompt. The text is such a
// header if a marker of headers follows. In formats without words in their headers, a name may
// stand before that marker. Harmony's prompts end with `<|start|>assistant`, so `
// to=functions.f<|channel|>commentary...` goes on in the header. `to=functions.f says it.` is
// content, since no marker follows. In inkling `plus<|content_invoke_tool_json|>{...}` goes
// on with a name.
Next Header::begin_implied(Context& context, bool at_end) {
  const Readable part = context.readable(context.limits().max_tag_bytes, at_end);
  const Segment& segment = part.segment;
  context.first_non_blank_limit(segment);
  const std::uint64_t at = context.flow.blanks_until;
  const HeaderFormat& format = *context.dialect().header;
  const std::string_view rest = segment.slice(at, segment.end);
  Beginning header;
  for (std::string_view word : {MessageHeader::recipient_mark, format.message, format.constrain}) {
    header.look_for(word, rest);
  }
  if (!format.ends_before.empty()) {
    const std::string_view name = rest.substr(0, max_name_bytes + 1);
    const auto size = static_cast<std::size_t>(
        std::find_if_not(name.begin(), name.end(), is_name_byte_of_header) - name.begin());
    context.counters.examined += size + 1;
    const std::string_view after = rest.substr(size);
    Beginning marker;
    marker.look_for(format.message, after);
    for (std::string_view word : format.ends_before) marker.look_for(word, after);
    const bool is_name = size != 0 && size <= max_name_bytes;
    header.is_there = header.is_there || (is_name && marker.is_there);
    header.may_come = header.may_come || (is_name && marker.may_come);
  }
  if (header.is_there) {
    header_.make(format, 0U, 0U, MessageHeader::From::prompt);
    return Next::to(Go::again);
  }
  if (header.may_come && part.then == Readable::Then::more) return Next::to(Go::more);
  context.resume(0, SkippedAs::again);
  return Next::to(Go::text);
}

// A header that is longer than `max_tag_bytes` is content.
Next Header::step(Context& context, bool at_end) {
  if (header_ == nullptr) return begin_implied(context, at_end);
  const std::uint64_t bound = header_->begin() + context.limits().max_tag_bytes;
  const Readable part = context.readable(bound, at_end);
  const std::uint64_t from = header_->position();
  const bool has_ended = header_->read(part.segment, part.ends_input());
  context.counters.examined += header_->position() - from + 1;
  if (has_ended) return end(context);
  if (!part.is_bounded()) return Next::to(Go::more);
  ++context.counters.limit_hits;  // the marker is content, and so are the bytes after it
  const std::uint64_t end = header_->position();
  header_.reset();
  context.emit_until(EventKind::content, end);
  context.resume(end, SkippedAs::visible);
  return Next::to(Go::text);
}

// `<|channel|>final<|message|>` is markup, and content follows. In inkling
// `<|message_model|>search<|content_invoke_tool_text|> fjords` names the call whose text follows.
Next Header::end(Context& context) {
  const std::unique_ptr<MessageHeader> header = header_.take();
  const RuleSet::DialectPolicy& dialect = context.dialect();
  Match match;
  match.begin = header->message_begin();
  match.end = header->end();
  match.kind = TokenKind::marker;
  context.resume(match.end, SkippedAs::hidden);
  // Blanks before a call wait, since the call may turn out to be text.
  if (match.begin != header->begin()) context.emit_marker(match.begin);
  switch (header->kind(context.segment, dialect.header_call != no_rule)) {
    case MessageHeader::Kind::content: {
      const std::string_view name = header->name(context.segment);
      if (name.empty()) break;
      context.calls->named.make(HeaderName{match.end, std::string(name)});
      break;
    }
    case MessageHeader::Kind::other_role:
      match.rule = dialect.header_skip;
      context.notice_of(match.rule, Code::other_role, match.begin,
                        "this message is not the assistant's, so it is left out");
      break;
    case MessageHeader::Kind::reasoning: match.rule = dialect.header_reasoning; break;
    case MessageHeader::Kind::call: match.rule = dialect.header_call; break;
  }
  if (match.rule == no_rule) {
    context.emit_marker(match.end);
    if (match.end != match.begin) context.out.line.begin();
    return Next::to(Go::text);
  }
  if (match.rule != dialect.header_call) return Next::to(Go::hidden, match);
  if (context.calls->refuses(context, match.begin)) return Text::refuse(context, match);
  Next next = Next::to(Go::call, match);
  next.name = header->tool(context.segment);
  return next;
}

}  // namespace tagstream
