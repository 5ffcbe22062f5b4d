#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tagstream/event.hpp"

/// Facts about events that the events do not have themselves: places in the stream, and sentences.
namespace tagstream::cli {

/// A part of the stream.
struct StreamPart {
  std::string_view bytes;
  std::uint64_t begin = 0;  ///< of its first byte
};

/// A text in three parts: before the word at which something is wrong, the word, and after it.
/// Without such a place the last two are empty.
struct Parted {
  std::string_view before;
  std::string_view word;
  std::string_view after;
};
[[nodiscard]] Parted parted_at(std::string_view text, std::size_t place);

/// The place of the mistake in the body of a broken call; the end of the body if it is not known.
[[nodiscard]] std::size_t place_in_body(const Event& error, const StreamPart& stream);

/// The tags around the body of a call or of a broken call. A tag is empty if it is missing or not
/// known.
struct TagsAround {
  Span open;
  Span close;
};
[[nodiscard]] TagsAround tags_around(const Event& event, const StreamPart& stream);

/// The kind and the confidence of a thought, in words.
[[nodiscard]] std::string kind_of_thought(const Event& event);

/// One sentence if the event was hard to read rightly, as a call with a closing tag in a string;
/// else empty.
[[nodiscard]] std::string_view hard_moment(const Event& event, const StreamPart& stream);

}  // namespace tagstream::cli
