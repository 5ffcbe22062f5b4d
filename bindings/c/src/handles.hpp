#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream.h"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/reader.hpp"

/// What the functions of the C interface share: strings and errors in and out, and what several of
/// them know of a handle.

struct tagstream_error {
  tagstream_status status = TAGSTREAM_OK;  // the code of `error`, or one of C's own
  tagstream::Error error{};
};

struct tagstream_options {
  tagstream::Options options;
};

namespace tagstream::c {

/// What a pointer and a size say (C3, C5).
[[nodiscard]] inline std::string_view text_of(const char* data, std::size_t size) {
  if (data == nullptr) return {};
  return {data, size == TAGSTREAM_ZERO_ENDED ? std::strlen(data) : size};
}

[[nodiscard]] inline tagstream_string view_of(std::string_view text) {
  return {text.data(), text.size()};
}

/// A copy for the caller, with a zero byte at its end.
[[nodiscard]] char* owned(std::string_view text, std::size_t* size);

/// Says what went wrong, if it is wanted. Returns its status.
tagstream_status fail(tagstream_error** error, Error what);
/// A pointer is NULL that must not be.
tagstream_status fail_null(tagstream_error** error, const char* function);
/// Nothing went wrong.
tagstream_status succeed(tagstream_error** error);

/// Gives what `result` has, in a handle of its own, or says why there is nothing.
template <class Handle, class T>
tagstream_status give(Result<T> result, Handle** out, tagstream_error** error) {
  if (!result) return fail(error, result.error());
  *out = new Handle{std::move(*result)};
  return succeed(error);
}

/// The same in C, with the same views. In place: copied, it would take twice as long.
void fill(tagstream_event& out, const Event& event);
[[nodiscard]] inline tagstream_event to_c(const Event& event) {
  tagstream_event out;
  fill(out, event);
  return out;
}
/// The same in C++.
[[nodiscard]] Event from_c(const tagstream_event& event);

[[nodiscard]] inline tagstream_events array_of(const std::vector<tagstream_event>& events) {
  return {events.data(), events.size(), sizeof(tagstream_event)};
}

}  // namespace tagstream::c
