#pragma once

// Writes the calls of an XML body as JSON: one call for each function in the body, or one call with
// the body's parameters.
//
//   <parameter=a>1</parameter> <parameter=b>x</parameter>     by the schema, a is an integer
//   begin_parameter a, end_parameter "1"                      {"a":1
//   begin_parameter b, end_parameter "x", end                 {"a":1,"b":"x"}

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/schema_table.hpp"
#include "body/xml/xml_grammar.hpp"

namespace tagstream {

/// The key of a pair and its type, until the value of the pair begins.
struct XmlPair {
  /// A key begins with the tag or literal `opener`.
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
  /// The place of the first key without a value; 0 if there is none.
  [[nodiscard]] std::uint64_t lost() const { return lost_at != 0 || !has_key ? lost_at : at; }

  std::string key;
  std::string left_out;       // an attribute of the key's tag; empty: it has none
  std::uint64_t at = 0;       // where the key's mark begins
  std::uint64_t lost_at = 0;  // where an earlier key begins that has no value; 0: none
  const XmlMark* mark = nullptr;
  ValueTypes types = ValueTypes::none;  // the type that stands between key and value
  bool has_key = false;                 // a key was read, and its value has not begun
};

class XmlArguments {
 public:
  /// @param gives_pieces  strings are given to the list piece by piece
  /// Precondition: the schemas and the shape outlive the object.
  XmlArguments(const SchemaTable& schemas, const XmlShape& shape, bool gives_pieces)
      : schemas_(&schemas), shape_(&shape), gives_pieces_(gives_pieces) {}

  // ---- calls
  /// The body begins: from now on `schema` knows the tool, if its name stands before the body.
  void expect(const CallHead& head, const XmlGrammar& grammar) {
    if (owner_ != Owner::unknown || is_expected_) return;
    is_expected_ = true;
    schema_ = schemas_->find(head.name.empty() ? tool_of_tag(grammar) : head.name);
  }
  /// True if a function may begin: the body has no name from elsewhere and no parameters of its
  /// own.
  [[nodiscard]] bool may_begin_function(const CallHead& head) const {
    return head.name.empty() && owner_ != Owner::own;
  }
  /// Precondition: `opener` names a function.
  void begin_function(CallList& list, const XmlToken& opener);
  void end_function(const BodyInput& input, CallList& list, std::uint64_t at);
  /// The name of the open function's tag; empty if none is open.
  [[nodiscard]] const std::string& function_tag() const { return function_tag_; }
  [[nodiscard]] bool has_functions() const { return owner_ == Owner::functions; }
  /// The body ends, and with it the open call.
  /// @param lost_key  the place of a key without a value; 0 if there is none
  void end(const BodyInput& input, CallList& list, const XmlGrammar& grammar,
           std::uint64_t lost_key, std::uint64_t at);

  // ---- parameters
  /// @param pair  has the key if `opener` begins the value of a pair
  void begin_parameter(CallList& list, const XmlGrammar& grammar, const XmlToken& opener,
                       const XmlPair& pair);
  /// Adds a parameter that has no tag of its own, with its whole value. It stands at `at`.
  void add_parameter(CallList& list, const XmlGrammar& grammar, std::string_view key,
                     std::string_view value, std::uint64_t at);
  /// The open value begins at `begin` with the bytes of `text`; more bytes may follow.
  void stream(CallList& list, std::uint64_t begin, std::string_view text);
  /// True if the open value is given piece by piece.
  [[nodiscard]] bool is_streaming() const {
    return gives_pieces_ && !is_again_ && !may_be_all_ && !may_be_listed() &&
           (holds_ == Holds::text || holds_ == Holds::text_or_null);
  }
  /// @param prefix  of nested tags in the value; empty if the format has none
  /// Returns false if the value should be all arguments, and is not an object.
  bool end_parameter(CallList& list, std::string_view value, std::string_view prefix);
  /// The value that begins at `at` should be all arguments, and is not an object.
  void refuse(CallList& list, std::uint64_t at) {
    list.item().arguments.form = TextRef::Form::other;
    refused_at_ = at;
  }

  // ---- questions
  /// True if the next parameter, or the open one, stands outside of every function.
  [[nodiscard]] bool belongs_to_none() const {
    return owner_ == Owner::functions && function_tag_.empty();
  }
  /// The call can be read otherwise: it is repaired, or will be once it begins.
  void note_slip(CallList& list) {
    if (belongs_to_none()) return;
    if (owner_ == Owner::unknown) {
      has_slip_ = true;
    } else {
      list.item().is_repaired = true;
    }
  }
  /// True if the tag opens the open function once more, before any of its parameters.
  [[nodiscard]] bool is_doubled(CallList& list, const XmlToken& opener) const {
    return !function_tag_.empty() && function_name(list) == opener.words.name && given_.empty() &&
           listed_ == nullptr && opener.match.kind != TokenKind::empty &&
           TagArguments(*shape_, opener.raw).empty();
  }
  /// The tool of the open function. Precondition: one is open.
  [[nodiscard]] static std::string_view function_name(CallList& list) {
    return list.owned(list.item().name);
  }
  /// True if the call's tag has attributes that are arguments. Precondition: the body has none.
  [[nodiscard]] bool takes_attributes(const CallHead& head, const XmlGrammar& grammar) const;
  /// The schema of the call that the next parameter belongs to; null if the tool has none.
  [[nodiscard]] const ToolSchema* schema() const { return belongs_to_none() ? nullptr : schema_; }
  /// True if the open value may be a string, by its own attribute or by the schema.
  [[nodiscard]] bool may_be_string() const {
    return types_ == ValueTypes::none || has(types_, ValueTypes::string);
  }
  /// The key of the open value.
  [[nodiscard]] const std::string& key() const { return key_; }
  /// True if the open value loses a line end on each side.
  [[nodiscard]] bool drops_line_ends() const { return drops_line_ends_; }
  /// True if the tool's schema has such a parameter, and the open value is another one.
  [[nodiscard]] bool has_key(std::string_view key) const;
  /// The same; also true if no schema says what parameters the tool has.
  [[nodiscard]] bool names(std::string_view key) const;
  /// False if the tool's schema has no such parameter, and allows no others.
  [[nodiscard]] bool may_have(std::string_view key) const;
  /// With `plain_keys`: true if the tag may begin a new parameter before the open one is closed.
  [[nodiscard]] bool is_next_key(const XmlToken& token) const;
  /// True if the tool's schema has required parameters, and the open call has all of them.
  /// Precondition: the call has begun, and no value is open.
  [[nodiscard]] bool has_required(CallList& list) const;

 private:
  /// The calls that the parameters belong to.
  enum class Owner : std::uint8_t {
    unknown,
    functions,  ///< a call for each function in it
    own,        ///< one call, of its own parameters
  };
  /// The kind of JSON that the open value becomes, decided when the value begins.
  enum class Holds : std::uint8_t {
    left_out,      ///< nothing: the parameter belongs to no call, or to one that has failed
    text,          ///< a string, whatever its bytes are
    text_or_null,  ///< null if the value is that word, else a string
    json,          ///< JSON, or a string if the value is not JSON
    nested,        ///< an object made of tags; as `typed` if the value has no tags
    typed,         ///< the first of the types that fits
    tool,          ///< the name of the tool
    arguments,     ///< all arguments, as an object
  };

  /// A value in the arguments that are written, as JSON.
  struct Given {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// A parameter that may become a list, or all arguments, until the next one begins.
  struct Listed {
    std::string key;
    std::string value;     // as JSON, if it stands alone
    std::string elements;  // as the elements of a list
    std::size_t count = 1;
    const ParameterSchema* item = nullptr;  // of each element; null: the schema says nothing
    bool is_array = false;                  // the value is an array already
    bool may_be_all = false;                // it is all arguments if no other parameter comes
    bool has_repaired_value = false;
    bool has_repaired_element = false;
  };

  /// The tool that the tag of the call would name.
  [[nodiscard]] std::string_view tool_of_tag(const XmlGrammar& grammar) const {
    const std::string_view tool = schemas_->tool_of_tag(grammar.call_name());
    return tool.empty() ? grammar.call_name() : tool;
  }
  void begin_own(CallList& list, const XmlGrammar& grammar);
  void begin_call(CallList& list, std::uint64_t at);
  void take_attributes(CallList& list, std::string_view tag);
  void leave_out_head(CallList& list);
  void take_head(CallList& list);
  void settle_part(CallList& list);
  bool append_value(CallList& list, std::string& out, std::string_view value,
                    std::string_view prefix, const ParameterSchema* known, ValueTypes types) const;
  void compare(CallList& list, std::string_view value, std::string_view prefix);
  void add_to_list(CallList& list, std::string_view value, std::string_view prefix);
  void fail(CallList& list) const;
  void end_list(CallList& list);
  [[nodiscard]] std::string json_of_list() const;
  [[nodiscard]] bool may_be_listed() const {
    return known_ != nullptr && has(known_->types, ValueTypes::array) && !shape_->first_key_counts;
  }
  bool end_part(CallList& list, std::string_view value);
  /// @param types  the type that stands before the value, or in its tag; none: no type does
  /// @param word   "true" or "false": the tag's attribute says whether the value is a string
  void begin_value(CallList& list, ValueTypes types, std::string_view word);
  [[nodiscard]] Holds find_holds(std::string_view word) const;
  void note_attributes(CallList& list, const XmlToken& opener, const XmlPair& pair) const;
  void begin_lone(CallList& list);
  [[nodiscard]] bool take_lone(std::string& arguments, bool strict, bool& is_repaired) const;
  /// Appends the key, unless it is written already. Returns the arguments, with room for `size`
  /// bytes of the value.
  std::string& write_key(CallList& list, std::size_t size);
  bool is_null_so_far(std::string_view text);

  const SchemaTable* schemas_;
  const XmlShape* shape_;
  const ToolSchema* schema_ = nullptr;
  const ParameterSchema* known_ = nullptr;  // its part for the open parameter; null: none
  std::string function_tag_;
  std::string key_;
  std::map<std::string, Given, std::less<>> given_;  // of the open call, by their keys
  Given* given_now_ = nullptr;                       // the open value; null: it isn't there yet
  std::unique_ptr<Listed> listed_;                   // the last parameter, if it waits for the next
  std::uint64_t at_ = 0;                             // where the open parameter begins
  std::size_t blanks_ = 0;                           // before a value that may be null
  std::uint64_t refused_at_ = 0;                     // see `refuse`
  std::size_t streamed_ = 0;                         // bytes of the value that the list has
  ValueTypes types_ = ValueTypes::none;
  Owner owner_ = Owner::unknown;
  Holds holds_ = Holds::left_out;
  bool has_slip_ = false;  // of the call that has not begun yet
  bool gives_pieces_;
  bool may_be_all_ = false;  // the open parameter may be all arguments
  bool drops_line_ends_ = false;
  bool is_expected_ = false;          // see `expect`
  bool is_again_ = false;             // the key of the open parameter was given before
  bool is_named_by_element_ = false;  // an element of the body names the tool
};

}  // namespace tagstream
