#include "format_hint.hpp"

#include "tagstream/json_tree.hpp"
#include "tagstream/wire/payload_reader.hpp"
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

// True if one of the first lines is what a server sends: it has text, or a part of an answer. The
// first line alone may have none.
bool has_payload(std::string_view lines) {
  constexpr int most = 4;
  wire::PayloadReader reader;
  for (int i = 0; i < most && !lines.empty(); ++i) {
    for (const wire::Piece& piece : reader.read(take_line(lines))) {
      if (piece.kind != wire::PieceKind::error && piece.kind != wire::PieceKind::broken)
        return true;
    }
  }
  return false;
}

}  // namespace

std::string_view looks_like(std::string_view begin) {
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  std::string_view rest = begin;
  while (!rest.empty()) {  // a server may have sent comments for long, to keep the line open
    const std::string_view line = take_line(rest);
    if (line.starts_with("data: {") || line.starts_with("data:{") || line == "data: [DONE]") {
      return "sse";
    }
    const bool is_field = line.empty() || line[0] == ':' || line.starts_with("event:") ||
                          line.starts_with("id:") || line.starts_with("retry:");
    if (!is_field) break;
  }
  rest = begin;
  if (!is_object(take_line(rest))) return {};
  if (has_payload(begin)) return "ndjson";
  // One object alone may be the answer of a model; two lines with objects are records.
  return is_object(take_line(rest)) ? "jsonl" : std::string_view();
}

void FormatHint::see(std::string_view piece) {
  const std::string_view first = begin_.empty() ? piece : begin_;
  const std::size_t most = first.find('{') < 4 ? enough_for_records : enough;  // behind a mark, too
  if (!is_asked_ || begin_.size() >= most) return;
  begin_ += piece.substr(0, most - begin_.size());
}

void FormatHint::finish(Notes& notes) const {
  const std::string_view kind = is_asked_ ? looks_like(begin_) : std::string_view();
  if (kind == from_) return;
  if (kind == "jsonl") {
    notes.add("the text looks like JSON lines", "--from jsonl:/POINTER reads a field of each");
  } else if (!kind.empty()) {
    notes.add("the text looks like what a server streams",
              "--from " + std::string(kind) + " reads it");
  }
}

}  // namespace tagstream::cli
