#pragma once

// The calls that an XML body makes up: one for each function in it, or one for its parameters.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/schema_table.hpp"
#include "body/xml_tags.hpp"

namespace tagstream {

class XmlCalls {
 public:
  /// Precondition: the schemas outlive the object.
  explicit XmlCalls(const SchemaTable& schemas) : schemas_(&schemas) {}

  /// True if a function may begin: parameters have not come without one.
  [[nodiscard]] bool may_begin_function(const CallHead& head) const {
    return head.name.empty() && !has_own_;
  }
  void begin_function(CallList& list, const XmlTags& tags, const XmlTag& tag,
                      std::string_view name);
  void end_function(const BodyInput& input, CallList& list, std::uint64_t at);
  /// The name of the open function's tag; empty if none is open.
  [[nodiscard]] const std::string& function_tag() const { return function_tag_; }
  /// True if it is a tag of the open function.
  [[nodiscard]] bool is_function(const XmlTags& tags, const XmlTag& tag) const {
    return !function_tag_.empty() && tags.is_name(tag.name, function_tag_);
  }
  [[nodiscard]] bool has_functions() const { return has_functions_; }

  void begin_parameter(CallList& list, const XmlTags& tags, const XmlTag& tag);
  void end_parameter(CallList& list, std::string_view value);
  [[nodiscard]] bool is_keyed() const { return is_keyed_; }
  /// Of the call that a parameter would belong to; null if it has none.
  [[nodiscard]] const ToolSchema* schema() const;

  /// The body ends: the call of its own parameters is complete.
  void end(const BodyInput& input, CallList& list, std::uint64_t at);

 private:
  void begin_own(CallList& list, const XmlTags& tags);
  static void begin_call(CallList& list, std::uint64_t at);

  const SchemaTable* schemas_;
  const ToolSchema* schema_ = nullptr;
  std::string function_tag_;
  std::string key_;
  std::optional<bool> is_string_;  // what the parameter's own attribute says
  bool has_functions_ = false;
  bool has_own_ = false;  // parameters without a function
  bool is_keyed_ = false;
  bool drops_line_ends_ = false;
};

}  // namespace tagstream
