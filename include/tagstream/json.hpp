#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/diagnostic.hpp"
#include "tagstream/tree.hpp"

namespace tagstream {

struct Advice;
class CallIds;
class Dialect;
struct Event;
struct Guess;
struct Message;
struct Stats;

/// The functions below append one compact JSON object without a line end, as the program prints it.
/// Fields have their names of C++; of an event those of the accessors (`arguments`, `raw_tag`), and
/// of a span `start` and `end`. A field without a value is left out. Offsets are bytes of the
/// stream. The output is always valid UTF-8: an invalid byte sequence becomes U+FFFD.
/// docs/events.md has all fields.

/// Writes an event.
/// @param ids  gives calls their ids; null: a call has only the id that the model wrote, if any
void to_json(std::string& out, const Event& event, CallIds* ids = nullptr);

/// Writes a message. `content` is always there; empty lists are left out.
void to_json(std::string& out, const Message& message);

/// Writes a message as an assistant's message of chat completions: content (null if there are calls
/// and only blanks beside them), reasoning, tool_calls. The last two are left out if they are
/// empty: OpenAI refuses an empty list.
/// @param reasoning_names  the names of the members that get the reasoning
void to_openai_json(std::string& out, const Message& message,
                    const std::vector<std::string_view>& reasoning_names = {"reasoning_content"});

/// Writes a thought as an event object of thought streams. @param event  of kind `thought`
/// @param task_id, context_id  of the caller; the library has no such ids
void to_thought_stream(std::string& out, const Event& event, std::string_view task_id = {},
                       std::string_view context_id = {});

/// Writes a tag with all tags inside it.
/// @cost  no recursion; the content of a tag is written once for each tag around it, so the output
///        grows with depth times size
void to_json(std::string& out, const Tag& tag);

/// Writes a tree: `tags`, each as above, and `diagnostics`. Tags deeper than 16 are written without
/// content, so that the output stays within a constant multiple of the text.
void to_json(std::string& out, const Tree& tree);

/// Writes a tag without its children, and with its content only if `with_content`.
/// @param indices_before  is added to the indices, for a tree that continues other trees
void flat_to_json(std::string& out, const Tag& tag, bool with_content,
                  std::size_t indices_before = 0);

/// Writes a diagnostic of a tree.
void to_json(std::string& out, const Diagnostic& diagnostic);
/// Writes the counters of a reader.
void to_json(std::string& out, const Stats& stats);

/// Writes a dialect: its name, aliases, text, sources, evidence, and the rules that follow from the
/// text.
void to_json(std::string& out, const Dialect& dialect);

/// Writes a guess: the names of its dialects, whether it is certain, its evidence, and whether
/// answers start in reasoning.
void to_json(std::string& out, const Guess& guess);

/// Writes an advice: `options`, an object that `Options::from_json` takes, and `finds`.
void to_json(std::string& out, const Advice& advice);

/// The same as a text of its own: `to_json(message)`. @cost as above, and one string
template <class T>
requires requires(std::string& out, const T& value) { to_json(out, value); }
[[nodiscard]] std::string to_json(const T& value) {
  std::string out;
  to_json(out, value);
  return out;
}

}  // namespace tagstream
