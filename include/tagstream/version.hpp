#pragma once

// The version of the library. Every public header includes this one.
#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "tagstream needs C++20: compile with -std=c++20 or later"
#endif

namespace tagstream {

/// The version of the library that is linked, "major.minor.patch".
[[nodiscard]] const char* version() noexcept;

}  // namespace tagstream
