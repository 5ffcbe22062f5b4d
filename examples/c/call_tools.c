/* Reads the answers of a model of the family qwen3 and runs the tools that it calls. */
#include <stdio.h>
#include <string.h>
#include <tagstream.h>

static bool is(tagstream_string text, const char* word) {
  return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static void run(const tagstream_event* call) {
  printf("%.*s: ", (int)call->id.size, call->id.data);
  if (is(call->name, "rain")) {
    /* The arguments are a JSON object: give them to the JSON library of your choice. */
    printf("will it rain for %.*s?\n", (int)call->text.size, call->text.data);
  } else {
    printf("there is no tool %.*s\n", (int)call->name.size, call->name.data);
  }
}

static void answer_with(const tagstream_rules* rules, const char* text) {
  tagstream_message* message = tagstream_read(rules, text, TAGSTREAM_ZERO_ENDED);
  tagstream_string content = tagstream_message_content(message);
  tagstream_events calls = tagstream_message_tool_calls(message);
  tagstream_events errors = tagstream_message_tool_call_errors(message);
  printf("%.*s\n", (int)content.size, content.data);
  for (size_t i = 0; i < calls.size; ++i) run(tagstream_event_at(calls, i));
  for (size_t i = 0; i < errors.size; ++i) {
    const tagstream_event* error = tagstream_event_at(errors, i);
    printf("%s: %.*s\n", tagstream_code_word(error->code), (int)error->text.size, error->text.data);
  }
  tagstream_message_free(message);
}

int main(void) {
  const char options[] = "{\"dialect\": \"qwen3\", \"bad_calls\": \"hide\"}";
  tagstream_rules* rules;
  tagstream_error* error;
  if (tagstream_rules_new(options, TAGSTREAM_ZERO_ENDED, &rules, &error) != TAGSTREAM_OK) {
    fprintf(stderr, "call_tools: %s\n", tagstream_error_message(error));
    tagstream_error_free(error);
    return 2;
  }
  answer_with(rules,
              "<think>They want rain.</think>Let me see. <tool_call>\n"
              "{\"name\": \"rain\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>");
  answer_with(rules, "Once more: <tool_call>\n{\"arguments\": {}}\n</tool_call>");
  tagstream_rules_free(rules);
  return 0;
}
