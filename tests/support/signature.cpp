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
  if (event.kind != EventKind::tool_call_delta && event.span.begin != end_) mix(no_piece);
}

void Signature::add(const Event& event) {
  const Call* const call = event.call();
  const std::uint64_t index = call == nullptr ? 0 : call->index();
  if (!goes_on(is_delta(event.kind), static_cast<std::uint64_t>(event.kind), index)) {
    mix(static_cast<std::uint64_t>(event.kind));
    mix(event.span.begin);
    mix(index);
  } else {
    check_span(event);
  }
  end_ = event.span.end;
  if (event.kind != EventKind::notice) mix(event.text);
  if (is_delta(event.kind)) return;
  mix(event.text.size());
  mix(event.span.end);
  mix((event.is_closed ? 1U : 0U) | (event.is_recorded ? 2U : 0U) | (event.is_truncated ? 4U : 0U) |
      static_cast<unsigned>(event.code) << 3U);
  if (event.element != nullptr) {
    mix(event.element->start());
    mix(event.element->is_implied_open() ? 1U : 0U);
    mix(event.element->name());
    mix(event.element->raw_tag());
  }
  if (call != nullptr) add_call(*call);
}

void Signature::add_parsed(const Event& event) {
  const EventKind kind = event.kind;
  const bool is_piece = is_delta(kind) || kind == EventKind::markup;
  const Call* const call = event.call();
  const std::uint64_t index = call == nullptr ? 0 : call->index();
  if (!goes_on(is_piece, static_cast<std::uint64_t>(kind), index)) {
    mix(static_cast<std::uint64_t>(kind));
    mix(kind == EventKind::tool_call_delta || kind == EventKind::tool_call_start ? 0 : event.span.begin);
    mix(index);
  } else {
    check_span(event);
  }
  end_ = event.span.end;
  if (kind != EventKind::notice) mix(event.text);
  if (is_piece || kind == EventKind::tool_call_start) return;
  mix(event.span.end);
  mix((event.is_closed ? 1U : 0U) | static_cast<unsigned>(event.code) << 2U);
  if (call != nullptr) add_call(*call);
}

void Signature::add_call(const Call& call) {
  mix(call.span().begin);
  mix(call.span().end);
  mix(call.tool());
  mix(call.arguments());
  mix(call.id());
  mix(call.offset());
  mix((call.has_index ? 1U : 0U) | (call.is_repaired ? 2U : 0U) | (call.is_recovered ? 4U : 0U) |
      (call.has_started ? 8U : 0U) | static_cast<unsigned>(call.error()) << 4U);
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

void Signature::add(const ThoughtEvent& event) {
  const bool is_quote = event.kind == ThoughtEventKind::thought_delta;
  const bool is_piece = is_quote || event.kind == ThoughtEventKind::content_delta;
  const bool is_text =
      event.kind != ThoughtEventKind::notice && event.kind != ThoughtEventKind::stopped;
  if (!goes_on(is_piece, static_cast<std::uint64_t>(event.kind), 0)) {
    mix(static_cast<std::uint64_t>(event.kind));
    if (!is_quote) mix(event.begin);
  }
  if (is_text) mix(event.text);
  if (is_piece) return;
  mix(event.end);
  mix(static_cast<std::uint64_t>(event.code));
  if (event.kind != ThoughtEventKind::thought) return;
  mix(event.type);
  mix((event.has_attributes ? 1U : 0U) | (event.has_type ? 2U : 0U) | (event.is_closed ? 4U : 0U) |
      (event.is_truncated ? 8U : 0U));
  if (event.has_attributes) mix(static_cast<std::uint64_t>(event.confidence * 1e9));
}

void Signature::add(const Tree& tree) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const tagstream::Tag tag = tree[i];
    const auto parent = tag.parent();
    for (const std::uint64_t place :
         {tag.start_index(), tag.end_index(), tag.content_start(), tag.content_end()}) {
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
