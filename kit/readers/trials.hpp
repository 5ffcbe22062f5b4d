#pragma once

#include <string_view>

namespace tagstream {

/// A value of an option with which more text is read than with its other values.
struct Trial {
  std::string_view option;
  std::string_view value;
};

/// The values that are tried where nothing was found in a text, in this order.
inline constexpr Trial trials[] = {
    {"reasoning_again", "anywhere"},  // reasoning after visible text
    {"leading_only", "false"},        // a tag after visible text
    {"bare_calls", "auto"},           // a call without its wrapper
    {"markdown_code", "off"},         // a tag in Markdown code
    {"unclosed_section", "section"},  // a section without a closing tag
    {"max_tag_bytes", "none"},        // a tag that is longer than was allowed
    {"max_attributes", "none"},       // a tag with more attributes than were allowed
    {"ignore_case", "true"},          // <THINK> where <think> was asked for
};

/// The same for trees.
inline constexpr Trial extract_trials[] = {
    {"markdown_code", "off"},   {"unclosed", "extend"},  {"max_tag_bytes", "none"},
    {"max_attributes", "none"}, {"ignore_case", "true"},
};

}  // namespace tagstream
