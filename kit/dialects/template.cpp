#include "dialects/template.hpp"

#include <algorithm>
#include <optional>

#include "dialects/family.hpp"

namespace tagstream::notation {

namespace {

// Parses an alternative. It is read into *units* first, each a byte of text or a placeholder; a
// range of units then becomes a list of nodes:
//
//   1. What the last `...` repeats becomes a Repeat, and the ranges before it, in it and after it
//      are parsed in turn.
//   2. In a range without `...`, braces around NAME become an Object.
//   3. Placeholders become slots, which know what stands around them.
struct Unit {
  Word word = Word::none;
  char byte = 0;

  [[nodiscard]] bool is(char c) const { return word == Word::none && byte == c; }
  [[nodiscard]] bool is(Word one) const { return word == one; }
};

bool is_key_byte(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_tag_name_byte(char c) { return is_key_byte(c) || c == ':' || c == '.'; }

// The number of bytes at the end of `text` for which `is` is true without a gap.
template <class Is>
std::size_t size_at_end(std::string_view text, Is is) {
  std::size_t size = 0;
  while (size < text.size() && is(text[text.size() - 1 - size])) ++size;
  return size;
}

// The key before a value of JSON: `key` for the text `{"key": ` and for `{"key": "`.
std::string key_at_end(std::string_view text) {
  text = trimmed_back(text);
  if (text.ends_with('"')) text = trimmed_back(text.substr(0, text.size() - 1));
  if (!text.ends_with(':')) return {};
  text = trimmed_back(text.substr(0, text.size() - 1));
  if (!text.ends_with('"')) return {};
  text.remove_suffix(1);
  const std::size_t quote = text.rfind('"');
  return quote == text.npos ? std::string() : std::string(text.substr(quote + 1));
}

// The attribute whose value begins after the text: `name` for `<invoke name="`.
std::string attribute_at_end(std::string_view text) {
  if (!text.ends_with("=\"")) return {};
  text.remove_suffix(2);
  const std::size_t size = size_at_end(text, is_key_byte);
  if (!text.substr(0, text.size() - size).ends_with(' ')) return {};
  return std::string(text.substr(text.size() - size));
}

// The tag whose value begins after the text: `function` for `<function=`.
std::string tag_at_end(std::string_view text) {
  if (!text.ends_with('=')) return {};
  text.remove_suffix(1);
  const std::size_t size = size_at_end(text, is_tag_name_byte);
  if (!text.substr(0, text.size() - size).ends_with('<')) return {};
  return std::string(text.substr(text.size() - size));
}

// The beginning of a tag's name at the end of a text, with its colon: `tool:` for `<tool:`.
std::string prefix_at_end(std::string_view text) {
  const std::size_t size = text.ends_with(':') ? size_at_end(text, is_tag_name_byte) : 0;
  if (size < 2 || !text.substr(0, text.size() - size).ends_with('<')) return {};
  return std::string(text.substr(text.size() - size));
}

class Parser {
 public:
  explicit Parser(std::string_view way) {
    TemplateReader pieces(way);
    for (TemplateByte piece; pieces.next(piece);) units_.push_back({piece.word, piece.byte});
  }

  Template parse() {
    Template all;
    append(all, 0, units_.size());
    return all;
  }

 private:
  void append(Template& out, std::size_t begin, std::size_t end) {
    std::size_t dots = end;
    while (dots > begin && !units_[dots - 1].is(Word::dots)) --dots;
    if (dots == begin) return append_without_dots(out, begin, end);
    std::size_t each_end = --dots;
    while (each_end > begin && units_[each_end - 1].is(Word::none) &&
           is_separator(units_[each_end - 1].byte)) {
      --each_end;
    }
    const std::size_t each = begin_of_repeated(begin, each_end);
    append(out, begin, each);
    Repeat repeat;
    append(repeat.each, each, each_end);
    for (std::size_t i = each_end; i < dots; ++i) repeat.between += units_[i].byte;
    out.push_back({std::move(repeat)});
    append_without_dots(out, dots + 1, end);
  }

  // Where that begins which `...` repeats, if it ends at `end`. A call as code has its name before
  // the bracket, perhaps with a word such as `call:` before that: both belong to it.
  [[nodiscard]] std::size_t begin_of_repeated(std::size_t from, std::size_t end) const {
    if (end == from) return from;
    if (units_[end - 1].is('}') || units_[end - 1].is(')')) {
      std::size_t begin = opening_bracket(from, end);
      if (begin == from || !units_[begin - 1].is(Word::name)) return begin;
      --begin;
      const auto is_of_word = [](const Unit& unit) {
        return unit.is(Word::none) && ((unit.byte >= 'a' && unit.byte <= 'z') || unit.byte == ':');
      };
      while (begin != from && is_of_word(units_[begin - 1])) --begin;
      return begin;
    }
    for (std::size_t i = end; i-- > from;) {
      const Word word = units_[i].word;
      if (word == Word::key || word == Word::call || word == Word::parameter) return i;
    }
    return from;
  }

  // The opening bracket of the pair that ends before `end`.
  [[nodiscard]] std::size_t opening_bracket(std::size_t from, std::size_t end) const {
    std::size_t depth = 0;
    for (std::size_t i = end; i-- > from;) {
      if (units_[i].is('}') || units_[i].is(')')) ++depth;
      if ((units_[i].is('{') || units_[i].is('(')) && --depth == 0) return i;
    }
    return from;
  }

  void append_without_dots(Template& out, std::size_t begin, std::size_t end) {
    std::size_t name = begin;
    while (name < end && !units_[name].is(Word::name)) ++name;
    std::size_t open = end;  // the outermost brace before NAME that is not closed before it
    std::size_t depth = 0;
    for (std::size_t i = begin; i < name && name < end; ++i) {
      if (units_[i].is('{') && depth++ == 0) open = i;
      if (units_[i].is('}') && depth != 0 && --depth == 0) open = end;
    }
    std::size_t close = name;
    for (; close < end && depth != 0; ++close) {
      if (units_[close].is('{')) ++depth;
      if (units_[close].is('}')) --depth;
    }
    if (open == end || depth != 0) return append_flat(out, begin, end);
    append_flat(out, begin, open);
    Object object;
    append_flat(object.parts, open, close);
    out.push_back({std::move(object)});
    append_flat(out, close, end);
  }

  void append_flat(Template& out, std::size_t begin, std::size_t end) {
    std::string text;
    const auto flush = [&] {
      if (!text.empty()) out.push_back({Literal{std::move(text)}});
      text.clear();
    };
    for (std::size_t i = begin; i < end; ++i) {
      if (units_[i].is(Word::none)) {
        text += units_[i].byte;
      } else {
        flush();
        out.push_back({slot_at(i)});
      }
    }
    flush();
  }

  [[nodiscard]] Slot slot_at(std::size_t at) const {
    Slot slot{.word = units_[at].word};
    std::size_t begin = at;
    while (begin > 0 && units_[begin - 1].is(Word::none)) --begin;
    std::string text;
    for (std::size_t i = begin; i < at; ++i) text += units_[i].byte;
    if (!text.empty()) slot.before = text.back();
    const Unit next = at + 1 < units_.size() ? units_[at + 1] : Unit{Word::dots};
    if (next.is(Word::none)) slot.after = next.byte;
    const bool is_in_object = std::any_of(units_.begin(), units_.begin() + std::ptrdiff_t(at),
                                          [](const Unit& unit) { return unit.is('{'); });
    const std::string key = is_in_object ? key_at_end(text) : std::string();
    const bool is_quoted = slot.before == '"' && slot.after == '"';
    const Unit second = at + 2 < units_.size() ? units_[at + 2] : Unit{Word::dots};
    const bool is_name = slot.word == Word::name;
    if (is_quoted && is_in_object) {
      slot.stand = Stand::json_string;
      slot.label = key;
    } else if (!is_quoted && !key.empty()) {
      slot.stand = Stand::json_value;
      slot.label = key;
    } else if (slot.before == '<') {
      slot.stand = Stand::tag;
    } else if (slot.label = prefix_at_end(text); !slot.label.empty() && slot.after == '>') {
      slot.stand = Stand::tag;
    } else if (slot.label = tag_at_end(text); !slot.label.empty()) {
      slot.stand = Stand::tag_value;
    } else if (slot.before == '=' || slot.before == '"' || slot.before == '\'') {
      slot.stand = Stand::attribute;
      slot.label = attribute_at_end(text);
    } else if (is_name && (next.is('(') || next.is('{'))) {
      slot.stand = Stand::code;
    } else if (slot.word == Word::key && next.is('=') && second.is(Word::python)) {
      slot.stand = Stand::code;
    } else if (is_name && next.is(':') && second.is(Word::index)) {
      slot.stand = Stand::counted;
    } else if (slot.before == '>' && slot.after == '<') {
      slot.stand = Stand::element;
    }
    return slot;
  }

  std::vector<Unit> units_;
};

void append_leaf(std::vector<Leaf>& all, std::string_view text) {
  if (text.empty()) return;
  if (all.empty() || all.back().word != Word::none) all.emplace_back();
  all.back().text += text;
}

void append_leaves(std::vector<Leaf>& all, View templ) {
  for (const Node& node : templ) {
    if (const Literal* const literal = node.literal()) append_leaf(all, literal->text);
    if (const Slot* const slot = node.slot()) all.push_back({slot->word, {}});
    append_leaves(all, node.inside());
    if (const Repeat* const repeat = node.repeat()) {
      append_leaf(all, repeat->between);
      all.push_back({Word::dots, {}});
    }
  }
}

bool holds(const Node& node, Word word) { return find(View(&node, 1), word) != nullptr; }

}  // namespace

View Node::inside() const {
  if (const Repeat* const one = repeat()) return one->each;
  if (const Object* const one = object()) return one->parts;
  return {};
}

Template template_of(std::string_view way) { return Parser(way).parse(); }

std::string written(std::string_view text) {
  std::string all;
  for (const char c : text) {
    if (c == '\n' || c == '\t' || c == '\r') {
      all += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    } else {
      all += c;
    }
  }
  return all;
}

std::string written(View templ) {
  std::string all;
  for (const Leaf& leaf : leaves(templ)) all += written(leaf.text).append(text_of(leaf.word));
  return all;
}

std::vector<Leaf> leaves(View templ) {
  std::vector<Leaf> all;
  append_leaves(all, templ);
  return all;
}

const Slot* find(View templ, Word word) {
  for (const Node& node : templ) {
    const Slot* const slot = node.slot();
    if (slot != nullptr && slot->word == word) return slot;
    if (const Slot* const inner = find(node.inside(), word)) return inner;
  }
  return nullptr;
}

std::pair<View, View> cut(View templ, Word word) {
  std::size_t at = 0;
  while (at + 1 < templ.size() && !holds(templ[at], word)) ++at;
  return {templ.first(at), templ.subspan(at + 1)};
}

Repeated repeated(View templ) {
  for (std::size_t i = templ.size(); i-- > 0;) {
    if (const Repeat* const repeat = templ[i].repeat())
      return {templ.first(i), repeat, templ.subspan(i + 1)};
  }
  return {};
}

// `...` repeats no calls after PARAMETER, as in `<function=NAME>\nPARAMETER...</function>`, nor
// after a pair, as in `NAME(KEY=PYTHON, ...)`.
Repeated repeated_calls(View templ) {
  Repeated all = repeated(templ);
  if (all.repeat == nullptr) return {};
  const View each = all.repeat->each;
  const bool is_of_calls =
      has(each, Word::name) || (has(each, Word::call) && !has(templ, Word::name));
  return is_of_calls ? all : Repeated{};
}

std::string text_in(View part) {
  std::string all;
  for (const Leaf& leaf : leaves(part)) all += leaf.text;
  return all;
}

std::string first_text(View templ) {
  std::vector<Leaf> all = leaves(templ);
  return all.empty() ? std::string() : std::move(all.front().text);
}

std::string last_text(View templ) {
  std::vector<Leaf> all = leaves(templ);
  return all.empty() ? std::string() : std::move(all.back().text);
}

bool opens_with(View wrapper, View call) {
  const std::string opener = text_in(cut(wrapper, Word::call).first);
  return first_text(call).starts_with(trimmed_back(opener));
}

Template headed(View templ) {
  Template all;
  const auto append_text = [&all](std::string_view text) {
    if (text.empty()) return;
    if (all.empty() || all.back().literal() == nullptr) all.push_back({Literal{}});
    std::get<Literal>(all.back().form).text += text;
  };
  for (const Node& node : templ) {
    if (const Literal* const literal = node.literal()) {
      append_text(literal->text);
    } else if (const Slot* const slot = node.slot()) {
      if (slot->word == Word::role) append_text("assistant");
      if (slot->word != Word::role && slot->word != Word::header) all.push_back(node);
    } else if (const Repeat* const repeat = node.repeat()) {
      all.push_back({Repeat{headed(repeat->each), repeat->between}});
    } else {
      all.push_back({Object{headed(node.inside())}});
    }
  }
  return all;
}

Word value_word(View way) {
  for (const Word word : {Word::value, Word::string, Word::json}) {
    if (has(way, word)) return word;
  }
  return Word::none;
}

std::string filled(View part, Word word, std::string_view text) {
  std::string all;
  for (const Leaf& leaf : leaves(part)) all += leaf.word == word ? text : leaf.text;
  return all;
}

Pairs pairs_of(const Repeat& repeat) {
  Pairs pairs;
  pairs.between = repeat.between;
  const View after_key = cut(repeat.each, Word::key).second;
  if (has(after_key, Word::python)) {
    pairs.sign = text_in(cut(after_key, Word::python).first);
    return pairs;
  }
  pairs.values = Pairs::Values::marked;
  const auto [before, close] = cut(after_key, Word::string);
  const std::string text = text_in(before);
  pairs.sign = text.substr(0, 1);
  pairs.open = text.substr(std::min<std::size_t>(1, text.size()));
  pairs.close = text_in(close);
  return pairs;
}

}  // namespace tagstream::notation
