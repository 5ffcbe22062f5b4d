#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include "c/handles.hpp"

/// Mistakes with the C interface, and their results: nothing that is not said in the
/// conventions of tagstream.h.
namespace tagstream::testing {
namespace {

constexpr std::size_t zero_ended = TAGSTREAM_ZERO_ENDED;

// The failure of a function that gives a status.
struct Said {
  tagstream_status status = TAGSTREAM_OK;
  std::string sentence{};
  bool has_result = false;
};

// The sentence of a failure says everything; a result would be one too many.
bool fails(const Said& said, tagstream_status status, std::string_view part) {
  const bool holds = said.status == status && !said.has_result &&
                     said.sentence.find(part) != std::string::npos &&
                     !said.sentence.ends_with('.') && said.sentence.find('\n') == std::string::npos;
  if (!holds) std::printf("said %d: %s\n", said.status, said.sentence.c_str());
  return holds;
}
bool is_bad(const Said& said, std::string_view part) {
  return fails(said, TAGSTREAM_BAD_OPTION, part);
}
bool is_null(const Said& said) {
  return fails(said, TAGSTREAM_NULL_POINTER, "a pointer is NULL that must not be: tagstream_");
}

Said options_by(const char* json, std::size_t size = zero_ended) {
  tagstream_options* options = nullptr;
  tagstream_error* error = nullptr;
  const auto status = tagstream_options_from_json(json, size, &options, &error);
  tagstream_options_free(options);
  return {status, taken(error), options != nullptr};
}
Said set_option(const char* name, const char* value) {
  const COptions options(tagstream_options_new());
  tagstream_error* error = nullptr;
  const auto status =
      tagstream_options_set(options.get(), name, zero_ended, value, zero_ended, &error);
  return {status, taken(error)};
}
Said rules_by(const char* json) {
  tagstream_rules* rules = nullptr;
  tagstream_error* error = nullptr;
  const auto status = tagstream_rules_new(json, zero_ended, &rules, &error);
  tagstream_rules_free(rules);
  return {status, taken(error), rules != nullptr};
}
Said reader_by(const char* json) {
  tagstream_reader* reader = nullptr;
  tagstream_error* error = nullptr;
  const auto status = tagstream_reader_new(json, zero_ended, &reader, &error);
  tagstream_reader_free(reader);
  return {status, taken(error), reader != nullptr};
}
Said message_by(const char* json) {
  tagstream_message* message = nullptr;
  tagstream_error* error = nullptr;
  const auto status = tagstream_message_from_json(json, zero_ended, &message, &error);
  tagstream_message_free(message);
  return {status, taken(error), message != nullptr};
}
Said extract_by(const char* name, const char* value) {
  const CExtractOptions options(tagstream_extract_options_new());
  tagstream_error* error = nullptr;
  const auto status =
      tagstream_extract_options_set(options.get(), name, zero_ended, value, zero_ended, &error);
  if (status != TAGSTREAM_OK) return {status, taken(error)};
  tagstream_tree* tree = nullptr;
  const auto extracted = tagstream_extract(options.get(), "<a>", 3, &tree, &error);
  tagstream_tree_free(tree);
  return {extracted, taken(error), tree != nullptr};
}

CReader reader_of(const char* json) {
  tagstream_reader* reader = nullptr;
  tagstream_reader_new(json, zero_ended, &reader, nullptr);
  return CReader(reader);
}
CRules hermes() {
  std::string sentence;
  return rules_of({{"dialect", "hermes"}}, sentence);
}
CMessage message_of(const char* json) {
  tagstream_message* message = nullptr;
  tagstream_message_from_json(json, zero_ended, &message, nullptr);
  return CMessage(message);
}
Said write_by(const tagstream_message* message, const tagstream_rules* rules) {
  char* text = nullptr;
  tagstream_error* error = nullptr;
  const auto status = tagstream_write(message, rules, &text, nullptr, &error);
  const bool has_text = text != nullptr;
  tagstream_free(text);
  return {status, taken(error), has_text};
}
template <class Function>
Said with_error(Function function) {
  tagstream_error* error = nullptr;
  const tagstream_status status = function(&error);
  return {status, taken(error)};
}

bool is_none(const tagstream_events& events) {
  return events.size == 0 && events.stride == sizeof(tagstream_event);
}
bool is_after_finish(const tagstream_events& events) {
  return events.size == 1 && events.data->kind == TAGSTREAM_STOPPED &&
         events.data->code == TAGSTREAM_CODE_FED_AFTER_FINISH &&
         events.data->start == events.data->end;
}
bool is_zero(char* text, std::size_t size) { return text == nullptr && size == 0; }

struct Case {
  const char* what;
  bool (*holds)();
};

// Options, rules: what can't be is an error with a sentence.
const Case options_cases[] = {
    {"options that are no JSON", [] { return is_bad(options_by("{"), ""); }},
    {"options that are a list", [] { return is_bad(options_by("[]"), "object"); }},
    {"options that are empty", [] { return is_bad(options_by(""), ""); }},
    {"options that are NULL", [] { return is_bad(options_by(nullptr, 9), ""); }},
    {"options of the size 0", [] { return is_bad(options_by("{}", 0), ""); }},
    {"options cut off", [] { return is_bad(options_by("{\"hide\":\"a\"}", 6), ""); }},
    {"options with more after them", [] { return is_bad(options_by("{} {}"), ""); }},
    {"where options are no JSON",
     [] {
       tagstream_options* options = nullptr;
       tagstream_error* error = nullptr;
       tagstream_options_from_json("{\"hide\": }", zero_ended, &options, &error);
       const std::uint64_t offset = tagstream_error_offset(error);
       tagstream_error_free(error);
       return offset == 9;
     }},
    {"an option that there is not",
     [] { return is_bad(options_by("{\"dialct\":\"qwen3\"}"), "dialect"); }},
    {"a list for a text", [] { return is_bad(options_by("{\"dialect\":[\"a\"]}"), "dialect"); }},
    {"a word that there is not",
     [] { return is_bad(options_by("{\"nesting\":\"balancd\"}"), "balanced"); }},
    {"a number for a truth", [] { return is_bad(options_by("{\"trim\":3}"), "trim"); }},
    {"options into NULL",
     [] {
       return is_null(with_error(
           [](auto** error) { return tagstream_options_from_json("{}", 2, nullptr, error); }));
     }},
    {"set a name that there is not", [] { return is_bad(set_option("hid", "a"), "hide"); }},
    {"set the name NULL", [] { return is_bad(set_option(nullptr, "a"), ""); }},
    {"set the empty name", [] { return is_bad(set_option("", "a"), ""); }},
    {"set a name with a line end", [] { return is_bad(set_option("hid\n", "a"), "`hid\\n`"); }},
    {"set a value with a line end",
     [] { return is_bad(set_option("nesting", "a\n\tb"), "`a\\n\\x09b`"); }},
    {"a name with a zero byte",
     [] { return is_bad(rules_by("{\"hide\":\"a\\u0000b\"}"), "`a\\x00b` is neither"); }},
    {"set a number that is none", [] { return is_bad(set_option("max_held_bytes", "x"), "x"); }},
    {"set a number below 0", [] { return is_bad(set_option("max_held_bytes", "-1"), "-1"); }},
    {"set a truth that is none", [] { return is_bad(set_option("trim", "maybe"), "maybe"); }},
    {"set a choice to NULL", [] { return is_bad(set_option("nesting", nullptr), ""); }},
    {"set on NULL",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_options_set(nullptr, "trim", 4, "true", 4, error);
       }));
     }},
    {"an error that is not wanted",
     [] {
       tagstream_options* options = nullptr;
       return tagstream_options_from_json("[", 1, &options, nullptr) == TAGSTREAM_BAD_OPTION &&
              options == nullptr;
     }},
    {"a failed set changes nothing",
     [] {
       const COptions options(tagstream_options_new());
       tagstream_options_set(options.get(), "hide", 4, "a", 1, nullptr);
       tagstream_options_set(options.get(), "nesting", 7, "x", 1, nullptr);
       tagstream_rules* rules = nullptr;
       const auto status = tagstream_rules_from_options(options.get(), &rules, nullptr);
       tagstream_rules_free(rules);
       return status == TAGSTREAM_OK;
     }},
    {"an old result is overwritten",
     [] {
       int other = 0;
       auto* options = reinterpret_cast<tagstream_options*>(&other);
       tagstream_options_from_json("[", 1, &options, nullptr);
       return options == nullptr;
     }},
    {"an old error is overwritten",
     [] {
       int other = 0;
       auto* error = reinterpret_cast<tagstream_error*>(&other);
       tagstream_options* options = nullptr;
       tagstream_options_from_json("{}", 2, &options, &error);
       tagstream_options_free(options);
       return error == nullptr;
     }},
    {"no dialect and no rule", [] { return is_bad(rules_by("{}"), "nothing to read by"); }},
    {"rules that are NULL", [] { return is_bad(rules_by(nullptr), ""); }},
    {"a dialect that there is not",
     [] { return is_bad(rules_by("{\"dialect\":\"qwen-33\"}"), "qwen3"); }},
    {"two rules for one tag",
     [] { return is_bad(rules_by("{\"hide\":\"a\",\"unwrap\":\"a\"}"), "a"); }},
    {"a name that is no tag", [] { return is_bad(rules_by("{\"hide\":\"1 2\"}"), "1 2"); }},
    {"a format that is none", [] { return is_bad(rules_by("{\"format\":\"<a>\"}"), ""); }},
    {"tools that are no JSON",
     [] { return is_bad(rules_by("{\"call\":\"t\",\"tools\":\"[\"}"), "tools"); }},
    {"a dialect and a format",
     [] { return is_bad(rules_by("{\"dialect\":\"qwen3\",\"format\":\"x\"}"), "format"); }},
    {"rules into NULL",
     [] {
       return is_null(
           with_error([](auto** error) { return tagstream_rules_new("{}", 2, nullptr, error); }));
     }},
    {"rules of NULL options",
     [] {
       return is_null(with_error([](auto** error) {
         tagstream_rules* rules = nullptr;
         return tagstream_rules_from_options(nullptr, &rules, error);
       }));
     }},
    {"retain NULL", [] { return tagstream_rules_retain(nullptr) == nullptr; }},
    {"explain NULL",
     [] {
       std::size_t size = 7;
       char* const text = tagstream_rules_explain(nullptr, &size);
       return is_zero(text, size);
     }},
    {"rules freed by each owner",
     [] {
       CRules rules = hermes();
       tagstream_rules_retain(rules.get());
       tagstream_rules_free(rules.get());  // the reader still reads by them
       const CReader reader(tagstream_reader_from_rules(rules.get()));
       rules.reset();
       return tagstream_feed(reader.get(), "a", 1).size == 1;
     }},
};

// Readers and what they give.
const Case reader_cases[] = {
    {"a reader of bad JSON", [] { return is_bad(reader_by("nonsense"), ""); }},
    {"a reader with no dialect and no rule",
     [] { return is_bad(reader_by("{\"trim\":true}"), "nothing to read by"); }},
    {"a reader into NULL",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_reader_new("{\"hide\":\"a\"}", zero_ended, nullptr, error);
       }));
     }},
    {"a reader of NULL rules", [] { return tagstream_reader_from_rules(nullptr) == nullptr; }},
    {"feed NULL", [] { return is_none(tagstream_feed(nullptr, "a", 1)); }},
    {"feed a copy to NULL", [] { return is_none(tagstream_feed_copy(nullptr, "a", 1)); }},
    {"finish NULL", [] { return is_none(tagstream_finish(nullptr)); }},
    {"feed JSON to NULL", [] { return tagstream_feed_json(nullptr, "a", 1).size == 0; }},
    {"finish JSON of NULL", [] { return tagstream_finish_json(nullptr).size == 0; }},
    {"reset NULL", [] { return tagstream_reset(nullptr), true; }},
    {"prime NULL",
     [] {
       return is_null(with_error(
           [](auto** error) { return tagstream_prime(nullptr, "a", 1, nullptr, error); }));
     }},
    {"the error of NULL", [] { return tagstream_reader_error(nullptr) == nullptr; }},
    {"the figures of NULL",
     [] {
       tagstream_stats stats{1, 2, 3, 4, 5, 6};
       tagstream_reader_stats(nullptr, &stats, sizeof stats);
       return stats.bytes_fed == 0 && stats.limit_hits == 0;
     }},
    {"figures into NULL", [] { return tagstream_reader_stats(nullptr, nullptr, 48), true; }},
    {"figures for an older program",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       tagstream_feed(reader.get(), "abc", 3);
       tagstream_stats stats{1, 2, 3, 4, 5, 6};
       tagstream_reader_stats(reader.get(), &stats, 8);
       return stats.bytes_fed == 3 && stats.bytes_examined == 2;
     }},
    {"figures for a newer program",
     [] {
       std::uint64_t stats[8];
       std::memset(stats, 7, sizeof stats);
       tagstream_reader_stats(nullptr, reinterpret_cast<tagstream_stats*>(stats), sizeof stats);
       return stats[7] == 0;
     }},
    {"feed the chunk NULL",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       return is_none(tagstream_feed(reader.get(), nullptr, 99));
     }},
    {"feed no bytes",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       return is_none(tagstream_feed(reader.get(), "abc", 0));
     }},
    {"feed up to the zero byte",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       return to_view(tagstream_feed(reader.get(), "ab\0c", zero_ended).data->text) == "ab";
     }},
    {"feed a zero byte",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       return tagstream_feed(reader.get(), "ab\0c", 4).data->text.size == 4;
     }},
    {"feed what is no UTF-8",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       return to_view(tagstream_feed(reader.get(), "\xff\xfe", 2).data->text) == "\xff\xfe";
     }},
    {"feed after finish",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       tagstream_finish(reader.get());
       return is_after_finish(tagstream_feed(reader.get(), "a", 1));
     }},
    {"feed twice after finish",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       tagstream_finish(reader.get());
       tagstream_feed(reader.get(), "a", 1);
       return is_after_finish(tagstream_feed(reader.get(), "", 0)) &&
              is_none(tagstream_finish(reader.get())) &&
              tagstream_reader_error(reader.get()) == nullptr;
     }},
    {"finish twice",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       tagstream_feed(reader.get(), "<a", 2);
       return tagstream_finish(reader.get()).size == 1 && is_none(tagstream_finish(reader.get()));
     }},
    {"finish before anything",
     [] { return is_none(tagstream_finish(reader_of("{\"hide\":\"a\"}").get())); }},
    {"feed after a stop",
     [] {
       const CReader reader =
           reader_of("{\"call\":\"t\",\"max_held_bytes\":1,\"on_limit\":\"stop\"}");
       const auto events = tagstream_feed(reader.get(), "<t>{\"name\":\"f\"", 14);
       const bool has_stopped =
           tagstream_event_at(events, events.size - 1)->kind == TAGSTREAM_STOPPED;
       const tagstream_error* const error = tagstream_reader_error(reader.get());
       return has_stopped && tagstream_error_status(error) == TAGSTREAM_LIMIT_EXCEEDED &&
              is_none(tagstream_feed(reader.get(), "more", 4));
     }},
    {"the error of a stop, asked for twice",
     [] {
       const CReader reader =
           reader_of("{\"call\":\"t\",\"max_held_bytes\":1,\"on_limit\":\"stop\"}");
       tagstream_feed(reader.get(), "<t>{\"name\":\"f\"", 14);
       const char* const sentence = tagstream_error_message(tagstream_reader_error(reader.get()));
       const std::string copy = sentence;
       return tagstream_error_message(tagstream_reader_error(reader.get())) == sentence &&
              sentence == copy;
     }},
    {"the error of another stop after a reset",
     [] {
       const CReader reader =
           reader_of("{\"call\":\"t\",\"max_held_bytes\":1,\"on_limit\":\"stop\"}");
       tagstream_feed(reader.get(), "<t>{\"name\":\"f\"", 14);
       const auto first = tagstream_error_offset(tagstream_reader_error(reader.get()));
       tagstream_reset(reader.get());
       tagstream_feed(reader.get(), "and more <t>{\"name\":\"f\"", 23);
       return tagstream_error_offset(tagstream_reader_error(reader.get())) == first + 9;
     }},
    {"reset goes on after a stop",
     [] {
       const CReader reader =
           reader_of("{\"call\":\"t\",\"max_held_bytes\":1,\"on_limit\":\"stop\"}");
       tagstream_feed(reader.get(), "<t>{\"name\":\"f\"", 14);
       tagstream_reset(reader.get());
       return tagstream_reader_error(reader.get()) == nullptr &&
              tagstream_feed(reader.get(), "more", 4).size == 1;
     }},
    {"a prompt without end of results",
     [] {
       const CReader reader = reader_of("{\"reasoning\":\"a\"}");
       return tagstream_prime(reader.get(), "<a>", 3, nullptr, nullptr) == TAGSTREAM_OK;
     }},
    {"a prompt after the first feed",
     [] {
       const CReader reader = reader_of("{\"reasoning\":\"a\"}");
       tagstream_feed(reader.get(), "b", 1);
       return is_bad(with_error([&](auto** error) {
                       return tagstream_prime(reader.get(), "<a>", 3, nullptr, error);
                     }),
                     "tagstream_reset");
     }},
    {"a prompt after the end",
     [] {
       const CReader reader = reader_of("{\"dialect\":\"qwen3\"}");
       tagstream_finish(reader.get());
       bool is_open = true;
       const char prompt[] = "<|im_start|>assistant\n<think>";
       const auto status = tagstream_prime(reader.get(), prompt, zero_ended, &is_open, nullptr);
       return status == TAGSTREAM_BAD_OPTION && !is_open &&
              is_after_finish(tagstream_feed(reader.get(), "a", 1));
     }},
    {"a prompt after a reset",
     [] {
       const CReader reader = reader_of("{\"reasoning\":\"a\"}");
       tagstream_feed_json(reader.get(), "b", 1);
       tagstream_reset(reader.get());
       bool is_open = false;
       return tagstream_prime(reader.get(), "<a>", 3, &is_open, nullptr) == TAGSTREAM_OK && is_open;
     }},
    {"JSON and events by turns",
     [] {
       const CReader reader = reader_of("{\"hide\":\"a\"}");
       tagstream_feed(reader.get(), "x<a", 3);
       return to_view(tagstream_feed_json(reader.get(), "b", 1)) ==
              "{\"kind\":\"content\",\"text\":\"<ab\",\"start\":1,\"end\":4}\n";
     }},
    {"a kind that there is not", [] { return tagstream_event_kind_word(99) == nullptr; }},
    {"a code that there is not", [] { return tagstream_code_word(99) == nullptr; }},
};

// Messages, attributes, trees.
const Case other_cases[] = {
    {"read by NULL", [] { return tagstream_read(nullptr, "a", 1) == nullptr; }},
    {"read JSON by NULL",
     [] {
       std::size_t size = 7;
       char* const json = tagstream_read_json(nullptr, "a", 1, &size);
       return is_zero(json, size);
     }},
    {"read NULL",
     [] {
       return taken(tagstream_read_json(hermes().get(), nullptr, 5, nullptr)).starts_with('{');
     }},
    {"a message of no JSON", [] { return is_bad(message_by("{"), ""); }},
    {"a message of another shape", [] { return is_bad(message_by("[1]"), ""); }},
    {"a message whose call has no name",
     [] { return is_bad(message_by("{\"content\":\"\",\"tool_calls\":[{}]}"), "tool_calls"); }},
    {"a message with a key of two lines",
     [] { return is_bad(message_by("{\"content\":\"\",\"a\\nb\":1}"), ": /a\\nb"); }},
    {"a message into NULL",
     [] {
       return is_null(with_error(
           [](auto** error) { return tagstream_message_from_json("{}", 2, nullptr, error); }));
     }},
    {"add to NULL",
     [] {
       return tagstream_message_add(nullptr, {nullptr, 0, 0}), true;
     }},
    {"add nothing",
     [] {
       const CMessage message(tagstream_message_new());
       tagstream_message_add(message.get(), {nullptr, 0, 0});
       return tagstream_message_content(message.get()).size == 0;
     }},
    {"add an array that is NULL",
     [] {
       const CMessage message(tagstream_message_new());
       tagstream_message_add(message.get(), {nullptr, 3, sizeof(tagstream_event)});
       return tagstream_message_content(message.get()).size == 0;
     }},
    {"add events whose numbers are made up",
     [] {
       const CMessage message(tagstream_message_new());
       tagstream_event event;
       std::memset(&event, 0xff, sizeof event);
       event.text = event.name = event.raw = event.id = event.thought_type = {nullptr, 9};
       for (std::uint8_t kind = 0; kind < 20; ++kind) {
         event.kind = kind;
         tagstream_message_add(message.get(), {&event, 1, sizeof event});
       }
       return tagstream_message_tool_calls(message.get()).size == 1;
     }},
    {"finish a message that is NULL", [] { return tagstream_message_finish(nullptr), true; }},
    {"cut off NULL", [] { return tagstream_message_set_cut_off(nullptr), true; }},
    {"the content of NULL", [] { return tagstream_message_content(nullptr).size == 0; }},
    {"the reasoning of NULL", [] { return tagstream_message_reasoning(nullptr).size == 0; }},
    {"the parts of NULL",
     [] {
       return is_none(tagstream_message_tool_calls(nullptr)) &&
              is_none(tagstream_message_tool_call_errors(nullptr)) &&
              is_none(tagstream_message_sections(nullptr)) &&
              is_none(tagstream_message_thoughts(nullptr)) &&
              is_none(tagstream_message_notices(nullptr)) &&
              is_none(tagstream_message_stopped(nullptr));
     }},
    {"the end of NULL",
     [] {
       return tagstream_message_finish_reason(nullptr).size == 0 &&
              !tagstream_message_reasoning_closed(nullptr);
     }},
    {"JSON of NULL",
     [] {
       std::size_t size = 7;
       char* const json = tagstream_message_json(nullptr, &size);
       return is_zero(json, size);
     }},
    {"the shape of chat completions of NULL",
     [] { return tagstream_message_openai_json(nullptr, nullptr) == nullptr; }},
    {"write NULL", [] { return is_null(write_by(nullptr, hermes().get())); }},
    {"write by NULL",
     [] { return is_null(write_by(message_of("{\"content\":\"a\"}").get(), nullptr)); }},
    {"write into NULL",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_write(message_of("{\"content\":\"a\"}").get(), hermes().get(), nullptr,
                                nullptr, error);
       }));
     }},
    {"write what holds a marker",
     [] {
       return is_bad(write_by(message_of("{\"content\":\"<tool_call>\"}").get(), hermes().get()),
                     "<tool_call>");
     }},
    {"attributes of NULL", [] { return tagstream_attributes(nullptr, 5, nullptr, 0) == 0; }},
    {"attributes of what is no tag",
     [] { return tagstream_attributes("text", 4, nullptr, 0) == 0; }},
    {"attributes into NULL with room",
     [] { return tagstream_attributes("<a b>", 5, nullptr, 9) == 1; }},
    {"attributes of no event", [] { return tagstream_event_attributes(nullptr, nullptr, 0) == 0; }},
    {"entities of NULL",
     [] { return taken(tagstream_decode_entities(nullptr, 4, nullptr)).empty(); }},
    {"an option of extract that there is not",
     [] { return is_bad(extract_by("nams", "a"), "names"); }},
    {"a depth of 0", [] { return is_bad(extract_by("max_depth", "0"), "max_depth"); }},
    {"a name that is none to extract", [] { return is_bad(extract_by("names", "1 2"), "1 2"); }},
    {"extract options of bad JSON",
     [] {
       return is_bad(with_error([](auto** error) {
                       tagstream_extract_options* options = nullptr;
                       return tagstream_extract_options_from_json("{", 1, &options, error);
                     }),
                     "");
     }},
    {"extract options into NULL",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_extract_options_from_json("{}", 2, nullptr, error);
       }));
     }},
    {"set on NULL extract options",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_extract_options_set(nullptr, "names", 5, "a", 1, error);
       }));
     }},
    {"extract into NULL",
     [] {
       return is_null(with_error(
           [](auto** error) { return tagstream_extract(nullptr, "<a>", 3, nullptr, error); }));
     }},
    {"extract JSON into NULL",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_extract_json(nullptr, "<a>", 3, nullptr, nullptr, error);
       }));
     }},
    {"extract NULL",
     [] {
       tagstream_tree* tree = nullptr;
       tagstream_extract(nullptr, nullptr, 3, &tree, nullptr);
       return tagstream_tree_tags(CTree(tree).get()).size == 0;
     }},
    {"the tags of NULL",
     [] {
       return tagstream_tree_tags(nullptr).size == 0 &&
              tagstream_tree_diagnostics(nullptr).size == 0;
     }},
    {"inner into NULL",
     [] {
       return is_null(with_error([](auto** error) {
         return tagstream_inner(nullptr, "<a></a>", 7, "a", 1, nullptr, error);
       }));
     }},
    {"inner of NULL",
     [] {
       tagstream_content content{1, 1, {"x", 1}, 1, {}};
       return tagstream_inner(nullptr, nullptr, 3, "a", 1, &content, nullptr) == TAGSTREAM_OK &&
              content.is_found == 0 && content.text.size == 0 && content.end == 0;
     }},
    {"inner of no name",
     [] {
       tagstream_content content{1, 1, {"x", 1}, 1, {}};
       const Said said = with_error([&](auto** error) {
         return tagstream_inner(nullptr, "<a></a>", 7, nullptr, 1, &content, error);
       });
       return is_bad(said, "a tag name is empty") && content.is_found == 0;
     }},
    {"inner with names",
     [] {
       const CExtractOptions options(tagstream_extract_options_new());
       tagstream_extract_options_set(options.get(), "names", 5, "a", 1, nullptr);
       tagstream_content content;
       return tagstream_inner(options.get(), "<a></a>", 7, "a", 1, &content, nullptr) ==
              TAGSTREAM_BAD_OPTION;
     }},
    {"a stream of trees into NULL",
     [] {
       return is_null(with_error(
           [](auto** error) { return tagstream_extract_stream_new(nullptr, nullptr, error); }));
     }},
    {"feed a NULL stream of trees",
     [] { return tagstream_extract_stream_feed(nullptr, "a", 1) == nullptr; }},
    {"finish a NULL stream of trees",
     [] { return tagstream_extract_stream_finish(nullptr) == nullptr; }},
    {"reset a NULL stream of trees", [] { return tagstream_extract_stream_reset(nullptr), true; }},
    {"feed a stream of trees after its end",
     [] {
       tagstream_extract_stream* stream = nullptr;
       tagstream_extract_stream_new(nullptr, &stream, nullptr);
       tagstream_extract_stream_finish(stream);
       const auto* const tree = tagstream_extract_stream_feed(stream, "<a></a>", 7);
       const bool is_empty = tagstream_tree_tags(tree).size == 0;
       tagstream_extract_stream_free(stream);
       return is_empty;
     }},
    {"a dialect beyond the last",
     [] {
       const std::size_t count = tagstream_dialect_count();
       return tagstream_dialect_name(count).size == 0 && tagstream_dialect_text(~count).size == 0 &&
              tagstream_dialect_json(count, nullptr) == nullptr;
     }},
    {"a dialect of no name",
     [] {
       std::size_t number = 7;
       return !tagstream_find_dialect(nullptr, 3, &number) && number == 0;
     }},
    {"guess NULL",
     [] { return taken(tagstream_guess_model_json(nullptr, 3, nullptr)).starts_with('{'); }},
    {"advice for NULL",
     [] {
       std::size_t size = 1;
       return tagstream_advise_json(nullptr, "a", 1, &size) == nullptr && size == 0;
     }},
    {"a snapshot for NULL",
     [] {
       tagstream_string added{"x", 1};
       return is_null(with_error([&](auto** error) {
                return tagstream_snapshots_feed(nullptr, "a", 1, &added, error);
              })) &&
              added.size == 0;
     }},
    {"snapshots that are too long",
     [] {
       tagstream_snapshots* const all = tagstream_snapshots_new(0);
       tagstream_string added;
       const auto status = tagstream_snapshots_feed(all, "a", 1, &added, nullptr);
       tagstream_snapshots_free(all);
       return status == TAGSTREAM_LIMIT_EXCEEDED && added.size == 0;
     }},
    {"reset NULL snapshots", [] { return tagstream_snapshots_reset(nullptr), true; }},
    {"the error NULL",
     [] {
       return tagstream_error_status(nullptr) == TAGSTREAM_OK &&
              tagstream_error_offset(nullptr) == 0 && *tagstream_error_message(nullptr) == '\0';
     }},
    {"free NULL",
     [] {
       tagstream_free(nullptr);
       tagstream_error_free(nullptr);
       tagstream_options_free(nullptr);
       tagstream_rules_free(nullptr);
       tagstream_reader_free(nullptr);
       tagstream_message_free(nullptr);
       tagstream_extract_options_free(nullptr);
       tagstream_tree_free(nullptr);
       tagstream_extract_stream_free(nullptr);
       tagstream_snapshots_free(nullptr);
       return true;
     }},
};

template <std::size_t size>
std::size_t run_cases(const Case (&cases)[size]) {
  std::set<std::string_view> names;
  for (const Case& one : cases) {
    EXPECT_TRUE(one.holds()) << one.what;
    EXPECT_TRUE(names.insert(one.what).second) << "twice: " << one.what;
  }
  return size;
}

TEST(c_misuse, gives_what_the_conventions_say) {
  std::size_t count = run_cases(options_cases);
  count += run_cases(reader_cases);
  count += run_cases(other_cases);
  EXPECT_GE(count, 122U);
}

}  // namespace
}  // namespace tagstream::testing
