#include "chunks.hpp"

#include <limits>
#include <string>
#include <string_view>

#include "names.hpp"
#include "wire/src/delta_fields.hpp"

namespace tagstream::python {

namespace {

using wire::Chunk;
using wire::FieldHolds;

// ---- fields of an object ---------------------------------------------------------------------

// An attribute of an object; an invalid object if there is none.
nb::object attribute(nb::handle thing, const char* name) {
  nb::object value = nb::steal(PyObject_GetAttrString(thing.ptr(), name));
  if (!value.is_valid()) forgive(PyExc_AttributeError);
  return value;
}

bool is_model(nb::handle thing) {
  return attribute(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(thing.ptr()))), "model_construct")
      .is_valid();
}

// The fields of a dict, of another mapping, or of a pydantic model. Any other object has none.
struct Fields {
  explicit Fields(nb::handle thing) {
    if (PyDict_Check(thing.ptr())) {
      own = nb::borrow(thing);
    } else if (is_model(thing)) {
      own = attribute(thing, "__dict__");
      extra = attribute(thing, "__pydantic_extra__");
    } else if (!PyUnicode_Check(thing.ptr()) && PyMapping_Check(thing.ptr()) != 0 &&
               attribute(thing, "keys").is_valid()) {
      own = nb::handle(reinterpret_cast<PyObject*>(&PyDict_Type))(thing);
    }
  }

  [[nodiscard]] bool is_object() const { return own.is_valid(); }

  template <class See>
  void each(See see) const {
    for (const nb::object& dict : {own, extra}) {
      if (!dict.is_valid() || !PyDict_Check(dict.ptr())) continue;
      PyObject* key = nullptr;
      PyObject* value = nullptr;
      Py_ssize_t at = 0;
      while (PyDict_Next(dict.ptr(), &at, &key, &value) != 0) {
        if (PyUnicode_Check(key)) see(Input(key).view(), nb::handle(value));
      }
    }
  }

  nb::object own;
  nb::object extra;  // fields that the model's class does not define
};

// The value of a field; None if the object has no such field.
nb::object field(nb::handle thing, const char* name) {
  if (!thing.is_valid() || thing.is_none()) return nb::none();
  nb::object found = nb::none();
  Fields(thing).each([&](std::string_view key, nb::handle value) {
    if (key == name) found = nb::borrow(value);
  });
  return found;
}

// The fields of a model that were set, without those that have their defaults.
nb::object fields_set(nb::handle model) {
  nb::object set = attribute(model, "model_fields_set");
  return set.is_valid() ? set : attribute(model, "__fields_set__");
}

bool is_empty(nb::handle container) {
  const Py_ssize_t size = PyObject_Size(container.ptr());
  if (size < 0) PyErr_Clear();
  return size == 0;
}

FieldHolds holds_of(nb::handle value) {
  PyObject* const it = value.ptr();
  if (it == Py_None) return FieldHolds::nothing;
  if (PyUnicode_Check(it)) return is_empty(value) ? FieldHolds::nothing : FieldHolds::text;
  if (PyLong_Check(it) || PyFloat_Check(it)) return FieldHolds::other;
  if (PyList_Check(it) || PyTuple_Check(it)) {
    return is_empty(value) ? FieldHolds::nothing : FieldHolds::other;
  }
  if (!PyDict_Check(it) && is_model(value)) {
    const nb::object set = fields_set(value);
    return set.is_valid() && is_empty(set) ? FieldHolds::nothing : FieldHolds::object;
  }
  return is_empty(value) ? FieldHolds::nothing : FieldHolds::object;
}

std::optional<std::uint32_t> small_number(nb::handle value) {
  const std::optional<std::size_t> size = PyLong_Check(value.ptr()) ? size_of(value) : std::nullopt;
  if (!size || *size > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*size);
}

nb::object list_of(nb::handle value) {
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr())) return nb::list();
  return nb::steal(PySequence_List(value.ptr()));
}

nb::object str(std::string_view text) { return to_str(text, Mode::str); }

// ---- objects that are made -------------------------------------------------------------------

// Builds Python objects, with the functions by which a JsonWriter writes JSON.
class ObjectWriter {
 public:
  ObjectWriter& begin_object() { return begin(nb::dict()); }
  ObjectWriter& begin_array() { return begin(nb::list()); }
  ObjectWriter& end_object() { return end(); }
  ObjectWriter& end_array() { return end(); }
  ObjectWriter& key(std::string_view name) {
    key_ = str(name);
    return *this;
  }
  ObjectWriter& null() { return put(nb::none()); }
  ObjectWriter& field(std::string_view name, std::string_view text) {
    return key(name).put(str(text));
  }
  ObjectWriter& field(std::string_view name, std::uint32_t number) {
    return key(name).put(nb::int_(number));
  }
  [[nodiscard]] const nb::object& made() const { return made_; }

 private:
  ObjectWriter& put(const nb::object& value) {
    if (open_.empty()) {
      made_ = value;
    } else if (PyList_Check(open_.back().ptr())) {
      nb::borrow<nb::list>(open_.back()).append(value);
    } else {
      nb::borrow<nb::dict>(open_.back())[key_] = value;
    }
    return *this;
  }
  ObjectWriter& begin(const nb::object& container) {
    put(container);
    open_.push_back(container);
    return *this;
  }
  ObjectWriter& end() {
    open_.pop_back();
    return *this;
  }

  std::vector<nb::object> open_;
  nb::object key_;
  nb::object made_;
};

// A copy of a dict or model with some values replaced.
nb::object changed(nb::handle thing, const nb::dict& values) {
  if (is_model(thing)) {
    nb::object copy = attribute(thing, "model_copy");  // old pydantic: only `copy`
    if (!copy.is_valid()) copy = thing.attr("copy");
    return copy(nb::arg("update") = values);
  }
  nb::object copy = nb::handle(reinterpret_cast<PyObject*>(&PyDict_Type))(thing);
  if (PyDict_Update(copy.ptr(), values.ptr()) != 0) throw nb::python_error();
  return copy;
}

nb::object with_calls(nb::handle calls, std::span<const wire::CallEdit> edits) {
  nb::list list = nb::borrow<nb::list>(list_of(calls));
  for (const wire::CallEdit& edit : edits) {
    nb::dict values;
    if (edit.index) values["index"] = *edit.index;
    if (edit.id) values["id"] = str(*edit.id);
    list[edit.place] = changed(list[edit.place], values);
  }
  return list;
}

nb::object edited(nb::handle choice, const wire::ChoiceEdit& edit) {
  const nb::object delta = field(choice, "delta");
  nb::dict values;
  nb::dict of_delta;
  if (edit.text) {
    const nb::object text = str(*edit.text);
    const bool is_twin = !delta.is_none() && field(choice, "text").equal(field(delta, "content"));
    if (delta.is_none() || is_twin) values["text"] = text;
    of_delta["content"] = text;
  }
  if (!edit.calls.empty()) {
    of_delta["tool_calls"] = with_calls(field(delta, "tool_calls"), edit.calls);
  }
  if (edit.finish_reason) values["finish_reason"] = str(*edit.finish_reason);
  if (!delta.is_none() && of_delta.size() > 0) values["delta"] = changed(delta, of_delta);
  return changed(choice, values);
}

// The fields that a new chunk copies from a received one.
nb::dict common_of(nb::handle chunk) {
  const nb::object set = PyDict_Check(chunk.ptr()) ? nb::object() : fields_set(chunk);
  nb::dict common;
  Fields(chunk).each([&](std::string_view key, nb::handle value) {
    if (!Chunk::is_common(key)) return;
    const nb::object name = str(key);
    if (set.is_valid() && PySequence_Contains(set.ptr(), name.ptr()) == 0) return;
    const bool is_long = PyUnicode_Check(value.ptr()) &&
                         PyUnicode_GetLength(value.ptr()) > Py_ssize_t{Chunk::longest_common};
    if (!is_long) common[name] = value;
  });
  return common;
}

// A new chunk for `rewrite`: as a tuple of a received chunk and the values to change.
nb::object new_chunk(const nb::object& like, const nb::object& choice) {
  nb::dict values = common_of(like);
  nb::list choices;
  choices.append(choice);
  values["choices"] = choices;
  return nb::make_tuple(like, values);
}

}  // namespace

// ---- what comes in ---------------------------------------------------------------------------

std::string_view ChunkObjects::text(nb::handle str) { return texts_.emplace_back(str).view(); }

void ChunkObjects::read_calls(nb::handle calls, wire::ChunkChoice& its) {
  for (nb::handle call : nb::borrow<nb::list>(list_of(calls))) {
    wire::DeltaBuilder::CallKey key;
    Fields(call).each([&](std::string_view name, nb::handle value) {
      if (name == "index") key.index = small_number(value);
      if (name == "id" && PyUnicode_Check(value.ptr())) key.id = text(value);
    });
    its.calls.push_back(key);
  }
}

void ChunkObjects::read_choice(nb::handle choice, wire::ChunkChoice& its) {
  const Fields fields(choice);
  nb::object delta = nb::none();
  nb::object own_text = nb::none();
  fields.each([&](std::string_view key, nb::handle value) {
    const bool is_str = PyUnicode_Check(value.ptr());
    if (key == "delta") delta = nb::borrow(value);
    if (key == "text") own_text = nb::borrow(value);
    if (key == "finish_reason" && is_str) its.finish_reason = text(value);
    if (key == "index" && !value.is_none() && !is_str) {
      its.index = small_number(value).value_or(wire::max_choices);
    }
  });
  its.is_completion = delta.is_none();
  nb::object content = own_text;
  if (!its.is_completion) {
    content = nb::none();
    Fields(delta).each([&](std::string_view key, nb::handle value) {
      its.add_delta_field(key, holds_of(value));
      if (key == "content") content = nb::borrow(value);
      if (key == "tool_calls") read_calls(value, its);
    });
  }
  if (PyUnicode_Check(content.ptr())) its.text = text(content);
  const bool has_twin = !its.is_completion && its.text && own_text.equal(content);
  fields.each([&](std::string_view key, nb::handle value) {
    const bool is_looked_at = key == "delta" || (has_twin && key == "text");
    if (!is_looked_at) its.add_field(key, holds_of(value));
  });
}

void ChunkObjects::read(nb::handle chunk, wire::Chunk& its) {
  const Fields fields(chunk);
  if (!fields.is_object()) {
    const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(chunk.ptr())));
    raise(PyExc_TypeError,
          "chunks are bytes of events, objects of JSON, or those of the OpenAI "
          "SDK, not " +
              to_bytes(type.attr("__name__"), Mode::str));
  }
  nb::object all = nb::none();
  fields.each([&](std::string_view key, nb::handle value) {
    const FieldHolds holds = holds_of(value);
    const bool is_text = holds == FieldHolds::text;
    its.add_field(key, holds, is_text ? text(value) : std::string_view());
    if (key == "choices") all = nb::borrow(value);
  });
  for (nb::handle choice : nb::borrow<nb::list>(list_of(all))) {
    read_choice(choice, choices_.emplace_back());
  }
  its.choices = choices_;
  its.bytes = 512;  // the approximate size of a chunk without its texts
  for (const Input& one : texts_) its.bytes += one.view().size();
}

nb::list ChunkObjects::feed(nb::handle chunk) {
  choices_.clear();
  texts_.clear();
  wire::Chunk its;
  its.number = ++number_;
  read(chunk, its);
  now_ = nb::borrow(chunk);
  if (!choices_.empty()) last_ = now_;
  nb::list out = written(unlocked(its.bytes, [&] { return rewriter_.feed(its); }));
  now_.reset();
  return out;
}

nb::list ChunkObjects::finish() { return written(rewriter_.finish()); }

// ---- the output ------------------------------------------------------------------------------

nb::list ChunkObjects::written(std::span<const wire::ChunkOutput> outputs) {
  nb::list out;
  for (const wire::ChunkOutput& one : outputs) {
    if (one.kind == wire::ChunkOutput::Kind::waits) {
      waiting_[{one.number, one.part}] = now_;
    } else {
      out.append(written(one));
    }
  }
  return out;
}

nb::object ChunkObjects::written(const wire::ChunkOutput& output) {
  if (output.kind == wire::ChunkOutput::Kind::delta) {
    ObjectWriter writer;
    write_choice(writer, output, {&output.delta, 1}, rewriter_.options().reasoning_field);
    return new_chunk(last_, writer.made());
  }
  const auto waited = waiting_.find({output.number, output.part});
  const nb::object chunk = waited == waiting_.end() ? now_ : waited->second;
  if (waited != waiting_.end()) waiting_.erase(waited);
  if (output.edits.empty() && !output.part) return chunk;
  nb::list choices = nb::borrow<nb::list>(list_of(field(chunk, "choices")));
  for (const wire::ChoiceEdit& edit : output.edits) {
    choices[edit.place] = edited(choices[edit.place], edit);
  }
  nb::dict values;
  values["choices"] = choices;
  if (!output.part) return changed(chunk, values);
  const nb::object choice = choices[*output.part];
  if (*output.part + 1 < nb::len(choices)) return new_chunk(chunk, choice);
  nb::list alone;
  alone.append(choice);
  values["choices"] = alone;
  return changed(chunk, values);
}

}  // namespace tagstream::python
