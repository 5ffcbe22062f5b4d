#pragma once

// The calls that an XML body makes up: one for each function in it, or one for its parameters.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/schema_table.hpp"
#include "body/xml_tags.hpp"

namespace tagstream {

/// What stands before the value of a pair.
struct XmlPair {
  /// The mark before the key; what stands up to the next one is the key.
  void begin(const XmlTags& tags, const XmlTag& tag);
  void take_key(std::string_view text) {
    key = text;
    has_key = true;
  }
  void take_type(std::string_view text) {
    types = value_type(text);
    has_type = true;
  }

  /// The first key that no value has followed; 0: there is none.
  [[nodiscard]] std::uint64_t lost() const { return lost_at != 0 || !has_key ? lost_at : at; }

  std::string key;
  std::uint64_t at = 0;       // where the key's mark begins
  std::uint64_t lost_at = 0;  // the same of an earlier key that no value has followed
  const XmlMark* mark = nullptr;
  ValueTypes types = ValueTypes::none;
  bool has_key = false;  // the value has not come
  bool has_type = false;
};

class XmlCalls {
 public:
  /// @param gives_pieces  strings are told as they come
  /// Precondition: the schemas outlive the object.
  XmlCalls(const SchemaTable& schemas, bool gives_pieces)
      : schemas_(&schemas), gives_pieces_(gives_pieces) {}

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

  XmlPair pair;  ///< the key and type that stand before a value

  void begin_parameter(CallList& list, const XmlTags& tags, const XmlTag& tag);
  /// The same for one whose tag has come to nothing.
  void begin_glued(CallList& list, const XmlTags& tags, std::string_view key);
  /// The open value, which begins at `begin`, begins with `text`, whatever follows.
  void stream(CallList& list, std::uint64_t begin, std::string_view text);
  /// True if more of the open value is something to tell.
  [[nodiscard]] bool is_streaming() const { return gives_pieces_ && is_text_; }
  /// @param prefix  of tags in the value, which nest; empty if there is none
  void end_parameter(CallList& list, std::string_view value, std::string_view prefix);
  [[nodiscard]] bool is_keyed() const { return is_keyed_; }
  /// Of the call that a parameter would belong to; null if it has none.
  [[nodiscard]] const ToolSchema* schema() const;

  /// True if the open value may be a string, by its own attribute or by the schema.
  [[nodiscard]] bool may_be_string() const;
  /// False if the tool's schema has no such parameter, and allows no others.
  [[nodiscard]] bool may_have(std::string_view key) const;

  /// True if the tool's schema says which parameters a call must have, and the open call has them
  /// all. Precondition: the call has begun, and no value is open.
  [[nodiscard]] bool has_required(CallList& list) const;

  /// With `plain_keys`: the tag may begin a parameter that has not come, before the open one ends.
  [[nodiscard]] bool is_next_key(const XmlTag& tag) const;

  /// The body ends: the call of its own parameters is complete.
  void end(const BodyInput& input, CallList& list, const XmlTags& tags, std::uint64_t at);

 private:
  void begin_own(CallList& list, const XmlTags& tags);
  void take_attributes(CallList& list, const XmlTags& tags, std::string_view tag);
  void take_types(const XmlTags& tags, const XmlTag& tag);
  [[nodiscard]] bool belongs_to_none() const { return has_functions_ && function_tag_.empty(); }
  /// The arguments, with the key, and room for `size` bytes of its value.
  std::string& begin_value(CallList& list, std::size_t size);
  /// True if nothing is said of the open parameter.
  [[nodiscard]] bool is_left_out() const { return belongs_to_none() || is_repeated_; }
  bool is_null_so_far(std::string_view text);

  const SchemaTable* schemas_;
  const ToolSchema* schema_ = nullptr;
  const ParameterSchema* known_ = nullptr;  // what it says of the open parameter
  std::string function_tag_;
  std::string key_;
  std::set<std::string, std::less<>> keys_;  // `first_key_counts`: those that have come
  std::optional<bool> is_string_;            // what the parameter's own attribute says
  ValueTypes types_ = ValueTypes::none;
  bool gives_pieces_;
  bool is_text_ = false;  // of its value no byte can become anything but part of a string
  bool may_be_null_ = false;
  std::size_t blanks_ = 0;    // before a value that may be null
  std::size_t streamed_ = 0;  // bytes of the value that have been told
  bool has_begun_ = false;    // so has its key
  bool has_functions_ = false;
  bool has_own_ = false;  // parameters without a function
  bool is_keyed_ = false;
  bool drops_line_ends_ = false;
  bool notes_keys_ = false;
  bool is_repeated_ = false;
};

}  // namespace tagstream
