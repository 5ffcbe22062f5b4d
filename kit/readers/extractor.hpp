#pragma once

// Options of `extract`, checked and compiled once. An extractor of {"names": ["b"]} reads the text
// `a<b>1</b><i>2</i>` as a tree with one tag: `b` at the bytes 1..9, with the content "1". The tags
// `<i>` and `</i>` are text to it.

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "tagstream/extract.hpp"

namespace tagstream {

/// The compiled options of `extract` and `ExtractStream`. A caller that reads many texts makes one
/// extractor and uses it for all of them. Copies share the compiled options, and several threads
/// may use one extractor at a time.
class Extractor {
 public:
  /// @error as `extract`
  static Result<Extractor> make(ExtractOptions options);

  /// Every tag counts, whatever its name; all options have their defaults.
  Extractor();

  /// The tags of `text`, which must outlive the tree.
  [[nodiscard]] Tree extract(std::string_view text) const;
  /// As `extract`, but the result replaces `tree`, whose storage is used again.
  void extract_into(std::string_view text, Tree& tree) const;

  /// An extractor for `inner`: of the elements of one name, those that stand in no other.
  /// @error as `inner` with options
  static Result<Extractor> make_for(std::string_view name, ExtractOptions options);
  /// The content of the first element that is not an empty tag; null if there is none, or if it is
  /// never closed. Precondition: made by `make_for`. @param tree  its storage is used
  [[nodiscard]] std::optional<std::string_view> inner(std::string_view text, Tree& tree) const;

  [[nodiscard]] const ExtractOptions& options() const;

  struct Data;
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  explicit Extractor(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace tagstream
