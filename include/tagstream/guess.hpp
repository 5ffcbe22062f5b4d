#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// Which families a model's name, an answer or a chat template fits, and why.
struct Guess {
  std::vector<const Dialect*> dialects;  ///< the best ones, which fit equally well; first the one
                                         ///< with the fewest literals that are missing in the text
  bool is_certain = false;               ///< no other dialect fits; else these are only likely
  std::vector<std::string> evidence;     ///< the part of the name that decides, or markers
  bool starts_in_reasoning = false;      ///< the prompt opens the reasoning, and the dialect alone
                                         ///< does not say so: read with `start_in_reasoning`
};

/// Guesses the family by the name of a model, as hubs, servers and files have it: `Qwen/Qwen3-8B`,
/// `qwen3:8b`, `Qwen3-8B-Q4_K_M.gguf`. Of several patterns that match, the longest counts. A
/// version newer than those in the table is likely of the same family as the last version before
/// it. For a model made from another one, or a family with several formats, the guess is only
/// likely.
[[nodiscard]] Guess guess_model(std::string_view name);

/// Guesses the family by an answer of a model. Every dialect reads the answer; the best dialects
/// leave no marker unread and find the most calls. All `dialects` of the guess read it alike. An
/// answer with nothing but a broken call has a guess if the call's opener is of one family alone.
/// @cost  reads the first MiB of the text once for each dialect; the memory that it takes does not
///        grow with the text beyond that
[[nodiscard]] Guess guess_answer(std::string_view answer);

/// Guesses the family by the literals in a chat template.
[[nodiscard]] Guess guess_template(std::string_view chat_template);

/// The format that a checkpoint's `response_template` describes, as text for `Options::format`.
/// `json` is the template, or a file that contains it, such as tokenizer_config.json. Literals are
/// taken; regular expressions, and bodies that are not JSON, are left out.
/// @param left_out  gets the parts that the format can't express, each as "what: where" with a JSON
///                  pointer. If there are any, the format may read less. May be null
/// @error bad_option — `json` is not JSON, or no part of the template can be taken
[[nodiscard]] Result<std::string> import_response_template(
    std::string_view json, std::vector<std::string>* left_out = nullptr);

}  // namespace tagstream
