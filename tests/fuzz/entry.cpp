// The function that libFuzzer calls.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tagstream::fuzz::Input input;
  if (!tagstream::fuzz::read_input(data, size, input)) return -1;  // not to be kept
  tagstream::fuzz::try_input(input);
  return 0;
}
