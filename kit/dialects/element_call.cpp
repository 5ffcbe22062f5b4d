// Reads the lines of calls whose parameters are elements: <function=NAME>PARAMETER...</function>.

#include <array>

#include "dialects/format_parts.hpp"
#include "dialects/template.hpp"

namespace tagstream::notation {

namespace {

// Four lines, and what is taken from each:
//
//   <function=NAME>\nPARAMETER...</function>
//       open `<function>`, name_is_value, close `</function>`
//   <parameter=KEY>\nVALUE\n</parameter>\n
//       parameters `<parameter>`, trims_line_ends
//   <arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n
//       keys `<arg_key>`, values `<arg_value>`
//   <|sep|>KEY\nVALUE\n
//       parameters `<|sep|>`, a literal, and a line end; key_is_head
//   <|open|>argument key="KEY" type="TYPE"<|sep|>JSON<|close|>argument<|sep|>
//       parameters `<|open|>argument`, a literal; key_attribute `key`, type_attribute `type`

// The text that ends the attributes of a literal opener. `after` is the template after NAME: for
// `" index="INDEX"<|sep|>` the text is `<|sep|>`.
std::string_view head_end_in(std::string_view after) {
  if (!after.starts_with('"')) return {};
  after.remove_prefix(1);
  while (after.starts_with(' ')) {  // ` index="INDEX"`
    const std::size_t value = after.find("=\"");
    const std::size_t end = value == after.npos ? after.npos : after.find('"', value + 2);
    if (end == after.npos) return {};
    after.remove_prefix(end + 1);
  }
  const std::size_t end = after.find('>');
  return end == after.npos ? std::string_view() : after.substr(0, end + 1);
}

// Makes one call, with the XmlShape of its parameters. The shape is made of all lines of
// parameters, whichever of the family's calls it is for.
class ElementCall {
 public:
  ElementCall(Making& making, const Family& family) : making_(making), family_(family) {}

  // `<function=NAME>\nPARAMETER...</function>`: the text before PARAMETER is the opener with the
  // name, the text after the `...` is the closer.
  CallMade make(View way) {
    CallMade made;
    CallFormat& format = made.format;
    const auto [head, rest] = cut(way, Word::parameter);
    format.body = CallBody::xml;
    const Slot* const name = find(head, Word::name);
    if (name != nullptr && name->stand == Stand::tag && head.front().slot() == nullptr &&
        head.front().literal()->text == "<" && name->after == '>') {
      add_tool_tag(format, rest);
    } else {
      making_.add(format.close, trimmed_front(making_.marker(rest)));
      add_opener(format, head);
    }
    add_parameters(format);
    return made;
  }

  // The body alone: a message's header has named the call.
  CallFormat make_body() {
    CallFormat format;
    format.body = CallBody::xml;
    add_parameters(format);
    return format;
  }

 private:
  // Makes the shape of the parameters, whose opener is known.
  void add_parameters(CallFormat& format) {
    for (View parameter : family_.ways(Role::parameter)) add_parameter(parameter);
    shape_.spells_both = has_equal_sign_ && has_attribute_;
    shape_.openers_end_values = family_.has(Option::openers_end_values);
    shape_.first_key_counts = family_.has(Option::first_key_counts);
    if (shape_.parameters[0].is_given() && shape_.key_attribute.empty())
      shape_.key_attribute = "name";
    XmlShape& kept = making_.store.add<XmlShape>();
    kept = shape_;
    format.shape = &kept;
  }

  // <NAME>: each tool has a tag of its own. Keys of parameters are then tags without attributes, so
  // that code in a value is not read as parameters.
  void add_tool_tag(CallFormat& format, View rest) {
    const std::string close(trimmed_front(written(rest)));
    if (close != "</NAME>")
      making_.refuse("no </NAME> closes what <NAME> opens; write it at the end", written_way());
    format.names_tag = true;
    shape_.is_one_call = false;
    shape_.plain_keys = true;
    making_.add(format.open, "<");
    making_.add(format.close, "</");
  }

  // <function=NAME>, <invoke name="NAME">, or an opener with the name as the first word after it.
  void add_opener(CallFormat& format, View head) {
    const auto [lead, tail] = cut(head, Word::name);
    const Slot* const name = find(head, Word::name);
    const std::string before = text_in(lead);
    if (name != nullptr && name->stand == Stand::tag_value) {
      shape_.name_is_value = true;
      shape_.name_attribute = "name";
      return add_open(format, before.substr(0, before.size() - 1) + '>');
    }
    if (name != nullptr && name->stand == Stand::attribute && !name->label.empty()) {
      shape_.name_attribute = making_.keep(name->label);
      if (const Slot* const index = find(tail, Word::index))
        shape_.index_attribute = making_.keep(index->label);
      const std::string opener = before_attribute(before, name->label);
      if (is_tag_begin(opener)) return add_open(format, opener + '>');
      shape_.head_end = making_.keep(head_end_in(text_in(tail)));
      return add_open(format, opener);
    }
    shape_.name_first = true;
    const std::string after = making_.marker(tail);
    const std::string_view separator = trimmed(after);
    if (!separator.empty()) shape_.separators[0] = making_.keep(separator);
    add_open(format, std::string(trimmed_back(before)));
  }
  // `<invoke` for `<invoke name="` and the label `name`.
  static std::string before_attribute(std::string_view text, std::string_view label) {
    const std::size_t size = label.size() + std::string_view(" =\"").size();
    return std::string(text.substr(0, text.size() - size));
  }
  void add_open(CallFormat& format, const std::string& open) {
    if (open.empty())
      making_.refuse("nothing opens the call; write a marker before NAME", written_way());
    making_.add(format.open, open);
  }
  [[nodiscard]] View written_way() const { return family_.ways(Role::call)[0]; }

  // Reads one way to write a parameter, by what stands around KEY. A way with CDATA adds no mark of
  // its own: it only says that any value may stand in CDATA.
  void add_parameter(View way) {
    const auto [head, value_end] = cut(way, value_word(way));
    const std::string tail = text_in(value_end);
    if (text_in(head).find("<![CDATA[") != std::string::npos) {
      shape_.takes_cdata = true;
      return;
    }
    const auto [key_begin, middle] = cut(head, Word::key);
    const std::string before = text_in(key_begin);
    const std::string after = text_in(middle);
    const std::string_view close = trimmed(tail);
    const Slot& key = *find(way, Word::key);
    const bool is_between_lines = after.ends_with('\n') && tail.starts_with('\n');
    if (key.stand == Stand::tag && key.after == '>') {  // <KEY>
      shape_.prefix = making_.keep(std::string_view(before).substr(0, before.size() - 1));
      shape_.tag_is_key = shape_.prefix.empty();
      if (shape_.head_end.empty() && !shape_.tag_is_key) shape_.head_end = ">";
      if (shape_.tag_is_key && is_between_lines) shape_.trims_line_ends = true;
    } else if (key.stand == Stand::tag_value) {  // <parameter=KEY>
      has_equal_sign_ = true;
      shape_.name_is_value = true;
      shape_.trims_line_ends = is_between_lines;
      add_mark(shape_.parameters, before.substr(0, before.size() - 1) + '>', close, way);
    } else if (key.stand == Stand::attribute && !key.label.empty()) {
      if (is_between_lines) shape_.trims_line_ends = true;
      add_keyed(key, before, middle, close, way);
    } else {
      const std::string_view marker = trimmed(before);
      const bool has_marker = !marker.empty() && xml_tag_name(marker).empty();
      if (has_marker && after == "\n" && tail == "\n") {
        add_headed(marker, way);
      } else {
        tags_in(after).empty() ? add_line(before, after, tail, way)
                               : add_pair(before, after, has(middle, Word::type), close, way);
      }
    }
  }

  // <parameter name="KEY" string="true">: KEY is an attribute. Further attributes may say whether
  // the value is a string, or its TYPE.
  void add_keyed(const Slot& key, std::string_view before, View after, std::string_view close,
                 View way) {
    has_attribute_ = true;
    shape_.key_attribute = making_.keep(key.label);
    if (text_in(after).find("string=\"") != std::string::npos) shape_.string_attribute = "string";
    if (const Slot* const type = find(after, Word::type)) {
      if (type->stand != Stand::attribute || type->label.empty())
        return making_.refuse("TYPE is not the value of an attribute; write type=\"TYPE\"", way);
      shape_.type_attribute = making_.keep(type->label);
    }
    const std::string opener = before_attribute(before, key.label);
    add_mark(shape_.parameters, opener + (is_tag_begin(opener) ? ">" : ""), close, way);
  }

  // <arg_key>KEY</arg_key><arg_value>VALUE</arg_value>. Two tags between KEY and the value close
  // the key and open the value; one tag only opens the value, and ends the key by that. With TYPE
  // between them there are four.
  void add_pair(std::string_view before, std::string_view after, bool has_type,
                std::string_view close, View way) {
    std::vector<std::string_view> tags = tags_in(after);
    if (has_type && tags.size() == 4) {
      shape_.type = {making_.keep(tags[1]), making_.keep(tags[2])};
      tags = {tags[0], tags[3]};
    }
    if (tags.size() > 2)
      return making_.refuse("a parameter has more parts than a key, a type and a value", way);
    add_mark(shape_.keys, before, tags.size() == 2 ? tags[0] : std::string_view(), way);
    add_mark(shape_.values, tags.back(), close, way);
  }

  // <|sep|>KEY\nVALUE\n: the key stands on the line of a marker, the value on the lines after it.
  void add_headed(std::string_view marker, View way) {
    shape_.key_is_head = true;
    shape_.head_end = "\n";
    const Slot* const name = find(written_way(), Word::name);
    shape_.name_ends_line = name != nullptr && name->after == '\n';
    add_mark(shape_.parameters, marker, "\n", way);
    add_mark(shape_.parameters, marker, "\r\n", way);
  }

  // KEY: VALUE\n, one parameter in each line. A value ends before CR LF as well.
  void add_line(std::string_view before, std::string_view after, std::string_view close, View way) {
    const bool is_line = trimmed(before).empty() && !trimmed(after).empty() && close == "\n";
    if (!is_line)
      return making_.refuse(
          "KEY and VALUE stand neither in elements nor in a line of their own; write KEY: VALUE\\n",
          way);
    if (shape_.is_lines())
      return making_.refuse("lines of KEY and VALUE are spelled in two ways; write one", way);
    add_mark(shape_.values, after, "\n", way);
    add_mark(shape_.values, after, "\r\n", way);
  }

  // Adds a mark, and its other spellings if the format has words that are alike.
  void add_mark(XmlShape::Marks& marks, std::string_view open, std::string_view close, View way) {
    add_one_mark(marks, open, close, way);
    const std::vector<std::string> opens = making_.others_of(open);
    const std::vector<std::string> closes = making_.others_of(close);
    for (std::size_t i = 0; i < std::max(opens.size(), closes.size()); ++i) {
      const std::string_view other_open = i < opens.size() ? std::string_view(opens[i]) : open;
      const std::string_view other_close = i < closes.size() ? std::string_view(closes[i]) : close;
      add_one_mark(marks, other_open, other_close, way);
    }
  }
  void add_one_mark(XmlShape::Marks& marks, std::string_view open, std::string_view close,
                    View way) {
    for (XmlMark& mark : marks) {
      if (mark == XmlMark{open, close}) return;
      if (mark.is_given()) continue;
      mark = {making_.keep(open), making_.keep(close)};
      return;
    }
    making_.refuse("there are more than four spellings of a parameter", way);
  }

  Making& making_;
  const Family& family_;
  XmlShape shape_{};
  bool has_equal_sign_ = false;  // <parameter=KEY>
  bool has_attribute_ = false;   // <parameter name="KEY">
};

}  // namespace

CallMade element_call(Making& making, View way, const Family& family) {
  return ElementCall(making, family).make(way);
}

CallFormat element_body(Making& making, const Family& family) {
  return ElementCall(making, family).make_body();
}

}  // namespace tagstream::notation
