#pragma once

// How XML bodies are written, as data: which tags open a function or a parameter, and where their
// names stand. One reader reads them all.

#include <array>
#include <cstddef>
#include <string_view>

namespace tagstream {

struct XmlShape {
  std::array<std::string_view, 2> functions{};   ///< tags around the parameters of one call
  std::array<std::string_view, 2> parameters{};  ///< tags whose attribute is the key
  std::string_view name_attribute{};    ///< names a function or a parameter: <invoke name="f">
  bool name_is_value = false;           ///< so does a value after the tag's name: <function=f>
  bool tag_is_key = false;              ///< any other tag is a parameter, its name the key: <path>
  bool trims_line_ends = false;         ///< a value named by `name_is_value` loses one on each side
  std::string_view string_attribute{};  ///< "true": the value is a string, "false": it is JSON
};

/// The three styles that a body may mix:
///   <read_file><path>a.c</path></read_file>
///   <invoke name="f"><parameter name="k">v</parameter></invoke>
///   <function=f><parameter=k>v</parameter></function>
inline constexpr XmlShape mixed_xml = {
    .functions = {"invoke", "function"},
    .parameters = {"parameter", "param"},
    .name_attribute = "name",
    .name_is_value = true,
    .tag_is_key = true,
    .trims_line_ends = true,
    .string_attribute = "string",
};

}  // namespace tagstream
