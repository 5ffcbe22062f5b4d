#include "options.hpp"

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "names.hpp"
#include "pickle.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

[[noreturn]] void refuse(const char* name, const std::string& what) {
  raise(PyExc_ValueError, std::string(name) + ": " + what);
}

const char* to_string(OnLimit policy) {
  switch (policy) {
    case OnLimit::text: return "text";
    case OnLimit::stop: return "error";
  }
  return "unknown";
}

// ---- values ----------------------------------------------------------------------------------

void read(const char* name, nb::handle value, std::string& into) {
  if (!PyUnicode_Check(value.ptr())) refuse(name, "give a str");
  into = to_bytes(value, Mode::str);
}

void read(const char* name, nb::handle value, bool& into) {
  if (!PyBool_Check(value.ptr())) refuse(name, "give True or False");
  into = value.is(Py_True);
}

// None is no limit.
void read(const char* name, nb::handle value, std::size_t& into) {
  if (value.is_none()) {
    into = Limits::none;
    return;
  }
  if (const std::optional<std::size_t> size = size_of(value)) {
    into = *size;
    return;
  }
  refuse(name, "give a number that is not negative, or None for no limit");
}

template <class E>
requires std::is_enum_v<E>
void read(const char* name, nb::handle value, E& into) {
  const std::string word = PyUnicode_Check(value.ptr()) ? to_bytes(value, Mode::str) : "";
  std::string words;
  for (int i = 0;; ++i) {
    const std::string_view one = to_string(static_cast<E>(i));
    if (one == "unknown") break;
    if (one == word) {
      into = static_cast<E>(i);
      return;
    }
    if (!words.empty()) words += '|';
    words += one;
  }
  refuse(name, "give " + words + ", not '" + word + "'");
}

// None is as the row of the family says.
template <class T>
void read(const char* name, nb::handle value, std::optional<T>& into) {
  if (value.is_none()) {
    into.reset();
  } else {
    read(name, value, into.emplace());
  }
}

void read(const char* name, nb::handle value, Rule& into) {
  if (!nb::isinstance<Rule>(value)) refuse(name, "give rules such as hide('thinking')");
  into = nb::cast<Rule>(value);
}

// A str is not meant as the list of its letters.
template <class T>
void read(const char* name, nb::handle value, std::vector<T>& into) {
  nb::object items;
  if (!PyUnicode_Check(value.ptr())) items = nb::steal(PyObject_GetIter(value.ptr()));
  if (!items.is_valid()) {
    forgive(PyExc_TypeError);
    refuse(name, "give a list");
  }
  const nb::object list = nb::steal(PySequence_List(items.ptr()));
  if (!list.is_valid()) throw nb::python_error();  // the caller's own, of a generator
  into.clear();
  for (nb::handle one : nb::borrow<nb::list>(list)) read(name, one, into.emplace_back());
}

// The JSON of it. What `json` refuses is a wrong option.
nb::object dumped(const char* name, nb::handle value) {
  try {
    return nb::module_::import_("json").attr("dumps")(value);
  } catch (nb::python_error& error) {
    const bool is_no_json = error.matches(PyExc_TypeError) || error.matches(PyExc_ValueError) ||
                            error.matches(PyExc_RecursionError);
    if (!is_no_json) throw;
    const std::string why = to_bytes(nb::str(error.value()), Mode::str);
    refuse(name, "give JSON, or what JSON would be read as: " + why);
  }
}

// Schemas are JSON, or what JSON would be read as.
void read(const char* name, nb::handle value, std::vector<ToolSchema>& into) {
  const bool is_json = PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr());
  const nb::object json = is_json ? nb::borrow(value) : dumped(name, value);
  auto schemas = read_schemas(Input(json).view());
  if (!schemas) raise(schemas.error());
  into = *std::move(schemas);
}

// ---- tables of options -----------------------------------------------------------------------

template <class O>
struct Field {
  const char* name;
  void (*read)(const char* name, nb::handle value, O& options);
};

template <class O, auto member>
constexpr Field<O> field(const char* name) {
  return {name, [](const char* its_name, nb::handle value, O& options) {
            read(its_name, value, options.*member);
          }};
}

template <class O, auto member>
constexpr Field<O> limit(const char* name) {
  return {name, [](const char* its_name, nb::handle value, O& options) {
            read(its_name, value, options.limits.*member);
          }};
}

template <class O>
constexpr Field<O> limits[] = {
    limit<O, &Limits::max_tag_bytes>("max_tag_bytes"),
    limit<O, &Limits::max_held_bytes>("max_held_bytes"),
    limit<O, &Limits::max_section_bytes>("max_section_bytes"),
    limit<O, &Limits::max_attributes>("max_attributes"),
    limit<O, &Limits::on_limit>("on_limit"),
};

using F = FilterOptions;
constexpr Field<F> filter_fields[] = {
    field<F, &F::rules>("rules"),
    field<F, &F::nesting>("nesting"),
    field<F, &F::on_unclosed>("on_unclosed"),
    field<F, &F::start_inside>("start_inside"),
    field<F, &F::leading_only>("leading_only"),
    field<F, &F::ignore_case>("ignore_case"),
    field<F, &F::markdown_code>("markdown_code"),
};

using T = ToolOptions;
constexpr Field<T> tool_fields[] = {
    field<T, &T::rules>("rules"),
    field<T, &T::nesting>("nesting"),
    field<T, &T::on_unclosed>("on_unclosed"),
    field<T, &T::start_inside>("start_inside"),
    field<T, &T::leading_only>("leading_only"),
    field<T, &T::on_unclosed_call>("on_unclosed_call"),
    field<T, &T::bad_calls>("bad_calls"),
    field<T, &T::strict_json>("strict_json"),
    field<T, &T::incremental>("incremental"),
    field<T, &T::ignore_case>("ignore_case"),
    field<T, &T::markdown_code>("markdown_code"),
    field<T, &T::schemas>("schemas"),
};

using P = ParseOptions;
constexpr Field<P> parse_fields[] = {
    field<P, &P::dialect>("dialect"),
    field<P, &P::format>("format"),
    field<P, &P::reasoning>("reasoning"),
    field<P, &P::tool_format>("tool_format"),
    field<P, &P::start_in_reasoning>("start_in_reasoning"),
    field<P, &P::no_reasoning>("no_reasoning"),
    field<P, &P::reasoning_again>("reasoning_again"),
    field<P, &P::unclosed_reasoning>("unclosed_reasoning"),
    field<P, &P::id_style>("id_style"),
    field<P, &P::calls_in_reasoning>("calls_in_reasoning"),
    field<P, &P::on_unclosed_call>("on_unclosed_call"),
    field<P, &P::tool_choice>("tool_choice"),
    field<P, &P::tool_name>("tool_name"),
    field<P, &P::no_parallel>("no_parallel"),
    field<P, &P::only_offered>("only_offered"),
    field<P, &P::bad_calls>("bad_calls"),
    field<P, &P::trim>("trim"),
    field<P, &P::strict_json>("strict_json"),
    field<P, &P::incremental>("incremental"),
    field<P, &P::drop>("drop"),
    field<P, &P::ignore_case>("ignore_case"),
    field<P, &P::markdown_code>("markdown_code"),
    field<P, &P::schemas>("schemas"),
};

using H = ThoughtOptions;
constexpr Field<H> thought_fields[] = {
    field<H, &H::names>("names"),
    field<H, &H::nesting>("nesting"),
    field<H, &H::live>("live"),
    field<H, &H::ignore_case>("ignore_case"),
    field<H, &H::markdown_code>("markdown_code"),
};

using X = ExtractOptions;
constexpr Field<X> extract_fields[] = {
    field<X, &X::names>("names"),           field<X, &X::ignore_case>("ignore_case"),
    field<X, &X::max_depth>("max_depth"),   field<X, &X::unclosed>("unclosed"),
    field<X, &X::last_close>("last_close"), field<X, &X::markdown_code>("markdown_code"),
};

using N = TokenizerOptions;
constexpr Field<N> token_fields[] = {
    field<N, &N::names>("names"),
    field<N, &N::markers_only>("markers_only"),
    field<N, &N::markers>("markers"),
    field<N, &N::ignore_case>("ignore_case"),
};

using W = wire::RewriteOptions;
constexpr Field<W> rewrite_fields[] = {
    field<W, &W::reasoning_field>("reasoning_field"),
    field<W, &W::prompt_tail>("prompt_tail"),
    field<W, &W::id_seed>("id_seed"),
    field<W, &W::max_event_bytes>("max_event_bytes"),
};

template <class O, std::size_t n>
bool read_one(const Field<O> (&fields)[n], std::string_view name, nb::handle value, O& options) {
  for (const Field<O>& one : fields) {
    if (name != one.name) continue;
    one.read(one.name, value, options);
    return true;
  }
  return false;
}

template <class O, std::size_t n>
void read_all(const Field<O> (&fields)[n], const nb::kwargs& keywords, O& options) {
  for (auto [key, value] : keywords) {
    const std::string name = to_bytes(key, Mode::str);
    if (!read_one(fields, name, value, options) && !read_one(limits<O>, name, value, options)) {
      raise(PyExc_TypeError, "there is no option '" + name + "'");
    }
  }
}

}  // namespace

void read_options(const nb::kwargs& keywords, FilterOptions& options) {
  read_all(filter_fields, keywords, options);
}
void read_options(const nb::kwargs& keywords, ToolOptions& options) {
  read_all(tool_fields, keywords, options);
}
void read_options(const nb::kwargs& keywords, ParseOptions& options) {
  read_all(parse_fields, keywords, options);
}
void read_options(const nb::kwargs& keywords, ThoughtOptions& options) {
  read_all(thought_fields, keywords, options);
}
void read_options(const nb::kwargs& keywords, ExtractOptions& options) {
  read_all(extract_fields, keywords, options);
}
void read_options(const nb::kwargs& keywords, TokenizerOptions& options) {
  read_all(token_fields, keywords, options);
}

std::size_t read_size(const char* name, nb::handle value) {
  std::size_t size = 0;
  read(name, value, size);
  return size;
}

nb::kwargs take_options(const nb::kwargs& keywords, wire::RewriteOptions& options) {
  nb::kwargs others;
  for (auto [key, value] : keywords) {
    if (!read_one(rewrite_fields, to_bytes(key, Mode::str), value, options)) others[key] = value;
  }
  return others;
}

std::vector<Rule> read_rules(nb::handle list) {
  std::vector<Rule> rules;
  read("rules", list, rules);
  return rules;
}

// ---- rules -----------------------------------------------------------------------------------

namespace {

std::string text_of(nb::handle str) {
  std::string text;
  read("a name or marker", str, text);
  return text;
}

template <Rule (*make)(std::string)>
Rule named(nb::handle name) {
  return make(text_of(name));
}

template <Rule (*make)(std::string, std::string)>
Rule between(nb::handle open, nb::handle close) {
  return make(text_of(open), text_of(close));
}

CallBody body_of(nb::handle word) {
  CallBody body = CallBody::automatic;
  read("body", word, body);
  return body;
}

const char* to_string(Action action) {
  constexpr const char* words[] = {"hide", "unwrap", "record", "call"};
  return words[static_cast<std::size_t>(action)];
}

nb::object repr(const Rule& rule) {
  std::string text = to_string(rule.action);
  const auto quoted = [](const std::string& one) {
    return to_bytes(nb::repr(to_str(one, Mode::str)), Mode::str);
  };
  text += rule.name.empty() ? "_between(" + quoted(rule.open) + ", " + quoted(rule.close)
                            : '(' + quoted(rule.name);
  if (rule.body != CallBody::automatic) text += ", body=" + quoted(to_string(rule.body));
  return to_str(text + ')', Mode::str);
}

}  // namespace

template <class Archive>
void fields(Archive& archive, Rule& rule) {
  archive(rule.action, rule.name, rule.open, rule.close, rule.body);
}

void bind_rules(nb::module_& module) {
  nb::class_<Rule> rule(module, "Rule",
                        "A tag name, or a pair of literal markers, and what to do.");
  make_own_copy(rule, "Rule");
  make_picklable<Rule>(rule);
  rule.def("__repr__", &repr, nb::sig("def __repr__(self) -> str"))
      .def(
          "__eq__",
          [](const Rule& self, nb::handle other) -> nb::object {
            if (!nb::isinstance<Rule>(other)) return nb::borrow(Py_NotImplemented);
            return nb::bool_(self == nb::cast<const Rule&>(other));
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Rule& self) { return std::hash<std::string>()(self.name) >> 1U; });
  module.def("hide", &named<&hide>, nb::arg("name").none(), nb::sig("def hide(name: str) -> Rule"),
             "Takes `<name …>…</name>` out of the visible text and records it.");
  module.def("unwrap", &named<&unwrap>, nb::arg("name").none(),
             nb::sig("def unwrap(name: str) -> Rule"),
             "Takes the tags out and leaves what is between.");
  module.def("record", &named<&record>, nb::arg("name").none(),
             nb::sig("def record(name: str) -> Rule"),
             "Leaves the element where it is and records it as well.");
  module.def("hide_between", &between<&hide_between>, nb::arg("open").none(),
             nb::arg("close").none(), nb::sig("def hide_between(open: str, close: str) -> Rule"),
             "The same as `hide` for two literal markers.");
  module.def("unwrap_between", &between<&unwrap_between>, nb::arg("open").none(),
             nb::arg("close").none(), nb::sig("def unwrap_between(open: str, close: str) -> Rule"),
             "The same as `unwrap` for two literal markers.");
  module.def("record_between", &between<&record_between>, nb::arg("open").none(),
             nb::arg("close").none(), nb::sig("def record_between(open: str, close: str) -> Rule"),
             "The same as `record` for two literal markers.");
  module.def(
      "call", [](nb::handle name, nb::handle body) { return call(text_of(name), body_of(body)); },
      nb::arg("name").none(), nb::arg("body").none() = "auto",
      nb::sig("def call(name: str, body: str = 'auto') -> Rule"),
      "Reads `<name …>body</name>` as a tool call.");
  module.def(
      "call_between",
      [](nb::handle open, nb::handle close, nb::handle body) {
        return call_between(text_of(open), text_of(close), body_of(body));
      },
      nb::arg("open").none(), nb::arg("close").none(), nb::arg("body").none() = "auto",
      nb::sig("def call_between(open: str, close: str, body: str = 'auto') -> Rule"),
      "The same for two markers. Without `close` the JSON value ends the call.");
}

}  // namespace tagstream::python
