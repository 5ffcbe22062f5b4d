#pragma once

/// Marks a parameter (or, after a function, the object) that the returned views point into. Clang
/// then warns where they would outlive it; other compilers see nothing.
#if defined(__clang__)
#define TAGSTREAM_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define TAGSTREAM_LIFETIMEBOUND
#endif
