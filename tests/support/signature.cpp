#include "support/signature.hpp"

#include "support/seen.hpp"

namespace tagstream::testing {

bool Signature::goes_on(bool is_piece, std::uint64_t kind, std::uint64_t index) {
  const bool is_same = is_piece && kind == piece_ && index == index_;
  piece_ = is_piece ? kind : no_piece;
  index_ = index;
  return is_same;
}

void Signature::check_span(const Event& event) {
  if (!is_quoted_piece(event.kind) && event.span.start != end_) mix(no_piece);
}

void Signature::add(const Event& event) {
  const EventKind kind = event.kind;
  const bool is_piece = is_joined(kind);
  if (!goes_on(is_piece, static_cast<std::uint64_t>(kind), event.index)) {
    mix(static_cast<std::uint64_t>(kind));
    mix(is_quoted_piece(kind) || kind == EventKind::tool_call_start ? 0 : event.span.start);
    mix(event.index);
  } else {
    check_span(event);
  }
  end_ = event.span.end;
  if (kind != EventKind::notice) mix(event.text);
  if (is_piece || kind == EventKind::tool_call_start) return;
  mix(event.text.size());
  mix(event.span.end);
  mix(event.name);
  mix(event.raw);
  mix(event.id);
  mix(event.thought_type);
  mix(event.offset);
  unsigned flags = static_cast<unsigned>(event.code) << 16U;
  for (const bool flag : {event.is_closed, event.is_recorded, event.is_implied_open,
                          event.is_truncated, event.has_attributes, event.has_index,
                          event.has_started, event.is_repaired, event.is_recovered}) {
    flags = flags << 1U | (flag ? 1U : 0U);
  }
  mix(flags);
  mix(static_cast<std::uint64_t>((event.confidence + 1) * 1e6));
}

void Signature::add(const Token& token) {
  const bool is_text = token.kind == TokenKind::text;
  if (!goes_on(is_text, static_cast<std::uint64_t>(token.kind), 0)) {
    mix(static_cast<std::uint64_t>(token.kind));
    mix(token.begin);
  }
  mix(token.raw);
  if (!is_text) mix(token.name());
}

void Signature::add(const Tree& tree) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const tagstream::Tag tag = tree[i];
    const auto parent = tag.parent();
    for (const std::uint64_t place :
         {tag.start(), tag.end(), tag.content_start(), tag.content_end()}) {
      mix(place);
    }
    mix(tag.name());
    mix(tag.content());
    mix(tag.depth());
    mix(parent ? tags_ + parent->index() : no_piece);
    mix((tag.is_closed() ? 1U : 0U) | (tag.is_self_closing() ? 2U : 0U));
  }
  tags_ += tree.size();
  std::swap(hash_, diagnostics_);
  for (const Diagnostic& one : tree.diagnostics()) {
    mix(static_cast<std::uint64_t>(one.kind));
    mix(one.offset);
    mix(one.line);
    mix(one.column);
    mix(one.name);
  }
  std::swap(hash_, diagnostics_);
}

}  // namespace tagstream::testing
