#include "flags.hpp"

#include <algorithm>

#include "base/bad_option.hpp"
#include "tagstream/options.hpp"

namespace tagstream::cli {

namespace {

// Phrases in the library's sentences that name options, and the same phrases with flags. The option
// that a sentence begins with is not in this list: `said_of` finds it.
struct Phrase {
  std::string_view with_names;
  std::string_view with_flags;
};
constexpr Phrase phrases[] = {
    {"(dialect=NAME or auto), a model (model=NAME) or a rule (hide, call, ...)",
     "(--dialect NAME or auto), a model (--model NAME) or a rule (--hide, --call ...)"},
    {"give it as `model`", "give it as --model"},
    {"leading_only stands beside", "--leading-only stands beside"},
    {"than hide, record and unwrap", "than --hide, --record and --unwrap"},
    {"dialect, model and format", "--dialect, --model and --format"},
    {"reasoning_of and calls_of exclude", "--reasoning-of and --calls-of exclude"},
    {"start_in_reasoning and start_inside", "--start-in-reasoning and --start-inside"},
    {"or `auto` as `dialect`", "or --dialect auto"},
    {"start_in_reasoning needs a family: give `dialect`",
     "--start-in-reasoning needs a family: give --dialect"},
    {"did you mean `dialect`?", "did you mean `--dialect`?"},
    {"give `dialect`, for reading also `auto`",
     "give --dialect NAME, for reading also --dialect auto"},
    {"give all of it as `format`", "give all of it as --format"},
    {": dialect auto can't know", ": --dialect auto can't know"},
    {"or give the end of the prompt", "or give the end of the prompt with --prompt-tail"},
    {"dialect auto reads many formats", "--dialect auto reads many formats"},
    {"give `tools`", "give --tools"},
    {"give `hide`, `thought` or `reasoning`", "give --hide, --thought or --reasoning"},
    {"reasoning, give start_in_reasoning", "reasoning, give --start-in-reasoning"},
    {"opened it, give start_inside = ", "opened it, give --start-inside "},
    {"that is hidden, `start_inside` says it", "that is hidden, --start-inside says it"},
    {": read it as sse", ": --from sse reads it"},
    {" than max_held_bytes", " than --max-held-bytes"},
    {" than max_tag_bytes", " than --max-tag-bytes"},
    {" than max_attributes", " than --max-attributes"},
    {"max_held_bytes reached", "--max-held-bytes reached"},
    {"reasoning_again = anywhere reads", "--reasoning-again anywhere reads"},
    {"markdown_code = off reads", "--markdown-code off reads"},
    {"bare_calls is `never`", "--bare-calls is `never`"},
    {"decode_entities is given", "--decode-entities is given"},
};

}  // namespace

std::string flag_of(std::string_view option) {
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string with_flags(std::string_view sentence) {
  std::string text(sentence);
  for (const Phrase& one : phrases) {
    const std::size_t at = text.find(one.with_names);
    if (at != text.npos) text.replace(at, one.with_names.size(), one.with_flags);
  }
  if (!text.starts_with("there are two rules for ")) return text;
  const std::size_t actions = text.rfind("`: ");  // `a`: `hide` and `unwrap`; give one of them
  for (const OptionInfo& info : option_infos()) {
    if (actions == text.npos) break;
    const std::string action = in_backticks(info.name);
    const std::size_t at = text.find(action, actions + 2);
    if (at != text.npos) text.replace(at, action.size(), flag_of(info.name));
  }
  return text;
}

}  // namespace tagstream::cli
