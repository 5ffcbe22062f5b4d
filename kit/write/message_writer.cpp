#include "write/message_writer.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "dialects/format_of.hpp"
#include "dialects/template.hpp"
#include "write/markers.hpp"

namespace tagstream::notation {

namespace {

// Which function writes which part of {"reasoning": "Rain?", "content": "See: ", "tool_calls":
// [rain(…)]} in hermes:
//
//   write_reasoning   <think>Rain?</think>
//   write_content     See:
//   write_calls       <tool_call>\n{"name": "rain", "arguments": {"city": "Oslo", …}}\n</tool_call>
//
// In harmony each part is a message with a header of its own. The prompt ends with the beginning
// `<|start|>assistant` of the first header, so `skip_turn` leaves that out:
//
//   <|channel|>analysis<|message|>Rain?<|end|><|start|>assistant<|channel|>final<|message|>See: …

Error refusal(std::string sentence) { return {Code::bad_option, 0, std::move(sentence)}; }

// The number of alternatives of the line that has the most of them, among the lines of this role.
std::size_t most_ways(const Family& family, Role role) {
  std::size_t most = 0;
  for (const Line& line : family.lines) {
    if (line.role == role) most = std::max(most, line.ways.size());
  }
  return most;
}

// The texts before and after a placeholder, with the header of the message.
std::pair<std::string, std::string> around(View way, Word word) {
  const Template templ = headed(way);
  const auto [before, after] = cut(templ, word);
  return {text_in(before), text_in(after)};
}

// The texts around a list of calls, and the template of each; of a template that is no list they
// are empty, and it is that of each call.
struct ListOfCalls {
  bool is_list = false;
  std::string before{};
  View each;
  std::string between{};
  std::string after{};
};
ListOfCalls list_of(View templ) {
  const Repeated list = repeated_calls(templ);
  if (list.repeat == nullptr) return {.each = templ};
  return {true, text_in(headed(list.before)), list.repeat->each, list.repeat->between,
          text_in(headed(list.after))};
}

class MessageWriter {
 public:
  MessageWriter(const Family& family, const MessageToWrite& message, Picks& picks)
      : family_(family), markers_(family), message_(message), picks_(picks) {}

  Result<std::string> write() {
    if (const std::string wrong = write_reasoning(); !wrong.empty()) return refusal(wrong);
    if (const std::string wrong = write_content(); !wrong.empty()) return refusal(wrong);
    if (const std::string wrong = write_calls(); !wrong.empty()) return refusal(wrong);
    skip_turn();
    return std::move(out_);
  }

 private:
  // Each of these appends its part to `out_`, and returns an empty string. If the part can't be
  // written, it returns the sentence that says why.
  std::string write_reasoning();
  std::string write_content();
  std::string write_calls();
  std::string write_calls_by(View templ, std::vector<std::string>& texts);
  std::string marker_in(std::string_view text, const char* what) const;
  void wrap(View call, std::vector<std::string>& texts) const;
  void skip_turn();

  const Family& family_;
  Markers markers_;
  const MessageToWrite& message_;
  Picks& picks_;
  std::string out_;
};

std::string MessageWriter::marker_in(std::string_view text, const char* what) const {
  const std::string_view marker = markers_.in(text);
  if (marker.empty()) return {};
  return std::string("the ") + what + " holds " + in_backticks(marker) + ", a marker of the format";
}

// Empty reasoning is written only if the prompt has opened it: then the closer must come. An opener
// that the prompt has written is left out.
std::string MessageWriter::write_reasoning() {
  const std::string_view text = message_.reasoning;
  const std::vector<View> ways = family_.ways(Role::reasoning);
  if (text.empty() && !message_.starts_in_reasoning) return {};
  if (ways.empty()) return family_.subject() + " has no reasoning";
  if (std::string wrong = marker_in(text, "reasoning"); !wrong.empty()) return wrong;
  std::string problem = family_.subject() + " can't write this reasoning";
  for (; picks_.reasoning < ways.size(); ++picks_.reasoning) {
    const auto [before, after] = around(ways[picks_.reasoning], Word::reasoning);
    // A line without an opener can't stand alone: it is another end for the openers of other lines.
    if (before.empty() && !message_.starts_in_reasoning) continue;
    if (text.find(after) != text.npos) {
      problem = "the reasoning holds " + in_backticks(written(after)) + ", which ends it";
      continue;
    }
    if (!message_.starts_in_reasoning) out_ += before;
    out_.append(text).append(after);
    return {};
  }
  return problem;
}

std::string MessageWriter::write_content() {
  const std::string_view text = message_.content;
  if (text.empty()) return {};
  if (std::string wrong = marker_in(text, "content"); !wrong.empty()) return wrong;
  const std::vector<View> ways = family_.ways(Role::content);
  if (ways.empty()) {
    out_ += text;
    return {};
  }
  if (picks_.content >= ways.size()) return family_.subject() + " can't write this content";
  const auto [before, after] = around(ways[picks_.content], Word::content);
  out_.append(before).append(text).append(after);
  return {};
}

// Writes all calls by one template. A template that is a list of calls gives one text, any other
// one a text for each call. The first call that can't be said gives the problem.
std::string MessageWriter::write_calls_by(View templ, std::vector<std::string>& texts) {
  CallWriter writer(family_, markers_);
  const ListOfCalls list = list_of(templ);
  std::string all = list.before;
  for (std::size_t i = 0; i < message_.calls.size(); ++i) {
    if (list.is_list && i != 0) all += list.between;
    std::string text;
    if (!writer.take(message_.calls[i], i) || !writer.append(text, list.each))
      return writer.problem();
    if (list.is_list) {
      all += text;
    } else {
      texts.push_back(std::move(text));
    }
  }
  if (list.is_list) texts.push_back(all + list.after);
  return {};
}

// All calls are written by the same template: the first one that can say all of them.
std::string MessageWriter::write_calls() {
  if (message_.calls.empty()) return {};
  const std::vector<View> ways = family_.ways(Role::call);
  if (ways.empty()) return family_.subject() + " has no calls";
  std::string first_problem;
  for (; picks_.call < ways.size(); ++picks_.call) {
    std::vector<std::string> texts;
    std::string problem = write_calls_by(ways[picks_.call], texts);
    if (problem.empty()) {
      wrap(ways[picks_.call], texts);
      for (const std::string& text : texts) out_ += text;
      return {};
    }
    if (first_problem.empty()) first_problem = std::move(problem);
  }
  return first_problem.empty() ? family_.subject() + " can't write these calls" : first_problem;
}

// Puts the wrappers of the family around the calls: the first line of wrappers is the outermost.
// A wrapper with CALL... goes around all calls at once, one with CALL alone around each. A call
// that begins with the wrapper's own opening tag gets no wrapper.
void MessageWriter::wrap(View call, std::vector<std::string>& texts) const {
  for (auto line = family_.lines.rbegin(); line != family_.lines.rend(); ++line) {
    if (line->role != Role::wrapper || opens_with(line->ways[0], call)) continue;
    const View way = line->ways[std::min(picks_.wrapper, line->ways.size() - 1)];
    const auto [before, after] = around(way, Word::call);
    const Repeat* const repeat = repeated(way).repeat;
    if (repeat == nullptr) {
      for (std::string& text : texts) text.insert(0, before).append(after);
      continue;
    }
    std::string all = before;
    for (const std::string& text : texts) {
      if (&text != texts.data()) all += repeat->between;
      all += text;
    }
    texts = {all + after};
  }
}

// Takes the beginning of the first header off the output, if the family has headers: the prompt
// has written it.
void MessageWriter::skip_turn() {
  bool has_headers = false;
  for (const Line& line : family_.lines) {
    for (const Template& way : line.ways) {
      has_headers = has_headers || has(way, Word::role) || has(way, Word::header);
    }
  }
  if (!has_headers) return;
  for (const View way : family_.ways(Role::answer)) {
    const std::string before = text_in(cut(way, Word::answer).first);
    if (before.empty() || !out_.starts_with(before)) continue;
    out_.erase(0, before.size());
    return;
  }
}

}  // namespace

Picks alternatives(const Family& family) {
  return {family.ways(Role::reasoning).size(), family.ways(Role::content).size(),
          most_ways(family, Role::wrapper), family.ways(Role::call).size()};
}

Result<std::string> write_message(const Family& family, const MessageToWrite& message,
                                  Picks& picks) {
  return MessageWriter(family, message, picks).write();
}

// A template that is a list of calls gives a list with this call alone.
Result<WrittenCall> written_call(const Family& family, std::size_t way, const CallToWrite& call) {
  const std::vector<View> ways = family.ways(Role::call);
  if (way >= ways.size()) return refusal("the format has no such alternative of a call");
  const Markers markers(family);
  CallWriter writer(family, markers);
  const ListOfCalls list = list_of(ways[way]);
  std::string text = list.before;
  if (!writer.take(call, 0) || !writer.append(text, list.each)) return refusal(writer.problem());
  const auto [begin, end] = writer.body();
  return WrittenCall{text.substr(0, begin), text.substr(begin, end - begin),
                     text.substr(end) + list.after};
}

Result<WrittenCall> written_call(const Dialect& row, std::size_t way, std::string_view name,
                                 std::string_view arguments) {
  return written_call(family_of(row), way, {{}, name, arguments});
}

bool has_bare_values(const Family& family) {
  for (const View way : family.ways(Role::parameter)) {
    if (has(way, Word::value)) return true;
  }
  return false;
}

}  // namespace tagstream::notation
