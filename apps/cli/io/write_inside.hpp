#pragma once

#include <string>
#include <string_view>

#include "io/descriptor.hpp"

namespace tagstream::cli {

/// A folder in which a model may name files: nothing is written outside of it.
class FolderOfFiles {
 public:
  /// Throws Failure if there is no such folder.
  explicit FolderOfFiles(const std::string& path);

  /// Writes a file, and makes the folders that its path names.
  ///
  /// Absolute paths, `..`, links at any place of the path, and whatever is not a plain file are
  /// refused; a file that is there, unless `may_overwrite`.
  /// @return  why it was not written; empty: it was
  [[nodiscard]] std::string write(std::string_view path, std::string_view content,
                                  bool may_overwrite);

 private:
  Descriptor folder_;
};

}  // namespace tagstream::cli
