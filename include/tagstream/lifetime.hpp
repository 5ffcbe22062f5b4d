#pragma once

/// Marks a parameter whose bytes the result points into. Where the compiler knows how, it warns of
/// a result that outlives them; elsewhere this is empty.
#if defined(__clang__)
#define TAGSTREAM_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define TAGSTREAM_LIFETIMEBOUND
#endif
