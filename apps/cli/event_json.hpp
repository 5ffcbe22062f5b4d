#pragma once

#include <string>
#include <string_view>

#include "tagstream/event.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"

namespace tagstream::cli {

/// The event as one compact JSON object without a line end; empty for kinds that are not printed.
/// @param ids  those of the stream's calls; null: only the ids that the model gave are printed
[[nodiscard]] std::string event_json(const Event& event, CallIds* ids = nullptr);

/// The section, call or tool error that the event tells of: the same object without "kind".
[[nodiscard]] std::string result_json(const Event& event);

/// The attributes of a tag as a JSON array.
[[nodiscard]] std::string attributes_json(const AttributeRange& attributes);

/// What a reader has done as a JSON object.
[[nodiscard]] std::string stats_json(const Stats& stats);

/// `text` as a JSON string, quotes included. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace tagstream::cli
