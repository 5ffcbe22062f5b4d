#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "show/layout.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

/// Events as a person wants to see them: text as it is, what is hidden under a heading of its own,
/// calls in a frame with their arguments in lines, what is wrong where it is.
class View {
 public:
  View(std::function<std::size_t()> width, bool is_colored)
      : layout_(std::move(width), is_colored) {}

  void show(std::span<const Event> events);
  /// What a server has taken apart itself.
  void show_reasoning(std::string_view bytes) { text(Block::reasoning, bytes, look::dim); }
  void show_call(std::string_view tool, std::string_view notes, std::string_view arguments);
  /// Nothing follows.
  void end();
  /// What can be written so far.
  [[nodiscard]] std::string take() { return layout_.take(); }

 private:
  enum class Block { none, text, reasoning, section, call };

  void show(const Event& event);
  void leave();
  void text(Block block, std::string_view bytes, Look look);
  void heading(std::string_view what, std::string_view rest, Look look);
  void begin_section(const Element& element);
  void call(const Event& event);
  void call_error(const Event& event);
  void problem(std::string_view sentence, std::string_view where, Look look);
  void json(std::string_view arguments);
  void lines(std::string_view text, Look look);

  Layout layout_;
  Block block_ = Block::none;
  bool skips_line_ends_ = false;
};

}  // namespace tagstream::cli
