// Sentences about what a reader does by a format, beyond what the lines show. qwen3 has the lines
// `<|im_start|>assistant\nANSWER<|im_end|>` and `ANSWER<|endoftext|>`, from which follows:
//
//   Taken out wherever it stands in text: `<|im_end|>`, `<|endoftext|>`.
//
// The sentences are made from the compiled format, which the reader uses as well, so they can't
// differ from what it does.

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "dialects/format_of.hpp"
#include "dialects/inferences.hpp"
#include "dialects/spelling.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

std::string shown(std::string_view marker) { return in_backticks(notation::written(marker)); }

std::string shown(const WordList& words) {
  std::string text;
  for (std::string_view word : words) text += (text.empty() ? "" : ", ") + shown(word);
  return text;
}

// The keys that a format spells in its own way.
WordList own_keys(const JsonKeys& keys) {
  WordList all;
  for (std::string_view key : {keys.name, keys.arguments, keys.id}) {
    if (!key.empty()) all.add(key);
  }
  return all;
}

// Collects the sentences about a format. Each function adds those about one part.
class Inferences {
 public:
  std::vector<std::string> of(const FamilyFormat& format) {
    if (format.reasoning != nullptr) add_reasoning(*format.reasoning);
    if (format.tools != nullptr) {
      for (const CallFormat& call : format.tools->calls) {
        if (!call.open.empty()) add_call(call);
      }
      add_tools(*format.tools);
    }
    if (!format.tools_known.empty()) say("If no tools are offered, those of the list count.");
    if (!format.drop.empty())
      say("Taken out wherever it stands in text: " + shown(format.drop) + '.');
    return std::move(all_);
  }

 private:
  void say(std::string_view sentence) { all_.emplace_back(sentence); }
  void say_once(std::string_view sentence) {
    if (std::find(all_.begin(), all_.end(), sentence) == all_.end()) say(sentence);
  }

  void add_reasoning(const ReasoningFormat& format) {
    if (format.open.size() > 1 && format.close.size() > 1)
      say("Each opener of reasoning ends at any of its closers.");
    for (std::string_view name : format.unwrap)
      say("The tag " + shown('<' + std::string(name) + '>') + " around the answer is taken out.");
    if (!format.drop.empty())
      say("Markers around the answer, taken out: " + shown(format.drop) + '.');
    const HeaderFormat& header = format.header;
    if (!header.is_given()) return;
    say("Words between " + shown(header.start) + " and " + shown(header.message) +
        " are the header of a message; its text ends at " + shown(header.close) + '.');
    if (!header.ends_before.empty())
      say("A header also ends before " + shown(header.ends_before) + ", whatever its words are.");
    if (header.starts_inside) say("The answer begins inside a header.");
    if (header.bare_is_reasoning) say("A message whose header has no recipient is reasoning.");
  }

  // The sentences about one way to write a call: where it counts, how it ends, its name and its
  // body.
  void add_call(const CallFormat& call) {
    const std::string open = shown(call.open);
    if (call.names_tag) say("A tag is a call only if it is the name of a tool that is offered.");
    if (call.is_leading && !call.follows_name)
      say("A call that begins with " + open + " counts only where no text came before.");
    if (call.opens_with_fence()) say("Calls in a fence count only where that is the whole answer.");
    if (call.follows_name)
      say("A call that begins with its name counts only where no text came before, and only if the "
          "tool is offered.");
    if (!call.is_leading && call.shared == 1)
      say("The opener " + open + " has the first bracket with it: its words alone open nothing.");
    if (!call.is_leading && call.shared > 1)
      say("The opener " + open + " has the code fence with it: its words alone open nothing.");
    if (call.is_literal) say("Not a tag, as it does not close like one: " + open + '.');
    if (call.close.empty()) say("A call that " + open + " opens ends where its value ends.");
    add_name(call.name);
    if (!(call.keys == known_keys))
      say_once("Counts before other keys that say the same: " + shown(own_keys(call.keys)) + '.');
    if (call.body == CallBody::json_by_name) say("Each object has one key: the tool's name.");
    if (call.body == CallBody::json_lines) say("One call follows the other, with blanks between.");
    if (call.body == CallBody::text && !call.name.separator.empty())
      say("The text is the argument " + shown(call.argument) +
          ", unless the tool has but one, or the text is an object of arguments.");
    if (!call.string_is.empty())
      say_once("Arguments that are a string are the argument " + shown(call.string_is) +
               ", unless the tool has but one, or the string holds an object.");
    if (call.end_closes) say_once("The end of the text closes a call, too.");
    if (call.body == CallBody::xml) add_elements(*call.shape);
    if (call.body == CallBody::pythonic && !call.pythonic->after.empty())
      say(shown(call.pythonic->after) + " stands after each name, and is not of it.");
    if (call.body == CallBody::pythonic && call.pythonic->has_name_in_front())
      say(shown(call.pythonic->callee) +
          " stands for every tool: its name stands before the code.");
  }

  void add_name(const CallNameFormat& name) {
    if (!name.prefix.empty()) say(shown(name.prefix) + " at the beginning of a name is cut off.");
    if (!name.before.empty()) say(shown(name.before) + " must stand before the name.");
    if (!name.kind.empty())
      say(shown(name.kind) + " and " + shown(name.separator) + " may stand before the name.");
    if (!name.separator.empty() && !name.needs_separator)
      say(shown(name.separator) + " after the name may be missing where `{` follows.");
    if (!name.then.empty()) say("May follow the name, in any order: " + shown(name.then) + '.');
    if (name.is_id) say("The name with its number is the id of the call.");
  }

  void add_elements(const XmlShape& shape) {
    if (shape.trims_line_ends) say("A value loses one line end on each side.");
    if (!shape.string_attribute.empty())
      say("The attribute " + shown(shape.string_attribute) + " says whether a value is a string.");
    if (!shape.prefix.empty())
      say("Values nest, in tags with " + shown(shape.prefix) + " before them.");
    if (shape.takes_cdata) say("A value may stand in CDATA.");
    if (shape.is_lines())
      say("A line that does not begin with a word and " + shown(shape.values[0].open) +
          " goes on with the value before it.");
    if (shape.separators[0].empty()) return;
    say("May follow the name: " + shown(shape.separators[0]) + '.');
  }

  void add_tools(const ToolFormat& format) {
    if (!format.wrap_open.empty())
      say("The wrapper around calls may be missing: " + shown(format.wrap_open) + '.');
    const char separator = format.calls[0].separator;
    if (separator != 0)
      say("Between two calls stands " + shown(std::string_view(&separator, 1)) + '.');
    if (!format.header.is_given()) return;
    say("A message whose header names a recipient is a call.");
    if (format.header_body.body == CallBody::xml) add_elements(*format.header_body.shape);
  }

  std::vector<std::string> all_;
};

}  // namespace

std::vector<std::string> inferences(const Dialect& dialect) {
  return Inferences().of(format_of(dialect));
}

std::vector<std::string> inferences_of(const FamilyFormat& format) {
  return Inferences().of(format);
}

}  // namespace tagstream
