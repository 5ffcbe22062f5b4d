#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flags.hpp"
#include "io/failure.hpp"
#include "io/input.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/wire/piece.hpp"

namespace tagstream::cli {

/// The form of the input.
enum class InputForm {
  text,
  sse,     ///< what a server streams: server-sent events
  ndjson,  ///< what a server streams: a payload in each line
  jsonl,   ///< records: an answer in each line
};

/// True for the forms that a server streams.
[[nodiscard]] constexpr bool is_stream(InputForm form) {
  return form == InputForm::sse || form == InputForm::ndjson;
}

/// Whose shapes the output has instead of the program's own.
enum class Owner { openai, anthropic, thought_stream };

/// The language in which a grammar is printed.
enum class GrammarLanguage { lark, gbnf };

/// The shell for which a script of completions is wanted, or the words that may come next.
enum class Shell { bash, zsh, fish, words };

// The words of these enumerators, and of some for which the library has none; "unknown" after the
// last.
[[nodiscard]] const char* to_string(InputForm form) noexcept;
[[nodiscard]] const char* to_string(Owner owner) noexcept;
[[nodiscard]] const char* to_string(GrammarLanguage language) noexcept;
[[nodiscard]] const char* to_string(Shell shell) noexcept;
[[nodiscard]] const char* to_string(ColorChoice choice) noexcept;

/// The values that a command line gives. The tables of options fill the fields; the table of a
/// command says which options, and so which fields, the command has.
struct Arguments {
  // the library's options: what is read, and how
  Options options;
  std::string options_file;                            ///< empty: not asked for
  std::vector<std::string> in_options_file;            ///< the options that it alone gives
  std::map<std::string_view, std::string> text_files;  ///< --tools-file: the file of `tools`

  // of all commands that read a text
  std::vector<std::string> files;  ///< if empty: standard input
  InputForm from = InputForm::text;
  bool has_from = false;  ///< it is given
  wire::Api api = wire::Api::automatic;
  bool snapshots = false;  ///< each event, or line of text, has all of the text so far
  std::optional<std::size_t> max_event_bytes;
  std::optional<std::string> pointer;  ///< jsonl: to the text; "" is the whole record
  std::string field;                   ///< the pointer as a path; empty: not given
  std::vector<std::string> keep;       ///< jsonl: fields to copy
  std::size_t jobs = 1;                ///< jsonl: threads
  bool with_filename = false;
  bool no_filename = false;
  bool list = false;           ///< only the names of files in which something is found
  std::size_t chunk_size = 0;  ///< bytes per feed; 0: as the input comes
  bool no_finish = false;
  bool stats = false;
  bool fail_if_nothing = false;  ///< -e
  bool strict = false;
  bool quiet = false;  ///< no notes, only errors
  ColorChoice color = ColorChoice::automatic;

  // how it is printed
  bool text = false;
  bool events = false;
  bool json = false;
  bool summary = false;
  std::optional<Owner> to;
  bool explain = false;
  std::string sections_file;  ///< empty: not asked for
  std::optional<wire::ReasoningField> reasoning_field{};
  std::string task_id;
  std::string context_id;

  // show
  bool raw = false;
  std::size_t pace = 0;   ///< milliseconds after each piece
  std::string html_file;  ///< empty: not asked for

  // extract, inner
  ExtractOptions extract;
  bool flat = false;
  bool content = false;  ///< of every tag: of all depths, and with --flat
  std::string write_to;  ///< a folder for contents; empty: not asked for
  std::string path_from;
  bool force = false;
  bool pretty = false;

  // dialects, guess
  std::optional<GrammarLanguage> grammar;
  std::string template_file;  ///< empty: not asked for
  std::string import_file;

  std::optional<std::string> name;  ///< inner: of a tag; dialects: of a row; help: of a command
  std::optional<Shell> shell;       ///< completions
};

/// The error for two options, or words, of which only one may be given.
[[nodiscard]] std::string exclude_each_other(std::string_view one, std::string_view other);

/// A sentence and the place that it is about, such as a flag: "what is wrong: --option; did you
/// mean `x`?". If the sentence has a colon, the place stands in parentheses.
[[nodiscard]] std::string said_with_place(std::string_view what, std::string_view place);

/// A sentence of the library about an option, in the program's words: "what is wrong: --option".
[[nodiscard]] std::string said_of_option(const Arguments& arguments, std::string_view message);

/// The same for an option that stands in a file of options.
[[nodiscard]] std::string said_of_file(const std::string& file, std::string_view message);

/// The rules to read by. Throws Failure.
[[nodiscard]] Rules rules_of(const Arguments& arguments);

/// The result of `read` for the bytes of a file; "-" is standard input. Throws Failure with the
/// mistake and the name of the file.
template <class Read>
[[nodiscard]] auto in_file(const std::string& path, Read read) {
  const std::string text = read_all(path);
  const std::string name = path == "-" ? "standard input" : path;
  if (text.empty()) throw Failure(exit_usage, "the file is empty: " + name);
  auto value = read(text);
  if (value) return *std::move(value);
  throw Failure(exit_usage, said_of_file(name, value.error().message));
}

/// Sets the options whose text stands in a file: --tools-file sets `tools`. Throws Failure.
void read_text_files(Arguments& arguments);

/// Turns --field into the pointer. Throws Failure if the options about the input are wrong.
void check_input(Arguments& arguments);

}  // namespace tagstream::cli
