#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>

#include "bind.hpp"
#include "names.hpp"
#include "options/option_table.hpp"
#include "tagstream/wire/stream_reader.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

// Reads a server's stream of events.
struct PyWireReader {
  explicit PyWireReader(wire::StreamOptions options) : reader(options) {}

  // The pieces of the first choice alone: each choice is another answer.
  static nb::list pieces_of(std::span<const wire::Piece> pieces) {
    nb::list list;
    for (const wire::Piece& one : pieces) {
      if (one.choice != 0) continue;
      list.append(nb::make_tuple(wire::to_string(one.kind), one.index, to_str(one.text, Mode::str),
                                 to_str(one.id, Mode::str), to_str(one.name, Mode::str)));
    }
    return list;
  }

  nb::list feed(nb::handle object) {
    const Input chunk(object);
    const Turn turn(is_busy);
    const std::string_view text = chunk.view();
    return pieces_of(unlocked(text.size(), [&] { return reader.feed(text); }));
  }

  nb::list finish() {
    const Turn turn(is_busy);
    return pieces_of(reader.finish());
  }

  wire::StreamReader reader;
  bool is_busy = false;
};

wire::StreamOptions stream_options(nb::handle framing) {
  const std::string word =
      PyUnicode_Check(framing.ptr()) ? to_bytes(framing, Mode::str) : std::string();
  wire::StreamOptions options;
  if (word != "sse" && word != "ndjson") {
    const std::string given = word.empty() ? to_bytes(nb::repr(framing), Mode::str) : word;
    raise(PyExc_ValueError, "from_: " + option::no_such_word(given, {"text", "sse", "ndjson"}));
  }
  if (word == "ndjson") options.framing = wire::Framing::ndjson;
  return options;
}

}  // namespace

void bind_wire(nb::module_& module) {
  constexpr const char* pieces = "list[tuple[str, int, str, str, str]]";
  const std::string feeds =
      std::string("def feed(self, chunk: str | typing_extensions.Buffer, /) -> ") + pieces;
  const std::string finishes = std::string("def finish(self) -> ") + pieces;
  nb::class_<PyWireReader>(module, "_WireReader",
                           "Reads what a server streams: the pieces of its first choice.")
      .def(
          "__init__",
          [](PyWireReader* self, nb::handle framing) {
            new (self) PyWireReader(stream_options(framing));
          },
          nb::arg("framing").none(), nb::sig("def __init__(self, framing: str) -> None"))
      .def("feed", &PyWireReader::feed, nb::sig(feeds.c_str()))
      .def("finish", &PyWireReader::finish, nb::sig(finishes.c_str()));
}

}  // namespace tagstream::python
