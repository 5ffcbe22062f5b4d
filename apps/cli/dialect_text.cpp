#include "dialect_text.hpp"

#include <algorithm>
#include <array>

#include "io/terminal.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view sample_arguments = R"({"city":"Oslo"})";

std::string span_text(std::string_view open, std::string_view close) {
  return shown_marker(open) + std::string(ellipsis) + shown_marker(close);
}

// What opens the reasoning of messages with headers.
std::string reasoning_header(const HeaderFormat& format) {
  std::string text;
  if (!format.reasoning_channel.empty()) {
    text = std::string(format.channel) + std::string(format.reasoning_channel);
  } else {
    text = std::string(format.start) + "assistant to=" + std::string(format.reasoning_recipient);
  }
  return text + std::string(format.message);
}

// A call's message most often ends with the last of the markers.
std::string_view call_end(const HeaderFormat& format) { return *(format.close.end() - 1); }

std::string sample_message(const HeaderFormat& format) {
  std::string text = std::string(format.start) + "assistant";
  if (!format.channel.empty()) text += std::string(format.channel) + "commentary";
  text += " to=functions.weather";
  if (!format.constrain.empty()) text += ' ' + std::string(format.constrain) + "json";
  text += format.message;
  text += sample_arguments;
  text += call_end(format);
  return text;
}

std::string sample_text(const ToolFormat& tools, const CallFormat& format) {
  const SampleCall call = sample_call(format, "weather");
  std::string text;
  if (!tools.wrap_open.empty()) text += *tools.wrap_open.begin();
  text += call.open + call.before + std::string(sample_arguments) + call.after + call.close;
  if (!tools.wrap_close.empty()) text += *tools.wrap_close.begin();
  return text;
}

using Row = std::array<std::string, 5>;

Row table_row(const Dialect& row) {
  return {std::string(row.name), std::string(start_of(row)), reasoning_span(row), calls_span(row),
          joined(row.aliases, " ")};
}

}  // namespace

std::string shown_marker(std::string_view marker) { return replaced(marker, {{'\n', "\\n"}}); }

std::string_view start_of(const Dialect& row) {
  if (row.reasoning != nullptr && row.reasoning->starts_inside) return "inside";
  const bool has_header = row.reasoning != nullptr && row.reasoning->header.starts_inside;
  if (has_header) return "header";
  return row.opens_in_prompt ? "prompt" : "text";
}

std::string reasoning_span(const Dialect& row) {
  if (row.reasoning == nullptr) return std::string(no_span);
  const ReasoningFormat& format = *row.reasoning;
  if (!format.open.empty()) return span_text(*format.open.begin(), *format.close.begin());
  return span_text(reasoning_header(format.header), *format.header.close.begin());
}

std::string calls_span(const Dialect& row) {
  if (row.tools == nullptr) return std::string(row.writes_calls ? unread_span : no_span);
  const CallFormat& first = row.tools->calls[0];
  if (first.open.empty()) {
    const HeaderFormat& header = row.tools->header;
    return span_text("to=NAME" + std::string(header.message), call_end(header));
  }
  return span_text(*first.open.begin(), first.close.empty() ? "" : *first.close.begin());
}

std::vector<std::string> sample_calls(const ToolFormat& format) {
  std::vector<std::string> samples;
  for (const CallFormat& call : format.calls) {
    if (!call.open.empty()) samples.push_back(sample_text(format, call));
  }
  if (format.header.is_given()) samples.push_back(sample_message(format.header));
  return samples;
}

std::string dialect_table() {
  std::vector<Row> rows = {{"NAME", "STARTS", "REASONING", "CALLS", "ALIASES"}};
  for (const Dialect& row : dialects()) rows.push_back(table_row(row));
  rows.push_back({"auto", "text", "by markers of their own", "by markers of their own", ""});
  std::array<std::size_t, 5> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      line.append(widths[i] - columns_of(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace tagstream::cli
