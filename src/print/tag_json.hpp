#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tagstream/tree.hpp"

namespace tagstream {

/// The content of a tag holds that of the tags in it: down to this depth all of it together is a
/// multiple of the text.
inline constexpr std::size_t deepest_content = 16;

/// A tag with everything in it, written element by element, so that the program can send on what is
/// there before the rest is made.
class TagJson {
 public:
  /// `tag` is a view: its tree must stay.
  /// @param max_content_depth  deeper tags are written without their content, which is in that of
  ///                           the tags around them: so the output stays within a constant
  ///                           multiple of the text
  explicit TagJson(const Tag& tag, std::size_t max_content_depth = ~std::size_t{0});

  /// Appends the next part. False: that was the last one.
  bool next(std::string& out);

 private:
  // The siblings that are still to be written inside an element whose JSON is open.
  struct Level {
    std::vector<Tag> tags;
    std::size_t next = 0;
  };
  void begin(std::string& out, const Tag& tag);

  Tag tag_;
  std::size_t max_content_depth_;
  bool has_begun_ = false;
  std::vector<Level> open_;
};

}  // namespace tagstream
