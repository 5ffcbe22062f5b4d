#include "tagstream/wire/rewriter.hpp"

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "chunks.hpp"
#include "names.hpp"
#include "options.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

Words codes;

nb::tuple to_tuple(std::span<const wire::ChoiceToolCallError> errors) {
  const nb::handle type = type_named("ChoiceToolCallError");
  nb::list list;
  for (const wire::ChoiceToolCallError& one : errors) {
    list.append(type(one.choice, codes[one.code], to_str(one.text, Mode::bytes),
                     to_str(one.name, Mode::bytes), to_str(one.raw, Mode::bytes), one.offset,
                     one.has_started));
  }
  return nb::tuple(list);
}

nb::bytes to_py_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

Rules rules_of(const nb::args& arguments, const nb::kwargs& keywords,
               wire::RewriteOptions& options) {
  return make_rules(arguments, take_options(keywords, options)).rules;
}

// A rewriter of a stream of bytes, or of chunks.
struct PyRewriter {
  PyRewriter(const nb::args& arguments, const nb::kwargs& keywords)
      : rules(rules_of(arguments, keywords, options)), bytes(rules, options) {}

  ChunkObjects& chunks() {
    if (!objects) objects.emplace(wire::ChunkRewriter(rules, options));
    return *objects;
  }

  void reset() {
    bytes.reset();
    objects.reset();
    errors.clear();
  }

  wire::RewriteOptions options;
  Rules rules;
  wire::Rewriter bytes;
  std::optional<ChunkObjects> objects;
  std::vector<wire::ChoiceToolCallError> errors;  // of the last feed
  bool is_busy = false;
};

nb::bytes written(PyRewriter& self, std::string_view out) {
  const auto errors = self.bytes.tool_call_errors();
  self.errors.assign(errors.begin(), errors.end());
  return to_py_bytes(out);
}

nb::bytes feed(PyRewriter& self, nb::handle object) {
  const Input chunk(object);
  const std::string_view text = chunk.view();
  const Turn turn(self.is_busy);
  return written(self, unlocked(text.size(), [&] { return self.bytes.feed(text); }));
}

nb::bytes finish(PyRewriter& self) {
  const Turn turn(self.is_busy);
  return written(self, unlocked(keeps_lock + 1, [&] { return self.bytes.finish(); }));
}

nb::list feed_chunk(PyRewriter& self, nb::handle chunk) {
  const Turn turn(self.is_busy);
  nb::list out = self.chunks().feed(chunk);
  self.errors = self.chunks().take_tool_call_errors();
  return out;
}

nb::list finish_chunks(PyRewriter& self) {
  const Turn turn(self.is_busy);
  nb::list out = self.chunks().finish();
  self.errors = self.chunks().take_tool_call_errors();
  return out;
}

nb::object tool_call_errors(PyRewriter& self) {
  const Turn turn(self.is_busy);
  return to_tuple(self.errors);
}

nb::tuple rewrite_answer(nb::handle object, const nb::args& arguments, const nb::kwargs& keywords) {
  wire::RewriteOptions options;
  const Rules rules = rules_of(arguments, keywords, options);
  const Input body(object);
  const std::string_view text = body.view();
  std::vector<wire::ChoiceToolCallError> errors;
  const std::string rewritten =
      unlocked(text.size(), [&] { return wire::rewrite_answer(rules, text, options, &errors); });
  return nb::make_tuple(to_py_bytes(rewritten), to_tuple(errors));
}

}  // namespace

void bind_rewriter(nb::module_& module) {
  nb::class_<PyRewriter>(module, "Rewriter",
                         "Rewrites a stream of OpenAI chunks, bytes to bytes: what a model has "
                         "written becomes native reasoning and tool calls.")
      .def(
          "__init__",
          [](PyRewriter* self, const nb::args& arguments, const nb::kwargs& keywords) {
            new (self) PyRewriter(arguments, keywords);
          },
          nb::sig("def __init__(self, rules: Rules = ..., /, "
                  "**options: typing_extensions.Unpack[tagstream._options.RewriteOptions]) -> "
                  "None"))
      .def("feed", &feed,
           nb::sig("def feed(self, chunk: str | typing_extensions.Buffer, /) -> bytes"),
           "The bytes to send on for this chunk, which may end anywhere.")
      .def("finish", &finish, nb::sig("def finish(self) -> bytes"),
           "The end of the stream: what was held. A second time gives nothing.")
      .def_prop_ro(
          "tool_call_errors", &tool_call_errors,
          nb::sig("def tool_call_errors(self) -> tuple[tagstream._types.ChoiceToolCallError, ...]"),
          "The calls that failed in what was fed last.")
      .def("_feed_chunk", &feed_chunk, nb::arg("chunk").none(),
           nb::sig("def _feed_chunk(self, chunk: typing.Any, /) -> list[typing.Any]"),
           "The same for a chunk of an SDK: chunks, and of a new one a chunk that it is like and "
           "its values.")
      .def("_finish_chunks", &finish_chunks,
           nb::sig("def _finish_chunks(self) -> list[typing.Any]"))
      .def(
          "reset",
          [](PyRewriter& self) {
            const Turn turn(self.is_busy);
            self.reset();
          },
          "Forgets the stream, and is ready for the next one.");
  module.def("rewrite_answer", &rewrite_answer,
             nb::sig("def rewrite_answer(body: str | typing_extensions.Buffer, "
                     "rules: Rules = ..., /, "
                     "**options: typing_extensions.Unpack[tagstream._options.RewriteOptions]) -> "
                     "tuple[bytes, tuple[tagstream._types.ChoiceToolCallError, ...]]"),
             "The same for an answer that comes whole, and the calls in it that failed.");
}

}  // namespace tagstream::python
