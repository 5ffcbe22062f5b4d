#pragma once

// Follows the XML body of a call, and reads its parameters while it does.
//
//   <call> [<function=f>]  <parameter=k> value </parameter> …  [</function>] </call>
//
// Between parameters stands *structure*: tags and blanks. A *value* is text that may quote any tag,
// so a closing tag in it is a *candidate* until what follows has been looked at.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/kept_strings.hpp"
#include "base/text.hpp"
#include "body/call_part.hpp"
#include "body/schema_table.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class XmlCall {
 public:
  enum class Outcome : std::uint8_t {
    more,
    closed,      ///< the call ends: `end`
    not_a_call,  ///< nothing that could be a parameter follows the opening tag
    again,       ///< (between steps)
  };

  /// Precondition: set and schemas outlive the object.
  XmlCall(const RuleSet& set, const SchemaTable& schemas, RuleIndex rule, std::uint64_t begin,
          std::string_view tag_name, const CallHead& head);
  XmlCall(const XmlCall&) = delete;
  XmlCall& operator=(const XmlCall&) = delete;

  /// Passes over blanks at the start. Precondition: nothing else has been read.
  void skip_to(std::uint64_t offset) {
    blanks_until_ = offset;
    lexer_.restart(offset);
  }

  /// Reads on. Precondition: the segment holds the body from `keep_from()` on.
  Outcome read(const Segment& segment, bool at_end, LexerCounters& counters);

  /// Looks at nothing twice: what has been read need not stay in memory.
  void forget() {
    is_forgetful_ = true;
    remembered_ = none;
  }

  [[nodiscard]] const FailedTags& failed_tags() const { return failed_tags_; }

  [[nodiscard]] std::uint64_t content_end() const { return closer_begin_; }
  [[nodiscard]] std::uint64_t end() const { return closer_end_; }
  /// The first byte that may be looked at again, where nothing is collected.
  [[nodiscard]] std::uint64_t keep_from() const;
  /// The bytes before this are the call's, whatever follows.
  [[nodiscard]] std::uint64_t passed_until(std::uint64_t segment_end) const;
  /// True if nothing has been read but blanks and the closing tag.
  [[nodiscard]] bool is_empty() const { return is_empty_; }
  /// True if the body is complete, the call's own closing tag aside: its last function is closed.
  [[nodiscard]] bool is_complete(const Segment& segment) const;

  /// The calls and errors in the body, each to be asked for once. Precondition: `closed`.
  std::size_t part_count();
  CallPart part(std::size_t index, KeptStrings& owned);

  /// Number of calls whose name is known. None as long as all may still be no call.
  [[nodiscard]] std::size_t item_count() const { return is_first_ ? 0 : calls_.size(); }
  [[nodiscard]] CallProgress progress(std::size_t index);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  enum class State : std::uint8_t { structure, value, candidate };
  enum class Closer : std::uint8_t { parameter, function, call };

  struct Call {  // a function, or the call itself
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string name;
    std::string id;
    std::string arguments;  // without the last brace
    const ToolSchema* schema = nullptr;
    std::size_t given = 0;  // bytes of the arguments (progress)
    bool is_repaired = false;
  };
  struct Tag {  // a token, read
    Match match;
    std::string_view name;
    std::string_view raw;
  };

  Outcome structure_step(const Segment& segment, LexerCounters& counters);
  Outcome on_structure_closer(const Tag& tag);
  Outcome on_structure_opener(const Segment& segment, const Tag& tag);
  Outcome value_step(const Segment& segment, LexerCounters& counters);
  void on_value_closer(const Segment& segment, const Tag& tag);
  void on_value_opener(const Segment& segment, const Tag& tag);
  Outcome candidate_step(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome accept(const Segment& segment);
  [[nodiscard]] bool follows(const Tag& tag) const;
  void begin_candidate(Closer closer, const Match& match);
  bool skip_blanks(const Segment& segment, LexerCounters& counters);
  [[nodiscard]] static Tag tag_of(const Segment& segment, const Match& match);

  [[nodiscard]] bool is_call_tag(const Tag& tag) const;
  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, set_->ignore_case);
  }
  [[nodiscard]] bool opens_other_rule(std::string_view name) const;
  [[nodiscard]] bool is_parameter(const Tag& tag) const;
  [[nodiscard]] std::string_view function_name(const Tag& tag) const;
  [[nodiscard]] bool is_keyed(const Tag& tag) const;
  [[nodiscard]] std::string_view name_attribute(const Tag& tag) const;
  void begin_function(const Tag& tag, std::string_view name);
  void end_function(std::uint64_t at);
  void begin_parameter(const Tag& tag);
  void end_value(const Segment& segment, std::uint64_t at);
  void add_value(std::string_view text);
  Call* target();
  [[nodiscard]] Scope scope() const;

  const RuleSet* set_;
  const SchemaTable* schemas_;
  RuleIndex rule_;
  std::string tag_name_;  // empty for a marker rule
  std::string head_name_;
  std::string head_id_;
  Lexer lexer_;
  FailedTags failed_tags_;
  std::uint64_t blanks_until_;  // structure, candidate: only blanks up to here
  std::uint64_t closer_begin_ = 0;
  std::uint64_t closer_end_ = 0;
  std::vector<Call> calls_;
  std::uint64_t depth_ = 0;  // of the call's own tags inside its body

  // the parameter that is open
  std::string parameter_;  // its tag's name
  std::string key_;
  std::string function_;  // the name of the open function's tag; empty if none is open
  std::uint64_t value_begin_ = 0;
  std::uint64_t remembered_ = none;  // an opening tag at a line start that may end the value
  std::uint64_t remembered_depth_ = 0;
  ValueTags tags_;
  Match candidate_;
  std::optional<bool> is_string_;  // the parameter's attribute `string`

  State state_ = State::structure;
  Closer closer_ = Closer::call;
  bool is_first_ = true;  // no parameter and no end of a function yet
  bool is_empty_ = false;
  bool has_functions_ = false;
  bool drops_line_ends_ = false;
  bool is_keyed_ = false;
  bool is_settled_ = false;  // every opening tag at a line start counts
  bool is_forgetful_ = false;
  bool strict_ = false;
};

}  // namespace tagstream
