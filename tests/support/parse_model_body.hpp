#pragma once

// The parse model's reading of what follows the opener of a call.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/parse_model_marks.hpp"
#include "support/tool_model_parts.hpp"
#include "support/tool_model_value.hpp"

namespace tagstream::testing {

/// The opener of a call.
struct ParseOpening {
  std::size_t begin = 0;   ///< of the call's span
  std::size_t marker = 0;  ///< of its opener
  std::size_t body = 0;    ///< where its body begins
  tagstream::CallBody format = tagstream::CallBody::json;
  CallNameFormat name_format;
  WordList close;
  bool is_leading = false;
  bool is_header = false;  ///< the name is known, its arguments follow
  bool may_start = false;  ///< its pieces are asked for
  std::string name;        ///< that its tag or header gives
  std::string id;
};

/// How far a body goes as one.
struct BodyScan {
  enum class What {
    closed,  ///< to its end
    empty,   ///< its closer stands in place of a body
    failed,  ///< to a byte that can't stand there
    cut,     ///< to the end of the text
  };
  static constexpr std::size_t none = std::string_view::npos;

  What what = What::cut;
  std::size_t at = 0;           ///< the byte that failed
  std::size_t content_end = 0;  ///< closed, empty: before the closer
  std::size_t end = 0;          ///< closed, empty: after it
  std::size_t string = none;    ///< failed, cut: the string in which, or right after which it did
  std::size_t outside = 0;      ///< failed: up to it no string goes on
  bool is_string_open = false;
  bool is_value_known = false;  ///< the value is complete
  bool is_if_ended = false;     ///< cut: nothing but the closer is missing
  bool is_named = false;        ///< `root` is the arguments, `name` and `id` are read
  std::string name;
  std::string id;
  std::size_t name_begin = 0;
  ModelValue root;
  ModelJson json{{}, 0};
};

[[nodiscard]] BodyScan scan_body(std::string_view text, const ParseOpening& opening,
                                 const ParseMarks& marks);

/// What stands in a body whose value is complete.
[[nodiscard]] std::vector<BodyItem> items_of(std::string_view text, const ParseOpening& opening,
                                             const BodyScan& scan, const ParseOptions& options);

/// The calls of a body that have started, with what is certain of them before `until`.
[[nodiscard]] std::vector<BodyItem> started_items(std::string_view text,
                                                  const ParseOpening& opening, const BodyScan& scan,
                                                  const ParseOptions& options, std::size_t until);

/// True if all of them are calls; of a markerless one, with arguments of their own.
[[nodiscard]] bool are_calls(const std::vector<BodyItem>& items, const ParseOpening& opening,
                             const BodyScan& scan);

/// True if a complete value shows by itself that it holds no call: nothing of what a string holds,
/// or of what a list goes on with, is looked at.
[[nodiscard]] bool is_clearly_none(std::string_view text, const ParseOpening& opening,
                                   const BodyScan& scan, const ParseOptions& options);

/// Where the string that begins at `quote` ends, read from `at` in it; the text's end if nowhere.
[[nodiscard]] std::size_t end_of_string(std::string_view text, std::size_t quote, std::size_t at);

/// Where the longest run of blanks from `at` on ends.
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t at);

}  // namespace tagstream::testing
