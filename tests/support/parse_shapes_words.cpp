#include <string>
#include <string_view>
#include <vector>

#include "support/parse_shapes.hpp"

namespace tagstream::testing {

namespace {

std::string first(const WordList& list) { return list.empty() ? "" : std::string(*list.begin()); }

const std::string arguments = R"({"a":1})";
const std::string half_arguments = R"({"a":")";

// Sets the words of a call that is a message with a header.
void add_header_words(const HeaderFormat& header, ParseWords& words) {
  const std::string start = std::string(header.start) + "assistant to=functions.f";
  const std::string channel =
      header.channel.empty() ? "" : std::string(header.channel) + "commentary";
  words.opener = start + channel + std::string(header.message);
  words.closer = std::string(*(header.close.end() - 1));
  words.body = arguments;
  words.half = half_arguments;
}

void add_reasoning_words(const ReasoningFormat& format, ParseWords& words) {
  words.think = first(format.open);
  words.think_end = first(format.close);
  words.drop = first(format.drop);
  const HeaderFormat& header = format.header;
  if (!words.think.empty() || !header.is_given()) return;
  words.think = header.channel.empty()
                    ? std::string(header.start) +
                          "assistant to=" + std::string(first(header.reasoning_recipients))
                    : std::string(header.channel) + std::string(header.reasoning_channel);
  words.think += header.message;
  words.think_end = first(header.close);
}

void add_call_words(const SampleCall& call, ParseWords& words) {
  words.opener = call.open;
  words.closer = call.close;
  words.body = call.before + arguments + call.after;
  words.half = call.before + half_arguments;
}

void append(const WordList& list, std::vector<std::string>& out) {
  out.insert(out.end(), list.begin(), list.end());
}

void append(const HeaderFormat& header, std::vector<std::string>& out) {
  for (const std::string_view word :
       {header.start, header.channel, header.constrain, header.message}) {
    if (!word.empty()) out.emplace_back(word);
  }
  append(header.close, out);
}

}  // namespace

ParseWords parse_words(const Dialect& dialect) {
  const FamilyFormat& row = format_of(dialect);
  ParseWords words;
  if (row.reasoning != nullptr) add_reasoning_words(*row.reasoning, words);
  if (words.drop.empty()) words.drop = first(row.drop);
  if (row.tools == nullptr) return words;
  words.wrap = first(row.tools->wrap_open);
  words.wrap_end = first(row.tools->wrap_close);
  const CallFormat& format = row.tools->calls[0];
  if (!format.open.empty()) {
    add_call_words(sample_call(dialect.text(), 0, known_tool(row)), words);
  } else {
    add_header_words(row.tools->header, words);
  }
  return words;
}

std::vector<std::string> parse_markers(const Dialect& dialect) {
  const FamilyFormat& row = format_of(dialect);
  std::vector<std::string> markers;
  append(row.drop, markers);
  if (const ReasoningFormat* const reasoning = row.reasoning) {
    for (const WordList* const list :
         {&reasoning->open, &reasoning->close, &reasoning->ends_before, &reasoning->drop}) {
      append(*list, markers);
    }
    append(reasoning->header, markers);
  }
  if (row.tools == nullptr) return markers;
  append(row.tools->wrap_open, markers);
  append(row.tools->wrap_close, markers);
  for (const CallFormat& format : row.tools->calls) {
    for (const WordList* const list : {&format.open, &format.close}) {
      for (const std::string_view word : *list) {
        markers.push_back(marker_of(word, known_tool(row)));
      }
    }
    for (const std::string_view word :
         {format.name.before, format.name.kind, format.name.id_mark, format.name.separator}) {
      if (!word.empty()) markers.emplace_back(word);
    }
    append(format.name.then, markers);
  }
  return markers;
}

}  // namespace tagstream::testing
