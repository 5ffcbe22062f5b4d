#pragma once

// The program of a model: the options, the rows of the table, and the marks that follow from both.
// Example: dialect "hermes" gives, among others, a mark for `<tool_call>` that opens a call.

#include <array>
#include <cstddef>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/formats.hpp"
#include "support/model_tags.hpp"
#include "support/options.hpp"
#include "tagstream/code.hpp"

namespace tagstream::testing::model {

/// The meaning of a mark. If marks of rows are equally long, the kind that is listed first counts.
enum class Mark {
  call_close,
  reasoning_close,
  ends_before,
  header_close,
  drop,
  reasoning_open,
  unwrap,
  wrap_close,
  wrap_open,
  call,
  header,  ///< `start` or `channel`
  hide,
  record,
};

/// How a call is written, by a rule or by a row.
struct CallForm {
  bool needs_wrapper = false;  ///< outside of a wrapper it is text
  CallBody body = CallBody::automatic;
  JsonKeys keys{};  ///< the keys of JSON bodies
  CallNameFormat name{};
  PythonicShape pythonic = python_calls;
  std::string argument = "text";    ///< the argument whose value is the whole text
  std::string string_is{};          ///< of JSON: the argument whose value a string is; empty: none
  std::vector<std::string> tags{};  ///< names of its opening and closing tags
  bool has_closer = true;
  bool end_closes = false;  ///< of text: the end of the input closes it, too
  bool is_leading = false;
  bool ends_as_reasoning = false;  ///< a closer is one of reasoning, too
  bool is_tentative = false;       ///< text if anything is wrong with it
  bool lacks_opener = false;       ///< without its closer it is not a call
  bool is_whole_answer = false;    ///< if text follows, it is not a call
  bool is_chosen = false;          ///< all is the arguments of the tool in the options
  std::size_t shared = 0;          ///< bytes at the end of the opener that belong to the body
  bool trims_line_ends = false;    ///< with `has_tag_keys`: one on each side of a value
  bool has_tag_keys = false;  ///< of an XML body: its tags are parameters, whatever their names are
  const XmlShape* shape = nullptr;      ///< of a row whose parameters are elements; of an automatic
                                        ///< body, that begins with a name
  const CallForm* next = nullptr;       ///< of an object after the separator
  char separator = 0;                   ///< between two calls; 0: none
  const CallFormat* written = nullptr;  ///< as a row has it; null: of one's own, or guided
};

/// A literal or a tag that stands for something.
struct Marker {
  Mark mark = Mark::drop;
  std::string word{};  ///< a literal
  std::string tag{};   ///< a tag's name; empty for a literal
  bool closes = false;
  bool is_either = false;  ///< a tag that opens or closes
  bool is_noted = false;   ///< of one's own: a closer has a notice where nothing is open
  const CallForm* form = nullptr;
  std::size_t rule = 0;  ///< its index among the rules; a row's unwrapped tags share one
};

/// A marker that stands in the text.
struct Hit {
  Mark mark = Mark::drop;
  TokenKind kind = TokenKind::open;  ///< open, close or empty
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name{};  ///< the tag's name, or the literal's bytes
  bool is_literal = false;
  bool is_dropped = false;  ///< the same bytes are a token to drop
  bool is_noted = false;    ///< of one's own: a closer has a notice where nothing is open
  const CallForm* form = nullptr;
  std::size_t rule = 0;
};

/// Says which marks count.
using Counts = std::function<bool(const Hit&)>;
using Markers = std::function<bool(const Marker&)>;

/// The part of the text that the reading may look at.
struct Known {
  std::string_view text;
  bool is_all = true;  ///< the text ends there; false: more follows
};

/// The options that are not markers.
struct Settings {
  std::vector<Rule> rules;  ///< tags and markers of one's own
  Nesting nesting = Nesting::balanced;
  UnclosedSection unclosed_section = UnclosedSection::section;
  std::string start_inside;
  bool leading_only = false;
  UnclosedCall unclosed_call = UnclosedCall::text;
  BadCalls bad_calls = BadCalls::content;
  bool strict_json = false;
  bool incremental = false;
  bool ignore_case = false;
  MarkdownCode markdown_code = MarkdownCode::automatic;
  bool follows_fences = false;  ///< a mark may be content since it stands in a fence
  std::vector<ToolSchema> schemas;
  std::vector<std::string> decoded;  ///< names whose arguments have entities
  Limits limits;
};

class Program {
 public:
  /// Precondition: options with a dialect have no rules of the user's own but tokens to drop.
  explicit Program(const Options& given);
  Program(const Program&) = delete;  // its marks point into it
  Program& operator=(const Program&) = delete;

  /// The mark at `at` that counts: the longest.
  [[nodiscard]] std::optional<Hit> at(std::string_view text, std::size_t at,
                                      const Counts& counts) const;
  /// The mark at `at` that counts, but is beyond the limits.
  [[nodiscard]] std::optional<Hit> too_large_at(std::string_view text, std::size_t at,
                                                const Counts& counts, Code& code) const;
  /// The mark at `at` that closes a call of this form.
  [[nodiscard]] std::optional<Hit> closer_at(std::string_view text, std::size_t at,
                                             const CallForm& form) const;
  /// The next mark in the known text, from `at` on, that counts.
  /// @param quoted  if given: raised to the end of the text that failed tags on the way quote
  /// @param only    if given: only these marks count
  [[nodiscard]] std::optional<Hit> next(const Known& known, std::size_t at, const Counts& counts,
                                        std::size_t* quoted = nullptr,
                                        const Markers& only = {}) const;
  [[nodiscard]] bool has_wrapper() const;
  /// True if a marker begins with a blank.
  [[nodiscard]] bool has_blank_marker() const;
  /// True if, for some continuation of `known`, the result of `find` ends after `known`.
  /// @param names  names of tags, other than marks, for which `find` looks
  [[nodiscard]] bool may_grow(const Known& known,
                              const std::function<std::optional<Hit>(std::string_view)>& find,
                              const std::vector<std::string>& names = {}) const;
  /// The byte at which an opening tag of a mark failed, if the tag begins at `at` and had
  /// attributes; else 0.
  [[nodiscard]] std::size_t quoted_by(std::string_view text, std::size_t at,
                                      const Markers& only = {}) const;
  /// True if a mark is a tag of that name.
  [[nodiscard]] bool has_tag(std::string_view name) const;
  /// The meaning of the tag with this name. If its opening and its closing tag differ, the meaning
  /// of the opening tag.
  [[nodiscard]] std::optional<Mark> mark_of_tag(std::string_view name) const;
  /// True if one of the marks `only` is a tag whose name begins with `name`.
  [[nodiscard]] bool begins_tag(std::string_view name, const Markers& only) const;
  /// Each literal among the marks, as if it had been hit.
  void for_each_literal(const std::function<void(const std::string&, const Hit&)>& visit) const;
  [[nodiscard]] bool has_calls() const { return !forms_.empty(); }
  /// True if a tool of this name may be called.
  [[nodiscard]] bool offers(const CallForm& form, std::string_view tool) const;
  /// The schema of a tool, or the schema for every tool; null if there is no schema.
  [[nodiscard]] const ToolSchema* schema_of(std::string_view tool) const;
  /// The argument that a text is: the only parameter of the tool, else `otherwise`.
  struct OfText {
    std::string name;
    ValueTypes types;  ///< none for a string
  };
  [[nodiscard]] OfText argument_of_text(std::string_view tool, std::string_view otherwise) const;
  /// False if the schema of a tool has no such parameter, and allows no others.
  [[nodiscard]] bool may_have(std::string_view tool, std::string_view key) const;
  /// The schema of a tool's parameter; null if there is no schema.
  [[nodiscard]] const ParameterSchema* parameter_of(std::string_view tool,
                                                    std::string_view key) const;

  Settings options;

  // Of a dialect; null: none.
  bool is_parser = false;  ///< a dialect reads the text
  bool is_auto = false;    ///< dialect auto; each span of reasoning is a rule
  ToolChoice tool_choice = ToolChoice::automatic;
  std::string tool_name;
  bool no_parallel = false;
  bool only_offered = false;
  bool no_bare_calls = false;  ///< a call outside of its wrapper is text
  bool trims = false;
  bool moves_unclosed = false;  ///< unclosed reasoning counts as content
  bool starts_in_reasoning = false;
  ReasoningAgain reasoning_again = ReasoningAgain::line;  ///< never `automatic`
  const ReasoningFormat* reasoning = nullptr;
  const ToolFormat* tools = nullptr;
  const HeaderFormat* header = nullptr;
  bool has_header_reasoning = false;
  CallForm header_call;  ///< a message with a recipient; closed by what closes a message
  bool has_header_calls = false;
  CallsInReasoning calls_in_reasoning = CallsInReasoning::settle;

 private:
  [[nodiscard]] std::optional<Hit> at(std::string_view text, std::size_t at, const Counts& counts,
                                      const Limits& limits) const;
  void read_rules(const Options& given);
  void read_dialect(const Options& given);
  void add(Mark mark, std::string_view word, bool is_literal, const CallForm* form = nullptr);
  [[nodiscard]] bool is_noted_closer(const Marker& closer) const;
  void add_all(Mark mark, const WordList& words, bool is_literal, const CallForm* form = nullptr);
  void add_auto();
  void add_span(const ReasoningFormat& format, std::size_t rule);
  void add_calls(const ToolFormat& format);
  void add_lines(const CallFormat& format);
  void add_tool_tags(const CallFormat& format);
  void add_reasoning();
  void add_tools();
  void add_without_openers();
  void note_written(CallForm& form, const CallFormat& format) const;
  void add_without_opener(const CallFormat& format, std::string_view first);
  void add_guided(std::string_view opener, bool is_chosen);
  [[nodiscard]] bool is_replaced(const CallFormat& format, std::string_view opener) const;
  void add_header();
  void set_continuations();
  /// True if a mark begins with this byte.
  [[nodiscard]] bool may_begin(char byte) const;

  std::optional<ReadBy> read_by_;
  std::vector<Marker> markers_;  ///< of equally long ones the first counts
  std::list<CallForm> forms_;
  std::vector<std::string> continuations_;
  std::array<bool, 256> begins_{};  ///< by the first byte of a mark
};

}  // namespace tagstream::testing::model
