#include "tagstream/error.hpp"

namespace tagstream {

const char* to_string(Errc code) noexcept {
  switch (code) {
    case Errc::limit_exceeded: return "limit-exceeded";
    case Errc::bad_option: return "bad-option";
    case Errc::finished: return "finished";
    case Errc::snapshot_mismatch: return "snapshot-mismatch";
  }
  return "unknown";
}

}  // namespace tagstream
