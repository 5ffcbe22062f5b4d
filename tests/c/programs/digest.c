/* Reads files, and random texts of what the families write, by every dialect, whole and in pieces,
 * as messages and as trees, and prints one number for all that came out: it is the same on every
 * target.
 *   digest HOW_MANY_RANDOM FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static uint32_t below(uint32_t limit) {
  static uint64_t state = 88172645463325252U; /* xorshift */
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % limit;
}

/* A dozen pieces of the texts of families, cut anywhere, and bytes of any value. */
static void read_random(void) {
  char text[1024];
  size_t size = 0;
  for (int piece = 0; piece < 12; ++piece) {
    tagstream_string from = tagstream_dialect_text(below((uint32_t)tagstream_dialect_count()));
    size_t begin = from.size == 0 ? 0 : below((uint32_t)from.size);
    size_t length = below(60);
    if (length > from.size - begin) length = from.size - begin;
    memcpy(text + size, from.data + begin, length);
    size += length;
    if (below(4) == 0) text[size++] = (char)below(256);
  }
  read_all(text, size);
}

int main(int argc, char** argv) {
  static char text[1 << 16];
  for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; --i) read_random();
  for (int i = 2; i < argc; ++i) {
    FILE* file = fopen(argv[i], "rb");
    if (file == NULL) return 2;
    read_all(text, fread(text, 1, sizeof text, file));
    fclose(file);
  }
  printf("%016llx\n", (unsigned long long)digest);
  return 0;
}
