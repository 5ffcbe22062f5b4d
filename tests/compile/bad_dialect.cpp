// Compiles as it is. With BAD defined to a number it must not: each is a row that breaks the rule
// whose sentence stands after the number.
#include <array>

#include "dialects/check.hpp"

using namespace tagstream;

constexpr ReasoningFormat think{.open = {"<think>"}, .close = {"</think>"}};
constexpr ToolFormat calls{.calls = {{{.open = {"<call>"}, .close = {"</call>"}}}}};

#if BAD == 1  // there is no reasoning to start in
constexpr ReasoningFormat bad{.starts_inside = true,
                              .header = {.start = "<|s|>", .message = "<|m|>", .close = {"<|e|>"}}};
constexpr std::array table{Dialect{"a", {}, &bad}};
#elif BAD == 2  // reasoning has no closer
constexpr ReasoningFormat bad{.open = {"<think>"}};
constexpr std::array table{Dialect{"a", {}, &bad}};
#elif BAD == 3  // an opening marker closes as well
constexpr ToolFormat bad{.calls = {{{.open = {"|"}, .close = {"|"}}}}};
constexpr std::array table{Dialect{"a", {}, nullptr, &bad}};
#elif BAD == 4  // a tag can't be part of the body that it opens
constexpr ToolFormat bad{.calls = {{{.open = {"<call>"}, .shared = 6}}}};
constexpr std::array table{Dialect{"a", {}, nullptr, &bad}};
#elif BAD == 5  // nothing opens a call
constexpr ToolFormat bad{};
constexpr std::array table{Dialect{"a", {}, nullptr, &bad}};
#elif BAD == 6  // one marker opens two things
constexpr ToolFormat bad{.calls = {{{.open = {"<think>"}, .close = {"</think>"}}}}};
constexpr std::array table{Dialect{"a", {}, &think, &bad}};
#elif BAD == 7  // a row's name is not of a-z, 0-9 and _
constexpr std::array table{Dialect{"A-1", {}, &think, &calls}};
#elif BAD == 8  // rows are not sorted by name
constexpr std::array table{Dialect{"b"}, Dialect{"a", {}, &think}};
#elif BAD == 9  // an alias is given twice
constexpr std::array table{Dialect{"a", {"c"}}, Dialect{"b", {"c"}}};
#else
constexpr std::array table{Dialect{"a", {"c"}, &think, &calls}, Dialect{"b"}};
#endif

static_assert(check_table(table));

int main() { return table.size() == 0 ? 1 : 0; }
