#include "tagstream/message.hpp"

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "events.hpp"
#include "names.hpp"
#include "pickle.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/parse.hpp"
#include "tagstream/tool.hpp"
#include "tagstream/write.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

Members notice_codes("Code");
Members error_codes("Code");
Members finish_reasons("FinishReason");

// Its offsets are the caller's already. Its mode is that of its first event.
struct PyMessage {
  Message message;
  Mode mode = Mode::unset;
};

// ---- what it is made of ----------------------------------------------------------------------

// Events as the library has them, with the texts that they view.
class Views {
 public:
  explicit Views(nb::handle events) {
    for (nb::handle one : events) {
      if (!nb::isinstance<PyEvent>(one)) throw nb::type_error("a message is made of events");
      add(nb::cast<const PyEvent&>(one));
    }
  }

  void add_to(PyMessage& its) const {
    for (const One& one : all_) {
      if (its.mode == Mode::unset) its.mode = one.mode;
      Event event = one.event;
      event.text = one.text;
      Call call;
      CallDetail detail;
      Element element;
      if (one.call != nullptr) {
        call = one.call->call(detail);
        event.element = &call;
      } else if (one.element != nullptr) {
        element = one.element->element();
        event.element = &element;
      }
      its.message.add({&event, 1});
    }
  }

 private:
  struct One {
    Event event;
    std::string text;
    nb::object owner;
    const PyElement* element = nullptr;
    const PyCall* call = nullptr;
    Mode mode = Mode::str;
  };

  void add(const PyEvent& its) {
    One one;
    one.event.kind = its.kind;
    one.event.code = its.code;
    one.event.is_closed = its.is_closed;
    one.event.is_truncated = its.is_truncated;
    one.event.is_recorded = its.is_recorded;
    one.event.span = its.span;
    one.text = to_bytes(its.text, its.mode);
    one.mode = its.mode;
    one.owner = its.element;
    if (one.owner.is_valid()) {
      one.element = &nb::cast<const PyElement&>(one.owner);
      if (nb::isinstance<PyCall>(one.owner)) one.call = &nb::cast<const PyCall&>(one.owner);
    }
    all_.push_back(std::move(one));
  }

  std::vector<One> all_;
};

void add(PyMessage& self, nb::handle events) { Views(events).add_to(self); }

void count_in(Message& message, const Offsets& offsets) {
  const auto count = [&](Span& span) { span = {offsets(span.begin), offsets(span.end)}; };
  for (MessageCall& call : message.calls) count(call.span);
  for (Section& section : message.sections) count(section.span);
  for (MessageNote& note : message.notes) {
    count(note.span);
    note.offset = offsets(note.offset);
  }
}

template <class Rules, class Options,
          Result<Message> (*read)(std::string_view text, const Rules& rules)>
PyMessage read_all(nb::handle object, const nb::args& arguments, const nb::kwargs& keywords) {
  const auto rules = make_rules<Rules, Options>(arguments, keywords);
  const Input input(object);
  const std::string_view text = input.view();
  CodePoints points;
  const Offsets offsets(input.mode(), points);
  auto message = unlocked(text.size(), [&] {
    if (input.mode() == Mode::str) points.add(text);
    auto result = read(text, rules);
    if (result) count_in(*result, offsets);
    return result;
  });
  if (!message) raise(message.error(), offsets);
  return {*std::move(message), input.mode()};
}

}  // namespace

// ---- what is written ----------------------------------------------------------------------------

namespace {

// The JSON of what is no message of ours: a dict, or an object of a client.
nb::object message_json(nb::handle object) {
  if (PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr())) return nb::borrow(object);
  nb::object plain = nb::borrow(object);
  if (nb::hasattr(object, "model_dump")) plain = object.attr("model_dump")();
  nb::dict options;
  options["ensure_ascii"] = false;
  return nb::module_::import_("json").attr("dumps")(plain, **options);
}

nb::object written(nb::handle object, const nb::args& arguments, const nb::kwargs& keywords) {
  const auto rules = make_rules<ParseRules, ParseOptions>(arguments, keywords);
  const auto write_it = [&](const Message& message, Mode mode) {
    auto text = unlocked(message.content.size() + message.reasoning.size(),
                         [&] { return tagstream::write(message, rules); });
    if (!text) raise(text.error());
    return to_str(*text, mode);
  };
  if (nb::isinstance<PyMessage>(object)) {
    const PyMessage& its = nb::cast<const PyMessage&>(object);
    const Message message = its.message;  // another thread may add to it
    return write_it(message, its.mode == Mode::bytes ? Mode::bytes : Mode::str);
  }
  const nb::object json = message_json(object);
  const auto message = read_message(Input(json).view());
  if (!message) raise(message.error());
  return write_it(*message, Mode::str);
}

}  // namespace

// ---- what is pickled -------------------------------------------------------------------------

template <class Archive>
void fields(Archive& archive, MessageCall& c) {
  archive(c.id, c.tool, c.arguments, c.content, c.span, c.is_closed, c.is_repaired, c.is_recovered);
}

template <class Archive>
void fields(Archive& archive, MessageNote& n) {
  archive(n.notice, n.error, n.message, n.content, n.offset, n.span);
}

template <class Archive>
void fields(Archive& archive, Section& s) {
  archive(s.tag_name, s.raw_tag, s.content, s.span, s.is_closed, s.is_implied_open, s.is_truncated,
          s.is_recorded);
}

template <class Archive>
void fields(Archive& archive, PyMessage& m) {
  archive(m.mode, m.message.content, m.message.reasoning, m.message.calls, m.message.notes,
          m.message.sections, m.message.is_cut_off);
}

namespace {

// What has come back knows which ids it has given.
void add_calls_again(PyMessage& self) {
  const std::vector<MessageCall> calls = std::exchange(self.message.calls, {});
  for (const MessageCall& one : calls) {
    Call call;
    CallDetail detail;
    call.set({.index = self.message.calls.size(), .id = one.id}, detail);
    call.has_index = true;
    Event event;
    event.kind = EventKind::tool_call;
    event.element = &call;
    self.message.add({&event, 1});
    self.message.calls.back() = one;
  }
}

// ---- what it has -----------------------------------------------------------------------------

nb::object calls(const PyMessage& self) {
  const nb::handle type = type_named("MessageCall");
  nb::list list;
  for (const MessageCall& one : self.message.calls) {
    list.append(type(to_str(one.id, self.mode), to_str(one.tool, self.mode),
                     to_str(one.arguments, self.mode), to_str(one.content, self.mode),
                     to_span(one.span), one.is_closed, one.is_repaired, one.is_recovered));
  }
  return nb::tuple(list);
}

nb::object notes(const PyMessage& self) {
  const nb::handle type = type_named("MessageNote");
  nb::list list;
  for (const MessageNote& one : self.message.notes) {
    list.append(type(notice_codes[one.notice], error_codes[one.error],
                     to_str(one.message, self.mode), to_str(one.content, self.mode), one.offset,
                     to_span(one.span)));
  }
  return nb::tuple(list);
}

nb::object sections(const PyMessage& self) {
  const nb::handle type = type_named("Section");
  nb::list list;
  for (const Section& one : self.message.sections) {
    list.append(type(to_str(one.tag_name, self.mode), to_str(one.raw_tag, self.mode),
                     to_str(one.content, self.mode), to_span(one.span),
                     to_attributes(one.attributes(), self.mode), one.is_closed, one.is_implied_open,
                     one.is_truncated, one.is_recorded));
  }
  return nb::tuple(list);
}

nb::tuple parts(const PyMessage& self) {
  return nb::make_tuple(to_str(self.message.content, self.mode),
                        to_str(self.message.reasoning, self.mode), calls(self), notes(self),
                        sections(self), self.message.is_cut_off);
}

nb::object repr(const PyMessage& self) {
  nb::dict fields;
  const nb::tuple all = parts(self);
  const char* names[] = {"content", "reasoning", "calls", "notes", "sections", "is_cut_off"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (PyObject_IsTrue(nb::object(all[i]).ptr()) == 1) fields[names[i]] = all[i];
  }
  return to_repr("Message", fields);
}

nb::object equals(const PyMessage& self, nb::handle other) {
  if (!nb::isinstance<PyMessage>(other)) return nb::borrow(Py_NotImplemented);
  return nb::bool_(parts(self).equal(parts(nb::cast<const PyMessage&>(other))));
}

void bind_class(nb::module_& module) {
  nb::class_<PyMessage> message(module, "Message",
                                "A whole answer, collected from the events of any reader.");
  message.def(nb::init<>())
      .def("add", &add,
           nb::sig("def add(self, events: collections.abc.Iterable[Event], /) -> None"),
           "Adds what events say. The pieces of a call add nothing: its end has all of it.")
      .def_prop_ro(
          "content", [](const PyMessage& m) { return to_str(m.message.content, m.mode); },
          nb::sig("def content(self) -> str"))
      .def_prop_ro(
          "reasoning", [](const PyMessage& m) { return to_str(m.message.reasoning, m.mode); },
          nb::sig("def reasoning(self) -> str"))
      .def_prop_ro("calls", &calls,
                   nb::sig("def calls(self) -> tuple[tagstream._types.MessageCall, ...]"))
      .def_prop_ro("notes", &notes,
                   nb::sig("def notes(self) -> tuple[tagstream._types.MessageNote, ...]"),
                   "Errors and notices, in order.")
      .def_prop_ro("sections", &sections,
                   nb::sig("def sections(self) -> tuple[tagstream._types.Section, ...]"),
                   "Hidden and recorded ones, in the order of their ends.")
      .def_prop_rw(
          "is_cut_off", [](const PyMessage& m) { return m.message.is_cut_off; },
          [](PyMessage& m, bool is_cut_off) { m.message.is_cut_off = is_cut_off; },
          "Set by the caller: the answer was longer than it might be.")
      .def_prop_ro(
          "finish_reason",
          [](const PyMessage& m) { return finish_reasons[m.message.finish_reason()]; },
          nb::sig("def finish_reason(self) -> tagstream._types.FinishReason"))
      .def_prop_ro(
          "has_content", [](const PyMessage& m) { return m.message.has_content(); },
          "False if only blanks stand beside calls.")
      .def("__eq__", &equals, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"))
      .def(
          "to_openai",
          [](nb::handle self) {
            return nb::module_::import_("tagstream._message").attr("to_openai")(self);
          },
          nb::sig("def to_openai(self) -> dict[str, typing.Any]"),
          "The assistant's message in the shape of chat completions.")
      .def(
          "to_anthropic",
          [](nb::handle self) {
            return nb::module_::import_("tagstream._message").attr("to_anthropic")(self);
          },
          nb::sig("def to_anthropic(self) -> dict[str, typing.Any]"),
          "The assistant's message as blocks: thinking, text, tool_use.");
  make_picklable<PyMessage>(message, &add_calls_again);
  message.attr("__hash__") = nb::none();
  message.attr("__match_args__") = nb::make_tuple("content", "reasoning", "calls");
}

std::string id_of(CallIds& ids, const PyCall& call) {
  if (!call.has_index) throw nb::value_error("this call has no index");
  CallDetail detail;
  return ids.id(call.call(detail));
}

void bind_ids(nb::module_& module) {
  nb::class_<CallIds>(module, "CallIds",
                      "Gives each call of one message an id of its own: the model's, else `call_` "
                      "and its index.")
      .def(nb::init<>())
      .def(
          "id",
          [](CallIds& ids, const PyCall& call) { return to_str(id_of(ids, call), call.mode); },
          nb::sig("def id(self, call: Call, /) -> str"));
}

}  // namespace

void bind_message(nb::module_& module) {
  bind_class(module);
  bind_ids(module);
  module.def("filter_all", &read_all<FilterRules, FilterOptions, &tagstream::filter_all>,
             nb::sig("def filter_all(text: str | typing_extensions.Buffer, "
                     "rules: FilterRules | collections.abc.Iterable[Rule] = (), /, "
                     "**options: typing_extensions.Unpack[tagstream._options.FilterOptions]) -> "
                     "Message"),
             "Filters a whole text at once.");
  module.def("tools_all", &read_all<ToolRules, ToolOptions, &tagstream::tools_all>,
             nb::sig("def tools_all(text: str | typing_extensions.Buffer, "
                     "rules: ToolRules | collections.abc.Iterable[Rule] = ..., /, "
                     "**options: typing_extensions.Unpack[tagstream._options.ToolOptions]) -> "
                     "Message"),
             "Reads a whole text at once.");
  module.def("parse", &read_all<ParseRules, ParseOptions, &tagstream::parse_all>,
             nb::sig("def parse(text: str | typing_extensions.Buffer, rules: ParseRules = ..., /, "
                     "**options: typing_extensions.Unpack[tagstream._options.ParseOptions]) -> "
                     "Message"),
             "Reads a whole answer at once.");
  module.def(
      "write", &written,
      nb::sig("def write(message: Message | collections.abc.Mapping[str, typing.Any] | str, "
              "rules: ParseRules = ..., /, "
              "**options: typing_extensions.Unpack[tagstream._options.ParseOptions]) -> str"),
      "Writes a message as a model family would: `parse` with the same options reads the "
      "same message. It is a `Message`, an assistant's message of chat completions, or its "
      "JSON. ValueError, with a sentence, where the family can't write it.");
}

}  // namespace tagstream::python
