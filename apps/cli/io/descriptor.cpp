#include "io/descriptor.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace tagstream::cli {

Descriptor::Descriptor(int number) : number_(number), is_owned_(true) {
  if (number < 0 || number > STDERR_FILENO) return;
  number_ = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(number);
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)), is_owned_(std::exchange(other.is_owned_, false)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  std::swap(is_owned_, other.is_owned_);
  return *this;
}

Descriptor::~Descriptor() { close(); }

Descriptor Descriptor::standard(int number) {
  Descriptor stream;
  stream.number_ = number;
  return stream;
}

bool Descriptor::close() {
  if (!is_owned_ || number_ < 0) return true;
  is_owned_ = false;
  return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR;
}

bool write_all(int number, std::string_view rest) {
  while (!rest.empty()) {
    const ssize_t written = ::write(number, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd entry = {number, POLLOUT, 0};
      poll(&entry, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool is_same_file(const Descriptor& one, const Descriptor& other) {
  struct stat about_one = {};
  struct stat about_other = {};
  if (fstat(one.number(), &about_one) != 0 || fstat(other.number(), &about_other) != 0)
    return false;
  if (about_one.st_dev != about_other.st_dev || about_one.st_ino != about_other.st_ino)
    return false;
  return !S_ISCHR(about_one.st_mode) || isatty(one.number()) == 1;
}

std::string system_message(const std::string& what, const std::string& where) {
  return fmt::format("{} ({}): {}", what, std::strerror(errno), where);
}

}  // namespace tagstream::cli
