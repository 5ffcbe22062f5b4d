#include <algorithm>
#include <set>
#include <utility>

#include "support/model_arguments.hpp"
#include "support/model_sight.hpp"

// Bodies of rows whose parameters are elements, read by their shape.

namespace tagstream::testing::model {
namespace {

// ---- nested values -----------------------------------------------------------------------------

/// An element of a value that is written as tags, each after a prefix.
struct Element {
  std::string name;
  std::string text{};
  std::string inner{};  ///< as it is written
  std::vector<Element> children{};
  bool is_open = false;  ///< the text ends in it
};

Element read_element(std::string_view text, std::string_view prefix, std::size_t& at,
                     const std::string& name) {
  Element element{.name = name};
  const std::size_t begin = at;
  while (at < text.size()) {
    if (text.substr(at).starts_with(prefix)) {
      std::size_t from = at + prefix.size();
      const bool closes = text.substr(from).starts_with("</");
      from += closes ? 2 : 1;
      std::size_t end = from;
      while (end < text.size() && is_key_byte(text[end])) ++end;
      const std::string other(text.substr(std::min(from, text.size()), end - from));
      const bool is_tag = text.substr(at + prefix.size()).starts_with("<") && !other.empty() &&
                          text.substr(end).starts_with(">");
      if (is_tag && closes && !name.empty() && other == name) {
        element.inner = text.substr(begin, at - begin);
        at = end + 1;
        return element;
      }
      if (is_tag && !closes) {
        at = end + 1;
        element.children.push_back(read_element(text, prefix, at, other));
        continue;
      }
    }
    element.text += text[at++];
  }
  element.inner = text.substr(begin);
  element.is_open = !name.empty();
  return element;
}

/// Collects the schema `index` and, in order, the schemas that describe the same value.
void collect(const ToolSchema& tool, std::uint32_t index, std::vector<std::uint32_t>& all) {
  if (index >= tool.insides.size() || std::count(all.begin(), all.end(), index) != 0) return;
  all.push_back(index);
  for (const std::uint32_t part : tool.insides[index].parts) collect(tool, part, all);
}

/// The schema of a value under a key, or of each element of a list; null if there is none.
const ParameterSchema* inside_of(const ToolSchema* tool, const ParameterSchema* value,
                                 const std::string* key) {
  if (tool == nullptr || value == nullptr) return nullptr;
  std::vector<std::uint32_t> all;
  collect(*tool, value->inside, all);
  for (const std::uint32_t index : all) {
    if (key == nullptr) break;
    for (const ParameterSchema& one : tool->insides[index].properties) {
      if (one.name == *key) return &one;
    }
  }
  for (const std::uint32_t index : all) {
    const InsideSchema& inside = tool->insides[index];
    const ParameterSchema& one = key == nullptr ? inside.item : inside.other;
    if (one.types != ValueTypes::none || one.inside != ParameterSchema::nothing) return &one;
  }
  return nullptr;
}

}  // namespace

const ParameterSchema* element_of(const ToolSchema* tool, const ParameterSchema* list) {
  return inside_of(tool, list, nullptr);
}

namespace {

struct NestedWriter {
  const ToolSchema* tool;
  std::string_view prefix;
  bool is_strict;
  bool& is_repaired;

  void note_text(std::string_view text) const {
    is_repaired = is_repaired || text.find(prefix) != text.npos;
  }

  [[nodiscard]] std::string json_of(const Element& element, const ParameterSchema* schema) const;
  [[nodiscard]] bool is_list(const Element& element, const ParameterSchema* schema) const;
};

bool NestedWriter::is_list(const Element& element, const ParameterSchema* schema) const {
  const ValueTypes types = schema == nullptr ? ValueTypes::none : schema->types;
  std::set<std::string> names;
  for (const Element& child : element.children) names.insert(child.name);
  if (names.size() != 1) return false;
  if (has(types, ValueTypes::array) && !has(types, ValueTypes::object)) return true;
  const bool is_object = has(types, ValueTypes::object) && !has(types, ValueTypes::array);
  const std::string item = "item";
  const bool is_property = is_object && inside_of(tool, schema, &item) != nullptr;
  return *names.begin() == item && !is_property;
}

std::string NestedWriter::json_of(const Element& element, const ParameterSchema* schema) const {
  const ValueTypes types = schema == nullptr ? ValueTypes::none : schema->types;
  is_repaired = is_repaired || element.is_open;
  if (element.children.empty() || types == ValueTypes::string) {
    note_text(element.inner);
    return typed_json(element.inner, types, is_strict, is_repaired);
  }
  const bool has_text = !trim_blanks(element.text).empty();
  const auto list_of = [&](const std::string& name, const ParameterSchema* item) {
    std::string list;
    for (const Element& child : element.children) {
      if (child.name == name) list += (list.empty() ? "" : ",") + json_of(child, item);
    }
    return '[' + list + ']';
  };
  if (!has_text && is_list(element, schema)) {
    return list_of(element.children[0].name, inside_of(tool, schema, nullptr));
  }
  if (has_text) note_text(element.text);
  std::string json = has_text ? "\"$text\":" + quoted_json(element.text) : "";
  std::set<std::string> seen;
  for (const Element& child : element.children) {
    if (!seen.insert(child.name).second) continue;
    const auto count =
        std::count_if(element.children.begin(), element.children.end(),
                      [&](const Element& other) { return other.name == child.name; });
    const ParameterSchema* const known = inside_of(tool, schema, &child.name);
    const bool is_array = known != nullptr && has(known->types, ValueTypes::array);
    const ParameterSchema* const item = is_array ? inside_of(tool, known, nullptr) : known;
    json += (json.empty() ? "" : ",") + quoted_json(child.name) + ':' +
            (count > 1 ? list_of(child.name, item) : json_of(child, known));
  }
  return '{' + json + '}';
}

// ---- the body ----------------------------------------------------------------------------------

/// Removes one line end from each side of `text`.
void drop_line_ends(std::string_view& text) {
  text.remove_prefix(text.starts_with("\r\n") ? 2 : text.starts_with('\n') ? 1 : 0);
  text.remove_suffix(text.ends_with("\r\n") ? 2 : text.ends_with('\n') ? 1 : 0);
}

/// Reads one body.
class ShapeReader {
 public:
  using What = Piece::What;

  ShapeReader(const Known& known, const Opening& opening)
      : text_(known.text),
        known_(known),
        opening_(opening),
        sight_(known.text, opening),
        shape_(sight_.shape()),
        name_(opening.name),
        at_(opening.body),
        gap_(opening.body),
        id_(opening.id) {}

  Body read() {
    if (read_front()) {
      while (is_in_value_ ? value_step() : structure_step()) {
      }
    }
    if (is_json_) return std::move(body_);
    check_items(opening_, body_.items);
    check_items(opening_, body_.all);
    if (body_.what != Body::What::closed && !body_.items.empty() && !body_.items[0].is_started) {
      body_.items.clear();
    }
    return std::move(body_);
  }

 private:
  using In = Sight::In;

  bool stop(Body::What what) {
    body_.what = what;
    return false;
  }

  /// Notes that the text ends inside the piece that begins at `at`, or at the end of this piece.
  bool cut(std::size_t at, const Piece* candidate = nullptr) {
    body_.what = Body::What::cut;
    if (is_first_ && !is_in_value_ && !name_.empty()) {  // the opening tag names no tool here
      body_.name = name_;
      body_.id = opening_.id;
      note_empty(text_, at, opening_, body_);
    }
    const bool is_refused =
        is_in_value_ && candidate == nullptr && refused_ && is_only_end(refused_->end, at, true);
    const bool is_slip = candidate != nullptr && is_slip_;
    if (is_refused) candidate = &*refused_;
    if (!has_item_ || name_.empty()) {
      if (!is_in_value_) note_end(at);
      return false;
    }
    BodyItem item = item_of("");
    item.is_started = opening_.may_start;
    item.given = arguments_.known();
    if (is_in_value_) item.given += known_value(candidate != nullptr ? candidate->begin : at);
    if (!item.is_started) item.given.clear();
    if (item.is_started) body_.items = {item};
    const bool ends_call = candidate != nullptr &&
                           (candidate->what == What::own || candidate->what == What::wrapper_end);
    const bool is_sound = !is_slip && (next_opener_ == none || quoted_openers_ == 0);
    const bool is_closed = is_in_value_ && candidate != nullptr && !ends_call && is_sound;
    if (is_closed && is_only_end(candidate->end, at, true)) {
      is_slip_ = false;
      end_value(candidate->begin, true);
      gap_ = candidate->end;
    }
    if (!is_in_value_) note_end(at, is_closed);
    return false;
  }

  /// Notes whether the body may end here. Blanks, tokens and a closing tag that is cut off do not
  /// prevent it. A key without a value does.
  void note_end(std::size_t at, bool has_value = false) {
    if (is_first_ || has_key_ || !is_only_end(gap_, at, has_value)) return;
    if (!is_whole(text_.substr(at), opening_, "", name_,
                  lone_object().value_or(arguments_.text()))) {
      return;
    }
    body_.is_if_ended = true;
    body_.cut_end = gap_;
    BodyItem item = complete_item();
    if (!name_.empty()) set_lost_key(item);
    body_.all = {item};
  }

  /// @param has_value  a value's closing tag stands before it, which may be doubled
  [[nodiscard]] bool is_only_end(std::size_t from, std::size_t at, bool has_value) const {
    const std::string_view rest = text_.substr(at);
    std::vector<std::string> literals;
    for (const XmlShape::Marks& marks : {shape_.parameters, shape_.values}) {
      for (const XmlMark& mark : marks) {
        const bool is_literal = mark.is_given() && name_of(mark.open).empty();
        if (is_literal && has_value && quoted_openers_ == 0) literals.emplace_back(mark.close);
      }
    }
    std::vector<std::string> tags;
    if (has_value && quoted_openers_ == 0) tags = {wanted_.parameter};
    const bool is_closer = may_only_close(rest, opening_, tags, literals);
    if (!is_closer && !trim_blanks(rest).empty()) return false;
    const std::size_t end = is_closer ? at : text_.size();
    return end_before_tokens(text_, from, end, opening_.program) <= from;
  }

  BodyItem item_of(const std::string& end) const {
    BodyItem item{.begin = opening_.begin, .end = text_.size(), .name = name_};
    item.id = item.start_id = id_;
    item.arguments = arguments_.text() + end;
    item.is_repaired = is_repaired_ || arguments_.is_repaired;
    item.has_unknown_key = has_unknown_key_;
    item.leaves_out = leaves_out_;
    if (arguments_.has_failed()) item.set_error(Code::bad_arguments, arguments_.failed_at);
    if (name_.empty()) item.set_error(Code::missing_name, opening_.marker);
    return item;
  }

  [[nodiscard]] BodyItem complete_item() {
    const std::optional<std::string> lone = lone_object();
    const ModelArguments before = arguments_;
    arguments_.settle();
    BodyItem item = item_of(arguments_.empty() ? "{}" : "}");
    arguments_ = before;
    if (!lone) return item;
    item.arguments = lone->empty() ? "{}" : *lone + '}';
    item.is_repaired = true;
    return item;
  }

  /// True if the parameter that begins is the first one, and may be all arguments: it is called so,
  /// and the tool has parameters, but none of this name.
  [[nodiscard]] bool may_be_all() const {
    const std::vector<std::string> words{"arguments", "args", "input", "params", "parameters"};
    const ToolSchema* const tool = opening_.program.schema_of(name_);
    return !has_item_ && arguments_.empty() && shape_.prefix.empty() && !shape_.first_key_counts &&
           tool != nullptr && !tool->parameters.empty() &&
           opening_.program.parameter_of(name_, key_) == nullptr &&
           std::find(words.begin(), words.end(), key_) != words.end();
  }
  /// The object that the only parameter holds, without its last brace, if it is all arguments.
  [[nodiscard]] std::optional<std::string> lone_object() const {
    if (!may_be_all_ || arguments_.empty()) return std::nullopt;
    const std::string arguments = arguments_.text();
    const std::string value = arguments.substr(arguments.find(':') + 1);
    const std::string text = value.starts_with('"') ? decode_model_string(value) : value;
    const auto object = convert_value(trim_blanks(text));
    const bool is_strict = opening_.program.options.strict_json;
    if (!object || object->first != '{' || (is_strict && !object->is_strict)) return std::nullopt;
    ModelJson json(object->json, 0);
    ModelValue all;
    if (!json.read(all)) return std::nullopt;
    for (const ModelMember& member : all.members) {
      if (opening_.program.parameter_of(name_, member.key) == nullptr) return std::nullopt;
    }
    if (all.members.empty()) return "";
    return object->json.substr(0, object->json.size() - 1);
  }

  void note_closer(const Piece& piece, std::string_view name) {
    const std::string_view text = text_.substr(piece.begin, piece.end - piece.begin);
    if (piece.is_tag && says_other(text, name)) is_repaired_ = true;
  }

  bool finish(const Piece& by, bool is_closer) {
    body_.content_end = by.begin;
    body_.end = is_closer ? by.end : by.begin;
    body_.is_closed = is_closer;
    if (is_closer && !is_first_) note_closer(by, opening_.name);
    if (!name_.empty()) take_attributes();
    BodyItem item = complete_item();
    if (is_first_ && !has_argument(opening_, name_)) item.begin = by.begin;
    if (is_first_ && name_.empty() && shape_.name_first) {
      item.set_error(Code::empty, by.begin);
    }
    if (!name_.empty()) set_lost_key(item);
    item.is_started = opening_.may_start && has_item_ && !name_.empty();
    if (item.is_started) item.given = item.arguments;
    body_.items = body_.all = {item};
    return stop(Body::What::closed);
  }

  // ---- before the parameters -------------------------------------------------------------------

  bool read_front() {
    if (opening_.head == Opening::Head::failed) return stop(Body::What::not_a_call);
    if (opening_.head == Opening::Head::open) return stop(Body::What::cut);
    if (opening_.head == Opening::Head::empty) {
      Piece end;
      end.begin = end.end = opening_.body;
      return finish(end, true);
    }
    const std::size_t at = skip_blanks(text_, opening_.body);
    if (at == text_.size()) return stop(Body::What::cut);
    const std::string_view rest = text_.substr(at);
    if (!shape_.name_first) return rest[0] != '{' || read_json();
    if (rest[0] == '{' || rest[0] == '[') return read_json();
    for (const std::string_view fence : {"```", "~~~"}) {
      if (rest.starts_with(fence)) return read_json();
      if (fence.starts_with(rest)) return stop(Body::What::cut);
    }
    std::size_t end = at;
    while (end < text_.size() && is_word_byte(text_[end])) ++end;
    if (end - at > 256) return stop(Body::What::not_a_call);
    if (end == text_.size()) return stop(Body::What::cut);
    if (const auto value = object_after(end))
      return read_named_json(*value, text_.substr(at, end - at));
    const bool is_open = text_[end] == '>' && end + 1 == text_.size() && !known_.is_all;
    if (is_open && takes_object(text_.substr(at, end - at))) return stop(Body::What::cut);
    const bool is_separated =
        std::any_of(shape_.separators.begin(), shape_.separators.end(),
                    [&](std::string_view word) { return word.starts_with(text_[end]); });
    if (!is_blank(text_[end]) && text_[end] != '<' && !is_separated)
      return stop(Body::What::not_a_call);
    name_ = text_.substr(at, end - at);
    at_ = gap_ = end;
    return true;
  }

  /// The place of an object after the name that ends at `end`.
  [[nodiscard]] std::optional<std::size_t> object_after(std::size_t end) const {
    const std::size_t at = text_[end] == '>' ? end + 1 : skip_blanks(text_, end);
    if (at == end || at >= text_.size() || text_[at] != '{') return std::nullopt;
    return at;
  }
  [[nodiscard]] bool takes_object(std::string_view name) const {
    return !opening_.program.options.strict_json &&
           !tool_in(std::string(name), opening_.program).empty();
  }
  /// True if the tool has a parameter called like the arguments of a call.
  [[nodiscard]] bool has_arguments_key(const std::string& tool) const {
    const std::vector<std::string> keys{"arguments", "args", "input", "params", "parameters"};
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
      return opening_.program.parameter_of(tool, key) != nullptr;
    });
  }
  bool read_named_json(std::size_t value, std::string_view name) {
    if (!takes_object(name)) return stop(Body::What::not_a_call);
    Opening named = opening_;
    named.name = tool_in(std::string(name), opening_.program);
    named.is_header = has_arguments_key(named.name);
    named.may_start = opening_.may_start && named.is_header;
    named.body = value;
    body_ = read_json_body(known_, named);
    body_.is_late = !named.is_header;
    for (BodyItem& item : body_.items) item.is_repaired = true;
    for (BodyItem& item : body_.all) item.is_repaired = true;
    is_json_ = true;
    return false;
  }

  bool read_json() {
    body_ = read_json_body(known_, opening_);
    is_json_ = true;
    return false;
  }

  // ---- between parameters ----------------------------------------------------------------------

  [[nodiscard]] std::optional<Piece> piece_at(std::size_t at, In in, bool& is_open) const {
    auto piece = sight_.at(at, in, wanted_, is_open);
    if (piece || is_open || shape_.prefix.empty() || in == In::end_of_call) return piece;
    return sight_.prefixed_at(at, is_open);
  }

  void note_quoted(std::size_t at, In in) {
    body_.quoted = std::max(body_.quoted, sight_.quoted_by(at, in, wanted_));
  }

  bool structure_step() {
    if (is_first_) at_ = gap_ = skip_blanks(text_, gap_);
    for (; at_ < text_.size(); ++at_) {
      bool is_open = false;
      const auto piece = piece_at(at_, In::structure, is_open);
      if (is_open) return cut(at_);
      if (piece) return on_piece(*piece);
      note_quoted(at_, In::structure);
      if (!is_first_) continue;
      std::optional<Piece> end;
      switch (bare_key(at_, end)) {
        case Bare::open: return cut(text_.size());
        case Bare::yes: return take_bare_key(at_, *end);
        case Bare::no: break;
      }
      if (!sight_.is_glued(at_, text_.size())) return stop(Body::What::not_a_call);
      is_first_ = false;
    }
    return cut(text_.size());
  }

  /// True if the keys are bare, as in `KEY: VALUE`.
  [[nodiscard]] bool has_bare_keys() const {
    return shape_.keys[0].open.empty() && !shape_.values[0].open.empty();
  }
  /// True if a line end closes a value.
  [[nodiscard]] bool has_lines() const { return has_bare_keys() || shape_.key_is_head; }
  [[nodiscard]] bool is_bare_byte(char c) const {
    const bool ends = has_bare_keys() && (shape_.values[0].open.starts_with(c) ||
                                          shape_.values[1].open.starts_with(c));
    return is_word_byte(c) && !ends;
  }

  enum class Bare { no, open, yes };
  /// A bare key: a word at the start of a line, directly followed by a mark that ends a key.
  Bare bare_key(std::size_t at, std::optional<Piece>& end) {
    const bool is_line = text_[at - 1] == '\n' || text_[at - 1] == '\r';
    const bool may_be_bare = shape_.name_first || has_bare_keys();
    if (!may_be_bare || !is_line || !is_bare_byte(text_[at])) return Bare::no;
    std::size_t word = at;
    while (word < text_.size() && is_bare_byte(text_[word])) ++word;
    if (word - at > 256) return Bare::no;
    if (word == text_.size()) return Bare::open;
    bool is_open = false;
    end = piece_at(word, In::structure, is_open);
    if (is_open) return Bare::open;
    if (!end) note_quoted(word, In::structure);
    const bool is_one = end && end->what == (end->closes ? What::key : What::value);
    return is_one ? Bare::yes : Bare::no;
  }

  bool take_bare_key(std::size_t at, const Piece& end) {
    is_first_ = false;
    begin_key(end.begin);
    key_ = text_.substr(at, end.begin - at);
    has_key_ = true;
    if (!has_lines()) is_repaired_ = true;
    mark_ = end.what == What::key ? end.mark : 0;
    at_ = gap_ = end.closes ? end.end : end.begin;
    return true;
  }

  bool on_piece(const Piece& piece) {
    const std::size_t from = skip_blanks(text_, gap_);
    const bool is_one = !is_first_ && piece.what != What::other && from < piece.begin;
    const bool is_keyless = piece.what == What::value && !piece.closes && !has_key_;
    const bool ends_key = piece.what == What::key && piece.closes;
    const std::size_t key_before = key_at_;
    const bool had_key = has_key_;
    if (!is_first_ && is_keyless) take_word_before(piece, 0);
    if (!is_first_ && ends_key) take_word_before(piece, piece.mark);
    const bool has_glued = is_one && !is_keyless && !ends_key && sight_.is_glued(from, piece.begin);
    if (has_glued) take_glued(from, piece.begin);
    const bool is_word = key_at_ != key_before || has_key_ != had_key;
    if (is_one && !has_glued && !is_word) is_repaired_ = true;
    if (piece.closes || piece.what == What::wrapper_end) return on_closer(piece);
    const bool is_lost = is_keyless && !is_first_ && !has_key_ && !piece.is_empty;
    if (is_lost && lost_key_ == none) lost_key_ = piece.begin;
    const bool is_value = piece.what == What::value && has_key_;
    const bool is_parameter =
        piece.what == What::key || (piece.what == What::parameter && piece.is_named);
    if (is_value || is_parameter) {
      if (shape_.name_first && name_.empty()) return stop(Body::What::not_a_call);
      const char before = text_[piece.begin - 1];
      const bool is_glued = shape_.name_ends_line && before != '\n' && before != '\r';
      if (is_first_ && is_glued) return stop(Body::What::not_a_call);
      is_first_ = false;
      return piece.what == What::key ? read_key(piece, false) : begin_value(piece);
    }
    if (piece.what == What::type && has_key_ && !piece.is_empty) return read_key(piece, true);
    const bool is_separator = piece.what == What::separator && shape_.name_first && !name_.empty();
    if (is_first_ && !is_separator) return stop(Body::What::not_a_call);
    if (piece.what == What::own || piece.what == What::next) return finish(piece, false);
    return pass(piece);
  }

  bool pass(const Piece& piece) {
    at_ = piece.end;
    if (piece.what != What::other) gap_ = std::max(gap_, piece.end);
    return true;
  }

  bool on_closer(const Piece& piece) {
    if (piece.what == What::wrapper_end) return finish(piece, false);
    if (piece.what == What::own) return finish(piece, true);
    if (is_first_ && piece.what == What::value && !name_.empty()) return pass(piece);
    if (is_first_) return stop(Body::What::not_a_call);
    const bool is_one_more =
        piece.what == What::parameter || piece.what == What::value || piece.what == What::key;
    if (is_one_more && !has_lines()) is_repaired_ = true;
    return pass(piece);
  }

  /// Takes the word before `piece` as a key whose opening mark is missing.
  void take_word_before(const Piece& piece, std::size_t mark) {
    if (gap_ > piece.begin) return;
    const std::string_view word = trim_blanks(text_.substr(gap_, piece.begin - gap_));
    if (word.empty() || !std::all_of(word.begin(), word.end(), is_word_byte)) return;
    begin_key(piece.begin);
    key_ = word;
    has_key_ = true;
    if (!has_lines()) is_repaired_ = true;
    mark_ = mark;
  }

  /// Begins a key. An earlier key without a value is dropped.
  void begin_key(std::size_t at) {
    key_has_other_ = false;
    if (has_key_ && lost_key_ == none) lost_key_ = key_at_;
    key_at_ = at;
    has_key_ = has_type_ = false;
  }
  void set_lost_key(BodyItem& item) const {
    if (item.error == Code::none && (has_key_ || lost_key_ != none))
      item.set_error(Code::bad_arguments, lost_key_ != none ? lost_key_ : key_at_);
  }

  void take_glued(std::size_t at, std::size_t end) {
    const std::string_view key = sight_.glued_key_at(at, end);
    const auto value = static_cast<std::size_t>(key.data() + key.size() + 1 - text_.data());
    key_ = key;
    begin_parameter(at);
    drops_line_ends_ = shape_.trims_line_ends;
    says_.clear();
    types_ = schema_types();
    value_begin_ = value;
    add_value(text_.substr(value, end - value));
  }

  /// Reads a key, or the type of its value, up to the next piece.
  bool read_key(const Piece& open, bool is_type) {
    if (!is_type) {
      begin_key(open.begin);
      key_has_other_ = leaves_out(open.tag, {}, "", opening_.program.options.ignore_case);
      mark_ = open.mark;
      if (open.is_empty) {
        is_repaired_ = true;
        return pass(open);
      }
    }
    for (std::size_t at = open.end; at < text_.size(); ++at) {
      bool is_open = false;
      const auto piece = piece_at(at, In::structure, is_open);
      if (is_open) return stop_in_key();
      if (!piece) note_quoted(at, In::structure);
      if (!piece) continue;
      if (piece->what == What::other || piece->what == What::separator) {
        at = piece->end - 1;
        continue;
      }
      const std::string_view text = trim_blanks(text_.substr(open.end, at - open.end));
      if (is_type) {
        said_types_ = value_type(text);
        has_type_ = true;
      } else {
        const std::size_t tag = text.find("</");
        key_ = tag == 0 ? text : trim_blanks(text.substr(0, tag));
        if (tag != text.npos) is_repaired_ = true;
        has_key_ = true;
      }
      const bool is_end = piece->closes && piece->what == open.what;
      const bool has_closer = !is_type && !shape_.keys[open.mark].close.empty();
      if (has_closer && !is_end && !has_lines()) is_repaired_ = true;
      at_ = gap_ = is_end ? piece->end : at;
      return true;
    }
    return stop_in_key();
  }
  bool stop_in_key() {
    cut(text_.size());
    body_.is_if_ended = false;
    body_.all.clear();
    return false;
  }

  // ---- values ----------------------------------------------------------------------------------

  /// Takes the attributes of the call's tag, once.
  void take_attributes() {
    if (std::exchange(has_attributes_, true)) return;
    if (!opening_.beside.empty() && opening_.program.parameter_of(name_, "id") != nullptr)
      id_.clear();
    add_attributes(opening_.beside, opening_.program, name_, opening_.begin, arguments_,
                   leaves_out_);
  }
  /// A parameter, whose key is known, begins at `at`.
  void begin_parameter(std::size_t at) {
    if (!name_.empty()) take_attributes();
    may_be_all_ = may_be_all();
    has_item_ = true;
    parameter_at_ = at;
    arguments_.begin(key_);
  }

  [[nodiscard]] ValueTypes schema_types() const {
    const ParameterSchema* const known = opening_.program.parameter_of(name_, key_);
    return known == nullptr ? ValueTypes::none : known->types;
  }

  bool begin_value(const Piece& piece) {
    const bool ignore_case = opening_.program.options.ignore_case;
    is_in_value_ = true;
    value_begin_ = at_ = piece.end;
    depth_ = 0;
    says_.clear();
    types_ = ValueTypes::none;
    drops_line_ends_ = false;
    refused_.reset();
    wanted_ = {};
    wanted_.parameter = piece.name;
    wanted_.openers_nest = shape_.prefix.empty();
    quoted_openers_ = 0;
    next_opener_ = none;
    has_closer_ = false;
    takes_slips_ = true;
    is_slip_ = false;
    is_direct_ = is_named_directly(piece.tag);
    if (piece.what == What::value) {
      wanted_.opener = xml_tag_name(shape_.keys[mark_].open);
      if (leaves_out(piece.tag, {}, "", ignore_case) || key_has_other_) leaves_out_ = true;
      if (has_type_) types_ = said_types_;
    } else if (!shape_.prefix.empty()) {
      key_ = piece.name;
      wanted_.opener = wanted_.parameter;
      if (leaves_out(piece.tag, {}, "", ignore_case)) leaves_out_ = true;
    } else {
      wanted_.opener = piece.name;
      key_ = name_in_tag(piece.tag, shape_.key_attribute, shape_, ignore_case);
      drops_line_ends_ =
          shape_.trims_line_ends && (is_named_directly(piece.tag) || !shape_.name_is_value);
      const auto word = [&](std::string_view name) {
        return name.empty() ? "" : std::string(piece.tag.find(name, ignore_case).value_or(""));
      };
      const XmlShape plain = shape_;
      const std::string direct = name_in_tag(piece.tag, "\x01", plain, ignore_case);
      if (leaves_out(piece.tag,
                     {shape_.key_attribute, shape_.string_attribute, shape_.type_attribute}, direct,
                     ignore_case)) {
        leaves_out_ = true;
      }
      says_ = word(shape_.string_attribute);
      types_ = value_type(word(shape_.type_attribute));
    }
    begin_parameter(piece.what == What::value ? key_at_ : piece.begin);
    has_key_ = has_type_ = false;
    if (types_ == ValueTypes::none) types_ = schema_types();
    wanted_.key = key_;
    wanted_.meant = piece.name;
    if (piece.name.empty()) {
      const XmlMark& mark = piece.what == What::value ? shape_.values[0] : shape_.parameters[0];
      std::string close(mark.close);
      if (close.starts_with("</") && close.ends_with('>')) {
        close = close.substr(2, close.size() - 3);
        if (std::all_of(close.begin(), close.end(), is_key_byte)) wanted_.meant = close;
      }
    }
    if (!piece.is_empty) return true;
    end_value(piece.end, true);
    gap_ = std::max(gap_, piece.end);
    return true;
  }

  [[nodiscard]] bool is_named_directly(const Tag& tag) const {
    if (tag.find("", false)) return true;
    XmlShape plain = shape_;
    return !name_in_tag(tag, "\x01", plain, false).empty();
  }

  /// The place where the text of a section begins, if the value begins with a section.
  [[nodiscard]] std::size_t section_begin(bool& is_open) const {
    constexpr std::string_view open = "<![CDATA[";
    is_open = false;
    if (!shape_.takes_cdata || is_direct_) return 0;
    const std::size_t at = skip_blanks(text_, value_begin_);
    const std::string_view rest = text_.substr(at);
    is_open = rest.size() < open.size() && open.starts_with(rest);
    return rest.starts_with(open) ? at + open.size() : 0;
  }

  bool value_step() {
    bool is_open = false;
    const std::size_t section = section_begin(is_open);
    if (is_open) return cut(value_begin_);
    if (section != 0 && at_ < section) {
      const std::size_t end = text_.find("]]>", section);
      if (end == std::string_view::npos) return cut(text_.size());
      at_ = end + 3;
    }
    for (; at_ < text_.size(); ++at_) {
      const auto piece = piece_at(at_, In::value, is_open);
      if (is_open) return cut(at_);
      const bool opens =
          piece && !piece->closes && (piece->what == What::parameter || piece->what == What::key);
      const bool is_nested = !piece && sight_.is_nested_at(at_, wanted_);
      if (is_nested || (opens && !piece->is_tag && sight_.is_inside_line(at_))) {
        switch (read_mention(is_nested ? sight_.nested_at(at_) : *piece)) {
          case Mentioned::open: return cut(at_);
          case Mentioned::next:
            end_value(at_, false);
            gap_ = at_;
            return true;
          case Mentioned::text: continue;
        }
      }
      if (!piece || !counts_in_value(*piece)) {
        if (!piece) note_quoted(at_, In::value);
        if (piece) note_quoted_opener(*piece);
        continue;
      }
      if (!piece->closes && is_of_no_parameter(*piece)) {
        is_repaired_ = has_unknown_key_ = true;
        note_quoted_opener(*piece);
        continue;
      }
      return on_value_piece(*piece);
    }
    return cut(text_.size());
  }

  enum class Mentioned { open, next, text };
  /// An opener inside a line: text, or the next parameter if a closer is missing.
  Mentioned read_mention(const Piece& piece) {
    const bool is_pair = piece.what == What::key;
    if (!is_pair && piece.what != What::parameter) return Mentioned::text;
    const Sight::Mention mention = sight_.mention_at(piece.begin, piece.end, piece);
    if (mention.is_open) return Mentioned::open;
    if (!is_pair || mention.is_complete) ++quoted_openers_;
    const bool is_otherwise =
        !is_pair && shape_.name_is_value && !shape_.spells_both && mention.is_direct != is_direct_;
    if (!mention.is_complete || is_otherwise) return Mentioned::text;
    const bool is_next = is_pair ? names(mention.key) : has_key(mention.key);
    if (is_next && every_opener_counts_) return Mentioned::next;
    if (is_next && next_opener_ == none) next_opener_ = piece.begin;
    if (may_be_string(says_, types_) && !opening_.program.may_have(name_, mention.key))
      is_repaired_ = has_unknown_key_ = true;
    return Mentioned::text;
  }
  [[nodiscard]] bool has_key(const std::string& key) const {
    return key != key_ && opening_.program.parameter_of(name_, key) != nullptr;
  }
  [[nodiscard]] bool names(const std::string& key) const {
    const ToolSchema* const tool = opening_.program.schema_of(name_);
    return tool == nullptr || tool->parameters.empty() || has_key(key);
  }

  /// True if the tool's schema has no parameter of that key.
  [[nodiscard]] bool is_of_no_parameter(const Piece& piece) const {
    if (piece.what != What::parameter || !shape_.prefix.empty()) return false;
    bool is_open = false;
    const bool is_behind_section = section_begin(is_open) != 0;
    if (is_behind_section || !may_be_string(says_, types_)) return false;
    return !opening_.program.may_have(name_, key_of(piece));
  }
  [[nodiscard]] std::string key_of(const Piece& piece) const {
    const bool ignore_case = opening_.program.options.ignore_case;
    return name_in_tag(piece.tag, shape_.key_attribute, shape_, ignore_case);
  }

  /// True if the piece states its key in a way that differs from the open parameter's.
  [[nodiscard]] bool is_spelled_otherwise(const Piece& piece) const {
    if (!shape_.name_is_value || shape_.spells_both || piece.what != What::parameter) return false;
    return is_named_directly(piece.tag) != is_direct_;
  }
  /// Notes an opening tag of a parameter that is text of the value. Its closer is text as well.
  void note_quoted_opener(const Piece& piece) {
    const bool opens = piece.what == What::parameter && !piece.is_empty;
    if (opens && !piece.closes && wanted_.openers_nest) ++quoted_openers_;
  }

  [[nodiscard]] bool counts_in_value(const Piece& piece) const {
    if (piece.closes || piece.what == What::wrapper_end) return true;
    if (!shape_.prefix.empty()) return piece.what == What::parameter;
    const bool is_parameter =
        piece.what == What::key || (piece.what == What::parameter && piece.is_named);
    const char before = text_[piece.begin - 1];
    const bool is_placed = shape_.openers_end_values || before == '\n' || before == '\r';
    return is_parameter && is_placed && !piece.is_empty && !is_spelled_otherwise(piece);
  }

  bool on_value_piece(const Piece& piece) {
    const bool is_own = piece.is_tag ? sight_.is_name(piece.name, wanted_.parameter)
                                     : piece.what == What::parameter || piece.what == What::value;
    if (!shape_.prefix.empty() && piece.what == What::parameter) {
      at_ = piece.end;
      if (piece.name != wanted_.parameter) return true;
      if (piece.closes && depth_ == 0) return on_candidate(piece);
      if (!piece.is_empty) depth_ += piece.closes ? -1 : 1;
      return true;
    }
    const bool ends_call = piece.what == What::own || piece.what == What::wrapper_end;
    if (piece.closes || piece.what == What::wrapper_end) {
      at_ = piece.end;
      is_slip_ = !ends_call && !is_own && piece.is_tag && takes_slips_;
      return ends_call || is_own || is_slip_ ? on_candidate(piece) : true;
    }
    end_value(piece.begin, false);
    at_ = gap_ = piece.begin;
    return true;
  }

  /// True if a closing tag that bears another name does not end the value before `next`.
  bool refuses_slip(const Piece& piece, const std::optional<Piece>& next) {
    if (!is_slip_) return false;
    const bool is_parameter = next && next->what == What::parameter && next->is_named;
    if (is_parameter && !next->closes && !names(key_of(*next))) return true;
    const std::string_view value = text_.substr(value_begin_, piece.begin - value_begin_);
    takes_slips_ = value.find('<' + std::string(piece.name)) == std::string_view::npos;
    return !takes_slips_;
  }

  /// Decides whether a closer counts: it does if the text after it fits.
  bool on_candidate(const Piece& piece) {
    const bool ends_call = piece.what == What::own || piece.what == What::wrapper_end;
    const std::size_t next = skip_blanks(text_, piece.end);
    if (next == text_.size() && known_.is_all && !is_slip_) return accept(piece);
    if (next == text_.size()) return cut(next, &(last_ = piece));
    const In in = ends_call ? In::end_of_call : In::structure;
    bool is_open = false;
    const auto follower = piece_at(next, in, is_open);
    if (is_open) return cut(next, ends_call ? &(last_ = piece) : &(last_ = piece));
    if (follower) {
      if (fits(*follower, ends_call) && !refuses_slip(piece, follower)) return accept(piece);
    } else {
      note_quoted(next, in);
      if (!ends_call && sight_.is_glued(next, text_.size()) && !refuses_slip(piece, {}))
        return accept(piece);
      std::optional<Piece> end;
      const Bare bare = ends_call ? Bare::no : bare_key(next, end);
      if (bare == Bare::open) return cut(text_.size(), &(last_ = piece));
      const bool is_line = bare == Bare::yes && has_bare_keys();
      if (is_line && may_be_string(says_, types_) &&
          !opening_.program.may_have(name_, text_.substr(next, end->begin - next))) {
        is_repaired_ = has_unknown_key_ = true;
      } else if (bare == Bare::yes && !refuses_slip(piece, {})) {
        return accept(piece);
      }
    }
    refused_ = ends_call || is_slip_ ? std::nullopt : std::optional(piece);
    if (!ends_call && !is_slip_ && quoted_openers_ != 0) --quoted_openers_;
    if (!is_slip_) has_closer_ = true;
    at_ = piece.end;
    return true;
  }

  [[nodiscard]] bool fits(const Piece& piece, bool ends_call) const {
    const bool ends = piece.what == What::wrapper_end || piece.what == What::next;
    if (ends_call) return ends || piece.what == What::drop;
    if (ends || piece.what == What::own) return true;
    if (piece.closes && (quoted_openers_ != 0 || is_slip_)) return false;
    if (piece.closes) {
      return piece.is_tag ? sight_.is_name(piece.name, wanted_.parameter)
                          : piece.what == What::parameter || piece.what == What::value;
    }
    if (quoted_openers_ != 0 && is_spelled_otherwise(piece)) return false;
    return piece.what == What::key || (piece.what == What::parameter && piece.is_named);
  }

  bool accept(const Piece& piece) {
    const bool ends_call = piece.what == What::own || piece.what == What::wrapper_end;
    if (next_opener_ != none && (ends_call || quoted_openers_ != 0)) {
      every_opener_counts_ = true;
      is_slip_ = false;
      at_ = gap_ = next_opener_;
      end_value(at_, false);
      return true;
    }
    if (!ends_call) note_closer(piece, key_);
    end_value(piece.begin, !ends_call);
    at_ = gap_ = piece.end;
    if (piece.what == What::own) return finish(piece, true);
    if (piece.what == What::wrapper_end) return finish(piece, false);
    return true;
  }

  /// The text of a value that ends at `end`.
  [[nodiscard]] std::string value_text(std::size_t end) const {
    bool is_open = false;
    const std::size_t section = section_begin(is_open);
    const std::size_t stop = section == 0 ? 0 : text_.find("]]>", section);
    if (section == 0 || stop == std::string_view::npos || stop + 3 > end) {
      return std::string(text_.substr(value_begin_, end - value_begin_));
    }
    const std::string_view rest = text_.substr(stop + 3, end - stop - 3);
    const std::string_view more = trim_blanks(rest).empty() ? "" : rest;
    return std::string(text_.substr(section, stop - section)).append(more);
  }

  /// True if the value that ends at `end` has markers in its text. In a section it has none.
  [[nodiscard]] bool has_marker(std::size_t end) const {
    if (!shape_.prefix.empty()) return has_closer_;
    bool is_open = false;
    const std::size_t section = section_begin(is_open);
    const std::size_t stop = section == 0 ? text_.npos : text_.find("]]>", section);
    const std::size_t from = stop == text_.npos ? value_begin_ : stop + 3;
    if (from >= end) return false;
    const std::string_view text = text_.substr(from, end - from);
    if (shape_.takes_cdata && text.find("<![CDATA[") != text.npos) return true;
    return holds_marker(text, opening_, {wanted_.parameter, std::string(opening_.tag_name)},
                        [&](std::string_view name) { return Sight::is_slip(wanted_, name); });
  }

  void end_value(std::size_t end, bool is_closed) {
    is_in_value_ = false;
    end = std::max(end, value_begin_);
    const bool is_cut = !is_closed && !has_lines();
    const std::string_view value = text_.substr(value_begin_, end - value_begin_);
    if (is_cut || is_slip_ || has_marker(end)) is_repaired_ = true;
    if (is_cut && !drops_line_ends_)
      end -= value.ends_with("\r\n") ? 2 : value.ends_with('\n') ? 1 : 0;
    add_value(value_text(end));
  }

  void add_value(std::string_view text) {
    if (drops_line_ends_) drop_line_ends(text);
    const Program& program = opening_.program;
    const ParameterSchema* const known = program.parameter_of(name_, key_);
    const ParameterSchema* const item = element_of(program.schema_of(name_), known);
    const ValueTypes types = item == nullptr ? ValueTypes::none : item->types;
    ModelArgument value;
    value.is_list = known != nullptr && has(known->types, ValueTypes::array);
    value.has_lists = has(types, ValueTypes::array);
    value.is_lone = may_be_all_;
    value.json = json_of(text, known, types_, value.is_repaired);
    value.element = json_of(text, item, types, value.is_element_repaired);
    arguments_.add(key_, value, parameter_at_, shape_.first_key_counts);
  }

  std::string json_of(std::string_view text, const ParameterSchema* known, ValueTypes types,
                      bool& is_repaired) const {
    const bool is_strict = opening_.program.options.strict_json;
    const std::string_view prefix = shape_.prefix;
    const bool is_nested = !prefix.empty() && types_ != ValueTypes::string &&
                           text.find(prefix) != std::string_view::npos;
    if (says_ == "true") return quoted_json(text);
    if (says_ == "false") {
      const auto value = convert_value(trim_blanks(text));
      const bool is_json = value && (value->is_strict || !is_strict);
      is_repaired = is_repaired || (is_json && value->is_repaired);
      return is_json ? value->json : quoted_json(text);
    }
    if (!is_nested) {
      const bool has_prefix = !prefix.empty() && text.find(prefix) != text.npos;
      is_repaired = is_repaired || has_prefix;
      return typed_json(text, types, is_strict, is_repaired);
    }
    std::size_t at = 0;
    const NestedWriter writer{opening_.program.schema_of(name_), prefix, is_strict, is_repaired};
    return writer.json_of(read_element(text, prefix, at, ""), known);
  }

  /// The certain part of the value that is open at the end, as JSON. Only a string has one.
  [[nodiscard]] std::string known_value(std::size_t until) const {
    if (may_be_all_) return {};
    until = std::min(until, next_opener_);
    if (arguments_.has_failed() || arguments_.has(key_)) return {};
    const ParameterSchema* const known = opening_.program.parameter_of(name_, key_);
    if (known != nullptr && has(known->types, ValueTypes::array) && !shape_.first_key_counts)
      return {};
    const bool may_be_null = says_.empty() && types_ == (ValueTypes::string | ValueTypes::null);
    const bool is_string = types_ == ValueTypes::none || types_ == ValueTypes::string;
    if (says_ != "true" && (says_ == "false" || !(is_string || may_be_null))) return {};
    if (!shape_.prefix.empty() && types_ != ValueTypes::string) return {};
    bool is_open = false;
    std::size_t from = value_begin_;
    if (const std::size_t section = section_begin(is_open); section != 0) {
      const std::size_t end = text_.find("]]>", section);
      until = end != std::string_view::npos ? end : std::max(section, text_.size() - 2);
      from = section;
    }
    if (is_open) return {};
    const std::string json = open_string_json(text_.substr(from, std::max(until, from) - from),
                                              may_be_null, drops_line_ends_, true);
    return json.empty() ? "" : arguments_.before(key_) + json;
  }

  std::string_view text_;
  Known known_;
  const Opening& opening_;
  Sight sight_;
  const XmlShape& shape_;
  std::string name_;
  std::size_t at_;
  std::size_t gap_;  // after the last piece between parameters
  Body body_;
  bool is_first_ = true;
  bool has_item_ = false;    // a parameter has begun
  bool may_be_all_ = false;  // it is the only one, and may be all arguments
  std::string id_;
  bool is_repaired_ = false;
  bool has_unknown_key_ = false;
  bool leaves_out_ = false;
  bool has_attributes_ = false;  // those of the tag are in the arguments
  ModelArguments arguments_;
  std::size_t parameter_at_ = 0;  // where the open parameter begins

  std::string key_;
  bool has_key_ = false;
  bool has_type_ = false;
  bool key_has_other_ = false;  // an attribute
  std::size_t key_at_ = 0;
  std::size_t lost_key_ = none;
  std::size_t mark_ = 0;  // of the key
  ValueTypes said_types_ = ValueTypes::none;

  bool is_json_ = false;
  bool is_in_value_ = false;
  std::size_t value_begin_ = 0;
  Sight::Wanted wanted_;
  Piece last_;
  std::optional<Piece> refused_;  // a closer in the value, which has not counted
  int depth_ = 0;                 // of tags of its own name
  int quoted_openers_ = 0;        // in the value, whose closers have not come
  bool is_slip_ = false;          // the closer that is looked at bears another name
  bool takes_slips_ = true;       // no opener of such a name stands in the value
  bool every_opener_counts_ = false;
  std::size_t next_opener_ = none;  // in the value: it ends here if its closer is missing
  bool has_closer_ = false;         // one of the value's closers was text
  bool is_direct_ = false;          // its key stands directly after the tag's name
  std::string says_;
  ValueTypes types_ = ValueTypes::none;
  bool drops_line_ends_ = false;
};

}  // namespace

Body read_shape_body(const Known& known, const Opening& opening) {
  return ShapeReader(known, opening).read();
}

Head read_head(std::string_view text, std::size_t from, std::string_view end, std::size_t longest) {
  Head head;
  Limits limits;
  limits.max_tag_bytes = limits.max_attributes = Limits::none;
  const std::string_view rest = text.substr(from);
  if (!rest.empty() && is_key_byte(rest[0])) return head;
  const auto tag_of = [&](std::string_view attributes, std::string_view more) {
    const std::string tag = "<x" + std::string(attributes) + std::string(more);
    const auto read = read_tag(tag, 0, limits);
    return read && read->end == tag.size() ? tag : std::string();
  };
  for (std::size_t size = 0; size <= rest.size() && size <= longest; ++size) {
    const bool is_here = end == ">" || rest.substr(size).starts_with(end);
    if (!is_here) continue;
    const std::string tag = tag_of(rest.substr(0, size), end == ">" ? "" : ">");
    const std::size_t whole = size + (end == ">" ? 0 : end.size());
    if (tag.empty() || whole > longest) continue;
    head.tag = tag;
    head.end = from + whole;
    return head;
  }
  if (rest.size() >= longest) return head;
  // The text may end inside `end`.
  for (std::size_t part = 0; part <= rest.size() && part < end.size(); ++part) {
    if (!end.starts_with(rest.substr(rest.size() - part))) continue;
    const std::string_view attributes = rest.substr(0, rest.size() - part);
    if (end != ">" && part == 0 && attributes.ends_with('>')) {
      // Outside of quotes it fails there.
      if (!tag_of(attributes, "").empty()) continue;
    }
    for (const char* const more : {">", "=x>", "x>", "\">", "'>", " x>"}) {
      if (!tag_of(attributes, more).empty()) head.is_open = true;
    }
  }
  return head;
}

}  // namespace tagstream::testing::model
