#include "options/read_back.hpp"

#include <utility>

#include "base/text.hpp"
#include "dialects/template.hpp"
#include "json/json_equal.hpp"
#include "write/call_writer.hpp"

// Tries a user's own format: each line of the format writes a message, which is read again. The
// format `<t>{"name": STRING}</t>` is refused, since it writes the call of `tell_user` without
// quotes:
//
//   written   <t>{"name": It may rain.}</t>
//   read      content, no call
//   refused   this is not read as it is written: ... holds 1 call, and the reader finds no call
//
// Two calls are tried: `plan_trip` has a string, a number and an object with both, `tell_user` has
// one string. If a line can write only one of them, that one decides. A line that repeats calls
// must write both.

namespace tagstream {

namespace {

using notation::Picks;
using notation::Role;
using notation::Word;

bool is_same_call(const ToolCall& a, const ToolCall& b) {
  return a.name == b.name && is_same_json(a.arguments, b.arguments);
}

ToolCall call_to(std::string tool, std::string arguments) {
  ToolCall call;
  call.name = std::move(tool);
  call.arguments = std::move(arguments);
  return call;
}

std::string counted(std::size_t number, std::string_view what) {
  if (number == 0) return "no " + std::string(what);
  return std::to_string(number) + ' ' + std::string(what) + (number == 1 ? "" : "s");
}

std::string shown_call(const ToolCall& call) {
  return "the call " + in_backticks(call.name + ' ' + call.arguments);
}

// The part that differs, as it was written and as it was read: the reasoning, the content, the
// first call that differs, or the numbers of calls.
std::pair<std::string, std::string> differing(const Message& written, const Message& read,
                                              Difference what) {
  if (what == Difference::reasoning) {
    return {"the reasoning " + in_backticks(written.reasoning), in_backticks(read.reasoning)};
  }
  if (what == Difference::content) {
    return {"the content " + in_backticks(written.content), in_backticks(read.content)};
  }
  if (read.tool_calls.size() != written.tool_calls.size()) {
    return {counted(written.tool_calls.size(), "call"), counted(read.tool_calls.size(), "call")};
  }
  std::size_t first = 0;
  while (is_same_call(read.tool_calls[first], written.tool_calls[first])) ++first;
  return {shown_call(written.tool_calls[first]), shown_call(read.tool_calls[first])};
}

// The text of a template between two placeholders, empty if the second does not follow the first.
std::string text_between(notation::View way, Word first, Word second) {
  std::string text;
  bool has_begun = false;
  for (const notation::Leaf& leaf : notation::leaves(way)) {
    if (leaf.word == second) return has_begun ? text : std::string();
    if (has_begun) text += leaf.text;
    has_begun = has_begun || leaf.word == first;
  }
  return {};
}

// Why the reader finds no call in a line, and what to write instead; empty if that is not known.
std::string cause_of(notation::View way) {
  const notation::Slot* const name = notation::find(way, Word::name);
  const notation::Slot* const text = notation::find(way, Word::string);
  const notation::Slot* const arguments = notation::find(way, Word::arguments);
  const bool is_in_object = name != nullptr && name->stand == notation::Stand::json_string;
  const bool is_value = text != nullptr && text->stand == notation::Stand::json_value;
  if (is_in_object ? text != nullptr : is_value)
    return "an object has the name as \"NAME\" and all arguments as one value: write ARGUMENTS for "
           "STRING, with the option `- a string is KEY` if they may be a string";
  if (arguments == nullptr) return {};
  if (!is_in_object && arguments->before == '"')
    return "JSON after a name stands in no quotes: write ARGUMENTS without them";
  if (is_in_object && text_between(way, Word::name, Word::arguments).find('{') != std::string::npos)
    return "the arguments stand beside the name, in no object of their own: write "
           "`\"arguments\": ARGUMENTS`";
  return {};
}

// Tries a format line by line.
class Trial {
 public:
  Trial(const notation::Family& family, const Rules& rules)
      : family_(family),
        rules_(rules),
        most_(notation::alternatives(family)),
        starts_in_reasoning_(family.has(notation::Option::starts_in_reasoning)) {
    both_.tool_calls = {call_to("plan_trip", R"({"city": "Oslo", "days": 3, )"
                                             R"("hotel": {"name": "Rose", "stars": 4}})"),
                        call_to("tell_user", R"({"text": "It may rain."})")};
    first_.tool_calls = {both_.tool_calls[0]};
    second_.tool_calls = {both_.tool_calls[1]};
    number_.tool_calls = {call_to("plan_trip", R"({"days": 3})")};
  }

  std::optional<Error> run() {
    for (std::size_t way = 0; way < most_.call && !error_; ++way) try_call({.call = way});
    for (std::size_t way = 1; way < most_.wrapper && !error_; ++way) try_call({.wrapper = way});
    const std::size_t parameters = family_.ways(Role::parameter).size();
    for (std::size_t way = 1; way < parameters && !error_; ++way) try_parameter(way);
    for (std::size_t way = 0; way < most_.reasoning && !error_; ++way) try_reasoning(way);
    for (std::size_t way = 0; way < most_.content && !error_; ++way) {
      Message message;
      message.content = content;
      try_message(message, {.content = way}, way_of(Role::content, way));
    }
    return std::move(error_);
  }

 private:
  // One alternative of a line of the format, and the place where that line begins.
  struct Way {
    notation::View text;
    notation::Place place;
  };

  static constexpr std::string_view misread = "this is not read as it is written";
  static constexpr std::string_view unwritten = "this can't be written";
  static constexpr std::string_view thought = "Let me think.";
  static constexpr std::string_view content = "It rains in Oslo.";

  // Tries both calls in one message. If the line can't write them, each call is tried alone: some
  // formats write only a single string, and some only one call a message.
  void try_call(const Picks& picks) {
    const Way line =
        picks.wrapper == 0 ? way_of(Role::call, picks.call) : way_of(Role::wrapper, picks.wrapper);
    std::string problem = "it takes other arguments";
    if (try_by(picks, both_, line, problem) && !error_) return;
    if (notation::repeated_calls(line.text).repeat != nullptr) return;
    error_.reset();
    const bool is_first = try_by(picks, first_, line, problem);
    const bool is_second = !error_ && try_by(picks, second_, line, problem);
    if (is_first || is_second) return;
    say(line, "this can't write a call", problem);
  }

  // Tries calls whose parameters are all written by this alternative. One that takes strings alone,
  // or other values alone, can write only some of them.
  void try_parameter(std::size_t way) {
    const Way line = way_of(Role::parameter, way);
    notation::Family one_way = family_;
    for (notation::Line& other : one_way.lines) {
      if (other.role == Role::parameter) other.ways = {{line.text.begin(), line.text.end()}};
    }
    for (const Message* message : {&both_, &first_, &second_, &number_}) {
      Picks picks;
      const Result<std::string> text = write(one_way, *message, picks);
      if (!text || !has(family_.ways(Role::call)[picks.call], Word::parameter)) continue;
      check(*message, *text, line);
      return;
    }
  }

  // Returns false if the line can't write the message, with the reason in `problem`. Returns true
  // if it wrote the message; `error_` is then set if the message was not read back.
  bool try_by(const Picks& picks, const Message& message, const Way& line, std::string& problem) {
    Picks taken = picks;
    const Result<std::string> text = write(message, taken);
    if (!text) problem = text.error().message;
    if (!text || taken.call != picks.call) return false;
    check(message, *text, line);
    return true;
  }

  void try_reasoning(std::size_t way) {
    const Way line = way_of(Role::reasoning, way);
    Message message;
    message.reasoning = thought;
    // A line such as `REASONING<end>` has no opener: it is read after the opener of the first line.
    const bool opens = !cut(line.text, Word::reasoning).first.empty();
    if (opens || way == 0) return try_message(message, {.reasoning = way}, line);
    // The text is written by the first line, and its closer is replaced by the one of this line.
    const Picks first{};
    Picks picks = first;
    Result<std::string> text = write(message, picks);
    if (!text) return say(line, unwritten, text.error().message);
    const Way own = way_of(Role::reasoning, picks.reasoning);
    text->resize(text->size() - text_in(cut(own.text, Word::reasoning).second).size());
    *text += text_in(cut(line.text, Word::reasoning).second);
    check(message, *text, line);
  }

  void try_message(const Message& message, Picks picks, const Way& line) {
    const Result<std::string> text = write(message, picks);
    if (!text) return say(line, unwritten, text.error().message);
    check(message, *text, line);
  }

  Result<std::string> write(const Message& message, Picks& picks) {
    return write(family_, message, picks);
  }

  Result<std::string> write(const notation::Family& family, const Message& message, Picks& picks) {
    const ToWrite views(message);
    notation::MessageToWrite to_write = views.message();
    to_write.starts_in_reasoning = starts_in_reasoning_;
    return notation::write_message(family, to_write, picks);
  }

  void check(const Message& message, const std::string& text, const Way& line) {
    Message read = tagstream::read(text, rules_);
    read.reasoning = trimmed(read.reasoning);  // a line end before the closer may be in it
    // After a call whose line ends with a line end this is content.
    const Edges edges = message.content.empty() ? Edges::trimmed : Edges::exact;
    const Difference what = difference(message, read, edges);
    if (what == Difference::none) return;
    const auto [wanted, got] = differing(message, read, what);
    say(line, misread,
        in_backticks(notation::written(text)) + " holds " + wanted + ", and the reader finds " +
            got + since(line, what, read));
  }
  static std::string since(const Way& line, Difference what, const Message& read) {
    const bool is_lost = what == Difference::calls && read.tool_calls.empty();
    const std::string cause = is_lost ? cause_of(line.text) : std::string();
    return cause.empty() ? cause : ", since " + cause;
  }

  // The alternative number `index` of all lines with this role, counted over these lines.
  [[nodiscard]] Way way_of(Role role, std::size_t index) const {
    for (const notation::Line& line : family_.lines) {
      if (line.role != role) continue;
      if (index < line.ways.size()) return {line.ways[index], line.place};
      index -= line.ways.size();
    }
    return {};
  }

  void say(const Way& line, std::string_view sentence, const std::string& reason) {
    error_ = notation::error_at(line.place, sentence, notation::written(line.text));
    error_->message += ": " + reason;
  }

  const notation::Family& family_;
  const Rules& rules_;
  Picks most_;
  bool starts_in_reasoning_;
  Message both_;
  Message first_;
  Message second_;
  Message number_;
  std::optional<Error> error_;
};

}  // namespace

Difference difference(const Message& written, const Message& read, Edges edges) {
  if (written.tool_calls.size() != read.tool_calls.size()) return Difference::calls;
  for (std::size_t i = 0; i < read.tool_calls.size(); ++i) {
    if (!is_same_call(written.tool_calls[i], read.tool_calls[i])) return Difference::calls;
  }
  if (written.reasoning != read.reasoning) return Difference::reasoning;
  const bool is_same_content = edges == Edges::exact
                                   ? written.content == read.content
                                   : trimmed(written.content) == trimmed(read.content);
  return is_same_content ? Difference::none : Difference::content;
}

ToWrite::ToWrite(const Message& message)
    : reasoning_(message.reasoning), content_(message.content) {
  for (const ToolCall& call : message.tool_calls) {
    calls_.push_back({call.id, call.name, call.arguments});
  }
}

std::vector<ToolSchema> tools_to_try() {
  const InsideSchema hotel{
      .properties = {{"name", ValueTypes::string}, {"stars", ValueTypes::integer}}};
  return {{"plan_trip",
           {{"city", ValueTypes::string},
            {"days", ValueTypes::integer},
            {"hotel", ValueTypes::object, 0}},
           {hotel}},
          {"tell_user", {{"text", ValueTypes::string}}}};
}

std::optional<Error> try_format(const notation::Family& family, const Rules& rules) {
  return Trial(family, rules).run();
}

}  // namespace tagstream
