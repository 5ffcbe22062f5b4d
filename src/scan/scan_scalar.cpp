#include <cstring>

#include "scan/scan.hpp"

namespace tagstream::scan {

const char* find_byte(const char* from, const char* to, unsigned char byte) {
  if (from == to) return to;
  const void* hit = std::memchr(from, byte, static_cast<std::size_t>(to - from));
  return hit == nullptr ? to : static_cast<const char*>(hit);
}

const char* find_in_set(const char* from, const char* to, const ByteSet& set) {
  if (set.count() == 0) return to;
  if (set.count() == 1) return find_byte(from, to, set.only());
  while (from != to && !set.has(static_cast<unsigned char>(*from))) ++from;
  return from;
}

}  // namespace tagstream::scan
