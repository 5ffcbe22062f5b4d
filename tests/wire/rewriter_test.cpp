#include "tagstream/wire/rewriter.hpp"

#include <gtest/gtest.h>

#include <random>
#include <span>
#include <string>

#include "json/json_writer.hpp"
#include "support/cuts.hpp"
#include "tagstream/wire/stream_reader.hpp"

namespace tagstream::wire {
namespace {

// tests/golden/wire/rewrite.md shows whole streams; here the text is cut, not the bytes.

Rules rules(bool incremental = false) {
  return *Rules::make({.dialect = "hermes", .incremental = incremental});
}

std::string chunk(std::string_view text, const char* finish = nullptr) {
  std::string out = "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":";
  JsonWriter(out).value(text);
  out += "},\"finish_reason\":";
  out += finish == nullptr ? "null" : "\"" + std::string(finish) + "\"";
  return out + "}]}\n\n";
}

// The message that a client makes of the stream.
std::string as_read(std::string_view stream) {
  StreamReader reader;
  std::string text, reasoning, calls, ends;
  const auto see = [&](std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
      if (piece.kind == PieceKind::text) text += piece.text;
      if (piece.kind == PieceKind::reasoning) reasoning += piece.text;
      if (piece.kind == PieceKind::tool_call_start) calls += "|" + std::string(piece.name) + ":";
      if (piece.kind == PieceKind::tool_call_delta) calls += piece.text;
      if (piece.kind == PieceKind::finish) ends += piece.text;
      EXPECT_NE(piece.kind, PieceKind::broken);
    }
  };
  see(reader.feed(stream));
  see(reader.finish());
  return text + "#" + reasoning + "#" + calls + "#" + ends;
}

const std::string answer =
    "<think>a < b</think>\nSo <b>.\n<tool_call>\n{\"name\":\"f\",\"arguments\":{\"x\":\"</to\"}}\n"
    "</tool_call> and <tool_call>{oops}</tool_call> é";

std::string many(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

// Whatever a model writes, what goes out is at most 64 times as long, some KB aside.
TEST(rewriter, its_output_stays_in_proportion) {
  constexpr std::size_t aside = 16 << 10;
  const std::string call = R"(<tool_call>{"name":"f"}</tool_call>)";
  for (const std::size_t count : {1U, 8U, 40U, 1000U}) {
    const std::pair<const char*, std::string> answers[] = {
        {"pythonic", "[" + many("f(),", count) + "f()]"},
        {"hermes", "<tool_call>[" + many(R"({"name":"f"},)", count) + "{}]</tool_call>"},
        {"hermes", many(call, count)},
        {"hermes", many("<tool_call>", count)},
        {"hermes", many("<tool_call>!</tool_call>a", count)},
        {"hermes", many("<think>a</think>b", count)},
        {"hermes", "<tool_call>{\"name\":\"" + many("n", count) + "\",\"arguments\":{\"a\":\"" +
                       many("x", count) + "\"}}</tool_call>"},
        {"qwen3_coder", "<tool_call><function=f>" + many("<parameter=a>", count)}};
    for (const auto& [dialect, text] : answers) {
      for (const bool incremental : {false, true}) {
        const Rules rules = *Rules::make({.dialect = dialect, .incremental = incremental});
        for (const std::size_t size : {std::size_t{1}, std::size_t{4}, text.size()}) {
          std::string in, out;
          Rewriter rewriter(rules, {.reasoning_field = ReasoningField::both});
          testing::for_each_piece(text, testing::cut_by_size(text.size(), size),
                                  [&](std::string_view piece) {
                                    in += chunk(piece);
                                    out += rewriter.feed(chunk(piece));
                                    return true;
                                  });
          out += rewriter.finish();
          EXPECT_LE(out.size(), 64 * in.size() + aside) << dialect << ": " << text.substr(0, 100);
          const std::string whole = chunk(text);
          EXPECT_LE(rewrite_answer(rules, whole.substr(6)).size(), 64 * whole.size());
        }
      }
    }
  }
}

TEST(rewriter, many_calls_of_one_chunk_share_chunks) {
  const Rules rules = *Rules::make({.dialect = "pythonic"});
  for (const std::size_t count : {16U, 17U, 100U}) {
    Rewriter rewriter(rules);
    std::string out(rewriter.feed(chunk("[" + many("f(a=1),", count - 1) + "f()]", "stop")));
    out += rewriter.finish();
    std::size_t chunks = 0;
    for (std::size_t at = 0; (at = out.find("data: ", at)) != out.npos; ++at) ++chunks;
    const std::size_t joined = (2 * count - 32 + 63) / 64;
    EXPECT_EQ(chunks, 32 + joined + 1) << "the last one has the reason";
    EXPECT_EQ(as_read(out), "##" + many(R"(|f:{"a":1})", count - 1) + "|f:{}#tool_calls");
  }
}

TEST(rewriter, a_client_gets_the_same_however_the_text_is_cut) {
  std::string want;
  {
    Rewriter rewriter(rules());
    std::string out(rewriter.feed(chunk(answer, "stop")));
    EXPECT_EQ(rewriter.tool_call_errors().size(), 1U);
    want = as_read(out + std::string(rewriter.finish()));
    EXPECT_TRUE(rewriter.tool_call_errors().empty());
  }
  const Message message = read(answer, rules());
  EXPECT_EQ(want, message.content + "#" + message.reasoning +
                      "#|f:" + message.tool_calls[0].arguments + "#tool_calls");
  for (const bool incremental : {false, true}) {
    for (std::size_t size : {1U, 2U, 3U, 5U, 8U, 13U}) {
      Rewriter rewriter(rules(incremental));
      std::string out;
      for (std::size_t at = 0; at < answer.size();) {
        std::size_t end = std::min(at + size, answer.size());
        while (end < answer.size() && (answer[end] & 0xC0) == 0x80) ++end;  // JSON is UTF-8
        out += rewriter.feed(chunk(std::string_view(answer).substr(at, end - at)));
        at = end;
      }
      out += rewriter.feed("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
      out += rewriter.finish();
      EXPECT_EQ(as_read(out), want) << size;
    }
  }
}

TEST(rewriter, a_call_that_fails_is_reported_once_with_its_choice) {
  Rewriter rewriter(rules());
  rewriter.feed(
      "data: {\"choices\":[{\"index\":3,\"delta\":{\"content\":"
      "\"<tool_call>{oops}</tool_call>\"}}]}\n\n");
  ASSERT_EQ(rewriter.tool_call_errors().size(), 1U);
  EXPECT_EQ(rewriter.tool_call_errors()[0].choice, 3U);
  EXPECT_EQ(rewriter.tool_call_errors()[0].raw, "{oops}");
  rewriter.feed(chunk("a"));
  EXPECT_TRUE(rewriter.tool_call_errors().empty());
}

TEST(rewriter, ids_have_the_style_of_the_rules) {
  const std::string call = R"(<tool_call>{"name":"f","arguments":{}}</tool_call>)";
  std::string body = R"({"choices":[{"index":0,"message":{"content":)";
  JsonWriter(body).value(call);
  body += "}}]}";
  const auto size_of_id = [](const std::string& text) {
    const std::size_t begin = text.find("\"id\":\"", text.find("tool_calls")) + 6;
    return text.find('"', begin) - begin;
  };
  for (const auto& [style, size] : {std::pair(IdStyle::mistral, 9U), {IdStyle::counted, 29U}}) {
    const Rules rules = *Rules::make({.dialect = "hermes", .id_style = style});
    Rewriter rewriter(rules);
    std::string out(rewriter.feed(chunk(call)));
    out += rewriter.finish();
    EXPECT_EQ(size_of_id(out), size) << out;
    EXPECT_EQ(size_of_id(rewrite_answer(rules, body)), size);
  }
}

TEST(rewriter, seed_and_prompt_tail_are_those_of_the_rules) {
  const Rules rules = *Rules::make({.dialect = "qwen3", .prompt_tail = "<think>\n", .id_seed = 7});
  const std::string text = "Hm.</think><tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>";
  std::string body = "{\"choices\":[{\"index\":0,\"message\":{\"content\":";
  JsonWriter(body).value(text);
  body += "}}]}";
  const std::string whole = rewrite_answer(rules, body);
  EXPECT_NE(whole.find("\"reasoning_content\":\"Hm.\""), whole.npos) << whole;
  EXPECT_EQ(rewrite_answer(rules, body), whole);
  Rewriter first(rules);
  Rewriter second(rules);
  EXPECT_EQ(first.feed(chunk(text)), second.feed(chunk(text)));
}

TEST(rewriter, what_is_held_goes_out_before_an_error) {
  const std::string held = "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":";
  const std::string rest = held +
                           "{\"content\":\"<tool_call>{\"},\"logprobs\":null,"
                           "\"finish_reason\":null}]}\n\n";
  const std::string alone = "data: {\"error\":{\"message\":\"boom\"}}\n\n";
  const std::string beside = held +
                             "{\"content\":\"\"},\"finish_reason\":\"error\"}],"
                             "\"error\":{\"code\":502}}\n\n";
  for (const std::string& error : {alone, beside}) {
    Rewriter rewriter(rules());
    rewriter.feed(chunk("a <tool_call>{"));
    EXPECT_EQ(rewriter.feed(error), rest + error);
    EXPECT_EQ(rewriter.feed("data: [DONE]\n\n"), "data: [DONE]\n\n");
    EXPECT_EQ(rewriter.finish(), "");
  }
}

TEST(rewriter, an_error_that_is_none_changes_nothing) {
  for (const char* const none : {"null", "\"\"", "{}", "false"}) {
    Rewriter rewriter(rules());
    std::string text = chunk("<think>a</think>b");
    text.insert(text.find("\"choices"), "\"error\":" + std::string(none) + ',');
    std::string out(rewriter.feed(text));
    out += rewriter.finish();
    EXPECT_EQ(as_read(out), "b#a##");
  }
}

TEST(rewriter, a_whole_answer_with_nothing_to_read_is_not_written_anew) {
  const std::string body =
      "{\"choices\": [{\"index\": 0, \"message\": {\"content\": \"caf\\u00e9 \\/ \\ud800\"},"
      " \"finish_reason\": \"stop\"}]}";
  EXPECT_EQ(rewrite_answer(rules(), body), body);
}

TEST(rewriter, any_bytes_pass) {
  constexpr std::string_view letters = "data: {}[]\"\n\r\xFF,choices";
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string bytes;
    for (std::size_t left = random() % 60; left > 0; --left) {
      bytes += letters[random() % letters.size()];
    }
    Rewriter rewriter(rules());
    std::string out;
    testing::for_each_piece(bytes, testing::cut_randomly(bytes.size(), random),
                            [&](std::string_view piece) {
                              out += rewriter.feed(piece);
                              return true;
                            });
    out += rewriter.finish();
    ASSERT_EQ(out, bytes);
  }
}

TEST(rewriter, reset_begins_a_new_stream) {
  Rewriter rewriter(rules());
  rewriter.feed(chunk("<think>a"));
  rewriter.reset();
  EXPECT_EQ(as_read(rewriter.feed(chunk("b", "stop"))), "b###stop");
}

TEST(rewriter, an_answer_that_comes_whole_reports_its_calls_that_fail) {
  std::vector<ChoiceToolCallError> errors;
  const std::string body =
      R"({"choices":[{"index":1,"message":{"content":"<tool_call>{oops}</tool_call>"}}]})";
  EXPECT_EQ(rewrite_answer(rules(), body, {}, &errors), body);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].choice, 1U);
}

// The report of a call that the end of its text cuts off.
void expect_cut_off(std::span<const ChoiceToolCallError> errors, std::string_view content,
                    std::uint64_t offset, bool has_started) {
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].code, Code::unclosed);
  EXPECT_NE(errors[0].text, "");
  EXPECT_EQ(errors[0].raw, content);
  EXPECT_EQ(errors[0].offset, offset);
  EXPECT_EQ(errors[0].has_started, has_started);
}

TEST(rewriter, a_call_that_is_cut_off_is_content_and_is_reported_however_the_stream_ends) {
  const std::string cut = "<tool_call>\n{\"name\":\"f\",\"arguments\":{\"x";
  const std::string text = "é " + cut;
  for (const std::string end : {"stop", "length", "done", "error", "break", "text and length"}) {
    for (const bool incremental : {false, true}) {
      Rewriter rewriter(rules(incremental));
      std::string out;
      if (end != "text and length") {
        out = rewriter.feed(chunk(text));
        EXPECT_TRUE(rewriter.tool_call_errors().empty());
      }
      if (end == "break") out += rewriter.finish();
      if (end == "done") out += rewriter.feed("data: [DONE]\n\n");
      if (end == "error") out += rewriter.feed("data: {\"error\":{\"message\":\"no\"}}\n\n");
      if (end == "stop" || end == "length") out += rewriter.feed(chunk("", end.c_str()));
      if (end == "text and length") out += rewriter.feed(chunk(text, "length"));
      if (incremental) {
        expect_cut_off(rewriter.tool_call_errors(), cut.substr(cut.find('{')), text.size(), true);
      } else {
        expect_cut_off(rewriter.tool_call_errors(), cut, text.size(), false);
        EXPECT_EQ(as_read(out).substr(0, text.size() + 1), text + "#") << end;
      }
      EXPECT_EQ(rewriter.finish(), "");
      EXPECT_TRUE(rewriter.tool_call_errors().empty());
    }
  }
}

TEST(rewriter, an_answer_that_comes_whole_has_no_half_calls) {
  for (const std::string cut : {"a <tool_call>{\\\"name\\\":\\\"f\\\",\\\"arguments\\\":{\\\"x",
                                "a <tool_call>{\\\"name\\\":\\\"f\\\",\\\"arguments\\\":{oops}}"
                                "</tool_call> b"}) {
    const std::string body =
        R"({"choices":[{"message":{"content":")" + cut + R"("},"finish_reason":"length"}]})";
    for (const bool incremental : {false, true}) {
      std::vector<ChoiceToolCallError> errors;
      EXPECT_EQ(rewrite_answer(rules(incremental), body, {}, &errors), body);
      ASSERT_EQ(errors.size(), 1U);
      EXPECT_FALSE(errors[0].has_started);
    }
  }
}

// A native piece of reasoning, as a client joins it.
std::string native(std::size_t index, std::string_view text) {
  std::string out = "data: {\"choices\":[{\"index\":" + std::to_string(index) +
                    ",\"delta\":{\"reasoning_content\":";
  JsonWriter(out).value(text);
  return out + "}}]}\n\n";
}

std::string text_of(std::size_t index, std::string_view text) {
  std::string out =
      "data: {\"choices\":[{\"index\":" + std::to_string(index) + ",\"delta\":{\"content\":";
  JsonWriter(out).value(text);
  return out + "}}]}\n\n";
}

TEST(rewriter, a_client_gets_what_it_joins_in_the_order_of_the_stream) {
  constexpr std::string_view words[] = {"<tool_", "<", "call ", "a", "<thi", " ", "`", "\n", "é"};
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Rewriter rewriter(rules());
    std::string want[2], got[2], stream;
    for (std::size_t left = random() % 20; left > 0; --left) {
      const std::size_t index = random() % 2;
      const bool is_native = random() % 3 == 0;
      const std::string said =
          is_native ? std::to_string(random() % 10) : std::string(words[random() % 9]);
      stream += is_native ? native(index, said) : text_of(index, said);
      want[index] += said;
    }
    StreamReader reader;
    std::string out(rewriter.feed(stream));
    out += rewriter.finish();
    for (const Piece& piece : reader.feed(out)) got[piece.choice] += piece.text;
    const auto without_blanks = [](std::string text) {  // they hold nothing up
      std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
      return text;
    };
    for (const std::size_t index : {0U, 1U}) {
      ASSERT_EQ(without_blanks(got[index]), without_blanks(want[index])) << stream;
      ASSERT_EQ(got[index].size(), want[index].size()) << stream;
    }
  }
}

TEST(rewriter, what_waits_is_bounded) {
  RewriteOptions options{.max_event_bytes = 1000};
  Rewriter rewriter(rules(), options);
  rewriter.feed(text_of(0, "<tool_call>{"));
  std::string out;
  for (int i = 0; i < 1000; ++i) {
    out += rewriter.feed(native(0, "x"));
    ASSERT_LT(rewriter.stats().bytes_held, 1100U);
  }
  EXPECT_GT(out.size(), 50'000U);
  out += rewriter.finish();
  EXPECT_EQ(rewriter.stats().bytes_held, 0U);
  EXPECT_EQ(as_read(out), "<tool_call>{#" + std::string(1000, 'x') + "##");
}

// The part that is written again for each call must not grow with the input.
TEST(rewriter, a_long_envelope_is_written_once) {
  const std::string id(20000, 'i');
  std::string text;
  for (int i = 0; i < 200; ++i) text += R"(<tool_call>{\"name\":\"f\"}</tool_call>)";
  const std::string in = "data: {\"id\":\"" + id +
                         "\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" +
                         text + "\"},\"finish_reason\":\"stop\"}]}\n\n";
  Rewriter rewriter(rules());
  const std::string out(rewriter.feed(in));
  EXPECT_LT(out.size(), 12 * in.size());
  EXPECT_EQ(out.find(id, out.find(id) + 1), out.npos);
  EXPECT_TRUE(out.starts_with(R"(data: {"model":"m","choices":)"));
}

// Law L5: where one choice waits, each goes out as an event of its own, and none of these reads the
// whole chunk again.
TEST(rewriter, a_chunk_of_many_choices_is_read_once) {
  std::string in = R"(data: {"id":"c","choices":[{"index":0,"delta":{"content":"<thi"}})";
  for (int i = 0; i < 2000; ++i) {
    in += ",{\"index\":" + std::to_string(i % 1000 + 1) +
          R"(,"delta":{"content":"<think>a</think>b"}})";
  }
  in += "]}\n\n";
  Rewriter rewriter(rules());
  std::string out(rewriter.feed(in));
  out += rewriter.finish();
  EXPECT_GT(out.size(), in.size());
  EXPECT_LE(rewriter.stats().bytes_examined, 8 * in.size());
}

TEST(rewriter, figures_know_what_the_texts_hold) {
  Rewriter rewriter(rules());
  const std::string held = chunk("a <thi");
  rewriter.feed(held);
  EXPECT_EQ(rewriter.stats().bytes_held, 4U);
  rewriter.feed("data: {");
  EXPECT_EQ(rewriter.stats().bytes_held, 11U);
  rewriter.finish();
  const Stats stats = rewriter.stats();
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_EQ(stats.bytes_held_max, 11U);
  EXPECT_EQ(stats.bytes_fed, held.size() + 7);
  EXPECT_GE(stats.bytes_examined, held.size());
  EXPECT_EQ(stats.events, 2U);
}

}  // namespace
}  // namespace tagstream::wire
