#include "io/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "io/failure.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t read_size = std::size_t{64} << 10;

Descriptor open_input(const std::string& path) {
  if (path == "-") return Descriptor::standard(STDIN_FILENO);
  int number = -1;
  do {
    number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (number < 0 && errno == EINTR);
  if (number >= 0) return Descriptor(number);
  if (errno == ENOENT) throw Failure(exit_usage, "no such file: " + path);
  throw Failure(exit_usage, system_message("can't open", path));
}

}  // namespace

Input::Input(const std::string& path, std::size_t chunk_size)
    : name_(path == "-" ? "standard input" : path),
      file_(open_input(path)),
      chunk_size_(chunk_size) {
  struct stat about = {};
  if (fstat(file_.number(), &about) == 0 && S_ISDIR(about.st_mode)) {
    throw Failure(exit_usage, "is a directory: " + name_);
  }
  if (is_same_file(file_, Descriptor::standard(STDOUT_FILENO))) {
    throw Failure(exit_usage, "the input is also the output: " + name_);
  }
}

std::string_view Input::next() {
  const std::size_t wanted = chunk_size_ == 0 ? 1 : chunk_size_;
  if (must_read()) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    while (buffer_.size() < wanted && read_more()) {
    }
  }
  const std::size_t available = buffer_.size() - begin_;
  const std::size_t size = chunk_size_ == 0 ? available : std::min(available, chunk_size_);
  const std::string_view piece(buffer_.data() + begin_, size);
  begin_ += size;
  return piece;
}

bool Input::must_read() const {
  return !at_end_ && buffer_.size() - begin_ < std::max<std::size_t>(chunk_size_, 1);
}

std::optional<std::uint64_t> Input::size() const {
  struct stat about = {};
  if (fstat(file_.number(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  const off_t at = lseek(file_.number(), 0, SEEK_CUR);
  if (at < 0 || at > about.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(about.st_size - at);
}

bool Input::read_more() {
  const std::size_t filled = buffer_.size();
  buffer_.resize(filled + read_size);
  while (true) {
    const ssize_t got = read(file_.number(), buffer_.data() + filled, read_size);
    if (got >= 0) {
      buffer_.resize(filled + static_cast<std::size_t>(got));
      at_end_ = got == 0;
      return !at_end_;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_until_ready(file_.number(), true);
    } else if (errno != EINTR) {
      throw Failure(exit_usage, system_message("can't read", name_));
    }
  }
}

}  // namespace tagstream::cli
