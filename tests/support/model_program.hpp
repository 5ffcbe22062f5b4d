#pragma once

// What a model was asked to read: options, rows of the table, and the marks that follow from both.

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

namespace tagstream::testing::model {

/// What a mark is. Of marks of rows that are equally long the first of these counts.
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
  CallBody body = CallBody::automatic;
  JsonKeys keys{};  ///< of JSON bodies
  CallNameFormat name{};
  PythonicShape pythonic = python_calls;
  std::string argument = "text";    ///< that a text is
  std::vector<std::string> tags{};  ///< names of its opening and closing tags
  bool has_closer = true;
  bool is_leading = false;
  bool is_tentative = false;     ///< text if anything is wrong with it
  bool lacks_opener = false;     ///< it is none without its closer
  bool is_whole_answer = false;  ///< it is none if any text follows it
  bool is_chosen = false;        ///< all of it is the arguments of the tool that the options name
  std::size_t shared = 0;        ///< bytes at the end of the opener that belong to the body
  bool trims_line_ends = false;  ///< of `has_tag_keys`: a value loses one on each side
  bool has_tag_keys = false;  ///< of an XML body: its tags are parameters, whatever their names are
  const XmlShape* shape = nullptr;  ///< of a row whose parameters are elements; of an automatic
                                    ///< body, that begins with a name
};

/// A literal or a tag that stands for something.
struct Marker {
  Mark mark = Mark::drop;
  std::string word{};  ///< a literal
  std::string tag{};   ///< a tag's name; empty for a literal
  bool closes = false;
  bool is_either = false;  ///< a tag that opens or closes
  const CallForm* form = nullptr;
  std::size_t rule = 0;  ///< its place among the rules; all that a row unwraps is one
};

/// A marker that stands in the text.
struct Hit {
  Mark mark = Mark::drop;
  TokenKind kind = TokenKind::open;  ///< open, close or empty
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name{};  ///< of a tag; a literal's bytes
  bool is_literal = false;
  bool is_dropped = false;  ///< the same bytes are a token to drop
  const CallForm* form = nullptr;
  std::size_t rule = 0;
};

/// Says which marks count.
using Counts = std::function<bool(const Hit&)>;
using Markers = std::function<bool(const Marker&)>;

/// As much of the text as may be looked at.
struct Known {
  std::string_view text;
  bool is_all = true;  ///< the text ends there; else more follows
};

/// What options say that is no marker.
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
  bool markdown_code = false;
  bool quotes_calls = false;  ///< those in Markdown code are content
  std::vector<ToolSchema> schemas;
  Limits limits;
};

class Program {
 public:
  /// Precondition: rules of one's own are not beside a dialect, but for tokens to drop.
  explicit Program(const Options& given);
  Program(const Program&) = delete;  // its marks point into it
  Program& operator=(const Program&) = delete;

  /// The mark at `at` that counts: the longest.
  [[nodiscard]] std::optional<Hit> at(std::string_view text, std::size_t at,
                                      const Counts& counts) const;
  /// The closing mark of a call that is written so.
  [[nodiscard]] std::optional<Hit> closer_at(std::string_view text, std::size_t at,
                                             const CallForm& form) const;
  /// The next one from `at` on that counts, as far as is known.
  /// @param quoted  if given: grows to where tags that failed on the way quoted what they hold
  /// @param only    of those these
  [[nodiscard]] std::optional<Hit> next(const Known& known, std::size_t at, const Counts& counts,
                                        std::size_t* quoted = nullptr,
                                        const Markers& only = {}) const;
  /// True if in some continuation of `known` what `find` gives ends after it.
  /// @param names  of tags that it may look for, beside those of marks
  [[nodiscard]] bool may_grow(const Known& known,
                              const std::function<std::optional<Hit>(std::string_view)>& find,
                              const std::vector<std::string>& names = {}) const;
  /// Where an opening tag of a mark at `at` failed that had attributes; 0: there is none.
  [[nodiscard]] std::size_t quoted_by(std::string_view text, std::size_t at,
                                      const Markers& only = {}) const;
  /// True if a mark is a tag of that name.
  [[nodiscard]] bool has_tag(std::string_view name) const;
  /// What its marks of that name are: the one that opens stands for both.
  [[nodiscard]] std::optional<Mark> mark_of_tag(std::string_view name) const;
  /// True if a mark of these is a tag whose name begins so.
  [[nodiscard]] bool begins_tag(std::string_view name, const Markers& only) const;
  /// Each literal among the marks, as if it had been hit.
  void for_each_literal(const std::function<void(const std::string&, const Hit&)>& visit) const;
  [[nodiscard]] bool has_calls() const { return !forms_.empty(); }
  /// True if a tool of this name may be called.
  [[nodiscard]] bool offers(const CallForm& form, std::string_view tool) const;
  /// The schema of a tool, or the one for every tool; null: there is none.
  [[nodiscard]] const ToolSchema* schema_of(std::string_view tool) const;
  /// False if the schema of a tool has no such parameter, and allows no others.
  [[nodiscard]] bool may_have(std::string_view tool, std::string_view key) const;
  /// What is said of a tool's parameter; null: nothing.
  [[nodiscard]] const ParameterSchema* parameter_of(std::string_view tool,
                                                    std::string_view key) const;

  Settings options;

  // Of a dialect; null: none.
  bool is_parser = false;  ///< it is read by a dialect
  bool is_auto = false;    ///< what any family writes; each span of reasoning is a rule of its own
  ToolChoice tool_choice = ToolChoice::automatic;
  std::string tool_name;
  bool no_parallel = false;
  bool only_offered = false;
  bool trims = false;
  bool moves_unclosed = false;  ///< reasoning that never closes is told of
  bool starts_in_reasoning = false;
  ReasoningAgain reasoning_again = ReasoningAgain::line;
  const ReasoningFormat* reasoning = nullptr;
  const ToolFormat* tools = nullptr;
  const HeaderFormat* header = nullptr;
  bool has_header_reasoning = false;
  CallForm header_call;  ///< a message with a recipient; closed by what closes a message
  bool has_header_calls = false;
  CallsInReasoning calls_in_reasoning = CallsInReasoning::settle;

 private:
  void read_rules(const Options& given);
  void read_dialect(const Options& given);
  void add(Mark mark, std::string_view word, bool is_literal, const CallForm* form = nullptr);
  void add_all(Mark mark, const WordList& words, bool is_literal, const CallForm* form = nullptr);
  void add_auto();
  void add_span(const ReasoningFormat& format, std::size_t rule);
  void add_calls(const ToolFormat& format);
  void add_lines(const CallFormat& format);
  void add_tool_tags(const CallFormat& format);
  void add_reasoning();
  void add_tools();
  void add_without_openers();
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
