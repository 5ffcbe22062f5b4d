// Writes bindings/api.json, from which bindings and pages are made: all that crosses the C
// interface or stands in JSON, with a sentence each.
//
// usage: api_json FILE [--check]     With --check nothing is written: it fails if FILE would
// change.
//
//   kinds      of events: name, number, sentence, has_span; `fields` in the order of JSON, each
//   with
//              `shown`: always, if_set (left out if it is false, empty or not known), if_recorded,
//              if_recorded_and_set, if_short (of at most 256 bytes)
//   fields     of events: name, type, the `member` of C and C++ that holds it, sentence
//   flags      of events: name, bit, sentence
//   codes      name, number, `of` (kinds of events, Error, tree), sentence
//   parts      of a message and a tree, and what counts: fields with name, type, `shown` (always,
//              if_set, in_text: left out of a call that a server has read), sentence. A type is
//              string, boolean, integer, number, code, span (in JSON `start` and `end`),
//              attributes, the name of a part, or a list of one: `[Section]`. `may_be_null` if it
//              may
//   structs    of C: name, size and the places of fields, for pointers of 32 bits and of 64
//   option_types, options, extract_options
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "describe/codes.hpp"
#include "describe/events.hpp"
#include "describe/parts.hpp"
#include "json/json_writer.hpp"
#include "tagstream.h"
#include "tagstream/extract.hpp"
#include "tagstream/options.hpp"

namespace tagstream::describe {
namespace {

// ---- JSON with one object a line ---------------------------------------------------------------

// The lists of the file, each object on a line of its own, so that a change shows what changed.
class Lists {
 public:
  // `write(json, one)` writes the fields of the object for `one`.
  template <class List, class Write>
  void add(const char* name, const List& list, Write write) {
    begin(name);
    const char* separator = "\n    ";
    for (const auto& one : list) {
      text_ += separator;
      separator = ",\n    ";
      JsonWriter json(text_);
      json.begin_object();
      write(json, one);
      json.end_object();
    }
    text_ += "\n  ]";
  }
  std::string end() { return text_ + "\n}\n"; }

  // A list of objects that each have a list of fields, one field a line.
  void begin(const char* name) {
    text_ += text_.empty() ? "{" : ",";
    text_ += "\n  \"" + std::string(name) + "\": [";
  }
  std::string& text() { return text_; }

 private:
  std::string text_;
};

void write_words(JsonWriter& json, const char* name, std::string_view words) {
  json.key(name).begin_array();
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(", "), words.size());
    json.value(words.substr(0, end));
    words.remove_prefix(std::min(end + 2, words.size()));
  }
  json.end_array();
}

// ---- events ------------------------------------------------------------------------------------

const char* word_of(EventShown shown) {
  constexpr const char* words[] = {"always", "if_set", "if_recorded", "if_recorded_and_set",
                                   "if_short"};
  return words[static_cast<std::size_t>(shown)];
}

void add_events(Lists& lists) {
  lists.add("kinds", event_kinds, [](JsonWriter& json, const KindInfo& kind) {
    json.field("name", to_string(kind.kind)).field("number", static_cast<int>(kind.kind));
    json.field("sentence", kind.sentence).field("has_span", kind.has_span);
    json.key("fields").begin_array();
    for (const KindField& one : kind.used()) {
      json.begin_object().field("name", info_of(one.field).name);
      json.field("shown", word_of(one.shown)).end_object();
    }
    json.end_array();
  });
  lists.add("fields", std::span(event_fields), [](JsonWriter& json, const EventFieldInfo& one) {
    json.field("name", one.name).field("type", one.type).field("member", one.member);
    json.field("sentence", one.sentence);
  });
  lists.add("flags", std::span(event_flags), [](JsonWriter& json, const FlagInfo& one) {
    json.field("name", one.name).field("bit", std::countr_zero(static_cast<unsigned>(one.flag)));
    json.field("sentence", one.sentence);
  });
  lists.add("codes", std::span(codes), [](JsonWriter& json, const CodeInfo& one) {
    json.field("name", to_string(one.code)).field("number", static_cast<int>(one.code));
    write_words(json, "of", one.of);
    json.field("sentence", one.sentence);
  });
}

// ---- parts -------------------------------------------------------------------------------------

// The word for a type of C++.
template <class T>
struct TypeWord;
template <class T>
requires std::is_integral_v<T>
struct TypeWord<T> {
  static std::string word() { return std::is_same_v<T, bool> ? "boolean" : "integer"; }
};
#define TYPE_WORD(type, its_word)                    \
  template <>                                        \
  struct TypeWord<type> {                            \
    static std::string word() { return (its_word); } \
  }
TYPE_WORD(std::string, "string");
TYPE_WORD(std::string_view, "string");
TYPE_WORD(double, "number");
TYPE_WORD(Code, "code");
TYPE_WORD(Span, "span");
TYPE_WORD(std::vector<Attribute>, "attributes");
template <HasFields T>
struct TypeWord<T> {
  static std::string word() { return name_of<T>; }
};
template <class T>
struct TypeWord<std::vector<T>> {
  static std::string word() { return '[' + TypeWord<T>::word() + ']'; }
};
template <class T>
struct TypeWord<std::optional<T>> : TypeWord<T> {};

template <class T>
inline constexpr bool may_be_null = false;
template <class T>
inline constexpr bool may_be_null<std::optional<T>> = true;

const char* word_of(Shown shown) {
  constexpr const char* words[] = {"always", "if_set", "in_text"};
  return words[static_cast<std::size_t>(shown)];
}

template <class Part>
void add_part(Lists& lists) {
  std::string& text = lists.text();
  text += text.ends_with('[') ? "\n    " : ",\n    ";
  text += "{\"name\":\"" + std::string(name_of<Part>) + "\",\"fields\":[";
  const char* separator = "\n      ";
  each_field<Part>([&](auto row) {
    using Type = typename decltype(row)::Type;
    text += separator;
    separator = ",\n      ";
    JsonWriter json(text);
    json.begin_object().field("name", row.name).field("type", TypeWord<Type>::word());
    // In JSON the reason is null as long as it is not known; in C++ it is empty then.
    const bool is_reason = std::string_view(row.name) == "finish_reason";
    if (may_be_null<Type> || is_reason) json.field("may_be_null", true);
    json.field("shown", word_of(row.shown)).field("sentence", row.sentence).end_object();
  });
  text += "]}";
}

void add_parts(Lists& lists) {
  lists.begin("parts");
  add_part<Attribute>(lists);
  add_part<ToolCall>(lists);
  add_part<ToolCallError>(lists);
  add_part<Section>(lists);
  add_part<Thought>(lists);
  add_part<Notice>(lists);
  add_part<Message>(lists);
  add_part<Diagnostic>(lists);
  add_part<Tag>(lists);
  add_part<Stats>(lists);
  lists.text() += "\n  ]";
}

// ---- structs of C ------------------------------------------------------------------------------

struct Place {
  const char* name;
  std::string type;
  std::size_t size64;
  std::size_t at64;
  std::size_t size32 = 0;
  std::size_t at32 = 0;
};

// A type of C: its word, and its size where pointers have 32 bits. All alignments are natural.
template <class T>
struct InC {
  static_assert(std::is_integral_v<T> || std::is_floating_point_v<T>);
  static std::string word() {
    if constexpr (std::is_floating_point_v<T>) return "double";
    return 'u' + std::to_string(8 * sizeof(T));
  }
  static constexpr std::size_t size32 = sizeof(T);
};
template <>
struct InC<tagstream_string> {
  static std::string word() { return "string"; }
  static constexpr std::size_t size32 = 8;
};
template <class T>
struct InC<T*> {
  static std::string word() { return "pointer"; }
  static constexpr std::size_t size32 = 4;
};
template <class T, std::size_t count>
struct InC<T[count]> {
  static std::string word() { return InC<T>::word() + '[' + std::to_string(count) + ']'; }
  static constexpr std::size_t size32 = count * sizeof(T);
};
std::size_t alignment32(const Place& place) {
  if (place.type == "string" || place.type == "pointer" || place.type == "size") return 4;
  const std::size_t bracket = place.type.find('[');
  return bracket != std::string::npos ? 1 : place.size32;
}

#define AT(type, field)                                                                        \
  Place {                                                                                      \
#field, InC < decltype(type::field)> ::word(), sizeof(type::field), offsetof(type, field), \
        InC < decltype(type::field)> ::size32                                                  \
  }
// `size_t` may be the same type as `uint64_t`, so the row says which it is.
#define AT_SIZE(type, field) \
  Place { #field, "size", sizeof(type::field), offsetof(type, field), 4 }

// Adds a struct. Its fields must follow each other without a gap, so that none is missing here.
void add_struct(Lists& lists, const char* name, std::size_t size, std::vector<Place> places) {
  std::size_t end64 = 0;
  std::size_t end32 = 0;
  for (Place& one : places) {
    const std::size_t alignment = alignment32(one);
    one.at32 = (end32 + alignment - 1) / alignment * alignment;
    end32 = one.at32 + one.size32;
    const bool is_next = sizeof(void*) != 8 || one.at64 == end64;
    if (!is_next) {
      std::fprintf(stderr, "%s: a field is missing before %s\n", name, one.name);
      std::exit(2);
    }
    end64 = one.at64 + one.size64;
  }
  if (end64 != size) {
    std::fprintf(stderr, "%s: a field is missing at the end\n", name);
    std::exit(2);
  }
  std::string& text = lists.text();
  text += text.ends_with('[') ? "\n    " : ",\n    ";
  JsonWriter json(text);
  json.begin_object().field("name", name);
  json.key("size").begin_array().value((end32 + 7) / 8 * 8).value(size).end_array();
  json.key("fields").begin_array();
  for (const Place& one : places) {
    json.begin_object().field("name", one.name).field("type", one.type);
    json.key("at").begin_array().value(one.at32).value(one.at64).end_array().end_object();
  }
  json.end_array().end_object();
}

void add_structs(Lists& lists) {
  lists.begin("structs");
  using E = tagstream_event;
  add_struct(lists, "event", sizeof(E),
             {AT(E, kind), AT(E, code), AT(E, reserved), AT(E, flags), AT(E, index), AT(E, start),
              AT(E, end), AT(E, text), AT(E, name), AT(E, raw), AT(E, id), AT(E, thought_type),
              AT(E, offset), AT(E, confidence)});
  using T = tagstream_tag;
  add_struct(lists, "tag", sizeof(T),
             {AT(T, start), AT(T, end), AT(T, content_start), AT(T, content_end), AT(T, name),
              AT(T, content), AT(T, raw_tag), AT(T, parent), AT(T, subtree_end), AT(T, depth),
              AT(T, is_closed), AT(T, is_self_closing), AT(T, reserved)});
  using D = tagstream_diagnostic;
  add_struct(
      lists, "diagnostic", sizeof(D),
      {AT(D, offset), AT(D, line), AT(D, column), AT(D, name), AT(D, kind), AT(D, reserved)});
  using C = tagstream_content;
  add_struct(lists, "content", sizeof(C),
             {AT(C, start), AT(C, end), AT(C, text), AT(C, is_found), AT(C, reserved)});
  using S = tagstream_stats;
  add_struct(lists, "stats", sizeof(S),
             {AT(S, bytes_fed), AT(S, bytes_examined), AT(S, bytes_held), AT(S, bytes_held_max),
              AT(S, events), AT(S, limit_hits)});
  using A = tagstream_attribute;
  add_struct(lists, "attribute", sizeof(A),
             {AT(A, name), AT(A, value), AT(A, has_value), AT(A, reserved)});
  using O = tagstream_option_info;
  add_struct(lists, "option_info", sizeof(O),
             {AT(O, name), AT(O, sentence), AT(O, default_value), AT(O, values),
              AT_SIZE(O, value_count), AT(O, type), AT(O, reserved)});
  using P = tagstream_piece;
  add_struct(lists, "piece", sizeof(P),
             {AT(P, offset), AT(P, text), AT(P, id), AT(P, name), AT(P, choice), AT(P, index),
              AT(P, kind), AT(P, reserved)});
  lists.text() += "\n  ]";
}

// ---- options -----------------------------------------------------------------------------------

void add_options(Lists& lists) {
  std::vector<OptionInfo::Type> types;
  for (int number = 0; number <= static_cast<int>(OptionInfo::Type::rules); ++number) {
    types.push_back(static_cast<OptionInfo::Type>(number));
  }
  lists.add("option_types", types, [](JsonWriter& json, OptionInfo::Type type) {
    json.field("name", to_string(type)).field("number", static_cast<int>(type));
  });
  const auto write = [](JsonWriter& json, const OptionInfo& one) {
    json.field("name", one.name).field("type", to_string(one.type));
    json.field("default", one.default_value).key("values").begin_array();
    for (std::string_view value : one.values) json.value(value);
    json.end_array().field("sentence", one.sentence);
  };
  lists.add("options", option_infos(), write);
  lists.add("extract_options", extract_option_infos(), write);
}

std::string api_json() {
  Lists lists;
  add_events(lists);
  add_parts(lists);
  add_structs(lists);
  add_options(lists);
  return lists.end();
}

}  // namespace
}  // namespace tagstream::describe

int main(int count, char** words) {
  const bool is_check = count == 3 && std::strcmp(words[2], "--check") == 0;
  if (count != 2 && !is_check) {
    std::fprintf(stderr, "usage: %s FILE [--check]\n", words[0]);
    return 2;
  }
  const std::string made = tagstream::describe::api_json();
  if (!is_check) {
    std::ofstream(words[1], std::ios::binary) << made;
    return 0;
  }
  std::ifstream file(words[1], std::ios::binary);
  if (std::string(std::istreambuf_iterator<char>(file), {}) == made) return 0;
  std::fprintf(stderr, "%s is not what the tables of kit/describe say; to write it:\n  %s %s\n",
               words[1], words[0], words[1]);
  return 1;
}
