#pragma once

// Names of models. `nearest_model("Qwen/qwne3-8b")` is "qwen3", for a message such as "no dialect
// is known for the model `Qwen/qwne3-8b`; did you mean `qwen3`?". `guess_model` in guess.hpp finds
// the dialect of a model.

#include <string>
#include <string_view>

namespace tagstream {

/// The known name that `name` was most likely meant to be; empty if none is near. The part up to
/// the last `/` does not count.
[[nodiscard]] std::string nearest_model(std::string_view name);

}  // namespace tagstream
