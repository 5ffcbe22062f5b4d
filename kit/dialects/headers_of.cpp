// Reads the lines of messages that begin with a header:
// <|start|>ROLE<|channel|>analysis<|message|>REASONING<|end|>.

#include "dialects/format_parts.hpp"

namespace tagstream::notation {

namespace {

// The lines of harmony, and what each says of the header:
//
//   <|start|>ROLE<|channel|>analysis<|message|>REASONING<|end|>
//       start, channel, message; the channel of reasoning is `analysis`; `<|end|>` closes
//   <|start|>ROLE<|channel|>final<|message|>CONTENT<|return|>
//       a channel of text, `final`; `<|return|>` closes, too
//   <|start|>ROLE<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>ARGUMENTS…
//       a recipient that is NAME: messages with one are calls; `<|constrain|>` marks a type

// All marks `<|...|>` in a text, in their order.
std::vector<std::string_view> header_marks(std::string_view text) {
  std::vector<std::string_view> marks;
  for (std::size_t at = 0; (at = text.find("<|", at)) != text.npos;) {
    const std::size_t end = text.find('|', at + 2);
    if (end == text.npos) break;
    const bool is_mark = text.substr(end, 2) == "|>";
    if (is_mark) marks.push_back(text.substr(at, end + 2 - at));
    at = is_mark ? end + 2 : at + 2;
  }
  return marks;
}

// The word at the beginning of a text: the name of a channel, or a recipient.
std::string_view first_word_of(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_word_byte(text[size])) ++size;
  return text.substr(0, size);
}

constexpr std::string_view sign = " to=";  // before the recipient
constexpr std::string_view functions = "functions.";

// The recipient in a header, the word after ` to=` without `functions.` before it. Empty if there
// is none, or if NAME is the recipient.
std::string_view recipient_in(std::string_view head) {
  const std::size_t at = head.find(sign);
  if (at == head.npos) return {};
  std::string_view rest = head.substr(at + sign.size());
  if (rest.starts_with(functions)) rest.remove_prefix(functions.size());
  return first_word_of(rest);
}

// True if NAME is the recipient: ` to=functions.NAME`.
bool is_to_name(View head) {
  if (!has(head, Word::name)) return false;
  const std::string before = text_in(cut(head, Word::name).first);
  return before.ends_with(sign) || before.ends_with(std::string(sign).append(functions));
}

// The placeholder of the text of a message: the header stands before it.
Word body_word(Role role, View rest) {
  switch (role) {
    case Role::reasoning: return Word::reasoning;
    case Role::content: return Word::content;
    case Role::wrapper: return Word::call;
    default:
      if (has(rest, Word::parameter)) return Word::parameter;
      return has(rest, Word::arguments) ? Word::arguments : Word::string;
  }
}

// Takes the headers out of the lines of a family. In some families, as in harmony, the words of a
// header say what the message is. In others, as in inkling, the mark after the header says it, and
// the words mean nothing: then the rest of the line is read like a line without a header, by the
// mark that it begins with.
class HeaderReader {
 public:
  explicit HeaderReader(Making& making) : making_(making) {}

  // In families whose headers say nothing, the mark after each header begins the content of the
  // message and belongs to it, so it ends a header "from outside" (`ends_before`).
  Headers read(const Family& family) {
    for (const Line& line : family.lines) {
      Line left{line.role, {}, line.place};
      for (const Template& way : line.ways) read(line.role, way, left);
      if (!left.ways.empty()) headers_.lines.push_back(std::move(left));
    }
    if (!format_.is_given()) return std::move(headers_);
    for (std::string_view mark : marks_) {
      if (mark != format_.message) making_.add(format_.ends_before, mark);
    }
    format_.starts_inside = true;
    headers_.says_nothing = !marks_.empty();
    return std::move(headers_);
  }

 private:
  // Reads one way. ROLE, HEADER, or NAME directly after a known start mark show that it has a
  // header. A way without one is left as it is; if it begins with REASONING or CONTENT, the text
  // after that ends messages, too. `left` collects the ways that are read further.
  void read(Role role, View way, Line& left) {
    Word begin = has(way, Word::role)     ? Word::role
                 : has(way, Word::header) ? Word::header
                                          : Word::none;
    const bool is_known = !format_.start.empty();
    const bool begins_with_name = way.size() > 1 && has(way.subspan(1, 1), Word::name);
    if (is_known && first_text(way) == format_.start && begins_with_name) begin = Word::name;
    if (begin == Word::none) {
      const bool is_end = has(way.first(1), Word::reasoning) || has(way.first(1), Word::content);
      if (is_known && is_end) making_.add(format_.close, text_in(way.subspan(1)));
      left.ways.emplace_back(way.begin(), way.end());
      return;
    }
    const auto [before, rest] = cut(way, begin);
    format_.start = making_.keep(text_in(before));
    const Word body = body_word(role, rest);
    if (!has(rest, body)) return making_.refuse("nothing follows the header", way);
    const auto [head, end] = cut(rest, body);
    const std::string header = text_in(head);
    const std::string close = text_in(end);
    const std::vector<std::string_view> marks = header_marks(header);
    if (marks.empty())
      return making_.refuse("no mark ends the header; write one such as <|message|>", way);
    const std::string_view to = recipient_in(header);
    // In a family whose headers have recipients, a header may also have none.
    const bool is_bare = role == Role::reasoning && header == format_.message && marks_.empty();
    if (marks.size() > 1 || !to.empty() || is_to_name(head) || is_bare) {
      return has(head, Word::name) ? read_call(marks, body == Word::parameter, close)
                                   : read_words(role, header, marks, to, close);
    }
    if (role == Role::content && format_.message.empty()) format_.message = making_.keep(header);
    if (role == Role::content || role == Role::reasoning) making_.add(format_.close, close);
    if (begin != Word::role) marks_.push_back(making_.keep(marks[0]));
    left.ways.emplace_back(rest.begin(), rest.end());
  }

  // Reads a header with NAME: the message is a call. Its body is JSON, or elements: `PARAMETER...`.
  void read_call(const std::vector<std::string_view>& marks, bool is_elements,
                 std::string_view close) {
    format_.message = making_.keep(marks.back());
    making_.add(format_.close, close);
    headers_.has_calls = true;
    headers_.has_elements = headers_.has_elements || is_elements;
    if (is_elements) making_.add(headers_.call_close, close);
    if (marks.size() > 1) format_.constrain = making_.keep(marks[marks.size() - 2]);
  }

  // Reads a header whose words say what the message is: the first word after the channel mark is
  // the channel of reasoning or of text, and a recipient alone is that of reasoning.
  void read_words(Role role, std::string_view head, const std::vector<std::string_view>& marks,
                  std::string_view to, std::string_view close) {
    format_.message = making_.keep(marks.back());
    making_.add(format_.close, close);
    if (marks.size() > 1) {
      format_.channel = making_.keep(marks[0]);
      const std::string_view channel =
          first_word_of(head.substr(head.find(marks[0]) + marks[0].size()));
      if (role == Role::reasoning) {
        format_.reasoning_channel = making_.keep(channel);
      } else {
        making_.add(format_.text_channels, channel);
      }
    } else if (role == Role::reasoning) {
      making_.add(format_.reasoning_recipients, to);
      format_.bare_is_reasoning = format_.bare_is_reasoning || to.empty();
    }
  }

  Making& making_;
  Headers headers_;
  HeaderFormat& format_ = headers_.format;
  std::vector<std::string_view> marks_;  // marks that end a header whose words say nothing
};

}  // namespace

Headers headers_of(Making& making, const Family& family) {
  return HeaderReader(making).read(family);
}

}  // namespace tagstream::notation
