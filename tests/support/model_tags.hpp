#pragma once

// The models' only reading of bytes: blanks, names, tags with their attributes, tags that failed.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lex/token.hpp"
#include "tagstream/limits.hpp"

namespace tagstream::testing {

[[nodiscard]] bool is_blank(char c);
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t at);
[[nodiscard]] std::string_view trim_blanks(std::string_view text);
[[nodiscard]] bool same_name(std::string_view a, std::string_view b, bool ignore_case);

/// True if one of `names` is `name`, or begins with it.
[[nodiscard]] bool is_named(const std::vector<std::string>& names, std::string_view name,
                            bool ignore_case, bool as_beginning = false);

struct Tag {
  TokenKind kind = TokenKind::open;
  std::size_t end = 0;
  std::string_view name;
  /// Names and values as written, in order. In `<function=f>` the value `f`, which follows the
  /// tag's own name, has an empty name. A value may be empty.
  std::vector<std::pair<std::string_view, std::string_view>> attributes{};

  /// The first attribute of that name.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view key, bool ignore_case) const;
};

/// The tag that begins at `at`; nullopt if no tag does, or if it is longer than the limits allow.
/// @param in_body  in a body of elements: a closing tag may repeat a key, </parameter=city>
[[nodiscard]] std::optional<Tag> read_tag(std::string_view text, std::size_t at,
                                          const Limits& limits, bool in_body = false);

/// The limit that a tag which begins at `at` would go beyond, before it ends or fails: `bytes` if
/// its first `max_tag_bytes` bytes are no complete tag and may still become one; `input` if the
/// text ends inside an opening tag whose name is complete.
enum class Beyond { no, bytes, attributes, input };
struct TooLargeTag {
  Beyond limit = Beyond::no;
  std::string as_if{};  ///< a text in which a complete tag of that name begins at `at`
};
[[nodiscard]] TooLargeTag too_large_tag(std::string_view text, std::size_t at,
                                        const Limits& limits);

/// The name of an opening tag that may begin at `at`; empty if none does.
[[nodiscard]] std::string_view tag_name_at(std::string_view text, std::size_t at);

/// The place at which an opening tag with an attribute, which begins at `at`, fails or is cut off.
/// 0 if no such tag begins at `at`, or if the tag is complete.
[[nodiscard]] std::size_t failed_tag_end(std::string_view text, std::size_t at,
                                         const Limits& limits);

}  // namespace tagstream::testing
