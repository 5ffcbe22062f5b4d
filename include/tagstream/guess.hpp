#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// Which families a model's name, an answer or a chat template fits, and why.
struct Guess {
  std::vector<const Dialect*> dialects;  ///< the best, first the one with the least beside it
  bool is_certain = false;               ///< nothing else fits; else they are likely
  std::vector<std::string> evidence;     ///< of a name the part that says it, else markers
  bool starts_in_reasoning = false;      ///< the prompt opens the reasoning, or has opened it: read
                                         ///< with `Options::start_in_reasoning`
};

/// The family of the model called `name`, as hubs, servers and files name it: `Qwen/Qwen3-8B`,
/// `qwen3:8b`, `Qwen3-8B-Q4_K_M.gguf`. Of the patterns that match the longest counts. A version
/// that is newer than those in the table is likely of the family of the last one before it. A model
/// that was made from another one, or whose family writes in several ways, is only likely.
[[nodiscard]] Guess guess_model(std::string_view name);

/// The family for an answer of a model: it is read by every dialect, and those are the best that
/// leave no marker unread and find the most calls. All `dialects` read it alike.
/// @cost  reads the text once for each dialect
[[nodiscard]] Guess guess_answer(std::string_view answer);

/// The family for a chat template, by the literals that it holds.
[[nodiscard]] Guess guess_template(std::string_view chat_template);

/// The format that a checkpoint's `response_template` describes, as text for `Options::format`;
/// `json` is that, or a file that holds it, such as tokenizer_config.json. Literals are taken;
/// regular expressions, and bodies that are not JSON, are left out.
/// @param left_out  gets what the text can't say, each as "what: where" with a JSON pointer. If
///                  there is any, the format may read less. Null: nobody asks
/// @error bad_option — not JSON, or there is nothing that can be taken
[[nodiscard]] Result<std::string> import_response_template(
    std::string_view json, std::vector<std::string>* left_out = nullptr);

}  // namespace tagstream
