// Each dialect, with random options and ends of prompts: a text gives the same in all pieces, and
// no byte is lost.
#include "fuzz.hpp"
#include "support/subjects.hpp"

namespace tagstream::fuzz {
using Readers = Tried<Options, testing::ReaderSubject>;

void try_input(const Input& input) {
  static Kept<Readers> kept;
  Readers& reader = kept.get(input, [&] {
    Options options = parse_options(input);
    std::mt19937_64 random(input.seed);
    if (input.seed % 2 == 1) testing::add_random_limits(options, random);
    if (input.seed % 3 == 1) testing::add_random_prompt(options, random);
    return options;
  });
  try_cuttings(input, reader, reader.reader.read(input.text).items);
}

}  // namespace tagstream::fuzz
