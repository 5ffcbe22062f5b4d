// What the body of a call says.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "machine/open_call.hpp"

namespace tagstream {

using Status = JsonScanner::Status;

// ---- calls -----------------------------------------------------------------------------------

CallPart OpenCall::error_part(CallErrorCode code, std::uint64_t offset,
                              std::string_view message) const {
  CallPart part;
  part.error = code;
  part.offset = offset;
  part.message = message;
  return part;
}

// A body with nothing in it: no arguments if something names the tool.
CallPart OpenCall::empty_part(std::uint64_t offset, KeptStrings& owned) const {
  const bool is_self_closing = opener_.kind == TokenKind::empty;
  if (!is_named() && is_self_closing) {
    return error_part(CallErrorCode::missing_name, start(), "nothing names the tool");
  }
  if (!is_named()) return error_part(CallErrorCode::empty, offset, "there is nothing in it");
  CallPart part;
  part.name = keep(owned, name_);
  part.id = keep(owned, id_);
  part.arguments = "{}";
  return part;
}

CallPart OpenCall::json_error(const Segment& segment, KeptStrings& owned) const {
  if (failed_at_ >= content_end_ && !has_wrong_byte_) {
    return error_part(CallErrorCode::invalid_json, failed_at_,
                      "the body is not JSON: it ends too early");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  const char byte = *segment.at(failed_at_);
  const auto value = static_cast<unsigned char>(byte);
  std::string message = "the body is not JSON: ";
  if (value > ' ' && value < 0x7f) {
    message += '\'';
    message += byte;
    message += '\'';
  } else {
    message += "byte 0x";
    message += digits[value >> 4];
    message += digits[value & 15];
  }
  message += " cannot stand here";
  return error_part(CallErrorCode::invalid_json, failed_at_, keep(owned, std::move(message)));
}

// The one part that the body as a whole is, if it is read no further.
std::optional<CallPart> OpenCall::whole_body(const Segment& segment, KeptStrings& owned,
                                             LexerCounters& counters) {
  const bool is_self_closing = opener_.kind == TokenKind::empty;
  if (body_ == CallBody::raw) {
    CallPart part;
    part.name = keep(owned, name_);
    part.id = keep(owned, id_);
    return part;
  }
  const bool is_empty = is_self_closing || (phase_ == Phase::xml && xml_->is_empty());
  if (is_empty && body_ != CallBody::xml) return empty_part(content_end_, owned);
  if (phase_ == Phase::xml) return std::nullopt;
  if (has_failed_) {
    return has_nothing() ? empty_part(content_end_, owned) : json_error(segment, owned);
  }
  const std::uint64_t until = has_ended() ? content_end_ : segment.end;
  counters.examined += until - json_.offset();
  const auto wrong = json_.wrong_suffix(segment, until);
  if (wrong && !is_closer_cut_) {
    return error_part(CallErrorCode::invalid_json, *wrong, "behind the JSON value stands more");
  }
  if (has_ended() && !has_closer_) {
    return error_part(CallErrorCode::invalid_json, content_end_,
                      "behind the JSON value stands no closing tag");
  }
  if (is_nameless()) {
    const std::uint64_t at = call_name_ ? call_name_->name_begin() : json_.value_begin();
    return error_part(CallErrorCode::missing_name, at, "nothing names the tool");
  }
  return json_.error(head());
}

std::size_t OpenCall::part_count(const Segment& segment, KeptStrings& owned,
                                 LexerCounters& counters) {
  whole_ = whole_body(segment, owned, counters);
  if (whole_) return 1;
  return phase_ == Phase::xml ? xml_->part_count() : json_.item_count();
}

CallPart OpenCall::part(const Segment& segment, std::size_t index, KeptStrings& owned,
                        LexerCounters& counters) {
  if (whole_) return *whole_;
  if (phase_ != Phase::xml) {
    const bool is_tentative = rule_->is_leading && !json_.has_both(segment, index, counters);
    if (!is_tentative) return json_.part(segment, head(), index, owned, counters);
    return error_part(CallErrorCode::missing_name, start(), {});
  }
  CallPart part = xml_->part(index, owned);
  part.offset = start();
  return part;
}

bool OpenCall::is_complete(const Segment& segment) {
  switch (phase_) {
    case Phase::json_end: return is_closer_cut_ || !json_.wrong_suffix(segment, segment.end);
    case Phase::json_junk: return !json_.wrong_suffix(segment, segment.end);
    case Phase::xml: return xml_->is_complete(segment);
    default: return false;
  }
}

// ---- progress --------------------------------------------------------------------------------

std::size_t OpenCall::item_count() const {
  if (is_passed_) return 0;
  if (phase_ == Phase::xml) return xml_->item_count();
  if (phase_ == Phase::name) return 0;
  const bool is_named_by_tag =
      is_named() && !call_name_ && !is_named_by_header_ && !takes_arguments();
  return is_named_by_tag || rule_->is_leading ? 0 : json_.item_count();
}

CallProgress OpenCall::progress(const Segment& segment, std::size_t index,
                                LexerCounters& counters) {
  if (phase_ == Phase::xml) return xml_->progress(index);
  return json_.progress(segment, head(), index, certain_until(segment, counters), counters);
}

// What has been read is certain up to a closing tag in the present string: if it proves not to be
// JSON, the body ends there.
std::uint64_t OpenCall::certain_until(const Segment& segment, LexerCounters& counters) {
  if (!json_.is_at_string()) return json_.offset();
  if (watched_string_ != json_.string_begin()) {
    watched_string_ = json_.string_begin();
    watched_closer_ = none;
    watch_.restart(watched_string_);
  }
  if (watched_closer_ == none) {
    Match match;
    Segment read = segment;
    read.end = std::min(segment.end, json_.offset());
    if (watch_.next(read, closer_scope(), Lexer::no_limit, false, counters, match) ==
        Lexer::Outcome::match) {
      watched_closer_ = match.begin;
    }
  }
  return std::min({watched_closer_, watch_.position(), json_.offset()});
}

}  // namespace tagstream
