/* Calls every function of tagstream.h and looks at what it gives: as C, and as C++. */
#include <stdio.h>
#include <string.h>

#include "tagstream.h"

static int failures = 0;

static void check(bool holds, const char* what, int line) {
  if (holds) return;
  fprintf(stderr, "every_function.c:%d: %s\n", line, what);
  ++failures;
}
#define CHECK(holds) check(holds, #holds, __LINE__)

static bool is(tagstream_string text, const char* wanted) {
  return text.size == strlen(wanted) && (text.size == 0 || !memcmp(text.data, wanted, text.size));
}

/* Takes an owned string. */
static bool took(char* text, size_t size, const char* wanted) {
  const bool same = text != NULL && size == strlen(wanted) && strcmp(text, wanted) == 0;
  if (!same) fprintf(stderr, "not %s\nbut %s\n", wanted, text == NULL ? "NULL" : text);
  tagstream_free(text);
  return same;
}
static bool took_with(char* text, size_t size, const char* part) {
  const bool has = text != NULL && size == strlen(text) && strstr(text, part) != NULL;
  if (!has) fprintf(stderr, "not in it: %s\n", part);
  tagstream_free(text);
  return has;
}

static const char answer[] =
    "<think>2+2</think>It is <tool>{\"name\":\"add\",\"arguments\":{\"a\":2}}</tool>4.";
static const char read_by[] = "{\"reasoning\":\"think\",\"call\":[\"tool\"]}";
static const char answer_json[] =
    "{\"content\":\"It is "
    "4.\",\"reasoning\":\"2+2\",\"tool_calls\":[{\"index\":0,\"id\":\"call_0\","
    "\"name\":\"add\",\"arguments\":\"{\\\"a\\\":2}\",\"raw\":\"{\\\"name\\\":\\\"add\\\","
    "\\\"arguments\\\":{\\\"a\\\":2}}\",\"is_closed\":true,\"start\":24,\"end\":71}],"
    "\"finish_reason\":\"tool_calls\"}";

static tagstream_rules* rules_of(const char* json) {
  tagstream_rules* rules = NULL;
  CHECK(tagstream_rules_new(json, TAGSTREAM_ZERO_ENDED, &rules, NULL) == TAGSTREAM_OK);
  return rules;
}

static void versions_and_words(void) {
  CHECK(tagstream_abi_version() == TAGSTREAM_ABI_VERSION);
  CHECK(strchr(tagstream_version(), '.') != NULL);
  CHECK(strcmp(tagstream_event_kind_word(TAGSTREAM_THOUGHT_DELTA), "thought_delta") == 0);
  CHECK(tagstream_event_kind_word(14) == NULL);
  CHECK(strcmp(tagstream_code_word(TAGSTREAM_CODE_LOOKS_LIKE_SSE), "looks_like_sse") == 0);
  CHECK(strcmp(tagstream_code_word(TAGSTREAM_BAD_OPTION), "bad_option") == 0);
  CHECK(tagstream_code_word(34) == NULL);
  CHECK(tagstream_code_word(TAGSTREAM_NULL_POINTER) == NULL);
}

static void errors(void) {
  tagstream_error* error = NULL;
  tagstream_options* options = NULL;
  CHECK(tagstream_options_from_json("{\"hid\":\"a\"}", TAGSTREAM_ZERO_ENDED, &options, &error) ==
        TAGSTREAM_BAD_OPTION);
  CHECK(options == NULL);
  CHECK(tagstream_error_status(error) == TAGSTREAM_BAD_OPTION);
  CHECK(tagstream_error_offset(error) == 0);
  CHECK(strstr(tagstream_error_message(error), "hide") != NULL);
  CHECK(strcmp(tagstream_error_option(error), "hid") == 0);
  CHECK(strcmp(tagstream_error_option(NULL), "") == 0);
  tagstream_error_free(error);
  CHECK(tagstream_options_from_json("{}", 2, NULL, &error) == TAGSTREAM_NULL_POINTER);
  CHECK(tagstream_error_status(error) == TAGSTREAM_NULL_POINTER);
  tagstream_error_free(error);
}

static void option_infos(void) {
  tagstream_option_infos infos = tagstream_list_options();
  const tagstream_option_info* first = tagstream_option_info_at(infos, 0);
  size_t choices = 0;
  CHECK(is(first->name, "dialect") && first->type == TAGSTREAM_OPTION_TEXT);
  CHECK(first->sentence.size > 0 && first->default_value.size == 0 && first->value_count == 0);
  for (size_t i = 0; i < infos.size; ++i) {
    const tagstream_option_info* info = tagstream_option_info_at(infos, i);
    const bool is_choice = info->type == TAGSTREAM_OPTION_CHOICE;
    if (is_choice) ++choices;
    /* JSON may be a word, too. */
    const bool has_words = info->value_count > 1 && info->values[1].size > 0;
    CHECK(info->type == TAGSTREAM_OPTION_JSON || is_choice == has_words);
  }
  CHECK(choices > 5);
  CHECK(is(tagstream_option_info_at(tagstream_list_extract_options(), 0)->name, "names"));
}

static void options_and_rules(void) {
  tagstream_error* error = NULL;
  tagstream_options* options = tagstream_options_new();
  tagstream_rules* rules = NULL;
  char* json;
  size_t size = 0;
  CHECK(tagstream_options_set(options, "hide", 4, "a", 1, &error) == TAGSTREAM_OK);
  CHECK(tagstream_options_set(options, "hide", TAGSTREAM_ZERO_ENDED, "b", TAGSTREAM_ZERO_ENDED,
                              &error) == TAGSTREAM_OK);
  CHECK(tagstream_rules_from_options(options, &rules, &error) == TAGSTREAM_OK && error == NULL);
  tagstream_options_free(options);
  json = tagstream_rules_explain(rules, &size);
  CHECK(took_with(json, size, "hide"));
  CHECK(tagstream_rules_retain(rules) == rules);
  tagstream_rules_free(rules);
  json = tagstream_read_json(rules, "<a>1</a><b>2</b>3", 17, &size);
  CHECK(took_with(json, size, "{\"content\":\"3\",\"sections\":[{\"name\":\"a\""));
  tagstream_rules_free(rules);
  CHECK(tagstream_options_from_json("{}", 2, &options, &error) == TAGSTREAM_OK);
  CHECK(tagstream_rules_from_options(options, &rules, &error) == TAGSTREAM_BAD_OPTION);
  CHECK(rules == NULL && strstr(tagstream_error_message(error), "nothing to read by") != NULL);
  tagstream_error_free(error);
  tagstream_options_free(options);
}

static void a_reader(void) {
  tagstream_reader* reader = NULL;
  tagstream_events events;
  tagstream_stats stats;
  const tagstream_event* call;
  CHECK(tagstream_reader_new(read_by, TAGSTREAM_ZERO_ENDED, &reader, NULL) == TAGSTREAM_OK);
  events = tagstream_feed(reader, answer, sizeof answer - 1);
  CHECK(events.stride == sizeof(tagstream_event));
  call = events.data;
  while (call->kind != TAGSTREAM_TOOL_CALL) ++call;
  CHECK(is(call->name, "add") && is(call->text, "{\"a\":2}") && is(call->id, "call_0"));
  CHECK(call->start == 24 && call->end == 71);
  CHECK(call->flags == (TAGSTREAM_IS_CLOSED | TAGSTREAM_HAS_INDEX));
  CHECK(tagstream_event_at(events, (size_t)(call - events.data)) == call);
  CHECK(is(tagstream_event_arguments(call), "{\"a\":2}"));
  CHECK(tagstream_event_raw_tag(call).size == 0);
  CHECK(tagstream_finish(reader).size == 0);
  CHECK(tagstream_reader_error(reader) == NULL);
  events = tagstream_feed(reader, "x", 1);
  CHECK(events.size == 1 && events.data->kind == TAGSTREAM_STOPPED &&
        events.data->code == TAGSTREAM_CODE_FED_AFTER_FINISH);
  tagstream_reset(reader);
  events = tagstream_feed_copy(reader, "now", 3);
  CHECK(events.size == 1 && is(events.data->text, "now"));
  tagstream_reader_stats(reader, &stats, sizeof stats);
  CHECK(stats.bytes_fed == 3 && stats.events == 1);
  tagstream_reader_free(reader);
}

static void a_reader_for_scripts(void) {
  tagstream_rules* rules = rules_of(read_by);
  tagstream_reader* reader = tagstream_reader_from_rules(rules);
  bool is_open = false;
  tagstream_rules_free(rules);
  CHECK(is(tagstream_feed_json(reader, "a <tool>{\"name\":\"f\"}</tool>", 27),
           "{\"kind\":\"content\",\"text\":\"a \",\"start\":0,\"end\":2}\n"
           "{\"kind\":\"tool_call\",\"index\":0,\"id\":\"call_0\",\"name\":\"f\",\"arguments\":\"{}"
           "\",\"raw\":\"{\\\"name\\\":\\\"f\\\"}\",\"is_closed\":true,\"start\":2,\"end\":27}\n"));
  CHECK(is(tagstream_feed_json(reader, "<thi", 4), ""));
  CHECK(is(tagstream_finish_json(reader),
           "{\"kind\":\"content\",\"text\":\"<thi\",\"start\":27,\"end\":31}\n"));
  tagstream_reset(reader);
  CHECK(tagstream_prime(reader, "<think>\n", 8, &is_open, NULL) == TAGSTREAM_OK && is_open);
  CHECK(tagstream_feed(reader, "hm", 2).data->kind == TAGSTREAM_REASONING);
  CHECK(tagstream_finish(reader).data->code == TAGSTREAM_CODE_UNCLOSED_REASONING);
  tagstream_reader_free(reader);
}

/* A copy goes on where its reader stands, and the reader is not changed by it. */
static void a_copy_of_a_reader(void) {
  tagstream_rules* rules = rules_of(read_by);
  tagstream_reader* reader = tagstream_reader_from_rules(rules);
  tagstream_reader* copy;
  tagstream_events events;
  tagstream_rules_free(rules);
  tagstream_feed(reader, "<tool>{\"name\":\"f\"}</tool><tool>{\"name\":", 39);
  copy = tagstream_reader_clone(reader);
  events = tagstream_feed(copy, "\"g\"}</tool>", 11);
  CHECK(events.size == 1 && is(events.data->name, "g") && is(events.data->id, "call_1"));
  events = tagstream_feed(reader, "\"h\"}</tool>", 11);
  CHECK(events.size == 1 && is(events.data->name, "h") && is(events.data->id, "call_1"));
  tagstream_reader_free(reader);
  CHECK(tagstream_feed(copy, "on", 2).size == 1 && tagstream_finish(copy).size == 0);
  tagstream_reader_free(copy);
  CHECK(tagstream_reader_clone(NULL) == NULL);
}

static void attributes(void) {
  tagstream_attribute found[2];
  tagstream_event event;
  char* json;
  size_t size = 0;
  CHECK(tagstream_attributes("<a b='c' d e=f>", 15, found, 2) == 3);
  CHECK(is(found[0].name, "b") && is(found[0].value, "c") && found[0].has_value == 1);
  CHECK(is(found[1].name, "d") && found[1].has_value == 0);
  memset(&event, 0, sizeof event);
  event.kind = TAGSTREAM_SECTION_START;
  event.raw.data = "<a b='c'>";
  event.raw.size = 9;
  event.name.data = "a";
  event.name.size = 1;
  CHECK(tagstream_event_attributes(&event, found, 2) == 1 && is(found[0].value, "c"));
  CHECK(tagstream_event_raw_tag(&event).size == event.raw.size);
  CHECK(tagstream_event_arguments(&event).size == 0);
  event.kind = TAGSTREAM_CONTENT;
  CHECK(tagstream_event_attributes(&event, NULL, 0) == 0);
  json = tagstream_decode_entities("1 &lt; 2", 8, &size);
  CHECK(took(json, size, "1 < 2"));
}

static void the_parts_of(const tagstream_message* message) {
  CHECK(is(tagstream_message_content(message), "It is 4."));
  CHECK(is(tagstream_message_reasoning(message), "2+2"));
  CHECK(is(tagstream_message_finish_reason(message), "tool_calls"));
  CHECK(tagstream_message_reasoning_closed(message));
  CHECK(tagstream_message_tool_calls(message).size == 1);
  CHECK(is(tagstream_message_tool_calls(message).data->name, "add"));
  CHECK(tagstream_message_tool_call_errors(message).size == 0);
  CHECK(tagstream_message_sections(message).size == 0);
  CHECK(tagstream_message_thoughts(message).size == 0);
  CHECK(tagstream_message_notices(message).size == 0);
  CHECK(tagstream_message_stopped(message).size == 0);
}

static void messages(void) {
  tagstream_rules* rules = rules_of(read_by);
  tagstream_reader* reader = tagstream_reader_from_rules(rules);
  tagstream_message* message = tagstream_read(rules, answer, sizeof answer - 1);
  tagstream_message* collected = tagstream_message_new();
  tagstream_message* again = NULL;
  char* json;
  size_t size = 0;
  the_parts_of(message);
  json = tagstream_message_json(message, &size);
  CHECK(tagstream_message_from_json(json, size, &again, NULL) == TAGSTREAM_OK);
  CHECK(is(tagstream_message_content(again), "It is 4."));
  CHECK(took(json, size, answer_json));
  json = tagstream_read_json(rules, answer, sizeof answer - 1, &size);
  CHECK(took(json, size, answer_json));
  tagstream_message_add(collected, tagstream_feed(reader, answer, 30));
  tagstream_message_add(collected, tagstream_feed(reader, answer + 30, sizeof answer - 31));
  tagstream_message_add(collected, tagstream_finish(reader));
  CHECK(is(tagstream_message_finish_reason(collected), ""));
  CHECK(!tagstream_message_reasoning_closed(collected));
  tagstream_message_finish(collected);
  the_parts_of(collected);
  tagstream_message_set_cut_off(collected);
  CHECK(is(tagstream_message_finish_reason(collected), "length"));
  json = tagstream_message_openai_json(message, &size);
  CHECK(took_with(json, size, "\"type\":\"function\""));
  tagstream_message_free(again);
  tagstream_message_free(collected);
  tagstream_message_free(message);
  tagstream_reader_free(reader);
  tagstream_rules_free(rules);
}

static void writing(void) {
  tagstream_rules* rules = rules_of("{\"dialect\":\"hermes\"}");
  tagstream_message* message = NULL;
  char* text = NULL;
  size_t size = 0;
  CHECK(tagstream_message_from_json("{\"content\":\"Hi\"}", 16, &message, NULL) == TAGSTREAM_OK);
  CHECK(tagstream_write(message, rules, &text, &size, NULL) == TAGSTREAM_OK);
  CHECK(took_with(text, size, "Hi"));
  tagstream_message_free(message);
  tagstream_rules_free(rules);
}

static void trees(void) {
  static const char text[] = "<a x='1'><b>2</b></a></c>";
  tagstream_extract_options* options = tagstream_extract_options_new();
  tagstream_tree* tree = NULL;
  tagstream_tags tags;
  const tagstream_diagnostic* odd;
  tagstream_content inner;
  char* json = NULL;
  size_t size = 0;
  CHECK(tagstream_extract_options_set(options, "names", 5, "a", 1, NULL) == TAGSTREAM_OK);
  CHECK(tagstream_extract(options, text, sizeof text - 1, &tree, NULL) == TAGSTREAM_OK);
  CHECK(tagstream_tree_tags(tree).size == 1);
  CHECK(is(tagstream_tree_tags(tree).data->content, "<b>2</b>"));
  tagstream_tree_free(tree);
  tagstream_extract_options_free(options);
  CHECK(tagstream_extract(NULL, text, sizeof text - 1, &tree, NULL) == TAGSTREAM_OK);
  tags = tagstream_tree_tags(tree);
  CHECK(tags.size == 2 && tagstream_tag_at(tags, 1)->parent == 0);
  CHECK(tags.data->parent == TAGSTREAM_NO_PARENT && tags.data->subtree_end == 2);
  odd = tagstream_diagnostic_at(tagstream_tree_diagnostics(tree), 0);
  CHECK(odd->kind == TAGSTREAM_CODE_STRAY_CLOSE && is(odd->name, "c"));
  tagstream_tree_free(tree);
  CHECK(tagstream_extract_json(NULL, text, sizeof text - 1, &json, &size, NULL) == TAGSTREAM_OK);
  CHECK(took_with(json, size, "],\"diagnostics\":[{\"kind\":\"stray_close\""));
  CHECK(tagstream_inner(NULL, text, sizeof text - 1, "b", 1, &inner, NULL) == TAGSTREAM_OK);
  CHECK(inner.is_found == 1 && is(inner.text, "2") && inner.start == 12 && inner.end == 13);
}

static void a_stream_of_trees(void) {
  tagstream_extract_options* options = NULL;
  tagstream_extract_stream* stream = NULL;
  CHECK(tagstream_extract_options_from_json("{\"names\":[\"a\"]}", 15, &options, NULL) ==
        TAGSTREAM_OK);
  CHECK(tagstream_extract_stream_new(options, &stream, NULL) == TAGSTREAM_OK);
  tagstream_extract_options_free(options);
  CHECK(tagstream_tree_tags(tagstream_extract_stream_feed(stream, "-<a>1", 5)).size == 0);
  CHECK(is(tagstream_tree_tags(tagstream_extract_stream_feed(stream, "2</a>", 5)).data->content,
           "12"));
  CHECK(tagstream_tree_tags(tagstream_extract_stream_finish(stream)).size == 0);
  tagstream_extract_stream_reset(stream);
  tagstream_extract_stream_free(stream);
}

static void dialects_and_guesses(void) {
  size_t number = 0;
  size_t size = 0;
  char* json;
  CHECK(tagstream_dialect_count() > 50);
  CHECK(tagstream_find_dialect("hermes", 6, &number));
  CHECK(is(tagstream_dialect_name(number), "hermes"));
  CHECK(tagstream_dialect_text(number).size > 10);
  json = tagstream_dialect_json(number, &size);
  CHECK(took_with(json, size, "\"name\":\"hermes\""));
  json = tagstream_guess_model_json("Qwen/Qwen3-8B", 13, &size);
  CHECK(took_with(json, size, "{\"dialects\":[\"qwen3\"],\"is_certain\":true"));
  json = tagstream_guess_answer_json("plain", 5, &size);
  CHECK(took_with(json, size, "{\"dialects\":[],\"is_certain\":false"));
  json = tagstream_guess_template_json("{{ x }}", 7, &size);
  CHECK(took_with(json, size, "\"dialects\""));
}

static void advice(void) {
  tagstream_rules* rules = NULL;
  size_t size = 0;
  char* json;
  CHECK(tagstream_rules_new("{\"hide\":\"t\"}", 12, &rules, NULL) == TAGSTREAM_OK);
  json = tagstream_advise_json(rules, "<T>a</T>", 8, &size);
  CHECK(took_with(json, size, "{\"ignore_case\":true},\"finds\":[\"section_end\"]"));
  tagstream_rules_free(rules);
}

static void snapshots(void) {
  tagstream_snapshots* all = tagstream_snapshots_new(SIZE_MAX);
  tagstream_error* error = NULL;
  tagstream_string added;
  CHECK(tagstream_snapshots_feed(all, "ab", 2, &added, &error) == TAGSTREAM_OK && is(added, "ab"));
  CHECK(tagstream_snapshots_feed(all, "abc", 3, &added, &error) == TAGSTREAM_OK && is(added, "c"));
  CHECK(tagstream_snapshots_feed(all, "axc", 3, &added, &error) == TAGSTREAM_SNAPSHOT_MISMATCH);
  CHECK(tagstream_error_offset(error) == 1 && added.size == 0);
  tagstream_error_free(error);
  tagstream_snapshots_reset(all);
  CHECK(tagstream_snapshots_feed(all, "ax", 2, &added, NULL) == TAGSTREAM_OK && is(added, "ax"));
  tagstream_snapshots_free(all);
}

static void extractors(void) {
  static const char text[] = "x <a>1</a><b>2</b><b>3</b>";
  tagstream_extract_options* options = tagstream_extract_options_new();
  CHECK(tagstream_extract_options_set(options, "names", 5, "b", 1, NULL) == TAGSTREAM_OK);
  tagstream_extractor* extractor;
  CHECK(tagstream_extractor_new(options, &extractor, NULL) == TAGSTREAM_OK);
  tagstream_tree* tree = tagstream_extractor_extract(extractor, text, TAGSTREAM_ZERO_ENDED);
  const tagstream_tags tags = tagstream_tree_tags(tree);
  CHECK(tags.size == 2 && tagstream_tag_at(tags, 0)->content.data == text + 13); /* no copy */
  tagstream_tree_free(tree);
  CHECK(!tagstream_extractor_inner(extractor, text, TAGSTREAM_ZERO_ENDED).is_found);
  tagstream_extractor_free(extractor);
  tagstream_error* error;
  CHECK(tagstream_extractor_for_name(options, "b", 1, &extractor, &error) == TAGSTREAM_BAD_OPTION);
  CHECK(extractor == NULL);
  tagstream_error_free(error);
  tagstream_extract_options_free(options);
  CHECK(tagstream_extractor_for_name(NULL, "b", 1, &extractor, NULL) == TAGSTREAM_OK);
  const tagstream_content content =
      tagstream_extractor_inner(extractor, text, TAGSTREAM_ZERO_ENDED);
  CHECK(content.is_found && is(content.text, "2") && content.start == 13 && content.end == 14);
  tagstream_extractor_free(extractor);
}

static void grammars(void) {
  tagstream_options* options;
  CHECK(
      tagstream_options_from_json(
          "{\"dialect\":\"qwen3\",\"tools\":[{\"name\":\"add\",\"parameters\":{\"type\":\"object\","
          "\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":1}}}}]}",
          TAGSTREAM_ZERO_ENDED, &options, NULL) == TAGSTREAM_OK);
  char* grammar;
  size_t size;
  char* rest;
  size_t rest_size;
  CHECK(tagstream_grammar(options, TAGSTREAM_LARK, &grammar, &size, &rest, &rest_size, NULL) ==
        TAGSTREAM_OK);
  CHECK(took_with(grammar, size, "start: "));
  CHECK(took_with(rest, rest_size, "minimum is not constrained"));
  CHECK(tagstream_grammar(options, TAGSTREAM_GBNF, &grammar, &size, NULL, NULL, NULL) ==
        TAGSTREAM_OK);
  CHECK(took_with(grammar, size, "root ::= "));
  tagstream_options_free(options);
  options = tagstream_options_new();
  tagstream_error* error;
  CHECK(tagstream_grammar(options, TAGSTREAM_LARK, &grammar, &size, NULL, NULL, &error) ==
        TAGSTREAM_BAD_OPTION);
  CHECK(grammar == NULL && size == 0);
  tagstream_error_free(error);
  tagstream_options_free(options);
}

static void ignore(void) {}

static void offsets(void) {
  static const char text[] =
      "a\xC3\xA9\xF0\x9F\x98\x80"
      "b"; /* a, e with an accent, a face, b */
  for (int unit = TAGSTREAM_CODE_POINTS; unit <= TAGSTREAM_UTF16; ++unit) {
    tagstream_offsets* offsets = tagstream_offsets_new((tagstream_offset_unit)unit);
    for (int round = 0; round < 2; ++round) {
      tagstream_offsets_add(offsets, text, 5); /* half a face */
      tagstream_offsets_add(offsets, text + 5, TAGSTREAM_ZERO_ENDED);
      CHECK(tagstream_offsets_of(offsets, 3) == 2);
      CHECK(tagstream_offsets_of(offsets, 7) == (unit == TAGSTREAM_UTF16 ? 4 : 3));
      tagstream_offsets* copy = tagstream_offsets_clone(offsets);
      tagstream_offsets_add(copy, "a", 1);
      CHECK(tagstream_offsets_of(copy, 3) == 2);
      CHECK(tagstream_offsets_of(copy, 8) == tagstream_offsets_of(offsets, 7) + 1);
      tagstream_offsets_free(copy);
      tagstream_offsets_reset(offsets);
    }
    tagstream_offsets_free(offsets);
  }
  CHECK(tagstream_offsets_clone(NULL) == NULL);
}

static void small_ones(void) {
  size_t size;
  char* pair = tagstream_between("[A]", 3, "[/A]", TAGSTREAM_ZERO_ENDED, &size);
  CHECK(took(pair, size, "[A]\xE2\x80\xA6[/A]"));
  tagstream_rules* rules = rules_of(read_by);
  tagstream_message* message = tagstream_read(rules, answer, TAGSTREAM_ZERO_ENDED);
  tagstream_message* copy = tagstream_message_clone(message);
  tagstream_message_free(message);
  char* json = tagstream_message_json(copy, &size);
  CHECK(took(json, size, answer_json));
  CHECK(tagstream_message_tool_calls(copy).size == 1);
  tagstream_message_free(copy);
  tagstream_rules_free(rules);
  CHECK(tagstream_message_clone(NULL) == NULL);
#ifndef TAGSTREAM_HAS_HOOK /* of whom includes this file */
  tagstream_on_no_memory(ignore);
  tagstream_on_no_memory(NULL);
#endif
}

static void streams_of_servers(void) {
  static const char event[] =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}\n\n"
      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]";
  tagstream_stream_reader* reader = tagstream_stream_reader_new(TAGSTREAM_SSE);
  for (int round = 0; round < 2; ++round) {
    CHECK(tagstream_stream_reader_feed(reader, event, 20).size == 0);
    tagstream_pieces pieces =
        tagstream_stream_reader_feed(reader, event + 20, TAGSTREAM_ZERO_ENDED);
    CHECK(pieces.size == 2 && pieces.stride == sizeof(tagstream_piece));
    const tagstream_piece* text = tagstream_piece_at(pieces, 0);
    CHECK(text->kind == TAGSTREAM_PIECE_TEXT && is(text->text, "Hi") && text->choice == 0);
    const tagstream_piece* end = tagstream_piece_at(pieces, 1);
    CHECK(end->kind == TAGSTREAM_PIECE_FINISH && is(end->text, "stop") && end->offset == 58);
    pieces = tagstream_stream_reader_finish(reader);
    CHECK(pieces.size == 1 && tagstream_piece_at(pieces, 0)->kind == TAGSTREAM_PIECE_END);
    tagstream_stream_reader_reset(reader);
  }
  tagstream_stream_reader_free(reader);
  CHECK(strcmp(tagstream_piece_kind_word(TAGSTREAM_PIECE_END), "end") == 0);
  CHECK(tagstream_piece_kind_word(8) == NULL);

  reader = tagstream_stream_reader_new(TAGSTREAM_NDJSON);
  tagstream_pieces pieces = tagstream_stream_reader_feed(
      reader, "{\"message\":{\"content\":\"a\"},\"done\":false}\n", TAGSTREAM_ZERO_ENDED);
  CHECK(pieces.size == 1 && is(tagstream_piece_at(pieces, 0)->text, "a"));
  tagstream_stream_reader_free(reader);
  reader = tagstream_stream_reader_new(TAGSTREAM_OBJECTS);
  pieces = tagstream_stream_reader_feed(
      reader, "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"}}]}", TAGSTREAM_ZERO_ENDED);
  CHECK(pieces.size == 1 && tagstream_piece_at(pieces, 0)->choice == 1);
  pieces = tagstream_stream_reader_finish(reader);
  CHECK(pieces.size == 0);
  tagstream_stream_reader_free(reader);

  char* checked;
  size_t size;
  tagstream_error* error;
  CHECK(tagstream_check_native_call("", 0, false, &checked, &size, NULL) == TAGSTREAM_OK);
  CHECK(took(checked, size, "{}"));
  CHECK(tagstream_check_native_call("{\"a\":", TAGSTREAM_ZERO_ENDED, false, &checked, &size,
                                    &error) == (tagstream_status)TAGSTREAM_CODE_INVALID_JSON);
  CHECK(checked == NULL && size == 0 && tagstream_error_offset(error) == 5);
  tagstream_error_free(error);
}

static void a_rewriter(void) {
  tagstream_rules* rules = rules_of("{\"dialect\": \"qwen3\", \"bad_calls\": \"hide\"}");
  static const char begin[] =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<think>Hm.</think>Yes<tool_call>"
      "{}</tool_call>\"}}]}\n\n";
  tagstream_rewriter* rewriter =
      tagstream_rewriter_new(rules, TAGSTREAM_BOTH_REASONING_FIELDS, 1 << 20);
  for (int round = 0; round < 2; ++round) {
    size_t sent = 0;
    for (size_t i = 0; begin[i] != '\0'; ++i) {
      sent += tagstream_rewriter_feed(rewriter, begin + i, 1).size;
    }
    CHECK(sent != 0);
    CHECK(strstr(tagstream_rewriter_errors_json(rewriter).data, "\"missing_name\"") != NULL);
    CHECK(tagstream_rewriter_finish(rewriter).size == 0);
    CHECK(is(tagstream_rewriter_errors_json(rewriter), "[]"));
    tagstream_rewriter_reset(rewriter);
  }
  const tagstream_string out = tagstream_rewriter_feed(rewriter, begin, TAGSTREAM_ZERO_ENDED);
  CHECK(strstr(out.data, "\"reasoning_content\":\"Hm.\",\"reasoning\":\"Hm.\"") != NULL);
  tagstream_rewriter_free(rewriter);

  size_t size;
  size_t errors_size;
  char* errors;
  char* body = tagstream_rewrite_answer(
      rules, TAGSTREAM_REASONING_FIELD,
      "{\"choices\":[{\"message\":{\"content\":\"<think>Hm.</think>Yes\"}}]}", TAGSTREAM_ZERO_ENDED,
      &size, &errors, &errors_size);
  CHECK(took_with(body, size, "\"reasoning\":\"Hm.\""));
  CHECK(took(errors, errors_size, "[]"));
  body = tagstream_rewrite_answer(rules, TAGSTREAM_REASONING_CONTENT_FIELD, "none", 4, &size, NULL,
                                  NULL);
  CHECK(took(body, size, "none"));
  tagstream_rules_free(rules);
}

int main(void) {
  versions_and_words();
  errors();
  option_infos();
  options_and_rules();
  a_reader();
  a_reader_for_scripts();
  a_copy_of_a_reader();
  attributes();
  messages();
  writing();
  trees();
  a_stream_of_trees();
  dialects_and_guesses();
  advice();
  snapshots();
  extractors();
  grammars();
  offsets();
  small_ones();
  streams_of_servers();
  a_rewriter();
  return failures == 0 ? 0 : 1;
}
