#pragma once

// The searches that depend on the machine. A *kernel* is a table of functions for one kind of
// processor. The first search chooses the best kernel that the machine has. All kernels give the
// same answers, those of `scalar`:
//
//   kernels().find_in_set(from, to, set)     for the text `ab<c` and the set {<} the place of `<`
//
// For tests, the environment variable TAGSTREAM_KERNEL may name another kernel that the machine
// has: scalar, avx2, avx512, neon or simd128.

#include <atomic>
#include <span>
#include <string_view>

#include "scan/scan.hpp"
#include "scan/tags.hpp"

namespace tagstream::scan {

struct Kernels {
  const char* name;
  /// These three do what the functions of the same names in scan.hpp say.
  const char* (*find_in_set)(const char* from, const char* to, const ByteSet& set);
  const char* (*find_string_end)(const char* from, const char* to, char quote);
  char* (*write_escaped)(const char* from, const char* to, char* out);

  // Functions on windows (tags.hpp). They are null in a kernel without vectors; then the walk by
  // the table of lex/grammar.hpp reads every tag.

  /// Goes from `from` on in steps of 64 bytes, and returns the first stretch in which something may
  /// begin; `mask` has a bit for each such '<'. Returns `to`, with a mask of 0, if there is none.
  const char* (*find_starts)(const char* from, const char* to, const StartFilter& filter,
                             std::uint64_t& mask);
  /// The same. `run` becomes the first backtick or tilde in the stretches up to the end of the
  /// returned one, or `to` if there is none.
  const char* (*find_starts_and_run)(const char* from, const char* to, const StartFilter& filter,
                                     std::uint64_t& mask, const char*& run);
  /// Looks at the tag that begins at `at`. Precondition: a '<' stands there.
  TagLook (*read_tag)(const char* at, const char* to);
  /// Writes to `spans` the whole tags of any name that begin in `size` bytes from `from` on, at
  /// most `most_spans`. Sets `end` to the place at which reading goes on: a tag may begin there
  /// that must be read byte by byte, or no byte is left. Returns how many tags were written.
  std::size_t (*read_tags)(const char* from, std::size_t size, unsigned max_attributes,
                           TagSpan* spans, std::size_t& end);
};

/// If fewer bytes than this follow, tags are not read by windows: most would be cut off, and the
/// table's walk reads a few bytes quickly. Tests set it to 1, so that windows read short texts too.
inline constinit std::size_t least_bytes = 32;

extern const Kernels scalar_kernels;
extern const Kernels avx2_kernels;     // x86-64 alone
extern const Kernels avx512_kernels;   // the same
extern const Kernels neon_kernels;     // 64-bit ARM alone
extern const Kernels simd128_kernels;  // WebAssembly alone

/// The kernels that this machine can run, the best one last.
[[nodiscard]] std::span<const Kernels* const> kernels_here();

/// Chooses the kernel that is used from now on: the best one, or that which TAGSTREAM_KERNEL names.
const Kernels& choose_kernel();

// Null until the first search: static objects may read text before `main`, so the choice can't wait
// for a constructor. Several threads may choose at once. All choose the same table, and tables are
// constants, so relaxed memory order is enough.
extern constinit std::atomic<const Kernels*> chosen_kernel;

/// The kernel that is used.
inline const Kernels& kernels() {
  const Kernels* const chosen = chosen_kernel.load(std::memory_order_relaxed);
  return chosen != nullptr ? *chosen : choose_kernel();
}

}  // namespace tagstream::scan
