#include "message.hpp"

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "events.hpp"
#include "names.hpp"
#include "options.hpp"
#include "pickle.hpp"
#include "tagstream/json.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/write.hpp"

namespace tagstream::python {

using namespace nb::literals;

namespace {

// ---- what it is made of ----------------------------------------------------------------------

void add(PyMessage& self, nb::handle events) {
  if (nb::isinstance<PyEvent>(events)) return add(self, nb::make_tuple(events));
  std::vector<std::pair<nb::object, const PyEvent*>> all;
  for (nb::handle one : events) {
    if (!nb::isinstance<PyEvent>(one))
      throw nb::type_error("no event: a message is made of events");
    all.emplace_back(nb::borrow(one), &nb::cast<const PyEvent&>(one));
  }
  std::string text;
  for (const auto& [owner, its] : all) {
    if (self.mode == Mode::unset) self.mode = its->mode();
    const Event event = its->view(text);
    self.message.add({&event, 1});
  }
}

void count_in(Message& message, const Offsets& offsets) {
  const auto count = [&](Span& span) { span = {offsets(span.start), offsets(span.end)}; };
  for (ToolCall& call : message.tool_calls) count(call.span);
  for (ToolCallError& error : message.tool_call_errors) error.offset = offsets(error.offset);
  for (Section& section : message.sections) count(section.span);
  for (Thought& thought : message.thoughts) count(thought.span);
  for (Notice& notice : message.notices) notice.offset = offsets(notice.offset);
  if (message.stopped) message.stopped->offset = offsets(message.stopped->offset);
}

// Throws TypeError for a stream, a column or an answer's object in the place of a text.
void refuse_others(nb::handle object) {
  if (PyUnicode_Check(object.ptr())) return;
  if (nb::steal(PyMemoryView_FromObject(object.ptr())).is_valid()) return;
  PyErr_Clear();
  const nb::object hint = nb::module_::import_("tagstream._hints").attr("no_text")(object);
  if (nb::len(hint) > 0) raise(PyExc_TypeError, to_bytes(hint, Mode::str));
}

PyMessage read_all(const nb::args& arguments, const nb::kwargs& keywords) {
  const nb::object object = first_of(arguments, "no text: read takes it first, without a name");
  refuse_others(object);
  const Rules rules = make_rules(after_first(arguments), keywords).rules;
  const Input input(object);
  const std::string_view text = input.view();
  PyMessage its{unlocked(text.size(),
                         [&] {
                           TextOffsets points{OffsetUnit::code_points};
                           if (input.mode() == Mode::str) points.add(text);
                           Message message = tagstream::read(text, rules);
                           count_in(message, Offsets(input.mode(), points));
                           return message;
                         }),
                input.mode()};
  if (const auto& stopped = its.message.stopped) {
    const Error error{Code::limit_exceeded, stopped->offset, stopped->text};
    raise(error, {}, nb::cast(its));
  }
  return its;
}

// ---- what is written -------------------------------------------------------------------------

// The JSON of a message that is a str, bytes, a dict, or an object of a client library.
nb::object message_json(nb::handle object) {
  if (PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr())) return nb::borrow(object);
  nb::object plain = nb::borrow(object);
  if (nb::hasattr(object, "model_dump")) plain = object.attr("model_dump")();
  nb::dict options;
  options["ensure_ascii"] = false;
  return nb::module_::import_("json").attr("dumps")(plain, **options);
}

nb::object written(const nb::args& arguments, const nb::kwargs& keywords) {
  const nb::object object = first_of(arguments, "no message: write takes one");
  const nb::args rest = after_first(arguments);
  const auto is_given = [&](const char* name) {
    return keywords.contains(name) && nb::bool_(nb::object(keywords[name]));
  };
  if (rest.size() == 0 && !is_given("dialect") && !is_given("model") && !is_given("format")) {
    throw nb::value_error("nothing to write by: give a dialect, a model or a format");
  }
  const Rules rules = make_rules(rest, keywords).rules;
  const auto write_it = [&](const Message& message, Mode mode) {
    auto text = unlocked(message.content.size() + message.reasoning.size(),
                         [&] { return tagstream::write(message, rules); });
    if (!text) raise(text.error());
    return to_str(*text, mode);
  };
  if (nb::isinstance<PyMessage>(object)) {
    const PyMessage& its = nb::cast<const PyMessage&>(object);
    const Message message = its.message;  // a copy: another thread may add events meanwhile
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
void fields(Archive& archive, PyMessage& m) {
  archive(m.mode);
  fields(archive, m.message);
}

namespace {

// Adds the calls of an unpickled message again, so that it knows the ids that were given.
void add_calls_again(PyMessage& self) {
  const std::vector<ToolCall> calls = std::exchange(self.message.tool_calls, {});
  for (const ToolCall& one : calls) {
    Event event;
    event.kind = EventKind::tool_call;
    event.has_index = true;
    event.index = one.index;
    event.id = one.id;
    self.message.add({&event, 1});
    self.message.tool_calls.back() = one;
  }
}

// ---- what it has -----------------------------------------------------------------------------

std::string json_of(const PyMessage& self) {
  std::string json;
  if (self.mode == Mode::bytes) {
    to_json(json, self.message);
    return json;
  }
  PyMessage mended = self;
  Mender mender;
  fields(mender, mended);
  to_json(json, mended.message);
  return json;
}

// A member of a message as Python has it.
template <auto member>
nb::object member_of(const PyMessage& self) {
  return to_value(self.message.*member, self.mode);
}

nb::object finish_reason(const PyMessage& self) {
  const std::string& reason = self.message.finish_reason;
  return reason.empty() ? nb::none() : to_str(reason, Mode::str);
}

nb::object to_dict(const PyMessage& self) {
  return nb::module_::import_("json").attr("loads")(to_str(json_of(self), Mode::str));
}

// All that two equal messages have in common.
nb::list parts(const PyMessage& self) {
  nb::list all;
  describe::each_field<Message>(
      [&](auto row) { all.append(to_value(row.of(self.message), self.mode)); });
  return all;
}

// The fields that JSON has, with the values that they have in Python.
nb::object repr(const PyMessage& self) {
  const nb::object shown = to_dict(self);
  nb::dict fields;
  describe::each_field<Message>([&](auto row) {
    if (!nb::borrow<nb::dict>(shown).contains(row.name)) return;
    nb::object value = to_value(row.of(self.message), self.mode);
    if (PyUnicode_Check(value.ptr())) value = shown[row.name];
    fields[row.name] = value;
  });
  return to_repr("Message", fields);
}

nb::object equals(const PyMessage& self, nb::handle other) {
  if (!nb::isinstance<PyMessage>(other)) return nb::borrow(Py_NotImplemented);
  return nb::bool_(parts(self).equal(parts(nb::cast<const PyMessage&>(other))));
}

void bind_parts(nb::class_<PyMessage>& message) {
  message
      .def_prop_ro("content", &member_of<&Message::content>, nb::sig("def content(self) -> str"),
                   "The visible text.")
      .def_prop_ro("reasoning", &member_of<&Message::reasoning>,
                   nb::sig("def reasoning(self) -> str"), "All reasoning.")
      .def_prop_ro("tool_calls", &member_of<&Message::tool_calls>,
                   nb::sig("def tool_calls(self) -> tuple[tagstream._types.ToolCall, ...]"),
                   "The complete calls, in order.")
      .def_prop_ro(
          "tool_call_errors", &member_of<&Message::tool_call_errors>,
          nb::sig("def tool_call_errors(self) -> tuple[tagstream._types.ToolCallError, ...]"),
          "Texts that stood where calls should, and why they are none; and calls that are cut off.")
      .def_prop_ro("sections", &member_of<&Message::sections>,
                   nb::sig("def sections(self) -> tuple[tagstream._types.Section, ...]"),
                   "Hidden and recorded ones, in the order of their ends.")
      .def_prop_ro("thoughts", &member_of<&Message::thoughts>,
                   nb::sig("def thoughts(self) -> tuple[tagstream._types.Thought, ...]"),
                   "The thoughts, in order.")
      .def_prop_ro("notices", &member_of<&Message::notices>,
                   nb::sig("def notices(self) -> tuple[tagstream._types.Notice, ...]"),
                   "Remarks for the caller, as that a limit was reached.")
      .def_prop_ro("finish_reason", &finish_reason,
                   nb::sig("def finish_reason(self) -> str | None"),
                   "Why the answer has ended: stop, tool_calls, length, or another word of the "
                   "server. None: the end is not known, as while its stream runs.")
      .def_prop_ro("reasoning_closed", &member_of<&Message::reasoning_closed>,
                   nb::sig("def reasoning_closed(self) -> bool | None"),
                   "False: the text has ended in reasoning. None: the end is not known.")
      .def_prop_ro("stopped", &member_of<&Message::stopped>,
                   nb::sig("def stopped(self) -> tagstream._types.Notice | None"),
                   "Why not all was read.")
      .def_prop_ro(
          "has_content", [](const PyMessage& m) { return m.message.has_content(); },
          "False if only blanks stand beside calls.");
}

void bind_class(nb::module_& module) {
  nb::class_<PyMessage> message(module, "Message", "A whole answer, collected from events.");
  bind_parts(message);
  message.def(nb::init<>())
      .def("add", &add,
           nb::sig("def add(self, events: Event | collections.abc.Iterable[Event], /) -> None"),
           "Adds events, or one. Pieces of a call or thought add nothing, since the event at its "
           "end has "
           "the whole.")
      .def(
          "finish", [](PyMessage& m) { m.message.finish(); },
          "The answer has ended, and all its events were added: decides `finish_reason` and "
          "`reasoning_closed`.")
      .def(
          "set_cut_off", [](PyMessage& m) { m.message.set_cut_off(); },
          "Sets the finish reason `length`: the caller knows that the answer was cut off.")
      .def("__eq__", &equals, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"))
      .def(
          "to_json", [](const PyMessage& m) { return to_str(json_of(m), Mode::str); },
          nb::sig("def to_json(self) -> str"), "JSON, as the program prints it.")
      .def("to_dict", &to_dict, nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
           "The same as a dict.")
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
          "The assistant's message as blocks: thinking, text, tool_use.")
      .def(
          "_repr_html_",
          [](nb::handle self) {
            return nb::module_::import_("tagstream._html").attr("of_message")(self);
          },
          nb::sig("def _repr_html_(self) -> str"), "A table of its fields, for notebooks.");
  make_picklable<PyMessage>(message, &add_calls_again);
  message.attr("__hash__") = nb::none();
  message.attr("__match_args__") = nb::make_tuple("content", "reasoning", "tool_calls");
}

}  // namespace

void bind_message(nb::module_& module) {
  bind_class(module);
  const std::string words = with_options("Reads a whole text at once.");
  module.def("read", &read_all,
             nb::sig("def read(text: str | typing_extensions.Buffer, rules: Rules = ..., /, "
                     "**options: typing_extensions.Unpack[tagstream._options.Options]) -> "
                     "Message"),
             words.c_str());
  module.def("write", &written,
             nb::sig("def write(message: Message | collections.abc.Mapping[str, typing.Any] | str, "
                     "rules: Rules = ..., /, "
                     "**options: typing_extensions.Unpack[tagstream._options.Options]) -> str"),
             "Writes a message as a model family would: `read` with the same options reads the "
             "same message. It is a `Message`, an assistant's message of chat completions, or its "
             "JSON. ValueError, with a sentence, where the family can't write it. Its options are "
             "those of `Rules`.");
}

}  // namespace tagstream::python
