#include "tagstream/version.hpp"

// CMake defines TAGSTREAM_VERSION from the project's version. A build without CMake does not know
// the number, and says "0.0.0".
#ifndef TAGSTREAM_VERSION
#define TAGSTREAM_VERSION "0.0.0"
#endif

namespace tagstream {

const char* version() noexcept { return TAGSTREAM_VERSION; }

}  // namespace tagstream
