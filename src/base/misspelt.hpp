#pragma once

#include <string_view>

namespace tagstream {

/// True if a model may have written `name` and meant `meant`. It is so if `name` has another
/// namespace or none, is the beginning or the end of `meant`, or has at most two wrong letters. A
/// name may begin with a token of the model's vocabulary, as `｜DSML｜`: then any letters may
/// follow. If `name` lacks that token, or has only its end, all its other letters must be right.
///
///   parameter     paramater, parameters, param, ns:parameter
///   arg_value     arg_vale, argvalue, value
///   ｜DSML｜a       ｜DSML｜b, ｜｜DSML｜｜a, DSML｜a, a
[[nodiscard]] bool is_misspelt(std::string_view name, std::string_view meant);

}  // namespace tagstream
