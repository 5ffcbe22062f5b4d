#pragma once

// Writes the calls that an XML body makes up, as JSON: one for each function in it, or one for its
// parameters.
//
//   <parameter=a>1</parameter> <parameter=b>x</parameter>     with a schema: a is an integer
//   begin_parameter a, end_parameter "1"                      {"a":1
//   begin_parameter b, end_parameter "x", end                 {"a":1,"b":"x"}

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/schema_table.hpp"
#include "body/xml/xml_grammar.hpp"

namespace tagstream {

/// What stands before the value of a pair.
struct XmlPair {
  /// A key begins with `opener`.
  void begin(const XmlGrammar& grammar, const XmlToken& opener);
  void take_key(std::string_view text) {
    key = text;
    has_key = true;
  }
  /// The value of the key begins.
  void use() {
    has_key = false;
    types = ValueTypes::none;
  }
  /// The first key that no value has followed; 0: there is none.
  [[nodiscard]] std::uint64_t lost() const { return lost_at != 0 || !has_key ? lost_at : at; }

  std::string key;
  std::uint64_t at = 0;       // where the key's mark begins
  std::uint64_t lost_at = 0;  // the same of an earlier key that no value has followed
  const XmlMark* mark = nullptr;
  ValueTypes types = ValueTypes::none;  // what stands between key and value
  bool has_key = false;                 // the value has not come
};

class XmlArguments {
 public:
  /// @param gives_pieces  strings are told as they come
  /// Precondition: the schemas outlive the object.
  XmlArguments(const SchemaTable& schemas, bool gives_pieces)
      : schemas_(&schemas), gives_pieces_(gives_pieces) {}

  // ---- calls
  /// True if a function may begin: parameters have not come without one.
  [[nodiscard]] bool may_begin_function(const CallHead& head) const {
    return head.name.empty() && form_ != Form::own;
  }
  /// Precondition: `opener` names a function.
  void begin_function(CallList& list, const XmlGrammar& grammar, const XmlToken& opener);
  void end_function(const BodyInput& input, CallList& list, std::uint64_t at);
  /// The name of the open function's tag; empty if none is open.
  [[nodiscard]] const std::string& function_tag() const { return function_tag_; }
  [[nodiscard]] bool has_functions() const { return form_ == Form::functions; }
  /// The body ends: the call of its own parameters is complete.
  /// @param lost_key  where a key stands that no value has followed; 0: there is none
  void end(const BodyInput& input, CallList& list, const XmlGrammar& grammar,
           std::uint64_t lost_key, std::uint64_t at);

  // ---- parameters
  /// @param pair  its key, if `opener` begins the value of a pair
  void begin_parameter(CallList& list, const XmlGrammar& grammar, const XmlToken& opener,
                       const XmlPair& pair);
  /// A parameter that has no tag of its own.
  void add_parameter(CallList& list, const XmlGrammar& grammar, std::string_view key,
                     std::string_view value);
  /// The open value, which begins at `begin`, begins with `text`, whatever follows.
  void stream(CallList& list, std::uint64_t begin, std::string_view text);
  /// True if more of the open value is something to tell.
  [[nodiscard]] bool is_streaming() const {
    return gives_pieces_ && (holds_ == Holds::text || holds_ == Holds::text_or_null);
  }
  /// @param prefix  of tags in the value, which nest; empty if there is none
  void end_parameter(CallList& list, std::string_view value, std::string_view prefix);

  // ---- questions
  /// Of the call that a parameter would belong to; null if it has none.
  [[nodiscard]] const ToolSchema* schema() const { return belongs_to_none() ? nullptr : schema_; }
  /// True if the open value may be a string, by its own attribute or by the schema.
  [[nodiscard]] bool may_be_string() const {
    return types_ == ValueTypes::none || has(types_, ValueTypes::string);
  }
  /// False if the tool's schema has no such parameter, and allows no others.
  [[nodiscard]] bool may_have(std::string_view key) const;
  /// With `plain_keys`: the tag may begin a parameter that has not come, before the open one ends.
  [[nodiscard]] bool is_next_key(const XmlToken& token) const;
  /// True if the tool's schema says which parameters a call must have, and the open call has them
  /// all. Precondition: the call has begun, and no value is open.
  [[nodiscard]] bool has_required(CallList& list) const;

 private:
  /// What the body makes up.
  enum class Form : std::uint8_t {
    unknown,
    functions,  ///< a call for each function in it
    own,        ///< one call, of its own parameters
  };
  /// What the open value becomes. It is decided when the value begins.
  enum class Holds : std::uint8_t {
    left_out,      ///< nothing: the parameter belongs to no call, or has come before
    text,          ///< a string, whatever it holds
    text_or_null,  ///< the same, or the word null
    json,          ///< JSON, or a string if it is none
    nested,        ///< an object of tags, or as `typed` if it holds none
    typed,         ///< what the types allow
  };

  void begin_own(CallList& list, const XmlGrammar& grammar);
  void take_attributes(CallList& list, const XmlGrammar& grammar, std::string_view tag);
  /// @param types  what stands before the value; none: nothing
  /// @param word   of its own attribute: whether it is a string
  void begin_value(const XmlShape& shape, ValueTypes types, std::string_view word);
  [[nodiscard]] Holds find_holds(const XmlShape& shape, std::string_view word) const;
  [[nodiscard]] bool belongs_to_none() const {
    return form_ == Form::functions && function_tag_.empty();
  }
  /// The arguments, with the key, and room for `size` bytes of its value.
  std::string& write_key(CallList& list, std::size_t size);
  bool is_null_so_far(std::string_view text);

  const SchemaTable* schemas_;
  const ToolSchema* schema_ = nullptr;
  const ParameterSchema* known_ = nullptr;  // what it says of the open parameter
  std::string function_tag_;
  std::string key_;
  std::set<std::string, std::less<>> keys_;  // with `first_key_counts`: those that have come
  std::size_t blanks_ = 0;                   // before a value that may be null
  std::size_t streamed_ = 0;                 // bytes of the value that have been told
  ValueTypes types_ = ValueTypes::none;
  Form form_ = Form::unknown;
  Holds holds_ = Holds::left_out;
  bool gives_pieces_;
  bool drops_line_ends_ = false;
  bool notes_keys_ = false;
};

}  // namespace tagstream
