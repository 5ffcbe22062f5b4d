/* Copies a chat from standard input to standard output without what the model thinks. */
#include <stdio.h>
#include <tagstream.h>

static void print_content(tagstream_events events) {
  for (size_t i = 0; i < events.size; ++i) {
    const tagstream_event* event = tagstream_event_at(events, i);
    if (event->kind == TAGSTREAM_CONTENT) fwrite(event->text.data, 1, event->text.size, stdout);
  }
  fflush(stdout); /* what is certain is shown at once */
}

int main(void) {
  const char options[] = "{\"hide\": [\"thinking\"]}";
  tagstream_reader* reader;
  tagstream_error* error;
  if (tagstream_reader_new(options, TAGSTREAM_ZERO_ENDED, &reader, &error) != TAGSTREAM_OK) {
    fprintf(stderr, "chat_filter: %s\n", tagstream_error_message(error));
    tagstream_error_free(error);
    return 2;
  }
  char chunk[8]; /* as small as what a server sends */
  size_t size;
  while ((size = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
    print_content(tagstream_feed(reader, chunk, size));
  }
  print_content(tagstream_finish(reader));
  tagstream_reader_free(reader);
  return 0;
}
