#include "dialects/vocabulary.hpp"

#include <algorithm>

#include "dialects/format_of.hpp"
#include "dialects/spelling.hpp"
#include "lex/marker_trie.hpp"

namespace tagstream {

namespace {

// True for a literal that is a tag without its `>`: `<think`, but not `<|im_end|>`.
bool is_tag_without_end(std::string_view text) {
  return text.size() > 1 && text[0] == '<' && is_ascii_name_byte(text.back());
}

// Collects literals that are rare in texts that no model has written. `add` leaves out words of
// less than four bytes, such as `{`, and words that have neither a bracket, nor a space, nor a byte
// beyond ASCII at their beginning, such as `Action:`. A space is enough: `function call` is rare.
class Collector {
 public:
  void add(std::string_view word, bool is_main = false) {
    while (!word.empty() && word.back() == '\n') word.remove_suffix(1);
    if (!xml_tag_name(word).empty()) word.remove_suffix(1);
    const bool has_sign = word.find_first_of("<[|]>") != word.npos ||
                          static_cast<unsigned char>(word.empty() ? 0 : word[0]) >= 0x80;
    if (word.size() < 4 || (!has_sign && word.find(' ') == word.npos)) return;
    const Literal literal{word, is_main};
    const auto known = std::find(literals_.begin(), literals_.end(), literal);
    if (known == literals_.end()) {
      literals_.push_back(literal);
    } else {
      known->is_main = known->is_main || is_main;
    }
  }
  void add(const WordList& words, bool is_main = false) {
    for (std::string_view word : words) {
      add(word, is_main);
      is_main = false;
    }
  }
  void add(const HeaderFormat& header) {
    add(header.start, header.is_given());
    add(header.channel);
    add(header.message);
    add(header.close);
    add(header.ends_before);
  }
  void add(const XmlShape& shape) {
    for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys, &shape.values}) {
      for (const XmlMark& mark : *marks) {
        add(mark.open);
        add(mark.close);
      }
    }
    add(shape.prefix);
    for (std::string_view separator : shape.separators) add(separator);
  }
  std::vector<Literal> take() { return std::move(literals_); }

 private:
  std::vector<Literal> literals_;
};

// A trie of all literals. The number of a marker in it is its place in `all_literals()`.
MarkerTrie trie_of_literals() {
  MarkerTrie trie;
  for (const Literal& literal : all_literals()) trie.add(literal.text);
  return trie;
}

}  // namespace

// The first opener of reasoning and the first one of calls are marked as the main ones: an answer
// that holds one of them says most about its family.
std::vector<Literal> literals_of(const FamilyFormat& row) {
  Collector all;
  if (row.reasoning != nullptr) {
    all.add(row.reasoning->open, true);
    all.add(row.reasoning->close);
    all.add(row.reasoning->ends_before);
    all.add(row.reasoning->drop);
    all.add(row.reasoning->header);
  }
  if (row.tools != nullptr) {
    for (const CallFormat& format : row.tools->calls) {
      all.add(format.open, &format == row.tools->calls.data());
      all.add(format.close);
      all.add(format.name.before);
      all.add(format.name.id_mark);
      all.add(format.name.separator);
      all.add(format.name.then);
      if (format.body == CallBody::xml) all.add(*format.shape);
      if (format.body == CallBody::pythonic) all.add(format.pythonic->quote);
    }
    all.add(row.tools->wrap_open);
    all.add(row.tools->wrap_close);
    all.add(row.tools->header);
    if (row.tools->header_body.body == CallBody::xml) all.add(*row.tools->header_body.shape);
  }
  all.add(row.drop);
  return all.take();
}

const std::vector<Literal>& all_literals() {
  static const std::vector<Literal> all = [] {
    std::vector<Literal> literals;
    for (const Dialect& row : dialects()) {
      for (const Literal& literal : literals_of(format_of(row))) {
        const auto end = literals.end();
        if (std::find(literals.begin(), end, literal) == end) literals.push_back(literal);
      }
    }
    return literals;
  }();
  return all;
}

// `<think` stands in many rows, and says little about the family; `<|inner_prefix|>` stands in one.
std::size_t rows_with(const Literal& literal) {
  std::size_t rows = 0;
  for (const Dialect& row : dialects()) {
    const std::vector<Literal> own = literals_of(format_of(row));
    rows += std::find(own.begin(), own.end(), literal) != own.end() ? 1 : 0;
  }
  return rows;
}

// In `<tool_call>f</tool_call>` the counts of `<tool_call` and `</tool_call` are 1 each. In
// `<tool_calls>` the name goes on after `<tool_call`, so that literal does not count.
std::vector<std::size_t> count_literals(std::string_view text) {
  static const MarkerTrie trie = trie_of_literals();
  std::vector<std::size_t> counts(trie.size());
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    MarkerTrie::Node node = 0;
    for (std::size_t end = begin; end < text.size();) {
      node = trie.child(node, text[end++]);
      if (node == 0) break;
      const MarkerTrie::Marker marker = trie.marker_at(node);
      if (marker == MarkerTrie::none) continue;
      const bool goes_on = end < text.size() && is_ascii_name_byte(text[end]);
      if (!goes_on || !is_tag_without_end(trie.text(marker))) ++counts[marker];
    }
  }
  return counts;
}

}  // namespace tagstream
