#include "support/row_words.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "dialects/template.hpp"

namespace tagstream::testing {

namespace {

using notation::Role;
using notation::Word;

constexpr std::string_view cut_here = "@";

// `text` without its last two UTF-8 characters; nullopt if nothing is left.
std::optional<std::string> without_last_two(std::string text) {
  for (int count = 2; count > 0 && !text.empty(); --count) {
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
      text.pop_back();
    text.pop_back();
  }
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

RowWords::RowWords(const Dialect& row)
    : row_(row),
      family_(*notation::read_family(row.text())),
      format_(format_of(row)),
      words_(parse_words(row)) {
  find_reasoning();
}

std::optional<std::string> RowWords::text_of(std::string_view name) {
  const std::string& marker = words_.wrap.empty() ? words_.opener : words_.wrap;
  if (name == "row") return std::string(row_.name());
  if (name == "think") return if_any(reasoning_.first);
  if (name == "/think") return if_any(reasoning_.second);
  if (name == "start of think") return without_last_two(reasoning_.first);
  if (name == "start of call") return has_opener() ? without_last_two(marker) : std::nullopt;
  if (name == "opener") return has_opener() ? if_any(words_.opener) : std::nullopt;
  if (name == "closer") return if_any(words_.closer);
  if (name == "end") return end_of_turn();
  if (name == "if think") return when(!reasoning_.first.empty());
  if (name == "if call") return when(has_calls());
  if (name == "if any name") return when(has_calls() && format_.tools_known.empty());
  if (name == "if json") return when(has_json());
  if (name == "if elements") return when(has_elements());
  if (name == "if no elements") return when(has_calls() && !has_elements());
  if (name == "if closer") return when(has_opener() && !words_.closer.empty());
  if (name == "if no closer") return when(has_opener() && words_.closer.empty());
  if (take_prefix(name, "/value ")) return around_value(false, name);
  if (take_prefix(name, "value ")) return around_value(true, name);
  return of_calls(name);
}

std::string RowWords::tools() const {
  if (format_.tools_known.empty() || tools_.empty()) return {};
  nlohmann::json tools = nlohmann::json::array();
  for (const std::string& name : tools_) tools.push_back({{"name", name}});
  return tools.dump();
}

void RowWords::begin_case() {
  tools_.clear();
  problem_.clear();
}

// Finds the marks of reasoning: the first written form that reads back as it was written.
void RowWords::find_reasoning() {
  const Rules rules = *Rules::make(Options{.dialect = std::string(row_.name())});
  for (const notation::View way : family_.ways(Role::reasoning)) {
    const notation::Template headed = notation::headed(way);
    const auto [opener, closer] = notation::cut(headed, Word::reasoning);
    const std::string before = notation::text_in(opener);
    const std::string after = notation::text_in(closer);
    if (before.empty()) continue;
    const std::string text = before + 'x' + after;
    const bool is_same = read(text, rules).reasoning == "x";
    if (!is_same && !reasoning_.first.empty()) continue;
    reasoning_ = {before, after};
    if (is_same) return;
  }
}

std::optional<std::string> RowWords::end_of_turn() const {
  for (const notation::View way : family_.ways(Role::answer)) {
    std::string after = notation::text_in(notation::cut(way, Word::answer).second);
    if (!after.empty()) return after;
  }
  return std::nullopt;
}

// The text before (else after) the value of a parameter.
std::optional<std::string> RowWords::around_value(bool is_before, std::string_view key) const {
  if (!has_elements()) return std::nullopt;
  const notation::View way = family_.ways(Role::parameter)[0];
  const auto [before, after] = notation::cut(way, notation::value_word(way));
  return notation::filled(is_before ? before : after, Word::key, key);
}

// The text for a placeholder of the form `call NAME ARGUMENTS; NAME ARGUMENTS`, or for a part of
// such calls.
std::optional<std::string> RowWords::of_calls(std::string_view name) {
  if (!has_calls()) return std::nullopt;
  const bool is_rest = take_prefix(name, "… ");
  const bool is_unclosed = take_prefix(name, "unclosed ");
  const bool is_inner = take_prefix(name, "inner ");
  if (!take_prefix(name, "call ")) return refuse("no placeholder: " + std::string(name));
  const bool is_start = take_suffix(name, " …");
  const std::optional<Calls> calls = calls_in(name);
  std::optional<Written> written = calls ? written_by_first_way(*calls) : std::nullopt;
  if (!written) return std::nullopt;
  std::string& text = written->text;
  const std::string last = written->last.text();
  // In a message with a header, the whole message belongs to the call.
  if (is_inner && text.find(last) != text.npos) text = last;
  if (is_unclosed && !cut_closer(*written)) return std::nullopt;  // its value ends it
  if (!is_rest && !is_start) return text;
  const std::size_t at = text.rfind(cut_here);
  if (at == text.npos) return refuse("no @ in " + text);
  return is_start ? text.substr(0, at) : text.substr(at + cut_here.size());
}

// Splits the text into names and arguments, and adds the names to `tools_`.
std::optional<RowWords::Calls> RowWords::calls_in(std::string_view text) {
  Calls calls;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("}; "), text.size() - 1) + 1;
    const std::string_view one = text.substr(0, end);
    const std::size_t blank = one.find(' ');
    if (blank == one.npos) return refuse("a call without arguments: " + std::string(one));
    calls.emplace_back(one.substr(0, blank), one.substr(blank + 1));
    tools_.insert(calls.back().first);
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return calls;
}

// Writes the calls in the first way that reads back as it was written; if no way does, in the first
// way.
std::optional<RowWords::Written> RowWords::written_by_first_way(const Calls& calls) {
  std::vector<notation::CallToWrite> to_write;
  for (const auto& [name, arguments] : calls) to_write.push_back({{}, name, arguments});
  notation::MessageToWrite message;
  message.calls = to_write;
  const Rules rules = *Rules::make({.dialect = std::string(row_.name()), .tools = tools()});
  const auto is_same = [](const auto& call, const ToolCall& got) {
    return call.first == got.name &&
           nlohmann::json::parse(call.second) == nlohmann::json::parse(got.arguments);
  };
  std::optional<Written> first;
  for (notation::Picks picks;; ++picks.call) {
    Result<std::string> text = notation::write_message(family_, message, picks);
    if (!text) return first ? std::move(first) : refuse(text.error().message);
    const auto last = notation::written_call(family_, picks.call, to_write.back());
    if (!last) return refuse(last.error().message);
    Written written{*std::move(text), *last};
    const std::vector<ToolCall> got = read(written.text, rules).tool_calls;
    if (std::equal(calls.begin(), calls.end(), got.begin(), got.end(), is_same)) return written;
    if (!first) first = std::move(written);
  }
}

// Cuts off the closer of the last call, and the text after it. False if the call has no closer.
bool RowWords::cut_closer(Written& written) const {
  const std::string& after = written.last.after;
  std::size_t first = after.npos;
  const auto look_for = [&](std::string_view closer) {
    if (!closer.empty()) first = std::min(first, after.find(closer));
  };
  for (const std::string_view closer : format_.tools->header.close) look_for(closer);
  for (const CallFormat& format : format_.tools->calls) {
    for (const std::string_view closer : format.close) look_for(marker_of(closer, "rent_boat"));
  }
  if (first == after.npos) return false;
  const std::size_t body = written.text.rfind(written.last.body + after);
  written.text.resize(body + written.last.body.size() + first);
  return true;
}

// The text of a placeholder that is only a condition: empty if the condition holds for the row,
// nullopt if not, so that the row does not get the case.
std::optional<std::string> RowWords::when(bool is_true) const {
  return is_true ? std::optional<std::string>("") : std::nullopt;
}

bool RowWords::has_json() const {
  constexpr std::array kinds{CallBody::json, CallBody::json_lines, CallBody::json_by_name,
                             CallBody::name_then_json, CallBody::arguments};
  if (!has_calls()) return false;
  return std::find(kinds.begin(), kinds.end(), format_.tools->calls[0].body) != kinds.end();
}

bool RowWords::has_elements() const {
  return has_calls() && format_.tools->calls[0].body == CallBody::xml &&
         !family_.ways(Role::parameter).empty();
}

// True if calls have an opener. Headers of messages, and openers that belong to the body, such as
// `[`, do not count.
bool RowWords::has_opener() const {
  if (!has_calls() || format_.tools->calls[0].open.empty()) return false;
  return !words_.wrap.empty() || !words_.opener.empty();
}

std::nullopt_t RowWords::refuse(std::string what) {
  problem_ = std::move(what);
  return std::nullopt;
}

}  // namespace tagstream::testing
