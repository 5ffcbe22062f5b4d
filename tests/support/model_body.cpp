#include "support/model_body.hpp"

#include <algorithm>
#include <utility>

namespace tagstream::testing::model {
namespace {

bool is_call_name_byte(char c) {
  const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return is_word || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_-.:/$").find(c) != std::string_view::npos;
}

/// True if a closer may begin at `at` whose end is not known yet.
bool may_close(const Known& known, std::size_t at, const Opening& opening) {
  return opening.program.may_grow(known, [&](std::string_view text) {
    return opening.program.closer_at(text, at, opening.form);
  });
}

/// True if the mark counts as the closer of a complete value.
bool ends_value(const Hit& hit) {
  switch (hit.mark) {
    case Mark::unwrap:
    case Mark::record: return false;
    case Mark::wrap_open: return hit.form != nullptr;
    default: return true;
  }
}

/// Reads a body of the form
/// `blanks [before name [id-mark id] [separator]] [fence] value [fence] closer`.
class JsonBodyReader {
 public:
  JsonBodyReader(const Known& known, const Opening& opening)
      : text_(known.text), known_(known), opening_(opening), at_(opening.body) {
    body_.json = ModelJson(text_, 0);
  }

  Body read() {
    if (read_front() && read_value()) read_rest();
    return finished();
  }

  Body read_text_or_json() {
    const bool has_name = !opening_.form.name.separator.empty();
    if (has_name && (!skip_to_value() || !read_front_name())) return finished();
    const std::size_t value = skip_blanks(text_, at_);
    const std::string_view rest = text_.substr(value);
    const std::size_t second = rest.starts_with('{') ? skip_blanks(rest, 1) : none;
    if (second < rest.size() && std::string_view("\"'}").find(rest[second]) != none) {
      at_ = value;
      body_.name = has_name ? body_.name : opening_.name;
      body_.id = has_name ? body_.id : opening_.id;
      if (read_fence() && read_value()) read_rest();
      return finished();
    }
    const bool is_undecided = rest.empty() || second == rest.size();
    if (is_undecided && !closes_in(at_, value + 1)) return std::move(body_);
    read_text(value);
    return std::move(body_);
  }

 private:
  Body finished() {
    if (body_.is_value_known) read_items();
    if (body_.what == Body::What::closed) body_.items = body_.all;
    if (body_.what == Body::What::cut) {
      body_.items = started_items(text_, opening_, body_, open_until(text_, opening_, body_));
    }
    return std::move(body_);
  }

  /// Reads the name in front of the value, and its separator.
  bool read_front_name() {
    if (const auto closer = closer_at(at_)) return end_with(Body::What::empty, *closer);
    return read_name();
  }

  [[nodiscard]] bool closes_in(std::size_t from, std::size_t to) const {
    for (; from < std::min(to, text_.size()); ++from) {
      if (closer_at(from)) return true;
    }
    return false;
  }

  /// Reads a body that is text. The first closer ends it.
  void read_text(std::size_t value) {
    body_.is_text = true;
    std::size_t end = at_;
    while (end < text_.size() && !may_close({text_, false}, end, opening_) && !closer_at(end))
      ++end;
    const auto closer = may_close({text_, false}, end, opening_) ? std::nullopt : closer_at(end);
    const bool is_whole = closer || !opening_.form.has_closer || opening_.form.end_closes;
    const std::string name = body_.is_named ? body_.name : opening_.name;
    if (end > value && name.empty()) {
      body_.what = Body::What::not_a_call;
      return;
    }
    if (closer) end_with(end > value ? Body::What::closed : Body::What::empty, *closer);
    if (end <= value) return;
    BodyItem item{
        .begin = value, .end = end, .name = name, .id = body_.is_named ? body_.id : opening_.id};
    if (body_.is_named) item.name_at = body_.name_begin;
    if (!closer) end = end_before_tokens(text_, value, end, opening_.program);
    if (end <= value) return;
    body_.cut_end = end;
    std::string_view text = text_.substr(value, end - value);
    while (is_blank(text.back())) text.remove_suffix(1);
    const auto [argument, types] = opening_.program.argument_of_text(name, opening_.form.argument);
    const std::string key = '{' + quoted_json(argument) + ':';
    const bool is_string = types == ValueTypes::none;
    item.arguments =
        key + typed_json(text, types, opening_.program.options.strict_json, item.is_repaired) + '}';
    take_attributes(opening_, item, true, true);
    body_.all = {item};
    check_items(opening_, body_.all);
    body_.is_if_ended = is_whole;
    if (closer) {
      body_.items = body_.all;
      return;
    }
    const std::string open = open_string_json(text, false, false);
    item.is_started = opening_.may_start && !open.empty() && is_string;
    if (!item.is_started) return;
    item.start_id = item.id;
    item.given = has_argument(opening_, name) ? "" : key + open;
    body_.items = {item};
    check_items(opening_, body_.items);
    if (!body_.items[0].is_started) body_.items.clear();
  }

  void read_items() {
    const std::size_t surplus = std::exchange(body_.surplus, none);
    body_.all = json_items(text_, opening_, body_);
    body_.is_refuted = std::none_of(body_.all.begin(), body_.all.end(),
                                    [](const BodyItem& item) { return item.error == Code::none; });
    body_.surplus = surplus;
    if (surplus != none) body_.all = json_items(text_, opening_, body_);
  }

  [[nodiscard]] std::optional<Hit> closer_at(std::size_t at) const {
    return opening_.program.closer_at(text_, at, opening_.form);
  }

  // These functions return false, since the reading of the body ends there.
  /// Ends the body at its closer.
  bool end_with(Body::What what, const Hit& closer) {
    body_.what = what;
    body_.content_end = closer.begin;
    body_.end = closer.end;
    return false;
  }
  /// The body fails at the byte `at`; at the end of the text it is cut instead.
  bool fail(std::size_t at) {
    body_.what = at < text_.size() ? Body::What::failed : Body::What::cut;
    body_.at = at;
    body_.outside = body_.is_value_known ? at : opening_.body;
    return false;
  }
  /// A body that has failed becomes text: any message may contain such bytes.
  bool be_no_call() {
    if (body_.what == Body::What::failed) body_.what = Body::What::not_a_call;
    return false;
  }
  /// Fails at the first byte that differs from the literal. A marker may begin before this byte.
  bool fail_in(std::string_view literal) {
    const std::size_t from = at_;
    while (text_[at_] == literal[at_ - from]) ++at_;
    return fail(at_);
  }

  /// Skips the bytes before the value. Stops at a byte of the value, of a fence, or of a closer.
  [[nodiscard]] bool skip_to_value() {
    for (; at_ < text_.size(); ++at_) {
      if (closer_at(at_)) return true;
      if (may_close(known_, at_, opening_)) return false;
      if (!is_blank(text_[at_])) return true;
    }
    return false;
  }

  bool read_front() {
    const bool has_value = skip_to_value();
    // The opener has named the call, so the call has begun: a mark that the end of the text cuts
    // off must be its closer.
    const bool is_empty = known_.is_all && !opening_.name.empty();
    if (!has_value || (is_empty && is_closer_cut(text_, at_, opening_))) {
      note_empty(text_, at_, opening_, body_);
      return false;
    }
    if (const auto closer = closer_at(at_)) return end_with(Body::What::empty, *closer);
    body_.name = opening_.name;
    body_.id = opening_.id;
    const CallBody form = opening_.form.body;
    body_.is_named = opening_.is_header || form == CallBody::arguments;
    const bool is_code = form == CallBody::pythonic && !opening_.form.pythonic.callee.empty();
    const bool has_name = !opening_.is_header && (form == CallBody::name_then_json || is_code);
    if (has_name && !is_json_here() && !read_name()) return is_code ? be_no_call() : false;
    if (body_.is_named && !body_.name.empty()) {
      if (const auto closer = closer_at(at_)) return end_with(Body::What::empty, *closer);
      note_empty(text_, at_, opening_, body_);
      if (known_.is_all && is_closer_cut(text_, at_, opening_)) return false;
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
    if (!read_word(body_.name)) return false;
    if (format.may_have_spaces && !read_further_words()) return false;
    if (format.kind == body_.name && !format.kind.empty()) {
      if (may_become(format.separator)) return false;
      if (eat(format.separator)) {
        blanks();
        if (at_ == text_.size()) return false;
        if (!is_call_name_byte(text_[at_])) return fail(at_);
        if (!read_word(body_.name)) return false;
        set_name();
        return true;
      }
    }
    if (may_become(format.id_mark)) return false;
    if (!format.id_first && may_become(format.separator)) return false;
    if (eat(format.id_mark)) {
      blanks();
      const std::size_t first = body_.name_begin;
      if (!read_word(body_.id)) return false;
      if (format.id_first) {
        std::swap(body_.name, body_.id);
      } else {
        body_.name_begin = first;
      }
      body_.id = id_in(body_.id);
      if (may_become(format.separator)) return false;
    } else if (format.id_first) {
      return fail_in(format.id_mark);
    }
    const bool has_separator = eat(format.separator);
    if (!has_separator && format.needs_separator) return fail_in(format.separator);
    blanks();
    if (has_separator && !read_what_follows()) return false;
    set_name();
    return true;
  }

  /// Reads a name or an id, and the blanks after it.
  bool read_word(std::string& out) {
    body_.name_begin = at_;
    out = word();
    if (out.empty()) return fail(at_);
    blanks();
    return true;
  }

  /// Reads the further words of a name with spaces. They stand on its line, before the separator.
  bool read_further_words() {
    at_ = body_.name_begin + body_.name.size();
    for (;;) {
      const std::size_t next = std::min(text_.find_first_not_of(' ', at_), text_.size());
      if (next == text_.size() || !is_call_name_byte(text_[next])) break;
      const std::string_view separator = opening_.form.name.separator;
      const std::string_view rest = text_.substr(next);
      std::size_t same = 0;
      while (same < std::min(rest.size(), separator.size()) && rest[same] == separator[same])
        ++same;
      if (same == separator.size() || same == rest.size()) break;
      const std::string_view begun = rest.substr(0, same);
      const auto is_of_name = [](char c) { return c == ' ' || is_call_name_byte(c); };
      if (!std::all_of(begun.begin(), begun.end(), is_of_name)) break;
      at_ = next + same;
      if (same == 0 || begun.back() != ' ') word();
      const std::string_view all = text_.substr(body_.name_begin, at_ - body_.name_begin);
      body_.name = all.substr(0, all.find_last_not_of(' ') + 1);
    }
    blanks();
    return true;
  }

  /// Reads the words that may follow the separator, each of them once at most.
  bool read_what_follows() {
    std::vector<std::string_view> words(opening_.form.name.then.begin(),
                                        opening_.form.name.then.end());
    for (;;) {
      const auto may = [&](std::string_view word) { return may_become(word); };
      if (std::any_of(words.begin(), words.end(), may)) return false;
      const auto next = std::find_if(words.begin(), words.end(),
                                     [&](std::string_view word) { return eat(word); });
      if (next == words.end()) break;
      words.erase(next);
      blanks();
    }
    if (words.empty() || at_ == text_.size() || text_[at_] != '<') return true;
    // The longest word that matches counts.
    std::size_t longest = at_;
    for (std::string_view word : words) {
      std::size_t to = at_;
      while (to - at_ < word.size() && text_[to] == word[to - at_]) ++to;
      longest = std::max(longest, to);
    }
    return fail(longest);
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
    if (format.is_id && name.find_first_not_of("0123456789") == std::string::npos) name.clear();
    for (const ToolSchema& tool : opening_.program.options.schemas) {
      if (format.is_id && !body_.id.empty() && tool.name == body_.id) name = body_.id;
    }
  }

  [[nodiscard]] bool begins_value(char c) const {
    if (opening_.form.body == CallBody::pythonic) return c != '`' && c != '~';
    return c == '{' || c == '[';
  }

  /// Reads the opening fence line, if there is one, up to the first byte of the value.
  bool read_fence() {
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    // After a name, code that is not JSON must stand in a fence.
    const bool is_after_name = body_.is_named && opening_.form.body == CallBody::pythonic;
    if (is_after_name ? c == '{' || c == '[' : begins_value(c)) return true;
    if (c != '`' && c != '~') {
      fail(at_);
      return is_after_name ? be_no_call() : false;
    }
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
    return (!closer_at(at_) && begins_value(text_[at_])) || fail(at_);
  }

  bool read_value() {
    ModelJson& json = body_.json;
    json.at = body_.value = at_;
    if (opening_.form.body == CallBody::arguments) body_.name_begin = at_;
    if (opening_.form.body == CallBody::pythonic && read_pythonic()) return body_.is_value_known;
    if (opening_.form.body == CallBody::json_lines ? read_lines() : json.read(body_.root)) {
      return body_.is_value_known = true;
    }
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

  /// Reads calls that look like code. False if the value is JSON instead.
  bool read_pythonic() {
    using Status = PythonicReader::Status;
    PythonicReader reader(text_, opening_.form.pythonic, at_);
    const bool has_sign = !opening_.form.is_tentative && opening_.form.pythonic.after.empty();
    const bool ends_line = !has_sign && !opening_.form.has_closer;
    Status status = reader.read(!opening_.form.has_closer, known_.is_all);
    if (status == Status::json) return false;
    if (status == Status::complete && ends_line && text_[at_] == '[') {
      status = reader.read_further_lists(known_.is_all);
    }
    body_.is_written = true;
    body_.written = reader.calls;
    body_.first_slip = reader.first_slip;
    body_.root.begin = at_;
    body_.json.at = reader.at;
    body_.repeated = reader.repeated;
    body_.is_value_known = status == Status::complete;
    const bool may_go_on = text_[at_] == '[' && known_.is_all;
    if (body_.is_value_known && ends_line) check_line_end(may_go_on);
    if (body_.is_value_known) return true;
    if (status == Status::complete) {
      body_.outside = std::max(reader.string_end + 1, opening_.body + 1) - 1;
      return true;
    }
    body_.what = status == Status::cut ? Body::What::cut : Body::What::failed;
    body_.at = reader.at;
    body_.is_string_open = reader.string_begin != none && reader.string_end == none;
    if (reader.is_at_string()) body_.string = reader.string_begin;
    body_.outside = reader.string_end != none ? reader.string_end : opening_.body;
    if (body_.is_string_open) body_.outside = reader.at;
    return true;
  }

  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  /// Calls without a marker are calls only if their line ends with them.
  /// @param may_go_on  a comma and nothing else may follow
  void check_line_end(bool may_go_on) {
    const bool is_last = !opening_.form.pythonic.after.empty();  // no text may follow
    const std::size_t at = text_.find_first_not_of(is_last ? " \t\f\r\n" : " \t\f", body_.json.at);
    if (at == none) {
      body_.is_value_known = known_.is_all;
      return;
    }
    const std::size_t longest = opening_.program.options.limits.max_tag_bytes;
    const std::size_t token = token_end(text_, at, longest);
    const auto is_dropped = [](const Hit& hit) { return hit.mark == Mark::drop; };
    const bool is_last_comma = may_go_on && text_[at] == ',';
    const bool is_comment = text_[at] == '#' && at > body_.json.at && !is_last;
    const bool ends = is_comment || text_[at] == '\n' || text_[at] == '\r' ||
                      (token != 0 && token != none) || opening_.program.at(text_, at, is_dropped);
    const bool may_touch =
        opening_.form.pythonic.text_may_touch && !opening_.program.options.schemas.empty();
    const bool is_list = text_[body_.root.begin] == '[';
    const bool is_touching = is_list && at == body_.json.at && is_letter(text_[at]);
    if (ends || is_last_comma || (may_touch && is_touching)) return;
    body_.is_value_known = false;
    body_.what = Body::What::failed;
    body_.at = at;
  }

  /// The list that is the only member of an object; null if there is none.
  [[nodiscard]] const ModelValue* list_of_all(const ModelValue& value) const {
    const bool may_be = opening_.name.empty() && value.members.size() == 1;
    if (!may_be || value.members[0].key != "tool_calls") return nullptr;
    const ModelValue& list = value.members[0].value;
    return list.first == '[' ? &list : nullptr;
  }

  /// Reads several values with only blanks between them, as if they were one list.
  bool read_lines() {
    ModelJson& json = body_.json;
    body_.root.first = '[';
    body_.root.begin = at_;
    for (;;) {
      ModelValue value;
      json.string_begin = ModelJson::none;
      const bool is_whole = json.read(value);
      auto& list = body_.root.elements;
      const bool is_first = value.begin == body_.root.begin;
      if (const ModelValue* const all = is_first ? list_of_all(value) : nullptr) {
        if (is_whole) list = std::vector<ModelValue>(all->elements);
      } else if (value.first == '{') {
        list.push_back(std::move(value));
      } else {
        list.insert(list.end(), value.elements.begin(), value.elements.end());
      }
      if (!is_whole) return false;
      const std::size_t next = skip_blanks(text_, json.at);
      if (next == text_.size() && !known_.is_all) return false;
      if (next == text_.size() || (text_[next] != '{' && text_[next] != '[')) break;
      json.at = next;
    }
    body_.root.end = json.at;
    return true;
  }

  /// The marks that may stand after the value, blanks aside: a closing fence, and brackets.
  struct Layout {
    std::size_t end = 0;  ///< the first byte that does not belong there
    std::size_t surplus = none;
    std::size_t fence_end = 0;
    bool is_fence_cut = false;
  };
  [[nodiscard]] Layout layout(std::string_view text) const {
    Layout found;
    std::size_t at = body_.json.at;
    for (; at < text.size(); ++at) {
      const bool is_bracket = (text[at] == '}' || text[at] == ']') && opening_.form.has_closer;
      if (is_bracket && found.surplus == none) found.surplus = at;
      if (is_bracket || is_blank(text[at])) continue;
      if (fence_ == 0 || text[at] != fence_ || found.fence_end != 0) break;
      std::size_t run = std::min(text.find_first_not_of(fence_, at), text.size());
      if (!opening_.form.has_closer) run = std::min(run, at + fence_size_);
      if (run - at < fence_size_) {
        found.is_fence_cut = run == text.size();
        if (!found.is_fence_cut) break;
      } else {
        found.fence_end = run;
      }
      at = run - 1;
      if (found.fence_end != 0 && !opening_.form.has_closer) break;
    }
    found.end = at;
    return found;
  }

  /// Reads the text after the value. A mark that ends the body counts at any place.
  void read_rest() {
    body_.content_end = body_.end = body_.json.at;
    const Layout all = layout(text_);
    if (!opening_.form.has_closer) {
      body_.what = Body::What::closed;
      if (all.fence_end != 0) body_.content_end = body_.end = all.fence_end;
      if (opening_.form.is_whole_answer && !is_last(body_.end)) fail(body_.json.at);
      return;
    }
    for (std::size_t at = body_.json.at; at <= all.end && at < text_.size(); ++at) {
      const auto find = [&](std::string_view text) { return ender_at(text, at, opening_); };
      const bool is_cut = is_closer_cut(text_, at, opening_);
      if (is_cut || opening_.program.may_grow({text_, false}, find)) return cut_at(at);
      const auto hit = find(text_);
      if (hit) return end_value(*hit);
    }
    if (all.end == text_.size()) return cut_at(all.end);
    const Settings& options = opening_.program.options;
    const bool takes_tokens = options.unclosed_call == UnclosedCall::call;
    const std::size_t longest = options.limits.max_tag_bytes;
    const std::size_t token = takes_tokens ? token_end(text_, all.end, longest) : 0;
    if (token == 0) {
      body_.quoted = std::max(body_.quoted, opening_.program.quoted_by(text_, all.end));
      return void(fail(all.end));
    }
    if (token == none) return cut_at(all.end);
    body_.surplus = all.surplus;
    body_.what = Body::What::closed;
    body_.is_closed = false;
    body_.content_end = body_.end = all.end;
  }

  /// True if only blanks, or a token of the vocabulary, follow `end`.
  [[nodiscard]] bool is_last(std::size_t end) const {
    const std::size_t at = skip_blanks(text_, end);
    if (at == text_.size()) return true;
    const std::size_t token = token_end(text_, at, opening_.program.options.limits.max_tag_bytes);
    return token != 0 && token != none;
  }

  /// Ends the body, whose value is complete, at this mark.
  void end_value(const Hit& hit) {
    const Layout before = layout(text_.substr(0, hit.begin));
    if (before.is_fence_cut) {
      std::size_t run = hit.begin;
      while (text_[run - 1] == fence_) --run;
      return void(fail(run));
    }
    if (!ends_value(hit)) return void(fail(hit.begin));
    body_.surplus = before.surplus;
    end_with(Body::What::closed, hit);
    body_.is_closed = hit.form == &opening_.form && hit.kind == TokenKind::close;
    if (!body_.is_closed) body_.end = body_.content_end;
  }

  /// The text ends inside a mark that begins at `at` and would end the body.
  void cut_at(std::size_t at) {
    body_.surplus = layout(text_.substr(0, at)).surplus;
    body_.is_if_ended = true;
    body_.cut_end = at;
  }

  std::string_view text_;
  Known known_;
  const Opening& opening_;
  std::size_t at_;
  char fence_ = 0;
  std::size_t fence_size_ = 0;
  Body body_;
};

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

namespace {

/// Whether an automatic body begins with a name. It does if a key, a separator or the call's
/// closing tag follows the word. Open: the text ends too early to tell.
enum class Named { no, yes, open };

Named is_named_body(const Known& known, const Opening& opening) {
  if (opening.form.body != CallBody::automatic || opening.form.shape == nullptr) return Named::no;
  const std::string_view text = known.text;
  const std::size_t begin = skip_blanks(text, opening.body);
  std::size_t at = begin;
  while (at < text.size() && is_call_name_byte(text[at])) ++at;
  if (at == begin) return Named::no;
  const std::size_t word_end = at;
  const std::string word(text.substr(begin, word_end - begin));
  at = skip_blanks(text, at);
  if (std::min(at, text.size() - 1) - begin >= 512) return Named::no;
  const std::string_view rest = text.substr(at);
  const auto named_by_word = [&] {
    const bool is_any = opening.program.options.schemas.empty() && word != "json";
    const bool is_offered = is_any || opening.program.schema_of(word) != nullptr;
    const bool is_begin = std::string_view("-.:/$0123456789").find(word[0]) == none;
    return is_begin && is_offered ? Named::yes : Named::no;
  };
  // An object follows the word, after blanks or a bracket.
  const bool has_object = at > word_end ? rest.starts_with('{') : rest.starts_with(">{");
  if (has_object) return tool_in(word, opening.program).empty() ? Named::no : Named::yes;
  const bool may_have_object = at == word_end && rest == ">";
  if (may_have_object && !tool_in(word, opening.program).empty()) return Named::open;
  std::vector<std::string> tags(opening.form.shape->separators.begin(),
                                opening.form.shape->separators.end());
  for (const XmlMark& key : opening.form.shape->keys) tags.emplace_back(key.open);
  const std::string close = "</" + std::string(opening.tag_name);
  if (!opening.tag_name.empty()) tags.push_back(close);
  bool is_open = rest.empty();
  for (const std::string& tag : tags) {
    const std::size_t size = std::min(tag.size(), rest.size());
    const bool begins = same_name(std::string_view(tag).substr(0, size), rest.substr(0, size),
                                  opening.program.options.ignore_case);
    if (tag.empty() || !begins) continue;
    if (size == tag.size() && tag == close && !opening.tag_name.empty()) return named_by_word();
    if (size == tag.size()) return Named::yes;
    is_open = true;
  }
  return is_open ? Named::open : Named::no;
}

}  // namespace

std::string tool_in(const std::string& word, const Program& program) {
  const std::string part = word.substr(word.rfind('/') + 1);
  if (word.empty() || std::string_view("-.:/$0123456789").find(word[0]) != none) return {};
  const bool is_any = program.options.schemas.empty() && word != "json";
  if (is_any || program.schema_of(word) != nullptr) return word;
  return program.schema_of(part) != nullptr ? part : "";
}

Body read_json_body(const Known& known, const Opening& opening) {
  return JsonBodyReader(known, opening).read();
}

bool is_json(const Known& known, const Opening& opening) {
  if (opening.form.body != CallBody::automatic) {
    return opening.form.body != CallBody::xml;
  }
  const std::size_t at = skip_blanks(known.text, opening.body);
  if (is_named_body(known, opening) != Named::no) return false;
  return at == known.text.size() || known.text[at] != '<';
}

Body read_body(const Known& known, const Opening& opening) {
  if (opening.form.body == CallBody::text) {
    return JsonBodyReader(known, opening).read_text_or_json();
  }
  const Named named = is_named_body(known, opening);
  if (named == Named::open) return {};
  const bool is_shaped = opening.form.shape != nullptr && opening.form.body == CallBody::xml;
  if (is_shaped || named == Named::yes) return read_shape_body(known, opening);
  return is_json(known, opening) ? read_json_body(known, opening) : read_xml_body(known, opening);
}

}  // namespace tagstream::testing::model
