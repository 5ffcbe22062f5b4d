// tests/golden/wire: what servers stream, cut everywhere.
#include <gtest/gtest.h>

#include <string>
#include <utility>
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

testing::Goldens all_goldens() {
  return testing::read_goldens("wire", {"pieces", "rewrite", "answer", "openai", "anthropic"});
}

// The text with a member that only Python's JSON has, in each payload that has a member.
std::string with_words_of_python(const std::string& text) {
  std::string changed;
  bool is_line_begin = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const std::string_view begin : {"data: {\"", "data:{\"", "{\""}) {
      if (!is_line_begin || !std::string_view(text).substr(at).starts_with(begin)) continue;
      changed.append(begin.substr(0, begin.size() - 1));
      changed += R"("nan":[NaN,Infinity,-Infinity],)";
      at += begin.size() - 1;
      break;
    }
    is_line_begin = text[at] == '\n' || text[at] == '\r';
    changed += text[at];
  }
  return changed;
}

// The pieces that a client reads in these bytes, without their offsets, with neighbours joined.
std::string read_by_client(const std::string& bytes, const StreamOptions& options,
                           std::size_t size) {
  StreamReader reader(options);
  std::string lines, last;
  const auto see = [&](std::span<const Piece> pieces) {
    for (Piece piece : pieces) {
      const std::string_view text = std::exchange(piece.text, {});
      piece.offset = 0;
      const std::string its = line_of(piece);
      if (its != last || piece.kind > PieceKind::tool_call_delta) lines += '\n' + its;
      last = its;
      lines += text;
    }
  };
  testing::for_each_piece(bytes, testing::cut_by_size(bytes.size(), size),
                          [&](std::string_view piece) {
                            const testing::GuardedChunk chunk(piece);
                            see(reader.feed(chunk.view()));
                            return true;
                          });
  see(reader.finish());
  return lines;
}

TEST(wire_golden, all_cases) {
  const testing::Goldens goldens = all_goldens();
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

// A server in Python writes NaN, and a proxy may put a byte order mark before its answer. Whatever
// the API, a client reads the same beside it, and so do we.
TEST(wire_golden, words_of_python_and_a_byte_order_mark_change_nothing_else) {
  const testing::Goldens goldens = all_goldens();
  std::size_t changed = 0;
  for (const GoldenCase& golden : goldens.cases) {
    const std::string& input = golden.input;
    const std::string odd = with_words_of_python(input);
    changed += odd != input;
    const bool has_mark = input.starts_with("\xEF\xBB\xBF");
    for (const GoldenBlock& block : golden.blocks) {
      const Words words(block.arguments);
      if (words.has("--max-event-bytes")) continue;
      const auto read = [&](const std::string& bytes, std::size_t size) {
        GoldenCase its = golden;
        its.input = bytes;
        const Cuts cuts = testing::cut_by_size(bytes.size(), size);
        StreamOptions options = stream_options(words);
        if (block.reader == "pieces") return read_by_client(bytes, options, size);
        const bool is_whole = block.reader == "answer";
        if (is_whole) options.framing = Framing::ndjson;
        const std::string out = is_whole ? answer_of(its, words) : rewritten(its, words, cuts);
        return read_by_client(out, options, out.size());
      };
      if (block.reader != "pieces" && block.reader != "rewrite" && block.reader != "answer")
        continue;
      const std::string want = read(input, input.size());
      for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}, odd.size()}) {
        EXPECT_EQ(read(odd, size), want) << golden.place(block) << ", pieces of " << size;
        if (has_mark) continue;
        EXPECT_EQ(read("\xEF\xBB\xBF" + odd, size), want)
            << golden.place(block) << ", with a mark, pieces of " << size;
      }
    }
  }
  EXPECT_GT(changed, 60U);
}

}  // namespace
}  // namespace tagstream::wire
