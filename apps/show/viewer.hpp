#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "server_call.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

struct ProcessorSetup;

/// Shows an answer. A viewer shows the events of the reader, and decides nothing about the text.
class Viewer {
 public:
  Viewer() = default;
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;
  virtual ~Viewer() = default;

  /// Shows a piece of the text, and the events that the reader has given for it. At the end of the
  /// text the piece is empty.
  virtual void piece(std::string_view text, std::span<const Event> events) = 0;
  /// Shows reasoning that the server has parsed itself.
  virtual void reasoning(std::string_view text) = 0;
  virtual void call(const ServerCall& call) = 0;
  /// Shows a remark about the whole text, before the text comes.
  virtual void remark(std::string_view sentence) = 0;
  /// The end of the answer.
  virtual void end() = 0;
  /// Ends the open line, since something else is written to the terminal next.
  virtual void make_room() {}
  /// Says that the program waits for more input.
  virtual void rest() {}
  /// True if a problem has been shown.
  [[nodiscard]] virtual bool has_problem() const = 0;
  /// True if a tag in the text has been named, whether it is a problem or not.
  [[nodiscard]] virtual bool has_said() const = 0;
};

/// The viewer of `show`: the events alone.
[[nodiscard]] std::unique_ptr<Viewer> make_plain_viewer(const ProcessorSetup& setup);
/// The viewer of `show --raw`: the stream beside the events.
[[nodiscard]] std::unique_ptr<Viewer> make_raw_viewer(const ProcessorSetup& setup);

}  // namespace tagstream::cli
