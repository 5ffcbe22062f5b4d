#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/diagnostic.hpp"
#include "tagstream/tree.hpp"

namespace tagstream {

class CallIds;
class Dialect;
struct Event;
struct Message;
struct Stats;
struct ThoughtEvent;

/// Writes JSON without blanks: what it is asked for, in that order. Commas are its affair.
///
/// The output is valid UTF-8, whatever the text: each byte sequence that is not becomes U+FFFD.
/// That brackets and keys fit together is the caller's affair.
class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the writer.
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  /// The name of the value that comes next.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  /// A number, or true or false.
  template <std::integral T>
  JsonWriter& value(T number) {
    if constexpr (std::same_as<T, bool>) return raw(number ? "true" : "false");
    if constexpr (std::signed_integral<T>) return integer(static_cast<std::int64_t>(number));
    return integer(static_cast<std::uint64_t>(number));
  }
  /// As few digits as give the number back; what is not finite is null.
  JsonWriter& value(double number);
  JsonWriter& null() { return raw("null"); }
  /// A value that is JSON already. Precondition: it is.
  JsonWriter& raw(std::string_view json);

  template <class T>
  JsonWriter& field(std::string_view name, const T& its_value) {
    return key(name).value(its_value);
  }

 private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& integer(std::uint64_t number);
  JsonWriter& integer(std::int64_t number);
  void separate();

  std::string& out_;
  bool needs_comma_ = false;
};

/// What follows appends one compact JSON object without a line end, as the program prints it.
/// Its words are the program's: docs/cli.md. Offsets are bytes of the stream.

/// An event. False, and nothing is written, for kinds that only a program cares for: markup, stops.
/// @param ids  gives calls their ids; null: a call has the id that the model wrote, if any
bool to_json(std::string& out, const Event& event, CallIds* ids = nullptr);

/// The section, call or error that an event ends: the same object without its `kind`.
bool result_to_json(std::string& out, const Event& event);

/// An event of a `ThoughtReader`. False, and nothing is written, for markup and stops.
/// @param task_id, context_id  of thoughts; the library knows none
bool to_json(std::string& out, const ThoughtEvent& event, std::string_view task_id = {},
             std::string_view context_id = {});

/// A message in the shape of chat completions: content (null if only blanks stand beside calls),
/// reasoning_content, tool_calls.
void to_json(std::string& out, const Message& message);

/// A tag with everything in it.
/// @cost  nothing recurses; the content of a tag is there once for each tag around it, so the
///        output grows with depth times size: see `TagJson`
void to_json(std::string& out, const Tag& tag);

/// A tag alone: no children, and its content only if asked for.
/// @param indices_before  is added to the indices, for a tree that continues others
void flat_to_json(std::string& out, const Tag& tag, bool with_content,
                  std::size_t indices_before = 0);

void to_json(std::string& out, const Diagnostic& diagnostic);
void to_json(std::string& out, const Stats& stats);

/// Its name, aliases, text, sources, and what is inferred from the text.
void to_json(std::string& out, const Dialect& dialect);

/// A tag with everything in it, written element by element, so that who calls can send on what is
/// there before the rest is made.
class TagJson {
 public:
  /// `tag` is a view: its tree must stay.
  /// @param max_content_depth  deeper tags are written without their content, which is in that of
  ///                           the tags around them: so the output stays within a constant
  ///                           multiple of the text
  explicit TagJson(const Tag& tag, std::size_t max_content_depth = ~std::size_t{0});

  /// Appends the next part. False: that was the last one.
  bool next(std::string& out);

 private:
  // The siblings that are still to be written inside an element whose JSON is open.
  struct Level {
    TagRange::iterator next;
    TagRange::iterator end;
    bool is_first = true;
  };
  void begin(std::string& out, const Tag& tag);

  Tag tag_;
  std::size_t max_content_depth_;
  bool has_begun_ = false;
  std::vector<Level> open_;
};

}  // namespace tagstream
