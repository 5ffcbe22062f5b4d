#include "io/input.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/nearest.hpp"
#include "io/failure.hpp"
#include "io/interrupt.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t read_size = std::size_t{64} << 10;

bool has_packed_name(std::string_view path) {
  return path.ends_with(".gz") || path.ends_with(".zst");
}

Descriptor open_input(const std::string& path) {
  if (path == "-") return Descriptor::standard(STDIN_FILENO);
  int number = -1;
  do {
    number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (number < 0 && errno == EINTR && !is_interrupted());
  if (number < 0 && is_interrupted()) number = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (number >= 0) return Descriptor(number);
  if (path.empty()) throw Failure(exit_usage, "the name of the file is empty: FILE");
  if (errno == ENOENT) {
    throw Failure(exit_usage, "no such file: " + path + did_you_mean(nearest_file(path)));
  }
  throw Failure(exit_usage, system_message("can't open", path));
}

}  // namespace

std::string nearest_file(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::vector<std::string> names;
  std::error_code error;
  const auto files = std::filesystem::directory_iterator(folder.empty() ? "." : folder, error);
  for (const auto& file : files) {
    if (file.is_regular_file(error)) names.push_back(file.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string name = std::filesystem::path(path).filename().string();
  const std::string_view nearest = nearest_word(name, {names.begin(), names.end()});
  return nearest.empty() ? "" : (folder / nearest).string();
}

Input::Input(const std::string& path, std::size_t chunk_size, bool unpacks)
    : name_(path == "-" ? "standard input" : path),
      file_(open_input(path)),
      chunk_size_(chunk_size),
      unpacks_(unpacks || has_packed_name(path)) {
  struct stat about = {};
  if (fstat(file_.number(), &about) == 0) {
    if (S_ISDIR(about.st_mode)) {
      throw Failure(exit_usage, fmt::format("a folder, not a file: {0} (its files: {0}{1}*)", name_,
                                            name_.ends_with('/') ? "" : "/"));
    }
    may_wait_ = !S_ISREG(about.st_mode);
  }
  forget_waking();
  // On a terminal a person types the input, and ends it with Ctrl-D.
  const bool is_typed = isatty(file_.number()) == 1;
  if (!is_typed && is_same_file(file_, Descriptor::standard(STDOUT_FILENO))) {
    throw Failure(exit_usage, "the input is also the output: " + name_);
  }
}

std::string_view Input::next() {
  const std::size_t wanted = chunk_size_ == 0 ? 1 : chunk_size_;
  if (must_read()) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    while (buffer_.size() < wanted && !at_end_ && read_more()) {
    }
  }
  const std::size_t available = buffer_.size() - begin_;
  const std::size_t size = chunk_size_ == 0 ? available : std::min(available, chunk_size_);
  const std::string_view piece(buffer_.data() + begin_, size);
  begin_ += size;
  return piece;
}

void Input::check() const {
  if (failure_) throw Failure(*failure_);
}

std::size_t Input::read(std::span<char> room) {
  // A file that is not packed is read without a copy.
  const bool is_plain = chunk_size_ == 0 && !unpacks_ && !unpacker_ && begin_ == buffer_.size();
  if (is_plain && !at_end_) return read_bytes(room);
  const std::string_view piece = next();
  const std::size_t size = std::min(piece.size(), room.size());
  std::copy_n(piece.data(), size, room.data());
  begin_ -= piece.size() - size;
  return size;
}

bool Input::must_read() const {
  return !at_end_ && buffer_.size() - begin_ < std::max<std::size_t>(chunk_size_, 1);
}

std::optional<std::uint64_t> Input::size() const {
  if (has_packed_name(name_)) return std::nullopt;
  struct stat about = {};
  if (fstat(file_.number(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  const off_t at = lseek(file_.number(), 0, SEEK_CUR);
  if (at < 0 || at > about.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(about.st_size - at);
}

bool Input::read_more() {
  if (unpacks_) {
    unpacks_ = false;
    while (packed_.size() < magic_size && read_bytes(packed_)) {
    }
    unpacker_ = unpacker_for(packed_, name_);
    if (!unpacker_) {
      buffer_ += std::exchange(packed_, {});
      at_end_ = buffer_.empty();
      return !at_end_;
    }
  }
  if (unpacker_) return unpack_more();
  at_end_ = !read_bytes(buffer_);
  return !at_end_;
}

bool Input::unpack_more() {
  const std::size_t filled = buffer_.size();
  while (buffer_.size() == filled) {
    if (packed_.empty() && !read_bytes(packed_)) {
      at_end_ = true;
      if (unpacker_->is_whole() || is_interrupted()) return false;
      fail(fmt::format("the compressed data breaks off: {}, byte {}", name_, unpacked_));
      unpacker_->unpack({}, buffer_);  // the rest that it holds
      return buffer_.size() > filled;
    }
    try {
      const std::size_t used = unpacker_->unpack(packed_, buffer_);
      packed_.erase(0, used);
      unpacked_ += used;
    } catch (const DamagedData& damaged) {
      at_end_ = true;
      fail(fmt::format("the compressed data is damaged: {}, byte {}", name_,
                       unpacked_ + damaged.used));
      return buffer_.size() > filled;
    }
  }
  return true;
}

// Returns false at the end of the input.
bool Input::read_bytes(std::string& buffer) {
  const std::size_t filled = buffer.size();
  buffer.resize(filled + read_size);
  const std::size_t got = read_bytes(std::span(buffer).subspan(filled));
  buffer.resize(filled + got);
  return got > 0;
}

// 0: the input is at its end.
std::size_t Input::read_bytes(std::span<char> room) {
  while (true) {
    if (may_wait_) wait_for_input(file_.number());
    if (is_interrupted() || is_stopped_) return 0;
    const ssize_t got = ::read(file_.number(), room.data(), room.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      fail(system_message("can't read", name_));
      return 0;
    }
  }
}

// The first reason is why.
void Input::fail(const std::string& why) {
  if (!failure_) failure_ = Failure(exit_usage, why);
}

void Input::stop() {
  is_stopped_ = true;
  wake_waiting();
}

std::string read_all(const std::string& file, std::size_t most) {
  Input input(file, 0);
  std::string text;
  while (text.size() <= most) {
    const std::string_view piece = input.next();
    if (piece.empty()) break;
    text += piece;
  }
  input.check();
  return text;
}

}  // namespace tagstream::cli
