#pragma once

// The keys by which a JSON object says that it is a call.

#include <cstdint>
#include <string_view>

namespace tagstream {

/// What stands under a key.
enum class JsonKey : std::uint8_t {
  other,
  name,
  function,  ///< the name, or an object with name and arguments
  arguments,
  id,
  calls,  ///< a list of calls
};

/// The spellings that families use, in any format.
[[nodiscard]] constexpr JsonKey known_key(std::string_view key) {
  switch (key.size()) {  // most keys are none of these: their length says so
    case 2:
      if (key == "id") return JsonKey::id;
      break;
    case 4:
      if (key == "name" || key == "tool") return JsonKey::name;
      if (key == "args") return JsonKey::arguments;
      break;
    case 5:
      if (key == "input") return JsonKey::arguments;
      break;
    case 6:
      if (key == "params") return JsonKey::arguments;
      break;
    case 7:
      if (key == "call_id") return JsonKey::id;
      break;
    case 8:
      if (key == "function") return JsonKey::function;
      break;
    case 9:
      if (key == "tool_name") return JsonKey::name;
      if (key == "arguments") return JsonKey::arguments;
      break;
    case 10:
      if (key == "tool_calls") return JsonKey::calls;
      if (key == "parameters") return JsonKey::arguments;
      break;
    case 12:
      if (key == "tool_call_id") return JsonKey::id;
      break;
    default: break;
  }
  return JsonKey::other;
}

/// Keys that a format has and that are not the most usual ones. They count first: a known spelling
/// of the same part counts only in an object without them.
struct JsonKeys {
  std::string_view name{};  ///< empty: it is spelled as known
  std::string_view arguments{};
  std::string_view id{};

  [[nodiscard]] constexpr JsonKey of(std::string_view key) const {
    if (key.empty()) return JsonKey::other;
    if (key == name) return JsonKey::name;
    if (key == arguments) return JsonKey::arguments;
    return key == id ? JsonKey::id : JsonKey::other;
  }
  /// True if this part has a key of its own.
  [[nodiscard]] constexpr bool has(JsonKey part) const {
    if (part == JsonKey::name || part == JsonKey::function) return !name.empty();
    if (part == JsonKey::arguments) return !arguments.empty();
    return part == JsonKey::id && !id.empty();
  }
  [[nodiscard]] constexpr bool are_given() const {
    return !name.empty() || !arguments.empty() || !id.empty();
  }
  friend constexpr bool operator==(const JsonKeys&, const JsonKeys&) = default;
};

inline constexpr JsonKeys known_keys{};

}  // namespace tagstream
