#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"
#include "formats/family_format.hpp"

/// Random calls, written as each family of XML bodies writes them.
namespace tagstream::testing {

using Random = std::mt19937_64;

/// One argument, and what a reader must make of it.
struct XmlArgument {
  std::string key;
  std::string text;  ///< as it is written
  std::string json;  ///< as it is read by its type
  ValueTypes types = ValueTypes::string;
  std::string word;        ///< for its type
  bool says_type = false;  ///< beside the value, where the family has a place for that
  bool is_nested = false;  ///< written as tags: its text is what it is
};
struct XmlCall {
  std::string tool;
  std::vector<XmlArgument> arguments;
};

/// @param format  of an XML body
[[nodiscard]] XmlCall random_xml_call(const CallFormat& format, const ToolFormat& tools,
                                      Random& random);
[[nodiscard]] std::string write_xml_call(const CallFormat& format, const XmlCall& call,
                                         Random& random);
[[nodiscard]] std::string write_xml_parameter(const XmlShape& shape, const XmlArgument& argument,
                                              Random& random);
/// What a reader must make of its arguments.
[[nodiscard]] std::string arguments_of(const XmlCall& call, const XmlShape& shape, bool has_schema);
/// For all tools: what `random_xml_call` gives to each key. Where tags are the names of tools, of
/// each tool its own.
[[nodiscard]] std::vector<ToolSchema> xml_schemas(const CallFormat& format);
/// The tools without a schema that must be offered: where tags are their names, else none.
[[nodiscard]] std::vector<ToolSchema> xml_tools(const CallFormat& format);

}  // namespace tagstream::testing
