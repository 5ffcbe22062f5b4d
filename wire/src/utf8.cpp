#include "utf8.hpp"

namespace tagstream::wire {

Utf8Sequence utf8_sequence_at(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {1, true};
  if (first < 0xC2 || first > 0xF4) return {1, false};
  const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < size; ++i) {
    if (i == text.size()) return {i, false};
    const auto next = static_cast<unsigned char>(text[i]);
    if (next < low || next > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {size, true};
}

std::optional<std::string> mend_utf8(std::string_view text) {
  std::optional<std::string> mended;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Sequence sequence = utf8_sequence_at(text.substr(at));
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
