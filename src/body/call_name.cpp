#include "body/call_name.hpp"

#include "lex/grammar.hpp"

namespace tagstream {

namespace {

constexpr bool begins_json(char c) { return c == '{' || c == '[' || c == '`' || c == '~'; }

// Without `:` and digits at its end.
std::string_view without_counter(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
  const bool has_counter = end > 0 && end < name.size() && name[end - 1] == ':';
  return has_counter ? name.substr(0, end - 1) : name;
}

}  // namespace

CallName::Status CallName::read(const Segment& segment) {
  while (at_ < segment.end) {
    const Status status = step(segment, *segment.at(at_));
    if (status != Status::open) return status;
  }
  return Status::open;
}

CallName::Status CallName::step(const Segment& segment, char byte) {
  switch (stage_) {
    case Stage::before: return read_before(byte);
    case Stage::literal: return read_literal(segment);
    case Stage::name_begin:
    case Stage::id_begin:
      if (!is_blank(byte)) {
        if (!is_call_name_byte(byte)) return Status::failed;
        (stage_ == Stage::name_begin ? name_begin_ : id_begin_) = at_;
        stage_ = stage_ == Stage::name_begin ? Stage::name : Stage::id;
      }
      ++at_;
      return Status::open;
    case Stage::name:
    case Stage::id:
      if (is_call_name_byte(byte)) {
        ++at_;
        return Status::open;
      }
      (stage_ == Stage::name ? name_end_ : id_end_) = at_;
      stage_ = Stage::tail;
      return Status::open;
    case Stage::tail: return read_tail(byte);
  }
  return Status::failed;
}

CallName::Status CallName::read_before(char byte) {
  if (is_blank(byte)) {
    ++at_;
    return Status::open;
  }
  if (!format_->before.empty()) {
    if (byte != format_->before[0]) return Status::failed;
    begin_literal();
    return Status::open;
  }
  if (begins_json(byte) && !format_->needs_separator) return Status::no_name;
  if (!is_call_name_byte(byte)) return Status::failed;
  stage_ = Stage::name_begin;
  return Status::open;
}

void CallName::begin_literal() {
  literal_at_ = at_;
  stage_ = Stage::literal;
}

// After the name.
CallName::Status CallName::read_tail(char byte) {
  if (is_blank(byte)) {
    ++at_;
    return Status::open;
  }
  const bool may_be_id = !format_->id_mark.empty() && id_end_ == 0 && !has_separator_;
  const bool may_be_separator = !format_->separator.empty() && !has_separator_;
  const bool is_literal = (may_be_id && byte == format_->id_mark[0]) ||
                          (may_be_separator && byte == format_->separator[0]);
  if (is_literal) {
    begin_literal();
    return Status::open;
  }
  const bool is_ready = has_separator_ || !format_->needs_separator;
  return is_ready && begins_json(byte) ? Status::complete : Status::failed;
}

CallName::Status CallName::read_literal(const Segment& segment) {
  const std::string_view text = segment.slice(literal_at_, at_ + 1);
  const bool is_before = name_end_ == 0;
  auto is_on_the_way = [&](std::string_view literal) {
    return !literal.empty() && literal.substr(0, text.size()) == text;
  };
  const bool may_be_id = !is_before && id_end_ == 0 && !has_separator_;
  const bool goes_on = is_before ? is_on_the_way(format_->before)
                                 : ((may_be_id && is_on_the_way(format_->id_mark)) ||
                                    (!has_separator_ && is_on_the_way(format_->separator)));
  if (!goes_on) {
    const bool is_ready = !is_before && (has_separator_ || !format_->needs_separator);
    if (!is_ready || !begins_json(*segment.at(literal_at_))) return Status::failed;
    at_ = literal_at_;
    return Status::complete;
  }
  ++at_;
  if (is_before && text == format_->before) {
    stage_ = Stage::name_begin;
  } else if (may_be_id && text == format_->id_mark) {
    stage_ = Stage::id_begin;
  } else if (!is_before && text == format_->separator) {
    has_separator_ = true;
    stage_ = Stage::tail;
  }
  return Status::open;
}

CallName::Name CallName::name(const Segment& segment) const {
  Name found;
  found.name = segment.slice(name_begin_, name_end_);
  if (id_end_ != 0) found.id = segment.slice(id_begin_, id_end_);
  if (format_->is_id) {
    found.id = found.name;
    found.name = without_counter(found.name);
  }
  const std::string_view prefix = format_->prefix;
  if (found.name.size() > prefix.size() && found.name.substr(0, prefix.size()) == prefix) {
    found.name.remove_prefix(prefix.size());
  }
  return found;
}

}  // namespace tagstream
