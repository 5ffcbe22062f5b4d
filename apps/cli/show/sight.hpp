#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "native.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

class Page;

/// A way to show an answer. Each shows what the reader says, and knows nothing of its own.
class Sight {
 public:
  Sight() = default;
  Sight(const Sight&) = delete;
  Sight& operator=(const Sight&) = delete;
  virtual ~Sight() = default;

  /// A piece of the text, and what the reader has made of all that came. At the end of the text
  /// the piece is empty.
  virtual void piece(std::string_view text, std::span<const Event> events) = 0;
  /// What a server has taken apart itself.
  virtual void reasoning(std::string_view text) = 0;
  virtual void call(const Native::NativeCall& call) = 0;
  /// Something to know of all of the text, before any of it comes.
  virtual void remark(std::string_view sentence) = 0;
  /// Nothing follows.
  virtual void end() = 0;
  /// Something else is written to the terminal next: the line that is open ends.
  virtual void make_room() {}
  /// What comes next is waited for.
  virtual void rest() {}
  /// Anything that has been shown was a problem.
  [[nodiscard]] virtual bool has_problem() const = 0;
};

/// `show`: what the text says.
[[nodiscard]] std::unique_ptr<Sight> make_plain_sight(const LaneSetup& setup);
/// `show --raw`: the stream itself beside it.
[[nodiscard]] std::unique_ptr<Sight> make_raw_sight(const LaneSetup& setup);
/// `show --html`: a page.
/// @param page  gets what is to be shown of the answer
[[nodiscard]] std::unique_ptr<Sight> make_page_sight(const LaneSetup& setup, Page& page);

}  // namespace tagstream::cli
