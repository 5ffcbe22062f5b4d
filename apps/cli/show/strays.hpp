#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "tagstream/event.hpp"
#include "tagstream/tokenizer.hpp"

namespace tagstream::cli {

/// Finds closing tags and markers that have stayed in visible text, though they would end what is
/// looked for: nothing is open there. What is one, the library's tokenizer says.
class Strays {
 public:
  /// Of the tags, or of the family, that is asked for.
  explicit Strays(const Arguments& arguments);

  struct Piece {
    std::string_view text;
    std::uint64_t begin = 0;  ///< in the stream
    bool is_stray = false;
    bool is_crossed = false;  ///< what it would end was opened in a section that has ended

    /// What is wrong with a stray one.
    [[nodiscard]] std::string sentence() const;
  };

  /// Those of one text, as they are said after it: one by one, so many of them. Of what follows
  /// only the number is kept.
  class Found {
   public:
    static constexpr std::size_t most = 100;

    struct Problem {
      std::string sentence;
      std::uint64_t offset = 0;
    };

    void add(const Piece& stray);
    /// One more is counted only.
    [[nodiscard]] bool is_full() const { return problems_.size() == most; }
    /// All that is to be said.
    [[nodiscard]] std::vector<Problem> take();

   private:
    std::vector<Problem> problems_;
    std::uint64_t more_ = 0;
    std::uint64_t last_ = 0;
  };

  /// Looks at what stands in sections and in reasoning. Every event may be shown to it.
  void see(const Event& event);

  /// What an event of content makes certain: a tag that is not whole waits. The views live until
  /// the next call, and no longer than the event.
  [[nodiscard]] const std::vector<Piece>& add(const Event& content);
  /// The text ends here, or something stands between it and what comes.
  [[nodiscard]] const std::vector<Piece>& flush();

 private:
  void take(std::span<const Token> tokens);
  void count(std::span<const Token> tokens);
  std::uint64_t& open_inside(std::string_view name);

  std::optional<Tokenizer> tokenizer_;  // none: nothing can be a stray
  std::optional<Tokenizer> inside_;     // the same, of what is not visible
  // By name: opened there, and not closed.
  std::vector<std::pair<std::string, std::uint64_t>> open_inside_;
  std::vector<Piece> pieces_;
  std::uint64_t fed_ = 0;
  std::uint64_t end_ = 0;  // of what has been added, in the stream
  bool is_flushed_ = false;
  bool ignores_case_ = false;
};

}  // namespace tagstream::cli
