#include "tagstream/tree.hpp"

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <utility>

#include "bind.hpp"
#include "names.hpp"
#include "options.hpp"
#include "pickle.hpp"
#include "tagstream/extract.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

// A tree with the text that its views point to. Tags share it, so it is never moved.
struct TreeData {
  Tree tree;
  nb::object owner;  // owns the text, if the tree does not
  Mode mode = Mode::str;
  TextOffsets points{OffsetUnit::code_points};  // of the text
  std::uint64_t begin = 0;                      // of the text in the stream, in bytes
  std::uint64_t counted = 0;                    // the same offset in the caller's units

  [[nodiscard]] std::uint64_t offset(std::uint64_t byte) const {
    return mode == Mode::str ? counted + points.of(byte - begin) : byte;
  }
};

struct PyTree {
  std::shared_ptr<const TreeData> data;
};

struct PyTag {
  std::shared_ptr<const TreeData> data;
  std::size_t index = 0;

  [[nodiscard]] tagstream::Tag tag() const { return data->tree[index]; }
  [[nodiscard]] nb::object str(std::string_view text) const { return to_str(text, data->mode); }
};

nb::object tag_list(const std::shared_ptr<const TreeData>& data,
                    const std::vector<tagstream::Tag>& tags) {
  nb::list list;
  for (const tagstream::Tag& tag : tags) list.append(nb::cast(PyTag{data, tag.index()}));
  return list;
}

nb::object diagnostics(const TreeData& data) {
  nb::list list;
  for (Diagnostic& one : data.tree.diagnostics()) {
    one.offset = data.offset(one.offset);
    list.append(to_value(one, data.mode));
  }
  return list;
}

nb::object find(const PyTree& self, nb::handle name) {
  const auto found = self.data->tree.find(name_of(name));
  return found ? nb::cast(PyTag{self.data, found->index()}) : nb::none();
}

nb::object find_all(const PyTree& self, nb::handle name) {
  nb::list list;
  for (const tagstream::Tag& tag : self.data->tree.find_all(name_of(name))) {
    list.append(nb::cast(PyTag{self.data, tag.index()}));
  }
  return list;
}

nb::object iterator(const PyTree& self) {
  nb::list list;
  for (std::size_t i = 0; i < self.data->tree.size(); ++i) {
    list.append(nb::cast(PyTag{self.data, i}));
  }
  return nb::iter(list);
}

nb::object item(const PyTree& self, nb::handle place) {
  if (PyUnicode_Check(place.ptr())) {
    raise(PyExc_TypeError, "a Tree has places and no names: find(" +
                               to_bytes(nb::repr(place), Mode::str) +
                               ") is the first tag of that name");
  }
  Py_ssize_t index = PyNumber_AsSsize_t(place.ptr(), PyExc_IndexError);
  if (index == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  const auto size = static_cast<Py_ssize_t>(self.data->tree.size());
  if (index < 0) index += size;
  if (index < 0 || index >= size) throw nb::index_error("there is no such tag");
  return nb::cast(PyTag{self.data, static_cast<std::size_t>(index)});
}

nb::object attribute(const PyTag& self, nb::handle name) {
  const auto value = self.tag().attribute(name_of(name));
  return value ? self.str(*value) : nb::none();
}

nb::object parent(const PyTag& self) {
  const auto tag = self.tag().parent();
  return tag ? nb::cast(PyTag{self.data, tag->index()}) : nb::none();
}

bool equal(const PyTag& a, const PyTag& b) {
  const tagstream::Tag one = a.tag();
  const tagstream::Tag other = b.tag();
  return one.raw_tag() == other.raw_tag() && one.content() == other.content() &&
         a.data->offset(one.start()) == b.data->offset(other.start()) &&
         a.data->offset(one.end()) == b.data->offset(other.end()) &&
         one.is_closed() == other.is_closed() && one.depth() == other.depth();
}

nb::object repr(const PyTag& self) {
  nb::dict fields;
  fields["name"] = self.str(self.tag().name());
  const nb::object attributes = to_attributes(self.tag().attributes(), self.data->mode);
  if (nb::len(attributes) != 0) fields["attributes"] = attributes;
  fields["content"] = self.str(self.tag().content());
  fields["start"] = self.data->offset(self.tag().start());
  fields["end"] = self.data->offset(self.tag().end());
  if (!self.tag().is_closed()) fields["is_closed"] = false;
  return to_repr("Tag", fields);
}

// ---- whole texts -----------------------------------------------------------------------------

PyTree extract_with(const Extractor& extractor, nb::handle object) {
  const Input input(object);
  auto data = std::make_shared<TreeData>();
  data->mode = input.mode();
  data->owner = input.owner();
  const std::string_view text = input.view();
  unlocked(text.size(), [&] {
    if (data->mode == Mode::str) data->points.add(text);
    extractor.extract_into(text, data->tree);
  });
  return {std::move(data)};
}

nb::object inner(nb::handle object, nb::handle name, const nb::kwargs& keywords) {
  Inner finder(name, keywords);
  const Input input(object);
  const std::string_view text = input.view();
  const auto content = unlocked(text.size(), [&] { return finder.read(text); });
  return content ? to_str(*content, input.mode()) : nb::none();
}

// ---- the text in pieces ----------------------------------------------------------------------

// A stream that is made at the first feed, which decides its mode.
class PyExtractStream {
 public:
  explicit PyExtractStream(Extractor extractor) : extractor_(std::move(extractor)) {}

  nb::object feed(nb::handle object) {
    const Input chunk(object);
    const Turn turn(is_busy_);
    if (has_finished_) throw nb::value_error("feed after finish: call reset first");
    if (mode_ == Mode::unset) mode_ = chunk.mode();
    if (mode_ != chunk.mode()) {
      throw nb::type_error("str and bytes in one stream: call reset between them");
    }
    const std::string_view text = chunk.view();
    return tags_of(unlocked(text.size(), [&]() -> const Tree& {
      if (mode_ == Mode::str) points_.add(text);
      return stream().feed(text);
    }));
  }

  nb::object finish() {
    const Turn turn(is_busy_);
    has_finished_ = true;
    return tags_of(stream().finish());
  }

  void reset() {
    const Turn turn(is_busy_);
    stream_.reset();
    points_.reset();
    found_ = nb::object();
    mode_ = Mode::unset;
    has_finished_ = false;
  }

  [[nodiscard]] nb::object diagnostics() const {
    return found_.is_valid() ? found_ : nb::object(nb::list());
  }

  [[nodiscard]] nb::object stats() {
    const Turn turn(is_busy_);
    return to_value(stream().stats(), Mode::str);
  }

 private:
  ExtractStream& stream() {
    if (stream_ == nullptr)
      stream_ = std::make_unique<ExtractStream>(*ExtractStream::make(extractor_.options()));
    return *stream_;
  }

  // The tree lives only until the next feed, so Python gets a copy with its own text.
  nb::object tags_of(const Tree& tree) {
    found_ = nb::object();
    if (tree.empty() && tree.diagnostics().empty()) return nb::list();
    auto data = std::make_shared<TreeData>();
    data->tree = tree.with_own_text();
    data->mode = mode_;
    data->begin = tree.text_start();
    if (mode_ == Mode::str) {
      data->counted = points_.of(data->begin);
      data->points.add(data->tree.text());
    }
    found_ = python::diagnostics(*data);
    return tag_list(data, data->tree.tags());
  }

  Extractor extractor_;
  std::unique_ptr<ExtractStream> stream_;
  TextOffsets points_{OffsetUnit::code_points};
  nb::object found_;
  Mode mode_ = Mode::unset;
  bool has_finished_ = false;
  bool is_busy_ = false;
};

// ---- binding ---------------------------------------------------------------------------------

void bind_tags(nb::module_& module) {
  nb::class_<PyTag> tag(module, "Tag", "One tag of a tree. It keeps the text alive.");
  tag.def_prop_ro(
         "name", [](const PyTag& t) { return t.str(t.tag().name()); },
         nb::sig("def name(self) -> str"), "The name as written.")
      .def_prop_ro(
          "content", [](const PyTag& t) { return t.str(t.tag().content()); },
          nb::sig("def content(self) -> str"),
          "The raw text between the tags, nested markup included.")
      .def_prop_ro(
          "attributes",
          [](const PyTag& t) { return to_attributes(t.tag().attributes(), t.data->mode); },
          nb::sig("def attributes(self) -> tagstream._types.Attributes"),
          "The attributes of the opening tag.")
      .def("attribute", &attribute, nb::sig("def attribute(self, name: str, /) -> str | None"),
           "The value of the first attribute of that name; None if it is absent.")
      .def_prop_ro(
          "raw_tag", [](const PyTag& t) { return t.str(t.tag().raw_tag()); },
          nb::sig("def raw_tag(self) -> str"), "The opening tag as written.")
      .def_prop_ro(
          "start", [](const PyTag& t) { return t.data->offset(t.tag().start()); },
          "The offset of the opening tag.")
      .def_prop_ro(
          "end", [](const PyTag& t) { return t.data->offset(t.tag().end()); },
          "One past the closing tag, or the end of an element without one.")
      .def_prop_ro(
          "content_start", [](const PyTag& t) { return t.data->offset(t.tag().content_start()); },
          "The offset of the raw content.")
      .def_prop_ro(
          "content_end", [](const PyTag& t) { return t.data->offset(t.tag().content_end()); },
          "One past the raw content.")
      .def_prop_ro(
          "is_closed", [](const PyTag& t) { return t.tag().is_closed(); },
          "The closing tag is there, or none is needed.")
      .def_prop_ro(
          "is_self_closing", [](const PyTag& t) { return t.tag().is_self_closing(); },
          "The tag is written `<name/>`.")
      .def_prop_ro(
          "depth", [](const PyTag& t) { return t.tag().depth(); }, "1 for a top-level tag.")
      .def_prop_ro(
          "index", [](const PyTag& t) { return t.tag().index(); }, "Its place in order of opening.")
      .def_prop_ro("parent", &parent, nb::sig("def parent(self) -> Tag | None"),
                   "The tag around it; None for a top-level tag.")
      .def_prop_ro(
          "children", [](const PyTag& t) { return tag_list(t.data, t.tag().children()); },
          nb::sig("def children(self) -> list[Tag]"), "The tags directly inside it, in order.")
      .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"))
      .def(
          "__eq__",
          [](const PyTag& self, nb::handle other) -> nb::object {
            if (!nb::isinstance<PyTag>(other)) return nb::borrow(Py_NotImplemented);
            return nb::bool_(equal(self, nb::cast<const PyTag&>(other)));
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const PyTag& t) { return t.data->offset(t.tag().start()) >> 1U; });
  make_own_copy(tag, "Tag");
  tag.attr("__match_args__") = nb::make_tuple("name", "content");

  nb::class_<PyTree> tree(module, "Tree", "The tags of a text. It keeps the text alive.");
  make_own_copy(tree, "Tree");
  tree.def_prop_ro(
          "tags", [](const PyTree& t) { return tag_list(t.data, t.data->tree.tags()); },
          nb::sig("def tags(self) -> list[Tag]"), "The tags that stand in no other, in order.")
      .def("__len__", [](const PyTree& t) { return t.data->tree.size(); })
      .def("__iter__", &iterator, nb::sig("def __iter__(self) -> collections.abc.Iterator[Tag]"),
           "All tags, all depths, in order of opening.")
      .def("__getitem__", &item, nb::sig("def __getitem__(self, index: int, /) -> Tag"),
           "The tag of that index, counted in order of opening, all depths.")
      .def("find", &find, nb::sig("def find(self, name: str, /) -> Tag | None"),
           "The first tag of that name, depth-first.")
      .def("find_all", &find_all, nb::sig("def find_all(self, name: str, /) -> list[Tag]"),
           "All tags of that name, in order of opening, whatever they stand in.")
      .def_prop_ro(
          "diagnostics", [](const PyTree& t) { return diagnostics(*t.data); },
          nb::sig("def diagnostics(self) -> list[tagstream._types.Diagnostic]"),
          "Remarks on the text: unclosed, stray and unfinished tags.")
      .def(
          "__repr__",
          [](const PyTree& t) {
            nb::dict fields;
            fields["tags"] = tag_list(t.data, t.data->tree.tags());
            return to_repr("Tree", fields);
          },
          nb::sig("def __repr__(self) -> str"));
}

void bind_extractor(nb::module_& module) {
  nb::class_<PyExtractStream>(
      module, "ExtractStream",
      "Every tag of a text that arrives in pieces, each when it is complete. Its options are those "
      "of `extract`.")
      .def(
          "__init__",
          [](PyExtractStream* self, const nb::args& arguments, const nb::kwargs& keywords) {
            refuse_unnamed(arguments, "names", "'b'");
            new (self) PyExtractStream(make_extractor(keywords));
          },
          nb::sig(
              "def __init__(self, "
              "**options: typing_extensions.Unpack[tagstream._options.ExtractOptions]) -> None"))
      .def("feed", &PyExtractStream::feed, nb::arg("chunk").none(),
           nb::sig("def feed(self, chunk: str | typing_extensions.Buffer, /) -> list[Tag]"),
           "The top-level tags that this chunk completes, with all that is in them.")
      .def("finish", &PyExtractStream::finish, nb::sig("def finish(self) -> list[Tag]"),
           "The rest: what is open ends here.")
      .def("reset", &PyExtractStream::reset, "Forgets the stream, and is ready for the next one.")
      .def_prop_ro("diagnostics", &PyExtractStream::diagnostics,
                   nb::sig("def diagnostics(self) -> list[tagstream._types.Diagnostic]"),
                   "Those of the last feed or finish.")
      .def_prop_ro("stats", &PyExtractStream::stats,
                   nb::sig("def stats(self) -> tagstream._types.Stats"),
                   "Counters of the work so far.");
}

}  // namespace

void bind_tree(nb::module_& module) {
  const std::string words = with_options("The tags of a whole text.", extract_option_infos());
  bind_tags(module);
  bind_extractor(module);
  module.def(
      "extract",
      [](const nb::args& arguments, const nb::kwargs& keywords) {
        const nb::object text =
            first_of(arguments, "no text: extract takes it first, without a name");
        refuse_unnamed(after_first(arguments), "names", "'b'");
        return extract_with(make_extractor(keywords), text);
      },
      nb::sig("def extract(text: str | typing_extensions.Buffer, /, "
              "**options: typing_extensions.Unpack[tagstream._options.ExtractOptions]) -> Tree"),
      words.c_str());
  module.def("inner", &inner, nb::arg("text").none(), nb::arg("name"), nb::arg("options"),
             nb::sig("def inner(text: str | typing_extensions.Buffer, name: str, "
                     "**options: typing_extensions.Unpack[tagstream._options.InnerOptions]) -> "
                     "str | None"),
             "The raw content of the first outermost `<name …>…</name>`; None if there is none, "
             "or if it is never closed. Its options are those of `extract`, but for `names` and "
             "`max_depth`.");
}

}  // namespace tagstream::python
