#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <utility>

#include "bind.hpp"
#include "events.hpp"
#include "names.hpp"
#include "options.hpp"
#include "tagstream/snapshots.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

// ---- what all readers of a stream share ------------------------------------------------------

// Where a stream stands, in the caller's words.
class Stream {
 public:
  void take(const Input& chunk) {
    if (mode_ == Mode::unset) mode_ = chunk.mode();
    if (mode_ != chunk.mode()) {
      throw nb::type_error("one stream is either str or bytes: reset comes before the other");
    }
  }
  void count(const Input& chunk) {
    if (mode_ == Mode::str) points_.add(chunk.view());
  }
  void reset() {
    mode_ = Mode::unset;
    points_.reset();
    last_call_ = LastCall();
    has_finished = false;
  }
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] Offsets offsets() const { return {mode_, points_}; }

  nb::object list(std::span<const Event> events) {
    return to_list(events, offsets(), mode_, last_call_);
  }
  nb::object list(std::span<const ThoughtEvent> events) const {
    return to_list(events, offsets(), mode_);
  }

  bool has_finished = false;
  bool is_busy = false;

 private:
  Mode mode_ = Mode::unset;
  CodePoints points_;
  LastCall last_call_;
};

// The library's readers all have the same calling shape.
template <class R>
struct PyReader {
  explicit PyReader(R its_reader) : reader(std::move(its_reader)) {}

  R reader;
  Stream stream;
};

template <class R>
nb::object feed(PyReader<R>& self, nb::handle object) {
  const Input chunk(object);
  const Turn turn(self.stream.is_busy);
  if (self.stream.has_finished) throw nb::value_error("feed after finish: reset comes first");
  if (const Error* error = self.reader.error()) raise(*error, self.stream.offsets());
  self.stream.take(chunk);
  const std::string_view text = chunk.view();
  const auto events = unlocked(text.size(), [&] {
    self.stream.count(chunk);
    return self.reader.feed(text);
  });
  return self.stream.list(events);
}

template <class R>
nb::object finish(PyReader<R>& self) {
  const Turn turn(self.stream.is_busy);
  if (const Error* error = self.reader.error()) raise(*error, self.stream.offsets());
  if (self.stream.has_finished) return nb::list();
  self.stream.has_finished = true;
  const auto events =
      unlocked(self.reader.stats().bytes_held, [&] { return self.reader.finish(); });
  return self.stream.list(events);
}

template <class R>
void reset(PyReader<R>& self) {
  const Turn turn(self.stream.is_busy);
  self.reader.reset();
  self.stream.reset();
}

template <class R>
nb::object stats(R& self) {
  const Turn turn(self.stream.is_busy);
  return to_stats(self.reader.stats());
}

template <class R>
nb::object error(PyReader<R>& self) {
  const Turn turn(self.stream.is_busy);
  const Error* error = self.reader.error();
  if (error == nullptr) return nb::none();
  return type_named("LimitError")(to_str(error->message, Mode::str),
                                  self.stream.offsets()(error->offset));
}

// feed, finish, reset, error, stats.
template <class R>
nb::class_<PyReader<R>> bind_stream(nb::module_& module, const char* name, const char* event,
                                    const char* words) {
  const std::string list = std::string("list[") + event + ']';
  // nanobind keeps the pointers only while it defines the function.
  const std::string feeds = "def feed(self, chunk: str | typing_extensions.Buffer, /) -> " + list;
  const std::string finishes = "def finish(self) -> " + list;
  nb::class_<PyReader<R>> bound(module, name, words);
  bound
      .def("feed", &feed<R>, nb::sig(feeds.c_str()),
           "What this chunk makes certain. It may end anywhere, and be empty.")
      .def("finish", &finish<R>, nb::sig(finishes.c_str()),
           "The end of the stream: all that is held comes out. A second time gives nothing.")
      .def("reset", &reset<R>, "Forgets the stream, and is ready for the next one.")
      .def_prop_ro("error", &error<R>,
                   nb::sig("def error(self) -> tagstream._types.LimitError | None"),
                   "What has stopped this reader (on_limit='error'). Feeding it then raises it.")
      .def_prop_ro("stats", &stats<PyReader<R>>,
                   nb::sig("def stats(self) -> tagstream._types.Stats"));
  return bound;
}

// ---- filters, tool readers, parsers ----------------------------------------------------------

// All three are the library's one reader.
struct AnyReader : Reader {
  using Reader::prime;
  using Reader::Reader;
};
using PyAny = PyReader<AnyReader>;
struct PyFilter : PyAny {
  using PyAny::PyAny;
};
struct PyToolReader : PyAny {
  using PyAny::PyAny;
};
struct PyParser : PyAny {
  using PyAny::PyAny;
};

template <class Options>
void read_first(nb::handle first, Options& options) {
  if constexpr (std::is_same_v<Options, ParseOptions>) {
    throw nb::type_error("options have names, such as dialect='qwen3'");
  } else {
    options.rules = read_rules(first);
  }
}

}  // namespace

template <class Rules, class Options>
Rules make_rules(const nb::args& arguments, const nb::kwargs& keywords) {
  if (arguments.size() > 1) throw nb::type_error("at most one argument has no name");
  const bool has_first = arguments.size() == 1;
  if (has_first && nb::isinstance<Rules>(arguments[0])) {
    if (keywords.size() > 0) throw nb::type_error("rules have their options already");
    return nb::cast<Rules>(arguments[0]);
  }
  Options options;
  if (has_first) read_first(arguments[0], options);
  read_options(keywords, options);
  auto rules = Rules::make(std::move(options));
  if (!rules) raise(rules.error());
  return *std::move(rules);
}
template FilterRules make_rules<FilterRules, FilterOptions>(const nb::args&, const nb::kwargs&);
template ToolRules make_rules<ToolRules, ToolOptions>(const nb::args&, const nb::kwargs&);
template ParseRules make_rules<ParseRules, ParseOptions>(const nb::args&, const nb::kwargs&);

namespace {

// The two classes of one kind: compiled options, and the reader that follows them.
template <class Rules, class Options, class PyClass>
nb::class_<PyClass, PyAny> bind_reader(nb::module_& module, const char* rules_name,
                                       const char* name, const char* rules_init, const char* init,
                                       const char* words) {
  nb::class_<Rules>(module, rules_name,
                    "Checked and compiled options, shared by any number of readers and threads.")
      .def(
          "__init__",
          [](Rules* self, const nb::args& arguments, const nb::kwargs& keywords) {
            new (self) Rules(make_rules<Rules, Options>(arguments, keywords));
          },
          nb::sig(rules_init));
  nb::class_<PyClass, PyAny> bound(module, name, words);
  bound.def(
      "__init__",
      [](PyClass* self, const nb::args& arguments, const nb::kwargs& keywords) {
        new (self) PyClass(AnyReader(make_rules<Rules, Options>(arguments, keywords)));
      },
      nb::sig(init));
  return bound;
}

bool prime(PyParser& self, nb::handle object) {
  const Input tail(object);
  const Turn turn(self.stream.is_busy);
  if (self.stream.mode() != Mode::unset || self.stream.has_finished) {
    throw nb::value_error("prime after feed: reset comes first");
  }
  const std::string_view text = tail.view();
  const auto is_open = unlocked(text.size(), [&] { return self.reader.prime(text); });
  if (!is_open) raise(is_open.error());
  return *is_open;
}

void bind_any(nb::module_& module) {
  bind_stream<AnyReader>(module, "Reader", "Event", "What filters, tool readers and parsers are.");
  bind_reader<FilterRules, FilterOptions, PyFilter>(
      module, "FilterRules", "Filter",
      "def __init__(self, rules: collections.abc.Iterable[Rule] = (), /, "
      "**options: typing_extensions.Unpack[tagstream._options.FilterOptions]) -> None",
      "def __init__(self, rules: FilterRules | collections.abc.Iterable[Rule] = (), /, "
      "**options: typing_extensions.Unpack[tagstream._options.FilterOptions]) -> None",
      "Shows the answer and keeps the rest apart, while it streams.");
  bind_reader<ToolRules, ToolOptions, PyToolReader>(
      module, "ToolRules", "ToolReader",
      "def __init__(self, rules: collections.abc.Iterable[Rule] = ..., /, "
      "**options: typing_extensions.Unpack[tagstream._options.ToolOptions]) -> None",
      "def __init__(self, rules: ToolRules | collections.abc.Iterable[Rule] = ..., /, "
      "**options: typing_extensions.Unpack[tagstream._options.ToolOptions]) -> None",
      "Takes the tool calls out of a stream.");
  bind_reader<ParseRules, ParseOptions, PyParser>(
      module, "ParseRules", "Parser",
      "def __init__(self, "
      "**options: typing_extensions.Unpack[tagstream._options.ParseOptions]) -> None",
      "def __init__(self, rules: ParseRules = ..., /, "
      "**options: typing_extensions.Unpack[tagstream._options.ParseOptions]) -> None",
      "Reads what a model family writes: content, reasoning and calls.")
      .def("prime", &prime,
           nb::sig("def prime(self, tail: str | typing_extensions.Buffer, /) -> bool"),
           "Reads the end of the prompt, and gives nothing: the answer goes on where it ends. "
           "True if something is open.");
}

// ---- thoughts --------------------------------------------------------------------------------

using PyThoughtReader = PyReader<ThoughtReader>;

nb::object to_tuple(const Thoughts& all, const Offsets& offsets, Mode mode) {
  nb::list list;
  for (const Thought& one : all.thoughts) {
    nb::object type = one.has_type ? to_str(one.type, mode) : nb::none();
    list.append(type_named("Thought")(to_str(one.text, mode), type, one.confidence,
                                      to_span(one.span, offsets), one.has_attributes, one.is_closed,
                                      one.is_truncated));
  }
  return type_named("Thoughts")(to_str(all.content, mode), nb::tuple(list));
}

nb::object thoughts_all(nb::handle object, const nb::kwargs& keywords) {
  ThoughtOptions options;
  read_options(keywords, options);
  const Input input(object);
  const std::string_view text = input.view();
  CodePoints points;
  const auto thoughts = unlocked(text.size(), [&] {
    if (input.mode() == Mode::str) points.add(text);
    return tagstream::thoughts_all(text, options);
  });
  const Offsets offsets(input.mode(), points);
  if (!thoughts) raise(thoughts.error(), offsets);
  return to_tuple(*thoughts, offsets, input.mode());
}

void bind_thoughts(nb::module_& module) {
  bind_stream<ThoughtReader>(module, "ThoughtReader", "ThoughtEvent",
                             "Takes the thoughts out of a text, in three spellings.")
      .def(
          "__init__",
          [](PyThoughtReader* self, const nb::kwargs& keywords) {
            ThoughtOptions options;
            read_options(keywords, options);
            auto reader = ThoughtReader::make(std::move(options));
            if (!reader) raise(reader.error());
            new (self) PyThoughtReader(*std::move(reader));
          },
          nb::sig("def __init__(self, "
                  "**options: typing_extensions.Unpack[tagstream._options.ThoughtOptions]) -> "
                  "None"));
  module.def("thoughts_all", &thoughts_all,
             nb::sig("def thoughts_all(text: str | typing_extensions.Buffer, /, "
                     "**options: typing_extensions.Unpack[tagstream._options.ThoughtOptions]) -> "
                     "tagstream._types.Thoughts"),
             "Reads a whole text at once.");
}

// ---- snapshots -------------------------------------------------------------------------------

struct PySnapshots {
  Snapshots snapshots;
  Mode mode = Mode::unset;
  bool is_busy = false;
};

nb::object feed_snapshot(PySnapshots& self, nb::handle object) {
  const Input input(object);
  const Turn turn(self.is_busy);
  if (self.mode == Mode::unset) self.mode = input.mode();
  if (self.mode != input.mode()) {
    throw nb::type_error("one stream is either str or bytes: reset comes before the other");
  }
  const std::string_view text = input.view();
  const auto added = unlocked(text.size(), [&] { return self.snapshots.feed(text); });
  if (!added) {
    CodePoints points;
    points.add(text);
    raise(added.error(),
          Offsets(added.error().offset > text.size() ? Mode::bytes : self.mode, points));
  }
  if (self.mode == Mode::bytes) return nb::bytes(added->data(), added->size());
  return to_str(*added, Mode::str);
}

void bind_snapshots(nb::module_& module) {
  nb::class_<PySnapshots>(module, "Snapshots",
                          "Turns snapshots, each of which is the whole text so far, into pieces.")
      .def(
          "__init__",
          [](PySnapshots* self, nb::handle max_snapshot_bytes) {
            const std::size_t max = read_size("max_snapshot_bytes", max_snapshot_bytes);
            new (self) PySnapshots{Snapshots(max)};
          },
          nb::kw_only(), nb::arg("max_snapshot_bytes").none() = std::size_t{64} << 20U,
          nb::sig("def __init__(self, *, max_snapshot_bytes: int | None = 67108864) -> None"))
      .def(
          "feed", [](PySnapshots& self, const nb::str& text) { return feed_snapshot(self, text); },
          nb::sig("def feed(self, text: str, /) -> str"),
          "What is new in `text`: all of it but what the last snapshot said.")
      .def("feed", &feed_snapshot,
           nb::sig("def feed(self, text: typing_extensions.Buffer, /) -> bytes"))
      .def("reset",
           [](PySnapshots& self) {
             const Turn turn(self.is_busy);
             self.snapshots.reset();
             self.mode = Mode::unset;
           })
      .def_prop_ro(
          "stats",
          [](PySnapshots& self) {
            const Turn turn(self.is_busy);
            return to_stats(self.snapshots.stats());
          },
          nb::sig("def stats(self) -> tagstream._types.Stats"));
}

// ---- tokens ----------------------------------------------------------------------------------

struct PyTokenizer {
  Tokenizer reader;
  Stream stream;
};

Members token_kinds("TokenKind");

nb::object to_list(std::span<const Token> tokens, const Stream& stream) {
  const nb::handle type = type_named("Token");
  nb::list list;
  for (const Token& token : tokens) {
    list.append(type(token_kinds[token.kind], to_span({token.begin, token.end()}, stream.offsets()),
                     to_str(token.raw, stream.mode()), to_str(token.name(), stream.mode()),
                     to_attributes(token.attributes(), stream.mode())));
  }
  return list;
}

nb::object feed_tokens(PyTokenizer& self, nb::handle object) {
  const Input chunk(object);
  const Turn turn(self.stream.is_busy);
  if (self.stream.has_finished) throw nb::value_error("feed after finish: reset comes first");
  self.stream.take(chunk);
  const std::string_view text = chunk.view();
  const auto tokens = unlocked(text.size(), [&] {
    self.stream.count(chunk);
    return self.reader.feed(text);
  });
  return to_list(tokens, self.stream);
}

void bind_tokenizer(nb::module_& module) {
  nb::class_<PyTokenizer>(module, "Tokenizer", "Cuts a stream into tags, markers and text.")
      .def(
          "__init__",
          [](PyTokenizer* self, const nb::kwargs& keywords) {
            TokenizerOptions options;
            read_options(keywords, options);
            auto tokenizer = Tokenizer::make(std::move(options));
            if (!tokenizer) raise(tokenizer.error());
            new (self) PyTokenizer{*std::move(tokenizer), {}};
          },
          nb::sig("def __init__(self, "
                  "**options: typing_extensions.Unpack[tagstream._options.TokenizerOptions]) -> "
                  "None"))
      .def("feed", &feed_tokens,
           nb::sig("def feed(self, chunk: str | typing_extensions.Buffer, /) -> "
                   "list[tagstream._types.Token]"),
           "The tokens that this chunk completes.")
      .def(
          "finish",
          [](PyTokenizer& self) {
            const Turn turn(self.stream.is_busy);
            self.stream.has_finished = true;
            return to_list(self.reader.finish(), self.stream);
          },
          nb::sig("def finish(self) -> list[tagstream._types.Token]"),
          "The end of the stream: what was held is text.")
      .def("reset",
           [](PyTokenizer& self) {
             const Turn turn(self.stream.is_busy);
             self.reader.reset();
             self.stream.reset();
           })
      .def_prop_ro("stats", &stats<PyTokenizer>,
                   nb::sig("def stats(self) -> tagstream._types.Stats"));
}

}  // namespace

void bind_readers(nb::module_& module) {
  bind_any(module);
  bind_thoughts(module);
  bind_snapshots(module);
  bind_tokenizer(module);
}

}  // namespace tagstream::python
