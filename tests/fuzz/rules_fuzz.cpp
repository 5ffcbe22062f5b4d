// Random rules for sections, calls, thoughts, tokenizers and trees: a text gives the same in
// all pieces, and no byte is lost.
#include "fuzz.hpp"
#include "support/extract_seen.hpp"
#include "support/grammar_text.hpp"
#include "support/subjects.hpp"
#include "support/tool_text.hpp"
#include "tagstream/extract.hpp"

namespace tagstream::fuzz {
namespace {

using testing::Cuts;
using testing::Signature;

class Trees {
 public:
  explicit Trees(const ExtractOptions& options)
      : extractor_(*Extractor::make(options)), stream_(*ExtractStream::make(options)) {}

  void begin() { stream_.reset(); }
  void feed(std::string_view bytes, Signature& signature) { signature.add(stream_.feed(bytes)); }
  void finish(Signature& signature) { signature.add(stream_.finish()); }

  testing::SeenTree read(std::string_view text) {
    return testing::to_seen(extractor_.extract(text));
  }
  std::string check(std::string_view text, const Cuts& cuts, const testing::SeenTree& want) {
    std::string failure;
    const testing::SeenTree got = testing::read_stream(text, stream_, cuts, failure);
    if (!failure.empty() || got == want) return failure;
    return "expected:\n" + to_text(want) + "got:\n" + to_text(got);
  }

 private:
  Extractor extractor_;
  ExtractStream stream_;
};

class Tokens : public testing::TokenSubject {
 public:
  explicit Tokens(const TokenizerOptions& options)
      : testing::TokenSubject(options), tokenizer_(*Tokenizer::make(options)) {}
  std::vector<testing::SeenToken> read(std::string_view text) {
    return testing::run_tokens(text, tokenizer_, {}).items;
  }

 private:
  Tokenizer tokenizer_;
};

Options random_thought_options(std::mt19937_64& random) {
  const Options sections = testing::random_filter_options(random);
  Options options;
  options.thought = {"a", "think"};
  options.nesting = sections.nesting;
  options.incremental = random() % 2 == 0;
  options.ignore_case = sections.ignore_case;
  options.markdown_code = sections.markdown_code;
  options.limits = sections.limits;
  return options;
}

ExtractOptions random_extract_options(std::mt19937_64& random) {
  ExtractOptions options;
  if (random() % 2 == 0) options.names = {"a", "b", "think"};
  if (random() % 3 == 0) options.last_close = {"a"};
  if (random() % 3 == 0) options.max_depth = 1 + random() % 3;
  options.unclosed = static_cast<Unclosed>(random() % 3);
  options.ignore_case = random() % 4 == 0;
  if (random() % 3 == 0) options.markdown_code = MarkdownCode::all;
  if (random() % 4 == 0) options.limits.max_tag_bytes = 1 + random() % 24;
  return options;
}

// Every third reader goes on after a prompt.
Options after_a_prompt(Options options, std::mt19937_64& random) {
  if (random() % 3 == 0) testing::add_random_prompt(options, random);
  return options;
}
Options random_sections(std::mt19937_64& random) {
  return after_a_prompt(testing::random_filter_options(random), random);
}
Options random_calls(std::mt19937_64& random) {
  return after_a_prompt(testing::random_tool_options(random), random);
}

template <class Reader, class Options>
void try_reader(const Input& input, Options random_options(std::mt19937_64&)) {
  static Kept<Tried<Options, Reader>> kept;
  auto& reader = kept.get(input, [&] {
    std::mt19937_64 random(input.seed);
    return random_options(random);
  });
  const auto want = reader.reader.read(input.text);
  try_cuttings(input, reader, want);
}

class Events : public testing::ReaderSubject {
 public:
  using testing::ReaderSubject::ReaderSubject;
  std::vector<testing::Seen> read(std::string_view text) {
    return testing::ReaderSubject::read(text).items;
  }
};

}  // namespace

void try_input(const Input& input) {
  switch (input.kind % 5) {
    case 0: return try_reader<Events>(input, random_sections);
    case 1: return try_reader<Events>(input, random_calls);
    case 2: return try_reader<Tokens>(input, testing::random_tokenizer_options);
    case 3: return try_reader<Events>(input, random_thought_options);
    default: return try_reader<Trees>(input, random_extract_options);
  }
}

}  // namespace tagstream::fuzz
