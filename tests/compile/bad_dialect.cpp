// Compiles as it is. With BAD defined to a number it must not: each is a row of the table that
// breaks the rule whose sentence stands after the number.
#include <array>

#include "dialects/row.hpp"

using namespace tagstream;

#if BAD == 1  // no placeholder has this name
constexpr Row row(R"(
a:
  <think>REASONIG</think>
)");
#elif BAD == 2   // nothing ends REASONING
constexpr Row row(R"(
a:
  <think>REASONING
)");
#elif BAD == 3   // a brace is left open
constexpr Row row(R"(
a:
  <call>{"name": "NAME", "arguments": ARGUMENTS</call>
)");
#elif BAD == 4   // nothing says where the arguments stand; write ARGUMENTS
constexpr Row row(R"(
a:
  <call>NAME</call>
)");
#elif BAD == 5   // no line says how a PARAMETER is written
constexpr Row row(R"(
a:
  <call name="NAME">PARAMETER...</call>
)");
#elif BAD == 6   // one marker opens two things
constexpr Row row(R"(
a:
  <think>REASONING</think>
  <think>CALL</think>
  [call]{"name": "NAME", "arguments": ARGUMENTS}[/call]
)");
#elif BAD == 7   // a row's name has another byte than a-z, 0-9 and _
constexpr Row row(R"(
A-1:
  <think>REASONING</think>
)");
#elif BAD == 8   // a row has no first line with its names and a colon
constexpr Row row(R"(
  <think>REASONING</think>
)");
#elif BAD == 9   // there is no such option
constexpr Row row(R"(
a:
  <think>REASONING</think>
  - starts in thinking
)");
#elif BAD == 10  // this line has no placeholder
constexpr Row row(R"(
a:
  <think>
)");
#elif BAD == 11  // no line says what a CALL is
constexpr Row row(R"(
a, b_2:
  <calls>CALL...</calls>
)");
#else
constexpr Row row(R"(
a, b_2:
  <think>REASONING</think>
  <call>{"name": "NAME", "arguments": ARGUMENTS}</call>
  - starts in reasoning
)");
#endif

int main() { return row.names().empty() ? 1 : 0; }
