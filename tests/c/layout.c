/* Where the fields are: the same on all targets of one pointer size, whatever their alignment. */
#include <stddef.h>

#include "tagstream.h"

#if UINTPTR_MAX == UINT64_MAX
#define WIDE(bytes32, bytes64) (bytes64)
#else
#define WIDE(bytes32, bytes64) (bytes32)
#endif

#define SIZE(type, bytes32, bytes64) \
  _Static_assert(sizeof(type) == WIDE(bytes32, bytes64), "the size of " #type)
#define AT(type, field, bytes32, bytes64) \
  _Static_assert(offsetof(type, field) == WIDE(bytes32, bytes64), #type "." #field)

SIZE(tagstream_string, 8, 16);
AT(tagstream_string, data, 0, 0);
AT(tagstream_string, size, 4, 8);

SIZE(tagstream_events, 12, 24);
AT(tagstream_events, data, 0, 0);
AT(tagstream_events, size, 4, 8);
AT(tagstream_events, stride, 8, 16);
SIZE(tagstream_tags, 12, 24);
AT(tagstream_tags, data, 0, 0);
AT(tagstream_tags, size, 4, 8);
AT(tagstream_tags, stride, 8, 16);
SIZE(tagstream_diagnostics, 12, 24);
AT(tagstream_diagnostics, data, 0, 0);
AT(tagstream_diagnostics, size, 4, 8);
AT(tagstream_diagnostics, stride, 8, 16);

SIZE(tagstream_option_infos, 12, 24);
AT(tagstream_option_infos, data, 0, 0);
AT(tagstream_option_infos, size, 4, 8);
AT(tagstream_option_infos, stride, 8, 16);

SIZE(tagstream_pieces, 12, 24);
AT(tagstream_pieces, data, 0, 0);
AT(tagstream_pieces, size, 4, 8);
AT(tagstream_pieces, stride, 8, 16);

/* Made by scripts/reference.py from bindings/api.json. */

SIZE(tagstream_event, 88, 128);
AT(tagstream_event, kind, 0, 0);
AT(tagstream_event, code, 1, 1);
AT(tagstream_event, reserved, 2, 2);
AT(tagstream_event, flags, 8, 8);
AT(tagstream_event, index, 12, 12);
AT(tagstream_event, start, 16, 16);
AT(tagstream_event, end, 24, 24);
AT(tagstream_event, text, 32, 32);
AT(tagstream_event, name, 40, 48);
AT(tagstream_event, raw, 48, 64);
AT(tagstream_event, id, 56, 80);
AT(tagstream_event, thought_type, 64, 96);
AT(tagstream_event, offset, 72, 112);
AT(tagstream_event, confidence, 80, 120);

SIZE(tagstream_tag, 72, 96);
AT(tagstream_tag, start, 0, 0);
AT(tagstream_tag, end, 8, 8);
AT(tagstream_tag, content_start, 16, 16);
AT(tagstream_tag, content_end, 24, 24);
AT(tagstream_tag, name, 32, 32);
AT(tagstream_tag, content, 40, 48);
AT(tagstream_tag, raw_tag, 48, 64);
AT(tagstream_tag, parent, 56, 80);
AT(tagstream_tag, subtree_end, 60, 84);
AT(tagstream_tag, depth, 64, 88);
AT(tagstream_tag, is_closed, 68, 92);
AT(tagstream_tag, is_self_closing, 69, 93);
AT(tagstream_tag, reserved, 70, 94);

SIZE(tagstream_diagnostic, 40, 48);
AT(tagstream_diagnostic, offset, 0, 0);
AT(tagstream_diagnostic, line, 8, 8);
AT(tagstream_diagnostic, column, 16, 16);
AT(tagstream_diagnostic, name, 24, 24);
AT(tagstream_diagnostic, kind, 32, 40);
AT(tagstream_diagnostic, reserved, 33, 41);

SIZE(tagstream_content, 32, 40);
AT(tagstream_content, start, 0, 0);
AT(tagstream_content, end, 8, 8);
AT(tagstream_content, text, 16, 16);
AT(tagstream_content, is_found, 24, 32);
AT(tagstream_content, reserved, 25, 33);

SIZE(tagstream_stats, 48, 48);
AT(tagstream_stats, bytes_fed, 0, 0);
AT(tagstream_stats, bytes_examined, 8, 8);
AT(tagstream_stats, bytes_held, 16, 16);
AT(tagstream_stats, bytes_held_max, 24, 24);
AT(tagstream_stats, events, 32, 32);
AT(tagstream_stats, limit_hits, 40, 40);

SIZE(tagstream_attribute, 24, 40);
AT(tagstream_attribute, name, 0, 0);
AT(tagstream_attribute, value, 8, 16);
AT(tagstream_attribute, has_value, 16, 32);
AT(tagstream_attribute, reserved, 17, 33);

SIZE(tagstream_option_info, 40, 72);
AT(tagstream_option_info, name, 0, 0);
AT(tagstream_option_info, sentence, 8, 16);
AT(tagstream_option_info, default_value, 16, 32);
AT(tagstream_option_info, values, 24, 48);
AT(tagstream_option_info, value_count, 28, 56);
AT(tagstream_option_info, type, 32, 64);
AT(tagstream_option_info, reserved, 33, 65);

SIZE(tagstream_piece, 48, 72);
AT(tagstream_piece, offset, 0, 0);
AT(tagstream_piece, text, 8, 8);
AT(tagstream_piece, id, 16, 24);
AT(tagstream_piece, name, 24, 40);
AT(tagstream_piece, choice, 32, 56);
AT(tagstream_piece, index, 36, 60);
AT(tagstream_piece, kind, 40, 64);
AT(tagstream_piece, reserved, 41, 65);
