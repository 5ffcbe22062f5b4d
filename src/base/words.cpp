#include "base/choice_words.hpp"

namespace tagstream {

namespace {

// The word of an enumerator: "tool_call_delta" for `EventKind::tool_call_delta`, as JSON and the
// options spell it. A number that is not an enumerator, which a C program may pass, gives
// "unknown".
template <class Enum>
const char* word_of(Enum value) noexcept {
  const auto number = static_cast<std::size_t>(value);
  return number < words_of<Enum>.size() ? words_of<Enum>[number] : "unknown";
}

}  // namespace

const char* to_string(EventKind kind) noexcept { return word_of(kind); }
const char* to_string(Code code) noexcept { return word_of(code); }
const char* to_string(Nesting choice) noexcept { return word_of(choice); }
const char* to_string(UnclosedSection choice) noexcept { return word_of(choice); }
const char* to_string(UnclosedCall choice) noexcept { return word_of(choice); }
const char* to_string(UnclosedReasoning choice) noexcept { return word_of(choice); }
const char* to_string(BadCalls choice) noexcept { return word_of(choice); }
const char* to_string(CallsInReasoning choice) noexcept { return word_of(choice); }
const char* to_string(BareCalls choice) noexcept { return word_of(choice); }
const char* to_string(ReasoningAgain choice) noexcept { return word_of(choice); }
const char* to_string(MarkdownCode choice) noexcept { return word_of(choice); }
const char* to_string(IdStyle choice) noexcept { return word_of(choice); }
const char* to_string(OnLimit choice) noexcept { return word_of(choice); }
const char* to_string(Unclosed choice) noexcept { return word_of(choice); }

}  // namespace tagstream
