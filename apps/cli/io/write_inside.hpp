#pragma once

#include <string>
#include <string_view>

#include "io/descriptor.hpp"

namespace tagstream::cli {

/// A folder for files whose names come from a model. Nothing is written outside of the folder.
class FolderOfFiles {
 public:
  /// Throws Failure if there is no such folder.
  explicit FolderOfFiles(const std::string& path);

  /// Writes a file, and makes the folders that its path names.
  ///
  /// Refuses absolute paths, `..`, links at any place of the path, and anything that is not a plain
  /// file; and a file that exists, unless `may_overwrite`. The path `a/../../b` is refused.
  /// @return  why the file was not written; empty if it was
  [[nodiscard]] std::string write(std::string_view path, std::string_view content,
                                  bool may_overwrite);

 private:
  Descriptor folder_;
};

}  // namespace tagstream::cli
