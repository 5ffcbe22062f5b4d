#include "support/parse_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "support/formats.hpp"
#include "support/grammar_text.hpp"

namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;
using Pieces = std::vector<std::string>;

bool one_in(std::uint64_t n, Random& random) { return random() % n == 0; }

template <std::size_t n>
std::string pick(const std::array<std::string_view, n>& list, Random& random) {
  return std::string(list[random() % n]);
}

const std::string& pick(const Pieces& list, Random& random) { return list[random() % list.size()]; }

/// The rows that options name.
struct Rows {
  const ReasoningFormat* reasoning = nullptr;
  const ToolFormat* tools = nullptr;
  std::vector<std::string_view> drop;

  explicit Rows(const Options& options) : read_by_(options) {
    const FamilyFormat* const thinks = read_by_.thinks;
    const FamilyFormat* const calls = read_by_.calls;
    if (thinks != nullptr) reasoning = thinks->reasoning;
    if (calls != nullptr) tools = calls->tools;
    for (const FamilyFormat* row : {thinks, calls}) {
      if (row != nullptr) drop.insert(drop.end(), row->drop.begin(), row->drop.end());
    }
    if (reasoning != nullptr) {
      drop.insert(drop.end(), reasoning->drop.begin(), reasoning->drop.end());
    }
    drop.insert(drop.end(), options.drop.begin(), options.drop.end());
  }

  [[nodiscard]] const HeaderFormat* header() const {
    if (tools != nullptr && tools->header.is_given()) return &tools->header;
    if (reasoning != nullptr && reasoning->header.is_given()) return &reasoning->header;
    return nullptr;
  }

  [[nodiscard]] std::vector<const CallFormat*> calls() const {
    std::vector<const CallFormat*> list;
    if (tools == nullptr) return list;
    for (const CallFormat& format : tools->calls) {
      if (!format.open.empty()) list.push_back(&format);
    }
    return list;
  }
  /// A marker of `calls()`, as it is written.
  [[nodiscard]] std::string marker(std::string_view word) const {
    return marker_of(word, read_by_.tool);
  }
  /// A call as `calls()[i]` is written.
  [[nodiscard]] const SampleCall& sample(std::size_t i) const {
    return sample_call(read_by_.calls_text, i, read_by_.tool);
  }

 private:
  ReadBy read_by_;
};

/// The opener, without the bytes that belong to the body as well.
std::string opener_of(const Rows& rows, const CallFormat& format) {
  std::string open = rows.marker(*format.open.begin());
  open.erase(open.size() - format.shared);
  return open;
}

std::string closer_of(const Rows& rows, const CallFormat& format) {
  return format.close.empty() ? "" : rows.marker(*format.close.begin());
}

std::string whole_call(const SampleCall& call) {
  return call.open + call.before + R"({"name":"g","args":{}})" + call.after + call.close;
}

/// A call that ends inside a string.
std::string half_call(const SampleCall& call) { return call.open + call.before + R"({"a":")"; }

void add_words(Pieces& pieces, const WordList& words, std::size_t most) {
  std::size_t count = 0;
  for (std::string_view word : words) {
    if (count++ < most) pieces.emplace_back(word);
  }
}

void add_header(Pieces& pieces, const HeaderFormat& header) {
  const std::string start(header.start);
  pieces.push_back(start + "assistant");
  pieces.push_back(start + "user");
  pieces.emplace_back(header.message);
  if (!header.channel.empty()) {
    pieces.push_back(std::string(header.channel) + std::string(header.reasoning_channel));
    pieces.push_back(std::string(header.channel) + "final");
  }
  for (std::string_view recipient : header.reasoning_recipients) {
    pieces.push_back(" to=" + std::string(recipient));
  }
  pieces.emplace_back(" to=functions.f");
  if (!header.constrain.empty()) pieces.push_back(std::string(header.constrain) + "json");
  add_words(pieces, header.close, 1);
  pieces.emplace_back("{}");
}

}  // namespace

Pieces parse_pieces(const Options& options) {
  const Rows rows(options);
  Pieces pieces = {"a", " "};
  if (rows.reasoning != nullptr) {
    add_words(pieces, rows.reasoning->open, 1);
    add_words(pieces, rows.reasoning->close, 1);
    add_words(pieces, rows.reasoning->ends_before, 1);
    for (std::string_view name : rows.reasoning->unwrap) {
      pieces.push_back('<' + std::string(name) + '>');
      pieces.push_back("</" + std::string(name) + '>');
    }
  }
  if (const HeaderFormat* const header = rows.header()) add_header(pieces, *header);
  const auto calls = rows.calls();
  std::string nameless;
  for (std::size_t i = 0; i < calls.size(); ++i) pieces.push_back(whole_call(rows.sample(i)));
  if (!calls.empty() && calls[0]->body == CallBody::xml) {
    const SampleCall& call = rows.sample(0);
    for (const std::string* piece : {&call.open, &call.before, &call.after}) {
      pieces.push_back(*piece);
    }
    pieces.emplace_back("\n");
  }
  if (!calls.empty()) {
    pieces.push_back(half_call(rows.sample(0)));
    pieces.emplace_back("\"}");
    if (!calls[0]->close.empty()) pieces.push_back(closer_of(rows, *calls[0]));
    pieces.push_back(opener_of(rows, *calls[0]));
    nameless = opener_of(rows, *calls[0]) + "{}" + closer_of(rows, *calls[0]);
  }
  if (rows.tools != nullptr) {
    if (rows.tools->calls[0].separator != 0) pieces.emplace_back(1, rows.tools->calls[0].separator);
    add_words(pieces, rows.tools->wrap_open, 1);
    add_words(pieces, rows.tools->wrap_close, 1);
  }
  if (!rows.drop.empty()) pieces.emplace_back(rows.drop[0]);
  pieces.emplace_back("<");
  pieces.push_back(nameless);
  for (const char* piece : {"{", "\"", "}\n", "[", "```\n"}) pieces.emplace_back(piece);
  Pieces unique;
  for (const std::string& piece : pieces) {
    const bool is_new = std::find(unique.begin(), unique.end(), piece) == unique.end();
    if (is_new && !piece.empty()) unique.push_back(piece);
  }
  return unique;
}

// ---- random ----------------------------------------------------------------------------------

namespace {

bool is_tag(const std::string& marker) {
  return marker.front() == '<' && marker.back() == '>' &&
         marker.find_first_of("|\xEF") == std::string::npos;
}

/// Adds other spellings of the tags among the markers.
void add_odd_tags(Pieces& list) {
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_tag(list[i])) continue;
    const std::string name = list[i].substr(0, list[i].size() - 1);
    if (name[1] == '/') {
      list.push_back("</ " + name.substr(2) + " >");
      list.push_back(name + "=k>");
      continue;
    }
    list.push_back(name + " a=\"" + list[(i + 1) % count] + "\">");
    list.push_back(name + " a=\"");
    list.push_back(name + "/>");
  }
}

/// All markers of the rows, and other spellings of some of them.
Pieces all_markers(const Rows& rows) {
  Pieces list;
  constexpr std::size_t all = 8;
  if (rows.reasoning != nullptr) {
    const ReasoningFormat& format = *rows.reasoning;
    for (int i = 0; i < 2; ++i) {
      add_words(list, format.open, all);
      add_words(list, format.close, all);
    }
    add_words(list, format.ends_before, all);
    for (std::string_view name : format.unwrap) {
      list.push_back('<' + std::string(name) + '>');
      list.push_back("</" + std::string(name) + '>');
    }
  }
  if (const HeaderFormat* const header = rows.header()) {
    add_header(list, *header);
    add_words(list, header->close, all);
    for (std::string_view word : {header->start, header->channel, header->constrain}) {
      if (!word.empty()) list.emplace_back(word);
    }
  }
  for (std::string_view word : rows.drop) list.emplace_back(word);
  if (rows.tools != nullptr) {
    add_words(list, rows.tools->wrap_open, all);
    add_words(list, rows.tools->wrap_close, all);
    for (const CallFormat* format : rows.calls()) {
      for (const WordList* list_of : {&format->open, &format->close}) {
        for (std::string_view word : *list_of) list.push_back(rows.marker(word));
      }
    }
    if (rows.tools->calls[0].separator != 0) list.emplace_back(1, rows.tools->calls[0].separator);
  }
  if (list.empty()) list.emplace_back("<think>");
  add_odd_tags(list);
  return list;
}

constexpr std::array<std::string_view, 16> words = {"a",    "word ", " ",   "\n", "  \n", "<",
                                                    "{",    "[",     "\"",  "}",  "<b>",  "]",
                                                    "to=x", ";",     "```", "\\"};

std::string string_piece(const Pieces& markers, Random& random) {
  constexpr std::array<std::string_view, 8> plain = {"",   "x",       "\\n", "\\q",
                                                     "\n", "\\u00e9", "\t",  "\xE2\x82\xAC"};
  return one_in(2, random) ? pick(plain, random) : pick(markers, random);
}

std::string quoted(const std::string& text, Random& random) {
  const char quote = one_in(8, random) ? '\'' : '"';
  return quote + text + (one_in(40, random) ? "" : std::string(1, quote));
}

std::string arguments(const Pieces& markers, Random& random) {
  if (one_in(3, random)) return "{}";
  if (one_in(12, random)) return pick<4>({"null", "5", "[]", "\"{}\""}, random);
  if (one_in(20, random)) {  // of the definition of a tool
    return pick<4>({R"({"type":"object","properties":{}})", R"({"type":"dict","properties":[]})",
                    R"({'properties':{},'type':'dict'})", R"({"type":"x","properties":{}})"},
                   random);
  }
  std::string out = "{" + quoted("a", random) + ":";
  switch (random() % 5) {
    case 0: out += pick<6>({"1", "True", "null", "{}", "[1,]", "-"}, random); break;
    case 1: out += "[" + quoted(string_piece(markers, random), random) + "]"; break;
    default: out += quoted(string_piece(markers, random) + string_piece(markers, random), random);
  }
  return out + (one_in(10, random) ? " }" : "}");
}

std::string item(CallBody body, const Pieces& markers, Random& random) {
  const std::string value = arguments(markers, random);
  if (body == CallBody::json_by_name) {
    const std::string more = one_in(8, random) ? ",\"g\":{}" : "";
    return one_in(10, random) ? "{}" : "{\"f\":" + value + more + "}";
  }
  const std::string name =
      quoted(pick<5>({"name", "name", "tool_name", "x", "function"}, random), random) + ":" +
      (one_in(12, random) ? "{}" : quoted(one_in(9, random) ? "" : "f", random));
  const std::string given =
      quoted(pick<5>({"arguments", "parameters", "args", "params", "y"}, random), random) + ": " +
      value;
  std::string out = "{" + (one_in(3, random) ? given + "," + name : name + "," + given);
  const auto id = [&](const char* text) {
    return quoted(pick<3>({"id", "tool_call_id", "call_id"}, random), random) + ':' + text;
  };
  if (one_in(6, random)) out.insert(1, id("\"8\"") + ',');
  if (one_in(30, random)) out += ",\"description\":\"\"";
  if (one_in(5, random)) out += ',' + id("\"7\"");
  return out + "}";
}

std::string json_body(CallBody body, const Pieces& markers, bool is_list, Random& random) {
  std::string out = item(body, markers, random);
  if (is_list) {
    for (std::uint64_t more = random() % 3; more > 0; --more) {
      out += ", " + item(body, markers, random);
    }
    out = one_in(12, random) ? "[]" : "[" + out + "]";
  }
  if (one_in(8, random)) {
    out = pick<3>({"```", "```json", "~~~"}, random) + "\n" + out +
          pick<3>({"\n```", "", "\n~~~~"}, random);
  }
  return out;
}

std::string random_head(const CallNameFormat& format, Random& random) {
  const auto gap = [&] { return pick<5>({"", "", "", " ", "\n"}, random); };
  std::string out = gap() + std::string(format.before) + gap();
  if (!format.kind.empty() && one_in(2, random)) {
    out += std::string(format.kind) + gap() + std::string(format.separator) + gap();
  }
  if (!one_in(5, random)) out += format.prefix;
  if (!one_in(20, random)) out += pick<4>({"f", "get.x", "a-b/c:1", "\xC3\xA9"}, random);
  if (format.is_id && !one_in(5, random)) out += ":3";
  out += gap();
  if (!format.id_mark.empty() && one_in(3, random)) out += std::string(format.id_mark) + "i9";
  const bool has_separator = format.needs_separator ? !one_in(10, random) : one_in(2, random);
  if (has_separator) out += format.separator;
  for (std::string_view word : format.then) {
    if (one_in(2, random)) out += gap() + std::string(word);
  }
  return out + gap();
}

// Adds attributes at the end of the first tag that has an attribute.
std::string with_attributes(std::string call, Random& random) {
  const std::size_t end = call.find('>', call.find('='));
  if (end == call.npos || end == 0) return call;
  const bool is_empty = call[end - 1] == '/' || one_in(6, random);
  const std::string more = pick<5>(
      {" a=\"x\"", " n=1 id='2'", " type=t b index=3", " k='&lt;' a=\"", " q=1 q=2"}, random);
  return call.insert(end, one_in(2, random) && is_empty ? more + '/' : more);
}

std::string random_call(const Rows& rows, const Pieces& markers, Random& random) {
  const auto calls = rows.calls();
  if (calls.empty()) return "{\"name\":\"f\",\"args\":{}}";
  const std::size_t way = random() % calls.size();
  const CallFormat& format = *calls[way];
  if (one_in(3, random)) {
    const std::string call =
        one_in(3, random) ? half_call(rows.sample(way)) : whole_call(rows.sample(way));
    return one_in(4, random) ? with_attributes(call, random) : call;
  }
  std::string out = rows.marker(*(format.open.begin() + random() % format.open.size()));
  out.erase(out.size() - format.shared);
  if (out.size() > 2 && out.front() == '<' && out.back() == '>' && one_in(6, random)) {
    out.pop_back();
    out += pick<5>({"=g>", " name=\"g\" id='8'>", "/>", "=g/>", " x=\"\">"}, random);
  }
  const bool is_list = format.open.begin()->back() == '[' || one_in(4, random);
  const bool is_named = format.has_name_in_front() && !one_in(6, random);
  const bool is_word_first = format.body == CallBody::xml && format.shape->name_first;
  if (one_in(24, random)) {
    out += "<name>f</name><arguments>" + arguments(markers, random) + "</arguments>";
  } else if (one_in(is_word_first ? 4 : 24, random)) {
    const std::string_view separator = is_word_first ? format.shape->separators[0] : "";
    out += pick<4>({"f", "g", "7", "a/b"}, random);
    if (one_in(8, random)) out += separator;
    out += pick<5>({">", ">", "\n", " ", "> "}, random) + arguments(markers, random);
  } else if (is_named) {
    out += random_head(format.name, random) + arguments(markers, random);
  } else if (!one_in(20, random)) {
    out += pick<3>({"", "\n", " "}, random) + json_body(format.body, markers, is_list, random);
  }
  out += pick<4>({"", "", "\n", " "}, random);
  if (!format.close.empty() && !one_in(12, random)) {
    out += rows.marker(*(format.close.begin() + random() % format.close.size()));
  }
  return out;
}

void mutate(std::string& text, const Pieces& markers, Random& random) {
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 5) {
    case 0:
      if (!text.empty()) text.erase(at, 1);
      break;
    case 1: text.erase(at, random() % 12); break;
    case 2: text.insert(at, pick(words, random)); break;
    case 3: text.insert(at, pick(markers, random)); break;
    default: text.resize(at);
  }
}

}  // namespace

namespace {

/// Sets at random which of the tools f and g may be called. Random texts call f more often.
void add_random_choice(Options& options, Random& random) {
  if (one_in(4, random)) {
    const std::string named = one_in(3, random) ? "g" : "f";
    options.tool_choice = pick<4>({"auto", "none", "required", named}, random);
  }
  options.parallel_tool_calls = !one_in(6, random);
  if (one_in(6, random)) {
    const bool has_more = options.tool_choice == "g" || one_in(3, random);
    std::vector<ToolSchema> tools{{"f", {{"a", ValueTypes::integer}, {"in", ValueTypes::object}}}};
    if (has_more) tools.push_back({"g", {}});
    options.tools = json_of(tools);
    options.only_offered = one_in(2, random);
  }
  options.bad_calls = one_in(5, random) ? BadCalls::hide : BadCalls::content;
}

/// Formats that no family has.
constexpr std::array<std::string_view, 8> own_formats = {
    R"(<why>REASONING</why>
[\CALL NAME]\nPARAMETER...[/END]
KEY: VALUE\n)",
    R"(<line>NAME\nPARAMETER...</line>\n
KEY = VALUE\n)",
    R"(<|assistant|>NAME\n```python\ntool_call(KEY=PYTHON, ...)\n```)",
    R"(<call>NAME\nPARAMETER...</call>
KEY: VALUE\n)",
    R"(<function=NAME>\nPARAMETER...</function>
<parameter=KEY>\nVALUE\n</parameter>\n
<parameter name="KEY">VALUE</parameter>\n)",
    R"(Thought: REASONING\nSo:
Action: NAME\nAction Input: ARGUMENTS)",
    R"(<run: NAME>\nSTRING\n</run>
- the end closes a command)",
    R"(<tool>{"name": "NAME", "arguments": ARGUMENTS}</tool>
- a string is note)"};

}  // namespace

Options random_parse_options(Random& random) {
  const auto rows = dialects();
  while (true) {
    Options options;
    const auto name = [&] { return std::string(rows[random() % rows.size()].name()); };
    if (one_in(16, random)) {
      options.format = pick(own_formats, random);
    } else if (one_in(12, random)) {
      options.dialect = "auto";
    } else if (one_in(2, random)) {
      options.dialect = name();
    } else {
      options.reasoning_of = one_in(8, random) ? "none" : name();
      options.calls_of = one_in(8, random) ? "none" : name();
    }
    options.start_in_reasoning = one_in(4, random);
    options.calls_in_reasoning = static_cast<CallsInReasoning>(random() % 5);
    options.reasoning_again = static_cast<ReasoningAgain>(random() % 4);
    options.unclosed_call = static_cast<UnclosedCall>(random() % 4);
    if (one_in(4, random)) options.unclosed_reasoning = UnclosedReasoning::content;
    if (one_in(6, random)) options.bare_calls = BareCalls::never;
    if (one_in(6, random)) options.decode_entities = {"f", "a", "b", "note"};
    options.strict_json = one_in(6, random);
    options.incremental = one_in(3, random);
    options.trim = one_in(4, random);
    options.ignore_case = one_in(8, random);
    if (one_in(8, random)) options.drop = {pick<4>({"<eos>", "xx", "<|eot|>", "--"}, random)};
    add_random_choice(options, random);
    if (const char* const row = std::getenv("TAGSTREAM_ROW"); row != nullptr) {
      options.dialect = row;
      options.format = options.reasoning_of = options.calls_of = {};
    }
    // No family has two kinds of headers at once.
    const Rows two(options);
    const bool is_mixed = two.reasoning != nullptr && two.tools != nullptr &&
                          two.reasoning->header.is_given() && two.tools->header.is_given() &&
                          two.reasoning->header.channel != two.tools->header.channel;
    if (is_mixed || !Rules::make(options)) continue;
    const Dialect* const row = find_dialect(options.dialect);
    const bool has_lines = row != nullptr && row->name() != "none";
    if (has_lines && one_in(4, random)) {  // the same row as a format of its own
      options.format = row->text();
      options.dialect.clear();
    }
    return options;
  }
}

void add_random_limits(Options& options, Random& random) {
  if (one_in(2, random)) options.limits.max_held_bytes = random() % 80;
  if (one_in(8, random)) options.limits.max_tag_bytes = 1 + random() % 24;
  if (one_in(12, random)) options.limits.max_attributes = random() % 2;
  options.markdown_code = static_cast<MarkdownCode>(random() % 3);
}

void add_random_prompt(Options& options, Random& random) {
  options.prompt_tail =
      pick<7>({"Sure. ", "So:\n", "a `", "See:\n```\n", "~~~", "\n", " "}, random);
}

std::string random_parse_text(const Options& given, Random& random) {
  Options options = given;
  if (given.dialect == "auto") {  // what one family writes
    options.dialect = dialects()[random() % dialects().size()].name();
  }
  const Rows rows(options);
  const Pieces markers = all_markers(rows);
  const bool has_header = rows.header() != nullptr;
  std::string text = random_beginning(random);
  for (std::uint64_t i = 1 + random() % (has_header ? 12 : 7); i > 0; --i) {
    switch (random() % 8) {
      case 0:
      case 1: text += pick(words, random); break;
      case 2:
      case 3:
      case 4: text += pick(markers, random); break;
      default:
        text += has_header && one_in(2, random) ? pick(markers, random)
                                                : random_call(rows, markers, random);
    }
  }
  for (std::uint64_t i = one_in(2, random) ? 0 : random() % 3; i > 0; --i) {
    mutate(text, markers, random);
  }
  return text;
}

}  // namespace tagstream::testing
