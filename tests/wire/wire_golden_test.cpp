// tests/golden/wire: what servers stream, cut everywhere.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/json_writer.hpp"
#include "support/cuts.hpp"
#include "support/golden_file.hpp"
#include "support/guarded_chunk.hpp"
#include "tagstream/wire/rewriter.hpp"
#include "tagstream/wire/stream_reader.hpp"
#include "tagstream/wire/writer.hpp"

namespace tagstream::wire {
namespace {

using testing::Cuts;
using testing::GoldenBlock;
using testing::GoldenCase;

// The arguments of a block: switches, and options with a value.
class Words {
 public:
  explicit Words(const std::vector<std::string>& words) : words_(words) {}
  [[nodiscard]] bool has(const std::string& word) const {
    return std::find(words_.begin(), words_.end(), word) != words_.end();
  }
  [[nodiscard]] std::string value(const std::string& word, const std::string& otherwise) const {
    const auto found = std::find(words_.begin(), words_.end(), word);
    return found == words_.end() ? otherwise : found[1];
  }

 private:
  const std::vector<std::string>& words_;
};

StreamOptions stream_options(const Words& words) {
  StreamOptions options;
  if (words.value("--from", "sse") == "ndjson") options.framing = Framing::ndjson;
  options.payload.snapshots = words.has("--snapshots");
  options.max_event_bytes = std::stoul(words.value("--max-event-bytes", "1048576"));
  for (int i = 0; i <= static_cast<int>(Api::ollama); ++i) {
    const auto api = static_cast<Api>(i);
    if (words.value("--api", "auto") == to_string(api)) options.payload.api = api;
  }
  return options;
}

std::string line_of(const Piece& piece) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().field("kind", to_string(piece.kind)).field("choice", piece.choice);
  const bool is_start = piece.kind == PieceKind::tool_call_start;
  if (is_start || piece.kind == PieceKind::tool_call_delta) json.field("index", piece.index);
  json.field("offset", piece.offset);
  if (is_start) json.field("id", piece.id).field("name", piece.name);
  if (!piece.text.empty()) json.field("text", piece.text);
  json.end_object();
  return line + '\n';
}

std::string pieces_of(const GoldenCase& golden, const Words& words, const Cuts& cuts) {
  StreamReader reader(stream_options(words));
  std::string lines;
  testing::for_each_piece(golden.input, cuts, [&](std::string_view piece) {
    const testing::GuardedChunk chunk(piece);
    for (const Piece& one : reader.feed(chunk.view())) lines += line_of(one);
    return true;
  });
  for (const Piece& one : reader.finish()) lines += line_of(one);
  EXPECT_TRUE(reader.finish().empty());
  return lines;
}

ReasoningField reasoning_field(const Words& words) {
  const std::string word = words.value("--reasoning-field", "reasoning_content");
  if (word == "both") return ReasoningField::both;
  return word == "reasoning" ? ReasoningField::reasoning : ReasoningField::reasoning_content;
}

Rules rules_of(const Words& words) {
  return *Rules::make({.dialect = words.value("--dialect", "hermes"),
                       .prompt_tail = words.value("--prompt-tail", ""),
                       .incremental = words.has("--incremental"),
                       .id_seed = 7});
}

std::string rewritten(const GoldenCase& golden, const Words& words, const Cuts& cuts) {
  RewriteOptions options{.reasoning_field = reasoning_field(words)};
  Rewriter rewriter(rules_of(words), options);
  std::string out;
  testing::for_each_piece(golden.input, cuts, [&](std::string_view piece) {
    const testing::GuardedChunk chunk(piece);
    out += rewriter.feed(chunk.view());
    return true;
  });
  out += rewriter.finish();
  EXPECT_EQ(rewriter.finish(), "");
  return out;
}

std::string answer_of(const GoldenCase& golden, const Words& words) {
  RewriteOptions options{.reasoning_field = reasoning_field(words)};
  return rewrite_answer(rules_of(words), golden.input, options) + '\n';
}

// A model's answer, written for clients.
template <class Writer>
std::string written(const GoldenCase& golden, const Words& words, Writer& writer) {
  Reader reader(rules_of(words));
  DeltaBuilder builder(7);
  std::string out;
  writer.write(out, builder.add(reader.feed(std::string_view(golden.input))));
  writer.write(out, builder.add(reader.finish()));
  writer.finish(out, builder.finish_reason(words.value("--finish", "stop")));
  return out;
}

std::string lines_of(const GoldenCase& golden, const GoldenBlock& block, const Cuts& cuts) {
  const Words words(block.arguments);
  if (block.reader == "pieces") return pieces_of(golden, words, cuts);
  if (block.reader == "rewrite") return rewritten(golden, words, cuts);
  if (block.reader == "answer") return answer_of(golden, words);
  WriterOptions options{"id", "model", 1, reasoning_field(words)};
  OpenAiWriter openai(options);
  AnthropicWriter anthropic(options);
  return block.reader == "openai" ? written(golden, words, openai)
                                  : written(golden, words, anthropic);
}

TEST(wire_golden, all_cases) {
  const testing::Goldens goldens =
      testing::read_goldens("wire", {"pieces", "rewrite", "answer", "openai", "anthropic"});
  for (const std::string& error : goldens.errors) ADD_FAILURE() << error;
  ASSERT_GT(goldens.cases.size(), 20U);
  for (const GoldenCase& golden : goldens.cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const std::string whole = lines_of(golden, block, {});
      const std::string failure = testing::check_lines(golden, block, whole);
      EXPECT_EQ(failure, "") << golden.place(block);
      if (block.reader != "pieces" && block.reader != "rewrite") continue;
      for (const Cuts& cuts : testing::all_small_cuts(golden.input.size())) {
        ASSERT_EQ(lines_of(golden, block, cuts), whole)
            << golden.place(block) << ", " << testing::to_text(cuts);
      }
    }
  }
  testing::write_updates();
}

}  // namespace
}  // namespace tagstream::wire
