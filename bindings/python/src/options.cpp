#include "options.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/text.hpp"
#include "bind.hpp"
#include "names.hpp"
#include "options/json_complaint.hpp"
#include "options/option_table.hpp"
#include "pickle.hpp"
#include "tagstream/json_tree.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

using Type = OptionInfo::Type;

[[noreturn]] void refuse(std::string_view name, const std::string& what) {
  raise_option(name, std::string(name) + ": " + what);
}

// ---- values as the table takes them ----------------------------------------------------------

// The value as JSON. A value that Python's `json` refuses is a wrong option.
std::string dumped(std::string_view name, nb::handle value) {
  try {
    return to_bytes(nb::module_::import_("json").attr("dumps")(value), Mode::str);
  } catch (nb::python_error& error) {
    const bool is_no_json = error.matches(PyExc_TypeError) || error.matches(PyExc_ValueError) ||
                            error.matches(PyExc_RecursionError);
    if (!is_no_json) throw;
    const std::string why = to_bytes(nb::str(error.value()), Mode::str);
    refuse(name, "JSON can't hold this value: " + why);
  }
}

// The value in a message: as Python shows it, if that is short.
std::string shown(nb::handle value) {
  std::string text = to_bytes(nb::repr(value), Mode::str);
  if (text.size() <= 100 && text.find('\n') == std::string::npos) return text;
  return "a value of type " + to_bytes(value.type().attr("__name__"), Mode::str);
}

// The value of an option that is a text. One that takes JSON may also be a Python list or dict,
// which becomes JSON.
std::string text_value(const OptionInfo& info, nb::handle value) {
  if (PyUnicode_Check(value.ptr())) return to_bytes(value, Mode::str);
  if (PyBytes_Check(value.ptr()) && info.type != Type::text) {
    return std::string(Input(value).view());
  }
  if (info.type == Type::json) return dumped(info.name, value);
  if (nb::hasattr(value, "__arrow_c_stream__")) {
    refuse(info.name,
           "one value for all rows, and no column; ts_read of tagstream.duckdb takes "
           "a column of options");
  }
  refuse(info.name, shown(value) + " is not a str");
}

bool is_pair(nb::handle value) {
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr())) return false;
  const nb::object parts = nb::steal(PySequence_Tuple(value.ptr()));
  return nb::len(parts) == 2 && PyUnicode_Check(nb::object(parts[0]).ptr()) &&
         PyUnicode_Check(nb::object(parts[1]).ptr());
}

// The entries of a list option. A str is one entry; in a list each item is a str, or a pair of
// markers.
std::vector<std::string> list_values(std::string_view name, nb::handle value) {
  if (PyUnicode_Check(value.ptr())) return {to_bytes(value, Mode::str)};
  nb::object items = nb::steal(PyObject_GetIter(value.ptr()));
  if (!items.is_valid() || PyBytes_Check(value.ptr())) {
    forgive(PyExc_TypeError);
    refuse(name, shown(value) + " is neither a str nor a list of them");
  }
  const nb::object list = nb::steal(PySequence_List(items.ptr()));
  if (!list.is_valid()) throw nb::python_error();  // an exception in the caller's generator
  std::vector<std::string> values;
  for (nb::handle one : nb::borrow<nb::list>(list)) {
    if (PyUnicode_Check(one.ptr())) {
      values.push_back(to_bytes(one, Mode::str));
    } else if (is_pair(one)) {
      const nb::object pair = nb::steal(PySequence_Tuple(one.ptr()));
      values.push_back(between(to_bytes(nb::object(pair[0]), Mode::str),
                               to_bytes(nb::object(pair[1]), Mode::str)));
    } else {
      refuse(name, shown(one) + " is neither a str nor two of them");
    }
  }
  return values;
}

bool is_too_large(nb::handle value) {
  return PyLong_CheckExact(value.ptr()) && value > nb::int_(0) && !size_of(value);
}

// A number as `Options::set` takes it.
std::string number_value(const OptionInfo& info, nb::handle value) {
  if (PyUnicode_Check(value.ptr())) return to_bytes(value, Mode::str);
  if (const std::optional<std::size_t> size = size_of(value)) return std::to_string(*size);
  const bool is_size = info.type == Type::size;
  if (is_too_large(value)) {
    refuse(info.name, shown(value) + " is too large" + (is_size ? ": None is no limit" : ""));
  }
  refuse(info.name, shown(value) + (is_size ? " is not a size: give a number that is not negative, "
                                              "'64K' or the like, or None"
                                            : " is not a number of at least 0"));
}

// The values of an option for `Options::set`. None is the default, and for a limit: no limit.
std::vector<std::string> values_of(const OptionInfo& info, nb::handle value) {
  if (value.is_none()) {
    if (info.type != Type::size) return {};
    return {"none"};
  }
  switch (info.type) {
    case Type::text:
    case Type::json:
    case Type::bytes: return {text_value(info, value)};
    case Type::list:
    case Type::rules: return list_values(info.name, value);
    case Type::boolean:
      if (!PyBool_Check(value.ptr()))
        refuse(info.name, shown(value) + " is neither True nor False");
      return {value.is(Py_True) ? "true" : "false"};
    case Type::choice:
      return {PyUnicode_Check(value.ptr()) ? to_bytes(value, Mode::str) : shown(value)};
    case Type::number:
    case Type::size: return {number_value(info, value)};
  }
  return {};
}

template <class Of>
void set_one(Of& options, const std::string& name, const std::string& value) {
  if (const auto error = options.set(name, value)) raise(*error);
}

template <class Of>
Given read_options(std::span<const OptionInfo> infos, const nb::kwargs& keywords, Of& options) {
  Given given;
  for (auto [key, value] : keywords) {
    const std::string name = to_bytes(key, Mode::str);
    const auto info = std::find_if(infos.begin(), infos.end(),
                                   [&](const OptionInfo& one) { return one.name == name; });
    if (info == infos.end()) {
      if (name == "from_")
        raise_unknown_option(name, "there is no option `from_` here: stream has it");
      const auto error = options.set(name, "");
      std::string message = error ? error->message : name;
      if (message.find("; did you mean") == message.npos) {
        const bool is_of_readers = infos.data() == option_infos().data();
        message += std::string("; help(tagstream.") + (is_of_readers ? "Rules" : "extract") +
                   ") lists all";
      }
      raise_unknown_option(name, message);
    }
    for (const std::string& one : values_of(*info, value)) {
      set_one(options, name, one);
      given.emplace_back(name, one);
    }
  }
  return given;
}

PyRules compiled(Options options, Given given) {
  auto rules = Rules::make(std::move(options));
  if (!rules) raise(rules.error());
  return {*std::move(rules), std::make_shared<const Given>(std::move(given))};
}

PyRules again(const Given& given) {
  Options options;
  for (const auto& [name, value] : given) set_one(options, name, value);
  return compiled(std::move(options), given);
}

// ---- options that come again -----------------------------------------------------------------

void add_part(std::string& key, char type, std::string_view part) {
  key.append(1, type).append(std::to_string(part.size())).append(1, ':').append(part);
}

// Adds a value to a key. Returns false if keys can't have values of this type.
bool add_value(std::string& key, nb::handle value) {
  PyObject* const it = value.ptr();
  if (PyUnicode_Check(it)) {
    add_part(key, 's', Input(value).view());
  } else if (PyBool_Check(it)) {
    add_part(key, value.is(Py_True) ? 't' : 'f', {});
  } else if (value.is_none()) {
    add_part(key, 'n', {});
  } else if (PyLong_CheckExact(it)) {
    const std::optional<std::size_t> size = size_of(value);
    if (!size) return false;
    add_part(key, 'i', std::to_string(*size));
  } else if (PyList_CheckExact(it) || PyTuple_CheckExact(it)) {
    add_part(key, 'l', std::to_string(nb::len(value)));
    for (nb::handle one : value) {
      if (!PyUnicode_Check(one.ptr()) || !add_value(key, one)) return false;
    }
  } else {
    return false;
  }
  return true;
}

// A key for the keywords that were given, to find rules made before; empty if comparing would be
// expensive.
std::string key_of(const nb::kwargs& keywords) {
  constexpr std::size_t longest = std::size_t{1} << 16;
  std::string key;
  for (auto [name, value] : keywords) {
    add_part(key, 'k', Input(name).view());
    if (!add_value(key, value) || key.size() > longest) return {};
  }
  return key;
}

// A cache of the rules that were made last, the latest first. The interpreter's lock guards it.
class Recent {
 public:
  /// The rules with this key; null if there are none.
  const PyRules* find(std::string_view key) {
    const auto found = std::find_if(rules_.begin(), rules_.end(),
                                    [&](const auto& one) { return one.first == key; });
    if (found == rules_.end()) return nullptr;
    std::rotate(rules_.begin(), found, found + 1);
    return &rules_.front().second;
  }

  void add(std::string key, PyRules rules) {
    constexpr std::size_t most = 16;
    if (rules_.size() == most) rules_.pop_back();
    rules_.emplace(rules_.begin(), std::move(key), std::move(rules));
  }

 private:
  std::vector<std::pair<std::string, PyRules>> rules_;
};

// The options that the rules were made of, as keywords.
nb::dict keywords_of(const Given& given) {
  nb::dict keywords;
  for (const auto& [name, value] : given) {
    const auto info = std::find_if(option_infos().begin(), option_infos().end(),
                                   [&](const OptionInfo& one) { return one.name == name; });
    const nb::object key = to_str(name, Mode::str);
    const nb::object text = to_str(value, Mode::str);
    switch (info->type) {
      case Type::boolean: keywords[key] = nb::bool_(value == "true"); break;
      case Type::number:
      case Type::size:
        if (value == "none") {
          keywords[key] = nb::none();
        } else if (value.find_first_not_of("0123456789") == value.npos) {
          keywords[key] = nb::int_(text);
        } else {
          keywords[key] = text;
        }
        break;
      case Type::list:
      case Type::rules:
        if (!keywords.contains(key)) keywords[key] = nb::list();
        nb::cast<nb::list>(keywords[key]).append(text);
        break;
      case Type::text:
      case Type::json:
      case Type::bytes:
      case Type::choice: keywords[key] = text; break;
    }
  }
  return keywords;
}

// ---- the words of an option ------------------------------------------------------------------

nb::object info_tuple(const OptionInfo& info) {
  nb::list values;
  for (std::string_view one : info.values) values.append(to_str(one, Mode::str));
  return nb::make_tuple(to_str(info.name, Mode::str), to_string(info.type),
                        to_str(info.sentence, Mode::str), to_str(info.default_value, Mode::str),
                        nb::tuple(values));
}

nb::list infos_of(std::span<const OptionInfo> all) {
  nb::list infos;
  for (const OptionInfo& one : all) infos.append(info_tuple(one));
  return infos;
}

nb::dict infos() {
  nb::dict all;
  all["Options"] = infos_of(option_infos());
  all["ExtractOptions"] = infos_of(extract_option_infos());
  return all;
}

std::string words_of_choice(const OptionInfo& info) {
  std::string words;
  for (std::string_view one : info.values) {
    words += (words.empty() ? "" : "|") + std::string(one);
  }
  return words;
}

}  // namespace

std::string with_options(const std::string& words, std::span<const OptionInfo> infos) {
  std::string text = words + "\n\nOptions:\n";
  for (const OptionInfo& info : infos) {
    text += "\n* `" + std::string(info.name) + '`';
    if (info.type == Type::choice) text += " (" + words_of_choice(info) + ')';
    text += ": " + std::string(info.sentence);
    if (!info.default_value.empty()) text += " [" + std::string(info.default_value) + ']';
  }
  return text;
}

namespace {

// The keywords, with the name of its first dialect in the place of a guess. As the option `model`
// does it, a guess whose prompts open the reasoning says so, unless another option does.
nb::kwargs without_guess(const nb::kwargs& given) {
  static const nb::handle guess_type = type_named("Guess");
  static const nb::handle dialect = nb::str("dialect").release();
  PyObject* const value = PyDict_GetItemWithError(given.ptr(), dialect.ptr());
  if (value == nullptr || !nb::handle(value).type().is(guess_type)) return given;
  const nb::handle guess = value;
  const nb::object dialects = guess.attr("dialects");
  if (nb::len(dialects) == 0) refuse("dialect", "the guess has found no dialect");
  nb::kwargs keywords = nb::borrow<nb::kwargs>(nb::steal(PyDict_Copy(given.ptr())));
  keywords["dialect"] = dialects[0];
  const bool is_said = keywords.contains("start_in_reasoning") ||
                       keywords.contains("start_inside") || keywords.contains("prompt_tail");
  if (!is_said && nb::cast<bool>(guess.attr("starts_in_reasoning"))) {
    keywords["start_in_reasoning"] = true;
  }
  return keywords;
}

}  // namespace

PyRules make_rules(const nb::kwargs& given_keywords) {
  const nb::kwargs keywords = without_guess(given_keywords);
  static auto* const recent = new Recent();  // daemon threads may outlive the program's end
  std::string key = key_of(keywords);
  if (!key.empty()) {
    if (const PyRules* known = recent->find(key)) return *known;
  }
  Options options;
  Given given = read_options(option_infos(), keywords, options);
  PyRules rules = compiled(std::move(options), std::move(given));
  if (!key.empty()) recent->add(std::move(key), rules);
  return rules;
}

namespace {

// The option with the value that came without its name, if that is a short text.
std::string example_of(const nb::args& arguments, const char* option, const char* usual) {
  const nb::object first = arguments[0];
  const bool is_short = PyUnicode_Check(first.ptr()) && nb::len(first) > 0 && nb::len(first) < 40;
  return std::string(option) + '=' + (is_short ? shown(first) : usual) + " or the like";
}

}  // namespace

nb::object first_of(const nb::args& arguments, const char* missing) {
  if (arguments.size() == 0) throw nb::type_error(missing);
  return arguments[0];
}

nb::args after_first(const nb::args& arguments) {
  return nb::borrow<nb::args>(
      nb::steal(PyTuple_GetSlice(arguments.ptr(), 1, PyTuple_Size(arguments.ptr()))));
}

void refuse_unnamed(const nb::args& arguments, const char* option, const char* usual) {
  if (arguments.size() == 0) return;
  raise(PyExc_TypeError,
        "an option without its name: give " + example_of(arguments, option, usual));
}

PyRules make_rules(const nb::args& arguments, const nb::kwargs& keywords) {
  if (arguments.size() == 0) return make_rules(keywords);
  if (arguments.size() > 1 || !nb::isinstance<PyRules>(arguments[0])) {
    raise(PyExc_TypeError, "an option without its name: give " +
                               example_of(arguments, "dialect", "'qwen3'") + ", or rules");
  }
  if (keywords.size() > 0) throw nb::type_error("rules have their options already");
  return nb::cast<const PyRules&>(arguments[0]);
}

namespace {

ExtractOptions extract_options(const nb::kwargs& keywords) {
  ExtractOptions options;
  static_cast<void>(read_options(extract_option_infos(), keywords, options));
  return options;
}

ExtractOptions inner_options(const nb::kwargs& keywords) {
  for (const char* name : {"names", "max_depth"}) {
    if (!keywords.contains(name)) continue;
    raise_unknown_option(name,
                         "there is no option " + in_backticks(name) + " here: extract has it");
  }
  return extract_options(keywords);
}

Extractor made(Result<Extractor> extractor) {
  if (!extractor) raise(extractor.error());
  return *std::move(extractor);
}

}  // namespace

Extractor make_extractor(const nb::kwargs& keywords) {
  return made(Extractor::make(extract_options(keywords)));
}

Inner::Inner(nb::handle name, const nb::kwargs& keywords)
    : extractor_(made(Extractor::make_for(name_of(name), inner_options(keywords)))) {}

std::optional<std::string_view> Inner::read(std::string_view text) {
  return extractor_.inner(text, tree_);
}

std::size_t read_size(const char* name, nb::handle value) {
  std::size_t size = Limits::none;
  if (value.is_none()) return size;
  const std::string problem =
      option::set_number(size, number_value({name, Type::size, {}}, value), true);
  if (!problem.empty()) refuse(name, problem);
  return size;
}

namespace {

wire::ReasoningField reasoning_field(nb::handle value) {
  const std::string word = PyUnicode_Check(value.ptr()) ? to_bytes(value, Mode::str) : shown(value);
  for (const auto field : {wire::ReasoningField::reasoning_content, wire::ReasoningField::reasoning,
                           wire::ReasoningField::both}) {
    if (word == to_string(field)) return field;
  }
  refuse("reasoning_field", option::no_such_word(word, {"reasoning_content", "reasoning", "both"}));
}

}  // namespace

nb::kwargs take_options(const nb::kwargs& keywords, wire::RewriteOptions& options) {
  nb::kwargs others;
  for (auto [key, value] : keywords) {
    const std::string name = to_bytes(key, Mode::str);
    if (name == "reasoning_field") {
      options.reasoning_field = reasoning_field(value);
    } else if (name == "max_event_bytes") {
      options.max_event_bytes = read_size("max_event_bytes", value);
    } else {
      others[key] = value;
    }
  }
  return others;
}

// ---- rules -----------------------------------------------------------------------------------

void bind_rules(nb::module_& module) {
  module.def(
      "_key_twice",
      [](nb::handle json) -> nb::object {
        const std::string text = to_bytes(json, Mode::str);
        JsonTree tree;
        const auto error = tree.read(text) ? std::nullopt : key_twice(text, tree);
        return error ? to_str(error->message, Mode::str) : nb::none();
      },
      nb::arg("json"), nb::sig("def _key_twice(json: str) -> str | None"));
  const std::string words =
      with_options("Checked and compiled options, shared by any number of readers and threads.");
  nb::class_<PyRules> rules(module, "Rules", words.c_str());
  rules
      .def(
          "__init__",
          [](PyRules* self, const nb::args& arguments, const nb::kwargs& keywords) {
            refuse_unnamed(arguments, "dialect", "'qwen3'");
            new (self) PyRules(make_rules(keywords));
          },
          nb::sig("def __init__(self, "
                  "**options: typing_extensions.Unpack[tagstream._options.Options]) -> None"))
      .def_prop_ro(
          "options", [](const PyRules& self) { return keywords_of(*self.given); },
          nb::sig("def options(self) -> dict[str, typing.Any]"),
          "The options that the rules were made from.")
      .def(
          "explain", [](const PyRules& self) { return to_str(self.rules.explain(), Mode::str); },
          nb::sig("def explain(self) -> str"),
          "The rules in force, as text: the dialect, rules of your own, and each other option that "
          "counts.")
      .def(
          "__repr__",
          [](const PyRules& self) { return to_repr("Rules", keywords_of(*self.given)); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "__eq__",
          [](const PyRules& self, nb::handle other) -> nb::object {
            if (!nb::isinstance<PyRules>(other)) return nb::borrow(Py_NotImplemented);
            return nb::bool_(*self.given == *nb::cast<const PyRules&>(other).given);
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const PyRules& self) {
             std::string all;
             for (const auto& [name, value] : *self.given) all += name + '=' + value + '\n';
             return std::hash<std::string>()(all) >> 1U;
           })
      .def(
          "__getstate__",
          [](const PyRules& self) {
            nb::list state;
            for (const auto& [name, value] : *self.given) {
              state.append(nb::make_tuple(nb::bytes(name.data(), name.size()),
                                          nb::bytes(value.data(), value.size())));
            }
            return nb::tuple(state);
          },
          nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def(
          "__setstate__",
          [](PyRules* self, const nb::tuple& state) {
            Given given;
            for (nb::handle pair : state) {
              given.emplace_back(std::string(Input(nb::object(pair[0])).view()),
                                 std::string(Input(nb::object(pair[1])).view()));
            }
            new (self) PyRules(again(given));
          },
          nb::sig("def __setstate__(self, state: tuple[object, ...], /) -> None"));
  make_own_copy(rules, "Rules");
  module.def("_option_infos", &infos,
             nb::sig("def _option_infos() -> dict[str, list[tuple[str, str, str, str, "
                     "tuple[str, ...]]]]"),
             "Name, type, sentence, default and values of each option.");
  module.def(
      "_with_options",
      [](nb::handle words) { return to_str(with_options(to_bytes(words, Mode::str)), Mode::str); },
      nb::sig("def _with_options(words: str, /) -> str"), "The words, and all options under them.");
}

}  // namespace tagstream::python
