#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace tagstream::cli {

/// A line on standard error that says how far a long input has been read.
///
/// Several threads may use it. The line appears only if standard error is a terminal and standard
/// output is not, and only after the first second, so that short inputs never show it. The
/// destructor erases it.
class Progress {
 public:
  /// @param total  the number of bytes to read, if it is known
  Progress(std::optional<std::uint64_t> total, bool is_wanted);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Shows that `done` bytes have been read; a few times a second at most.
  void update(std::uint64_t done);

  /// Takes the line away.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex mutex_;
  std::optional<std::uint64_t> total_;
  Clock::time_point start_;
  Clock::time_point next_;
  bool is_enabled_;
  bool is_shown_ = false;
};

}  // namespace tagstream::cli
