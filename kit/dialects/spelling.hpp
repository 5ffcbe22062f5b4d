#pragma once

// Tells which markers of a dialect are tags: an ASCII name in angle brackets.
//
//   spelling_of("<think>")       name `think`
//   spelling_of("</think>")      name `think`, closes
//   spelling_of("<|im_end|>")    no name: a literal, as `|` can't stand in a name
//   spelling_of("[THINK]")       no name: a literal

#include <string_view>

namespace tagstream {

/// How a marker of a dialect is spelled: as a tag or as a literal.
struct MarkerSpelling {
  std::string_view name;  // of the tag; empty for a literal
  bool closes = false;    // the marker is a closing tag
};

constexpr bool is_ascii_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.';
}

constexpr MarkerSpelling spelling_of(std::string_view marker) {
  if (marker.size() < 3 || marker.front() != '<' || marker.back() != '>') return {};
  const bool closes = marker[1] == '/';
  const std::string_view name = marker.substr(closes ? 2 : 1, marker.size() - (closes ? 3 : 2));
  if (name.empty() || name[0] == '-' || name[0] == '.') return {};
  for (char c : name) {
    if (!is_ascii_name_byte(c)) return {};
  }
  return {name, closes};
}

}  // namespace tagstream
