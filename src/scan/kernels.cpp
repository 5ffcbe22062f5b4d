#include "scan/kernels.hpp"

#include <cstdlib>

namespace tagstream::scan {

constinit std::atomic<const Kernels*> chosen_kernel{nullptr};

// Chooses the best kernel of this machine, or the one that TAGSTREAM_KERNEL names. With
// TAGSTREAM_KERNEL=scalar that is `scalar_kernels`; a name that the machine does not have changes
// nothing. The result is kept, as asking the processor takes longer than a short search.
const Kernels& choose_kernel() {
  const std::span<const Kernels* const> known = kernels_here();
  const Kernels* best = known.back();
  if (const char* const wanted = std::getenv("TAGSTREAM_KERNEL"); wanted != nullptr) {
    for (const Kernels* const kernel : known) {
      if (std::string_view(kernel->name) == wanted) best = kernel;
    }
  }
  chosen_kernel.store(best, std::memory_order_relaxed);
  return *best;
}

// The kernels that this machine can run, the best one last. On x86-64 with AVX2 and without AVX-512
// they are scalar and avx2.
// Clang in the place of MSVC has no library that could say what the processor knows: scalar alone.
std::span<const Kernels* const> kernels_here() {
#if defined(__x86_64__) && !defined(_MSC_VER)
  static constexpr const Kernels* all[] = {&scalar_kernels, &avx2_kernels, &avx512_kernels};
  __builtin_cpu_init();
  // All processors with AVX2 have the bit operations BMI and BMI2, but an emulator may lack them.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2")) {
    return {all, 1};
  }
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw")) return {all, 2};
  return all;
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  static constexpr const Kernels* all[] = {&scalar_kernels, &neon_kernels};
  return all;
#elif defined(__wasm_simd128__)
  static constexpr const Kernels* all[] = {&scalar_kernels, &simd128_kernels};
  return all;
#else
  static constexpr const Kernels* all[] = {&scalar_kernels};
  return all;
#endif
}

}  // namespace tagstream::scan
