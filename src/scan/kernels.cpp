#include "scan/kernels.hpp"

#include <cstdlib>

namespace tagstream::scan {

constinit std::atomic<const Kernels*> chosen_kernel{nullptr};

// The CPU is asked once: `cpuid` takes longer than a short search.
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

// On x86-64 with AVX2 and without AVX-512: scalar, then avx2, which is taken.
std::span<const Kernels* const> kernels_here() {
#ifdef __x86_64__
  static constexpr const Kernels* all[] = {&scalar_kernels, &avx2_kernels, &avx512_kernels};
  __builtin_cpu_init();
  // The bit operations came with AVX2; a machine that emulates may have left them out.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2")) {
    return {all, 1};
  }
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw")) return {all, 2};
  return all;
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  static constexpr const Kernels* all[] = {&scalar_kernels, &neon_kernels};
  return all;
#else
  static constexpr const Kernels* all[] = {&scalar_kernels};
  return all;
#endif
}

}  // namespace tagstream::scan
