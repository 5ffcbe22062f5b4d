#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "server_parts.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

class Page;

/// A way to show an answer. Each shows what the reader says, and knows nothing of its own.
class Viewer {
 public:
  Viewer() = default;
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;
  virtual ~Viewer() = default;

  /// A piece of the text, and what the reader has made of all that came. At the end of the text
  /// the piece is empty.
  virtual void piece(std::string_view text, std::span<const Event> events) = 0;
  /// What a server has taken apart itself.
  virtual void reasoning(std::string_view text) = 0;
  virtual void call(const ServerParts::Call& call) = 0;
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
[[nodiscard]] std::unique_ptr<Viewer> make_plain_viewer(const ProcessorSetup& setup);
/// `show --raw`: the stream itself beside it.
[[nodiscard]] std::unique_ptr<Viewer> make_raw_viewer(const ProcessorSetup& setup);
/// `show --html`: a page.
/// @param page  gets what is to be shown of the answer
[[nodiscard]] std::unique_ptr<Viewer> make_page_viewer(const ProcessorSetup& setup, Page& page);

}  // namespace tagstream::cli
