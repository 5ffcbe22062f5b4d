#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/failure.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/parse.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/thought.hpp"
#include "tagstream/tool.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/wire/piece.hpp"

namespace tagstream::cli {

/// How the input is written.
enum class InputForm {
  text,
  sse,     ///< what a server streams: server-sent events
  ndjson,  ///< the same, a payload in each line
  jsonl,   ///< records: an answer in each line
};

/// Whose chunks parse writes.
enum class WireForm { openai, anthropic };

/// Whose completions are wanted.
enum class Shell { bash, zsh, fish };

// The words of these, and of what the library has no words for; "unknown" after the last.
[[nodiscard]] const char* to_string(InputForm form) noexcept;
[[nodiscard]] const char* to_string(WireForm form) noexcept;
[[nodiscard]] const char* to_string(Shell shell) noexcept;
[[nodiscard]] const char* to_string(ColorChoice choice) noexcept;
[[nodiscard]] const char* to_string(OnLimit policy) noexcept;

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// What the words of a command line say. The tables fill it: which fields a command has, its table
/// says. What the library's options can hold is there already.
struct Arguments {
  // of all that read a text
  std::vector<std::string> files;  ///< none: standard input
  InputForm from = InputForm::text;
  wire::Api api = wire::Api::automatic;
  bool snapshots = false;  ///< each event has all of the text so far
  std::optional<std::size_t> max_event_bytes;
  std::string pointer;                 ///< jsonl: to the text
  bool has_pointer = false;            ///< it was given; "" is one, too
  bool text_may_be_snapshots = false;  ///< thoughts: lines of text can be
  std::string field;                   ///< the same as a path; empty: not given
  std::vector<std::string> keep;       ///< jsonl: fields to copy
  std::size_t jobs = 1;                ///< jsonl: threads
  bool with_filename = false;
  bool no_filename = false;
  bool list = false;           ///< only the names of files in which something is found
  std::size_t chunk_size = 0;  ///< bytes per feed; 0: as the input comes
  bool no_finish = false;
  bool markdown_code = false;
  bool ignore_case = false;
  std::optional<std::size_t> max_tag_bytes;
  std::optional<std::size_t> max_held_bytes;
  std::optional<std::size_t> max_section_bytes;
  std::optional<std::size_t> max_attributes;
  OnLimit on_limit = OnLimit::text;
  bool stats = false;
  bool fail_if_nothing = false;  ///< -e
  bool strict = false;
  ColorChoice color = ColorChoice::automatic;
  bool json = false;

  // filter; tools has some of it
  FilterOptions filter;
  std::vector<std::string> hide;
  Pairs hide_between;
  std::vector<std::string> unwrap;
  std::vector<std::string> record;
  bool events = false;
  std::string sections_file;  ///< empty: not asked for

  // tools, thoughts
  ToolOptions tools;
  std::vector<std::string> tags;  ///< none: the library's own
  Pairs tags_between;
  CallBody body = CallBody::automatic;  ///< of all calls
  std::string tools_file;               ///< tools, parse; empty: not asked for
  std::vector<ToolSchema> schemas;      ///< what stands in it: whoever reads it puts it here
  ThoughtOptions thoughts;
  std::string task_id;
  std::string context_id;
  std::optional<std::size_t> max_snapshot_bytes;

  ParseOptions parse;
  std::string tool_choice = "auto";  ///< auto, none, required, or the name of a tool
  std::string prompt_tail;
  std::optional<WireForm> to;
  wire::ReasoningField reasoning_field = wire::ReasoningField::reasoning_content;
  std::string format_file;  ///< parse, dialects; empty: not asked for; what stands in it is put
                            ///< into `parse`, as the dialect of `model` is
  std::string model;        ///< the same; empty: not asked for
  std::optional<GrammarKind> grammar;  ///< dialects
  std::string guess_file;              ///< dialects; these are empty if they are not asked for
  std::string template_file;
  std::string import_file;

  // show
  bool raw = false;
  std::size_t pace = 0;   ///< milliseconds after each piece
  std::string html_file;  ///< empty: not asked for

  // extract
  ExtractOptions extract;
  bool jsonl = false;
  bool flat = false;
  bool content = false;  ///< with flat: the content as well; else: that of all depths
  std::string write_to;  ///< a folder for contents; empty: not asked for
  std::string path_from;
  bool force = false;
  bool pretty = false;
  bool diagnostics = false;

  std::optional<std::string> name;  ///< inner: of a tag; dialects: of a row; help: of a command
  bool man = false;                 ///< help
  bool markdown = false;            ///< help, dialects
  std::optional<Shell> shell;       ///< completions
};

// What arguments ask of the library, which checks it. No input or output happens here.

/// @error bad_option — no rule at all
[[nodiscard]] Result<FilterOptions> filter_options(const Arguments& arguments);
[[nodiscard]] ToolOptions tool_options(const Arguments& arguments);
[[nodiscard]] ThoughtOptions thought_options(const Arguments& arguments);
[[nodiscard]] ExtractOptions extract_options(const Arguments& arguments);
/// @error bad_option — nothing says what to read, or a name is unknown: the message gives those
///                     that are close to it
[[nodiscard]] Result<ParseOptions> parse_options(const Arguments& arguments);
/// What stands in front of the reader with --snapshots.
[[nodiscard]] Snapshots snapshots_of(const Arguments& arguments);
/// What is wrong with the words about the input, if anything is. Puts a --field into the pointer.
[[nodiscard]] std::optional<Error> check_input(Arguments& arguments);

}  // namespace tagstream::cli
