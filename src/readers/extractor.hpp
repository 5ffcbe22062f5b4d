#pragma once

// Options for trees, checked and compiled.

#include <memory>
#include <string_view>
#include <utility>

#include "tagstream/extract.hpp"

namespace tagstream {

/// What `extract` and `ExtractStream` read by, for those who read many texts: copies share it, and
/// so may threads.
class Extractor {
 public:
  /// @error as `extract`
  static Result<Extractor> make(ExtractOptions options);

  /// All names, the defaults.
  Extractor();

  /// The tags of `text`, which must outlive the tree.
  [[nodiscard]] Tree extract(std::string_view text) const;
  /// The same, into a tree whose storage is used again.
  void extract_into(std::string_view text, Tree& tree) const;

  [[nodiscard]] const ExtractOptions& options() const;

  struct Data;
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  explicit Extractor(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace tagstream
