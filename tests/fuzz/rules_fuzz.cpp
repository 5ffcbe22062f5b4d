// Random rules for filters, tool readers, tokenizers, thoughts and trees: a text gives the same in
// all pieces, and no byte is lost.
#include "fuzz.hpp"
#include "support/extract_seen.hpp"
#include "support/grammar_text.hpp"
#include "support/subjects.hpp"
#include "support/thought_laws.hpp"
#include "support/tool_text.hpp"

namespace tagstream::fuzz {
namespace {

using testing::Cuts;
using testing::Signature;

class Thoughts {
 public:
  explicit Thoughts(const Options& options)
      : options_(options), reader_(*Reader::make(options)) {}

  void begin() { reader_.reset(); }
  void feed(std::string_view bytes, Signature& signature) { add(reader_.feed(bytes), signature); }
  void finish(Signature& signature) { add(reader_.finish(), signature); }

  std::vector<testing::SeenThought> read(std::string_view text) {
    return testing::run_thoughts(text, reader_, options_, {}).items;
  }
  std::string check(std::string_view text, const Cuts& cuts,
                    const std::vector<testing::SeenThought>& want) {
    return testing::check_thoughts(text, reader_, options_, cuts, want);
  }

 private:
  static void add(std::span<const ThoughtEvent> events, Signature& signature) {
    for (const ThoughtEvent& event : events) signature.add(event);
  }

  Options options_;
  Reader reader_;
};

class Trees {
 public:
  explicit Trees(const ExtractOptions& options)
      : extractor_(*Extractor::make(options)), stream_(extractor_) {}

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
  Options options;
  const Options filter = testing::random_filter_options(random);
  options.names = {"a", "think"};
  options.nesting = filter.nesting;
  options.live = random() % 2 == 0;
  options.ignore_case = filter.ignore_case;
  options.markdown_code = filter.markdown_code;
  options.limits = filter.limits;
  return options;
}

ExtractOptions random_extract_options(std::mt19937_64& random) {
  ExtractOptions options;
  if (random() % 2 == 0) options.names = {"a", "b", "think"};
  if (random() % 3 == 0) options.last_close = {"a"};
  if (random() % 3 == 0) options.max_depth = 1 + random() % 3;
  options.unclosed = static_cast<Unclosed>(random() % 3);
  options.ignore_case = random() % 4 == 0;
  options.markdown_code = random() % 3 == 0;
  if (random() % 4 == 0) options.limits.max_tag_bytes = 1 + random() % 24;
  return options;
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

template <class Options>
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
    case 0: return try_reader<Events<Options>>(input, testing::random_filter_options);
    case 1: return try_reader<Events<Options>>(input, testing::random_tool_options);
    case 2: return try_reader<Tokens>(input, testing::random_tokenizer_options);
    case 3: return try_reader<Thoughts>(input, random_thought_options);
    default: return try_reader<Trees>(input, random_extract_options);
  }
}

}  // namespace tagstream::fuzz
