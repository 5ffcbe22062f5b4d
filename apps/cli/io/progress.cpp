#include "io/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <string>

namespace tagstream::cli {

namespace {

constexpr std::chrono::milliseconds first_wait{1000};
constexpr std::chrono::milliseconds later_wait{200};

std::string readable_bytes(double bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, units[unit]);
}

std::string readable_time(double seconds) {
  const long whole = std::lround(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// A failure is ignored, as progress is not a part of the output.
void write_line(const std::string& line) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

Progress::Progress(std::optional<std::uint64_t> total, bool is_wanted)
    : total_(total),
      start_(Clock::now()),
      next_(start_ + first_wait),
      is_enabled_(is_wanted && isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) != 1) {}

Progress::~Progress() { erase(); }

void Progress::update(std::uint64_t done) {
  if (!is_enabled_) return;
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + later_wait;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / seconds;
  std::string line = fmt::format("\r{}", readable_bytes(static_cast<double>(done)));
  if (total_ && *total_ >= done) line += " of " + readable_bytes(static_cast<double>(*total_));
  line += fmt::format(", {}/s", readable_bytes(rate));
  if (total_ && *total_ >= done && rate > 0) {
    line += fmt::format(", {} left", readable_time(static_cast<double>(*total_ - done) / rate));
  }
  write_line(line + "\x1b[K");
  is_shown_ = true;
}

void Progress::erase() {
  const std::scoped_lock lock(mutex_);
  if (is_shown_) write_line("\r\x1b[K");
  is_shown_ = false;
}

}  // namespace tagstream::cli
