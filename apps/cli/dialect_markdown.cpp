#include "dialect_markdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dialect_guide.hpp"
#include "dialect_text.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream::cli {

namespace {

std::size_t longest_run_of_backticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// The marker as a code span: more backticks around it than are in it.
std::string code(std::string_view marker) {
  const std::string shown = shown_marker(marker);
  const std::string fence(longest_run_of_backticks(shown) + 1, '`');
  const std::string_view blank = fence.size() > 1 ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", fence, blank, shown);
}

std::string code_list(const WordList& list, std::string_view between) {
  std::string text;
  for (std::string_view word : list) {
    if (!text.empty()) text += between;
    text += code(word);
  }
  return text;
}

// A bar would end the cell, in code as well.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string span_cell(const std::string& span) { return span == "-" ? span : cell(code(span)); }

std::string table() {
  std::string text =
      "## The table\n"
      "\n"
      "The first opener and closer of each. A `-`: the family has none, or they are not read yet.\n"
      "\n"
      "| dialect | aliases | reasoning | calls |\n"
      "|---|---|---|---|\n";
  for (const Dialect& row : dialects()) {
    text +=
        fmt::format("| [{0}](#{0}) | {1} | {2} | {3} |\n", row.name, code_list(row.aliases, ", "),
                    span_cell(reasoning_span(row)), span_cell(calls_span(row)));
  }
  return text + '\n';
}

// One item of a list, which is a line.
void add_item(std::string& text, const std::string& item) { text += "- " + item + ".\n"; }

void add_header(std::string& text, const HeaderFormat& header) {
  std::string item = "Messages with a header: " + code(header.start) + " begins it";
  if (!header.channel.empty()) item += ", " + code(header.channel) + " names the channel";
  if (!header.constrain.empty()) item += ", " + code(header.constrain) + " the body's type";
  item += ", " + code(header.message) + " the text; ended by " + code_list(header.close, ", ");
  add_item(text, item);
}

void add_reasoning(std::string& text, const ReasoningFormat& format) {
  if (!format.open.empty()) {
    add_item(text, "Reasoning: from " + code_list(format.open, " or ") + " to " +
                       code_list(format.close, " or "));
  }
  if (format.header.is_given()) {
    add_header(text, format.header);
    const bool by_channel = !format.header.reasoning_channel.empty();
    add_item(text, by_channel
                       ? "Reasoning: the channel " + code(format.header.reasoning_channel)
                       : "Reasoning: the recipient " + code(format.header.reasoning_recipient));
  }
  if (format.starts_inside) add_item(text, "The answer starts inside reasoning");
  if (!format.ends_before.empty()) {
    add_item(text, "Reasoning ends before " + code_list(format.ends_before, ", "));
  }
  if (!format.unwrap.empty()) {
    add_item(text, "Tags around the answer: " + code_list(format.unwrap, ", "));
  }
  if (format.trims) add_item(text, "Blanks directly after these markers are taken out");
}

std::string name_rules(const CallNameFormat& name) {
  std::string text;
  if (!name.before.empty()) text += ", " + code(name.before) + " before the name";
  if (!name.prefix.empty()) text += ", the name without " + code(name.prefix);
  if (!name.id_mark.empty()) text += ", " + code(name.id_mark) + " before an id";
  if (!name.separator.empty()) {
    text += ", " + code(name.separator) + " before the arguments";
    if (!name.needs_separator) text += " (may be missing)";
  }
  if (name.is_id) text += ", all of it is the id";
  return text;
}

void add_call(std::string& text, const CallFormat& format) {
  std::string item = "Calls: from " + code_list(format.open, " or ") + " to ";
  item += format.close.empty() ? "the end of the JSON" : code_list(format.close, " or ");
  if (format.is_leading) item += ", only where no text came before";
  item += "; body " + code(to_string(format.body)) + name_rules(format.name);
  add_item(text, item);
}

std::string in_fence(const std::string& sample) {
  const std::string fence(std::max<std::size_t>(longest_run_of_backticks(sample) + 1, 3), '`');
  return fence + '\n' + sample + '\n' + fence + '\n';
}

void add_tools(std::string& text, const Dialect& row) {
  const ToolFormat& format = *row.tools;
  for (const CallFormat& call : format.calls) {
    if (!call.open.empty()) add_call(text, call);
  }
  if (format.header.is_given()) {
    if (row.reasoning == nullptr || !row.reasoning->header.is_given()) {
      add_header(text, format.header);
    }
    add_item(text, "Calls: messages with a recipient; body: the arguments");
  }
  if (!format.wrap_open.empty()) {
    add_item(text, "Around calls: " + code_list(format.wrap_open, " or ") + " and " +
                       code_list(format.wrap_close, " or "));
  }
  if (format.separator != 0) {
    add_item(text, "Between calls: " + code(std::string_view(&format.separator, 1)));
  }
  add_item(text, fmt::format("A call in open reasoning: `{}`; one without end: `{}`",
                             to_string(format.calls_in_reasoning), to_string(format.on_unclosed)));
}

void add_dropped(std::string& text, const Dialect& row) {
  std::string tokens = code_list(row.drop, ", ");
  if (row.reasoning != nullptr && !row.reasoning->drop.empty()) {
    if (!tokens.empty()) tokens += ", ";
    tokens += code_list(row.reasoning->drop, ", ");
  }
  if (!tokens.empty()) add_item(text, "Dropped: " + tokens);
}

std::string section(const Dialect& row) {
  std::string text = fmt::format("### {}\n\n", row.name);
  if (!row.aliases.empty()) add_item(text, "Also called " + code_list(row.aliases, ", "));
  if (row.reasoning == nullptr)
    add_item(text, "Reasoning: not read");
  else
    add_reasoning(text, *row.reasoning);
  if (row.tools == nullptr)
    add_item(text, "Calls: not read");
  else
    add_tools(text, row);
  add_dropped(text, row);
  if (row.tools == nullptr) return text;
  for (const std::string& sample : sample_calls(*row.tools)) text += '\n' + in_fence(sample);
  return text;
}

}  // namespace

std::string dialects_markdown() {
  std::string text(dialect_guide());
  text += table();
  text +=
      "## Each dialect\n"
      "\n"
      "`\\n` in a marker is a line end. The samples all say the same.\n";
  for (const Dialect& row : dialects()) text += '\n' + section(row);
  return text;
}

}  // namespace tagstream::cli
