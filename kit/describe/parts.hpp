#pragma once

// The fields of a message and its parts, of trees, and of the counters of a reader. The order is
// that of JSON, where a span is two fields, `start` and `end`. A data member without a row here
// does not compile: see `has_all`.

#include <concepts>
#include <cstddef>

#include "describe/field.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/diagnostic.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"
#include "tagstream/tree.hpp"

namespace tagstream::describe {

/// The name of a part everywhere.
template <class Part>
inline constexpr const char* name_of = nullptr;
template <>
inline constexpr const char* name_of<Attribute> = "Attribute";
template <>
inline constexpr const char* name_of<ToolCall> = "ToolCall";
template <>
inline constexpr const char* name_of<ToolCallError> = "ToolCallError";
template <>
inline constexpr const char* name_of<Section> = "Section";
template <>
inline constexpr const char* name_of<Thought> = "Thought";
template <>
inline constexpr const char* name_of<Notice> = "Notice";
template <>
inline constexpr const char* name_of<Message> = "Message";
template <>
inline constexpr const char* name_of<Diagnostic> = "Diagnostic";
template <>
inline constexpr const char* name_of<Tag> = "Tag";
template <>
inline constexpr const char* name_of<Stats> = "Stats";

template <>
inline constexpr auto fields_of<Attribute> = std::tuple{
    field("name", &Attribute::name,
          "the name as written; empty for the `=value` directly after a tag's name: `<f=v>`"),
    field("value", &Attribute::value, "the value without its quotes, as written"),
    field("has_value", &Attribute::has_value, "false for `<a b>`, true for `<a b=\"\">`"),
};

template <>
inline constexpr auto fields_of<ToolCall> = std::tuple{
    field("index", &ToolCall::index, "calls are counted from 0, in the order of the stream"),
    field("id", &ToolCall::id, "the model's own, else one that is made up (`id_style`)"),
    field("name", &ToolCall::name, "the name of the tool"),
    field("arguments", &ToolCall::arguments,
          "a JSON object as text, as the model wrote it but for repairs (`is_repaired`)"),
    field("is_native", &ToolCall::is_native,
          "a server has read it itself: it stands nowhere in the text", Shown::if_set),
    field("raw", &ToolCall::raw, "the whole body as written, without blanks at its ends",
          Shown::in_text),
    field("is_closed", &ToolCall::is_closed, "the closing tag was there", Shown::in_text),
    field("is_repaired", &ToolCall::is_repaired, "a slip was mended, or another reading exists",
          Shown::if_set),
    field("is_recovered", &ToolCall::is_recovered,
          "its bytes were read a second time, since they were first part of a broken call",
          Shown::if_set),
    field("span", &ToolCall::span, "from the opening tag to one past the closing tag",
          Shown::in_text),
};

template <>
inline constexpr auto fields_of<ToolCallError> = std::tuple{
    field("code", &ToolCallError::code, "the reason why it is not a call"),
    field("text", &ToolCallError::text, "one plain sentence"),
    field("offset", &ToolCallError::offset, "the place that the sentence is about"),
    field("name", &ToolCallError::name, "the name of the tool, if it is known", Shown::if_set),
    field("raw", &ToolCallError::raw,
          "the whole body as written, without blanks at its ends; of a call that is cut off all of "
          "its bytes",
          Shown::if_set),
    field("is_native", &ToolCallError::is_native,
          "a server has read it itself: it stands nowhere in the text", Shown::if_set),
};

template <>
inline constexpr auto fields_of<Section> = std::tuple{
    field("name", &Section::name, "the tag's name as written, or the opening marker"),
    field("raw_tag", &Section::raw_tag,
          "the opening tag or marker as written; empty if the prompt has opened the section"),
    field(
        "attributes", [](const Section& section) { return section.attributes(); },
        "the attributes of the opening tag; a marker has none"),
    field("content", &Section::content, "the raw text inside"),
    field("is_closed", &Section::is_closed, "the closing tag was there"),
    field("is_recorded", &Section::is_recorded, "of `record`: the section is content as well",
          Shown::if_set),
    field("is_implied_open", &Section::is_implied_open, "the prompt has opened the section",
          Shown::if_set),
    field("is_truncated", &Section::is_truncated, "the content was cut at a limit", Shown::if_set),
    field("span", &Section::span, "from the opening tag to one past the closing tag"),
};

template <>
inline constexpr auto fields_of<Thought> = std::tuple{
    field("text", &Thought::text, "the text, without blanks at its ends"),
    field("thought_type", &Thought::thought_type,
          "the value of the attribute `thought_type`, decoded", Shown::if_set),
    field("confidence", &Thought::confidence,
          "from 0 to 1; 0.5 if the attribute is missing or is not such a number; null: the thought "
          "has none of the attributes of thoughts",
          Shown::if_set),
    field("has_attributes", &Thought::has_attributes,
          "the thought has one of the attributes of thoughts", Shown::if_set),
    field("is_closed", &Thought::is_closed, "the closing tag was there"),
    field("is_truncated", &Thought::is_truncated, "the text was cut at a limit", Shown::if_set),
    field("span", &Thought::span, "from the opening tag to one past the closing tag"),
};

template <>
inline constexpr auto fields_of<Notice> = std::tuple{
    field("code", &Notice::code, "the kind of the remark"),
    field("text", &Notice::text, "one plain sentence"),
    field("offset", &Notice::offset, "the place that the sentence is about"),
    field("name", &Notice::name,
          "the tag or opening marker of the rule that it is about; empty if it is about none",
          Shown::if_set),
};

template <>
inline constexpr auto fields_of<Message> = std::tuple{
    field("content", &Message::content, "the visible text; always there"),
    field("reasoning", &Message::reasoning, "all reasoning", Shown::if_set),
    field("reasoning_closed", &Message::reasoning_closed,
          "false: the text has ended in reasoning; else JSON leaves it out. Where a language has "
          "null, it is true if the reasoning is closed, and null until the end is known",
          Shown::if_set),
    field("tool_calls", &Message::tool_calls, "the complete calls, in their order", Shown::if_set),
    field("tool_call_errors", &Message::tool_call_errors,
          "texts that stood where calls should, and why they are none. A call that is cut off is "
          "here, with the code `unclosed`: its event is the notice `unclosed_call`, and its bytes "
          "are content",
          Shown::if_set),
    field("sections", &Message::sections,
          "hidden and recorded ones, in the order of their ends. The span is that of the whole "
          "element",
          Shown::if_set),
    field("thoughts", &Message::thoughts, "the thoughts, in their order", Shown::if_set),
    field("notices", &Message::notices, "remarks for the caller, as that a limit was reached",
          Shown::if_set),
    field(
        "finish_reason", &Message::finish_reason,
        "a word: `tool_calls` if there is a call, else `stop`; `length` if a limit has stopped the "
        "reader, or the caller says that the answer was cut off (`set_cut_off`); with `--from sse` "
        "the server's word (`tool_calls` only with a call), null if the stream broke off, and "
        "until the end is known"),
    field("stopped", &Message::stopped, "`code`, `text`, `offset`: why not all was read",
          Shown::if_set),
};

template <>
inline constexpr auto fields_of<Diagnostic> = std::tuple{
    field("kind", &Diagnostic::kind, "`unclosed`, `stray_close` or `incomplete_tag`"),
    field("offset", &Diagnostic::offset, "the place of the tag's `<`"),
    field("line", &Diagnostic::line, "counted from 1; LF, CR and CRLF end a line"),
    field("column", &Diagnostic::column, "counted from 1, in code points"),
    field("name", &Diagnostic::name, "the tag's name as written, as far as it is in the text"),
};

template <>
inline constexpr auto fields_of<Tag> = std::tuple{
    field(
        "name", [](const Tag& tag) { return tag.name(); }, "the name as written"),
    field(
        "attributes", [](const Tag& tag) { return tag.attributes(); },
        "the attributes of the opening tag"),
    field(
        "content", [](const Tag& tag) { return tag.content(); },
        "the raw text inside, the tags in it included"),
    field(
        "raw_tag", [](const Tag& tag) { return tag.raw_tag(); }, "the opening tag as written"),
    field(
        "start", [](const Tag& tag) { return tag.start(); }, "the place of the opening tag"),
    field(
        "end", [](const Tag& tag) { return tag.end(); },
        "one past the closing tag, or the end of an element without one"),
    field(
        "content_start", [](const Tag& tag) { return tag.content_start(); },
        "the place of the raw content"),
    field(
        "content_end", [](const Tag& tag) { return tag.content_end(); },
        "one past the raw content"),
    field(
        "is_closed", [](const Tag& tag) { return tag.is_closed(); },
        "the closing tag is there, or none is needed"),
    field(
        "is_self_closing", [](const Tag& tag) { return tag.is_self_closing(); },
        "the tag is written `<name/>`"),
};

template <>
inline constexpr auto fields_of<Stats> = std::tuple{
    field("bytes_fed", &Stats::bytes_fed, "bytes handed to `feed`"),
    field("bytes_examined", &Stats::bytes_examined,
          "bytes examined, also by searches and second readings"),
    field("bytes_held", &Stats::bytes_held, "bytes that the reader holds now, between feeds"),
    field("bytes_held_max", &Stats::bytes_held_max, "the most that `bytes_held` has been"),
    field("events", &Stats::events, "events or tags that were returned"),
    field("limit_hits", &Stats::limit_hits, "how often a limit was reached"),
};

/// A value of any type, to ask how many members a struct has.
struct Any {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): it is the purpose
};

/// True if every data member of `Of` has a row.
template <class Of>
constexpr bool has_all() {
  constexpr auto counts = [] {
    std::size_t stored = 0;
    each_field<Of>([&](auto row) { stored += row.is_stored ? 1 : 0; });
    return stored;
  }();
  return []<std::size_t... numbers>(std::index_sequence<numbers...>) {
    constexpr auto with = [](auto... values) {
      return requires { Of{values...}; };
    };
    return with((static_cast<void>(numbers), Any())...) &&
           !with((static_cast<void>(numbers), Any())..., Any());
  }
  (std::make_index_sequence<counts>());
}
static_assert(has_all<Attribute>() && has_all<ToolCall>() && has_all<ToolCallError>());
static_assert(has_all<Section>() && has_all<Thought>() && has_all<Notice>());
static_assert(has_all<Diagnostic>() && has_all<Stats>());

}  // namespace tagstream::describe
