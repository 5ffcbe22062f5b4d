#include "tagstream/version.hpp"

// The build gives the number; only a build without CMake has none.
#ifndef TAGSTREAM_VERSION
#define TAGSTREAM_VERSION "0.0.0"
#endif

namespace tagstream {

const char* version() noexcept { return TAGSTREAM_VERSION; }

}  // namespace tagstream
