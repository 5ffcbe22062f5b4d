#include "machine/header.hpp"

#include "machine/calls.hpp"
#include "machine/text.hpp"

namespace tagstream {

using Go = Next::Go;

void Header::enter(const Context& context, const Match& match) {
  const HeaderFormat& format = *context.dialect().header;
  const bool is_start = context.segment.slice(match.begin, match.end) == format.start;
  using From = MessageHeader::From;
  header_ = std::make_unique<MessageHeader>(format, match.begin, match.end,
                                            is_start ? From::start : From::channel);
}

// It is one if it goes on like one. Other markers begin their own.
Next Header::begin_implied(Context& context, bool at_end) {
  const Readable part = context.readable(context.limits().max_tag_bytes);
  const Segment& segment = part.segment;
  context.first_non_blank_limit(segment);
  const std::uint64_t at = context.flow.blanks_until;
  const HeaderFormat& format = *context.dialect().header;
  const std::string_view rest = segment.slice(at, segment.end);
  bool may_be = rest.empty();
  for (std::string_view word : {MessageHeader::recipient_mark, format.message, format.constrain}) {
    if (word.empty()) continue;
    if (rest.substr(0, word.size()) == word) {
      header_ = std::make_unique<MessageHeader>(format, 0, 0, MessageHeader::From::prompt);
      return Next::to(Go::again);
    }
    may_be = may_be || word.substr(0, rest.size()) == rest;
  }
  if (may_be && !at_end && !part.is_bounded) return Next::to(Go::more);
  context.resume(0, Seen::again);
  return Next::to(Go::text);
}

Next Header::step(Context& context, bool at_end) {
  if (header_ == nullptr) return begin_implied(context, at_end);
  const Readable part = context.readable(header_->begin() + context.limits().max_tag_bytes);
  const std::uint64_t from = header_->position();
  const bool has_ended = header_->read(part.segment, at_end && !part.is_bounded);
  context.counters.examined += header_->position() - from + 1;
  if (has_ended) return end(context);
  if (!part.is_bounded) return Next::to(Go::more);
  ++context.counters.limit_hits;  // its marker is content, and so is what seemed to be its header
  const std::uint64_t end = header_->position();
  header_.reset();
  context.emit_until(EventKind::content, end);
  context.resume(end, Seen::visible);
  return Next::to(Go::text);
}

Next Header::end(Context& context) {
  const std::unique_ptr<MessageHeader> header = std::move(header_);
  const RuleSet::DialectPolicy& dialect = context.dialect();
  Match match;
  match.begin = header->message_begin();
  match.end = header->end();
  match.kind = TokenKind::marker;
  context.resume(match.end, Seen::hidden);
  context.emit_marker(EventKind::markup, match.begin);
  switch (header->kind(context.segment, dialect.header_call != no_rule)) {
    case MessageHeader::Kind::content: break;
    case MessageHeader::Kind::other_role: match.rule = dialect.header_skip; break;
    case MessageHeader::Kind::reasoning: match.rule = dialect.header_reasoning; break;
    case MessageHeader::Kind::call: match.rule = dialect.header_call; break;
  }
  if (match.rule == no_rule) {
    context.emit_marker(EventKind::markup, match.end);
    if (match.end != match.begin) context.out.line.begin();
    return Next::to(Go::text);
  }
  if (match.rule != dialect.header_call) return Next::to(Go::hidden, match);
  if (context.calls->is_quoted(context, match.begin)) return Text::refuse_call(context, match);
  Next next = Next::to(Go::call, match);
  next.name = header->tool(context.segment);
  return next;
}

}  // namespace tagstream
