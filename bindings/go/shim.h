/* C must not write pointers to the memory of Go into the memory of Go. So these functions give
 * offsets where the library gives strings that point into a text of the caller. */
#ifndef TAGSTREAM_GO_SHIM_H
#define TAGSTREAM_GO_SHIM_H

#include <stdlib.h>

#if !__has_include("tagstream.h")
#error "make the sources of the library: scripts/two_files bindings/go/internal/source"
#endif
#include "tagstream.h"

/* An attribute by its offsets in the raw tag. */
typedef struct tagstream_go_attribute {
  uint32_t tag; /* of a tree: the number of its tag */
  uint32_t name;
  uint32_t name_size;
  uint32_t value;
  uint32_t value_size;
  uint32_t has_value;
} tagstream_go_attribute;

static inline uint32_t tagstream_go_offset(const char* text, tagstream_string part) {
  return part.size == 0 ? 0 : (uint32_t)(part.data - text);
}

/* As tagstream_attributes. */
static inline size_t tagstream_go_attributes(const char* raw_tag, size_t size,
                                             tagstream_go_attribute* out, size_t capacity) {
  tagstream_attribute some[16];
  tagstream_attribute* all = some;
  size_t room = sizeof some / sizeof *some;
  size_t count = tagstream_attributes(raw_tag, size, all, room);
  if (count > room && capacity > room) {
    all = (tagstream_attribute*)malloc(count * sizeof *all);
    if (all == NULL) abort();
    room = count;
    tagstream_attributes(raw_tag, size, all, room);
  }
  for (size_t i = 0; i < count && i < capacity && i < room; ++i) {
    out[i].tag = 0;
    out[i].name = tagstream_go_offset(raw_tag, all[i].name);
    out[i].name_size = (uint32_t)all[i].name.size;
    out[i].value = tagstream_go_offset(raw_tag, all[i].value);
    out[i].value_size = (uint32_t)all[i].value.size;
    out[i].has_value = all[i].has_value;
  }
  if (all != some) free(all);
  return count;
}

/* The attributes of all tags of a tree, in the order of the tags. The caller frees `*out`. */
static inline size_t tagstream_go_tree_attributes(tagstream_tags tags,
                                                  tagstream_go_attribute** out) {
  size_t count = 0;
  size_t room = 0;
  *out = NULL;
  for (size_t i = 0; i < tags.size; ++i) {
    const tagstream_tag* tag = tagstream_tag_at(tags, i);
    if (tag->raw_tag.size <= tag->name.size + 2) continue; /* <name> */
    for (;;) {
      const size_t more =
          tagstream_go_attributes(tag->raw_tag.data, tag->raw_tag.size, *out + count, room - count);
      if (more <= room - count) {
        for (size_t j = count; j < count + more; ++j) (*out)[j].tag = (uint32_t)i;
        count += more;
        break;
      }
      room = 2 * room + more;
      *out = (tagstream_go_attribute*)realloc(*out, room * sizeof **out);
      if (*out == NULL) abort();
    }
  }
  return count;
}

/* Where the content of an element is. */
typedef struct tagstream_go_content {
  uint64_t start;
  uint64_t end;
  bool is_found;
} tagstream_go_content;

/* As tagstream_extractor_inner. */
static inline tagstream_go_content tagstream_go_inner(const tagstream_extractor* extractor,
                                                      const char* text, size_t size) {
  const tagstream_content content = tagstream_extractor_inner(extractor, text, size);
  const tagstream_go_content out = {content.start, content.end, content.is_found != 0};
  return out;
}

/* As tagstream_snapshots_feed: how many bytes at the end of the text are new. */
static inline size_t tagstream_go_snapshots_feed(tagstream_snapshots* snapshots, const char* text,
                                                 size_t size, tagstream_error** error) {
  tagstream_string added = {NULL, 0};
  tagstream_snapshots_feed(snapshots, text, size, &added, error);
  return added.size;
}

#endif /* TAGSTREAM_GO_SHIM_H */
