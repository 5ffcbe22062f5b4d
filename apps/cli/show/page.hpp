#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.hpp"
#include "native.hpp"
#include "show/strays.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

/// What stands before and after the data of the page: apps/cli/show/page.
extern const std::string_view page_before;
extern const std::string_view page_after;

/// One thing that the page shows. Its items are kept as they are written.
struct PageBlock {
  std::string_view kind;
  std::string_view word;
  std::string name;
  Span span;
  std::string items;
  std::string problems;
  std::string notes;
  bool is_whole = false;  ///< nothing of it is there before all of it is
};

/// What the page of `show --html` shows of an answer, as JSON: the text as base64, the blocks of
/// what has come of it, and for each piece how many bytes had come and had left. It grows with the
/// text and the number of events and pieces, and holds no byte that ends a script.
///
/// An item of a block is `[begin, end]`, text; `[begin, end, attributes]`, a tag; a string; or
/// `[string]`, the word at which something is wrong. A problem is a sentence and a byte, or a
/// sentence.
class PageData {
 public:
  PageData(std::string_view name, std::uint32_t choice, Strays strays)
      : name_(name), choice_(choice), strays_(std::move(strays)) {}

  void add(std::string_view text, std::span<const Event> events);
  void add_reasoning(std::string_view text);
  void add_call(const Native::NativeCall& call);
  /// The text has ended in it.
  void never_closed_reasoning(std::uint64_t where);
  void set_remark(std::string_view sentence) { remark_ = sentence; }
  [[nodiscard]] bool has_problem() const { return has_problem_; }

  /// All of it. Nothing is added afterwards.
  [[nodiscard]] std::string json();

 private:
  void add(const Event& event);
  void add_content(std::span<const Strays::Piece> pieces);
  void add_text(std::string_view text, Span span, std::string_view kind);
  void add_section(const Event& event);
  void add_with_place(std::string_view text, std::size_t place);
  void add_call(const Event& event);
  PageBlock& begin(std::string_view kind, std::string_view word, std::string_view name, Span span);
  void end_text();
  void end_block();
  void add_tag(Span span, const AttributeRange& attributes);
  void add_pending_tags();
  void problem(std::string_view sentence, std::uint64_t where);
  void say(std::string_view sentence, std::uint64_t where);

  std::string name_;
  std::uint32_t choice_;
  std::string remark_;
  Strays strays_;
  Strays::Found found_;  // in the block that is open
  std::string bytes_;
  std::string blocks_;  // those that have ended, as JSON
  std::optional<PageBlock> block_;
  std::optional<Span> text_;  // the last item of the block: it may go on
  std::string pieces_;
  std::string tags_;  // that the next block begins with, if the open one does not go on
  std::optional<std::uint64_t> tags_begin_;
  std::uint64_t left_ = 0;
  bool has_problem_ = false;
  std::size_t tags_left_ = 2000;  // of those in the text that can be pointed at
};

/// The page of one or more answers: the choices of a stream.
class Page {
 public:
  void add(std::string_view json) { answers_.append(is_empty() ? "" : ",").append(json); }
  [[nodiscard]] bool is_empty() const { return answers_.empty(); }
  void write(Output& file) const;

 private:
  std::string answers_;
};

}  // namespace tagstream::cli
