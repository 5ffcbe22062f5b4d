#pragma once

#include <string_view>
#include <vector>

#include "support/model.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {

/// What the naive model of a reader says of whole texts, by the options that the reader is made
/// from.
template <class Options>
class ModelOf {
 public:
  explicit ModelOf(const Options& options) : options_(options), program_(make_program(options)) {}

  [[nodiscard]] std::vector<Seen> operator()(std::string_view text) const {
    if constexpr (requires { model_knows(options_, text.size()); }) {
      if (!model_knows(options_, text.size())) {
        Reader reader(*make_rules(options_));  // what must be the same in all pieces
        return run(text, reader, bounds_of(options_), {}).items;
      }
    }
    return read_by_model(text, program_).seen;
  }

 private:
  Options options_;
  ModelProgram program_;
};

}  // namespace tagstream::testing
