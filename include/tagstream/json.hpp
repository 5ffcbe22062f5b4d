#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/diagnostic.hpp"
#include "tagstream/tree.hpp"

namespace tagstream {

class CallIds;
class Dialect;
struct Event;
struct Guess;
struct Message;
struct Stats;

/// What follows appends one compact JSON object without a line end, as the program prints it. Names
/// of fields are those of C++; a field without a value is left out. Offsets are bytes of the
/// stream. The output is valid UTF-8, whatever the text: each byte sequence that is not becomes
/// U+FFFD. docs/events.md has all fields.

/// An event.
/// @param ids  gives calls their ids; null: a call has the id that the model wrote, if any
void to_json(std::string& out, const Event& event, CallIds* ids = nullptr);

/// A message: `content` is always there, empty lists are left out.
void to_json(std::string& out, const Message& message);

/// The same as an assistant's message of chat completions: content (null if only blanks stand
/// beside calls), reasoning, tool_calls.
/// @param reasoning_names  the members that have the reasoning
void to_openai_json(std::string& out, const Message& message,
                    const std::vector<std::string_view>& reasoning_names = {"reasoning_content"});

/// A thought as an event object of thought streams. @param event  of kind `thought`
/// @param task_id, context_id  the library knows none
void to_thought_stream(std::string& out, const Event& event, std::string_view task_id = {},
                       std::string_view context_id = {});

/// A tag with everything in it.
/// @cost  nothing recurses; the content of a tag is there once for each tag around it, so the
///        output grows with depth times size
void to_json(std::string& out, const Tag& tag);

/// All that was extracted: `tags`, each as above, and `diagnostics`. Tags deeper than 16 have no
/// content of their own, so that the output stays within a constant multiple of the text.
void to_json(std::string& out, const Tree& tree);

/// A tag alone: no children, and its content only if asked for.
/// @param indices_before  is added to the indices, for a tree that continues others
void flat_to_json(std::string& out, const Tag& tag, bool with_content,
                  std::size_t indices_before = 0);

/// A remark on tags, and the counts of a reader.
void to_json(std::string& out, const Diagnostic& diagnostic);
void to_json(std::string& out, const Stats& stats);

/// Its name, aliases, text, sources, and what is inferred from the text.
void to_json(std::string& out, const Dialect& dialect);

/// The names of its dialects, whether it is certain, its evidence, and whether answers start in
/// reasoning.
void to_json(std::string& out, const Guess& guess);

}  // namespace tagstream
