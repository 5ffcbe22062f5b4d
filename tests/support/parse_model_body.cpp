#include "support/parse_model_body.hpp"

#include <algorithm>

namespace tagstream::testing {
namespace {

bool is_call_name_byte(char c) {
  const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return is_word || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_-.:/$").find(c) != std::string_view::npos;
}

class BodyScanner {
 public:
  BodyScanner(std::string_view text, const ParseOpening& opening, const ParseMarks& marks)
      : text_(text), opening_(opening), marks_(marks), at_(opening.body) {
    scan_.json = ModelJson(text, 0);
  }

  BodyScan scan() {
    at_ = skip_blanks(text_, at_);
    if (const auto closer = closer_at(at_)) return end_with(BodyScan::What::empty, *closer);
    if (at_ == text_.size()) return std::move(scan_);
    scan_.name = opening_.name;
    scan_.id = opening_.id;
    scan_.is_named = opening_.is_header || opening_.format == tagstream::CallBody::arguments;
    const bool has_name =
        !opening_.is_header && opening_.format == tagstream::CallBody::name_then_json;
    if (has_name && !is_json_here() && !read_name()) return std::move(scan_);
    const bool may_be_empty = scan_.is_named && !scan_.name.empty() && at_ < text_.size();
    const auto closer = may_be_empty ? closer_at(at_) : std::nullopt;
    if (closer) return end_with(BodyScan::What::empty, *closer);
    if (!read_fence()) return std::move(scan_);
    scan_.json.at = at_;
    if (opening_.format == tagstream::CallBody::arguments) scan_.name_begin = at_;
    if (scan_.json.read(scan_.root)) {
      scan_.is_value_known = true;
      return read_rest();
    }
    return json_failed();
  }

 private:
  [[nodiscard]] std::optional<MarkHit> closer_at(std::size_t at) const {
    if (at >= text_.size()) return std::nullopt;
    return marks_.word_at(text_, at, opening_.close);
  }

  BodyScan end_with(BodyScan::What what, const MarkHit& closer) {
    scan_.what = what;
    scan_.content_end = closer.begin;
    scan_.end = closer.end;
    return std::move(scan_);
  }

  /// False always. At the end of the text it is only cut.
  bool fail(std::size_t at) {
    scan_.what = at < text_.size() ? BodyScan::What::failed : BodyScan::What::cut;
    scan_.at = at;
    scan_.outside = scan_.is_value_known ? at : opening_.body;
    return false;
  }

  /// At the first byte that is not the literal's. A marker may begin before it.
  bool fail_in(std::string_view literal) {
    const std::size_t from = at_;
    while (text_[at_] == literal[at_ - from]) ++at_;
    return fail(at_);
  }

  [[nodiscard]] bool is_json_here() const {
    const CallNameFormat& format = opening_.name_format;
    if (!format.before.empty() || format.needs_separator) return false;
    return std::string_view("{[`~").find(text_[at_]) != std::string_view::npos;
  }

  /// False if the text ends in the literal or before it.
  [[nodiscard]] bool may_become(std::string_view literal) const {
    const std::string_view rest = text_.substr(at_);
    return rest.size() < literal.size() && literal.starts_with(rest);
  }

  bool eat(std::string_view literal) {
    if (literal.empty() || !text_.substr(at_).starts_with(literal)) return false;
    at_ += literal.size();
    return true;
  }

  std::string word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_call_name_byte(text_[at_])) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

  void blanks() { at_ = skip_blanks(text_, at_); }

  bool read_name() {
    const CallNameFormat& format = opening_.name_format;
    scan_.is_named = true;
    if (!format.before.empty()) {
      if (may_become(format.before)) return false;
      if (!eat(format.before)) return fail_in(format.before);
      blanks();
    }
    scan_.name_begin = at_;
    scan_.name = word();
    if (scan_.name.empty()) return fail(at_);
    blanks();
    if (may_become(format.id_mark) || may_become(format.separator)) return false;
    if (eat(format.id_mark)) {
      blanks();
      scan_.id = word();
      if (scan_.id.empty()) return fail(at_);
      scan_.id = model_id(scan_.id);
      blanks();
      if (may_become(format.separator)) return false;
    }
    if (!eat(format.separator) && format.needs_separator) return fail_in(format.separator);
    blanks();
    set_name();
    return true;
  }

  void set_name() {
    const CallNameFormat& format = opening_.name_format;
    std::string& name = scan_.name;
    if (format.is_id) {
      scan_.id = model_id(name);
      const std::size_t last = name.find_last_not_of("0123456789");
      const bool has_number = last != std::string::npos && last + 1 < name.size();
      if (has_number && name[last] == ':') name.resize(last);
    }
    const bool has_prefix = !format.prefix.empty() && name.starts_with(format.prefix);
    if (has_prefix && name.size() > format.prefix.size()) name.erase(0, format.prefix.size());
  }

  /// The opening fence line, if there is one, and the first byte of the value.
  bool read_fence() {
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == '{' || c == '[') return true;
    if (c != '`' && c != '~') return fail(at_);
    const std::size_t from = at_;
    while (at_ < text_.size() && text_[at_] == c) ++at_;
    if (at_ == text_.size()) return false;
    if (at_ - from < 3) return fail(at_);
    for (; at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r'; ++at_) {
      const bool is_end = text_[at_] == '<' || (text_[at_] == '`' && c == '`');
      if (is_end || closer_at(at_)) return fail(at_);
    }
    fence_ = c;
    fence_size_ = text_.find_first_not_of(c, from) - from;
    blanks();
    if (at_ == text_.size()) return false;
    return text_[at_] == '{' || text_[at_] == '[' || fail(at_);
  }

  /// After the value.
  BodyScan read_rest() {
    at_ = scan_.json.at;
    scan_.content_end = scan_.end = at_;
    std::size_t fence = skip_blanks(text_, at_);
    const std::size_t run = fence;
    while (fence_ != 0 && fence < text_.size() && text_[fence] == fence_) ++fence;
    const bool has_fence = fence_ != 0 && fence - run >= fence_size_;
    if (opening_.close.empty()) {
      scan_.what = BodyScan::What::closed;
      if (has_fence) scan_.content_end = scan_.end = fence;
      return std::move(scan_);
    }
    if (const auto closer = closer_at(run)) return end_with(BodyScan::What::closed, *closer);
    const bool is_fence_cut = fence == text_.size() && fence > run && !has_fence;
    if (is_fence_cut) return std::move(scan_);
    at_ = has_fence ? skip_blanks(text_, fence) : run;
    if (const auto closer = closer_at(at_)) return end_with(BodyScan::What::closed, *closer);
    scan_.is_if_ended = at_ == text_.size() || marks_.may_become(text_, at_, opening_.close);
    fail(at_);
    if (scan_.is_if_ended) scan_.what = BodyScan::What::cut;
    return std::move(scan_);
  }

  BodyScan json_failed() {
    const ModelJson& json = scan_.json;
    scan_.what =
        json.status == ModelJson::Status::cut ? BodyScan::What::cut : BodyScan::What::failed;
    scan_.at = json.at;
    scan_.is_string_open =
        json.string_begin != ModelJson::none && json.string_end == ModelJson::none;
    if (json.is_at_string()) scan_.string = json.string_begin;
    scan_.outside = json.string_end != ModelJson::none ? json.string_end : opening_.body;
    if (scan_.is_string_open) scan_.outside = json.at;
    return std::move(scan_);
  }

  std::string_view text_;
  const ParseOpening& opening_;
  const ParseMarks& marks_;
  std::size_t at_;
  char fence_ = 0;
  std::size_t fence_size_ = 0;
  BodyScan scan_;
};

}  // namespace

BodyScan scan_body(std::string_view text, const ParseOpening& opening, const ParseMarks& marks) {
  return BodyScanner(text, opening, marks).scan();
}

std::size_t end_of_string(std::string_view text, std::size_t quote, std::size_t at) {
  while (at < text.size() && text[at] != text[quote]) at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

}  // namespace tagstream::testing
