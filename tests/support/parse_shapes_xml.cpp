#include <string>
#include <vector>

#include "support/parse_shapes.hpp"
#include "support/xml_writer.hpp"

namespace tagstream::testing {
namespace {

/// The marks with which a parameter and a call are written.
struct XmlWords {
  XmlWords(const CallFormat& format, const ToolFormat& tools) : shape(*format.shape) {
    Random random(1);
    const auto parameter_with = [&](std::string_view text) {
      XmlArgument one;
      one.key = "k";
      one.text = text;
      return write_xml_parameter(shape, one, random);
    };
    const std::string mark = "\x02";
    const std::string whole = parameter_with(mark);
    begin = whole.substr(0, whole.find(mark));
    end = whole.substr(whole.find(mark) + 1);
    closer = *format.close.begin();
    head = write_xml_call(format, {"f", {}}, random);
    head.resize(head.size() - closer.size());
    if (tools.wrap_open.empty()) return;
    wrap = *tools.wrap_open.begin();
    wrap_end = *tools.wrap_close.begin();
  }
  [[nodiscard]] std::string parameter() const { return begin + "v" + end; }
  [[nodiscard]] std::string value() const { return wrap + head + begin; }

  const XmlShape& shape;
  std::string begin;  ///< of a parameter, up to its value
  std::string end;    ///< after its value
  std::string head;   ///< of a call, up to its first parameter
  std::string closer;
  std::string wrap, wrap_end;
};

/// Adds the shapes of one row.
class Maker {
 public:
  Maker(const Dialect& row, std::vector<ParseShape>& out)
      : name_(row.name()),
        row_(format_of(row)),
        words_(row_.tools->calls[0], *row_.tools),
        out_(out) {}

  void add_all() {
    add_parameters();
    add_values();
    add_openers();
    if (words_.shape.name_is_value) add_glued();
    if (words_.shape.name_first) add_keys();
    if (!words_.shape.prefix.empty()) add_nested();
    if (words_.shape.takes_cdata) add_sections();
    if (row_.reasoning != nullptr && !row_.reasoning->open.empty()) add_reasoned();
  }

 private:
  // Adds a shape: `start`, copies of `piece`, and `tail`.
  void add(const char* name, const std::string& start, const std::string& piece,
           const std::string& tail = {}) {
    if (piece.empty()) return;
    const TextOfSize many = flood(start, piece);
    out_.push_back({std::string(name_), std::string("xml_") + name,
                    [many, tail](std::size_t size) { return many(size) + tail; }});
  }

  void add_parameters() {
    const std::string start = words_.wrap + words_.head;
    const std::string last = words_.closer + words_.wrap_end;
    add("parameters", start, words_.parameter(), last);
    add("parameters_on_lines", start, words_.parameter() + "\n", last);
    add("parameters_never_closed", start, "\n" + words_.begin + "v", last);
    add("parameters_cut", start, words_.parameter());
    add("closers_of_parameters", start + words_.parameter(), words_.end, last);
    add("words_between", start + words_.parameter(), words_.end + "word " + words_.begin, last);
    add("calls_with_parameters", words_.wrap, words_.head + words_.parameter() + words_.closer);
    add("calls_without_closers", words_.wrap, words_.head + words_.parameter());
    add("calls_in_the_value", words_.wrap, words_.head + words_.begin);
  }

  // Adds shapes with a flood inside a value.
  void add_values() {
    const std::string last = words_.end + words_.closer + words_.wrap_end;
    for (const auto& [name, piece] : std::vector<std::pair<const char*, std::string>>{
             {"its_closers", words_.end},
             {"call_closers", words_.closer},
             {"wrapper_ends", words_.wrap_end},
             {"its_openers", words_.begin},
             {"calls", words_.wrap + words_.head + words_.parameter() + words_.closer},
             {"closers_of_all", words_.end + words_.closer + words_.wrap_end}}) {
      if (piece.empty()) continue;
      const std::string of = std::string("value_of_") + name;
      add(of.c_str(), words_.value(), piece, last);
      add((of + "_and_words").c_str(), words_.value(), piece + "a ", last);
      add((of + "_and_blanks").c_str(), words_.value(), piece + blanks_, last);
      add((of + "_on_lines").c_str(), words_.value(), piece + "a\n", last);
      add((of + "_almost").c_str(), words_.value(), piece.substr(0, piece.size() - 1), last);
      add((of + "_cut").c_str(), words_.value(), piece + "a");
    }
    add("value_then_blanks", words_.value() + "v" + words_.end, " \n", words_.closer);
    add("value_of_line_ends", words_.value(), "\r\n", last);
    add("value_of_line_ends_and_a_word", words_.value(), "\r\n", "x" + last);
    add("value_of_blank_lines_and_a_word", words_.value(), "\n  ", "x" + last);
    add("value_of_text", words_.value(), "some words, <b>x</b> & \"more\" ", last);
  }

  void add_openers() {
    const std::string half = words_.begin.substr(0, words_.begin.size() - 1);
    const std::string word = words_.begin.substr(0, words_.begin.find_first_of("= k"));
    const std::string start = words_.wrap + words_.head;
    add("openers_of_parameters", start, words_.begin);
    add("openers_of_parameters_almost", start, half);
    add("openers_of_parameters_half", start, word);
    add("openers_almost_on_lines", words_.value(), "\n" + half);
    add("openers_half_on_lines", words_.value(), "\n" + word);
    add("openers_with_quotes", words_.value(), "\n" + word + " name=\"");
    add("openers_with_both_quotes", words_.value(), "\n" + word + " name=\"'\n" + word + " x='\"");
    add("heads_almost", "", words_.head.substr(0, words_.head.size() - 2));
    add("heads_and_words", "", words_.head + "the ");
  }

  void add_glued() {
    const std::string name = "<" + std::string(xml_tag_name(words_.shape.parameters[0].open));
    const std::string start = words_.wrap + words_.head;
    add("glued", start, name + "=k=v" + words_.end, words_.closer);
    add("glued_never_closed", start, name + "=k=v", words_.closer);
    add("glued_half", start, name + "=");
    add("glued_half_in_a_value", words_.value(), name + "=");
    add("glued_half_on_lines", words_.value(), "\n" + name + "=");
    add("glued_after_values", start, words_.parameter() + name + "=k=v");
    add("glued_long", start, name + "=k=" + std::string(3000, 'v'), words_.end);
  }

  void add_keys() {
    const XmlMark& key = words_.shape.keys[0];
    const std::string start = words_.wrap + words_.head;
    const std::string value = std::string(words_.shape.values[0].open);
    add("keys", start, std::string(key.open) + "k" + std::string(key.close));
    add("keys_never_closed", start, std::string(key.open) + "k");
    add("bare_keys", start, "\nk" + std::string(key.close));
    add("bare_keys_with_values", start + "\n",
        "k" + std::string(key.close) + value + "v" + std::string(words_.shape.values[0].close) +
            "\n");
    add("bare_key_without_end", start + "\n", "k");
    add("bare_keys_after_closers", words_.value(), words_.end + "\nk ");
    add("bare_keys_almost", words_.value(), words_.end + "\nk</");
    add("name_without_end", start.substr(0, start.find('f')), "f");
    add("values", start, value + "v");
    add("types", start, std::string(words_.shape.type.open) + "int");
  }

  void add_nested() {
    const std::string prefix(words_.shape.prefix);
    const std::string last = words_.end + words_.closer;
    add("prefixes", words_.value(), prefix, last);
    add("nested", words_.value(), prefix + "<a>", last);
    add("nested_pairs", words_.value(), prefix + "<a>x" + prefix + "</a>", last);
    add("nested_names", words_.value(), prefix + "<a>x" + prefix + "</a>" + prefix + "<b>y", last);
    add("nested_closers", words_.value(), prefix + "</a>", last);
    add("nested_own", words_.value(), prefix + "<k>", last);
    add("nested_own_pairs", words_.value(), prefix + "<k>x" + prefix + "</k>", last);
    add("nested_items", words_.value(), prefix + "<item>x" + prefix + "</item>", last);
  }

  void add_sections() {
    const std::string last = words_.end + words_.closer;
    for (const auto& [name, piece] :
         std::vector<std::pair<const char*, std::string>>{{"section_of_text", "a <b> "},
                                                          {"section_of_brackets", "]"},
                                                          {"section_of_ends", "]]>"},
                                                          {"section_of_ends_and_words", "]]> a"},
                                                          {"section_of_sections", "<![CDATA["},
                                                          {"section_of_closers", last}}) {
      add(name, words_.value() + "<![CDATA[", piece, "]]>" + last);
    }
    add("sections_almost", words_.value(), "<![CDATA", last);
    add("blanks_before_a_section", words_.value(), " \n", "<![CDATA[x]]>" + last);
  }

  // Adds shapes with calls in open reasoning; the calls go up to the closer of the reasoning.
  void add_reasoned() {
    const std::string think(*row_.reasoning->open.begin());
    const std::string end(*row_.reasoning->close.begin());
    std::string almost = end;
    almost.pop_back();
    const std::string call = words_.head + words_.parameter() + words_.closer;
    add("reasoned_values", think, words_.value() + "v ");
    add("reasoned_values_that_it_closes", "", think + words_.value() + "v" + end + "\n");
    add("reasoned_value_of_closers_almost", think + words_.value(), almost);
    add("reasoned_calls_then_closer", think, call, end);
    add("reasoned_calls_and_words", think, call + " so ", end);
    add("reasoned_heads_and_words", think, words_.head + "the ", end);
  }

  std::string_view name_;
  const FamilyFormat& row_;
  XmlWords words_;
  std::vector<ParseShape>& out_;
  const std::string blanks_{"                                        \n"};
};

}  // namespace

std::vector<ParseShape> xml_parse_shapes() {
  std::vector<ParseShape> shapes;
  for (const char* const name :
       {"qwen3_coder", "minimax_m2", "minicpm5", "deepseek_v32", "kimi_k3", "minimax_m3", "glm45",
        "hy_v3", "k2_horizon", "solar_open2", "composer"}) {
    Maker(*find_dialect(name), shapes).add_all();
  }
  return shapes;
}

}  // namespace tagstream::testing
