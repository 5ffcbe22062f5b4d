#include <nanobind/nanobind.h>

#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "events.hpp"
#include "message.hpp"
#include "names.hpp"
#include "options.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/wire/native_call.hpp"
#include "tagstream/wire/piece.hpp"
#include "text.hpp"
#include "wire/src/object_end.hpp"

namespace tagstream::python {

namespace {

// The position in a stream, in the caller's units.
class Position {
 public:
  void take(const Input& chunk) {
    if (mode_ == Mode::unset) mode_ = chunk.mode();
    if (mode_ != chunk.mode()) {
      throw nb::type_error("str and bytes in one stream: call reset between them");
    }
  }
  void count(const Input& chunk) {
    if (mode_ == Mode::str) points_.add(chunk.view());
    fed_ += chunk.view().size();
  }
  void reset() { *this = Position(); }
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] Offsets offsets() const { return {mode_, points_}; }
  [[nodiscard]] std::uint64_t here() const { return offsets()(fed_); }

 private:
  Mode mode_ = Mode::unset;
  TextOffsets points_{OffsetUnit::code_points};
  std::uint64_t fed_ = 0;
};

// A call that the server sends in parts of its own.
struct NativeCall {
  std::uint32_t index = 0;
  std::string id, name, arguments;
  wire::ObjectEnd end{};
  bool is_named_again = false;  // after its end
};

// A reader, with the message of its stream so far.
class PyReader {
 public:
  explicit PyReader(PyRules rules) : rules_(std::move(rules)), reader_(rules_.rules) { begin(); }
  // Before the first chunk the copy draws ids of its own.
  PyReader(const PyReader& other)
      : rules_(other.rules_),
        reader_(other.reader_.clone()),
        message_(other.message_),
        position_(other.position_),
        own_(other.own_),
        native_(other.native_),
        next_index_(other.next_index_),
        end_(other.end_),
        has_finished_(other.has_finished_),
        has_run_out_(other.has_run_out_) {
    if (position_.mode() == Mode::unset && native_.empty()) message_ = new_message();
  }
  PyReader& operator=(const PyReader&) = delete;
  ~PyReader() = default;

  nb::object clone() {
    const Turn turn(is_busy_);
    return reading([&] { return nb::cast(new PyReader(*this), nb::rv_policy::take_ownership); });
  }

  nb::object feed(nb::handle object) {
    const Input chunk(object);
    const Turn turn(is_busy_);
    if (has_finished_) throw nb::value_error("feed after finish: call reset first");
    raise_if_stopped();
    position_.take(chunk);
    const std::string_view text = chunk.view();
    return reading([&] {
      const auto events = unlocked(text.size(), [&] {
        position_.count(chunk);
        return reader_.feed(text);
      });
      nb::list out;
      add(out, events);
      return nb::object(out);
    });
  }

  nb::object finish() {
    const Turn turn(is_busy_);
    raise_if_stopped();
    nb::list out;
    if (has_finished_) return out;
    has_finished_ = true;
    return reading([&] {
      const auto events = unlocked(reader_.stats().bytes_held, [&] { return reader_.finish(); });
      add(out, events);
      end_native_calls(out, true);
      message_.finish();
      return nb::object(out);
    });
  }

  bool prime(nb::handle object) {
    const Input tail(object);
    const Turn turn(is_busy_);
    if (position_.mode() != Mode::unset || has_finished_) {
      throw nb::value_error("prime after feed: call reset first");
    }
    const std::string_view text = tail.view();
    const auto is_open =
        reading([&] { return unlocked(text.size(), [&] { return reader_.prime(text); }); });
    if (!is_open) raise(is_open.error(), {}, message_object());
    return *is_open;
  }

  void reset() {
    const Turn turn(is_busy_);
    reader_.reset();
    begin();
  }

  nb::object stats() {
    const Turn turn(is_busy_);
    return to_value(reader_.stats(), Mode::str);
  }

  nb::object error() {
    const Turn turn(is_busy_);
    const Error* error = reader_.error();
    if (error == nullptr) return nb::none();
    return type_named("LimitError")(to_str(error->message, Mode::str),
                                    position_.offsets()(error->offset), message_object());
  }

  nb::object message() {
    const Turn turn(is_busy_);
    return message_object();
  }

  [[nodiscard]] const PyRules& rules() const { return rules_; }

  // The stream has broken off: nothing says how the answer ends.
  void break_off() {
    const Turn turn(is_busy_);
    if (!message_.stopped) message_.finish_reason.clear();
    if (message_.reasoning_closed == true) message_.reasoning_closed.reset();
  }

  // The events for a piece that the server has parsed itself. `its_kind` is a word of
  // `wire::PieceKind`.
  nb::object native(nb::handle its_kind, std::uint32_t call, nb::handle text, nb::handle id,
                    nb::handle name) {
    const Turn turn(is_busy_);
    nb::list out;
    if (has_finished_) return out;
    const std::string kind = to_bytes(its_kind, Mode::str);
    const std::string its_text = to_bytes(text, Mode::str);
    if (kind == "reasoning") {
      if (!its_text.empty()) give_native(out, EventKind::reasoning, nullptr, its_text);
    } else if (kind == "tool_call_start") {
      start_native_call(out, call, to_bytes(id, Mode::str), to_bytes(name, Mode::str));
    } else if (kind == "tool_call_delta") {
      add_native_arguments(out, call, its_text);
    } else if (kind == "finish") {
      const std::string reason = wire::openai_finish_reason(its_text);
      end_native_calls(out, reason == "length");
      // Whether there are calls is known better here.
      const bool says_more =
          !message_.stopped && !reason.empty() && reason != "stop" && reason != "tool_calls";
      if (says_more) message_.finish_reason = reason;
    }
    return out;
  }

 private:
  [[nodiscard]] Message new_message() const {
    const Options& options = rules_.rules.options();
    return Message(CallIds(options.id_style, options.id_seed));
  }
  void begin() {
    message_ = new_message();
    position_.reset();
    own_.clear();
    native_.clear();
    next_index_ = 0;
    end_ = {};
    has_finished_ = has_run_out_ = false;
  }

  // A limit in the prompt has given no event yet: the next feed gives it.
  void raise_if_stopped() {
    if (const Error* error = reader_.error()) {
      if (!message_.stopped) message_.add(reader_.feed(std::string_view()));
      raise(*error, position_.offsets(), message_object());
    }
  }

  [[nodiscard]] Mode mode() const {
    return position_.mode() == Mode::bytes ? Mode::bytes : Mode::str;
  }
  nb::object message_object() const { return nb::cast(PyMessage{message_, mode()}); }

  void add(nb::list& out, std::span<const Event> events) {
    const Offsets offsets = position_.offsets();
    for (const Event& event : events) {
      Event its = event;
      // Spans tile the stream, so most begin at the end of the last one, whose offset is known.
      its.span.start = event.span.start == end_.byte ? end_.counted : offsets(event.span.start);
      its.span.end = event.span.empty() ? its.span.start : offsets(event.span.end);
      end_ = {event.span.end, its.span.end};
      if (event.offset != 0) its.offset = offsets(event.offset);
      if (its.has_index) its.index = index_of(event.index);
      give(out, its);
    }
  }

  // Appends an event. An event of a call gets the id that the call has in the message.
  void give(nb::list& out, Event& event) {
    std::string id;
    message_.add({&event, 1});
    if (event.kind == EventKind::tool_call) {
      event.id = message_.tool_calls.back().id;
    } else if (event.kind == EventKind::tool_call_start) {
      id = message_.id(event);
      event.id = id;
    }
    out.append(nb::cast(PyEvent(event, mode())));
  }

  // Runs `work`, which reads. If memory runs out in it, the reader may still point into the chunk,
  // which is gone then: only `reset` may follow.
  template <class Work>
  std::invoke_result_t<Work&> reading(Work work) {
    if (has_run_out_) {
      throw std::runtime_error("memory ran out in an earlier call: call reset first");
    }
    try {
      return work();
    } catch (const std::bad_alloc&) {
      has_run_out_ = true;
      throw;
    }
  }

  // Calls of the reader and of the server share one counter.
  std::uint32_t index_of(std::uint32_t own) {
    while (own_.size() <= own) own_.push_back(next_index_++);
    return own_[own];
  }

  void give_native(nb::list& out, EventKind kind, const NativeCall* call, std::string_view text) {
    Event event;
    event.kind = kind;
    event.is_native = true;
    event.text = text;
    event.span = {position_.here(), position_.here()};
    if (call != nullptr) {
      event.has_index = true;
      event.index = call->index;
      event.name = call->name;
      if (kind == EventKind::tool_call_start) event.id = call->id;
    }
    give(out, event);
  }

  [[nodiscard]] bool is_incremental() const { return rules_.rules.options().incremental; }

  // Calls under one number are told apart as `wire::StreamReader` does it: by their ids; without
  // ids by a name after complete arguments, which must be another one unless arguments follow it.
  void start_native_call(nb::list& out, std::uint32_t call, std::string id, std::string name) {
    const auto [place, is_new] = native_.try_emplace(call);
    NativeCall& its = place->second;
    if (!is_new && !id.empty() && id == its.id) return;
    if (!is_new && id.empty()) {
      if (name.empty() || !its.end.is_complete()) return;
      its.is_named_again = its.id.empty();
      if (name == its.name) return;
    }
    if (!is_new) end_native_call(out, its, false);
    begin_native_call(out, its, std::move(id), std::move(name));
  }

  void begin_native_call(nb::list& out, NativeCall& call, std::string id, std::string name) {
    call = {next_index_++, std::move(id), std::move(name), {}};
    if (is_incremental()) give_native(out, EventKind::tool_call_start, &call, {});
  }

  void add_native_arguments(nb::list& out, std::uint32_t call, const std::string& text) {
    const auto place = native_.find(call);
    if (place == native_.end() || text.empty()) return;
    NativeCall& its = place->second;
    if (std::exchange(its.is_named_again, false) && text.find('{') != text.npos) {
      end_native_call(out, its, false);
      begin_native_call(out, its, {}, its.name);
    }
    its.arguments += text;
    its.end.see(text);
    if (is_incremental()) give_native(out, EventKind::tool_call_delta, &its, text);
  }

  void end_native_call(nb::list& out, NativeCall& call, bool is_cut_off) {
    const auto fault = wire::finish_native_call(call.arguments, is_cut_off);
    Event event;
    event.is_native = true;
    event.span = {position_.here(), position_.here()};
    event.has_index = true;
    event.index = call.index;
    event.name = call.name;
    event.raw = call.arguments;
    event.has_started = is_incremental();
    if (fault) {
      event.kind = EventKind::tool_call_error;
      event.code = fault->code;
      event.text = fault->text;
      event.offset = position_.here();
    } else {
      event.kind = EventKind::tool_call;
      event.id = call.id;
      event.is_closed = true;
      event.text = call.arguments;
    }
    give(out, event);
  }

  void end_native_calls(nb::list& out, bool is_cut_off) {
    for (auto& [number, call] : native_) end_native_call(out, call, is_cut_off);
    native_.clear();
  }

  PyRules rules_;
  Reader reader_;
  Message message_;
  Position position_;
  std::vector<std::uint32_t> own_;  // the index of each call of the reader, in the shared counter
  std::map<std::uint32_t, NativeCall> native_;
  std::uint32_t next_index_ = 0;
  struct {
    std::uint64_t byte = 0;
    std::uint64_t counted = 0;
  } end_;  // of the last span
  bool has_finished_ = false;
  bool has_run_out_ = false;  // of memory, in a call
  bool is_busy_ = false;
};

void bind_reader(nb::module_& module) {
  nb::class_<PyReader>(module, "Reader",
                       "Reads one stream by rules; a reader belongs to one thread at a time. Its "
                       "options are those of `Rules`.")
      .def(
          "__init__",
          [](PyReader* self, const nb::args& arguments, const nb::kwargs& keywords) {
            new (self) PyReader(make_rules(arguments, keywords));
          },
          nb::sig("def __init__(self, rules: Rules = ..., /, "
                  "**options: typing_extensions.Unpack[tagstream._options.Options]) -> None"))
      .def("feed", &PyReader::feed, nb::arg("chunk").none(),
           nb::sig("def feed(self, chunk: str | typing_extensions.Buffer, /) -> list[Event]"),
           "The events that this chunk makes certain. It may end anywhere, and be empty.")
      .def("finish", &PyReader::finish, nb::sig("def finish(self) -> list[Event]"),
           "The end of the stream: all that is held comes out. A second time gives nothing.")
      .def("prime", &PyReader::prime, nb::arg("tail").none(),
           nb::sig("def prime(self, tail: str | typing_extensions.Buffer, /) -> bool"),
           "Reads the end of the prompt, and gives nothing: the answer goes on where it ends. "
           "True if something is open.")
      .def("reset", &PyReader::reset, "Forgets the stream, and is ready for the next one.")
      .def("clone", &PyReader::clone, nb::sig("def clone(self) -> Reader"),
           "A copy that goes on on its own: for several answers to one prompt.")
      .def_prop_ro("message", &PyReader::message, nb::sig("def message(self) -> Message"),
                   "The message so far: a copy.")
      .def_prop_ro("rules", &PyReader::rules, nb::rv_policy::copy,
                   nb::sig("def rules(self) -> Rules"), "The rules that the reader reads by.")
      .def_prop_ro(
          "error", &PyReader::error,
          nb::sig("def error(self) -> tagstream._types.LimitError | None"),
          "The error that has stopped this reader (on_limit='stop'). Feeding it then raises it.")
      .def_prop_ro("stats", &PyReader::stats, nb::sig("def stats(self) -> tagstream._types.Stats"),
                   "Counters of the work so far.")
      .def(
          "__repr__",
          [](const PyReader& self) {
            const std::string rules = to_bytes(nb::repr(nb::cast(self.rules())), Mode::str);
            return to_str("<Reader by " + rules + '>', Mode::str);
          },
          nb::sig("def __repr__(self) -> str"))
      .def("_break_off", &PyReader::break_off,
           "Says that the stream has broken off: the message has no finish reason.")
      .def("_native", &PyReader::native,
           nb::sig("def _native(self, kind: str, call: int, text: str, id: str, name: str, /) -> "
                   "list[Event]"),
           "Events of a part that a server has read itself.");
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
    throw nb::type_error("str and bytes in one stream: call reset between them");
  }
  const std::string_view text = input.view();
  const auto added = unlocked(text.size(), [&] { return self.snapshots.feed(text); });
  if (!added) {
    TextOffsets points{OffsetUnit::code_points};
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
          nb::sig("def __init__(self, *, max_snapshot_bytes: int | str | None = 67108864) -> None"))
      .def(
          "feed", [](PySnapshots& self, const nb::str& text) { return feed_snapshot(self, text); },
          nb::sig("def feed(self, text: str, /) -> str"),
          "The part of `text` that the last snapshot did not have.")
      .def("feed", &feed_snapshot,
           nb::sig("def feed(self, text: typing_extensions.Buffer, /) -> bytes"),
           "The same for bytes.")
      .def(
          "reset",
          [](PySnapshots& self) {
            const Turn turn(self.is_busy);
            self.snapshots.reset();
            self.mode = Mode::unset;
          },
          "Forgets the stream, and is ready for the next one.")
      .def_prop_ro(
          "stats",
          [](PySnapshots& self) {
            const Turn turn(self.is_busy);
            return to_value(self.snapshots.stats(), Mode::str);
          },
          nb::sig("def stats(self) -> tagstream._types.Stats"), "Counters of the work so far.");
}

}  // namespace

void bind_readers(nb::module_& module) {
  bind_reader(module);
  bind_snapshots(module);
}

}  // namespace tagstream::python
