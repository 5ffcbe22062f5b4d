#include "support/guarded_chunk.hpp"

#include <cstring>

namespace tagstream::testing {

namespace {

// Volatile, so that the stores into a block about to be freed are not taken for useless.
void* (*volatile const fill)(void*, int, std::size_t) = std::memset;

}  // namespace

void poison(char* block, std::size_t size) { fill(block, 0xA5, size); }

GuardedChunk::GuardedChunk(std::string_view bytes)
    : block_(new char[bytes.size()]), size_(bytes.size()) {
  bytes.copy(block_.get(), size_);
}

GuardedChunk::~GuardedChunk() { poison(block_.get(), size_); }

}  // namespace tagstream::testing
