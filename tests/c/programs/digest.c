/* Reads files by every dialect, whole and in pieces, as messages and as trees, and prints one
 * number for all that came out: it is the same on every target. */
#include <stdio.h>
#include <stdlib.h>
#include <tagstream.h>

static uint64_t digest = 14695981039346656037U; /* FNV-1a */

static void add(const char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) digest = (digest ^ (unsigned char)bytes[i]) * 1099511628211U;
}

static void add_owned(char* text, size_t size) {
  add(text, size);
  tagstream_free(text);
}

static void read_by(tagstream_string dialect, const char* text, size_t size) {
  static const char word[] = "dialect";
  tagstream_options* options = tagstream_options_new();
  tagstream_rules* rules = NULL;
  tagstream_reader* reader;
  size_t json_size = 0;
  char* json;
  tagstream_options_set(options, word, TAGSTREAM_ZERO_ENDED, dialect.data, dialect.size, NULL);
  tagstream_options_set(options, "incremental", TAGSTREAM_ZERO_ENDED, "true", 4, NULL);
  tagstream_rules_from_options(options, &rules, NULL);
  tagstream_options_free(options);
  reader = tagstream_reader_from_rules(rules);
  for (size_t at = 0; at < size; at += 7) {
    tagstream_string lines = tagstream_feed_json(reader, text + at, size - at < 7 ? size - at : 7);
    add(lines.data, lines.size);
  }
  tagstream_finish(reader);
  tagstream_reader_free(reader);
  json = tagstream_read_json(rules, text, size, &json_size);
  add_owned(json, json_size);
  tagstream_rules_free(rules);
}

static void read_all(const char* text, size_t size) {
  char* json = NULL;
  size_t json_size = 0;
  tagstream_extract_json(NULL, text, size, &json, &json_size, NULL);
  add_owned(json, json_size);
  json = tagstream_guess_answer_json(text, size, &json_size);
  add_owned(json, json_size);
  for (size_t i = 0; i < tagstream_dialect_count(); ++i) {
    read_by(tagstream_dialect_name(i), text, size);
  }
}

int main(int argc, char** argv) {
  static char text[1 << 16];
  for (int i = 1; i < argc; ++i) {
    FILE* file = fopen(argv[i], "rb");
    if (file == NULL) return 2;
    read_all(text, fread(text, 1, sizeof text, file));
    fclose(file);
  }
  printf("%016llx\n", (unsigned long long)digest);
  return 0;
}
