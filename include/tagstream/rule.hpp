#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "tagstream/policy.hpp"

namespace tagstream {

/// What a reader does with an element.
enum class Action : std::uint8_t {
  hide,    ///< taken out of the visible text and recorded as a section
  unwrap,  ///< its tags are taken out, what stands between stays
  record,  ///< stays visible and is recorded as a section as well
  call,    ///< a tool call: taken out and read (`ToolReader` only)
};

/// One line of a reader's rules: a tag name, or a pair of literal markers, and what to do with it.
///
/// Use the functions below: `hide("thinking")`, `hide_between("[THINK]", "[/THINK]")`.
struct Rule {
  Action action = Action::hide;
  std::string name{};                   ///< tag name; empty for a marker pair
  std::string open{};                   ///< opening marker, a literal byte string
  std::string close{};                  ///< closing marker; may equal `open`; a call may have none
  CallBody body = CallBody::automatic;  ///< calls only

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// Takes `<name …>…</name>` out of the visible text and records it.
[[nodiscard]] inline Rule hide(std::string name) { return {Action::hide, std::move(name), {}, {}}; }
/// Takes the tags `<name …>` and `</name>` out and leaves what is between.
[[nodiscard]] inline Rule unwrap(std::string name) {
  return {Action::unwrap, std::move(name), {}, {}};
}
/// Leaves `<name …>…</name>` where it is and records it as well.
[[nodiscard]] inline Rule record(std::string name) {
  return {Action::record, std::move(name), {}, {}};
}
/// Takes everything from `open` to `close` out of the visible text and records it.
[[nodiscard]] inline Rule hide_between(std::string open, std::string close) {
  return {Action::hide, {}, std::move(open), std::move(close)};
}
/// Takes the markers out and leaves what is between.
[[nodiscard]] inline Rule unwrap_between(std::string open, std::string close) {
  return {Action::unwrap, {}, std::move(open), std::move(close)};
}
/// Leaves everything from `open` to `close` where it is and records it as well.
[[nodiscard]] inline Rule record_between(std::string open, std::string close) {
  return {Action::record, {}, std::move(open), std::move(close)};
}
/// Reads `<name …>body</name>` as a tool call.
[[nodiscard]] inline Rule call(std::string name, CallBody body = CallBody::automatic) {
  return {Action::call, std::move(name), {}, {}, body};
}
/// Reads everything from `open` to `close` as a tool call. The markers must differ. Without `close`
/// the JSON value after `open` is the body, and its end the call's.
[[nodiscard]] inline Rule call_between(std::string open, std::string close,
                                       CallBody body = CallBody::automatic) {
  return {Action::call, {}, std::move(open), std::move(close), body};
}

}  // namespace tagstream
