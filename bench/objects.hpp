#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/tokenizer.hpp"

// The first idea of a tree of tags: nested objects that own copies. The measure for
// `Tree`, made from the same tokens.

namespace bench {

struct ObjectAttribute {
  std::string name;
  std::string value;
};

struct Object {
  std::string name;
  std::vector<ObjectAttribute> attributes;
  std::string content;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool is_closed = false;
  std::vector<Object> children;
};

/// The tags of `text`; an unclosed one reaches to where the one around it ends.
[[nodiscard]] std::vector<Object> read_objects(std::string_view text,
                                               tagstream::Tokenizer& tokenizer);

/// How many tags `text` has that are no closing tags.
[[nodiscard]] std::size_t count_tags(std::string_view text, tagstream::Tokenizer& tokenizer);

/// How many there are, in all depths.
[[nodiscard]] std::size_t count_objects(const std::vector<Object>& objects);

}  // namespace bench
