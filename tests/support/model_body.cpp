#include "support/model_body.hpp"

#include <algorithm>

namespace tagstream::testing::model {
namespace {

bool is_call_name_byte(char c) {
  const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return is_word || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_-.:/$").find(c) != std::string_view::npos;
}

/// True if a closer may begin at `at`, of which not all is known.
bool may_close(const Known& known, std::size_t at, const Opening& opening) {
  return opening.program.may_grow(known, [&](std::string_view text) {
    return opening.program.closer_at(text, at, opening.form);
  });
}

/// blanks [before name [id-mark id] [separator]] [fence] value [fence] closer
class JsonBodyReader {
 public:
  JsonBodyReader(const Known& known, const Opening& opening)
      : text_(known.text), known_(known), opening_(opening), at_(opening.body) {
    body_.json = ModelJson(text_, 0);
  }

  Body read() {
    if (read_front() && read_value()) read_rest();
    if (body_.is_value_known) body_.all = json_items(text_, opening_, body_);
    if (body_.what == Body::What::closed) body_.items = body_.all;
    if (body_.what == Body::What::cut) {
      body_.items = started_items(text_, opening_, body_, open_until(text_, opening_, body_));
    }
    return std::move(body_);
  }

 private:
  [[nodiscard]] std::optional<Hit> closer_at(std::size_t at) const {
    return opening_.program.closer_at(text_, at, opening_.form);
  }

  /// All of these are false: reading ends.
  bool end_with(Body::What what, const Hit& closer) {
    body_.what = what;
    body_.content_end = closer.begin;
    body_.end = closer.end;
    return false;
  }
  /// At the end of the text it is only cut.
  bool fail(std::size_t at) {
    body_.what = at < text_.size() ? Body::What::failed : Body::What::cut;
    body_.at = at;
    body_.outside = body_.is_value_known ? at : opening_.body;
    return false;
  }
  /// At the first byte that is not the literal's. A marker may begin before it.
  bool fail_in(std::string_view literal) {
    const std::size_t from = at_;
    while (text_[at_] == literal[at_ - from]) ++at_;
    return fail(at_);
  }

  /// Before the value. At a byte that is part of it or of a fence, or at a closer.
  [[nodiscard]] bool skip_to_value() {
    for (; at_ < text_.size(); ++at_) {
      if (closer_at(at_)) return true;
      if (may_close(known_, at_, opening_)) return false;
      if (!is_blank(text_[at_])) return true;
    }
    return false;
  }

  bool read_front() {
    if (!skip_to_value()) return false;
    if (const auto closer = closer_at(at_)) return end_with(Body::What::empty, *closer);
    body_.name = opening_.name;
    body_.id = opening_.id;
    const CallBody form = opening_.form.body;
    body_.is_named = opening_.is_header || form == CallBody::arguments;
    const bool has_name = !opening_.is_header && form == CallBody::name_then_json;
    if (has_name && !is_json_here() && !read_name()) return false;
    if (body_.is_named && !body_.name.empty()) {
      if (const auto closer = closer_at(at_)) return end_with(Body::What::empty, *closer);
    }
    return read_fence();
  }

  [[nodiscard]] bool is_json_here() const {
    const CallNameFormat& format = opening_.form.name;
    if (!format.before.empty() || format.needs_separator) return false;
    return std::string_view("{[`~").find(text_[at_]) != std::string_view::npos;
  }

  /// True if the text ends in the literal or before it.
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
    const CallNameFormat& format = opening_.form.name;
    body_.is_named = true;
    if (!format.before.empty()) {
      if (may_become(format.before)) return false;
      if (!eat(format.before)) return fail_in(format.before);
      blanks();
    }
    body_.name_begin = at_;
    body_.name = word();
    if (body_.name.empty()) return fail(at_);
    blanks();
    if (may_become(format.id_mark) || may_become(format.separator)) return false;
    if (eat(format.id_mark)) {
      blanks();
      body_.id = word();
      if (body_.id.empty()) return fail(at_);
      body_.id = id_in(body_.id);
      blanks();
      if (may_become(format.separator)) return false;
    }
    if (!eat(format.separator) && format.needs_separator) return fail_in(format.separator);
    blanks();
    set_name();
    return true;
  }

  void set_name() {
    const CallNameFormat& format = opening_.form.name;
    std::string& name = body_.name;
    if (format.is_id) {
      body_.id = id_in(name);
      const std::size_t last = name.find_last_not_of("0123456789");
      const bool has_number = last != std::string::npos && last + 1 < name.size();
      if (has_number && name[last] == ':') name.resize(last);
    }
    const bool has_prefix = !format.prefix.empty() && name.starts_with(format.prefix);
    if (has_prefix && name.size() > format.prefix.size()) name.erase(0, format.prefix.size());
  }

  /// The opening fence line, if there is one, up to the first byte of the value.
  bool read_fence() {
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == '{' || c == '[') return true;
    if (c != '`' && c != '~') return fail(at_);
    const std::size_t from = at_;
    while (at_ < text_.size() && text_[at_] == c) ++at_;
    if (at_ == text_.size()) return false;
    if (at_ - from < 3) return fail(at_);
    fence_ = c;
    fence_size_ = at_ - from;
    for (; at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r'; ++at_) {
      if (text_[at_] == '<' || (text_[at_] == '`' && c == '`')) return fail(at_);
    }
    if (!skip_to_value()) return false;
    return (!closer_at(at_) && (text_[at_] == '{' || text_[at_] == '[')) || fail(at_);
  }

  bool read_value() {
    ModelJson& json = body_.json;
    json.at = body_.value = at_;
    if (opening_.form.body == CallBody::arguments) body_.name_begin = at_;
    if (json.read(body_.root)) return body_.is_value_known = true;
    const bool is_cut = json.status == ModelJson::Status::cut;
    body_.what = is_cut ? Body::What::cut : Body::What::failed;
    body_.at = json.at;
    body_.is_string_open =
        json.string_begin != ModelJson::none && json.string_end == ModelJson::none;
    if (json.is_at_string()) body_.string = json.string_begin;
    body_.outside = json.string_end != ModelJson::none ? json.string_end : opening_.body;
    if (body_.is_string_open) body_.outside = json.at;
    return false;
  }

  /// After the value.
  void read_rest() {
    at_ = body_.content_end = body_.end = body_.json.at;
    const std::size_t run = skip_blanks(text_, at_);
    std::size_t fence = run;
    while (fence_ != 0 && fence < text_.size() && text_[fence] == fence_) ++fence;
    const bool has_fence = fence_ != 0 && fence - run >= fence_size_;
    if (!opening_.form.has_closer) {
      body_.what = Body::What::closed;
      if (has_fence) body_.content_end = body_.end = fence;
      return;
    }
    if (const auto closer = closer_at(run)) return void(end_with(Body::What::closed, *closer));
    const bool is_fence_cut = fence == text_.size() && fence > run && !has_fence;
    if (is_fence_cut) return;
    at_ = has_fence ? skip_blanks(text_, fence) : run;
    if (const auto closer = closer_at(at_)) return void(end_with(Body::What::closed, *closer));
    body_.is_if_ended = at_ == text_.size() || may_close({text_, false}, at_, opening_);
    fail(at_);
    if (body_.is_if_ended) body_.what = Body::What::cut;
  }

  std::string_view text_;
  Known known_;
  const Opening& opening_;
  std::size_t at_;
  char fence_ = 0;
  std::size_t fence_size_ = 0;
  Body body_;
};

/// The closing tag that balances ends it, whatever is in it.
Body read_raw_body(const Known& known, const Opening& opening) {
  Body body;
  int depth = 1;
  std::size_t at = opening.body;
  const auto is_own = [&](const Hit& hit) { return hit.form == &opening.form; };
  while (const auto hit = opening.program.next(
             known, at, is_own, &body.quoted,
             [&](const Marker& marker) { return marker.form == &opening.form; })) {
    at = hit->end;
    if (hit->kind == TokenKind::open) ++depth;
    if (hit->kind != TokenKind::close || --depth > 0) continue;
    body.what = Body::What::closed;
    body.content_end = hit->begin;
    body.end = hit->end;
    BodyItem& item = body.items.emplace_back();
    item.name = opening.name;
    item.id = opening.id;
    break;
  }
  return body;
}

}  // namespace

std::size_t open_until(std::string_view text, const Opening& opening, const Body& body) {
  if (body.is_value_known) return none;
  const std::size_t end = body.what == Body::What::failed ? body.at : text.size();
  for (std::size_t at = body.string; at < end; ++at) {
    if (opening.program.closer_at(text, at, opening.form)) return at;
    if (may_close({text, false}, at, opening)) return at;
  }
  return end;
}

Body read_json_body(const Known& known, const Opening& opening) {
  return JsonBodyReader(known, opening).read();
}

bool is_json(const Known& known, const Opening& opening) {
  if (opening.form.body != CallBody::automatic) {
    return opening.form.body != CallBody::xml && opening.form.body != CallBody::raw;
  }
  const std::size_t at = skip_blanks(known.text, opening.body);
  return at == known.text.size() || known.text[at] != '<';
}

Body read_body(const Known& known, const Opening& opening, std::size_t limit) {
  if (opening.form.body == CallBody::raw) return read_raw_body(known, opening);
  return is_json(known, opening) ? read_json_body(known, opening)
                                 : read_xml_body(known, opening, limit);
}

}  // namespace tagstream::testing::model
