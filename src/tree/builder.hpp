#pragma once

// Makes nodes of the tokens of a text: the view after `Extractor` and `ExtractStream`.
//
// Nodes stay in order of opening. Which element a closing tag means is asked of `OpenElements`,
// what the last closing tag wins of `LastClose`; what is unclosed, too deep, or moves up is settled
// in one pass over the finished nodes (`finish.hpp`).

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

/// What the builder must know beside the names that count.
struct TreePolicy {
  Unclosed unclosed = Unclosed::extend;
  std::size_t max_depth = 1;
  std::vector<std::string> last_close;  // names whose last closing tag wins
  bool ignore_case = false;
  bool markdown_code = false;
};

class TreeBuilder {
 public:
  /// Precondition: both outlive the builder.
  TreeBuilder(const TreePolicy& policy, const RuleSet& set);

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
