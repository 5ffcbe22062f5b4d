#pragma once

// The fields of a row, once. From here come its JSON, what reads that, its schema, and the places
// that errors name. A new field of a format is one line here.

#include <array>
#include <concepts>
#include <span>
#include <string_view>
#include <type_traits>

#include "dialects/check_words.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

template <class T, class Format>
concept Of = std::same_as<std::remove_const_t<T>, Format>;

// `see_fields(see, a, b…)` calls see(name, sentence, a.field, b.field…) for each field of one or
// more rows or formats of the same type.

template <class See, Of<HeaderFormat>... T>
void see_fields(See& see, T&... it) {
  see("start", "before the role; messages of others are markup", it.start...);
  see("channel", "before the channel's name; empty: no channels", it.channel...);
  see("constrain", "before the body's type; empty: no types", it.constrain...);
  see("message", "before the text", it.message...);
  see("close", "after the text, and after a call", it.close...);
  see("endsBefore", "also end a header, but belong to what follows", it.ends_before...);
  see("reasoningChannel", "the channel that is reasoning", it.reasoning_channel...);
  see("textChannels", "others that count even if message is missing", it.text_channels...);
  see("reasoningRecipient", "the recipient that makes it reasoning", it.reasoning_recipient...);
  see("startsInside", "the prompt ends in a header, where an answer may go on",
      it.starts_inside...);
}

template <class See, Of<ReasoningFormat>... T>
void see_fields(See& see, T&... it) {
  see("open", "what opens reasoning", it.open...);
  see("close", "what closes it", it.close...);
  see("endsBefore", "literals that end it, too, but belong to what follows", it.ends_before...);
  see("unwrap", "names of tags around the answer that are markup", it.unwrap...);
  see("drop", "markers around the answer that are markup", it.drop...);
  see("startsInside", "the prompt has written the opener", it.starts_inside...);
  see("trims", "blanks directly after its markers are markup", it.trims...);
  see("header", "headers of messages", it.header...);
}

template <class See, Of<CallNameFormat>... T>
void see_fields(See& see, T&... it) {
  see("before", "must stand before the name", it.before...);
  see("kind", "a word that may stand before the name, with the separator", it.kind...);
  see("idMark", "before the call's id; optional", it.id_mark...);
  see("separator", "between the name and the arguments; optional if { follows", it.separator...);
  see("then", "optional after the separator, in any order", it.then...);
  see("prefix", "cut off the name if it begins so", it.prefix...);
  see("needsSeparator", "the separator is not optional", it.needs_separator...);
  see("isId", "all of it is the call's id; :3 at its end is not of the name", it.is_id...);
  see("idFirst", "the id stands first, then idMark and the name", it.id_first...);
}

template <class See, Of<XmlMark>... T>
void see_fields(See& see, T&... it) {
  see("open", "a tag <name>, or a literal", it.open...);
  see("close", "what ends it", it.close...);
}

template <class See, Of<XmlShape>... T>
void see_fields(See& see, T&... it) {
  see("functions", "tags around the parameters of one of many calls", it.functions...);
  see("parameters", "around parameters that an attribute names", it.parameters...);
  see("keys", "around the key of a pair", it.keys...);
  see("values", "around its value", it.values...);
  see("type", "around its type, between key and value", it.type...);
  see("prefix", "before each tag; a tag's name is the key, and tags nest", it.prefix...);
  see("nameAttribute", "names a function or a call", it.name_attribute...);
  see("keyAttribute", "names a parameter", it.key_attribute...);
  see("stringAttribute", "true: the value is a string, false: JSON", it.string_attribute...);
  see("typeAttribute", "the value's type", it.type_attribute...);
  see("nameIsValue", "a value after a tag's name is a name: <function=f>", it.name_is_value...);
  see("tagIsKey", "any other tag is a parameter, its name the key", it.tag_is_key...);
  see("trimsLineEnds", "a value loses one line end on each side", it.trims_line_ends...);
  see("nameFirst", "the call's name is the first word of the body", it.name_first...);
  see("separators", "may stand after that name", it.separators...);
  see("headEnd", "after the attributes of literal openers", it.head_end...);
  see("isOneCall", "the call's own tag is all that is around its parameters", it.is_one_call...);
  see("takesCdata", "a value may be CDATA", it.takes_cdata...);
  see("openersEndValues", "an opener of a parameter ends the value before it",
      it.openers_end_values...);
  see("firstKeyCounts", "of the same key the first counts", it.first_key_counts...);
  see("sample", "a body, for people; %n stands for the name, %a for a value", it.sample...);
}

template <class See, Of<PythonicShape>... T>
void see_fields(See& see, T&... it) {
  see("before", "must stand before each name", it.before...);
  see("quote", "around strings, which are verbatim; empty: Python's literals", it.quote...);
  see("spacedNames", "a name may have spaces in it", it.spaced_names...);
  see("sample", "a body, for people; %n stands for the name, %a for a value", it.sample...);
}

template <class See, Of<CallFormat>... T>
void see_fields(See& see, T&... it) {
  see("open", "what opens a call", it.open...);
  see("close", "what closes it; none: the value ends the call", it.close...);
  see("body", "how the body is written", it.body...);
  see("name", "what stands before the arguments; of name_then_json and text", it.name...);
  see("shape", "how parameters are written; of xml", it.shape...);
  see("pythonic", "how calls look like code; of pythonic", it.pythonic...);
  see("argument", "the argument that a text is; of text", it.argument...);
  see("isLeading", "counts only where no text has come before", it.is_leading...);
  see("followsName", "counts after the name of an offered tool, which is of the body",
      it.follows_name...);
  see("isLiteral", "its markers are literals, even if they look like tags", it.is_literal...);
  see("shared", "bytes at the end of the opener that belong to the body, too", it.shared...);
}

template <class See, Of<ToolFormat>... T>
void see_fields(See& see, T&... it) {
  see("calls", "the ways to write a call", it.calls...);
  see("wrapOpen", "around calls: markup", it.wrap_open...);
  see("wrapClose", "the end of that", it.wrap_close...);
  see("separator", "one byte between calls; empty: none", it.separator...);
  see("callsInReasoning", "what an opener in open reasoning is", it.calls_in_reasoning...);
  see("onUnclosed", "what a call is whose end never comes", it.on_unclosed...);
  see("header", "headers of messages; one with a recipient is a call", it.header...);
}

template <class See, Of<Dialect>... T>
void see_fields(See& see, T&... it) {
  see("name", "of a-z, 0-9 and _", it.name...);
  see("aliases", "other names", it.aliases...);
  see("reasoning", "how reasoning is marked; null: none", it.reasoning...);
  see("tools", "how calls are written; null: none", it.tools...);
  see("drop", "tokens that are markup outside of calls", it.drop...);
  see("turn", "in a prompt: what begins the answer's turn", it.turn...);
  see("writesCalls", "the family writes calls, read or not", it.writes_calls...);
  see("opensInPrompt", "templates usually open the reasoning in the prompt", it.opens_in_prompt...);
}

/// A value with fields of its own.
template <class T>
concept HasFields = requires(T& it, void (*see)(...)) {
  see_fields(see, it);
};

/// The values that an enumeration's field may have; their words are those of `to_string`.
template <class E>
inline constexpr std::array<E, 0> choices{};
template <>
inline constexpr auto choices<CallBody> = [] {
  std::array<CallBody, std::size(bodies)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = bodies[i].body;
  return all;
}();
template <>
inline constexpr std::array choices<CallsInReasoning>{CallsInReasoning::settle,
                                                      CallsInReasoning::end, CallsInReasoning::keep,
                                                      CallsInReasoning::extract};
template <>
inline constexpr std::array choices<OnUnclosedCall>{OnUnclosedCall::text, OnUnclosedCall::call,
                                                    OnUnclosedCall::error};

/// An element of a list that is there: arrays have room for more.
[[nodiscard]] constexpr bool is_given(std::string_view word) { return !word.empty(); }
[[nodiscard]] constexpr bool is_given(const XmlMark& mark) { return mark.is_given(); }
[[nodiscard]] constexpr bool is_given(const CallFormat& format) { return !format.open.empty(); }

/// What is wrong with a row: `check_row`, and what a compiler can't compare while it compiles.
[[nodiscard]] Fault fault_of(const Dialect& row);

/// The JSON pointer of the field of `row` that stands at `where`; empty if none does.
[[nodiscard]] std::string pointer_to_field(const Dialect& row, const void* where);

}  // namespace tagstream
