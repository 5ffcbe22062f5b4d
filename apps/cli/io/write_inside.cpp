#include "io/write_inside.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "io/failure.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t longest_path = 1024;
constexpr std::size_t most_folders = 64;
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// The parts of a path; empty if the path could lead out of the folder, or names nothing.
std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  if (path.empty() || path.front() == '/' || path.back() == '/') return {};
  if (path.find('\0') != path.npos || path.find('\\') != path.npos) return {};
  while (!path.empty()) {
    const std::string_view part = take_part(path, '/');
    if (part.empty() || part == ".") continue;
    if (part == "..") return {};
    parts.emplace_back(part);
  }
  return parts;
}

std::string reason() {
  if (errno == ELOOP) return "a link is in its path";
  if (errno == EEXIST) return "the file is there (--force)";
  return std::strerror(errno);
}

// Opens the folder `name` in `folder`, and makes it if it is missing.
int open_folder(int folder, const std::string& name) {
  if (mkdirat(folder, name.c_str(), 0777) != 0 && errno != EEXIST) return -1;
  const int opened = openat(folder, name.c_str(), folder_flags);
  struct stat about = {};
  // The system reports ENOTDIR both for a link and for a file.
  if (opened < 0 && fstatat(folder, name.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0) {
    errno = S_ISLNK(about.st_mode) ? ELOOP : ENOTDIR;
  }
  return opened;
}

}  // namespace

FolderOfFiles::FolderOfFiles(const std::string& path, const std::vector<std::string>& inputs)
    : folder_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_.number() < 0) {
    const char* const hint = errno == ENOENT ? ": make it first" : "";
    throw Failure(exit_usage, system_message("can't open the folder", path) + hint);
  }
  struct stat about = {};
  const auto add = [&](bool is_known) {
    if (is_known) inputs_.emplace_back(about.st_dev, about.st_ino);
  };
  for (const std::string& input : inputs) add(stat(input.c_str(), &about) == 0);
  add(fstat(STDIN_FILENO, &about) == 0);
  add(fstat(STDOUT_FILENO, &about) == 0);
}

std::string FolderOfFiles::write(std::string_view path, std::string_view content,
                                 bool may_overwrite) {
  if (path.empty()) return "the path is empty";
  if (path.size() > longest_path) return fmt::format("the path is longer than {}", longest_path);
  const std::vector<std::string> parts = parts_of(path);
  if (parts.empty()) return "its path may lead out of the folder";
  if (parts.size() > most_folders + 1) {
    return fmt::format("more than {} folders are in its path", most_folders);
  }
  Descriptor inner;
  int folder = folder_.number();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    Descriptor next(open_folder(folder, parts[i]));
    if (next.number() < 0) return reason();
    inner = std::move(next);
    folder = inner.number();
  }
  std::string refusal = write_new(folder, parts.back(), content);
  if (refusal.empty() || errno != EEXIST || !may_overwrite) return refusal;
  return overwrite(folder, parts.back(), content);
}

// errno is EEXIST if the file is there.
std::string FolderOfFiles::write_new(int folder, const std::string& name,
                                     std::string_view content) const {
  Descriptor file(
      openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.number() < 0) return reason();
  if (write_all(file.number(), content) && file.close()) return {};
  const int why = errno;
  unlinkat(folder, name.c_str(), 0);  // it is cut
  errno = why;
  return reason();
}

// Writes another file first, which then takes the name: what stands there is lost only when all of
// the new content is on the disk.
std::string FolderOfFiles::overwrite(int folder, const std::string& name,
                                     std::string_view content) const {
  struct stat about = {};
  if (fstatat(folder, name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) return reason();
  if (S_ISLNK(about.st_mode)) {
    errno = ELOOP;
    return reason();
  }
  if (!S_ISREG(about.st_mode)) return "it is not a plain file";
  if (about.st_nlink > 1) return "the file has another name";
  const FileId id(about.st_dev, about.st_ino);
  if (std::find(inputs_.begin(), inputs_.end(), id) != inputs_.end()) {
    return "the file is the input or the output of this command";
  }
  if (faccessat(folder, name.c_str(), W_OK, 0) != 0) return reason();
  const std::string other = fmt::format(".tagstream-{}", getpid());
  if (std::string refusal = write_new(folder, other, content); !refusal.empty()) return refusal;
  const bool is_done = fchmodat(folder, other.c_str(), about.st_mode & 07777, 0) == 0 &&
                       renameat(folder, other.c_str(), folder, name.c_str()) == 0;
  if (is_done) return {};
  const int why = errno;
  unlinkat(folder, other.c_str(), 0);
  errno = why;
  return reason();
}

}  // namespace tagstream::cli
