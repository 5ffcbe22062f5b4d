#pragma once

#include <string_view>
#include <vector>

#include "support/model.hpp"
#include "support/model_thoughts.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {

/// The naive model of a reader, made from the options of the reader. It reads whole texts.
class ModelOf {
 public:
  explicit ModelOf(const Options& options) : options_(options), program_(make_program(options)) {}

  [[nodiscard]] std::vector<Seen> operator()(std::string_view text) const {
    std::vector<Seen> seen = read_by_model(text, program_).seen;
    return options_.thought.empty() ? seen : with_thoughts(seen, options_);
  }

 private:
  Options options_;
  ModelProgram program_;
};

}  // namespace tagstream::testing
