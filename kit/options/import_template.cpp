// Makes the text of a format from the `response_template` of a checkpoint. A template has a start
// anchor and fields of the message. A field says which literals open and close it, and how its
// content is written. Here are an anchor and three fields, each with the line that it becomes:
//
//   "start_anchor": "<|im_start|>assistant\n"
//       <|im_start|>assistant\nANSWER
//   "thinking": {"open": "<think>", "close": "</think>"}
//       <think>REASONING</think>
//   "content": {"close": ["<|im_end|>", "eos"]}
//       - drop <|im_end|>
//   "tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "content": "json",
//                  "repeats": false}
//       <tool_call>{"name": "NAME", "arguments": ARGUMENTS}</tool_call>
//
// A format can't say that a call comes once only. So `repeats` is left out, and the caller gets its
// place: "that it comes once only: /fields/tool_calls/repeats".

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "dialects/format_of.hpp"
#include "json/json_text.hpp"
#include "options/json_complaint.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A literal of the template, and its place in the JSON.
struct Word {
  std::string text;
  Id where;
};
using Words = std::vector<Word>;

bool has(const Words& words, std::string_view text) {
  return std::any_of(words.begin(), words.end(), [&](const Word& one) { return one.text == text; });
}

class TemplateReader {
 public:
  TemplateReader(const JsonTree& tree, Complaint& complaint) : tree_(tree), complaint_(complaint) {}

  void read(Id spec) {
    if (!complaint_.expect("a response_template", tree_.is(spec, Kind::object), spec)) return;
    for (const JsonTree::Member& member : tree_.members(spec)) {
      if (member.key == "start_anchor") {
        turn_ = literals(member.value);
      } else if (member.key == "start_anchor_pattern") {
        leave_out("a regular expression", member.value);
      } else if (member.key == "fields") {
        read_fields(member.value);
      } else if (member.key == "defaults") {
        leave_out("fields of the message that are not in the text", member.value);
      } else if (member.key != "version") {
        leave_out("an unknown key", member.value);
      }
    }
    drop_around_content();
    if (complaint_.error()) return;
    if (reasoning_.open.empty() && calls_.open.empty()) {
      std::string what = "there is nothing that can be taken";
      if (!left_out_.empty()) what += "; left out is " + left_out_[0].what;
      complaint_.say(std::move(what), left_out_.empty() ? spec : left_out_[0].where);
    }
  }

  // The lines of the format. Openers and closers are paired by their index; the shorter list
  // repeats its last one. The reader takes any closer of a field for any opener, so all pairs are
  // read.
  [[nodiscard]] std::string text() const {
    std::string lines;
    add_lines(lines, reasoning_, "REASONING");
    add_lines(lines, calls_, R"({"name": "NAME", "arguments": ARGUMENTS})");
    for (const Word& word : turn_) lines += notation::escaped(word.text) + "ANSWER\n";
    if (!dropped_.empty()) lines += "- drop";
    for (const Word& word : dropped_) lines += ' ' + notation::escaped(word.text);
    return lines + (dropped_.empty() ? "" : "\n");
  }

  [[nodiscard]] std::string thoughts_text() const {
    std::string lines;
    add_lines(lines, reasoning_, "REASONING");
    return lines;
  }

  // Why the format can't work, with the place of the literal that is to blame; empty if it works.
  // `<a>` as the opener of `thinking` and of `tool_calls`: "one marker opens two things:
  // /fields/tool_calls/open".
  [[nodiscard]] std::string why_refused() const {
    for (const auto& [open, close] :
         {std::pair(&reasoning_.open, &reasoning_.close), std::pair(&calls_.open, &calls_.close)}) {
      for (const Word& word : *close) {
        if (has(*open, word.text))
          return "an opening marker closes as well: " + tree_.pointer_to(word.where);
      }
    }
    for (const Word& word : calls_.open) {
      if (has(reasoning_.open, word.text))
        return "one marker opens two things: " + tree_.pointer_to(word.where);
    }
    const Result<notation::Family> family = notation::read_family(text());
    if (!family) return "in the format that it makes " + family.error().message;
    const auto format = format_of(*family);
    if (format) return "";
    const Result<notation::Family> thoughts = notation::read_family(thoughts_text());
    const bool is_call = thoughts && format_of(*thoughts);
    return "in the format that it makes " + format.error().message + ": " +
           tree_.pointer_to((is_call && !calls_.open.empty() ? calls_ : reasoning_).open[0].where);
  }

  [[nodiscard]] std::vector<std::string> left_out() const {
    std::vector<std::string> lines;
    lines.reserve(left_out_.size());
    for (const auto& [what, where] : left_out_) {
      lines.push_back(what + ": " + tree_.pointer_to(where));
    }
    return lines;
  }

 private:
  struct LeftOut {
    std::string what;
    Id where;
  };
  struct Marks {
    Words open;
    Words close;
  };
  static void add_lines(std::string& lines, const Marks& marks, std::string_view between) {
    const std::size_t count = std::max(marks.open.size(), marks.close.size());
    for (std::size_t i = 0; i < count && !marks.open.empty(); ++i) {
      lines += notation::escaped(marks.open[std::min(i, marks.open.size() - 1)].text);
      lines += between;
      if (!marks.close.empty())
        lines += notation::escaped(marks.close[std::min(i, marks.close.size() - 1)].text);
      lines += '\n';
    }
  }
  void leave_out(std::string_view what, Id where) {
    left_out_.push_back({std::string(what), where});
  }

  void read_fields(Id fields) {
    if (!complaint_.expect("an object of fields", tree_.is(fields, Kind::object), fields)) return;
    constexpr std::array<std::string_view, 3> reasoning{"thinking", "reasoning_content",
                                                        "reasoning"};
    bool has_content = false;
    bool has_calls = false;
    for (const JsonTree::Member& field : tree_.members(fields)) {
      if (!complaint_.expect("a field", tree_.is(field.value, Kind::object), field.value)) return;
      if (is_one_of(field.key, reasoning)) {
        read_reasoning(field.value);
      } else if (field.key == "content") {
        if (std::exchange(has_content, true)) {
          leave_out("a second field of content", field.value);
        } else {
          read_content(field.value);
        }
      } else if (field.key == "tool_calls") {
        if (std::exchange(has_calls, true)) {
          leave_out("a second field of calls", field.value);
        } else {
          read_calls(field.value);
        }
      } else {
        leave_out("a field that a message does not have", field.value);
      }
    }
  }

  // The literals of a value that is a string or a list of strings. "eos" is left out: it stands for
  // the end of the text.
  Words literals(Id value) {
    Words words;
    const bool is_list = tree_.is(value, Kind::array);
    std::vector<Id> ids;
    for (const JsonTree::Member& member : tree_.members(value)) ids.push_back(member.value);
    if (!is_list) ids = {value};
    for (const Id id : ids) {
      if (!complaint_.expect("a string", tree_.is(id, Kind::string), id)) return {};
      std::string word = tree_.text(id);
      if (word.empty()) complaint_.say("a literal is empty", id);
      if (words.size() == WordList::capacity) {
        leave_out("a literal too many", id);
      } else if (word != "eos") {
        words.push_back({std::move(word), id});
      }
    }
    return words;
  }

  // The literals that open or close a field. A regular expression in their place is left out, and
  // reported as such.
  Words literals_of(Id field, std::string_view key) {
    if (const auto pattern = tree_.find(field, std::string(key) + "_pattern")) {
      leave_out("a regular expression", *pattern);
    }
    const auto value = tree_.find(field, key);
    return value ? literals(*value) : Words();
  }

  // How the content of a field is written: "text" if the field does not say.
  std::string content_of(Id field) {
    const auto content = tree_.find(field, "content");
    if (!content) return "text";
    if (!complaint_.expect("a string", tree_.is(*content, Kind::string), *content)) return {};
    return tree_.text(*content);
  }

  // Reports the keys of a field that a format has no line for. `read_calls` looks at `content_args`
  // and `transform` of calls itself.
  void check_keys(Id field, bool is_call) {
    constexpr std::array<std::string_view, 5> read{"open", "close", "content", "open_pattern",
                                                   "close_pattern"};
    for (const JsonTree::Member& member : tree_.members(field)) {
      const Id value = member.value;
      const bool is_flag = tree_.is(value, Kind::boolean);
      if (is_one_of(member.key, read)) continue;
      if (is_call && (member.key == "content_args" || member.key == "transform")) continue;
      if (member.key == "repeats") {  // the reader always reads as many as there are
        if (!is_flag || !tree_.is_true(value)) leave_out("that it comes once only", value);
      } else if (member.key == "optional") {
        if (!is_flag || !tree_.is_true(value)) leave_out("that it must be there", value);
      } else if (member.key == "join") {
        const bool is_empty = tree_.is(value, Kind::string) && tree_.text(value).empty();
        if (!is_empty) leave_out("what stands between those that come again", value);
      } else if (member.key == "content_args" || member.key == "transform" ||
                 member.key == "transform_each") {
        leave_out("a change of what is read", value);
      } else {
        leave_out("an unknown key", value);
      }
    }
  }

  void read_reasoning(Id field) {
    check_keys(field, false);
    Words open = literals_of(field, "open");
    Words close = literals_of(field, "close");
    if (content_of(field) != "text") return leave_out("reasoning that is not text", field);
    if (!reasoning_.open.empty()) return leave_out("a second field of reasoning", field);
    if (open.empty() || close.empty()) {
      return leave_out("reasoning without a literal that opens it, and one that closes it", field);
    }
    reasoning_ = {std::move(open), std::move(close)};
  }

  void read_content(Id field) {
    check_keys(field, false);
    if (content_of(field) != "text") return leave_out("content that is not text", field);
    before_content_ = literals_of(field, "open");
    after_content_ = literals_of(field, "close");
  }

  // Literals around content are markup, so the format drops them. A literal that ends content may
  // also open reasoning or calls: it then only opens them. A literal that begins content may not,
  // since nothing could tell the two apart.
  void drop_around_content() {
    for (const Word& word : before_content_) {
      if (opens_something(word.text)) {
        complaint_.say("content begins with what opens something else", word.where);
      } else {
        drop(word);
      }
    }
    for (const Word& word : after_content_) {
      if (opens_something(word.text)) {
        leave_out("an end of content that opens something else", word.where);
      } else {
        drop(word);
      }
    }
  }
  [[nodiscard]] bool opens_something(std::string_view text) const {
    return has(reasoning_.open, text) || has(calls_.open, text);
  }
  void drop(const Word& word) {
    if (dropped_.size() == WordList::capacity) return leave_out("a token too many", word.where);
    if (!has(dropped_, word.text)) dropped_.push_back(word);
  }

  void read_calls(Id field) {
    check_keys(field, true);
    Words open = literals_of(field, "open");
    Words close = literals_of(field, "close");
    if (content_of(field) != "json") {
      std::string what = "calls whose bodies are ";
      append_json_string(what, content_of(field));
      return leave_out(what, field);
    }
    if (const auto arguments = tree_.find(field, "content_args")) {
      if (!tree_.members(*arguments).empty()) return leave_out("a kind of JSON", *arguments);
    }
    const auto transform = tree_.find(field, "transform");
    if (transform && !is_call(*transform)) {
      return leave_out("calls that are not made of name and arguments in the body", *transform);
    }
    if (open.empty()) return leave_out("calls that no literal opens", field);
    calls_ = {std::move(open), std::move(close)};
  }

  // True if a transform makes a call of the JSON body as every reader would: {"function":
  // "{content}"}, or {"name": "{name}", "arguments": "{arguments}"} with any known name of a key.
  bool is_call(Id transform) {
    constexpr std::array<std::string_view, 4> names{"{name}", "{tool_name}", "{tool}",
                                                    "{function}"};
    constexpr std::array<std::string_view, 4> arguments{"{arguments}", "{parameters}", "{args}",
                                                        "{input}"};
    if (tree_.is(transform, Kind::string)) return tree_.text(transform) == "{content}";
    const auto function = tree_.find(transform, "function");
    const Id call = function ? *function : transform;
    if (tree_.is(call, Kind::string)) return tree_.text(call) == "{content}";
    const auto name = tree_.find(call, "name");
    const auto body = tree_.find(call, "arguments");
    return name && body && tree_.is(*name, Kind::string) && tree_.is(*body, Kind::string) &&
           is_one_of(tree_.text(*name), names) && is_one_of(tree_.text(*body), arguments);
  }

  const JsonTree& tree_;
  Complaint& complaint_;
  std::vector<LeftOut> left_out_;
  Marks reasoning_;
  Marks calls_;
  Words turn_;
  Words dropped_;
  Words before_content_;
  Words after_content_;
};

}  // namespace

Result<std::string> import_response_template(std::string_view json,
                                             std::vector<std::string>* left_out) {
  JsonTree tree;
  if (const auto at = tree.read(json)) return not_json(json, *at);
  Complaint complaint(tree);
  TemplateReader reader(tree, complaint);
  const auto inner = tree.find(JsonTree::root, "response_template");
  reader.read(inner ? *inner : JsonTree::root);
  if (complaint.error()) return *complaint.error();
  if (std::string wrong = reader.why_refused(); !wrong.empty()) {
    return Error{Code::bad_option, 0, std::move(wrong)};
  }
  if (left_out != nullptr) *left_out = reader.left_out();
  return reader.text();
}

}  // namespace tagstream
