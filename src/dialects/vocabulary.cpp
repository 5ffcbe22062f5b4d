#include "dialects/vocabulary.hpp"

#include <algorithm>

#include "dialects/check.hpp"

namespace tagstream {

namespace {

bool is_tag_without_end(std::string_view text) {
  return text.size() > 1 && text[0] == '<' && is_ascii_name_byte(text.back());
}

// Collects words that are rare enough in texts that have not been written by a model.
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

}  // namespace

std::vector<Literal> literals_of(const Dialect& row) {
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
  }
  all.add(row.drop);
  return all.take();
}

const std::vector<Literal>& all_literals() {
  static const std::vector<Literal> all = [] {
    std::vector<Literal> literals;
    for (const Dialect& row : dialects()) {
      for (const Literal& literal : literals_of(row)) {
        const auto end = literals.end();
        if (std::find(literals.begin(), end, literal) == end) literals.push_back(literal);
      }
    }
    return literals;
  }();
  return all;
}

std::size_t rows_with(const Literal& literal) {
  std::size_t rows = 0;
  for (const Dialect& row : dialects()) {
    const std::vector<Literal> own = literals_of(row);
    rows += std::find(own.begin(), own.end(), literal) != own.end() ? 1 : 0;
  }
  return rows;
}

std::size_t find_literal(std::string_view text, const Literal& literal, std::size_t from) {
  const bool is_tag = is_tag_without_end(literal.text);
  for (std::size_t at = from; (at = text.find(literal.text, at)) != text.npos; ++at) {
    const std::size_t end = at + literal.text.size();
    if (!is_tag || end >= text.size() || !is_ascii_name_byte(text[end])) return at;
  }
  return text.npos;
}

}  // namespace tagstream
