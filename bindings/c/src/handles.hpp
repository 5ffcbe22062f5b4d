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

/// Shared by all files of the C interface: conversion of strings, events and errors, and the
/// handles that several files use. Example: `tagstream_rules_new` with bad JSON returns
/// `fail(error, options.error())`: `*rules` is NULL, `*error` is a new error, and the result is
/// the status of that error. With good JSON it returns `give(Rules::make(...), rules, error)`.

struct tagstream_error {
  tagstream_status status = TAGSTREAM_OK;  // the code of `error`, or one of C's own
  tagstream::Error error{};
};

struct tagstream_options {
  tagstream::Options options;
};

namespace tagstream::c {

/// The string of a pointer and a size: empty if the pointer is NULL (C5), up to the first zero byte
/// if the size is TAGSTREAM_ZERO_ENDED (C3).
[[nodiscard]] inline std::string_view text_of(const char* data, std::size_t size) {
  if (data == nullptr) return {};
  return {data, size == TAGSTREAM_ZERO_ENDED ? std::strlen(data) : size};
}

[[nodiscard]] inline tagstream_string view_of(std::string_view text) {
  return {text.data(), text.size()};
}

/// A copy that the caller frees, with a zero byte at its end (C4).
[[nodiscard]] char* owned(std::string_view text, std::size_t* size);

/// Stores the error in `*error`, if that is wanted. Returns the error's status.
tagstream_status fail(tagstream_error** error, Error what);
/// Stores the error for a pointer that must not be NULL and is.
tagstream_status fail_null(tagstream_error** error, const char* function);
/// Sets `*error` to NULL, and returns TAGSTREAM_OK.
tagstream_status succeed(tagstream_error** error);

/// Stores the value of `result` in a new handle, or its error in `*error`.
template <class Handle, class T>
tagstream_status give(Result<T> result, Handle** out, tagstream_error** error) {
  if (!result) return fail(error, result.error());
  *out = new Handle{std::move(*result)};
  return succeed(error);
}

/// Converts an event to C, with the same views. It is filled in place, since a copy would take
/// twice as long; `reserved` stays as it is.
void fill(tagstream_event& out, const Event& event);
[[nodiscard]] inline tagstream_event to_c(const Event& event) {
  tagstream_event out{};
  fill(out, event);
  return out;
}
/// Converts an event to C++.
[[nodiscard]] Event from_c(const tagstream_event& event);
/// A copy of an event of an array. Fields that an older, shorter event lacks are as in a new event;
/// those that only a newer, longer one has are left out.
[[nodiscard]] tagstream_event event_at(const tagstream_events& events, std::size_t index);

[[nodiscard]] inline tagstream_events array_of(const std::vector<tagstream_event>& events) {
  return {events.data(), events.size(), sizeof(tagstream_event)};
}

}  // namespace tagstream::c
