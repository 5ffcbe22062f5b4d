#pragma once

// Builds the nodes of a tree from the tags of a text, for `Extractor` and `ExtractStream`.
// `<a>1<b>2</b></a>` becomes two nodes, `a` at depth 1 and `b` at depth 2, when `</a>` is read.
//
// Nodes stand in the order of their opening tags. `OpenElements` finds the element that a closing
// tag closes. `LastClose` keeps the elements whose last closing tag counts. One pass over the
// finished nodes (`finish.hpp`) settles unclosed elements and those that are too deep.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/growing_array.hpp"
#include "lex/rules.hpp"
#include "lex/text_lexer.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/tree.hpp"
#include "tree/finish.hpp"
#include "tree/last_close.hpp"
#include "tree/open_elements.hpp"
#include "tree/storage.hpp"

namespace tagstream {

/// The options of the builder beside the names that count.
struct TreePolicy {
  Unclosed unclosed = Unclosed::extend;
  std::size_t max_depth = 1;
  std::vector<std::string> last_close;  // names whose last closing tag wins
  bool ignore_case = false;
  MarkdownCode markdown_code = MarkdownCode::automatic;
};

class TreeBuilder {
 public:
  /// Precondition: both outlive the builder.
  TreeBuilder(const TreePolicy& policy, const RuleSet& set);

  /// Reads the bytes of the segment that the last segment did not have. Precondition: the segment
  /// holds all bytes from `keep_from()` on.
  void read(const Segment& segment, bool at_end);

  /// Takes over the memory of `tree` for the nodes. Precondition: no segment was read yet.
  void use_storage_of(Tree& tree);

  /// Moves the complete elements and their diagnostics into `tree`. The views of `tree` point into
  /// `text`, which has the segment's bytes.
  void take(const Segment& segment, std::string_view text, Tree& tree);

  /// Moves all elements into `tree`, at the end of a whole text.
  void take_all(const Segment& segment, std::string_view text, Tree& tree);

  /// The first byte that must stay in memory.
  [[nodiscard]] std::uint64_t keep_from() const;
  [[nodiscard]] const LexerCounters& counters() const { return counters_; }
  [[nodiscard]] std::uint64_t examined() const { return counters_.examined + open_.examined(); }

 private:
  bool read_token(const Segment& segment, TextLexer::End end);
  void add_incomplete_tag();
  void on_open(const Segment& segment, const Match& match);
  void on_close(const Segment& segment, const Match& match);
  void on_last_close(LastClose::Element& element, const Match& match);
  NameTable::Id name_of_closer(const Segment& segment, std::string_view name);
  void pop();
  void pop_unclosed(std::size_t size, std::uint64_t end);
  void close(Place place, std::uint64_t begin, std::uint64_t end);
  void decide(LastClose::Element& element, const Segment& segment, std::uint64_t end);
  void go_back_to(Place place, const LastClose::Candidate& candidate, const Segment& segment);
  std::uint32_t split_nodes(GrowingArray<Node>& complete);
  void fill(const Segment& segment, std::string_view text, std::size_t oddities, Tree& tree);

  const TreePolicy* policy_;
  const RuleSet* set_;
  TextLexer lexer_;
  LexerCounters counters_;
  OpenElements open_;
  LastClose last_close_;
  GrowingArray<Node> nodes_;
  GrowingArray<Oddity> oddities_;  // in order of their offsets
  LineCounter lines_;
  std::size_t complete_ = 0;  // nodes that are final
  bool went_back_ = false;    // the last token made reading go back
};

}  // namespace tagstream
