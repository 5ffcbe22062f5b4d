#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/descriptor.hpp"

namespace tagstream::cli {

/// A folder for files whose names come from a model. Nothing is written outside of the folder.
class FolderOfFiles {
 public:
  /// Throws Failure if there is no such folder.
  /// @param inputs  the paths of files that must not be overwritten, since they are read; files
  ///                that do not exist are left out
  explicit FolderOfFiles(const std::string& path, const std::vector<std::string>& inputs = {});

  /// Writes a file, and makes the folders that its path names.
  ///
  /// Refuses absolute paths, `..`, links at any place of the path, more than 64 folders, paths of
  /// more than 1,024 bytes, and anything that is not a plain file; and a file that exists, unless
  /// `may_overwrite`. The path `a/../../b` is refused. If the disk is full, a file that is new is
  /// removed again, and one that exists stays as it was.
  /// @return  why the file was not written; empty if it was
  [[nodiscard]] std::string write(std::string_view path, std::string_view content,
                                  bool may_overwrite);

 private:
  using FileId = std::pair<std::uint64_t, std::uint64_t>;  // of the device, of the file on it

  [[nodiscard]] std::string write_new(int folder, const std::string& name,
                                      std::string_view content) const;
  [[nodiscard]] std::string overwrite(int folder, const std::string& name,
                                      std::string_view content) const;

  Descriptor folder_;
  std::vector<FileId> inputs_;  // and the output of the program
};

}  // namespace tagstream::cli
