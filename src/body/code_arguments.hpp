#pragma once

// The language of the arguments of calls that look like code.
//
//   [f(a=1, b="x"), g()]        Python
//   call:f{a:1,b:<|"|>x<|"|>}   braces, with the mark <|"|> around strings

#include "formats/pythonic_shape.hpp"
#include "json/value_lexer.hpp"

namespace tagstream {

/// A lexer for the arguments of a call of this shape, from their opening bracket on.
inline CodeLexer arguments_lexer(const PythonicShape& shape) {
  return CodeLexer(shape.quote.empty() ? python_arguments : braces_arguments, shape.quote);
}

}  // namespace tagstream
