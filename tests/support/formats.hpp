#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "dialects/format_of.hpp"
#include "formats/family_format.hpp"
#include "support/options.hpp"

/// What the engine reads families by, and calls as families write them.
namespace tagstream::testing {

/// Of the row with this name; null if there is none.
[[nodiscard]] const FamilyFormat* format_named(std::string_view name);

/// What options read by; both are null for dialect auto.
struct ReadBy {
  explicit ReadBy(const Options& options);

  const FamilyFormat* thinks = nullptr;
  const FamilyFormat* calls = nullptr;
  std::string calls_text;  ///< what `calls` was made of
  std::string tool = "f";  ///< a tool that may be called, whatever tags are in that format
 private:
  void set_tool(const Options& options);

  std::shared_ptr<const FamilyFormat> own_;
};

/// A call of one tool; its arguments, or the value of its one parameter `in`, stand between
/// `before` and `after`.
struct SampleCall {
  std::string open;    ///< the opener, as far as it does not belong to the body
  std::string before;  ///< of the body
  std::string after;
  std::string close;
};

/// A call as the family with this text writes it, in the way that the engine reads by
/// `tools->calls[index]`. Precondition: that has an opener.
[[nodiscard]] const SampleCall& sample_call(std::string_view text, std::size_t index,
                                            std::string_view tool = "f");

/// A marker of calls as it is written: the tool's name stands where the format says so.
[[nodiscard]] std::string marker_of(std::string_view word, std::string_view tool);

/// The tool that a format calls if nothing is offered: one that its family is known to have, where
/// tags are the names of tools, else `f`.
[[nodiscard]] std::string known_tool(const FamilyFormat& format);

}  // namespace tagstream::testing
