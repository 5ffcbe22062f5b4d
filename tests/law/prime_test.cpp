#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/formats.hpp"
#include "support/guarded_chunk.hpp"
#include "support/options.hpp"
#include "support/sampling.hpp"
#include "support/seen.hpp"

/// Reading a prompt: wherever prompt and answer are cut, the answer's events are those of
/// the whole text that come after the cut.
namespace tagstream::testing {
namespace {

/// The text of events, pieces joined, markup and notices included.
class Told {
 public:
  void add(std::span<const Event> events, std::uint64_t base = 0) {
    for (const Event& event : events) add(event, base);
  }
  void add(const Event& event, std::uint64_t base) {
    const bool is_piece = event.kind == EventKind::content || event.kind == EventKind::reasoning ||
                          event.kind == EventKind::section_delta || event.kind == EventKind::markup;
    const auto cut = [&](std::uint64_t at) { return at - std::min(at, base); };
    const Span span{cut(event.span.start), cut(event.span.end)};
    if (!is_piece) return add_line(event, span, base);
    if (span.empty()) return;
    if (last_ != event.kind) lines_.push_back(std::string(to_string(event.kind)) + ' ');
    last_ = event.kind;
    // Before the answer's first byte a whole text has more to say; a primed reader has not.
    if (base == 0 && event.text.size() != span.size()) failure_ = "a text of other bytes";
    lines_.back() += event.text.substr(event.text.size() - span.size());
    if (span.start != position_) failure_ = "bytes are lost or said twice";
    position_ = span.end;
  }
  [[nodiscard]] std::string text() const {
    std::string text = failure_;
    for (const std::string& line : lines_) text += line + '\n';
    return text;
  }
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  void add_line(const Event& event, const Span& span, std::uint64_t base) {
    // The first mention of an answer is told, though the prompt has one, too.
    if (event.code == Code::mention || event.code == Code::quoted) return;
    if (event.code == Code::stray_close && strays_of_prompt.erase(std::string(event.name)) != 0) {
      return;
    }
    last_ = EventKind::notice;
    const auto cut = [&](std::uint64_t at) { return at - std::min(at, base); };
    std::string line = std::string(to_string(event.kind)) + ' ';
    if (event.kind == EventKind::notice) line += std::string(to_string(event.code)) + ' ';
    if (event.kind == EventKind::section_start || event.kind == EventKind::section_end) {
      const bool is_start = event.kind == EventKind::section_start;
      const std::uint64_t opener = is_start ? event.span.start : event.offset;
      line += std::string(event.name) + ' ' + std::string(event.raw);
      if (event.is_implied_open || opener < base) line += " implied";
      if (!is_start) line += " at " + std::to_string(cut(event.offset));
    }
    if (is_call_kind(event.kind)) {
      line += std::string(event.name) + ' ' + std::string(event.arguments()) + ' ';
      line += std::string(event.id) + ' ' + to_string(event.code) + ' ';
      if (event.has_index) line += std::to_string(event.index - first_index_) + ' ';
      line += "at " + std::to_string(cut(event.offset)) + ' ' + std::string(event.raw) + ' ';
    }
    lines_.push_back(line + ' ' + std::to_string(span.start) + ".." + std::to_string(span.end));
    if (span.empty()) return;
    if (span.start != position_) failure_ = "bytes are lost or said twice";
    position_ = span.end;
  }

 public:
  /// The prompt has opened a section.
  void open_inside(const Event& start) {
    lines_ = {"section_start " + std::string(start.name) + ' ' + std::string(start.raw) +
              " implied 0..0"};
  }
  std::uint64_t first_index_ = 0;  // of the answer's calls
  /// The tags that close nothing in the prompt: that of the answer is told, the first time.
  std::set<std::string> strays_of_prompt;

 private:
  std::vector<std::string> lines_;
  EventKind last_ = EventKind::notice;
  std::uint64_t position_ = 0;
  std::string failure_;
};

// The whole text, without what had come out when the first `cut` bytes had been read.
std::string whole_after(std::string_view text, std::size_t cut, Reader& parser,
                        std::set<std::string>& strays) {
  parser.reset();
  Told told;
  if (cut != 0) {
    for (const Event& event : parser.feed(text.substr(0, cut))) {
      if (event.kind == EventKind::tool_call) ++told.first_index_;
      if (event.code == Code::stray_close) strays.insert(std::string(event.name));
      if (event.kind == EventKind::section_start) told.open_inside(event);
      if (event.kind == EventKind::section_end) told = {};
    }
  }
  told.add(parser.feed(text.substr(cut)), cut);
  told.add(parser.finish(), cut);
  return told.text();
}

std::string primed(std::string_view prompt, std::size_t prompt_size, std::string_view answer,
                   std::size_t answer_size, Reader& parser,
                   const std::set<std::string>& strays_of_prompt = {}) {
  parser.reset();
  Told told;
  told.strays_of_prompt = strays_of_prompt;
  for_each_piece(prompt, cut_by_size(prompt.size(), prompt_size), [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    return parser.prime(chunk.view()).has_value();
  });
  for_each_piece(answer, cut_by_size(answer.size(), answer_size), [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    told.add(parser.feed(chunk.view()));
    return true;
  });
  told.add(parser.finish());
  if (told.position() != answer.size()) return "bytes are missing\n" + told.text();
  return told.text();
}

// Where prompt and answer are cut makes no difference, nor in what pieces they come.
std::string check_cuts(std::string_view text, Reader& parser) {
  const std::size_t all = text.size() + 1;
  for (std::size_t cut = 1; cut <= text.size(); ++cut) {
    std::set<std::string> strays;
    const std::string want = whole_after(text, cut, parser, strays);
    for (const auto& [of_prompt, of_answer] : {std::pair{all, all},
                                               {std::size_t{1}, all},
                                               {all, std::size_t{1}},
                                               {std::size_t{3}, std::size_t{2}}}) {
      const std::string got =
          primed(text.substr(0, cut), of_prompt, text.substr(cut), of_answer, parser, strays);
      if (want == got) continue;
      return "cut at " + std::to_string(cut) + ", pieces of " + std::to_string(of_prompt) +
             " and " + std::to_string(of_answer) + " in\n" + std::string(text) + "\nexpected:\n" +
             want + "got:\n" + got;
    }
  }
  return {};
}

Reader parser_of(const char* dialect) { return *Reader::make({.dialect = dialect}); }

// The events of an answer after a prompt.
std::string read(const char* dialect, std::string_view prompt, std::string_view answer) {
  Reader parser = parser_of(dialect);
  return primed(prompt, prompt.size() + 1, answer, answer.size() + 1, parser);
}

constexpr std::string_view call_f = R"(<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>)";

TEST(prime, an_answer_goes_on_in_reasoning) {
  EXPECT_EQ(read("hermes", "<think>\n", "plan</think>Hi."),
            "reasoning plan\nmarkup </think>\ncontent Hi.\n");
  EXPECT_EQ(read("hermes", "<think>\n\n</think>\n\n", "Hi.</think>"),
            "content Hi.\nnotice stray_close  3..3\nmarkup </think>\n");
}

TEST(prime, an_answer_goes_on_in_a_section_of_ones_own) {
  for (const std::string_view text : {"a <t x=\"1\">b<t>c</t>d</t >e", "<t>a<u>b</u></t><u>c",
                                      "x<t>w<t>y</t>z", "<t/>a<t> </t>b"}) {
    for (const UnclosedSection unclosed : {UnclosedSection::section, UnclosedSection::text}) {
      Reader reader = *Reader::make({.hide = {"t", "u"}, .unclosed_section = unclosed});
      EXPECT_EQ(check_cuts(text, reader), "");
    }
  }
}

TEST(prime, an_opener_that_the_model_writes_again_is_markup) {
  EXPECT_EQ(read("hermes", "<think>\n", " <think>plan"),
            "reasoning  \nmarkup <think>\nreasoning plan\nnotice unclosed_reasoning  12..12\n");
  EXPECT_EQ(read("hermes", "<think>\nSo ", "<think>plan"),
            "reasoning <think>plan\nnotice unclosed_reasoning  11..11\n");
  EXPECT_EQ(read("hermes", "<thi", "nk>\n<think>plan"),
            "markup nk>\nreasoning \n<think>plan\nnotice unclosed_reasoning  15..15\n");
}

TEST(prime, an_answer_goes_on_in_a_header) {
  EXPECT_EQ(read("harmony", "<|start|>assistant", "<|channel|>analysis<|message|>plan<|end|>"),
            "markup <|channel|>analysis<|message|>\nreasoning plan\nmarkup <|end|>\n");
  EXPECT_EQ(read("muse_glimmer", "<|start|>assistant to=", "self<|message|>plan<|eom|>"),
            "markup self<|message|>\nreasoning plan\nmarkup <|eom|>\n");
}

// Code of the prompt quotes nothing in the answer, whether it is a fence or a span.
TEST(prime, code_begins_with_the_answer) {
  const std::string call = R"(<tool_call>{"name":"f"}</tool_call>)";
  const std::string is_call = R"(tool_call f {}  none 0 at 0 {"name":"f"}  0..35)";
  for (const char* prompt : {"See:\n```xml\n", "See: `", "See:\n```xml", "See: ``` `"}) {
    EXPECT_EQ(read("hermes", prompt, call).substr(0, is_call.size()), is_call) << prompt;
    EXPECT_EQ(read("hermes", prompt, call + '`').substr(0, is_call.size()), is_call) << prompt;
  }
}

TEST(prime, an_answer_goes_on_in_a_marker_that_is_half_written) {
  EXPECT_EQ(read("gemma4", "<|turn>model\n<|channel>", "thought\nplan<channel|>Hi."),
            "markup thought\n\nreasoning plan\nmarkup <channel|>\ncontent Hi.\n");
  EXPECT_EQ(read("hermes", "a <thi", "s> b"), "content s> b\n");
}

TEST(prime, an_answer_goes_on_in_a_call) {
  EXPECT_EQ(read("hermes", R"(<tool_call>{"name":"f","arg)", R"(uments":{"a":1}}</tool_call> b)"),
            R"(tool_call f {"a":1}  none 0 at 0 {"name":"f","arguments":{"a":1}}  0..28)"
            "\ncontent  b\n");
}

TEST(prime, a_call_of_the_prompt_is_not_called) {
  const std::string prompt = std::string(call_f) + "\n";
  Reader parser = parser_of("hermes");
  ASSERT_TRUE(parser.prime(prompt));
  const std::span<const Event> events = parser.feed(call_f);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].index, 0U);
  EXPECT_EQ(parser.stats().events, 1U);
}

// The mark that closes a fence ends the call: nothing is waited for.
TEST(prime, a_call_in_a_fence_is_of_the_prompt) {
  const std::string fenced =
      "```json\n"
      R"({"name":"f","arguments":{"a":1}})"
      "\n```";
  for (const char* const dialect : {"rwkv", "xlam", "granite"}) {
    const std::string_view opener = dialect == std::string_view("rwkv")      ? "**Tool Call:**\n"
                                    : dialect == std::string_view("granite") ? "<|tool_call|>"
                                                                             : "";
    EXPECT_EQ(read(dialect, std::string(opener) + fenced, "\nHi."), "content \nHi.\n") << dialect;
    Reader parser = parser_of(dialect);
    const std::span<const Event> events = parser.feed(std::string(opener) + fenced);
    EXPECT_TRUE(!events.empty() && events.back().kind == EventKind::tool_call) << dialect;
  }
}

TEST(prime, what_stands_before_the_assistants_header_is_not_read) {
  const std::string_view header = "<|im_start|>assistant\n";
  const std::string before = "<|im_start|>user\n<think> or <tool_call>?<|im_end|>\n";
  EXPECT_EQ(read("hermes", before, "Hi."), "reasoning Hi.\nnotice unclosed_reasoning  3..3\n");
  EXPECT_EQ(read("hermes", before + std::string(header), "Hi. <think>"), "content Hi. <think>\n");
  EXPECT_EQ(read("hermes", before + std::string(header) + "<think>", "Hi."),
            "reasoning Hi.\nnotice unclosed_reasoning  3..3\n");
  Reader parser = parser_of("hermes");
  const std::string prompt = before + std::string(header) + "<think>a";
  for (std::size_t size = 1; size <= prompt.size(); ++size) {
    EXPECT_EQ(primed(prompt, size, "b</think>c", 1, parser),
              "reasoning b\nmarkup </think>\ncontent c\n");
  }
}

TEST(prime, without_a_header_a_turn_begins_after_a_token_that_ends_one) {
  Reader parser = *Reader::make({.reasoning_of = "none", .calls_of = "json"});
  EXPECT_EQ(primed("a", 1, R"([{"name":"f","arguments":{}}])", 9, parser),
            R"(content [{"name":"f","arguments":{}}])"
            "\n");
  parser = *Reader::make({.dialect = "none", .drop = {"<|end|>"}});
  EXPECT_EQ(primed("<|e", 1, "nd|>a", 1, parser), "markup nd|>\ncontent a\n");
}

TEST(prime, it_says_whether_something_is_open) {
  const auto is_open = [](std::string_view prompt) { return *parser_of("hermes").prime(prompt); };
  EXPECT_FALSE(is_open("<|im_start|>assistant\n"));
  EXPECT_FALSE(is_open("<think></think>\n\n"));
  EXPECT_FALSE(is_open("So "));
  EXPECT_TRUE(is_open("<think>\n"));
  EXPECT_TRUE(is_open("<thi"));
  EXPECT_TRUE(is_open("<tool_call>{"));
  EXPECT_FALSE(is_open(""));
}

TEST(prime, the_prompt_says_where_an_answer_begins) {
  EXPECT_EQ(read("think_forced", "<|im_start|>assistant\n", "Hi."), "content Hi.\n");
  EXPECT_EQ(read("think_forced", "<|im_start|>assistant\n<think>", "Hi."),
            "reasoning Hi.\nnotice unclosed_reasoning  3..3\n");
  EXPECT_EQ(read("think_forced", "", "Hi."), "reasoning Hi.\nnotice unclosed_reasoning  3..3\n");
}

// A user's quotation is not read.
TEST(prime, families_whose_turns_begin_in_a_way_of_their_own) {
  EXPECT_EQ(read("kimi_k3",
                 "<|open|>message role=\"user\"<|sep|><|open|>think<|sep|>?<|end_of_msg|>"
                 "<|open|>message role=\"assistant\"<|sep|>",
                 "Hi."),
            "content Hi.\n");
  EXPECT_EQ(read("kimi_k3", "<|open|>message role=\"assistant\"<|sep|><|open|>think<|sep|>", "Hm."),
            "reasoning Hm.\nnotice unclosed_reasoning  3..3\n");
  EXPECT_EQ(read("minimax_m1",
                 "<beginning_of_sentence>user name=user\n<think><end_of_sentence>\n"
                 "<beginning_of_sentence>ai name=assistant\n",
                 "Hi."),
            "content Hi.\n");
  EXPECT_EQ(read("openpangu", "<s>[unused9]用户：<think>?[unused10][unused9]助手：", "Hi."),
            "content Hi.\n");
  EXPECT_EQ(read("plamo3",
                 "<|plamo:tag|>user<|plamo:msg|><|plamo:begin_think:plamo|>?"
                 "<|plamo:tag|>assistant<|plamo:msg|>",
                 "Hi."),
            "content Hi.\n");
  EXPECT_EQ(read("poolside_v1", "<user>\n<think>?\n</user>\n<assistant>\n</think>\n", "Hi."),
            "content Hi.\n");
  EXPECT_EQ(read("poolside_v1", "<user>\n?\n</user>\n<assistant>\n<think>\n", "Hm."),
            "reasoning Hm.\nnotice unclosed_reasoning  3..3\n");
  EXPECT_EQ(read("solar_open2",
                 "<|im:start|>user<|im:content|><|think:start|>?<|im:end|>\n"
                 "<|im:start|>assistant<|im:content|>",
                 "Hi."),
            "content Hi.\n");
  EXPECT_EQ(read("granite_20b_fc", "\nUSER: <function_call> is what?\nASSISTANT: ", "A tag."),
            "content A tag.\n");
}

TEST(prime, a_reset_forgets_the_prompt) {
  Reader parser = parser_of("hermes");
  ASSERT_TRUE(parser.prime("<think>"));
  parser.reset();
  EXPECT_EQ(parser.feed("a")[0].kind, EventKind::content);
}

TEST(prime, a_limit_may_stop_it) {
  Options options{.dialect = "hermes"};
  options.limits.max_held_bytes = 20;
  options.limits.on_limit = OnLimit::stop;
  Reader parser = *Reader::make(options);
  const std::string prompt = "<tool_call>{\"name\":\"a long name of a tool\"";
  const auto primed_it = parser.prime(prompt);
  ASSERT_FALSE(primed_it);
  EXPECT_EQ(primed_it.error().code, Code::limit_exceeded);
  const auto events = parser.feed("a");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::stopped);
  EXPECT_TRUE(parser.feed("b").empty());
  EXPECT_TRUE(parser.finish().empty());
  parser.reset();
  EXPECT_TRUE(parser.prime(prompt + "<|im_start|>assistant\n"));
  EXPECT_EQ(parser.feed("a").size(), 1U);
}

// No caller sees what `prime` returns where the options give the prompt's end.
TEST(prime, a_message_says_that_a_limit_has_stopped_its_prompt_tail) {
  Options options{.dialect = "hermes", .prompt_tail = "<tool_call>{\"name\":\"a long name\"} "};
  options.limits.max_held_bytes = 20;
  options.limits.on_limit = OnLimit::stop;
  const Rules rules = *Rules::make(options);
  for (const char* answer :
       {"", "a", "an answer that is longer than what a short chunk may have in it"}) {
    const Message message = read(answer, rules);
    ASSERT_TRUE(message.stopped) << answer;
    EXPECT_EQ(message.stopped->code, Code::max_held_bytes);
    EXPECT_EQ(message.stopped->offset, 0U);
    EXPECT_EQ(message.finish_reason, "length");
    EXPECT_EQ(message.content, "");
  }
}

// A call in the prompt that is too long says nothing of the answer.
TEST(prime, a_limit_in_the_prompt_leaves_the_calls_of_the_answer) {
  Options options{.dialect = "hermes"};
  options.limits.max_held_bytes = 60;
  Reader parser = *Reader::make(options);
  const std::string prompt =
      R"(<tool_call>{"name":"f","arguments":{"a":")" + std::string(60, 'x') + R"("}}</tool_call>)";
  for (std::size_t size : {prompt.size(), std::size_t{1}}) {
    const std::string said = primed(prompt, size, call_f, size, parser);
    EXPECT_NE(said.find("tool_call f"), std::string::npos) << said;
  }
}

// Pieces of a call that began in the prompt come with all that the prompt said.
TEST(prime, pieces_of_a_call_begin_with_the_prompt) {
  Reader parser = *Reader::make({.dialect = "hermes", .incremental = true});
  const std::string text = std::string(call_f) + " and " + std::string(call_f);
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    parser.reset();
    ASSERT_TRUE(parser.prime(text.substr(0, cut)));
    std::map<std::uint64_t, std::string> pieces;
    std::size_t calls = 0;
    const auto see = [&](std::span<const Event> events) {
      for (const Event& event : events) {
        if (event.kind == EventKind::tool_call_start) pieces[event.index] = event.name;
        if (event.kind == EventKind::tool_call_delta) pieces[event.index] += event.text;
        if (event.kind != EventKind::tool_call) continue;
        EXPECT_EQ(event.index, calls++) << cut;
        EXPECT_EQ(pieces[event.index], "f{\"a\":1}") << cut;
      }
    };
    for (char byte : text.substr(cut)) see(parser.feed(std::string_view(&byte, 1)));
    see(parser.finish());
    EXPECT_EQ(calls, cut < call_f.size() ? 2U : 1U) << cut;
  }
}

// L5: each byte is looked at a few times, the search for the turn included.
TEST(prime, hostile_prompts_cost_no_more_than_others) {
  for (std::string_view unit :
       {"<|im_start|>assistan", "<thi", "<think>\n", "a\n<think>x</think>", "a <think> b </think>",
        "<|im_start|>assistant\n", "<tool_call>", "<tool_call>{\"name\":\"<think>"}) {
    std::string prompt;
    while (prompt.size() < 200000) prompt += unit;
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, prompt.size()}) {
      Reader parser = parser_of("hermes");
      for_each_piece(prompt, cut_by_size(prompt.size(), size),
                     [&](std::string_view piece) { return parser.prime(piece).has_value(); });
      parser.feed("a");
      parser.finish();
      EXPECT_EQ(parser.stats().bytes_fed, prompt.size() + 1);
      EXPECT_LE(parser.stats().bytes_examined, 8 * parser.stats().bytes_fed + 4096) << unit << size;
    }
  }
}

// ---- everywhere ------------------------------------------------------------------------------

constexpr std::string_view words[] = {
    "<think>",
    "</think>",
    "<thi",
    "\n",
    " ",
    "text",
    "é",
    "<",
    "</",
    "{",
    "}",
    "[",
    ";",
    "\"",
    "<tool_call>",
    "</tool_call>",
    R"({"name":"f","arguments":{"a":"</think>"}})",
    R"({"name":"f","arg)",
    R"(uments":{"b":2}})",
    R"([{"name":"g","arguments":{}}])",
    R"({"name":5})",
    "[TOOL_CALLS]",
    "f[ARGS]{}",
    "[/THINK]",
    "<|start|>",

    "user",
    " to=functions.f",
    " to=self",
    "<|channel|>",
    "analysis",
    "final",
    "<|message|>",
    "<|constrain|>json",
    "<|call|>",
    "<|end|>",
    "<|eom|>",
    "<|im_end|>",
    "<answer>",
    "</answer>",
    "<|channel>",
    "thought\n",
    "<channel|>",
    "<|tool_calls_section_begin|>",
    "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>",
    "<|tool_call_end|>",
    "<|tool_calls_section_end|>",
    "<|python_tag|>",
    "<|message_model|>",
    "<|content_thinking|>",
    "<|content_invoke_tool_json|>",
    "<|end_message|>",
};

constexpr const char* rows[] = {"hermes",  "qwen3",       "harmony",       "muse_glimmer",
                                "kimi_k2", "deepseek_v3", "mistral",       "ernie45",
                                "xlam",    "llama3_json", "qwen3_coder",   "hunyuan_a13b",
                                "gemma4",  "granite",     "function_json", "inkling"};

// Where the model repeats the prompt's opener it is markup, so such a cut makes a difference.
bool repeats_an_opener(std::string_view text) {
  for (std::string_view opener : {"<think>", "<|channel>thought\n"}) {
    for (std::size_t at = text.find(opener); at != std::string_view::npos;
         at = text.find(opener, at + 1)) {
      std::size_t next = at + opener.size();
      while (next < text.size() &&
             std::string_view(" \n").find(text[next]) != std::string_view::npos)
        ++next;
      if (text.substr(next).starts_with(opener)) return true;
    }
  }
  return false;
}

TEST(prime, a_cut_between_prompt_and_answer_makes_no_difference) {
  std::mt19937_64 random(from_environment("TAGSTREAM_SEED", 1));
  const std::uint64_t texts = random_texts(1500, 10);
  for (std::uint64_t i = 0; i < texts; ++i) {
    const char* const row = rows[random() % std::size(rows)];
    // Without a prompt an answer of these begins in a header.
    const ReasoningFormat* const reasoning = format_named(row)->reasoning;
    const HeaderFormat header = reasoning != nullptr ? reasoning->header : HeaderFormat{};
    const bool is_typed = header.starts_inside && !header.ends_before.empty();
    std::string text = is_typed ? std::string(header.start) : "";
    if (header.starts_inside && !is_typed) text = "<|start|>assistant";
    for (std::size_t n = 1 + random() % 9; n > 0; --n) text += words[random() % std::size(words)];
    Options options{.dialect = row};
    if (random() % 4 == 0) options.calls_in_reasoning = static_cast<CallsInReasoning>(random() % 5);
    if (random() % 4 == 0) options.unclosed_call = static_cast<UnclosedCall>(random() % 4);
    if (random() % 4 == 0) options.bad_calls = BadCalls::hide;
    if (random() % 4 == 0) options.reasoning_again = static_cast<ReasoningAgain>(random() % 3);
    if (random() % 4 == 0) options.trim = true;
    if (repeats_an_opener(text)) continue;
    Reader parser = *Reader::make(options);
    const std::string failure = check_cuts(text, parser);
    ASSERT_EQ(failure, "") << options.dialect;
  }
}

}  // namespace
}  // namespace tagstream::testing
