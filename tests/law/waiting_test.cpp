#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "dialects/format_of.hpp"
#include "json/value_lexer.hpp"
#include "support/golden.hpp"
#include "support/grammar_text.hpp"
#include "support/sampling.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/write.hpp"

/// L4 for calls and families, asked of the engine, after every prefix of every golden input.
///
/// The first byte that waits begins, or may begin, something that a rule in force names. That is a
/// marker, a tag, a header, Markdown code that may quote a call, or blanks beside one of these. In
/// hermes `<tool` and `<tool_call>{"name"` wait, and of `<tools` no byte does.
///
/// Where it does not lie in an unfinished tag, marker or header, it is undecided: the input may go
/// on in two ways that give the byte to events of different kinds. After `<tool_call>{"name"` in
/// hermes the `<` is content if the input ends, and part of a call after `: "f"}</tool_call>`.
namespace tagstream::testing {
namespace {

// The things that may wait by some options.
struct Waits {
  std::vector<std::string> words;
  bool has_calls = false;   // so Markdown code may quote one
  bool may_lead = false;    // calls without an opener, before any text
  bool has_header = false;  // an answer may go on in a header of the prompt
  bool ignores_case = false;
  std::vector<std::string> closers;   // of calls
  std::vector<std::string> headers;   // what begins a header
  std::vector<std::string> messages;  // what ends one
};

void add(std::vector<std::string>& words, std::string_view word) {
  if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) {
    words.emplace_back(word);
  }
}
void add(std::vector<std::string>& words, const WordList& list) {
  for (std::string_view word : list) add(words, word);
}

void add(std::vector<std::string>& words, const HeaderFormat& header) {
  for (std::string_view word : {header.start, header.channel, header.message, header.constrain}) {
    add(words, word);
  }
  add(words, header.close);
  add(words, header.ends_before);
}

void add_header(Waits& waits, const HeaderFormat& header) {
  for (std::string_view word : {header.start, header.channel, header.constrain}) {
    add(waits.headers, word);
  }
  add(waits.messages, header.message);
}

void add(std::vector<std::string>& words, const FamilyFormat& format) {
  add(words, format.drop);
  if (format.reasoning != nullptr) {
    const ReasoningFormat& reasoning = *format.reasoning;
    for (const WordList* list :
         {&reasoning.open, &reasoning.close, &reasoning.ends_before, &reasoning.drop}) {
      add(words, *list);
    }
    for (std::string_view name : reasoning.unwrap) {
      add(words, '<' + std::string(name) + '>');
      add(words, "</" + std::string(name) + '>');
    }
    add(words, reasoning.header);
  }
  if (format.tools == nullptr) return;
  for (const CallFormat& call : format.tools->calls) {
    add(words, call.open);
    add(words, call.close);
  }
  add(words, format.tools->wrap_open);
  add(words, format.tools->wrap_close);
  add(words, format.tools->header);
  const char& separator = format.tools->calls[0].separator;
  if (separator != 0) add(words, std::string_view(&separator, 1));
}

// The marker at the beginning of a line of the notation: `<t` of `<t>NAME(...)</t>`, since a tag
// may have attributes, and `[CALL]` of `[\\CALL]{"NAME": ARGUMENTS}`.
std::string lead_of(std::string_view line) {
  std::string lead;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_body = !lead.empty() && (line[at] == '[' || line[at] == '(' || line[at] == '>');
    if (line[at] == '{' || is_body || line.substr(at, 4) == "NAME") break;
    if (line[at] == '\\') ++at;
    lead += line[at];
    if (lead.size() > 1 && line[at] == ']') break;
  }
  return std::string(trimmed(lead));
}

Waits waits_of(const Options& options) {
  Waits waits;
  waits.ignores_case = options.ignore_case;
  for (const std::string* name : {&options.dialect, &options.reasoning_of, &options.calls_of}) {
    const Dialect* const row = find_dialect(*name);
    if (row == nullptr) continue;
    const FamilyFormat& format = format_of(*row);
    add(waits.words, format);
    if (format.reasoning != nullptr) {
      waits.has_header = waits.has_header || format.reasoning->header.is_given();
      add_header(waits, format.reasoning->header);
    }
    if (format.tools == nullptr) continue;
    waits.has_calls = true;
    add_header(waits, format.tools->header);
    for (std::string_view tool : format.tools_known) {
      add(waits.words, '<' + std::string(tool) + '>');
      add(waits.closers, "</" + std::string(tool) + '>');
    }
    for (const CallFormat& call : format.tools->calls) {
      add(waits.closers, call.close);
      waits.may_lead = waits.may_lead || call.is_leading || call.body == CallBody::json ||
                       call.body == CallBody::pythonic;
    }
  }
  for (const ToolSchema& tool : tools_in(options)) add(waits.words, '<' + tool.name + '>');
  for (const Rule& rule : rules_of(options)) {
    waits.has_calls = waits.has_calls || rule.action == Action::call;
    const auto add_closer = [&](const std::string& closer) {
      add(waits.words, closer);
      add(waits.closers, closer);
    };
    if (!rule.name.empty()) {
      add(waits.words, '<' + rule.name + '>');
      add_closer("</" + rule.name + '>');
    } else {
      add(waits.words, rule.open);
      add_closer(rule.close);
      const std::string lead = lead_of(rule.line);
      add(waits.words, lead);
      if (lead.starts_with('<')) add_closer("</" + lead.substr(1) + '>');
    }
  }
  waits.may_lead = waits.may_lead || !options.tool_choice.empty();
  return waits;
}

// True if one of the two begins with the other.
bool may_become(std::string_view held, std::string_view word, bool ignores_case) {
  const std::size_t size = std::min(held.size(), word.size());
  return same_name(held.substr(0, size), word.substr(0, size), ignores_case);
}

// True if `held` begins as the word does. Of a tag the `>` may come later, and blanks may stand in
// a closing tag.
bool begins(std::string_view held, std::string_view word, bool ignores_case) {
  if (may_become(held, word, ignores_case)) return true;
  const bool is_tag = word.size() > 2 && word.front() == '<' && word.back() == '>';
  if (!is_tag) return false;
  if (may_become(held, word.substr(0, word.size() - 1), ignores_case)) return true;
  if (!word.starts_with("</") || !held.starts_with("</")) return false;
  const std::string closer = "</" + std::string(trimmed_front(held.substr(2)));
  return closer.size() == 2 || may_become(closer, word.substr(0, word.size() - 1), ignores_case);
}

bool may_wait(std::string_view held, const Waits& waits, bool is_first) {
  if (is_blank(held.front())) return true;
  if (waits.has_calls && (held.front() == '`' || held.front() == '~')) return true;
  // A token may follow a call that is not closed.
  if (waits.has_calls && (held.starts_with("<|") || held == "<")) return true;
  if (is_first && (waits.may_lead || waits.has_header)) return true;
  return std::any_of(waits.words.begin(), waits.words.end(), [&](const std::string& word) {
    return begins(held, word, waits.ignores_case);
  });
}

// A byte may also wait for the rest of its code point.
bool waits_for_code_point(std::string_view held) {
  const bool is_lead = (static_cast<unsigned char>(held.front()) & 0xC0U) == 0xC0U;
  return held.size() <= 3 && is_lead && ends_inside_code_point(held);
}

// ---- what is undecided -----------------------------------------------------------------------

// True if `held` is a tag that lacks its `>`: `<t a="` of `<t>`.
bool is_unfinished_tag(std::string_view held, std::string_view word, bool ignores_case) {
  if (word.size() < 3 || word.front() != '<' || word.back() != '>') return false;
  if (!begins(held, word, ignores_case)) return false;
  char quote = 0;
  for (const char c : held) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return false;
    }
  }
  return true;
}

// True if a marker, a tag, a header or a token begins with `held`, and does not end in it.
// @param is_first  nothing came before: the answer may go on in a header of the prompt
bool is_unfinished(std::string_view held, const Waits& waits, bool is_first) {
  const auto is_part = [&](const std::string& word) {
    const bool is_beginning =
        held.size() < word.size() && may_become(held, word, waits.ignores_case);
    return is_beginning || is_unfinished_tag(held, word, waits.ignores_case);
  };
  if (std::any_of(waits.words.begin(), waits.words.end(), is_part)) return true;
  if (held.starts_with("<|") && held.find("|>") == held.npos) return true;
  const bool has_ended =
      std::any_of(waits.messages.begin(), waits.messages.end(),
                  [&](const std::string& word) { return held.find(word) != held.npos; });
  const auto begins_header = [&](const std::string& word) { return held.starts_with(word); };
  return !has_ended && (std::any_of(waits.headers.begin(), waits.headers.end(), begins_header) ||
                        (is_first && waits.has_header));
}

// The fate of a byte: the kind of the event that has it, and where that event ends.
struct Fate {
  int kind = -1;
  std::uint64_t end = 0;
  std::uint64_t error_end = 0;  // of the first error after it that only quotes
  bool begins_part = false;     // a notice says that it looks like a part of the call before it
};

Fate fate_of(Reader& reader, std::string_view text, std::uint64_t at) {
  reader.reset();
  Fate fate;
  const auto look = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      const bool is_part = event.kind == EventKind::notice && event.code == Code::not_a_call &&
                           event.text.starts_with("this follows a call");
      fate.begins_part = fate.begins_part || (is_part && event.offset == at);
      const bool is_quote = event.kind == EventKind::tool_call_error && quotes_only(event);
      if (is_quote && event.span.end > at && fate.error_end == 0) fate.error_end = event.span.end;
      // The calls of one body come together.
      const bool is_next_call = event.kind == EventKind::tool_call && fate.end != 0 &&
                                event.span.start == fate.end &&
                                fate.kind == static_cast<int>(EventKind::tool_call);
      if (is_next_call) fate.end = event.span.end;
      if (event.span.start > at || event.span.end <= at) continue;
      fate.kind = static_cast<int>(event.kind);
      fate.end = event.span.end;
    }
  };
  look(reader.feed(text));
  look(reader.finish());
  return fate;
}

// A call of `tool` as the dialect writes it; empty if it can't.
std::string written_call(const Options& options, std::string_view row, std::string_view tool) {
  const auto message = read_message("{\"tool_calls\":[{\"name\":\"" + std::string(tool) +
                                    "\",\"arguments\":{\"a\":\"b\"}}]}");
  Options plain;
  plain.dialect = row;
  plain.tools = options.tools;
  const auto text = write(message.value(), plain);
  return text ? *text : std::string();
}

// The end of a text from each of its bytes on.
void add_ends(std::vector<std::string>& all, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) add(all, text.substr(at));
}

// How a text may go on: what a rule names, the rest of a call, a word, a line end, the end of code.
std::vector<std::string> continuations(const Waits& waits, const Options& options) {
  std::vector<std::string> all = {"x",       "\nx",   "\n",    "`",  "``", "```",
                                  "\n```\n", "\n\nx", "\n```", "x`", "\""};
  for (const std::string& word : waits.words) add_ends(all, word);
  for (const std::string& closer : waits.closers) {
    add(all, closer + closer);
    add(all, closer + closer + closer);
  }
  std::vector<std::string> closers = waits.closers;
  closers.emplace_back();
  for (const std::string& closer : closers) {
    for (const char* const end : {"}", "}}", "]", ")", "\n"}) add(all, end + closer);
    for (const char* const body :
         {R"({"name":"f","arguments":{"a":"b"}})",
          "<function=f><parameter=a>b</parameter></function>",
          R"(<invoke name="f"><parameter name="a">b</parameter></invoke>)", "<path>a</path>"}) {
      add_ends(all, body + closer);
    }
  }
  for (const char* const body : {"[f(a=1)]", R"([{"name":"f","arguments":{}}])"}) {
    for (const char* const word : {"json", "python"}) {
      add_ends(all, std::string("```") + word + '\n' + body + "\n```");
    }
  }
  add(all, R"(; {"name":"f","parameters":{}})");
  const Dialect* const row = find_dialect(options.dialect);
  if (row != nullptr && format_of(*row).tools != nullptr) {
    for (const CallFormat& call : format_of(*row).tools->calls) {
      if (!call.name.separator.empty()) add(all, std::string(call.name.separator) + "{}");
    }
  }
  std::vector<std::string> tools = {"f"};
  for (const ToolSchema& tool : tools_in(options)) {
    tools.insert(tools.begin(), tool.name);
    add_ends(all, tool.name + "(a=1)\n");
  }
  for (const std::string* name : {&options.dialect, &options.calls_of}) {
    if (name->empty()) continue;
    for (const std::string& tool : tools) {
      const std::string call = written_call(options, *name, tool);
      add_ends(all, call);
      add(all, '\n' + call);
    }
  }
  return all;
}

// The closers of the brackets and the string that are open in `held`, from its first bracket on.
std::string closing_brackets(std::string_view held) {
  std::string open;
  char quote = 0;
  for (std::size_t at = std::min(held.find_first_of("{[("), held.size()); at < held.size(); ++at) {
    const char c = held[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[' || c == '(') {
      open += c == '{' ? '}' : c == '[' ? ']' : ')';
    } else if (!open.empty() && c == open.back()) {
      open.pop_back();
    }
  }
  if (quote != 0) open += quote;
  return {open.rbegin(), open.rend()};
}

// True if `held` ends in an unfinished tag, marker, token or run of backticks. The bytes before it
// wait for what it becomes, also where they are content either way: it is read whole first.
bool ends_unfinished(std::string_view held, const Waits& waits) {
  if (held.back() == '`' || held.back() == '~') return true;
  const std::size_t tag = held.rfind('<');
  if (tag != held.npos && held.find('>', tag) == held.npos) return true;
  for (std::size_t at = 1; at < held.size(); ++at) {
    const std::string_view end = held.substr(at);
    const auto goes_on = [&](const std::string& word) {
      return end.size() < word.size() && may_become(end, word, waits.ignores_case);
    };
    if (std::any_of(waits.words.begin(), waits.words.end(), goes_on)) return true;
  }
  return false;
}

// True if a value has begun in `held` and is open. It is read to its end before it is said whether
// it is a call, also where it can't be one any more: so what its strings quote stays text.
bool is_in_value(std::string_view held) {
  const std::size_t begin = held.find_first_of("{[");
  if (begin == held.npos || closing_brackets(held.substr(begin)).empty()) return false;
  JsonLexer lexer(json_like);
  const bool is_json = lexer.feed(held.substr(begin)) == JsonLexer::Status::open;
  return is_json || held[begin] == '[';
}

// True if two ways to go on give the byte to different kinds of events, or if it begins what looks
// like a part of the call before it in one of them alone. A call is one event: it is
// also undecided as long as more bytes may belong to it. So is an error about a call, though its
// bytes may be content: a body is read on while it is sound, to the end that the error names.
bool is_undecided(Reader& reader, const std::string& prefix, const std::string& rest,
                  std::uint64_t at, const std::vector<std::string>& ways, const Waits& waits) {
  const Fate fate = fate_of(reader, prefix, at);
  const auto is_other = [&](const std::string& way) {
    const Fate other = fate_of(reader, prefix + way, at);
    const bool is_call = other.kind == static_cast<int>(EventKind::tool_call) ||
                         other.kind == static_cast<int>(EventKind::tool_call_error);
    return other.kind != fate.kind || other.begins_part != fate.begins_part ||
           other.error_end > prefix.size() || (is_call && other.end > prefix.size());
  };
  if (is_other(rest) || std::any_of(ways.begin(), ways.end(), is_other)) return true;
  const std::string brackets = closing_brackets(std::string_view(prefix).substr(at));
  const bool is_quoted = !brackets.empty() && (brackets[0] == '"' || brackets[0] == '\'');
  const std::string quote = brackets.substr(0, is_quoted ? 1 : 0);
  for (const char* const value :
       {"", ":1", "1", "=1", "\"\":1", R"(:1,"name":"f","arguments":{})",
        R"(1,"name":"f","arguments":{})", R"(:{},"name":"f")", R"({},"name":"f")",
        R"(,"name":"f","arguments":{})", R"("name":"f","arguments":{})"}) {
    std::string way = quote;
    way.append(value).append(brackets.substr(quote.size()));
    if (is_other(way)) return true;
    for (const std::string& closer : waits.closers) {
      if (is_other(way + closer)) return true;
    }
  }
  return false;
}

// ---- the cases -------------------------------------------------------------------------------

// The cases in which a byte waits that becomes the same whatever follows, each with what it waits
// for. A few bytes are meant, or what a rule reads on to say where it ends.
struct Exception {
  const char* file;
  const char* heading;
  const char* why;
};
constexpr std::array exceptions{
    Exception{"apertus.md", "an object of two keys in open reasoning is no call",
              "the end of a string, in which reasoning may end"},
    Exception{"cohere_command4.md", "a token of the answer in a call that breaks off in reasoning",
              "the byte after a string, in which reasoning may end"},
    Exception{"composer.md", "the name and a key in one line",
              "the line end after a key, without which it is none"},
    Exception{"deepseek_v3.md", "two calls in fences, which have fences in them",
              "a marker after a run of backticks, before which the run ends a fence"},
    Exception{"hermes.md", "settle: bad arguments", "the byte after a list that is no arguments"},
    Exception{"deepseek_v3.md", "the opener is mentioned in reasoning",
              "the end of a word that may be a name"},
    Exception{"granite.md", "a list without its brackets",
              "the byte after the comma, with which a part of the call may begin"},
    Exception{"harmony.md",
              "--trim: blanks before a call that becomes text, and other headers before it",
              "the end of a header, after which a call may come"},
    Exception{"hermes.md", "no opener, with strict JSON", "a closer, which ends the value"},
    Exception{"hy_v3.md", "a call in open reasoning, with a tag in its body that comes to nothing",
              "the tag after a failed one, which may be the call's closer"},
    Exception{"kimi_k3.md",
              "A literal marker that opens a call or a parameter has attributes after it, as a "
              "tag does",
              "the end of the attributes, among which a name may be"},
    Exception{"mistral.md", "the names of its notices",
              "the end of a code span, from a tag in it that a rule names"},
    Exception{"pythonic.md", "A keyword that a call gives twice is the error `invalid_json`",
              "the end of the answer, which a fence may follow"},
    Exception{"one_condition.md",
              "cline: a tag that fails after a closer of the call quotes what follows",
              "the closer, after a tag that may come to nothing"},
    Exception{"qwen3_coder.md", "a call without its wrapper is text where bare calls are",
              "the end of a code span, from a tag in it that a rule names"},
    Exception{"quoted_calls.md", "a mention goes on in a code span",
              "the end of a code span, from a tag in it that a rule names"},
    Exception{"quoted_calls.md", "a run of backticks before a tag begins no fence",
              "the end of a line, which says whether a closing tag stands in code"},
    Exception{"think.md", "a code span, with and without --markdown-code all",
              "the end of a code span, from the first tag in it that a rule names"},
    Exception{"toolace.md", "only what is offered", "an open list, in which a name is not offered"},
};

bool is_exception(std::string_view place) {
  return std::any_of(exceptions.begin(), exceptions.end(), [&](const Exception& one) {
    return place.find(std::string("/") + one.file + ':') != place.npos &&
           place.ends_with(std::string(": ") + one.heading);
  });
}

enum class Check { is_named, is_undecided };

std::string check(const GoldenCase& golden, const GoldenBlock& block, Check what) {
  const auto parsed = golden_of(golden, block);
  if (!parsed) return parsed.error().message;
  // Without `incremental` a thought is given when it is complete.
  const bool has_thoughts = !parsed->options.thought.empty();
  if (parsed->options.incremental || parsed->is_snapshots || has_thoughts) return {};
  const Limits usual;
  const Limits& limits = parsed->options.limits;
  const bool has_room =
      limits.max_tag_bytes == usual.max_tag_bytes && limits.max_held_bytes == usual.max_held_bytes;
  if (!has_room || parsed->options.dialect == "auto" || !parsed->options.format.empty()) return {};
  const auto rules = Rules::make(parsed->options);
  if (!rules) return rules.error().message;
  const Waits waits = waits_of(rules->options());
  const std::vector<std::string> ways = continuations(waits, rules->options());
  Reader reader(*rules);
  const std::string& input = golden.input;
  for (std::size_t length = 1; length <= input.size(); ++length) {
    const std::string prefix = input.substr(0, length);
    reader.reset();
    std::uint64_t at = 0;
    std::string content;
    for (const Event& event : reader.feed(prefix)) {
      at = std::max(at, event.span.end);
      content += event.content();
    }
    // A value that begins the answer is followed to its end, though it is known to be no call.
    const std::string_view begun = trimmed(content);
    const bool is_first =
        begun.empty() || begun[0] == '{' || begun[0] == '[' || begun.starts_with("```");
    if (at >= length) continue;
    const std::string_view held = std::string_view(prefix).substr(at);
    if (waits_for_code_point(held)) continue;
    if (what == Check::is_named) {
      if (may_wait(held, waits, is_first)) continue;
    } else if ((is_first && !begun.empty()) || is_unfinished(held, waits, is_first) ||
               ends_unfinished(held, waits) || is_in_value(held) ||
               is_undecided(reader, prefix, input.substr(length), at, ways, waits)) {
      continue;
    }
    const char* const why =
        what == Check::is_named ? "no rule names it" : "nothing changes what becomes of it";
    return "byte " + std::to_string(at) + " waits, and " + why + ", after \"" + printable(prefix) +
           '"';
  }
  return {};
}

void check_all(Check what) {
  std::uint64_t number = 0;
  std::set<std::string> met;
  for (const char* folder : {"tools", "dialects"}) {
    const Goldens goldens = read_goldens(folder, {"read"});
    EXPECT_FALSE(goldens.cases.empty());
    for (const GoldenCase& golden : goldens.cases) {
      if (what == Check::is_undecided && !is_sampled(number++, sample_beyond(10))) continue;
      for (const GoldenBlock& block : golden.blocks) {
        if (block.reader != "read") continue;
        const std::string failure = check(golden, block, what);
        if (failure.empty()) continue;
        if (what == Check::is_undecided && is_exception(golden.place(block))) {
          met.insert(golden.place(block).substr(golden.place(block).find(": ")));
          continue;
        }
        ADD_FAILURE() << golden.place(block) << '\n' << failure;
      }
    }
  }
  // An exception that is none any more goes.
  const bool are_all = what == Check::is_undecided && sample_beyond(10) == 1;
  EXPECT_TRUE(!are_all || met.size() == exceptions.size()) << met.size() << " exceptions are met";
}

TEST(witness, nothing_of_calls_and_families_waits_that_no_rule_names) {
  check_all(Check::is_named);
}

TEST(witness, what_no_unfinished_tag_explains_may_still_go_two_ways) {
  check_all(Check::is_undecided);
}

}  // namespace
}  // namespace tagstream::testing
