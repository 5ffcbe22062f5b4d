#pragma once

// The keys by which a JSON object says that it is a call. In
//
//   {"id": "1", "tool": "f", "params": {"a": 1}}
//
// `tool` is a known spelling of the name, and `params` one of the arguments. A family
// whose format spells a key in its own way has it in `JsonKeys`.

#include <cstdint>
#include <string_view>

namespace tagstream {

/// The meaning of a key: which part of a call its value is.
enum class JsonKey : std::uint8_t {
  other,
  name,
  function,  ///< the name, or an object with name and arguments
  arguments,
  id,
  calls,  ///< a list of calls
};

/// The meaning of a key in its usual spellings, which every format of JSON calls reads.
[[nodiscard]] constexpr JsonKey known_key(std::string_view key) {
  switch (key.size()) {  // the length rules most other keys out
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

/// The keys of a format that are not the most usual ones. They count first: a usual spelling of the
/// same part counts only in an object that has no such key. With `name` = "action", the
/// object {"name": "x", "action": "f"} is a call of f.
struct JsonKeys {
  std::string_view name{};  ///< empty: one of the usual spellings
  std::string_view arguments{};
  std::string_view id{};

  [[nodiscard]] constexpr JsonKey of(std::string_view key) const {
    if (key.empty()) return JsonKey::other;
    if (key == name) return JsonKey::name;
    if (key == arguments) return JsonKey::arguments;
    return key == id ? JsonKey::id : JsonKey::other;
  }
  /// True if the format has its own key for this part.
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
