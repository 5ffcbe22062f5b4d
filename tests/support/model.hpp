#pragma once

// The naive model: what a reader should say of a whole text, by the rules in docs/grammar.md,
// docs/filter.md, docs/tools.md and docs/dialects.md. It shares the rows of the table with the
// library, and no code. It reads a whole text from its start, may go back and take quadratic time:
// it only has to be easy to check. Filters, readers of rules and readers of families are one
// program of marks here.
//
//   model_tags       bytes: blanks, names, tags with attributes, tags that failed
//   model_markdown   bytes: what is code
//   model_value      values: JSON with its repairs, strings, values by the types of a schema
//        |
//   model_program    options, rows -> marks: which literals and tags stand for what, how calls are
//        |           written (CallForm), the longest mark at a place, what a limit leaves undecided
//   model_body       bodies by CallBody: JSON front and end, name, fence; raw  -> Body
//   model_items        what stands in a JSON value: calls, errors, pieces
//   model_xml          parameters as elements
//        |
//   model_places     where the reading stands:
//     model_output     what is shown: bytes, sections, calls and errors, by BadCalls, in pieces
//     model_calls      a call: self-closing, empty, broken, without an end, too long
//     model.cpp        text, with unwrapped and recorded elements, layout between calls
//     model_hidden     hidden sections: nesting, start_inside, limits, UnclosedSection
//     model_reasoning  reasoning, calls in it, headers (model_header reads one)
//
// A new mark: `Mark`, where Program adds it, and `counts_in_...` of the places in which it counts.
// A new spelling of JSON: ModelJson and convert_piece. A new body: its reader beside model_xml and
// a line in read_body. A new slip at the end of a call: model_calls.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"
#include "support/seen.hpp"

namespace tagstream::testing {

/// The expected result of reading a whole text.
struct ModelReading {
  std::vector<Seen> seen;   ///< the events, joined
  std::vector<Span> named;  ///< tags and markers named by rules in force, in order
};

namespace model {
class Program;
}

/// The options of a reader in the model's form. Made once, and used for many texts.
/// Precondition: options that the rules' `make` accepts.
using ModelProgram = std::shared_ptr<const model::Program>;
[[nodiscard]] ModelProgram make_program(const Options& options);

/// Reads a whole text as a reader should read it.
/// Preconditions: a filter or a tool reader has `OnLimit::text`; a parser does not have
/// `MarkdownCode::all`, and the text does not reach its limits.
[[nodiscard]] ModelReading read_by_model(std::string_view text, const ModelProgram& program);

/// The tokens that a tokenizer should give for a whole text, joined.
[[nodiscard]] std::vector<SeenToken> model_tokens(std::string_view text,
                                                  const TokenizerOptions& options);

}  // namespace tagstream::testing
