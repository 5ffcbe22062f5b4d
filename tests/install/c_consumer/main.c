/* The first program of a user, in C: hides a section whose tags arrive in pieces. */
#include <stdio.h>
#include <string.h>
#include <tagstream.h>

static char visible[64];

static void take(tagstream_events events) {
  for (size_t i = 0; i < events.size; ++i) {
    const tagstream_event* event = tagstream_event_at(events, i);
    if (event->kind == TAGSTREAM_CONTENT) {
      strncat(visible, event->text.data, event->text.size);
    }
  }
}

int main(int argc, char** argv) {
  static const char* const chunks[] = {"Hello <thi", "nking>hm</think", "ing>world"};
  tagstream_reader* reader = NULL;
  if (argc != 2 || strcmp(argv[1], tagstream_version()) != 0) {
    fprintf(stderr, "consumer: the library says it is version %s\n", tagstream_version());
    return 1;
  }
  if (tagstream_reader_new("{\"hide\":\"thinking\"}", TAGSTREAM_ZERO_ENDED, &reader, NULL) != 0) {
    return 1;
  }
  for (size_t i = 0; i < 3; ++i) take(tagstream_feed(reader, chunks[i], strlen(chunks[i])));
  take(tagstream_finish(reader));
  tagstream_reader_free(reader);
  puts(visible);
  return strcmp(visible, "Hello world") == 0 ? 0 : 1;
}
