#pragma once

// What the files of the tool model share: tool_model.cpp reads the visible text and its sections,
// the others the bodies of calls.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/model_tags.hpp"
#include "support/tool_model_value.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::testing {

/// A tag or marker of a rule.
struct ToolHit {
  const Rule* rule = nullptr;
  TokenKind kind = TokenKind::open;  ///< open, close or empty
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name;
};

/// Says which tags and markers count.
using Counts = std::function<bool(const Rule&, TokenKind)>;

/// The tag or marker at `at` that counts: the longest; then a marker; then a closer.
[[nodiscard]] std::optional<ToolHit> tool_hit_at(std::string_view text, std::size_t at,
                                                 const ToolOptions& options, const Counts& counts);

/// As much of the text as may be looked at.
struct Known {
  std::string_view text;
  bool is_all = true;  ///< the text ends there; else more follows
};

/// The next tag or marker of one rule from `at` on, as far as is known.
/// @param quoted  grows to where tags that failed on the way have quoted what they hold
[[nodiscard]] std::optional<ToolHit> next_hit_of(const Known& known, std::size_t at,
                                                 const ToolOptions& options, const Rule& rule,
                                                 bool closers_only, std::size_t& quoted);

/// If an opening tag of a rule (or of `only`) begins at `at`, has an attribute, and then fails or
/// is cut off: the byte that failed, or where it was cut off. Else 0.
[[nodiscard]] std::size_t quoted_by_failed_tag(std::string_view text, std::size_t at,
                                               const ToolOptions& options, const Rule* only);

/// The same for a tag whose name has so many bytes.
[[nodiscard]] std::size_t failed_tag_end(std::string_view text, std::size_t at,
                                         std::size_t name_size, const Limits& limits);

/// An id, or nothing: what is longer is not one.
[[nodiscard]] inline std::string model_id(std::string_view text) {
  return text.size() <= 256 ? std::string(text) : std::string();
}

/// A call's opening tag.
struct CallOpening {
  const ToolOptions& options;
  ToolHit hit;
  std::string name;  ///< that the tag gives
  std::string id;

  [[nodiscard]] const Rule& rule() const { return *hit.rule; }
  /// Where the closing tag of this call ends, if one begins at `at`.
  [[nodiscard]] std::optional<ToolHit> closer_at(std::string_view text, std::size_t at) const;
  /// An opening or self-closing tag of any rule.
  [[nodiscard]] std::optional<ToolHit> opener_at(std::string_view text, std::size_t at) const;
};

/// One call of a body, or an error.
struct BodyItem {
  CallErrorCode error = CallErrorCode::none;
  std::size_t offset = 0;  ///< of the error
  std::size_t begin = 0;   ///< its own text, if the body has several
  std::size_t end = 0;
  std::string name;
  std::string arguments;
  std::string id;
  bool is_repaired = false;

  // If asked to be incremental: what was told while the body was open.
  bool is_started = false;
  std::string start_id;
  std::string given;  ///< of the arguments
  std::uint64_t index = 0;
};

/// What is known of a body.
struct ReadBody {
  enum class End {
    open,           ///< it goes on after what is known, or has not ended
    closed,         ///< by a closing tag
    before_opener,  ///< before an opening tag of a rule
    not_a_call,     ///< the opening tag is content
  };
  End how = End::open;
  std::size_t content_end = 0;
  std::size_t end = 0;          ///< not_a_call: the byte that showed it
  std::size_t looked_at = 0;    ///< the byte that failed
  std::size_t quoted = 0;       ///< what begins before this was quoted by a tag that failed
  char open_quote = 0;          ///< of the string in which it failed, if it did not end in there
  std::vector<BodyItem> items;  ///< what is in it; while it is open: the calls that have started
  std::optional<std::vector<BodyItem>> if_ended;  ///< open: its items if the end closed it
};

/// Reads the body. Precondition: the opening tag is not self-closing.
[[nodiscard]] ReadBody read_call_body(const Known& known, const CallOpening& opening);
[[nodiscard]] ReadBody read_json_body(const Known& known, const CallOpening& opening);
/// @param limit  reading does not go back from after it
[[nodiscard]] ReadBody read_xml_body(const Known& known, const CallOpening& opening,
                                     std::size_t limit = std::string_view::npos);

/// Where a call ends that the text before `limit` did not decide, and that is not held; the end of
/// the text if nothing ends it.
/// Of the rest only `end`, `looked_at`, `quoted` and `open_quote` are set.
[[nodiscard]] ReadBody end_of_long_call(std::string_view text, std::size_t limit,
                                        const CallOpening& opening);
[[nodiscard]] ReadBody end_of_long_json_body(std::string_view text, std::size_t limit,
                                             const CallOpening& opening);

/// True if in some continuation of `known` what `end_in` finds ends after it.
/// @param names  of tags that it may look for, beside those of rules
[[nodiscard]] bool may_grow(const Known& known, const ToolOptions& options,
                            const std::vector<std::string>& names,
                            const std::function<std::size_t(std::string_view)>& end_in);

}  // namespace tagstream::testing
