#pragma once

// The searches that each machine does in its own way. A table of them is a *kernel*; the first call
// of any takes the best one that the machine has. All give the same answers, those of `scalar`.
//
// The environment may name another one that the machine has, for tests: TAGSTREAM_KERNEL=scalar,
// avx2, avx512 or neon.

#include <atomic>
#include <span>
#include <string_view>

#include "scan/scan.hpp"
#include "scan/tags.hpp"

namespace tagstream::scan {

struct Kernels {
  const char* name;
  /// As the functions in scan.hpp of the same names.
  const char* (*find_in_set)(const char* from, const char* to, const ByteSet& set);
  const char* (*find_string_end)(const char* from, const char* to, char quote);
  char* (*write_escaped)(const char* from, const char* to, char* out);

  // Windows: null in a kernel that has none. Then the table's walk reads every tag.

  /// The first stretch of 64 bytes, from `from` on and 64 at a time, in which something may begin:
  /// `mask` has a bit for each such '<'. `to`, and no bit, if there is none.
  const char* (*find_starts)(const char* from, const char* to, const StartFilter& filter,
                             std::uint64_t& mask);
  /// The tag at `at`, a '<'.
  TagLook (*read_tag)(const char* at, const char* to);
  /// Writes to `spans` the whole tags of any name that begin in `size` bytes from `from` on, at
  /// most `most_spans`. Sets `end` to the place at which reading goes on: a tag may begin there
  /// that must be read byte by byte, or no byte is left. Returns how many tags were written.
  std::size_t (*read_tags)(const char* from, std::size_t size, unsigned max_attributes,
                           TagSpan* spans, std::size_t& end);
};

/// Where fewer bytes follow, tags are not read by windows: most would be cut, and what is short the
/// table's walk reads in no time. Tests set it to 1, so that texts of a few bytes go that way too.
inline constinit std::size_t least_bytes = 32;

extern const Kernels scalar_kernels;
extern const Kernels avx2_kernels;    // x86-64 alone
extern const Kernels avx512_kernels;  // the same
extern const Kernels neon_kernels;    // 64-bit ARM alone

/// The kernels that this machine can run, the best one last.
[[nodiscard]] std::span<const Kernels* const> kernels_here();

/// The one that is used from now on: the best, or the one that the environment names.
const Kernels& choose_kernel();

// Null until a search asks: static objects may read text before `main`. Threads may choose at
// once: all choose the same, and the tables are constants, so nothing has to be ordered.
extern constinit std::atomic<const Kernels*> chosen_kernel;

/// The kernel that is used.
inline const Kernels& kernels() {
  const Kernels* const chosen = chosen_kernel.load(std::memory_order_relaxed);
  return chosen != nullptr ? *chosen : choose_kernel();
}

}  // namespace tagstream::scan
