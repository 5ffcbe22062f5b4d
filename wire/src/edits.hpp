#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sort.hpp"
#include "json/json_writer.hpp"

namespace tagstream::wire {

/// Replacements in a text. Each replaces a part of the text, and parts don't overlap.
///
///   std::string_view text = R"({"a":1,"b":2})";
///   Edits edits(text);
///   edits.replace(text.substr(5, 1), "10");
///   edits.apply()                            // {"a":10,"b":2}
class Edits {
 public:
  explicit Edits(std::string_view text) : text_(text) {}

  /// `part` is a view into the text.
  void replace(std::string_view part, std::string with) {
    edits_.push_back({part, std::move(with)});
  }

  [[nodiscard]] bool empty() const { return edits_.empty(); }

  [[nodiscard]] std::string apply() {
    sort_items(edits_, [](const Edit& one, const Edit& other) {
      return one.part.data() < other.part.data();
    });
    std::string edited;
    const char* at = text_.data();
    for (const Edit& edit : edits_) {
      edited.append(at, edit.part.data()).append(edit.with);
      at = edit.part.data() + edit.part.size();
    }
    return edited.append(at, text_.data() + text_.size());
  }

 private:
  struct Edit {
    std::string_view part;
    std::string with;
  };
  std::string_view text_;
  std::vector<Edit> edits_;
};

/// A text as a string of JSON.
inline std::string quoted(std::string_view text) {
  std::string json;
  JsonWriter(json).value(text);
  return json;
}

/// The number for digits; nothing if `digits` is empty, has another byte, or is too large.
inline std::optional<std::uint32_t> small_number(std::string_view digits) {
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stop != end || digits.empty()) return std::nullopt;
  return number;
}

/// The lines of a text, without their line feeds; after the last one an empty line, if it ends so.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.push_back(text);
  return lines;
}

}  // namespace tagstream::wire
