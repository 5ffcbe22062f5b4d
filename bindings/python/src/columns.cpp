#include <nanobind/nanobind.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrow.hpp"
#include "bind.hpp"
#include "describe/parts.hpp"
#include "names.hpp"
#include "options.hpp"
#include "print/tag_json.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

// ---- what columns are made of ----------------------------------------------------------------

template <class... Fields>
Column struct_of(std::string name, Fields... fields) {
  std::vector<Column> children;
  (children.push_back(std::move(fields)), ...);
  return {std::move(name), "+s", std::move(children)};
}

Column list_of(std::string name, Column item) {
  std::vector<Column> children;
  children.push_back(std::move(item));
  return {std::move(name), "+L", std::move(children)};
}

Column text(std::string name) { return {std::move(name), "U"}; }
Column number(std::string name) { return {std::move(name), "l"}; }
Column real(std::string name) { return {std::move(name), "g"}; }
Column flag(std::string name) { return {std::move(name), "b"}; }

Column attribute_column() {
  return list_of("attributes", struct_of("item", text("name"), text("value")));
}

// The columns of the fields of a part, by the types of its table. Columns are of texts, so they
// have no mark of calls that a server has read.
template <class Row>
constexpr bool is_in_columns(Row) {
  return std::string_view(Row::name) != "is_native";
}

template <class Part>
Column part_column(std::string name);

template <class T>
struct ColumnOf;
template <class T>
void add_columns(std::vector<Column>& columns, const char* name) {
  if constexpr (std::is_same_v<T, Span>) {
    columns.push_back(number("start"));
    columns.push_back(number("end"));
  } else {
    columns.push_back(ColumnOf<T>::made(name));
  }
}

template <std::integral T>
struct ColumnOf<T> {
  static Column made(const char* name) { return number(name); }
};
template <>
struct ColumnOf<bool> {
  static Column made(const char* name) { return flag(name); }
};
template <>
struct ColumnOf<std::optional<bool>> : ColumnOf<bool> {};
template <>
struct ColumnOf<std::string> {
  static Column made(const char* name) { return text(name); }
};
template <>
struct ColumnOf<Code> : ColumnOf<std::string> {};
template <>
struct ColumnOf<std::optional<double>> {
  static Column made(const char* name) { return real(name); }
};
template <>
struct ColumnOf<std::vector<Attribute>> {
  static Column made(const char*) { return attribute_column(); }
};
template <class Part>
struct ColumnOf<std::vector<Part>> {
  static Column made(const char* name) { return list_of(name, part_column<Part>("item")); }
};
template <>
struct ColumnOf<std::optional<Notice>> {
  static Column made(const char* name) { return part_column<Notice>(name); }
};

template <class Part>
Column part_column(std::string name) {
  std::vector<Column> columns;
  describe::each_field<Part>([&](auto row) {
    if constexpr (is_in_columns(row)) {
      add_columns<typename decltype(row)::Type>(columns, row.name);
    }
  });
  return {std::move(name), "+s", std::move(columns)};
}

Column tag_column() {
  return list_of("", struct_of("item", text("name"), attribute_column(), text("content"),
                               text("raw_tag"), number("depth"), number("parent"), number("start"),
                               number("end"), number("content_start"), number("content_end"),
                               flag("is_closed"), flag("is_self_closing")));
}

void add(Column& list, const std::vector<Attribute>& attributes) {
  Column& item = list[0];
  for (const Attribute& one : attributes) {
    item[0].add(one.name);
    one.has_value ? item[1].add(one.value) : item[1].add_null();
    item.end_row();
  }
  list.end_row();
}

// The content of a tag; null below the depth down to which `to_json` writes it, since the content
// of each tag holds that of all tags inside it.
std::optional<std::string_view> content_of(const tagstream::Tag& tag) {
  if (tag.depth() > deepest_content) return std::nullopt;
  return tag.content();
}

void add(Column& field, const std::optional<std::string_view>& text) {
  text ? field.add(*text) : field.add_null();
}

// The place of a tag's parent in the list of tags; null at the top.
void add(Column& field, const std::optional<tagstream::Tag>& parent) {
  parent ? field.add(std::uint64_t{parent->index()}) : field.add_null();
}

void add(Column& field, const std::optional<double>& confidence) {
  confidence ? field.add(*confidence) : field.add_null();
}

// Adds a row to a struct: a value for each of its fields, in their order.
template <class... Values>
void add_row(Column& item, const Values&... values) {
  std::size_t at = 0;
  const auto add_one = [&](const auto& value) {
    Column& field = item[at++];
    if constexpr (requires { field.add(value); }) {
      field.add(value);
    } else {
      add(field, value);
    }
  };
  (add_one(values), ...);
  item.end_row();
}

void add(Column& field, Code code) { field.add(to_string(code)); }
void add(Column& field, const std::string& text) { field.add(std::string_view(text)); }
void add(Column& field, std::uint32_t number) { field.add(std::uint64_t{number}); }
// True until the text is known to have ended in reasoning.
void add(Column& field, const std::optional<bool>& is_closed) { field.add(is_closed != false); }

// Adds a row to a struct: a part of a message, each field in its own column.
template <describe::HasFields Part>
void add(Column& item, const Part& part);
template <class Part>
void add(Column& list, const std::vector<Part>& parts) {
  for (const Part& one : parts) add(list[0], one);
  list.end_row();
}
void add(Column& item, const std::optional<Notice>& notice);

template <describe::HasFields Part>
void add(Column& item, const Part& part) {
  std::size_t at = 0;
  describe::each_field<Part>([&](auto row) {
    if constexpr (is_in_columns(row)) {
      const auto& value = row.of(part);
      if constexpr (std::is_same_v<typename decltype(row)::Type, Span>) {
        item[at++].add(value.start);
        item[at++].add(value.end);
      } else if constexpr (std::is_same_v<typename decltype(row)::Type, bool> ||
                           std::is_same_v<typename decltype(row)::Type, std::uint64_t>) {
        item[at++].add(value);
      } else {
        add(item[at++], value);
      }
    }
  });
  item.end_row();
}

void add(Column& item, const std::optional<Notice>& notice) {
  notice ? add(item, *notice) : item.add_null();
}

// ---- rows ------------------------------------------------------------------------------------

// The rows of one thread in a column of messages.
class MessageRows {
 public:
  explicit MessageRows(Rules rules) : reader_(std::move(rules)) {}

  static Column empty() { return part_column<Message>(""); }

  void add_row(std::string_view text, Column& out) { add(out, read(text)); }

 protected:
  Message read(std::string_view text) {
    const Options& options = reader_.rules().options();
    reader_.reset();
    Message message(CallIds(options.id_style, options.id_seed));
    message.add(reader_.feed(text));
    message.finish(reader_.finish());
    return message;
  }

 private:
  Reader reader_;
};

// The rows of one thread in a column of contents.
class TextRows : MessageRows {
 public:
  explicit TextRows(Rules rules) : MessageRows(std::move(rules)) {}

  static Column empty() { return text(""); }

  void add_row(std::string_view text, Column& out) { out.add(read(text).content); }
};

// The rows of one thread in a column of calls. No other text is copied.
class CallRows {
 public:
  explicit CallRows(Rules rules) : reader_(std::move(rules)) {}

  static Column empty() { return list_of("", part_column<ToolCall>("item")); }

  void add_row(std::string_view text, Column& out) {
    const Options& options = reader_.rules().options();
    reader_.reset();
    Message message(CallIds(options.id_style, options.id_seed));
    add_calls(reader_.feed(text), message);
    add_calls(reader_.finish(), message);
    add(out, message.tool_calls);
  }

 private:
  static void add_calls(std::span<const Event> events, Message& message) {
    for (const Event& event : events) {
      const bool is_start = event.kind == EventKind::tool_call_start;  // it decides the id
      if (is_start || event.kind == EventKind::tool_call) message.add({&event, 1});
    }
  }

  Reader reader_;
};

class TagRows {
 public:
  explicit TagRows(Extractor extractor) : extractor_(std::move(extractor)) {}

  static Column empty() { return tag_column(); }

  void add_row(std::string_view text, Column& out) {
    extractor_.extract_into(text, tree_);
    Column& item = out[0];
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      const tagstream::Tag tag = tree_[i];
      tagstream::python::add_row(item, tag.name(), tag.attributes(), content_of(tag), tag.raw_tag(),
                                 std::uint64_t{tag.depth()}, tag.parent(), tag.start(), tag.end(),
                                 tag.content_start(), tag.content_end(), tag.is_closed(),
                                 tag.is_self_closing());
    }
    out.end_row();
  }

 private:
  Extractor extractor_;
  Tree tree_;
};

class InnerRows {
 public:
  explicit InnerRows(Inner inner) : inner_(std::move(inner)) {}

  static Column empty() { return text(""); }

  void add_row(std::string_view text, Column& out) {
    const auto content = inner_.read(text);
    content ? out.add(*content) : out.add_null();
  }

 private:
  Inner inner_;
};

constexpr std::size_t max_threads = 256;  // more do not help

template <class Rows>
Column read_some(Rows rows, const TextColumn& column, std::size_t begin, std::size_t end) {
  Column out = Rows::empty();
  for (std::size_t i = begin; i < end; ++i) {
    const TextColumn::Row& row = column.rows()[i];
    row ? rows.add_row(*row, out) : out.add_null();
  }
  return out;
}

// The end of each thread's rows, chosen so that all threads get about the same number of bytes.
std::vector<std::size_t> shares(const std::vector<TextColumn::Row>& rows, std::size_t threads) {
  std::size_t bytes = rows.size();
  for (const TextColumn::Row& row : rows) bytes += row ? row->size() : 0;
  std::vector<std::size_t> ends;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    seen += 1 + (rows[i] ? rows[i]->size() : 0);
    if (ends.size() + 1 < threads && seen >= bytes / threads * (ends.size() + 1)) {
      ends.push_back(i + 1);
    }
  }
  ends.push_back(rows.size());
  return ends;
}

// Calls `work(i)` for all i below `count`. Each call but the first runs on its own thread, if a
// thread can be started. An exception of a call is thrown again when all calls have ended.
template <class Work>
void do_all(std::size_t count, Work work) {
  std::vector<std::exception_ptr> thrown(count);
  const auto work_on = [&](std::size_t i) {
    try {
      work(i);
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  others.reserve(count);
  std::size_t started = 1;
  try {
    for (; started < count; ++started) others.emplace_back(work_on, started);
  } catch (const std::system_error&) {  // there are no more threads
  }
  work_on(0);
  for (std::size_t i = started; i < count; ++i) work_on(i);
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

template <class Rows, class Make>
Column read_column(const TextColumn& column, std::size_t threads, Make make) {
  const std::vector<std::size_t> ends = shares(column.rows(), std::min(threads, max_threads));
  std::vector<Column> parts(ends.size(), Rows::empty());
  do_all(ends.size(), [&](std::size_t i) {
    parts[i] = read_some(make(), column, i == 0 ? 0 : ends[i - 1], ends[i]);
  });
  for (std::size_t i = 1; i < parts.size(); ++i) parts[0].append(std::move(parts[i]));
  return std::move(parts[0]);
}

std::size_t read_threads(nb::handle value) {
  const std::size_t threads = size_of(value).value_or(0);
  if (threads == 0) throw nb::value_error("threads: give a number of at least 1");
  return threads;
}

template <class Rows, class Make>
PyColumn read(nb::handle object, nb::handle given_threads, Make make) {
  const std::size_t threads = read_threads(given_threads);
  const TextColumn column(object);
  const auto work = [&] { return read_column<Rows>(column, threads, make); };
  std::optional<Column> out;
  {
    nb::gil_scoped_release released;
    out.emplace(work());
  }
  return PyColumn(*std::move(out));
}

template <class Rows>
PyColumn rows_of(nb::handle column, const PyRules& rules, nb::handle threads) {
  return read<Rows>(column, threads, [&] { return Rows(rules.rules); });
}

PyColumn tags(nb::handle column, nb::handle threads, const nb::kwargs& keywords) {
  const Extractor extractor = make_extractor(keywords);
  return read<TagRows>(column, threads, [&] { return TagRows(extractor); });
}

PyColumn inners(nb::handle column, nb::handle name, nb::handle threads,
                const nb::kwargs& keywords) {
  const Inner inner(name, keywords);
  return read<InnerRows>(column, threads, [&] { return InnerRows(inner); });
}

template <class Rows>
void bind_rows(nb::module_& module, const char* name) {
  const std::string signature =
      std::string("def ") + name + "(column: object, rules: Rules, threads: int) -> Column";
  module.def(name, &rows_of<Rows>, nb::arg("column").none(), nb::arg("rules"),
             nb::arg("threads").none(), nb::sig(signature.c_str()));
}

// The type of a column as `tagstream._shapes` has it: a dict is a struct, a list has items of its
// only element.
nb::object shape_of(const Column& column) {
  const std::string& format = column.format();
  if (format == "+L") {
    nb::list list;
    list.append(shape_of(column.children()[0]));
    return list;
  }
  if (format == "+s") {
    nb::dict fields;
    for (const Column& one : column.children()) fields[one.name().c_str()] = shape_of(one);
    return fields;
  }
  const char* const word = format == "U"   ? "text"
                           : format == "l" ? "number"
                           : format == "g" ? "real"
                                           : "flag";
  return nb::str(word);
}

nb::list all_rows(const PyColumn& self) {
  return self.rows(0, 1, static_cast<std::size_t>(self.size()));
}

nb::object item(const PyColumn& self, nb::handle index) {
  if (PySlice_Check(index.ptr())) {
    const auto [begin, end, step, count] =
        nb::borrow<nb::slice>(index).compute(static_cast<std::size_t>(self.size()));
    return self.rows(begin, step, count);
  }
  if (PyUnicode_Check(index.ptr()) != 0) {
    throw nb::type_error(
        "a column has rows, with numbers: column[0]; a field of all rows: "
        "[row[\"content\"] for row in column]");
  }
  const Py_ssize_t at = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
  if (at == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return self.row(at);
}

}  // namespace

void bind_columns(nb::module_& module) {
  module.def(
      "shapes",
      [] {
        return nb::make_tuple(shape_of(MessageRows::empty()), shape_of(CallRows::empty()),
                              shape_of(TagRows::empty()));
      },
      nb::sig("def shapes() -> tuple[dict[str, typing.Any], list[typing.Any], list[typing.Any]]"));
  nb::class_<PyColumn>(module, "Column",
                       "A column of results, for whatever speaks Arrow's PyCapsule interface, and "
                       "for Python and NumPy. A row is a str, a list, a dict, or None.")
      .def("__len__", &PyColumn::size)
      .def("__getitem__", &item, nb::arg("index"),
           nb::sig("@typing.overload\n"
                   "def __getitem__(self, index: typing.SupportsIndex, /) -> typing.Any: ...\n"
                   "@typing.overload\n"
                   "def __getitem__(self, index: slice, /) -> list[typing.Any]"),
           "The row at that place, or a list of rows.")
      .def(
          "__iter__", [](nb::handle self) { return nb::steal(PySeqIter_New(self.ptr())); },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[typing.Any]"))
      .def(
          "to_pylist", [](const PyColumn& self) { return all_rows(self); },
          nb::sig("def to_pylist(self) -> list[typing.Any]"), "All rows, as Python has them.")
      .def(
          "__repr__",
          [](nb::handle self) {
            return nb::module_::import_("tagstream._column").attr("repr_of")(self);
          },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "_repr_html_",
          [](nb::handle self) {
            return nb::module_::import_("tagstream._html").attr("of_column")(self);
          },
          nb::sig("def _repr_html_(self) -> str"), "A table of its first rows, for notebooks.")
      .def(
          "__array__",
          [](nb::handle self, nb::handle dtype, nb::handle copy) {
            return nb::module_::import_("tagstream._column").attr("array_of")(self, dtype, copy);
          },
          nb::arg("dtype").none() = nb::none(), nb::arg("copy").none() = nb::none(),
          nb::sig("def __array__(self, dtype: typing.Any = None, copy: bool | None = None) -> "
                  "typing.Any"),
          "The rows as an array of NumPy: of objects, unless `dtype` says another type.")
      .def("__arrow_c_schema__", &PyColumn::schema,
           nb::sig("def __arrow_c_schema__(self) -> object"))
      .def(
          "__arrow_c_array__",
          [](const PyColumn& self, nb::handle) {
            return nb::make_tuple(self.schema(), self.array());
          },
          nb::arg("requested_schema").none() = nb::none(),
          nb::sig("def __arrow_c_array__(self, requested_schema: object = None) -> "
                  "tuple[object, object]"));
  bind_rows<MessageRows>(module, "_read_column");
  bind_rows<CallRows>(module, "_calls_column");
  bind_rows<TextRows>(module, "_text_column");
  module.def("_extract_column", &tags, nb::arg("column").none(), nb::arg("threads").none(),
             nb::arg("options"),
             nb::sig("def _extract_column(column: object, threads: int, "
                     "**options: typing_extensions.Unpack[tagstream._options.ExtractOptions]) -> "
                     "Column"));
  module.def("_inner_column", &inners, nb::arg("column").none(), nb::arg("name"),
             nb::arg("threads").none(), nb::arg("options"),
             nb::sig("def _inner_column(column: object, name: str, threads: int, "
                     "**options: typing_extensions.Unpack[tagstream._options.InnerOptions]) -> "
                     "Column"));
}

}  // namespace tagstream::python
