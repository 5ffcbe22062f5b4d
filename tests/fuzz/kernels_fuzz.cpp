// Each kernel against the scalar one: the searches themselves, and what filters, tokenizers and
// dialects read with them.
#include "fuzz.hpp"
#include "scan/kernels.hpp"
#include "support/exhaustive.hpp"
#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"
#include "support/subjects.hpp"

namespace tagstream::fuzz {
namespace {

/// The results of the searches in a text.
struct Found {
  std::size_t in_set = 0;
  std::size_t double_quote = 0;
  std::size_t single_quote = 0;
  std::string escaped;

  friend bool operator==(const Found&, const Found&) = default;
};

Found search(const scan::Kernels& kernel, std::string_view text, const scan::ByteSet& set) {
  const char* const from = text.data();
  const char* const to = from + text.size();
  std::string escaped(scan::escaped_room(text.size()), '\0');
  const char* const end = kernel.write_escaped(from, to, escaped.data());
  escaped.resize(static_cast<std::size_t>(end - escaped.data()));
  const auto place = [from](const char* at) { return static_cast<std::size_t>(at - from); };
  return {place(kernel.find_in_set(from, to, set)), place(kernel.find_string_end(from, to, '"')),
          place(kernel.find_string_end(from, to, '\'')), std::move(escaped)};
}

void try_searches(const Input& input) {
  std::mt19937_64 random(input.seed);
  scan::ByteSet set;
  for (std::size_t i = 1 + input.seed % 4; i > 0; --i) {
    set.add(static_cast<unsigned char>(random()));
  }
  const testing::GuardedChunk text(input.text);
  const Found want = search(scan::scalar_kernels, text.view(), set);
  for (const scan::Kernels* const kernel : scan::kernels_here()) {
    if (search(*kernel, text.view(), set) != want)
      fail(input, std::string(kernel->name) + ": searches");
  }
}

template <class Subject, class Options, class Make>
void try_reader(const Input& input, Make make) {
  static Kept<Tried<Options, Subject>> kept;
  auto& tried = kept.get(input, make);
  std::mt19937_64 random(input.cuts_seed);
  const testing::Cuts random_cuts = testing::cut_randomly(input.text.size(), random);
  for (const testing::Cuts& cuts : {testing::Cuts{}, random_cuts}) {
    std::uint64_t want = 0;
    for (const scan::Kernels* const kernel : scan::kernels_here()) {  // the scalar one comes first
      scan::chosen_kernel.store(kernel);
      const std::uint64_t got = testing::signature_of(tried.reader, input.text, cuts);
      if (kernel == &scan::scalar_kernels) want = got;
      if (got == want) continue;
      fail(input, std::string(kernel->name) + ": " + testing::describe(tried.options) + '\n' +
                      testing::to_text(cuts));
    }
  }
}

}  // namespace

void try_input(const Input& input) {
  scan::least_bytes = 1 + input.cuts_seed % 32;
  try_searches(input);
  std::mt19937_64 random(input.seed);
  switch (input.kind) {
    case 255:
      return try_reader<testing::ReaderSubject, Options>(
          input, [&] { return testing::random_filter_options(random); });
    case 254:
      return try_reader<testing::TokenSubject, TokenizerOptions>(
          input, [&] { return testing::random_tokenizer_options(random); });
    default:
      return try_reader<testing::ReaderSubject, Options>(input,
                                                         [&] { return parse_options(input); });
  }
}

}  // namespace tagstream::fuzz
