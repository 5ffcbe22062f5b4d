#include "events.hpp"

#include <functional>
#include <string_view>
#include <utility>

#include "names.hpp"
#include "pickle.hpp"

namespace tagstream::python {

namespace {

Members event_kinds("EventKind");
Members notice_codes("Code");
Members error_codes("Code");
Members thought_kinds("ThoughtEventKind");

Span counted(const Span& span, const Offsets& offsets) {
  return {offsets(span.begin), offsets(span.end)};
}

nb::object or_none(const nb::object& object) { return object.is_valid() ? object : nb::none(); }

bool same(const nb::object& a, const nb::object& b) {
  return a.is_valid() == b.is_valid() && (!a.is_valid() || a.equal(b));
}

}  // namespace

// ---- what is pickled -------------------------------------------------------------------------

template <class Archive>
void fields(Archive& archive, PyElement& e) {
  archive(e.start, e.text, e.name_size, e.is_implied, e.mode);
}

template <class Archive>
void fields(Archive& archive, PyCall& c) {
  fields(archive, static_cast<PyElement&>(c));
  archive(c.span, c.tool, c.arguments, c.id, c.message, c.index, c.offset, c.error, c.has_index,
          c.has_started, c.is_repaired, c.is_recovered);
}

template <class Archive>
void fields(Archive& archive, PyEvent& e) {
  archive(e.kind, e.code, e.is_closed, e.is_truncated, e.is_recorded, e.mode, e.span, e.text,
          e.element);
}

template <class Archive>
void fields(Archive& archive, PyThoughtEvent& e) {
  archive(e.kind, e.code, e.has_attributes, e.has_type, e.is_closed, e.is_truncated, e.confidence,
          e.span, e.text, e.type);
}

// ---- elements and calls ----------------------------------------------------------------------

PyElement::PyElement(const Element& element, const Offsets& offsets, Mode its_mode)
    : start(offsets(element.start())), is_implied(element.is_implied_open()), mode(its_mode) {
  const bool is_tag = !is_implied && !element.is_marker();
  text = is_implied ? element.name() : element.raw_tag();
  if (is_tag) name_size = static_cast<std::uint32_t>(element.name().size());
}

Element PyElement::element() const {
  if (is_implied) return Element::implied(text);
  return name_size == 0 ? Element(start, text) : Element(start, text, name_size);
}

PyCall::PyCall(const Call& call, const Offsets& offsets, Mode its_mode)
    : PyElement(call, offsets, its_mode),
      span(counted(call.span(), offsets)),
      tool(call.tool()),
      arguments(call.arguments()),
      id(call.id()),
      message(call.message()),
      index(call.index()),
      offset(offsets(call.offset())),
      error(call.error()),
      has_index(call.has_index),
      has_started(call.has_started),
      is_repaired(call.is_repaired),
      is_recovered(call.is_recovered) {}

Call PyCall::call(CallDetail& detail) const {
  Call one;
  static_cast<Element&>(one) = element();
  one.set({.span = span,
           .index = index,
           .tool = tool,
           .id = id,
           .arguments = arguments,
           .error = error,
           .offset = offset,
           .message = message.c_str()},
          detail);
  one.has_index = has_index;
  one.has_started = has_started;
  one.is_repaired = is_repaired;
  one.is_recovered = is_recovered;
  return one;
}

namespace {

nb::dict fields_of(const PyElement& element) {
  nb::dict fields;
  fields["name"] = to_str(element.element().name(), element.mode);
  fields["raw_tag"] = to_str(element.element().raw_tag(), element.mode);
  fields["start"] = element.start;
  return fields;
}

nb::dict fields_of(const PyCall& call) {
  nb::dict fields;
  fields["tool"] = to_str(call.tool, call.mode);
  fields["arguments"] = to_str(call.arguments, call.mode);
  fields["id"] = to_str(call.id, call.mode);
  if (call.error != Code::none) {
    fields["error"] = error_codes[call.error].attr("value");
    fields["message"] = to_str(call.message, call.mode);
  }
  fields["index"] = call.index;
  fields["span"] = nb::make_tuple(call.span.begin, call.span.end);
  return fields;
}

// ---- events ----------------------------------------------------------------------------------

nb::object element_of(const Event& event, const Offsets& offsets, Mode mode, LastCall& last) {
  if (event.element == nullptr) return {};
  const Call* const call = event.call();
  if (call == nullptr) return nb::cast(PyElement(*event.element, offsets, mode));
  if (event.kind == EventKind::tool_call_delta) return last.share(*call, offsets, mode);
  return nb::cast(PyCall(*call, offsets, mode));
}

PyEvent to_py(const Event& event, const Offsets& offsets, Mode mode, LastCall& last) {
  return {event.kind,
          event.code,
          event.is_closed,
          event.is_truncated,
          event.is_recorded,
          mode,
          counted(event.span, offsets),
          to_str(event.text, mode),
          element_of(event, offsets, mode, last)};
}

PyThoughtEvent to_py(const ThoughtEvent& event, const Offsets& offsets, Mode mode) {
  return {event.kind,
          event.code,
          event.has_attributes,
          event.has_type,
          event.is_closed,
          event.is_truncated,
          event.confidence,
          counted({event.begin, event.end}, offsets),
          to_str(event.text, mode),
          event.has_type ? to_str(event.type, mode) : nb::object()};
}

template <class E, class... More>
nb::object list_of(std::span<const E> events, const Offsets& offsets, Mode mode, More&... more) {
  nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(events.size())));
  Py_ssize_t index = 0;
  for (const E& event : events) {
    nb::object one = nb::cast(to_py(event, offsets, mode, more...));
    PyList_SetItem(list.ptr(), index++, one.release().ptr());
  }
  return list;
}

bool equal(const PyEvent& a, const PyEvent& b) {
  return a.kind == b.kind && a.code == b.code && a.is_closed == b.is_closed &&
         a.is_truncated == b.is_truncated && a.is_recorded == b.is_recorded && a.span == b.span &&
         same(a.text, b.text) && same(a.element, b.element);
}

bool equal(const PyThoughtEvent& a, const PyThoughtEvent& b) {
  return a.kind == b.kind && a.code == b.code && a.has_attributes == b.has_attributes &&
         a.is_closed == b.is_closed && a.is_truncated == b.is_truncated &&
         a.confidence == b.confidence && a.span == b.span && same(a.text, b.text) &&
         same(a.type, b.type);
}

nb::object hash_of(nb::handle kind, const Span& span, const nb::object& text) {
  const nb::tuple key = nb::make_tuple(kind, span.begin, span.end, text);
  return nb::int_(PyObject_Hash(key.ptr()));
}

nb::object repr(const PyEvent& event) {
  nb::dict fields;
  fields["kind"] = event_kinds[event.kind].attr("value");
  fields["text"] = event.text;
  fields["span"] = nb::make_tuple(event.span.begin, event.span.end);
  if (event.code != Code::none) fields["code"] = notice_codes[event.code].attr("value");
  if (event.element.is_valid()) fields["element"] = event.element;
  if (event.is_closed) fields["is_closed"] = true;
  if (event.is_truncated) fields["is_truncated"] = true;
  if (event.is_recorded) fields["is_recorded"] = true;
  return to_repr("Event", fields);
}

nb::object repr(const PyThoughtEvent& event) {
  nb::dict fields;
  fields["kind"] = thought_kinds[event.kind].attr("value");
  fields["text"] = event.text;
  fields["span"] = nb::make_tuple(event.span.begin, event.span.end);
  if (event.code != Code::none) fields["code"] = notice_codes[event.code].attr("value");
  if (event.has_type) fields["type"] = event.type;
  if (event.has_attributes) fields["confidence"] = event.confidence;
  if (event.is_closed) fields["is_closed"] = true;
  if (event.is_truncated) fields["is_truncated"] = true;
  return to_repr("ThoughtEvent", fields);
}

// ---- binding ---------------------------------------------------------------------------------

// A text that is made when it is asked for.
template <auto field>
nb::object lazy(const PyCall& call) {
  return to_str(call.*field, call.mode);
}

// == of values. What is compared with anything else is not equal.
template <class T, class Class>
void compare_by_value(Class& bound) {
  bound.def(
      "__eq__",
      [](const T& self, nb::handle other) -> nb::object {
        if (!nb::isinstance<T>(other)) return nb::borrow(Py_NotImplemented);
        const T& its = nb::cast<const T&>(other);
        if constexpr (std::is_same_v<PyElement, T>) {  // a call is more than its element
          return nb::bool_(self == its && !nb::isinstance<PyCall>(other));
        } else if constexpr (std::is_same_v<PyCall, T>) {
          return nb::bool_(self == its);
        } else {
          return nb::bool_(equal(self, its));
        }
      },
      nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"));
}

template <class T, class Class>
void bind_as_value(Class& bound, const char* name) {
  compare_by_value<T>(bound);
  make_own_copy(bound, name);
  make_picklable<T>(bound);
}

void bind_elements(nb::module_& module) {
  auto element =
      nb::class_<PyElement>(module, "Element", "The opening tag or marker of a section or call.");
  element
      .def_prop_ro(
          "name", [](const PyElement& e) { return to_str(e.element().name(), e.mode); },
          nb::sig("def name(self) -> str"), "The name as written, or the marker.")
      .def_prop_ro(
          "raw_tag", [](const PyElement& e) { return to_str(e.element().raw_tag(), e.mode); },
          nb::sig("def raw_tag(self) -> str"),
          "The opening tag or marker as written; empty if the prompt has opened it.")
      .def_ro("start", &PyElement::start, "Offset of its first character.")
      .def_prop_ro("is_marker", [](const PyElement& e) { return e.element().is_marker(); })
      .def_ro("is_implied_open", &PyElement::is_implied, "The prompt has opened it.")
      .def_prop_ro(
          "attributes", [](const PyElement& e) { return to_attributes(e.attributes(), e.mode); },
          nb::sig("def attributes(self) -> tuple[tagstream._types.Attribute, ...]"))
      .def(
          "__repr__", [](const PyElement& e) { return to_repr("Element", fields_of(e)); },
          nb::sig("def __repr__(self) -> str"))
      .def("__hash__", [](const PyElement& e) { return std::hash<std::string>()(e.text) >> 1U; });
  bind_as_value<PyElement>(element, "Element");
  element.attr("__match_args__") = nb::make_tuple("name", "attributes");

  auto call = nb::class_<PyCall, PyElement>(module, "Call", "A tool call, or a call error.");
  call.def_prop_ro("tool", &lazy<&PyCall::tool>, nb::sig("def tool(self) -> str"),
                   "The tool's name; empty for a raw body whose tag has none.")
      .def_prop_ro("arguments", &lazy<&PyCall::arguments>, nb::sig("def arguments(self) -> str"),
                   "A JSON object, as the model wrote it; empty for raw bodies.")
      .def_prop_ro("id", &lazy<&PyCall::id>, nb::sig("def id(self) -> str"),
                   "The model's own; empty if it wrote none.")
      .def_prop_ro("message", &lazy<&PyCall::message>, nb::sig("def message(self) -> str"),
                   "Of a call error: one plain sentence.")
      .def_prop_ro(
          "span", [](const PyCall& c) { return to_span(c.span); },
          nb::sig("def span(self) -> tagstream._types.Span"), "From its opening tag to its end.")
      .def_ro("index", &PyCall::index, "Calls count from 0.")
      .def_ro("offset", &PyCall::offset, "Of a call error: where it shows.")
      .def_prop_ro(
          "error", [](const PyCall& c) { return error_codes[c.error]; },
          nb::sig("def error(self) -> tagstream._types.Code"))
      .def_ro("has_index", &PyCall::has_index, "False for an error without pieces before it.")
      .def_ro("has_started", &PyCall::has_started, "Pieces of it came before.")
      .def_ro("is_repaired", &PyCall::is_repaired,
              "A spelling was converted that JSON does not have.")
      .def_ro("is_recovered", &PyCall::is_recovered,
              "Its text was read again, after a body that was not JSON.")
      .def(
          "__repr__", [](const PyCall& c) { return to_repr("Call", fields_of(c)); },
          nb::sig("def __repr__(self) -> str"))
      .def("__hash__", [](const PyCall& c) { return std::hash<std::string>()(c.arguments) >> 1U; });
  bind_as_value<PyCall>(call, "Call");
  call.attr("__match_args__") = nb::make_tuple("tool", "arguments");
}

void bind_event(nb::module_& module) {
  auto event = nb::class_<PyEvent>(module, "Event", "One thing that happened in the stream.");
  event
      .def_prop_ro(
          "kind", [](const PyEvent& e) { return event_kinds[e.kind]; },
          nb::sig("def kind(self) -> tagstream._types.EventKind"))
      .def_prop_ro(
          "text", [](const PyEvent& e) { return e.text; }, nb::sig("def text(self) -> str"),
          "The piece of text; a section's whole content; a call's raw body; a sentence.")
      .def_prop_ro(
          "span", [](const PyEvent& e) { return to_span(e.span); },
          nb::sig("def span(self) -> tagstream._types.Span"),
          "What it accounts for: these spans tile the input. Empty: it only quotes.")
      .def_prop_ro(
          "code", [](const PyEvent& e) { return notice_codes[e.code]; },
          nb::sig("def code(self) -> tagstream._types.Code"), "Of a notice.")
      .def_prop_ro(
          "element", [](const PyEvent& e) { return or_none(e.element); },
          nb::sig("def element(self) -> Element | None"),
          "Of sections and calls: their opening tag. A call's element is its call.")
      .def_prop_ro(
          "call",
          [](const PyEvent& e) -> nb::object {
            const bool is_call = e.element.is_valid() && nb::isinstance<PyCall>(e.element);
            return is_call ? e.element : nb::none();
          },
          nb::sig("def call(self) -> Call | None"))
      .def_ro("is_closed", &PyEvent::is_closed, "The closing tag was there.")
      .def_ro("is_truncated", &PyEvent::is_truncated, "The text was cut at max_section_bytes.")
      .def_ro("is_recorded", &PyEvent::is_recorded, "Of a record rule, visible as well.")
      .def(
          "__repr__", [](const PyEvent& e) { return repr(e); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "__hash__", [](const PyEvent& e) { return hash_of(event_kinds[e.kind], e.span, e.text); },
          nb::sig("def __hash__(self) -> int"));
  bind_as_value<PyEvent>(event, "Event");
  event.attr("__match_args__") = nb::make_tuple("kind", "text");
}

void bind_thought_event(nb::module_& module) {
  auto event = nb::class_<PyThoughtEvent>(module, "ThoughtEvent",
                                          "One thing that happened in a stream of thoughts.");
  event
      .def_prop_ro(
          "kind", [](const PyThoughtEvent& e) { return thought_kinds[e.kind]; },
          nb::sig("def kind(self) -> tagstream._types.ThoughtEventKind"))
      .def_prop_ro(
          "text", [](const PyThoughtEvent& e) { return e.text; }, nb::sig("def text(self) -> str"))
      .def_prop_ro(
          "span", [](const PyThoughtEvent& e) { return to_span(e.span); },
          nb::sig("def span(self) -> tagstream._types.Span"))
      .def_prop_ro(
          "code", [](const PyThoughtEvent& e) { return notice_codes[e.code]; },
          nb::sig("def code(self) -> tagstream._types.Code"))
      .def_prop_ro(
          "type", [](const PyThoughtEvent& e) { return or_none(e.type); },
          nb::sig("def type(self) -> str | None"))
      .def_ro("confidence", &PyThoughtEvent::confidence)
      .def_ro("has_attributes", &PyThoughtEvent::has_attributes)
      .def_ro("is_closed", &PyThoughtEvent::is_closed)
      .def_ro("is_truncated", &PyThoughtEvent::is_truncated)
      .def(
          "__repr__", [](const PyThoughtEvent& e) { return repr(e); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "__hash__",
          [](const PyThoughtEvent& e) { return hash_of(thought_kinds[e.kind], e.span, e.text); },
          nb::sig("def __hash__(self) -> int"));
  bind_as_value<PyThoughtEvent>(event, "ThoughtEvent");
  event.attr("__match_args__") = nb::make_tuple("kind", "text");
}

}  // namespace

// What a piece says of its call is in few of the fields.
nb::object LastCall::share(const Call& call, const Offsets& offsets, Mode mode) {
  if (object_.is_valid()) {
    const PyCall& known = nb::cast<const PyCall&>(object_);
    const Span span = counted(call.span(), offsets);
    if (known.index == call.index() && known.span == span && known.tool == call.tool() &&
        known.id == call.id() && known.start == offsets(call.start()) &&
        known.is_repaired == call.is_repaired && known.mode == mode) {
      return object_;
    }
  }
  object_ = nb::cast(PyCall(call, offsets, mode));
  return object_;
}

nb::object to_list(std::span<const Event> events, const Offsets& offsets, Mode mode,
                   LastCall& last) {
  return list_of(events, offsets, mode, last);
}

nb::object to_list(std::span<const ThoughtEvent> events, const Offsets& offsets, Mode mode) {
  return list_of(events, offsets, mode);
}

void bind_events(nb::module_& module) {
  bind_elements(module);
  bind_event(module);
  bind_thought_event(module);
}

}  // namespace tagstream::python
