// The engine against the models of tests/support, which share no code with it and are slow and
// obvious: rules of one's own and each dialect, in all pieces.
#include "fuzz.hpp"
#include "support/grammar_text.hpp"
#include "support/subjects.hpp"
#include "support/tool_text.hpp"

namespace tagstream::fuzz {
namespace {

class WithModel : public testing::ReaderSubject {
 public:
  explicit WithModel(const Options& options) : testing::ReaderSubject(options), model(options) {}
  testing::ModelOf model;
};

template <class Make>
void try_model(const Input& input, Make make) {
  static Kept<Tried<Options, WithModel>> kept;
  auto& reader = kept.get(input, make);
  try_cuttings(input, reader, reader.reader.model(input.text));
}

}  // namespace

void try_input(const Input& input) {
  std::mt19937_64 random(input.seed);
  switch (input.kind) {
    case 255: return try_model(input, [&] { return testing::random_filter_options(random); });
    case 254: return try_model(input, [&] { return testing::random_tool_options(random); });
    default: return try_model(input, [&] { return parse_options(input); });
  }
}

}  // namespace tagstream::fuzz
