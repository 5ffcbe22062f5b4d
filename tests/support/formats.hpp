#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "dialects/format_of.hpp"
#include "formats/family_format.hpp"
#include "support/options.hpp"

/// The formats by which the engine reads families, and sample calls as families write them.
/// Example: with the options of dialect "qwen3", `ReadBy` holds twice the format of that row.
namespace tagstream::testing {

/// The format of the row with this name; null if no row has the name.
[[nodiscard]] const FamilyFormat* format_named(std::string_view name);

/// The formats by which a reader with these options reads reasoning (`thinks`) and calls
/// (`calls`). Both are null for dialect auto.
struct ReadBy {
  explicit ReadBy(const Options& options);

  const FamilyFormat* thinks = nullptr;
  const FamilyFormat* calls = nullptr;
  std::string calls_text;  ///< the text of which `calls` was made
  std::string tool = "f";  ///< a tool that may be called, whatever tags are in that format
 private:
  void set_tool(const Options& options);

  std::shared_ptr<const FamilyFormat> own_;
};

/// A call of one tool, in parts. Its arguments, or the value of its only parameter `in`, belong
/// between `before` and `after`.
struct SampleCall {
  std::string open;    ///< the opener without the bytes that belong to the body as well
  std::string before;  ///< the body up to the arguments
  std::string after;
  std::string close;
};

/// A call as the family that `text` describes writes it: in the call format `tools->calls[index]`
/// of that family. Precondition: this call format has an opener.
[[nodiscard]] const SampleCall& sample_call(std::string_view text, std::size_t index,
                                            std::string_view tool = "f");

/// The marker `word` of a call as it stands in an output: with the tool's name at the place that
/// the format gives it.
[[nodiscard]] std::string marker_of(std::string_view word, std::string_view tool);

/// The name of the tool for sample calls without offered tools. Where tags are the names of tools,
/// it is a tool that the family is known to have; else it is `f`.
[[nodiscard]] std::string known_tool(const FamilyFormat& format);

}  // namespace tagstream::testing
