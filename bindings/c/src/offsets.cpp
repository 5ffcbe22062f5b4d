#include "tagstream/offsets.hpp"

#include "handles.hpp"

using namespace tagstream;
using namespace tagstream::c;

struct tagstream_offsets {
  TextOffsets offsets;
};

tagstream_offsets* tagstream_offsets_new(tagstream_offset_unit unit) noexcept {
  const bool is_utf16 = unit == TAGSTREAM_UTF16;
  return new tagstream_offsets{TextOffsets(is_utf16 ? OffsetUnit::utf16 : OffsetUnit::code_points)};
}

void tagstream_offsets_add(tagstream_offsets* offsets, const char* chunk, size_t size) noexcept {
  if (offsets != nullptr) offsets->offsets.add(text_of(chunk, size));
}

uint64_t tagstream_offsets_of(const tagstream_offsets* offsets, uint64_t offset) noexcept {
  return offsets == nullptr ? 0 : offsets->offsets.of(offset);
}

tagstream_offsets* tagstream_offsets_clone(const tagstream_offsets* offsets) noexcept {
  return offsets == nullptr ? nullptr : new tagstream_offsets(*offsets);
}

void tagstream_offsets_reset(tagstream_offsets* offsets) noexcept {
  if (offsets != nullptr) offsets->offsets.reset();
}

void tagstream_offsets_free(tagstream_offsets* offsets) noexcept { delete offsets; }
