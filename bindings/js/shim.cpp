// Functions in place of the system's, so that the WebAssembly module needs no imports: no
// environment, no output, no entropy. If memory runs out, or the library must stop, the module
// traps, and is not to be used any more.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::uint64_t seed = 0;

}  // namespace

extern "C" {

/// Gives the bits from which made-up ids are drawn: to be called once, before the first reader.
__attribute__((export_name("tagstream_seed"))) void tagstream_seed(std::uint32_t low,
                                                                   std::uint32_t high) {
  seed = std::uint64_t{high} << 32 | low;
}

char* getenv(const char* /*name*/) { return nullptr; }

// splitmix64: https://prng.di.unimi.it/splitmix64.c
int getentropy(void* buffer, std::size_t size) {
  auto* const bytes = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < size; ++i) {
    std::uint64_t mixed = seed += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    bytes[i] = static_cast<unsigned char>((mixed ^ mixed >> 31) >> 24);
  }
  return 0;
}

// The library of C++ calls these two where it would print why it stops.
[[noreturn]] void abort_message(const char* /*format*/, ...) { __builtin_trap(); }

}  // extern "C"

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char* /*format*/, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD

void* operator new(std::size_t size) {
  void* const block = std::malloc(size == 0 ? 1 : size);
  if (block == nullptr) __builtin_trap();
  return block;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*size*/) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t /*size*/) noexcept { std::free(block); }
