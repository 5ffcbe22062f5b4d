#pragma once

#include <concepts>
#include <string>
#include <type_traits>

#include "tagstream/version.hpp"

/// Marks a parameter (or, after a function, the object) that the returned views point into. Clang
/// then warns if they would outlive it; for other compilers the mark is empty.
#if defined(__clang__)
#define TAGSTREAM_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define TAGSTREAM_LIFETIMEBOUND
#endif

namespace tagstream {

/// A string with an allocator of any type.
template <class Allocator>
using StringWith = std::basic_string<char, std::char_traits<char>, Allocator>;

/// A temporary string, const or not, with any allocator: a reader that is fed one keeps it, so that
/// views into it live until the next feed.
template <class S>
concept TemporaryString =
    std::same_as<std::remove_const_t<S>, StringWith<typename S::allocator_type>>;

}  // namespace tagstream
