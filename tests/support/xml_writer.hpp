#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"
#include "formats/family_format.hpp"

/// Random calls, written as each family with XML bodies writes them.
namespace tagstream::testing {

using Random = std::mt19937_64;

/// One argument as it is written, and the JSON that a reader must give for it.
struct XmlArgument {
  std::string key;
  std::string text;  ///< as it is written
  std::string json;  ///< the value that a reader gives by the type
  ValueTypes types = ValueTypes::string;
  std::string word;        ///< the name of the type
  bool says_type = false;  ///< the call states the type, if the family has a place for it
  bool is_nested = false;  ///< written as tags; `text` is these tags
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
/// True if a value of the call holds a marker of the call's own format.
[[nodiscard]] bool quotes_markers(const CallFormat& format, const ToolFormat& tools,
                                  const XmlCall& call);
/// The arguments of the call as a reader must give them, as a JSON object.
[[nodiscard]] std::string arguments_of(const XmlCall& call, const XmlShape& shape, bool has_schema);
/// Schemas with the type that `random_xml_call` gives each key. One schema holds for all tools;
/// where tags are the names of tools, each tool has a schema.
[[nodiscard]] std::vector<ToolSchema> xml_schemas(const CallFormat& format);
/// The tools, without schemas, that must be offered. Empty unless tags are the names of tools.
[[nodiscard]] std::vector<ToolSchema> xml_tools(const CallFormat& format);

}  // namespace tagstream::testing
