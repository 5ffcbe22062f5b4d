// Links with the engine (src/) and without the kit (kit/), and reads. The one rule is made by hand
// here; a `Reader` has its rules made from `Options`.
#include <string>

#include "machine/machine.hpp"
#include "machine/program.hpp"

int main() {
  using tagstream::EventKind;
  tagstream::RuleParts hide;
  hide.name = "think";
  tagstream::Program program;
  if (!program.rules.compile({hide}, {}, {})) return 1;

  tagstream::Machine machine(program);
  std::string content;
  std::string hidden;
  const auto read = [&](const auto& events) {
    for (const tagstream::Event& event : events) {
      if (event.kind == EventKind::content) content += event.text;
      if (event.kind == EventKind::section_delta) hidden += event.text;
    }
  };
  read(machine.feed("a<thi"));
  read(machine.feed("nk>b</think>c"));
  read(machine.finish());
  return content == "ac" && hidden == "b" ? 0 : 1;
}
