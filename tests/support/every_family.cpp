#include "support/every_family.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "dialects/family.hpp"
#include "dialects/template.hpp"
#include "support/formats.hpp"
#include "support/parse_shapes.hpp"
#include "write/message_writer.hpp"

namespace tagstream::testing {

namespace {

using notation::Role;
using notation::Word;

constexpr std::string_view open_mark = "«";
constexpr std::string_view close_mark = "»";
constexpr std::string_view gap = "…";  // where a call is cut in two
constexpr std::string_view cut_here = "@";

// The text without the `count` characters at its end.
std::string without_last(std::string text, std::size_t count) {
  for (; count > 0 && !text.empty(); --count) {
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
      text.pop_back();
    text.pop_back();
  }
  return text;
}

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

// JSON without the blanks between its tokens. The text may be cut off.
std::string without_blanks(std::string_view json) {
  std::string out;
  bool is_quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (!is_quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r')) continue;
    out += c;
    if (is_quoted && c == '\\' && i + 1 < json.size()) {
      out += json[++i];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    }
  }
  return out;
}

std::string in_json(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// What stands for the placeholders in the texts of one row.
class RowWords {
 public:
  explicit RowWords(const Dialect& row)
      : row_(row),
        family_(*notation::read_family(row.text())),
        format_(format_of(row)),
        words_(parse_words(row)) {
    find_reasoning();
  }

  /// What stands for `name`. Nothing: the row does not have it. Sets `problem` where it should.
  std::optional<std::string> text_of(std::string_view name) {
    if (name == "row") return std::string(row_.name());
    if (name == "think") return of_reasoning(true);
    if (name == "/think") return of_reasoning(false);
    if (name == "start of think") return start_of(reasoning_.first);
    if (name == "start of call") return start_of(opener());
    if (name == "opener") return if_any(opener().empty() ? opener() : words_.opener);
    if (name == "closer") return if_any(words_.closer);
    if (name == "end") return end_of_turn();
    if (name == "if json") return when(has_json());
    if (name == "if elements") return when(has_elements());
    if (name == "if no elements") return when(has_calls() && !has_elements());
    if (name == "if closer") return when(!opener().empty() && !words_.closer.empty());
    if (name == "if no closer") return when(!opener().empty() && words_.closer.empty());
    if (name == "if think") return when(!reasoning_.first.empty());
    if (name == "if call") return when(has_calls());
    if (take_prefix(name, "/value ")) return around_value(false, name);
    if (take_prefix(name, "value ")) return around_value(true, name);
    return of_calls(name);
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// The tools that are called, in JSON, for rows whose tags are the tools' names.
  [[nodiscard]] std::string tools() const {
    if (format_.tools_known.empty() || tools_.empty()) return {};
    nlohmann::json tools = nlohmann::json::array();
    for (const std::string& name : tools_) tools.push_back({{"name", name}});
    return tools.dump();
  }
  /// The names of tools are case by case.
  void begin_case() {
    tools_.clear();
    problem_.clear();
  }

 private:
  // By the first line that reads back as it is written.
  void find_reasoning() {
    const Rules rules = *Rules::make(Options{.dialect = std::string(row_.name())});
    for (const std::string_view way : family_.ways(Role::reasoning)) {
      const std::string headed = notation::headed(way);
      const auto [before, after] = notation::cut(headed, Word::reasoning);
      if (before.empty()) continue;
      const std::string text = std::string(before).append("x").append(after);
      const bool is_same = read(text, rules).reasoning == "x";
      if (!is_same && !reasoning_.first.empty()) continue;
      reasoning_ = std::pair<std::string, std::string>(before, after);
      if (is_same) return;
    }
  }

  std::optional<std::string> of_reasoning(bool is_opener) const {
    if (reasoning_.first.empty()) return std::nullopt;
    return is_opener ? reasoning_.first : reasoning_.second;
  }

  // Nothing to write: only rows of which that is true have the case.
  static std::optional<std::string> when(bool is_true) {
    return is_true ? std::optional<std::string>("") : std::nullopt;
  }
  static std::optional<std::string> if_any(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
  }
  // Of a call, or of what is around calls. Those that are headers of messages are not meant.
  [[nodiscard]] std::string opener() const {
    if (!has_calls() || format_.tools->calls[0].open.empty()) return {};
    return words_.wrap.empty() ? words_.opener : words_.wrap;
  }

  static std::optional<std::string> start_of(const std::string& opener) {
    constexpr std::size_t cut_off = 2;
    std::string start = without_last(opener, cut_off);
    return start.empty() ? std::nullopt : std::optional(std::move(start));
  }

  std::optional<std::string> end_of_turn() const {
    for (const std::string_view way : family_.ways(Role::answer)) {
      const std::string_view after = notation::cut(way, Word::answer).second;
      if (!after.empty()) return std::string(after);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool has_calls() const { return format_.tools != nullptr; }
  [[nodiscard]] CallBody body() const { return format_.tools->calls[0].body; }
  [[nodiscard]] bool has_json() const {
    constexpr std::array kinds{CallBody::json, CallBody::json_lines, CallBody::json_by_name,
                               CallBody::name_then_json, CallBody::arguments};
    return has_calls() && std::find(kinds.begin(), kinds.end(), body()) != kinds.end();
  }

  [[nodiscard]] bool has_elements() const {
    return has_calls() && body() == CallBody::xml && !family_.ways(Role::parameter).empty();
  }

  // What stands before, or after, the value of a parameter that is an element.
  std::optional<std::string> around_value(bool is_before, std::string_view key) const {
    const std::vector<std::string_view> ways = family_.ways(Role::parameter);
    if (!has_elements()) return std::nullopt;
    const std::string way = notation::filled(ways[0], Word::key, key);
    const auto [before, after] = notation::cut(way, notation::value_word(way));
    return std::string(is_before ? before : after);
  }

  using Calls = std::vector<std::pair<std::string, std::string>>;

  // `call NAME ARGUMENTS; NAME ARGUMENTS`, and its parts.
  std::optional<std::string> of_calls(std::string_view name) {
    if (!has_calls()) return std::nullopt;
    const bool is_rest = take_prefix(name, "… ");
    const bool is_unclosed = take_prefix(name, "unclosed ");
    const bool is_inner = take_prefix(name, "inner ");
    if (!take_prefix(name, "call ")) return refuse("no placeholder: " + std::string(name));
    const bool is_start = take_suffix(name, " …");
    Calls calls;
    for (std::string_view rest = name; !rest.empty();) {
      const std::size_t end = std::min(rest.find("}; "), rest.size() - 1) + 1;
      const std::string_view one = rest.substr(0, end);
      const std::size_t blank = one.find(' ');
      if (blank == one.npos) return refuse("a call without arguments: " + std::string(one));
      calls.emplace_back(one.substr(0, blank), one.substr(blank + 1));
      tools_.insert(calls.back().first);
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    std::optional<Written> written = written_by_first_way(calls);
    if (!written) return std::nullopt;
    if (is_inner) written->cut_wrapper();
    if (is_unclosed && !cut_closer(*written)) return std::nullopt;  // its value ends it
    std::string& text = written->text;
    if (!is_rest && !is_start) return text;
    const std::size_t at = text.rfind(cut_here);
    if (at == text.npos) return refuse("no @ in " + text);
    return is_start ? text.substr(0, at) : text.substr(at + cut_here.size());
  }

  // Calls as the row writes them.
  struct Written {
    std::string text;            // with all that is around them
    notation::WrittenCall last;  // without it

    // In a message with a header all belongs to the call.
    void cut_wrapper() {
      if (text.rfind(last.text()) != text.npos) text = last.text();
    }
  };

  // Cuts off what closes the last call, and all after it. False: nothing closes it.
  bool cut_closer(Written& written) const {
    std::size_t first = written.last.after.npos;
    const auto look_for = [&](std::string_view closer) {
      if (!closer.empty()) first = std::min(first, written.last.after.find(closer));
    };
    for (const std::string_view closer : format_.tools->header.close) look_for(closer);
    for (const CallFormat& format : format_.tools->calls) {
      for (const std::string_view closer : format.close) look_for(marker_of(closer, "rent_boat"));
    }
    if (first == written.last.after.npos) return false;
    const std::size_t after = written.text.rfind(written.last.body + written.last.after);
    written.text.resize(after + written.last.body.size() + first);
    return true;
  }

  // By the first way that reads back as it is written.
  std::optional<Written> written_by_first_way(const Calls& calls) {
    std::vector<notation::CallToWrite> to_write;
    for (const auto& [name, arguments] : calls) to_write.push_back({{}, name, arguments});
    notation::MessageToWrite message;
    message.calls = to_write;
    const Rules rules = *Rules::make({.dialect = std::string(row_.name()), .tools = tools()});
    std::optional<Written> first;
    std::string why;
    for (notation::Picks picks;; ++picks.call) {
      Result<std::string> text = notation::write_message(family_, message, picks);
      if (!text) why = text.error().message;
      if (!text) break;
      const auto last = notation::written_call(family_, picks.call, to_write.back());
      if (!last) return refuse(last.error().message);
      Written written{*std::move(text), *last};
      if (is_read(calls, read(written.text, rules))) return written;
      if (!first) first = std::move(written);
    }
    return first ? std::move(first) : refuse(why);
  }

  static bool is_read(const Calls& calls, const Message& message) {
    const auto is_same = [](const std::pair<std::string, std::string>& call, const ToolCall& got) {
      return call.first == got.name &&
             nlohmann::json::parse(call.second) == nlohmann::json::parse(got.arguments);
    };
    return std::equal(calls.begin(), calls.end(), message.tool_calls.begin(),
                      message.tool_calls.end(), is_same);
  }

  std::nullopt_t refuse(std::string what) {
    problem_ = std::move(what);
    return std::nullopt;
  }

  const Dialect& row_;
  notation::Family family_;
  const FamilyFormat& format_;
  ParseWords words_;
  std::pair<std::string, std::string> reasoning_;  // what opens and closes it
  std::set<std::string> tools_;
  std::string problem_;
};

/// Expands the cases of a file for one row.
class Expansion {
 public:
  Expansion(const Dialect& row, std::vector<std::string>& errors)
      : row_(row.name()), words_(row), errors_(errors) {}

  /// Nothing: the case does not speak of this row.
  std::optional<GoldenCase> of(const GoldenCase& templ) {
    words_.begin_case();
    GoldenCase golden = templ;
    golden.row = row_;
    std::optional<std::string> input = filled(templ.input, false);
    if (!input) return complain_of_missing(templ);
    golden.input = *std::move(input);
    golden.blocks.clear();
    for (const GoldenBlock& block : templ.blocks) add(templ, block, golden);
    for (const auto& [general, block] : general_) {
      if (general.expected == block.expected)
        complain(golden, block, "this is no exception: it says what the block for all rows says");
    }
    general_.clear();
    return golden;
  }

 private:
  struct Exception {
    GoldenBlock general;
    GoldenBlock block;
  };

  // Takes `--for a,b` out of the words. True if it names the row, or is not there.
  static bool take_for(std::vector<std::string>& words, std::string_view row, bool& is_exception) {
    const auto found = std::find(words.begin(), words.end(), "--for");
    is_exception = found != words.end() && found + 1 != words.end();
    if (!is_exception) return true;
    const std::string names = "," + *(found + 1) + ",";
    words.erase(found, found + 2);
    return names.find("," + std::string(row) + ",") != names.npos;
  }

  // Adds the block if it is the one that holds for the row.
  void add(const GoldenCase& templ, const GoldenBlock& block, GoldenCase& golden) {
    std::optional<GoldenBlock> own = of_row(templ, block);
    if (!own) return;
    bool is_exception = false;
    std::vector<std::string> words = block.arguments;
    (void)take_for(words, row_, is_exception);
    std::erase(words, "--prefixes");
    for (const GoldenBlock& other : templ.blocks) {
      std::vector<std::string> other_words = other.arguments;
      bool is_other_exception = false;
      const bool holds = take_for(other_words, row_, is_other_exception);
      std::erase(other_words, "--prefixes");
      if (other.reader != block.reader || other_words != words || !holds) continue;
      if (is_exception == is_other_exception) continue;
      if (!is_exception) return;  // the exception holds
      if (std::optional<GoldenBlock> general = of_row(templ, other))
        general_.push_back({*general, *own});
    }
    golden.blocks.push_back(*std::move(own));
  }

  // The block in the row's words; nothing if it is for other rows.
  std::optional<GoldenBlock> of_row(const GoldenCase& templ, const GoldenBlock& block) {
    GoldenBlock own = block;
    bool is_exception = false;
    if (!take_for(own.arguments, row_, is_exception)) return std::nullopt;
    for (std::string& word : own.arguments) {
      if (std::optional<std::string> text = filled(word, false)) word = *std::move(text);
    }
    std::optional<std::string> expected = filled(block.expected, true);
    if (!expected) {
      complain(templ, block, words_.problem());
      return std::nullopt;
    }
    own.expected = *std::move(expected);
    const auto& words = own.arguments;
    const bool has_tools = std::find(words.begin(), words.end(), "--tools-file") != words.end();
    if (!words_.tools().empty() && !has_tools) {
      own.arguments.insert(own.arguments.end(), {"--tools", words_.tools()});
    }
    return own;
  }

  // The text with what stands for its placeholders; `is_json`: each stands in a JSON string.
  std::optional<std::string> filled(std::string_view text, bool is_json) {
    std::string out;
    while (!text.empty()) {
      const std::size_t begin = std::min(text.find(open_mark), text.size());
      out += text.substr(0, begin);
      text.remove_prefix(begin);
      if (text.empty()) break;
      const std::size_t end = text.find(close_mark);
      if (end == text.npos) return out += text;
      const auto word = words_.text_of(text.substr(open_mark.size(), end - open_mark.size()));
      if (!word) return std::nullopt;
      const std::string as_json = in_json(*word);
      out += is_json ? as_json.substr(1, as_json.size() - 2) : *word;
      text.remove_prefix(end + close_mark.size());
    }
    return out;
  }

  std::nullopt_t complain_of_missing(const GoldenCase& templ) {
    if (!words_.problem().empty()) complain(templ, templ.blocks.front(), words_.problem());
    for (const GoldenBlock& block : templ.blocks) {
      std::vector<std::string> words = block.arguments;
      bool is_exception = false;
      const bool holds = take_for(words, row_, is_exception);
      if (is_exception && holds) complain(templ, block, "an exception that never comes up");
    }
    return std::nullopt;
  }

  void complain(const GoldenCase& golden, const GoldenBlock& block, const std::string& what) {
    errors_.push_back(golden.file + ':' + std::to_string(block.line) + ": " + row_ + ": " +
                      golden.heading + ": " + what);
  }

  std::string row_;
  RowWords words_;
  std::vector<std::string>& errors_;
  std::vector<Exception> general_;
};

// Names after `--for` that no row has.
void check_names(const GoldenCase& golden, std::vector<std::string>& errors) {
  for (const GoldenBlock& block : golden.blocks) {
    const auto found = std::find(block.arguments.begin(), block.arguments.end(), "--for");
    if (found == block.arguments.end() || found + 1 == block.arguments.end()) continue;
    for (std::string_view rest = *(found + 1); !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const Dialect* const row = find_dialect(rest.substr(0, end));
      if (row == nullptr || row->name() != rest.substr(0, end)) {
        errors.push_back(golden.place(block) + ": no row is " + std::string(rest.substr(0, end)));
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

std::string family_line(const Seen& seen) {
  std::string line = to_string(seen.kind);
  switch (seen.kind) {
    case EventKind::content:
    case EventKind::reasoning: return line + ' ' + in_json(seen.text);
    case EventKind::tool_call_start: return line + ' ' + seen.name;
    case EventKind::tool_call_delta: return line + ' ' + without_blanks(seen.text);
    case EventKind::tool_call:
      line += ' ' + seen.name + ' ' + without_blanks(seen.text);
      if (!seen.is_closed) line += " unclosed";
      break;
    case EventKind::tool_call_error:
      line += std::string(" ") + to_string(seen.code);
      if (!seen.name.empty()) line += ' ' + seen.name;
      break;
    case EventKind::notice:
    case EventKind::stopped: return line + ' ' + to_string(seen.code);
    default: return line;
  }
  if (seen.is_repaired) line += " repaired";
  return line;
}

}  // namespace

Goldens expanded(const Goldens& templates) {
  Goldens all{{}, templates.errors};
  for (const GoldenCase& templ : templates.cases) check_names(templ, all.errors);
  std::vector<bool> is_used(templates.cases.size());
  for (const Dialect& row : dialects()) {
    Expansion expansion(row, all.errors);
    for (std::size_t i = 0; i < templates.cases.size(); ++i) {
      std::optional<GoldenCase> golden = expansion.of(templates.cases[i]);
      if (!golden) continue;
      is_used[i] = true;
      all.cases.push_back(*std::move(golden));
    }
  }
  for (std::size_t i = 0; i < templates.cases.size(); ++i) {
    const GoldenCase& templ = templates.cases[i];
    if (!is_used[i]) all.errors.push_back(templ.place(templ.blocks[0]) + ": no row has it");
  }
  return all;
}

Goldens every_family() {
  return expanded(read_golden_file("every_family.md", {"read", "message"}));
}

std::string family_lines(const std::vector<Seen>& events) {
  std::string lines;
  std::vector<Seen> joined;
  for (const Seen& seen : events) {
    if (seen.kind != EventKind::markup) append_joined(joined, seen);
  }
  for (const Seen& seen : joined) lines += family_line(seen) + '\n';
  return lines;
}

std::string family_line(const Message& message) {
  std::string line = "content " + in_json(message.content) + '\n';
  if (!message.reasoning.empty()) line += "reasoning " + in_json(message.reasoning) + '\n';
  for (const ToolCall& call : message.tool_calls) {
    line += "tool_call " + call.name + ' ' + without_blanks(call.arguments) + '\n';
  }
  for (const ToolCallError& error : message.tool_call_errors) {
    line += std::string("tool_call_error ") + to_string(error.code) + '\n';
  }
  return line + "finish_reason " + to_string(message.finish_reason) + '\n';
}

}  // namespace tagstream::testing
