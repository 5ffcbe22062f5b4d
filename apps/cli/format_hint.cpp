#include "format_hint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "base/utf8.hpp"
#include "tagstream/json_tree.hpp"
#include "tagstream/wire/stream_reader.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t enough = std::size_t{16} << 10;
constexpr std::size_t enough_for_records = std::size_t{1} << 20;  // two of them must be seen

std::string_view take_line(std::string_view& text) {
  std::string_view line = take_part(text, '\n');
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_object(std::string_view line) { return line.starts_with('{') && !JsonTree().read(line); }

bool is_list(std::string_view text) {
  const bool has_bracket = text.starts_with('[');
  const std::size_t next = has_bracket ? text.find_first_not_of(" \t\r\n", 1) : text.npos;
  return next != text.npos && text[next] == '{';
}

bool is_line_of_sse(std::string_view line) {
  constexpr std::string_view begins[] = {":", "data:", "event:", "id:", "retry:"};
  return line.empty() ||
         std::any_of(std::begin(begins), std::end(begins),
                     [&](std::string_view begin) { return line.starts_with(begin); });
}

// The pointer to the text in records like this one: `/text`. `/POINTER` if none is likely.
std::string likely_pointer(std::string_view line) {
  constexpr std::string_view known[] = {"text",   "content",    "response",      "output",
                                        "answer", "completion", "generated_text"};
  JsonTree tree;
  if (tree.read(line)) return "/POINTER";
  std::string_view longest;
  std::size_t size = 0;
  for (const JsonTree::Member& member : tree.members(JsonTree::root)) {
    if (member.key == "messages" && tree.is(member.value, JsonTree::Kind::array)) {
      return "/messages/-/content";
    }
    if (!tree.is(member.value, JsonTree::Kind::string)) continue;
    if (std::find(std::begin(known), std::end(known), member.key) != std::end(known)) {
      return "/" + std::string(member.key);
    }
    constexpr std::string_view others[] = {"id", "type", "model", "role", "error"};
    if (std::find(std::begin(others), std::end(others), member.key) != std::end(others)) continue;
    const std::size_t its = tree.literal(member.value).size();
    if (its > size) longest = member.key;
    size = std::max(size, its);
  }
  const bool is_plain = !longest.empty() && longest.find_first_of("/~") == longest.npos;
  return is_plain ? "/" + std::string(longest) : "/POINTER";
}

// True if a text has what a server sends: a text, or a part of an answer. The first line alone may
// have none.
bool has_payload(std::string_view text, wire::Framing framing) {
  wire::StreamReader reader({.framing = framing});
  const auto has = [](std::span<const wire::Piece> pieces) {
    return std::any_of(pieces.begin(), pieces.end(), is_of_answer);
  };
  return has(reader.feed(text)) || has(reader.finish());
}

}  // namespace

bool is_of_answer(const wire::Piece& piece) {
  return piece.kind != wire::PieceKind::end && piece.kind != wire::PieceKind::broken &&
         piece.kind != wire::PieceKind::error;
}

InputForm looks_like(std::string_view begin) {
  if (begin.starts_with(byte_order_mark)) begin.remove_prefix(byte_order_mark.size());
  std::string_view rest = begin;
  while (!rest.empty()) {  // a server may have sent comments for long, to keep the line open
    const std::string_view line = take_line(rest);
    if (line.starts_with("data: {") || line.starts_with("data:{") || line == "data: [DONE]") {
      return InputForm::sse;
    }
    if (!is_line_of_sse(line)) break;
  }
  rest = begin;
  if (!is_list(begin) && !is_object(take_line(rest))) return InputForm::text;  // Gemini's
  if (has_payload(begin, wire::Framing::ndjson)) return InputForm::ndjson;
  // One object alone may be the answer of a model; two lines with objects are records.
  return is_object(take_line(rest)) ? InputForm::jsonl : InputForm::text;
}

// True for one list of objects, in one line or several. Of lists in lines the second begins one,
// too.
bool is_one_list(std::string_view text) {
  const std::size_t line = text.find('\n');
  return is_list(text) && (line == text.npos || !text.substr(line + 1).starts_with('['));
}

void FormatHint::see(std::string_view piece) {
  const std::string_view first = begin_.empty() ? piece : begin_;
  const std::size_t most = first.find('{') < 4 ? enough_for_records : enough;  // after a mark, too
  if (!is_asked_ || begin_.size() >= most) return;
  begin_ += piece.substr(0, most - begin_.size());
}

bool FormatHint::is_list_in_lines() const {
  const std::string_view line = std::string_view(begin_).substr(0, begin_.find('\n'));
  return is_one_list(begin_) && line.size() < begin_.size() && JsonTree().read(line);
}

std::string FormatHint::instead() const {
  std::string_view rest = begin_;
  const std::string_view line = take_line(rest);
  const InputForm form = looks_like(begin_);
  const bool is_jsonl = from_ == InputForm::jsonl;
  if (is_jsonl && is_one_list(begin_))
    return "; it is one JSON list: jq -c '.[]' writes its records";
  // Of records only the pointer may be wrong. A first line that is longer than what was kept says
  // nothing.
  const bool is_cut = line.size() >= enough_for_records;
  if (begin_.empty() || form == from_ || is_cut || (is_jsonl && !JsonTree().read(line))) return {};
  if (form == InputForm::jsonl) return "; give --from jsonl:" + likely_pointer(line);
  if (is_stream(form)) return fmt::format("; give --from {}", to_string(form));
  if (from_ == InputForm::sse && is_line_of_sse(line)) return {};
  if (from_ == InputForm::ndjson && line.find_first_of("[{") == 0) return {};
  return fmt::format("; leave out --from {}", to_string(from_));
}

std::string FormatHint::why_not_a_stream(const std::string& file, wire::Api api) const {
  const wire::Framing framing =
      from_ == InputForm::sse ? wire::Framing::sse : wire::Framing::ndjson;
  if (api != wire::Api::automatic && has_payload(begin_, framing)) {
    return fmt::format("no event is one of {}: {}; --api auto reads them", to_string(api), file);
  }
  const std::string other = instead();
  return other.empty() ? other : fmt::format("no event in this text: {}{}", file, other);
}

void FormatHint::finish(Notes& notes) const {
  const InputForm form = looks_like(begin_);
  if (form == InputForm::jsonl) {
    std::string_view rest = begin_;
    notes.add("the text looks like JSON lines", fmt::format("--from jsonl:{} reads a field of each",
                                                            likely_pointer(take_line(rest))));
  } else if (is_stream(form)) {
    notes.add("the text looks like what a server streams",
              fmt::format("--from {} reads it", to_string(form)));
  }
}

}  // namespace tagstream::cli
