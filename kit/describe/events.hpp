#pragma once

// Events as data: the kinds and the fields that each has, the flags, and the codes of
// problems and remarks. JSON is written by these tables, bindings/api.json and docs/events.md are
// made from them, and tests compare the C header with them. A new flag is a row of
// `event_fields`, and a name in the list of each kind that has it.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "tagstream/code.hpp"
#include "tagstream/event.hpp"

namespace tagstream::describe {

/// A field of an event in JSON, beside `kind`, `start` and `end`.
enum class EventField : std::uint8_t {
  code,
  text,
  name,
  raw_tag,
  attributes,
  index,
  id,
  arguments,
  raw,
  offset,
  thought_type,
  confidence,
  is_closed,
  is_recorded,
  is_implied_open,
  is_truncated,
  has_attributes,
  has_started,
  is_repaired,
  is_recovered,
  is_native,
};

/// One field of events.
struct EventFieldInfo {
  EventField field;
  const char* name;
  const char* type;    ///< as in bindings/api.json
  const char* member;  ///< the member of C and C++ that holds it, or from which it is read
  const char* sentence;
  std::uint32_t flag = 0;  ///< of a flag its bit of `EventFlag`
};

/// The row of a flag.
constexpr EventFieldInfo flag_row(EventField field, EventFlag flag, const char* name,
                                  const char* sentence) {
  return {field, name, "boolean", name, sentence, static_cast<std::uint32_t>(flag)};
}

inline constexpr EventFieldInfo event_fields[] = {
    {EventField::code, "code", "code", "code",
     "a word of the table of codes: what is wrong or odd"},
    {EventField::text, "text", "string", "text",
     "the bytes (of a thought of blanks none); of `tool_call_delta` a piece of the arguments; of a "
     "recorded section what stands in it; of a thought its text without blanks at its ends; of an "
     "error, a notice or a stop one sentence"},
    {EventField::name, "name", "string", "name",
     "of a section the tag's name as written, or the opening marker; of a call the tool's; of a "
     "notice the tag or opening marker of the rule that it is about, if it is about one"},
    {EventField::raw_tag, "raw_tag", "string", "raw",
     "the opening tag or marker as written; empty if only `start_inside` says that it is open"},
    {EventField::attributes, "attributes", "attributes", "raw",
     "a list of `{\"name\": …, \"value\": …, \"has_value\": true}`, as written: nothing is "
     "decoded"},
    {EventField::index, "index", "integer", "index",
     "calls count from 0, in the order in which they come"},
    {EventField::id, "id", "string", "id",
     "the model's own, or one that is made up (docs/read.md#ids)"},
    {EventField::arguments, "arguments", "string", "text",
     "a JSON object, as text: what the model wrote"},
    {EventField::raw, "raw", "string", "raw",
     "the whole body as written, without blanks at its ends"},
    {EventField::offset, "offset", "integer", "offset",
     "the byte of the stream that it speaks of; of `section_end` where its opening tag begins"},
    {EventField::thought_type, "thought_type", "string", "thought_type",
     "the value of the attribute `thought_type`, decoded (docs/thoughts.md)"},
    {EventField::confidence, "confidence", "number", "confidence",
     "from 0 to 1; left out if the thought has none of the attributes of thoughts, and null or -1 "
     "where a language has the field always (docs/thoughts.md)"},
    flag_row(EventField::is_closed, EventFlag::is_closed, "is_closed", "the closing tag was there"),
    flag_row(EventField::is_recorded, EventFlag::is_recorded, "is_recorded",
             "the section is of `record`: it is content as well"),
    flag_row(EventField::is_implied_open, EventFlag::is_implied_open, "is_implied_open",
             "the prompt has opened the section"),
    flag_row(EventField::is_truncated, EventFlag::is_truncated, "is_truncated",
             "`text` has been cut at a limit"),
    flag_row(EventField::has_attributes, EventFlag::has_attributes, "has_attributes",
             "the thought has one of the attributes of thoughts (docs/thoughts.md)"),
    flag_row(EventField::has_started, EventFlag::has_started, "has_started",
             "pieces of the call came before"),
    flag_row(EventField::is_repaired, EventFlag::is_repaired, "is_repaired",
             "a slip was mended, or another reading exists"),
    flag_row(EventField::is_recovered, EventFlag::is_recovered, "is_recovered",
             "its bytes were read again, after what stood before them was not a call"),
    flag_row(EventField::is_native, EventFlag::is_native, "is_native",
             "a server has read it itself; no reader makes such events"),
};

/// The row of a field.
constexpr const EventFieldInfo& info_of(EventField field) {
  return event_fields[static_cast<std::size_t>(field)];
}
static_assert([] {
  for (std::size_t i = 0; i < std::size(event_fields); ++i) {
    if (event_fields[i].field != static_cast<EventField>(i)) return false;
  }
  return true;
}());

/// When the JSON of an event of some kind has a field.
enum class EventShown : std::uint8_t {
  always,
  if_set,       ///< left out if it is false, empty or not known
  if_recorded,  ///< only if the section is of `record`
  if_recorded_and_set,
  if_short,  ///< left out if it is longer than `longest_repeated_name`
};

/// The longest name that each piece of a call's arguments repeats. The start of the call has every
/// name, so that the output stays in proportion to the text, whatever a model makes the name.
inline constexpr std::size_t longest_repeated_name = 256;

/// A field of a kind, and when it is there.
struct KindField {
  EventField field = EventField::text;
  EventShown shown = EventShown::always;
};

/// One kind of events. Its fields are in the order of JSON.
struct KindInfo {
  EventKind kind;
  bool has_span;  ///< false: a piece of something open, which accounts for no bytes
  const char* sentence;
  std::size_t field_count = 0;
  std::array<KindField, 12> fields{};

  constexpr KindInfo(EventKind its_kind, bool its_has_span, const char* its_sentence,
                     std::initializer_list<KindField> its_fields)
      : kind(its_kind), has_span(its_has_span), sentence(its_sentence) {
    for (const KindField& one : its_fields) fields[field_count++] = one;
  }
  [[nodiscard]] constexpr std::span<const KindField> used() const {
    return std::span(fields).first(field_count);
  }
};

namespace shown {
constexpr KindField always(EventField field) { return {field, EventShown::always}; }
constexpr KindField if_set(EventField field) { return {field, EventShown::if_set}; }
constexpr KindField if_recorded(EventField field) { return {field, EventShown::if_recorded}; }
constexpr KindField if_recorded_and_set(EventField field) {
  return {field, EventShown::if_recorded_and_set};
}
constexpr KindField if_short(EventField field) { return {field, EventShown::if_short}; }

using enum EventField;

inline constexpr KindInfo kinds[] = {
    {EventKind::content, true, "visible text", {always(text)}},
    {EventKind::reasoning,
     true,
     "text of the model's reasoning",
     {if_set(is_native), always(text)}},
    {EventKind::section_start,
     true,
     "a hidden section begins",
     {always(name), always(raw_tag), always(attributes), if_set(is_implied_open)}},
    {EventKind::section_delta,
     true,
     "a piece of a hidden section's text",
     {always(name), always(text)}},
    {EventKind::section_end,
     true,
     "a hidden or recorded section has ended, or the stream ended inside it",
     {always(name), always(raw_tag), if_recorded(attributes), if_recorded(text), always(offset),
      always(is_closed), if_set(is_recorded), if_set(is_implied_open),
      if_recorded_and_set(is_truncated)}},
    {EventKind::tool_call_start,
     false,
     "`incremental`: a call has begun, and its name is known",
     {if_set(is_native), always(index), if_set(id), always(name)}},
    {EventKind::tool_call_delta,
     false,
     "`incremental`: a piece of the arguments of an open call",
     {if_set(is_native), always(index), if_short(name), always(text)}},
    {EventKind::tool_call,
     true,
     "a complete call; with `incremental` it follows its pieces",
     {if_set(is_native), always(index), if_set(id), always(name), always(arguments), always(raw),
      always(is_closed), if_set(is_repaired), if_set(is_recovered), if_set(has_started)}},
    {EventKind::tool_call_error,
     true,
     "a broken call, or text in the place of a call",
     {if_set(is_native), always(code), always(text), always(offset), if_set(name), if_set(raw),
      if_set(index), always(is_closed), if_set(is_recovered), if_set(has_started)}},
    {EventKind::thought,
     true,
     "a complete thought",
     {always(text), if_set(thought_type), if_set(confidence), if_set(has_attributes),
      always(is_closed), if_set(is_truncated)}},
    {EventKind::markup,
     true,
     "bytes that were taken out and belong to no other event: tags, dropped literals",
     {always(text)}},
    {EventKind::notice,
     true,
     "a remark for the caller",
     {always(code), always(text), always(offset), if_set(name)}},
    {EventKind::stopped,
     true,
     "the reader has stopped: this is its last event",
     {always(code), always(text), always(offset)}},
    {EventKind::thought_delta,
     false,
     "`incremental`: a piece of a thought that is still open",
     {always(text)}},
};
}  // namespace shown

/// The kinds, in the order of their numbers.
inline constexpr std::span<const KindInfo> event_kinds(shown::kinds);

/// One flag.
struct FlagInfo {
  EventFlag flag;
  const char* name;
  const char* sentence;
};

/// The flags, in the order of their bits: those that are fields of JSON, and `has_index`.
inline constexpr auto event_flags = [] {
  constexpr std::size_t count = [] {
    std::size_t flags = 1;
    for (const EventFieldInfo& one : event_fields) flags += one.flag != 0 ? 1 : 0;
    return flags;
  }();
  std::array<FlagInfo, count> all{};
  const auto put = [&](EventFlag flag, const char* name, const char* sentence) {
    all[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint32_t>(flag)))] = {flag, name,
                                                                                         sentence};
  };
  put(EventFlag::has_index, "has_index", "there is an index: an error may have none");
  for (const EventFieldInfo& one : event_fields) {
    if (one.flag != 0) put(static_cast<EventFlag>(one.flag), one.name, one.sentence);
  }
  return all;
}();

}  // namespace tagstream::describe
