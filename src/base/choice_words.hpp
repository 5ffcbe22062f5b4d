#pragma once

// The words for enumerators, as options, messages and JSON spell them. Each list is in the order of
// the enumerators' numbers: `words_of<Nesting>[1]` is "first_close", and
// `find_word<Nesting>("first_close")` is `Nesting::first_close`.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "tagstream/code.hpp"
#include "tagstream/event.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// The words of an enumeration; empty for a type that has none below.
template <class Enum>
inline constexpr std::array<const char*, 0> words_of{};

template <>
inline constexpr std::array words_of<EventKind>{
    "content",         "reasoning",       "section_start", "section_delta",   "section_end",
    "tool_call_start", "tool_call_delta", "tool_call",     "tool_call_error", "thought",
    "markup",          "notice",          "stopped",       "thought_delta"};
template <>
inline constexpr std::array words_of<Code>{"none",
                                           "invalid_json",
                                           "missing_name",
                                           "bad_arguments",
                                           "empty",
                                           "unclosed",
                                           "too_large",
                                           "not_allowed",
                                           "unknown_tool",
                                           "max_held_bytes",
                                           "unclosed_call",
                                           "unclosed_reasoning",
                                           "not_a_call",
                                           "family",
                                           "unknown_key",
                                           "fed_after_finish",
                                           "looks_like_sse",
                                           "limit_exceeded",
                                           "bad_option",
                                           "snapshot_mismatch",
                                           "stray_close",
                                           "incomplete_tag",
                                           "tool_definition",
                                           "quoted",
                                           "reasoning_as_content",
                                           "mention",
                                           "after_limit",
                                           "unclosed_section",
                                           "unclosed_thought",
                                           "reopened",
                                           "half_closer",
                                           "max_tag_bytes",
                                           "max_attributes",
                                           "other_role"};
template <>
inline constexpr std::array words_of<Nesting>{"balanced", "first_close"};
template <>
inline constexpr std::array words_of<UnclosedSection>{"section", "text"};
template <>
inline constexpr std::array words_of<UnclosedCall>{"auto", "text", "call", "error"};
template <>
inline constexpr std::array words_of<UnclosedReasoning>{"reasoning", "content"};
template <>
inline constexpr std::array words_of<BadCalls>{"content", "hide"};
template <>
inline constexpr std::array words_of<CallsInReasoning>{"auto", "settle", "end", "keep", "extract"};
template <>
inline constexpr std::array words_of<BareCalls>{"auto", "never"};
template <>
inline constexpr std::array words_of<ReasoningAgain>{"line", "anywhere", "never", "auto"};
template <>
inline constexpr std::array words_of<MarkdownCode>{"off", "all", "auto"};
template <>
inline constexpr std::array words_of<IdStyle>{"counted", "openai", "mistral"};
template <>
inline constexpr std::array words_of<OnLimit>{"text", "stop"};
template <>
inline constexpr std::array words_of<Unclosed>{"extend", "empty", "text"};

/// The enumerator with this word; nothing if there is no such word.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> find_word(std::string_view word) {
  for (std::size_t i = 0; i < words_of<Enum>.size(); ++i) {
    if (words_of<Enum>[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace tagstream
