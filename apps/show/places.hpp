#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tagstream/event.hpp"

/// What can be said of an event beside what it says itself.
namespace tagstream::cli {

/// The part of the stream that is at hand.
struct StreamPart {
  std::string_view bytes;
  std::uint64_t begin = 0;  ///< of its first byte
};

/// What is before the word at which something is wrong, that word, and what follows. Without a
/// place the last two are empty.
struct Parted {
  std::string_view before;
  std::string_view word;
  std::string_view after;
};
[[nodiscard]] Parted parted_at(std::string_view text, std::size_t place);

/// Where in the body that is which is not a call: its end, if that is not known.
[[nodiscard]] std::size_t place_in_body(const Event& error, const StreamPart& stream);

/// The tags around the body of a call, or of what should be one. Empty where there is none, or it
/// is not known.
struct TagsAround {
  Span open;
  Span close;
};
[[nodiscard]] TagsAround tags_around(const Event& event, const StreamPart& stream);

/// What kind of thought it is, and how sure.
[[nodiscard]] std::string kind_of_thought(const Event& event);

/// One sentence if what the event reports was hard to get right; else empty.
[[nodiscard]] std::string_view hard_moment(const Event& event, const StreamPart& stream);

}  // namespace tagstream::cli
