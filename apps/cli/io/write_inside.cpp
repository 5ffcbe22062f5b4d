#include "io/write_inside.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "io/failure.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

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

FolderOfFiles::FolderOfFiles(const std::string& path)
    : folder_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_.number() < 0) {
    const char* const hint = errno == ENOENT ? ": make it first" : "";
    throw Failure(exit_usage, system_message("can't open the folder", path) + hint);
  }
}

std::string FolderOfFiles::write(std::string_view path, std::string_view content,
                                 bool may_overwrite) {
  if (path.empty()) return "the path is empty";
  const std::vector<std::string> parts = parts_of(path);
  if (parts.empty()) return "its path may lead out of the folder";
  Descriptor inner;
  int folder = folder_.number();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    Descriptor next(open_folder(folder, parts[i]));
    if (next.number() < 0) return reason();
    inner = std::move(next);
    folder = inner.number();
  }
  const int how = may_overwrite ? 0 : O_EXCL;
  // O_NONBLOCK: a pipe with this name must not block the program.
  Descriptor file(openat(folder, parts.back().c_str(),
                         O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | how, 0666));
  if (file.number() < 0) return reason();
  struct stat about = {};
  if (fstat(file.number(), &about) != 0) return reason();
  if (!S_ISREG(about.st_mode)) return "it is not a plain file";
  if (about.st_nlink > 1) return "the file has another name";
  if (ftruncate(file.number(), 0) != 0 || !write_all(file.number(), content) || !file.close()) {
    return reason();
  }
  return {};
}

}  // namespace tagstream::cli
