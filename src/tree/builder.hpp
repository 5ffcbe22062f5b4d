#pragma once

// Makes nodes of the tokens of a text: the view behind `Extractor` and `ExtractStream`.
//
// Open elements stand on a stack; each name knows its innermost open element, so a closing tag
// costs the length of its name, and every element is pushed and popped once. What is unclosed, too
// deep, or moves up is settled in one pass over the finished nodes (`take`), which stay in order of
// opening.
//
// A `last_close` element only notes its closing tags. When the element around it ends, building
// goes back to the last one noted: nodes and diagnostics made since are dropped, and what lies
// between is read again with last_close off.

#include <cstdint>
#include <memory>
#include <vector>

#include "lex/rules.hpp"
#include "lex/text_lexer.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/tree.hpp"
#include "tree/names.hpp"

namespace tagstream {

/// Counts lines and columns up to places that only go forward.
class LineCounter {
 public:
  /// Goes on to `to`. Precondition: the bytes since the last call are in the segment.
  void advance(const Segment& segment, std::uint64_t to);
  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] std::uint64_t column() const { return column_; }

 private:
  std::uint64_t position_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
  bool behind_cr_ = false;
};

class TreeBuilder {
 public:
  /// Precondition: both outlive the builder.
  TreeBuilder(const ExtractOptions& options, const RuleSet& set);

  /// Reads what the segment has beyond the last one. The segment holds everything from
  /// `keep_from()`.
  void read(const Segment& segment, bool at_end);

  /// Uses the memory of `tree` again. Precondition: nothing is read yet.
  void use_storage_of(Tree& tree);

  /// Moves the elements that are complete, and their diagnostics, into `tree`, whose views go into
  /// `text`: the segment's bytes.
  void take(const Segment& segment, std::string_view text, Tree& tree);

  /// The same at the end of a whole text: all elements.
  void take_all(const Segment& segment, std::string_view text, Tree& tree);

  /// The first byte that must stay in memory.
  [[nodiscard]] std::uint64_t keep_from() const;
  [[nodiscard]] const LexerCounters& counters() const { return counters_; }
  [[nodiscard]] std::uint64_t examined() const { return counters_.examined + names_.examined(); }

 private:
  using Node = detail::Node;
  using NodeIndex = std::uint32_t;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  struct Open {
    NodeIndex node;
    NameTable::Id name;
    std::uint32_t outer;  // stack place of the next outer element of that name, or none
  };
  struct Listed {                         // an open last_close element
    std::uint32_t place;                  // on the stack
    std::uint32_t note = none;            // its last closing tag
    std::uint64_t decided_end = nowhere;  // start of the closing tag that will end it
  };
  struct Note {  // a closing tag of a last_close element, and what to go back to
    std::uint64_t begin;
    std::uint64_t end;
    NodeIndex innermost;  // open element
    std::uint32_t nodes;
    std::uint32_t diagnostics;
    std::uint32_t previous;            // note of the same element, or none
    std::uint32_t inner_node = none;   // outermost last_close element inside that has a note,
    std::uint32_t inner_note = none;   // and that note
    std::unique_ptr<TextLexer> lexer;  // markdown_code only
  };
  struct Oddity {  // a diagnostic in the making
    std::uint64_t offset;
    std::uint32_t name_at;  // from offset
    std::uint32_t name_size;
    DiagnosticKind kind;
  };

  bool read_token(const Segment& segment, TextLexer::End end);
  void add_incomplete_tag();
  void on_open(const Segment& segment, const Match& match);
  void on_close(const Segment& segment, const Match& match);
  void on_listed_close(Listed& listed, const Match& match);
  void push(NodeIndex node, NameTable::Id name);
  void pop();
  void pop_unclosed(std::uint32_t size, std::uint64_t end);
  void close(std::uint32_t place, std::uint64_t begin, std::uint64_t end);
  bool decide_above(std::uint32_t place, const Segment& segment, std::uint64_t end);
  void decide(std::size_t index, const Segment& segment, std::uint64_t end);
  void go_back_to(std::uint32_t place, const Note& note, const Segment& segment);
  NameTable::Id name_of_closer(const Segment& segment, std::string_view name);
  [[nodiscard]] std::string_view name_of(const Segment& segment, const Node& node) const {
    return segment.slice(node.start + 1, node.start + 1 + node.name_size);
  }
  [[nodiscard]] Listed* listed_at(std::uint32_t place);
  void forget_names();
  void forget_many_names();
  [[nodiscard]] bool is_cut_off(std::uint32_t place) const;

  void fill(const Segment& segment, std::string_view text, std::uint64_t until, Tree& tree);
  void settle_nodes(Tree& tree);
  void take_diagnostics(const Segment& segment, Tree& tree, std::uint64_t until);

  const ExtractOptions* options_;
  const RuleSet* set_;
  TextLexer lexer_;
  LexerCounters counters_;
  NameTable names_;
  std::vector<std::uint32_t> innermost_;  // by name: stack place of its innermost open element
  std::vector<Open> stack_;
  std::vector<Listed> listed_;  // by place
  std::vector<Note> notes_;
  std::vector<Node> nodes_;
  std::vector<Oddity> oddities_;
  std::vector<NodeIndex> holders_;  // settle_nodes: what holds the children of a node
  LineCounter lines_;
  std::size_t complete_ = 0;           // nodes that are final
  std::uint64_t last_close_from_ = 0;  // before it last_close is off
  bool went_back_ = false;             // the last token made reading go back
};

}  // namespace tagstream
