#pragma once

// What a row of the table must be like. `check_table` runs while the table is compiled: a row that
// breaks a rule stops the build with that rule's sentence.

#include <array>
#include <cstddef>
#include <string_view>

#include "dialects/check_words.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace dialect_check {

constexpr Fault header(const HeaderFormat& format) {
  if (!format.is_given()) {
    const bool has_more = !format.message.empty() || !format.close.empty();
    return has_more ? refuse("a header has no marker at its start", &format.start) : Fault();
  }
  if (format.message.empty())
    return refuse("a header has no marker before its text", &format.message);
  if (format.close.empty()) return refuse("a message has no end", &format.close);
  if (has(format.close, {})) return refuse("what ends a message is empty", &format.close);
  if (has(format.text_channels, {})) return refuse("a channel has no name", &format.text_channels);
  for (std::string_view marker : format.ends_before) {
    if (marker.empty() || !spelling_of(marker).name.empty())
      return refuse("what ends a header from outside must be a literal", &format.ends_before);
  }
  return {};
}

constexpr Fault reasoning(const ReasoningFormat& format) {
  if (const Fault wrong = header(format.header)) return wrong;
  if (const Fault wrong = openers_and_closers(format.open, format.close)) return wrong;
  if (format.open.empty() && !format.header.is_given())
    return refuse("reasoning has no opener", &format.open);
  if (format.open.empty() != format.close.empty())
    return refuse("reasoning has no closer", &format.close);
  if (const Fault wrong =
          literals(format.ends_before, "what ends reasoning from outside must be a literal")) {
    return wrong;
  }
  if (const Fault wrong = tokens(format.drop)) return wrong;
  for (std::string_view name : format.unwrap) {
    bool is_name = !name.empty();
    for (char c : name) is_name = is_name && is_ascii_name_byte(c);
    if (!is_name) return refuse("a tag to unwrap is not given by its name alone", &format.unwrap);
  }
  if (format.starts_inside && format.open.empty())
    return refuse("there is no reasoning to start in", &format.starts_inside);
  return {};
}

// A tag around calls is named where it opens, and closes as well.
constexpr Fault wrappers(const WordList& open, const WordList& close) {
  if (const Fault wrong = openers_and_closers(open, close)) return wrong;
  for (std::string_view marker : close) {
    const std::string_view name = spelling_of(marker).name;
    bool is_open = name.empty();
    for (std::string_view other : open) is_open = is_open || spelling_of(other).name == name;
    if (!is_open) return refuse("a closing tag of a wrapper has no opening one", &close);
  }
  return {};
}

constexpr Fault shape(const XmlShape& form) {
  if (form.sample.empty()) return refuse("an XML shape has no sample", &form.sample);
  const bool has_keys = form.keys[0].is_given();
  if (has_keys != form.values[0].is_given())
    return refuse("a pair has no key or no value", has_keys ? &form.values : &form.keys);
  if (!has_keys && !form.parameters[0].is_given() && form.prefix.empty() && !form.tag_is_key) {
    return refuse("an XML shape has no parameters", &form.parameters);
  }
  for (const XmlMark& mark : form.values) {
    const bool is_literal = mark.is_given() && xml_tag_name(mark.open).empty();
    if (is_literal && mark.close.empty())
      return refuse("a literal around a value has no end", &form.values);
  }
  const bool is_literal =
      form.parameters[0].is_given() && xml_tag_name(form.parameters[0].open).empty();
  if (is_literal && form.head_end.empty()) return refuse("attributes have no end", &form.head_end);
  return {};
}

constexpr Fault shape(const PythonicShape& form) {
  if (form.sample.empty()) return refuse("a pythonic shape has no sample", &form.sample);
  if (!form.quote.empty() && form.quote.substr(1).find(form.quote[0]) != std::string_view::npos) {
    return refuse("the first byte of a string's delimiter comes again in it", &form.quote);
  }
  return {};
}

// Markers that look like tags, and are not.
constexpr Fault literal_markers(const CallFormat& format) {
  for (std::string_view marker : format.open) {
    if (marker.empty()) return refuse("an opening marker is empty", &format.open);
    if (has(format.close, marker)) return refuse("an opening marker closes as well", &format.open);
  }
  return has(format.close, {}) ? refuse("a closing marker is empty", &format.close) : Fault();
}

// A value knows its end, elements and text do not. A tag can name the tool, a literal can't.
constexpr Fault ends(const CallFormat& format) {
  const BodyStart start = body_info(format.body).start;
  const bool needs_closer = start == BodyStart::tag || start == BodyStart::anything;
  if (needs_closer && format.close.empty())
    return refuse("nothing closes a body that does not know its end", &format.close);
  if (format.body != CallBody::arguments) return {};
  for (std::string_view marker : format.open) {
    if (format.is_literal || spelling_of(marker).name.empty())
      return refuse("a literal opens arguments, so nothing names the tool", &format.open);
  }
  return {};
}

constexpr Fault call(const CallFormat& format) {
  if (format.body == CallBody::pythonic) {
    if (const Fault wrong = shape(*format.pythonic)) return wrong;
  }
  if (format.body == CallBody::xml) {
    if (const Fault wrong = shape(*format.shape)) return wrong;
  }
  if (const Fault wrong = format.is_literal ? literal_markers(format)
                                            : openers_and_closers(format.open, format.close)) {
    return wrong;
  }
  const bool has_name_format = !format.name.before.empty() || !format.name.id_mark.empty() ||
                               !format.name.separator.empty() || !format.name.prefix.empty() ||
                               format.name.is_id || format.name.id_first ||
                               !format.name.kind.empty() || !format.name.then.empty();
  if (has_name_format && !body_info(format.body).takes_name) {
    return refuse("a body without a name before it has a name format", &format.name);
  }
  if (format.is_leading && !body_info(format.body).may_lead) {
    return refuse("a leading opener has a body that needs markers", &format.body);
  }
  if (format.follows_name && !(format.is_leading && format.body == CallBody::pythonic)) {
    return refuse("only leading calls that look like code begin with a name", &format.follows_name);
  }
  if (const Fault wrong = ends(format)) return wrong;
  if (format.name.needs_separator && format.name.separator.empty()) {
    return refuse("the separator that a name needs is empty", &format.name.separator);
  }
  if (format.name.id_first && format.name.id_mark.empty()) {
    return refuse("nothing stands between an id and the name after it", &format.name.id_mark);
  }
  const bool has_more = !format.name.kind.empty() || !format.name.then.empty();
  if (format.body == CallBody::text) {
    if (format.argument.empty()) return refuse("a text has no argument to be", &format.argument);
    if (has_name_format && (has_more || !format.name.needs_separator))
      return refuse("a name before a text needs its separator, and nothing else", &format.name);
  }
  if (has_more && format.name.separator.empty()) {
    return refuse("nothing separates a name from what stands beside it", &format.name.separator);
  }
  for (std::string_view marker : format.open) {
    if (format.shared > marker.size())
      return refuse("more of an opener is shared than it has", &format.shared);
    const bool is_tag = !format.is_literal && !spelling_of(marker).name.empty();
    if (is_tag && format.shared != 0)
      return refuse("a tag can't be part of the body that it opens", &format.shared);
    if (format.is_leading && marker.size() != format.shared) {
      return refuse("a leading opener must be part of the body", &format.shared);
    }
    if (!format.is_leading && marker.size() == format.shared)
      return refuse("an opener that is all body must be a leading one", &format.shared);
  }
  return {};
}

constexpr Fault tools(const ToolFormat& format) {
  if (const Fault wrong = header(format.header)) return wrong;
  bool any = format.header.is_given();
  bool ended = false;
  for (const CallFormat& one : format.calls) {
    if (one.open.empty()) {
      ended = true;
      continue;
    }
    if (ended) return refuse("there is a gap between the ways to write a call", &format.calls);
    any = true;
    if (const Fault wrong = call(one)) return wrong;
  }
  if (!any) return refuse("nothing opens a call", &format.calls);
  if (format.wrap_open.empty() != format.wrap_close.empty())
    return refuse("a wrapper has but one end",
                  format.wrap_open.empty() ? &format.wrap_open : &format.wrap_close);
  if (const Fault wrong = wrappers(format.wrap_open, format.wrap_close)) return wrong;
  return {};
}

constexpr bool is_row_name(std::string_view name) {
  if (name.empty()) return false;
  for (char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (!fits) return false;
  }
  return true;
}

// Each marker and each tag stands for one thing.
constexpr Fault meanings(const Dialect& row) {
  const ReasoningFormat none{};
  const ToolFormat nothing{};
  const ReasoningFormat& reasoning = row.reasoning == nullptr ? none : *row.reasoning;
  const ToolFormat& tools = row.tools == nullptr ? nothing : *row.tools;
  const HeaderFormat& header = reasoning.header.is_given() ? reasoning.header : tools.header;
  Census openers;
  Census tags;
  const void* twice = nullptr;      // the field whose marker another has as well
  const void* tag_twice = nullptr;  // the same of a tag
  const auto add_opener = [&](const auto& words) {
    if (twice == nullptr && !openers.add(words)) twice = &words;
  };
  const auto add_tag = [&](const auto& name, const void* field) {
    if (tag_twice == nullptr && !name.empty() && !tags.add(name)) tag_twice = field;
  };
  for (const WordList* list :
       {&reasoning.open, &reasoning.ends_before, &tools.wrap_open, &tools.wrap_close}) {
    add_opener(*list);
  }
  if (header.is_given()) add_opener(header.start);
  if (!header.channel.empty()) add_opener(header.channel);
  add_tag(tag_of(reasoning.open, reasoning.close), &reasoning.open);
  add_tag(reasoning.unwrap, &reasoning.unwrap);
  for (const CallFormat& one : tools.calls) {
    add_opener(one.open);
    if (!one.is_literal) add_tag(tag_of(one.open, one.close), &one.open);
    for (std::string_view marker : one.open) {
      const bool is_cut = tools.separator != 0 && !marker.empty() && marker[0] == tools.separator;
      if (is_cut) return refuse("the separator begins an opener", &tools.separator);
    }
  }
  if (twice != nullptr) return refuse("one marker opens two things", twice);
  if (tag_twice != nullptr) return refuse("one tag stands for two things", tag_twice);
  for (const WordList* drop : {&row.drop, &reasoning.drop}) {
    for (std::string_view token : *drop) {
      Census others = openers;
      if (!others.add(token)) return refuse("a token to drop opens something", drop);
    }
  }
  return {};
}

}  // namespace dialect_check

/// What is wrong with a row.
constexpr Fault check_row(const Dialect& row) {
  using namespace dialect_check;
  if (!is_row_name(row.name)) return refuse("a row's name is not of a-z, 0-9 and _", &row.name);
  for (std::string_view alias : row.aliases) {
    if (!is_row_name(alias)) return refuse("an alias is not of a-z, 0-9 and _", &row.aliases);
  }
  if (const Fault wrong = tokens(row.drop)) return wrong;
  for (std::string_view word : row.turn) {
    if (word.empty()) return refuse("what begins a turn is empty", &row.turn);
  }
  if (row.reasoning != nullptr) {
    if (const Fault wrong = reasoning(*row.reasoning)) return wrong;
  }
  if (row.tools != nullptr) {
    if (const Fault wrong = tools(*row.tools)) return wrong;
    if (!row.writes_calls) return refuse("calls are read that are not written", &row.writes_calls);
  }
  return meanings(row);
}

/// The same for a whole table.
template <std::size_t size>
constexpr Fault check_rows(const std::array<Dialect, size>& table) {
  using dialect_check::refuse;
  for (std::size_t i = 0; i < size; ++i) {
    if (const Fault wrong = check_row(table[i])) return wrong;
    if (i != 0 && !(table[i - 1].name < table[i].name))
      return refuse("rows are not sorted by name");
    for (std::size_t j = 0; j < size; ++j) {
      for (std::string_view alias : table[i].aliases) {
        if (alias == table[j].name) return refuse("an alias is another row's name");
        std::size_t times = 0;
        for (std::string_view other : table[j].aliases) times += other == alias ? 1 : 0;
        if (times > (i == j ? 1U : 0U)) return refuse("an alias is given twice");
      }
    }
  }
  return {};
}

/// Refuses a bad table while it is compiled: the compiler shows the sentence.
template <std::size_t size>
consteval bool check_table(const std::array<Dialect, size>& table) {
  return !check_rows(table);
}

}  // namespace tagstream
