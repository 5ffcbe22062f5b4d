#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/failure.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"
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

/// Whose shapes are written instead of our own.
enum class Owner { openai, anthropic, thought_stream };

/// In which language a grammar is printed.
enum class GrammarLanguage { lark, gbnf };

/// Whose completions are wanted.
enum class Shell { bash, zsh, fish };

// The words of these, and of what the library has no words for; "unknown" after the last.
[[nodiscard]] const char* to_string(InputForm form) noexcept;
[[nodiscard]] const char* to_string(Owner owner) noexcept;
[[nodiscard]] const char* to_string(GrammarLanguage language) noexcept;
[[nodiscard]] const char* to_string(Shell shell) noexcept;
[[nodiscard]] const char* to_string(ColorChoice choice) noexcept;

/// What the words of a command line say. The tables fill it: which fields a command has, its table
/// says.
struct Arguments {
  // what is read, and how: the library's options
  Options options;
  std::string options_file;  ///< these are empty if they are not asked for
  std::string format_file;
  std::string tools_file;
  std::string prompt_tail_file;

  // of all that read a text
  std::vector<std::string> files;  ///< none: standard input
  InputForm from = InputForm::text;
  wire::Api api = wire::Api::automatic;
  bool snapshots = false;  ///< each event, or line of text, has all of the text so far
  std::optional<std::size_t> max_event_bytes;
  std::string pointer;            ///< jsonl: to the text
  bool has_pointer = false;       ///< it was given; "" is one, too
  std::string field;              ///< the same as a path; empty: not given
  std::vector<std::string> keep;  ///< jsonl: fields to copy
  std::size_t jobs = 1;           ///< jsonl: threads
  bool with_filename = false;
  bool no_filename = false;
  bool list = false;           ///< only the names of files in which something is found
  std::size_t chunk_size = 0;  ///< bytes per feed; 0: as the input comes
  bool no_finish = false;
  bool stats = false;
  bool fail_if_nothing = false;  ///< -e
  bool strict = false;
  ColorChoice color = ColorChoice::automatic;

  // how it is printed
  bool text = false;
  bool events = false;
  bool json = false;
  std::optional<Owner> to;
  bool explain = false;
  std::string sections_file;  ///< empty: not asked for
  wire::ReasoningField reasoning_field = wire::ReasoningField::reasoning_content;
  std::string task_id;
  std::string context_id;

  // show
  bool raw = false;
  std::size_t pace = 0;   ///< milliseconds after each piece
  std::string html_file;  ///< empty: not asked for

  // extract, inner
  ExtractOptions extract;
  bool flat = false;
  bool content =
      false;  ///< --content: with --flat the content of each tag, too; else that of all depths
  std::string write_to;  ///< a folder for contents; empty: not asked for
  std::string path_from;
  bool force = false;
  bool pretty = false;

  // dialects, guess
  std::optional<GrammarLanguage> grammar;
  std::string template_file;  ///< empty: not asked for
  std::string import_file;

  std::optional<std::string> name;  ///< inner: of a tag; dialects: of a row; help: of a command
  bool man = false;                 ///< help
  bool markdown = false;            ///< help, dialects
  std::optional<Shell> shell;       ///< completions
};

/// `max_tag_bytes` as the command line has it: `--max-tag-bytes`.
[[nodiscard]] std::string flag_of(std::string_view option);

/// A sentence of the library in which options are named as they are written here: `--tools`, not
/// `tools`.
[[nodiscard]] std::string with_flags(std::string_view sentence);

/// What the library says of an option, in the program's words: "what is wrong: --option".
[[nodiscard]] std::string said_of_option(const Arguments& arguments, std::string_view message);

/// The same of an option that a file of options has.
[[nodiscard]] std::string said_of_file(const std::string& file, std::string_view message);

/// What the options say to read by. Throws Failure.
[[nodiscard]] Rules rules_of(const Arguments& arguments, const Options& options);
[[nodiscard]] inline Rules rules_of(const Arguments& arguments) {
  return rules_of(arguments, arguments.options);
}

/// Reads the files that options name: --format-file, --tools-file, --prompt-tail-file.
void read_option_files(Arguments& arguments);

/// What is wrong with the words about the input, if anything is. Puts a --field into the pointer.
[[nodiscard]] std::optional<Error> check_input(Arguments& arguments);

}  // namespace tagstream::cli
