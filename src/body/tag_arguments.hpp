#pragma once

// The attributes on the opening tag of a call. Beside the name and the id they are arguments:
//
//   <tool name="bash" command="ls"/>                   bash with {"command":"ls"}
//   <tool name="bash" cwd="/" lang="c">{"x":1}</tool>  {"cwd":"/","x":1} if the tool has a cwd.
//                                                      A notice says that lang is left out

#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"
#include "formats/xml_shape.hpp"
#include "json/value_lexer.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

/// The attribute that names the tool of a call; empty if the tag's own name does.
[[nodiscard]] std::string_view name_attribute(const XmlShape& shape);

/// The name directly after a tag's own: f in `<function=f>`, and in `<function f>` without the `=`.
/// Empty if the shape writes none there.
/// @param first  the first attribute of the tag
[[nodiscard]] std::string_view name_value(const XmlShape& shape, const Attribute& first);
[[nodiscard]] std::string_view name_value(const XmlShape& shape, std::string_view tag);

/// True for an attribute of a call's tag that the format itself does not write there, as it writes
/// the name and the counter of the call.
/// @param name  the tag's `name_value`
[[nodiscard]] bool is_free(const XmlShape& shape, std::string_view name,
                           const Attribute& attribute);
/// True for the attribute `id`. Where it is no argument it is the id of the call, so it needs no
/// notice.
[[nodiscard]] bool is_id(const Attribute& attribute);
/// True for a free attribute that is an argument of the call, if the body leaves room for it. The
/// attributes `id`, `index` and `type` are arguments only if the tool has parameters of these
/// names, and one without a value only if it is a boolean there: `quick` in `<f quick/>`.
/// @param tool  null: its schema is not known
[[nodiscard]] bool is_argument(const XmlShape& shape, const ToolSchema* tool,
                               const Attribute& attribute);
/// True if a tag that names a tool has an attribute that is an argument.
[[nodiscard]] bool has_argument(const XmlShape& shape, const ToolSchema* tool,
                                std::string_view tag);
/// The attributes of one tag that may be arguments. The tag is read once, however many items of a
/// body ask.
class TagArguments {
 public:
  TagArguments() = default;
  TagArguments(const XmlShape& shape, std::string_view tag);
  /// True if the tag has no attribute that may be an argument. An `id` counts as one.
  [[nodiscard]] bool empty() const { return !has_free_ && reserved_.empty(); }
  /// True if an attribute is an argument of this tool.
  [[nodiscard]] bool has_any(const ToolSchema* tool) const;

 private:
  bool has_free_ = false;              // an attribute is an argument of any tool
  std::vector<std::string> reserved_;  // sorted: the names that only a parameter makes arguments
};

/// The text of the argument that the attribute gives: without a value `true`.
[[nodiscard]] std::string argument_text(const Attribute& attribute);

/// A name in the tag that does not count: `g` in `<function=g name="f">`. Empty if there is none.
/// @param name  the name that counts; empty: the tag's own name does
[[nodiscard]] std::string_view second_name(const XmlShape& shape, std::string_view tag,
                                           std::string_view name);

/// A message names at most so many bytes of a key or of a tool's name.
inline constexpr std::size_t most_key_bytes = 40;

/// The first attribute in a tag whose format has none: `lang` in `<path lang="en">`, `x` in
/// `<path=x>`. Empty if there is none; `type` does not count.
[[nodiscard]] std::string_view left_out_of(std::string_view tag);
/// The sentence of the notice about a key or an attribute that is no argument.
[[nodiscard]] std::string left_out_sentence(std::string_view word);

/// The call's id from the attribute `id`; empty if it is too long, or if the tool has a parameter
/// `id`.
[[nodiscard]] std::string_view call_id(std::string_view id, const ToolSchema* tool);

/// Gives the members of the JSON object at the beginning of `object` to `take(key, begin, end)`:
/// the literal of the key, and where the value stands in `object`.
template <class Take>
void for_each_member(std::string_view object, const Take& take) {
  using Mark = JsonLexer::Mark;
  JsonLexer lexer(json_like);
  std::string_view key;
  std::size_t begin = 0;
  lexer.feed_small(object, [&](Mark mark, std::size_t depth, std::uint64_t at) {
    if (depth != 1) return;
    if (mark == Mark::key) key = object.substr(lexer.strings().begin, at - lexer.strings().begin);
    if (mark == Mark::value_begin) begin = at;
    if (mark == Mark::value_end) take(key, begin, at);
  });
}

}  // namespace tagstream
