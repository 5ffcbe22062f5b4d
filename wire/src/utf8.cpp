#include "utf8.hpp"

#include "base/utf8.hpp"

namespace tagstream::wire {

// The text `a`, E2 82, `b` becomes `a`, EF BF BD (U+FFFD), `b`. Nothing is copied while the text is
// valid.
std::optional<std::string> mend_utf8(std::string_view text) {
  std::optional<std::string> mended;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Sequence sequence = utf8_first(text.substr(at));
    if (!sequence.is_valid) {
      if (!mended) mended.emplace();
      mended->append(text.substr(copied, at - copied)).append("\xEF\xBF\xBD");
      copied = at + sequence.size;
    }
    at += sequence.size;
  }
  if (mended) mended->append(text.substr(copied));
  return mended;
}

}  // namespace tagstream::wire
