#pragma once

// The flags that an event and a part of a message share: a field of the part with the name of a
// flag. A call of a message is closed if its event is.

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "describe/events.hpp"
#include "describe/field.hpp"
#include "tagstream/event.hpp"

namespace tagstream::describe {

/// The flag with this name; null if there is none.
constexpr std::optional<EventFlag> flag_named(std::string_view name) {
  for (const FlagInfo& one : event_flags) {
    if (one.name == name) return one.flag;
  }
  return std::nullopt;
}

/// Calls `visit(member, flag)` for each data member of a part that is a flag of events.
template <HasFields Part, class Visit>
constexpr void each_flag(Visit visit) {
  each_field<Part>([&](auto row) {
    if constexpr (std::is_same_v<typename decltype(row)::Type, bool>) {
      constexpr std::optional<EventFlag> flag = flag_named(row.name);
      if constexpr (flag) visit(row.member, *flag);
    }
  });
}

/// The flags of a part, as an event has them.
template <HasFields Part>
std::uint32_t flags_of(const Part& part) {
  std::uint32_t flags = 0;
  each_flag<Part>([&](auto member, EventFlag flag) {
    if (part.*member) flags |= static_cast<std::uint32_t>(flag);
  });
  return flags;
}

/// Gives a part the flags of its event.
template <HasFields Part>
void copy_flags(Part& part, const Event& event) {
  each_flag<Part>([&](auto member, EventFlag flag) { part.*member = event.has(flag); });
}

}  // namespace tagstream::describe
