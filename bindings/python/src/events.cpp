#include "events.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "describe/events.hpp"
#include "names.hpp"
#include "pickle.hpp"
#include "tagstream/json.hpp"

namespace tagstream::python {

namespace {

Words event_kinds;

bool is_piece(EventKind kind) {
  switch (kind) {
    case EventKind::content:
    case EventKind::reasoning:
    case EventKind::section_delta:
    case EventKind::tool_call_delta:
    case EventKind::markup:
    case EventKind::thought_delta: return true;
    default: return false;
  }
}

nb::object code_of(const Event& event) {
  return event.code == Code::none ? nb::none() : to_value(event.code, Mode::str);
}

}  // namespace

// ---- what it has -----------------------------------------------------------------------------

PyEvent::PyEvent(const Event& event, Mode mode) : event_(event), mode_(mode) {
  if (is_piece(event.kind)) {
    text_ = to_str(event.text, mode);
    event_.text = event_.raw = event_.id = event_.thought_type = {};
    const bool has_name =
        event.kind == EventKind::section_delta || event.kind == EventKind::tool_call_delta;
    if (!has_name) event_.name = {};
    if (event_.name.empty()) return;
  }
  std::string_view* const views[] = {&event_.text, &event_.name, &event_.raw, &event_.id,
                                     &event_.thought_type};
  std::size_t size = 0;
  for (const std::string_view* view : views) size += view->size();
  if (size == 0) {
    for (std::string_view* view : views) *view = {};
    return;
  }
  auto bytes = std::make_shared<std::string>();
  bytes->reserve(size);
  for (const std::string_view* view : views) bytes->append(*view);
  std::string_view rest = *bytes;
  for (std::string_view* view : views) {
    const std::size_t its = view->size();
    *view = rest.substr(0, its);
    rest.remove_prefix(its);
  }
  bytes_ = std::move(bytes);
}

// In C++ the text of a call is its arguments.
nb::object PyEvent::text() const {
  if (text_.is_valid()) return text_;
  return str(event_.kind == EventKind::tool_call ? std::string_view() : event_.text);
}

Event PyEvent::view(std::string& text) const {
  Event event = event_;
  if (text_.is_valid()) {
    text = to_bytes(text_, mode_);
    event.text = text;
  }
  return event;
}

namespace {

bool equal(const PyEvent& one, const PyEvent& other) {
  const Event& a = one.event();
  const Event& b = other.event();
  return a.kind == b.kind && a.code == b.code && a.flags() == b.flags() && a.index == b.index &&
         a.span == b.span && a.offset == b.offset && a.confidence == b.confidence &&
         a.name == b.name && a.raw == b.raw && a.id == b.id && a.thought_type == b.thought_type &&
         a.text == b.text && one.text().equal(other.text());
}

bool is_section(EventKind kind) {
  return kind == EventKind::section_start || kind == EventKind::section_end;
}

// ---- what is pickled -------------------------------------------------------------------------

// The fields of an event for `pickle`; texts stay in UTF-8.
struct Packed {
  Event event;
  std::uint32_t flags = 0;
  std::string text, name, raw, id, thought_type;
  Mode mode = Mode::str;
};

template <class Archive>
void fields(Archive& archive, Packed& p) {
  Event& e = p.event;
  archive(e.kind, e.code, p.flags, e.index, e.span, e.offset, e.confidence, p.text, p.name, p.raw,
          p.id, p.thought_type, p.mode);
}

Packed packed_of(const PyEvent& self) {
  Packed packed;
  packed.event = self.view(packed.text);
  packed.flags = packed.event.flags();
  packed.text = packed.event.text;
  packed.name = packed.event.name;
  packed.raw = packed.event.raw;
  packed.id = packed.event.id;
  packed.thought_type = packed.event.thought_type;
  packed.mode = self.mode();
  return packed;
}

// The event; its texts are views into `packed`.
const Event& event_of(Packed& packed) {
  Event& event = packed.event;
  event.set_flags(packed.flags);
  event.text = packed.text;
  event.name = packed.name;
  event.raw = packed.raw;
  event.id = packed.id;
  event.thought_type = packed.thought_type;
  return event;
}

nb::tuple state_of(const PyEvent& self) {
  Packed packed = packed_of(self);
  Packer packer;
  fields(packer, packed);
  return packer.state();
}

PyEvent from_state(nb::tuple state) {
  Packed packed;
  Unpacker unpacker(std::move(state));
  fields(unpacker, packed);
  return PyEvent(event_of(packed), packed.mode);
}

// ---- JSON ------------------------------------------------------------------------------------

std::string json_of(const PyEvent& self) {
  Packed packed = packed_of(self);
  Mender mender;
  if (self.mode() == Mode::str) fields(mender, packed);
  std::string json;
  to_json(json, event_of(packed));
  return json;
}

nb::object loaded(const std::string& json) {
  return nb::module_::import_("json").attr("loads")(to_str(json, Mode::str));
}

// ---- binding ---------------------------------------------------------------------------------

template <auto member>
auto field(const PyEvent& self) {
  return self.event().*member;
}
template <std::string_view Event::*member>
nb::object text_field(const PyEvent& self) {
  return self.str(self.event().*member);
}

void bind_texts(nb::class_<PyEvent>& event) {
  event
      .def_prop_ro(
          "kind", [](const PyEvent& e) { return event_kinds[e.event().kind]; },
          nb::sig("def kind(self) -> tagstream._types.KindWord"),
          "The kind of the event, which decides which fields are used.")
      .def_prop_ro(
          "code", [](const PyEvent& e) { return code_of(e.event()); },
          nb::sig("def code(self) -> tagstream._types.CodeWord | None"),
          "tool_call_error, notice, stopped: the problem or remark; None for others.")
      .def_prop_ro(
          "text", &PyEvent::text, nb::sig("def text(self) -> str"),
          "content, reasoning, section_delta, markup: the text. tool_call_delta: a piece of "
          "the arguments. section_end: the content of a recorded section. thought, "
          "thought_delta: its text. tool_call_error, notice, stopped: one sentence.")
      .def_prop_ro("name", &text_field<&Event::name>, nb::sig("def name(self) -> str"),
                   "section_*: the tag's name as written, or the opening marker. tool_call*: the "
                   "tool's.")
      .def_prop_ro(
          "raw_tag", [](const PyEvent& e) { return e.str(e.event().raw_tag()); },
          nb::sig("def raw_tag(self) -> str"),
          "section_start, section_end: the opening tag or marker as written.")
      .def_prop_ro(
          "raw",
          [](const PyEvent& e) {
            return e.str(is_section(e.event().kind) ? std::string_view() : e.event().raw);
          },
          nb::sig("def raw(self) -> str"),
          "tool_call, tool_call_error: the whole body as written, trimmed of blanks.")
      .def_prop_ro("id", &text_field<&Event::id>, nb::sig("def id(self) -> str"),
                   "tool_call_start, tool_call: the model's own, else one that is made up.")
      .def_prop_ro(
          "arguments", [](const PyEvent& e) { return e.str(e.event().arguments()); },
          nb::sig("def arguments(self) -> str"),
          "tool_call: a JSON object, as the model wrote it but for repairs.")
      .def_prop_ro(
          "args",
          [](const PyEvent& e) {
            return nb::module_::import_("tagstream._arguments")
                .attr("args_of")(e.str(e.event().arguments()));
          },
          nb::sig("def args(self) -> dict[str, typing.Any]"),
          "tool_call: the arguments as Python has them, made when asked for. ValueError if Python "
          "can't have them: nested too deep, or an integer too long.")
      .def_prop_ro(
          "attributes",
          [](const PyEvent& e) { return to_attributes(e.event().attributes(), e.mode()); },
          nb::sig("def attributes(self) -> tagstream._types.Attributes"),
          "section_start, section_end: those of the opening tag; a marker has none.")
      .def(
          "attribute",
          [](const PyEvent& e, nb::handle name) {
            const auto value = e.event().attribute(name_of(name));
            return value ? to_str(*value, e.mode()) : nb::none();
          },
          nb::sig("def attribute(self, name: str, /) -> str | None"),
          "The value of the first attribute of that name; None if there is none.")
      .def_prop_ro("thought_type", &text_field<&Event::thought_type>,
                   nb::sig("def thought_type(self) -> str"),
                   "thought: the value of `thought_type`, decoded.");
}

void bind_numbers(nb::class_<PyEvent>& event) {
  event
      .def_prop_ro(
          "span", [](const PyEvent& e) { return to_span(e.event().span); },
          nb::sig("def span(self) -> tagstream._types.Span"),
          "The stretch of the stream that the event accounts for. The spans of all events tile the "
          "stream; the span is empty if other events account for the bytes.")
      .def_prop_ro(
          "start", [](const PyEvent& e) { return e.event().span.start; }, "The start of the span.")
      .def_prop_ro(
          "end", [](const PyEvent& e) { return e.event().span.end; },
          "One past the end of the span.")
      .def_prop_ro("offset", &field<&Event::offset>,
                   "section_end: where its opening tag begins. tool_call_error, notice, stopped: "
                   "the place that it speaks of.")
      .def_prop_ro(
          "index",
          [](const PyEvent& e) -> nb::object {
            return e.event().has_index ? nb::object(nb::int_(e.event().index)) : nb::none();
          },
          nb::sig("def index(self) -> int | None"),
          "tool_call*: calls count from 0; None for an error without pieces before it.")
      .def_prop_ro(
          "confidence",
          [](const PyEvent& e) -> nb::object {
            const double its = e.event().confidence;
            return its >= 0 ? nb::object(nb::float_(its)) : nb::none();
          },
          nb::sig("def confidence(self) -> float | None"),
          "thought: 0 to 1; None if it has none of the attributes of thoughts.");
}

// "tool_call, tool_call_error: pieces of the call came before."
std::string sentence_of(const describe::EventFieldInfo& field) {
  std::string text;
  for (const describe::KindInfo& kind : describe::event_kinds) {
    for (const describe::KindField& one : kind.used()) {
      if (one.field == field.field)
        text += (text.empty() ? "" : ", ") + std::string(to_string(kind.kind));
    }
  }
  return text + ": " + field.sentence + '.';
}

// Each flag that JSON has is a property.
void bind_flags(nb::class_<PyEvent>& event) {
  for (const describe::EventFieldInfo& field : describe::event_fields) {
    if (field.flag == 0) continue;
    event.def_prop_ro(
        field.name,
        [flag = static_cast<EventFlag>(field.flag)](const PyEvent& e) {
          return e.event().has(flag);
        },
        sentence_of(field).c_str());
  }
}

}  // namespace

void bind_events(nb::module_& module) {
  nb::class_<PyEvent> event(module, "Event",
                            "One thing that happened in the stream. A field that does not belong "
                            "to the event's kind is empty.");
  bind_texts(event);
  bind_numbers(event);
  bind_flags(event);
  event
      .def(
          "__init__",
          [](PyEvent*, const nb::args&, const nb::kwargs&) {
            throw nb::type_error(
                "events are made by what reads: Reader(…).feed(text), stream(chunks, …); for a "
                "test, read a text that gives the event");
          },
          nb::sig("def __init__(self, not_made_by_users: typing_extensions.Never, /) -> None"))
      .def(
          "to_json", [](const PyEvent& e) { return to_str(json_of(e), Mode::str); },
          nb::sig("def to_json(self) -> str"), "JSON, as the program prints it.")
      .def(
          "to_dict", [](const PyEvent& e) { return loaded(json_of(e)); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "The same as a dict.")
      .def(
          "__repr__",
          [](const PyEvent& e) {
            auto fields = nb::cast<nb::dict>(loaded(json_of(e)));
            if (fields.contains("attributes")) {
              fields["attributes"] = to_attributes(e.event().attributes(), e.mode());
            }
            return to_repr("Event", fields);
          },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "__hash__",
          [](const PyEvent& e) {
            const Span& span = e.event().span;
            const nb::tuple key =
                nb::make_tuple(static_cast<int>(e.event().kind), span.start, span.end, e.text());
            return nb::int_(PyObject_Hash(key.ptr()));
          },
          nb::sig("def __hash__(self) -> int"))
      .def(
          "__eq__",
          [](const PyEvent& self, nb::handle other) -> nb::object {
            if (!nb::isinstance<PyEvent>(other)) return nb::borrow(Py_NotImplemented);
            return nb::bool_(equal(self, nb::cast<const PyEvent&>(other)));
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__getstate__", &state_of, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def(
          "__setstate__",
          [](PyEvent* self, nb::tuple state) { new (self) PyEvent(from_state(std::move(state))); },
          nb::sig("def __setstate__(self, state: tuple[object, ...], /) -> None"));
  make_own_copy(event, "Event");
  event.attr("__match_args__") = nb::make_tuple("kind", "text");
}

}  // namespace tagstream::python
