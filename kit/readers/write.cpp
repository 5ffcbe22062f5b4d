#include "tagstream/write.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "dialects/family.hpp"
#include "json/json_equal.hpp"
#include "machine/program.hpp"
#include "options/family_behind.hpp"
#include "options/read_back.hpp"
#include "tagstream/json_tree.hpp"
#include "write/markers.hpp"
#include "write/message_writer.hpp"

// Writes a message as a family of models does, but only if the text is read as the same message.
// Each text is read again. If the reader finds another message, the next alternative of the family
// is tried. {"tool_calls": [{"name": "f", "arguments": {"a": 1}}]} by hermes:
//
//   <tool_call>
//   {"name": "f", "arguments": {"a": 1}}
//   </tool_call>
//
// The content `a <tool_call> b` can't be written: "the content holds `<tool_call>`, a marker of the
// format".

namespace tagstream {

namespace {

constexpr char nothing_to_write_by[] = "nothing to write by: give a dialect, a model or a format";

Error refusal(std::string sentence) { return {Code::bad_option, 0, std::move(sentence)}; }

constexpr std::size_t most_shown = 80;  // bytes of a text in a message

// Says, in a sentence for people, why a message would not be read as it was written.
class Explanation {
 public:
  Explanation(const notation::Family& family, const SchemaTable& schemas, const Message& written,
              const Message& read)
      : family_(family), schemas_(schemas), markers_(family), written_(written), read_(read) {}

  [[nodiscard]] std::string of(Difference what) const {
    if (what == Difference::reasoning) return of_reasoning();
    if (what == Difference::content) return of_content();
    for (std::size_t i = 0; i < written_.tool_calls.size(); ++i) {
      if (i >= read_.tool_calls.size() || written_.tool_calls[i].name != read_.tool_calls[i].name) {
        return of_missing(written_.tool_calls[i]);
      }
      std::string sentence = of_arguments(written_.tool_calls[i], read_.tool_calls[i].arguments);
      if (!sentence.empty()) return sentence;
    }
    return with_marker(written_.content, "the content", "would be read as a call");
  }

 private:
  // Names the first marker of the format in `text` as the cause. If there is none, says
  // `otherwise`.
  [[nodiscard]] std::string with_marker(std::string_view text, const std::string& what,
                                        const std::string& otherwise) const {
    const std::string_view marker = markers_.words_in(text);
    if (marker.empty()) return what + ' ' + otherwise;
    return what + " holds " + in_backticks(marker) + ", a marker of the format";
  }

  [[nodiscard]] std::string of_reasoning() const {
    const std::string_view text = written_.reasoning;
    if (trimmed(text) == trimmed(read_.reasoning)) {
      return family_.subject() + " can't write the blanks at the ends of the reasoning";
    }
    if (trimmed(text).empty()) {
      return with_marker(written_.content, "the content", "would be read as reasoning");
    }
    return with_marker(text, "the reasoning",
                       "would be read as " + in_backticks(in_short(read_.reasoning, most_shown)));
  }

  [[nodiscard]] std::string of_content() const {
    if (!read_.tool_call_errors.empty()) {
      return with_marker(written_.content, "the content",
                         "would be read as the beginning of a call");
    }
    if (trimmed(written_.content) == trimmed(read_.content)) {
      return family_.subject() + " can't write the blanks at the ends of the content";
    }
    return with_marker(written_.content, "the content",
                       "would be read as " + in_backticks(in_short(read_.content, most_shown)));
  }

  // A call was lost, or the text gives another one in its place. The first cause that fits is
  // named: a marker in the content; a tag that is a call only if a tool is named so
  // (`<f><a>x</a></f>` in `cline`); content in a format that has room for calls alone (`json`); a
  // marker in the arguments.
  [[nodiscard]] std::string of_missing(const ToolCall& call) const {
    const bool has_words = !markers_.words_in(written_.content).empty();
    if (has_words) return with_marker(written_.content, "the content", "");
    const std::string what = "the call of " + in_backticks(call.name);
    const bool is_marked_by_name =
        std::ranges::any_of(family_.ways(notation::Role::call), [](notation::View way) {
          const std::string before = first_text(way);
          const bool is_first = leaves(way)[before.empty() ? 0 : 1].word == notation::Word::name;
          return is_first && (trimmed(before).empty() || before == "<");
        });
    const bool takes_schema = is_marked_by_name || !schemas_.empty();
    if (takes_schema && !has_schema(call.name)) {
      return what + " would not be read as one without a schema of the tool";
    }
    if (!trimmed(written_.content).empty() && read_.tool_calls.empty()) {
      return family_.subject() + " can't write content before its calls";
    }
    return with_marker(call.arguments, what, "would not be read as one");
  }

  // Names the first argument that would have another value. In a format that writes values bare,
  // `<a>1</a>` is the string "1" unless a schema says that `a` is a number. So the sentence about
  // {"a": 1} asks for a schema of the tool.
  [[nodiscard]] std::string of_arguments(const ToolCall& call, const std::string& read) const {
    if (is_same_json(call.arguments, read)) return {};
    JsonTree wanted;
    JsonTree got;
    const std::string of_call = "the arguments of " + in_backticks(call.name);
    if (wanted.read(call.arguments) || got.read(read))
      return of_call + " would be read as " + in_short(read, most_shown);
    for (const JsonTree::Member& member : wanted.members(JsonTree::root)) {
      const std::string_view value = wanted.literal(member.value);
      const auto found = got.find(JsonTree::root, member.key);
      if (found && is_same_json(value, got.literal(*found))) continue;
      const std::string what =
          "the argument " + in_backticks(member.key) + " of " + in_backticks(call.name);
      const bool is_string = wanted.is(member.value, JsonTree::Kind::string);
      const bool became_one = found && got.is(*found, JsonTree::Kind::string);
      if (!is_string && became_one && notation::has_bare_values(family_)) {
        return what + " is not a string: " +
               (has_schema(call.name) ? "its schema does not say so, and it would be read as one"
                                      : "without a schema of the tool it would be read as one");
      }
      if (!found) return with_marker(value, what, "would be lost");
      const bool needs_schema =
          !is_string && !has_schema(call.name) && notation::has_bare_values(family_);
      return with_marker(value, what,
                         "would be read as " + in_short(got.literal(*found), most_shown) +
                             (needs_schema ? " without a schema of the tool" : ""));
    }
    return of_call + " would be read as " + in_short(read, most_shown);
  }

  [[nodiscard]] bool has_schema(std::string_view tool) const {
    return schemas_.find(tool) != nullptr;
  }

  const notation::Family& family_;
  const SchemaTable& schemas_;
  notation::Markers markers_;
  const Message& written_;
  const Message& read_;
};

// True if another alternative of the format may help. If the part that differs is empty, there is
// nothing to write in another way.
bool has_ways(const notation::Family& family, const Message& message, Difference what) {
  if (what == Difference::calls) return !message.tool_calls.empty();
  if (what == Difference::reasoning) return !message.reasoning.empty();
  return !message.content.empty() && !family.ways(notation::Role::content).empty();
}

// Only the part that differs is written in another way; the other parts keep theirs.
void advance(notation::Picks& picks, Difference what) {
  if (what == Difference::calls) ++picks.call;
  if (what == Difference::reasoning) ++picks.reasoning;
  if (what == Difference::content) ++picks.content;
}

}  // namespace

Result<std::string> write(const Message& message, const Rules& rules) {
  const Options& options = rules.options();
  const Result<notation::Family> family = family_behind(options, nothing_to_write_by);
  if (!family) return family.error();
  const ToWrite views(message);
  notation::MessageToWrite to_write = views.message();
  to_write.starts_in_reasoning =
      options.start_in_reasoning || family->has(notation::Option::starts_in_reasoning);
  notation::Picks picks;
  std::string why_not;
  // The call of `f` with {"a": 1} in qwen3_coder, without tools: the first text is
  // `<function=f>\n<parameter=a>\n1\n…`, which is read as {"a": "1"}. The second one has the call
  // as JSON and is read as the same message. If none is, the caller gets the reason of the first
  // failure.
  while (true) {
    Result<std::string> text = notation::write_message(*family, to_write, picks);
    if (!text) return why_not.empty() ? text.error() : refusal(std::move(why_not));
    const Message read = tagstream::read(*text, rules);
    Difference what = difference(message, read, options.trim ? Edges::trimmed : Edges::exact);
    // A call that failed where none was written: its words stand in the content, or reach into it.
    const bool has_failed = !read.tool_call_errors.empty();
    if (what == Difference::none && has_failed) what = Difference::content;
    if (what == Difference::none) return text;
    if (why_not.empty())
      why_not = Explanation(*family, rules.program()->calls.schemas, message, read).of(what);
    if (!has_ways(*family, message, what)) return refusal(std::move(why_not));
    advance(picks, what);
  }
}

Result<std::string> write(const Message& message, Options options) {
  if (options.dialect.empty() && options.model.empty() && options.format.empty()) {
    return refusal(nothing_to_write_by);
  }
  const Result<Rules> rules = Rules::make(std::move(options));
  if (!rules) return rules.error();
  return write(message, *rules);
}

}  // namespace tagstream
