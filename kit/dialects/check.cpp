// Refuses formats that the engine can't read. Three lines, and the sentences that refuse the last
// two:
//
//   <think>REASONING</think>
//   <think>{"name": "NAME", "arguments": ARGUMENTS}</think>      one marker opens two things
//   - drop <think>                                               a token to drop opens something
//
// Each function checks one part of a format, and returns a sentence, or null if nothing is wrong. A
// sentence names no line: `format_of.cpp` finds the line to blame.

#include "dialects/check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "dialects/spelling.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

std::string_view tag_of(const WordList& open, const WordList& close) {
  for (const WordList* list : {&open, &close}) {
    for (std::string_view marker : *list) {
      if (!spelling_of(marker).name.empty()) return spelling_of(marker).name;
    }
  }
  return {};
}

// In qwen3_coder the call `<tool_call>{"name": …` begins with the tag that stands around its
// other calls.
bool opens_with_wrapper(const CallFormat& call, const ToolFormat& tools) {
  const WordList& words = tools.wrap_open;
  return !call.open.empty() &&
         std::find(words.begin(), words.end(), *call.open.begin()) != words.end();
}

namespace {

bool has(const WordList& list, std::string_view word) {
  for (std::string_view other : list) {
    if (other == word) return true;
  }
  return false;
}

/// A set of words that must all be different.
class Census {
 public:
  /// Adds a word. Returns false if the set has it already.
  bool add(std::string_view word) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (words_[i] == word) return false;
    }
    words_[size_++] = word;
    return true;
  }
  bool add(const WordList& list) {
    for (std::string_view word : list) {
      if (!add(word)) return false;
    }
    return true;
  }

 private:
  std::array<std::string_view, 144> words_{};
  std::size_t size_ = 0;
};

// If both the openers and the closers have tags, each tag must be on both sides: `<a>` with `</b>`
// is refused. A tag with a literal, `<a>` with `[/a]`, is allowed.
const char* tags_pair(const WordList& open, const WordList& close) {
  const auto has_tag = [](const WordList& list, std::string_view name) {
    for (std::string_view marker : list) {
      const std::string_view other = spelling_of(marker).name;
      if (!other.empty() && (name.empty() || other == name)) return true;
    }
    return false;
  };
  if (!has_tag(open, {}) || !has_tag(close, {})) return nullptr;
  for (const WordList* list : {&open, &close}) {
    for (std::string_view marker : *list) {
      const std::string_view name = spelling_of(marker).name;
      if (!name.empty() && !(has_tag(open, name) && has_tag(close, name)))
        return "what is opened has tags of two names";
    }
  }
  return nullptr;
}

// An opener may not be a closing tag, a closer may not be an opening tag, and no marker may be
// both.
const char* openers_and_closers(const WordList& open, const WordList& close) {
  for (std::string_view marker : open) {
    if (marker.empty()) return "an opening marker is empty";
    if (spelling_of(marker).closes) return "an opening marker is written as a closing tag";
    if (has(close, marker)) return "an opening marker closes as well";
  }
  for (std::string_view marker : close) {
    if (marker.empty()) return "a closing marker is empty";
    const MarkerSpelling tag = spelling_of(marker);
    if (!tag.name.empty() && !tag.closes) return "a closing marker is written as an opening tag";
  }
  return tags_pair(open, close);
}

// A token to drop is a literal, even if it looks like a tag.
const char* tokens(const WordList& list) {
  for (std::string_view token : list) {
    if (token.empty()) return "a token to drop is empty";
  }
  return nullptr;
}

// A header needs a marker at its start, one before the text, and one after the text.
const char* header(const HeaderFormat& format) {
  if (!format.is_given()) {
    const bool has_more = !format.message.empty() || !format.close.empty();
    return has_more ? "a header has no marker at its start" : nullptr;
  }
  if (format.message.empty()) return "a header has no marker before its text";
  if (format.close.empty()) return "a message has no end";
  if (has(format.close, {})) return "what ends a message is empty";
  if (has(format.text_channels, {})) return "a channel has no name";
  for (std::string_view marker : format.ends_before) {
    if (marker.empty() || !spelling_of(marker).name.empty())
      return "what ends a header from outside is empty or a tag";
  }
  return nullptr;
}

// Reasoning needs an opener and a closer, or headers. A tag to unwrap is given by its name, without
// brackets.
const char* reasoning(const ReasoningFormat& format) {
  if (const char* const wrong = header(format.header)) return wrong;
  if (const char* const wrong = openers_and_closers(format.open, format.close)) return wrong;
  if (format.open.empty() && !format.header.is_given()) return "reasoning has no opener";
  if (format.open.empty() != format.close.empty()) return "reasoning has no closer";
  if (has(format.ends_before, {})) return "what ends reasoning from outside is empty";
  if (const char* const wrong = tokens(format.drop)) return wrong;
  for (std::string_view name : format.unwrap) {
    bool is_name = !name.empty();
    for (char c : name) is_name = is_name && is_ascii_name_byte(c);
    if (!is_name) return "a tag to unwrap is not given by its name alone";
  }
  if (format.starts_inside && format.open.empty()) return "there is no reasoning to start in";
  return nullptr;
}

// Each closing tag of a wrapper needs an opening one: a wrapper that is a tag is one rule, which
// has the name of its opening tag.
const char* wrappers(const WordList& open, const WordList& close) {
  if (const char* const wrong = openers_and_closers(open, close)) return wrong;
  for (std::string_view marker : close) {
    const std::string_view name = spelling_of(marker).name;
    bool is_open = name.empty();
    for (std::string_view other : open) is_open = is_open || spelling_of(other).name == name;
    if (!is_open) return "a closing tag of a wrapper has no opening one";
  }
  return nullptr;
}

// A literal marker must say where its attributes end (`head_end`) and where a value ends; a tag
// does so by its `>` and its closing tag.
const char* shape(const XmlShape& form) {
  const bool has_values = form.values[0].is_given();
  if (form.keys[0].is_given() && !has_values) return "a key has no value";
  if (!has_values && !form.parameters[0].is_given() && form.prefix.empty() && !form.tag_is_key) {
    return "an XML shape has no parameters";
  }
  for (const XmlMark& mark : form.values) {
    const bool is_literal = mark.is_given() && xml_tag_name(mark.open).empty();
    if (is_literal && mark.close.empty()) return "a literal around a value has no end";
  }
  for (const XmlMark& mark : form.parameters) {
    const bool is_literal = mark.is_given() && xml_tag_name(mark.open).empty();
    if (is_literal && form.head_end.empty()) return "attributes have no end";
  }
  return nullptr;
}

// A reader finds the end of a string by the first byte of its mark, so that byte may not come again
// in the mark: `<|"|>` is allowed, `||"||` is not.
const char* shape(const PythonicShape& form) {
  if (!form.quote.empty() && form.quote.substr(1).find(form.quote[0]) != std::string_view::npos) {
    return "the first byte of a string's delimiter comes again in it";
  }
  return nullptr;
}

// Checks markers that are literals even if they look like tags (`is_literal`).
const char* literal_markers(const CallFormat& format) {
  for (std::string_view marker : format.open) {
    if (marker.empty()) return "an opening marker is empty";
    if (has(format.close, marker)) return "an opening marker closes as well";
  }
  return has(format.close, {}) ? "a closing marker is empty" : nullptr;
}

// The end of a JSON value shows by itself; elements and text need a closer. A tag can name the
// tool, a literal can't: it may not open `CallBody::arguments`.
const char* ends(const CallFormat& format) {
  const BodyStart start = body_info(format.body).start;
  const bool needs_closer = start == BodyStart::tag || start == BodyStart::anything;
  if (needs_closer && format.close.empty())
    return "nothing closes a body that does not know its end";
  if (format.body != CallBody::arguments) return nullptr;
  for (std::string_view marker : format.open) {
    if (format.is_literal || spelling_of(marker).name.empty())
      return "a literal opens arguments, so nothing names the tool";
  }
  return nullptr;
}

// A literal that opens a call of elements has the name as an attribute, so `head_end` must say
// where the attributes end.
const char* attributes(const CallFormat& format) {
  const XmlShape& shape = *format.shape;
  const bool has_head = shape.is_one_call && !shape.name_first;
  if (format.body != CallBody::xml || !has_head || !shape.head_end.empty()) return nullptr;
  for (std::string_view marker : format.open) {
    const bool is_tag = !format.is_literal && spelling_of(marker).name == tag_of(format.open, {});
    if (!is_tag || spelling_of(marker).name.empty()) return "attributes have no end";
  }
  return nullptr;
}

// The conditions on one way to write a call. Most of them keep fields together that mean something
// only together; the last ones are about `shared`, the bytes of the opener that the body reads
// again.
const char* call(const CallFormat& format) {
  if (format.body == CallBody::pythonic) {
    if (const char* const wrong = shape(*format.pythonic)) return wrong;
  }
  if (format.body == CallBody::xml) {
    if (const char* const wrong = shape(*format.shape)) return wrong;
  }
  if (const char* const wrong = format.is_literal
                                    ? literal_markers(format)
                                    : openers_and_closers(format.open, format.close)) {
    return wrong;
  }
  const bool has_name_format = !format.name.before.empty() || !format.name.id_mark.empty() ||
                               !format.name.separator.empty() || !format.name.prefix.empty() ||
                               format.name.is_id || format.name.id_first ||
                               !format.name.kind.empty() || !format.name.then.empty();
  if (has_name_format && !format.has_name_in_front()) {
    return "a body without a name before it has a name format";
  }
  if (format.is_leading && !body_info(format.body).may_lead) {
    return "a leading opener has a body that needs markers";
  }
  if (format.follows_name && !(format.is_leading && format.body == CallBody::pythonic)) {
    return "a call begins with a name, and is no leading call that looks like code";
  }
  if (const char* const wrong = ends(format)) return wrong;
  if (const char* const wrong = attributes(format)) return wrong;
  if (format.name.needs_separator && format.name.separator.empty()) {
    return "the separator that a name needs is empty";
  }
  if (format.name.id_first && format.name.id_mark.empty()) {
    return "nothing stands between an id and the name after it";
  }
  const bool has_more = !format.name.kind.empty() || !format.name.then.empty();
  if (format.body == CallBody::text) {
    if (format.argument.empty()) return "a text has no argument to be";
    if (has_name_format && (has_more || !format.name.needs_separator))
      return "a name before a text lacks its separator, or has more than that";
  }
  if (has_more && format.name.separator.empty()) {
    return "nothing separates a name from what stands beside it";
  }
  for (std::string_view marker : format.open) {
    if (format.shared > marker.size()) return "more of an opener is shared than it has";
    const bool is_tag = !format.is_literal && !spelling_of(marker).name.empty();
    if (is_tag && format.shared != 0) return "a tag can't be part of the body that it opens";
    if (format.is_leading && marker.size() != format.shared) {
      return "a leading opener is not part of the body";
    }
    if (!format.is_leading && marker.size() == format.shared)
      return "an opener that is all body is not a leading one";
  }
  return nullptr;
}

// The ways to write a call fill the array from its beginning.
const char* tools(const ToolFormat& format) {
  if (const char* const wrong = header(format.header)) return wrong;
  if (format.header_body.body == CallBody::xml) {
    if (const char* const wrong = shape(*format.header_body.shape)) return wrong;
  }
  bool any = format.header.is_given();
  bool ended = false;
  for (const CallFormat& one : format.calls) {
    if (one.open.empty()) {
      ended = true;
      continue;
    }
    if (ended) return "there is a gap between the ways to write a call";
    any = true;
    if (const char* const wrong = call(one)) return wrong;
  }
  if (!any) return "nothing opens a call";
  if (format.wrap_open.empty() != format.wrap_close.empty())
    return "a wrapper lacks its opener or its closer";
  if (const char* const wrong = wrappers(format.wrap_open, format.wrap_close)) return wrong;
  return nullptr;
}

// The opener of a call may also open a wrapper only if it is one tag and a value follows it:
// the byte after the tag then says which of the two it is.
bool may_share_wrapper(const CallFormat& call) {
  return call.open.size() == 1 && body_info(call.body).start == BodyStart::value &&
         !call.has_name_in_front() && !tag_of(call.open, call.close).empty();
}

// Each marker and each tag must stand for one thing. A tag counts by its name, so `<a>` for
// reasoning and `</a>` as the closer of a call are two things of one tag. Tokens to drop may be
// named twice, but may not open something.
const char* meanings(const FamilyFormat& row) {
  const ReasoningFormat none{};
  const ToolFormat nothing{};
  const ReasoningFormat& reasoning = row.reasoning == nullptr ? none : *row.reasoning;
  const ToolFormat& tools = row.tools == nullptr ? nothing : *row.tools;
  const HeaderFormat& header = reasoning.header.is_given() ? reasoning.header : tools.header;
  Census openers;
  Census tags;
  bool is_twice = false;
  bool is_tag_twice = false;
  const auto add_opener = [&](const auto& words) { is_twice = !openers.add(words) || is_twice; };
  const auto add_tag = [&](const auto& name) {
    if (!name.empty() && !tags.add(name)) is_tag_twice = true;
  };
  for (const WordList* list :
       {&reasoning.open, &reasoning.ends_before, &tools.wrap_open, &tools.wrap_close}) {
    add_opener(*list);
  }
  if (header.is_given()) add_opener(header.start);
  if (!header.channel.empty()) add_opener(header.channel);
  add_tag(tag_of(reasoning.open, reasoning.close));
  add_tag(reasoning.unwrap);
  for (std::string_view word : tools.wrap_open) add_tag(spelling_of(word).name);
  for (const CallFormat& one : tools.calls) {
    if (opens_with_wrapper(one, tools) && may_share_wrapper(one)) continue;
    add_opener(one.open);
    if (!one.is_literal) add_tag(tag_of(one.open, one.close));
    for (std::string_view marker : one.open) {
      const bool is_cut = one.separator != 0 && !marker.empty() && marker[0] == one.separator;
      if (is_cut) return "the separator begins an opener";
    }
  }
  if (is_twice) return "one marker opens two things";
  if (is_tag_twice) return "one tag stands for two things";
  for (const WordList* drop : {&row.drop, &reasoning.drop}) {
    for (std::string_view token : *drop) {
      Census others = openers;
      if (!others.add(token)) return "a token to drop opens something";
    }
  }
  return nullptr;
}

}  // namespace

const char* check_format(const FamilyFormat& format) {
  if (const char* const wrong = tokens(format.drop)) return wrong;
  if (format.reasoning != nullptr) {
    if (const char* const wrong = reasoning(*format.reasoning)) return wrong;
  }
  if (format.tools != nullptr) {
    if (const char* const wrong = tools(*format.tools)) return wrong;
  }
  return meanings(format);
}

}  // namespace tagstream
