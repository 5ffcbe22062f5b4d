#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tagstream/tree.hpp"

namespace tagstream {

/// The depth down to which tags are written with their content. A tag's content holds that of all
/// tags inside it, so a text of 1 KB at depth 3 is written three times. With this limit all content
/// together is at most 16 times the text.
inline constexpr std::size_t deepest_content = 16;

/// Writes a tag with all tags inside it, element by element: the program can send on each part
/// before the next one is made.
///
///   TagJson json(tag);
///   std::string part;
///   for (bool has_more = true; has_more; part.clear()) {
///     has_more = json.next(part);
///     send(part);
///   }
class TagJson {
 public:
  /// `tag` is a view: its tree must outlive this object.
  /// @param max_content_depth  deeper tags are written without the field `content`; their text
  ///                           stands in the content of the tags around them
  explicit TagJson(const Tag& tag, std::size_t max_content_depth = ~std::size_t{0});

  /// Appends the next part to `out`. Returns false after the last part was appended.
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
