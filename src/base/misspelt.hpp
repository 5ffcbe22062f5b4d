#pragma once

#include <string_view>

namespace tagstream {

/// R413: true if a model may have meant the name `meant` when it wrote `name`: another namespace or
/// none, the beginning or the end of the name, or at most two letters that are wrong. A name that
/// has the sign of a vocabulary, as `｜DSML｜`, belongs to its format whatever follows that. A name
/// without the sign, or with its end alone, must be right in all other letters.
///
///   parameter     paramater, parameters, param, ns:parameter
///   arg_value     arg_vale, argvalue, value
///   ｜DSML｜a       ｜DSML｜b, ｜｜DSML｜｜a, DSML｜a, a
[[nodiscard]] bool is_misspelt(std::string_view name, std::string_view meant);

}  // namespace tagstream
