#include "support/every_family.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "support/row_words.hpp"

namespace tagstream::testing {

namespace {

constexpr std::string_view open_mark = "«";
constexpr std::string_view close_mark = "»";

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

/// Expands the cases of a file for one row.
class Expansion {
 public:
  Expansion(const Dialect& row, std::vector<std::string>& errors)
      : row_(row.name()), words_(row), errors_(errors) {}

  /// The case in the words of the row; nullopt if the case does not hold for this row.
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

  // Removes `--for a,b` from the words. True if the list names the row, or if there is no `--for`.
  static bool take_for(std::vector<std::string>& words, std::string_view row, bool& is_exception) {
    const auto found = std::find(words.begin(), words.end(), "--for");
    is_exception = found != words.end() && found + 1 != words.end();
    if (!is_exception) return true;
    const std::string names = "," + *(found + 1) + ",";
    words.erase(found, found + 2);
    return names.find("," + std::string(row) + ",") != names.npos;
  }

  // Adds the block if it holds for the row, and no exception for the row replaces it.
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

  // The block in the row's words; nullopt if the block is for other rows.
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

  // The text with the row's words in place of the placeholders. `is_json`: each placeholder stands
  // in a JSON string, so its word is escaped.
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

// Adds an error for each name after `--for` that no row has.
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
  return line + "finish_reason " + message.finish_reason + '\n';
}

}  // namespace tagstream::testing
