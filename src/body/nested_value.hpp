#pragma once

// Values that are written as nested tags, each after a prefix:
//
//   ]<]minimax[>[<from>]<]minimax[>[<lat>1]<]minimax[>[</lat>]<]minimax[>[</from>

#include <string>
#include <string_view>

namespace tagstream {

/// Appends the value that `text` means, as JSON: tags are the keys of an object, tags of one name
/// side by side or called `item` the elements of an array, and text between tags is under `$text`.
/// Text without tags is a string, and so is a tag that does not close.
/// @cost  O(n log n), without recursion
void append_nested_value(std::string& out, std::string_view text, std::string_view prefix);

}  // namespace tagstream
