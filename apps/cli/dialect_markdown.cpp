#include <fmt/core.h>

#include <algorithm>

#include "dialect_text.hpp"
#include "text.hpp"

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

// A bar would end the cell, in code as well.
std::string cell(std::string_view text) { return replaced(text, {{'|', "\\|"}}); }

std::string span_cell(const std::string& span) {
  return span == no_span || span == unread_span ? span : cell(code(span));
}

std::string table() {
  std::string text =
      "## The table\n"
      "\n"
      "The first opener and closer of each. A `-`: the family has none; unread: its calls are not "
      "read yet.\n"
      "Where an answer starts: inside of reasoning, in a message header, or in text; prompt: in "
      "text, though\n"
      "the family's templates usually open the reasoning in the prompt (`--prompt-tail`, "
      "`--start-in-reasoning`).\n"
      "\n"
      "| dialect | aliases | starts | reasoning | calls |\n"
      "|---|---|---|---|---|\n";
  for (const Dialect& row : dialects()) {
    text += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} | {4} |\n", row.name,
                        joined(row.aliases, ", ", code), start_of(row),
                        span_cell(reasoning_span(row)), span_cell(calls_span(row)));
  }
  return text + '\n';
}

// What a row says, item by item.
class Section {
 public:
  // `code`: how a marker is written.
  explicit Section(std::string (*code)(std::string_view)) : code_(code) {}

  std::string of(const Dialect& row) {
    if (!row.aliases.empty()) add_item("Also called " + list(row.aliases, ", "));
    if (row.reasoning == nullptr)
      add_item("Reasoning: not read");
    else
      add_reasoning(*row.reasoning);
    if (row.opens_in_prompt && !row.reasoning->starts_inside) {
      add_item("Most often the prompt opens the reasoning: " + code_("--start-in-reasoning"));
    }
    if (row.tools == nullptr)
      add_item(row.writes_calls ? "Calls: not read yet" : "Calls: none");
    else
      add_tools(row);
    add_dropped(row);
    return std::move(text_);
  }

 private:
  std::string list(const WordList& words, std::string_view between) const {
    return joined(words, between, code_);
  }

  // One item of a list, which is a line.
  void add_item(const std::string& item) { text_ += "- " + item + ".\n"; }

  void add_header(const HeaderFormat& header) {
    std::string item = "Messages with a header: " + code_(header.start) + " begins it";
    if (!header.channel.empty()) item += ", " + code_(header.channel) + " names the channel";
    if (!header.constrain.empty()) item += ", " + code_(header.constrain) + " the body's type";
    item += ", " + code_(header.message) + " the text; ended by " + list(header.close, ", ");
    if (!header.ends_before.empty())
      item += "; it may end before " + list(header.ends_before, ", ");
    add_item(item);
  }

  void add_reasoning(const ReasoningFormat& format) {
    if (!format.open.empty()) {
      add_item("Reasoning: from " + list(format.open, " or ") + " to " +
               list(format.close, " or "));
    }
    if (format.header.is_given()) {
      add_header(format.header);
      const HeaderFormat& header = format.header;
      if (!header.reasoning_channel.empty()) {
        add_item("Reasoning: the channel " + code_(header.reasoning_channel));
      } else if (!header.reasoning_recipient.empty()) {
        add_item("Reasoning: the recipient " + code_(header.reasoning_recipient));
      }
    }
    if (format.starts_inside) add_item("The answer starts inside reasoning");
    if (!format.ends_before.empty()) {
      add_item("Reasoning ends before " + list(format.ends_before, ", "));
    }
    if (!format.unwrap.empty()) {
      add_item("Tags around the answer: " + list(format.unwrap, ", "));
    }
    if (format.trims) add_item("Blanks directly after these markers are taken out");
  }

  std::string name_rules(const CallNameFormat& name) {
    std::string text;
    if (!name.before.empty()) text += ", " + code_(name.before) + " before the name";
    if (!name.prefix.empty()) text += ", the name without " + code_(name.prefix);
    if (!name.kind.empty()) {
      text += ", " + code_(name.kind) + " and " + code_(name.separator) + " may stand before it";
    }
    if (name.id_first) {
      text += ", an id and " + code_(name.id_mark) + " before the name";
    } else if (!name.id_mark.empty()) {
      text += ", " + code_(name.id_mark) + " before an id";
    }
    if (!name.separator.empty()) {
      text += ", " + code_(name.separator) + " before the arguments";
      if (!name.needs_separator) text += " (may be missing)";
    }
    if (!name.then.empty()) text += ", then perhaps " + list(name.then, ", ");
    if (name.is_id) text += ", all of it is the id";
    return text;
  }

  void add_call(const CallFormat& format) {
    std::string item = "Calls: from " + list(format.open, " or ") + " to ";
    item += format.close.empty() ? "the end of the JSON" : list(format.close, " or ");
    if (format.is_leading) item += ", only where no text came before";
    item += "; body " + code_(to_string(format.body)) + name_rules(format.name);
    add_item(item);
  }

  void add_tools(const Dialect& row) {
    const ToolFormat& format = *row.tools;
    for (const CallFormat& call : format.calls) {
      if (!call.open.empty()) add_call(call);
    }
    if (format.header.is_given()) {
      if (row.reasoning == nullptr || !row.reasoning->header.is_given()) {
        add_header(format.header);
      }
      add_item("Calls: messages with a recipient; body: the arguments");
    }
    if (!format.wrap_open.empty()) {
      add_item("Around calls: " + list(format.wrap_open, " or ") + " and " +
               list(format.wrap_close, " or "));
    }
    if (format.separator != 0) {
      add_item("Between calls: " + code_(std::string_view(&format.separator, 1)));
    }
    add_item(fmt::format("A call in open reasoning: {}; one without end: {}",
                         code_(to_string(format.calls_in_reasoning)),
                         code_(to_string(format.on_unclosed))));
  }

  void add_dropped(const Dialect& row) {
    std::string tokens = list(row.drop, ", ");
    if (row.reasoning != nullptr && !row.reasoning->drop.empty()) {
      if (!tokens.empty()) tokens += ", ";
      tokens += list(row.reasoning->drop, ", ");
    }
    if (!tokens.empty()) add_item("Dropped: " + tokens);
  }

  std::string (*code_)(std::string_view);
  std::string text_;
};

std::string in_fence(const std::string& sample) {
  const std::string fence(std::max<std::size_t>(longest_run_of_backticks(sample) + 1, 3), '`');
  return fence + '\n' + sample + '\n' + fence + '\n';
}

std::string samples(const Dialect& row, std::string (*around)(const std::string&)) {
  std::string text;
  if (row.tools == nullptr) return text;
  for (const std::string& sample : sample_calls(*row.tools)) text += '\n' + around(sample);
  return text;
}

}  // namespace

std::string dialect_as_text(const Dialect& row) {
  const auto as_it_is = [](const std::string& sample) { return sample + '\n'; };
  return fmt::format("{}\n{}{}", row.name, Section(shown_marker).of(row), samples(row, as_it_is));
}

std::string dialect_as_markdown(const Dialect& row) {
  return fmt::format("### {}\n\n{}{}", row.name, Section(code).of(row), samples(row, in_fence));
}

std::string dialects_markdown() {
  std::string text =
      "<!-- Generated by `tagstream dialects --markdown`; do not edit. -->\n"
      "\n";
  text += table();
  text +=
      "## Each dialect\n"
      "\n"
      "`\\n` in a marker is a line end. The samples all say the same.\n";
  for (const Dialect& row : dialects()) text += '\n' + dialect_as_markdown(row);
  return text + "\n<!-- End of what is generated. -->\n";
}

}  // namespace tagstream::cli
