#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/options.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/tree.hpp"

namespace tagstream {

/// Which tags become a tree, and how. docs/extract.md shows each.
struct ExtractOptions {
  /// Only these names form tags, all else is content. Empty: all names.
  std::vector<std::string> names{};

  /// Fold ASCII case of tag and attribute names.
  bool ignore_case = false;

  /// Deeper tags stay raw in the content of the tag around them. At least 1.
  std::size_t max_depth = Limits::none;

  /// What an element becomes whose closing tag never comes.
  Unclosed unclosed = Unclosed::extend;

  /// For these names the *last* closing tag before the end of the element around wins: for file
  /// bodies that mention their own closing tag.
  std::vector<std::string> last_close{};

  /// `all`: tags in Markdown code are content.
  MarkdownCode markdown_code = MarkdownCode::off;

  /// `max_tag_bytes` and `max_attributes` count here; there is none by default, since an extractor
  /// keeps the text itself.
  Limits limits{.max_tag_bytes = Limits::none,
                .max_held_bytes = Limits::none,
                .max_section_bytes = Limits::none,
                .max_attributes = Limits::none};

  /// As `Options::set`. `max_tag_bytes` and `max_attributes` are names, too.
  [[nodiscard]] std::optional<Error> set(std::string_view name, std::string_view value);
  /// As `Options::from_json`.
  [[nodiscard]] static Result<ExtractOptions> from_json(std::string_view json);
};

/// All options, in the order of `ExtractOptions`. @lifetime the program's
[[nodiscard]] std::span<const OptionInfo> extract_option_infos();

/// Every tag of `text`, which must outlive the tree, by the options that are the defaults.
/// @cost   O(text) time, 40 bytes per tag and 40 per diagnostic beside the text
/// @source docs/grammar.md, docs/extract.md ; L3 L5 L7
[[nodiscard]] Tree extract(std::string_view text TAGSTREAM_LIFETIMEBOUND);
/// The same for a temporary string, which the tree copies.
template <TemporaryString S>
[[nodiscard]] Tree extract(S&& text) {
  return extract(std::string_view(text)).with_own_text();
}

/// The same by these options.
/// @error bad_option — a name that is not a tag name, one twice, `max_depth` 0
/// @cost  as above, and the length of the options, which are checked each time
[[nodiscard]] Result<Tree> extract(std::string_view text TAGSTREAM_LIFETIMEBOUND,
                                   const ExtractOptions& options);
template <TemporaryString S>
[[nodiscard]] Result<Tree> extract(S&& text, const ExtractOptions& options) {
  Result<Tree> tree = extract(std::string_view(text), options);
  if (tree) *tree = std::move(*tree).with_own_text();
  return tree;
}

/// The same for a text that arrives in pieces: each top-level tag comes as soon as it is complete.
///
/// It keeps the text from the first tag on that is not complete.
class ExtractStream {
 public:
  /// By the options that are the defaults.
  ExtractStream();
  /// @error as `extract`
  static Result<ExtractStream> make(ExtractOptions options);
  ExtractStream(ExtractStream&&) noexcept;
  ExtractStream& operator=(ExtractStream&&) noexcept;
  ~ExtractStream();

  /// The top-level tags that this chunk completes, with all that is in them. After `finish` there
  /// are none until `reset`.
  /// @return  a tree that lives, with its views, until the next feed, finish or reset, and no
  /// longer
  ///          than the bytes that were fed. Its offsets count from the start of the stream, its
  ///          indices from its own first tag; its diagnostics are those before the first tag that
  ///          is not complete
  const Tree& feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND) & TAGSTREAM_LIFETIMEBOUND;
  /// The same for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
      const Tree& feed(S&& chunk) & TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }
  const Tree& feed(std::string_view chunk) && = delete;  // the tree of a stream that is gone

  /// The rest: what is open ends here. A second finish gives an empty tree.
  const Tree& finish() & TAGSTREAM_LIFETIMEBOUND;
  const Tree& finish() && = delete;

  /// Forgets the stream, keeps the options, and is ready for the next one.
  void reset();
  /// What has been read and held since the last reset.
  [[nodiscard]] Stats stats() const;

 private:
  const Tree& feed_kept(std::string&& chunk);

  struct Impl;
  explicit ExtractStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The raw content of the first outermost `<name …>…</name>`; nested tags of the same name count,
/// self-closing ones don't. Nothing if there is none, or if it is never closed.
/// @param name  a tag name; anything else is never found
/// @return      a view into `text`
/// @cost        O(text), no allocation that grows with it
[[nodiscard]] std::optional<std::string_view> inner(std::string_view text TAGSTREAM_LIFETIMEBOUND,
                                                    std::string_view name,
                                                    bool ignore_case = false);
[[nodiscard]] inline std::optional<std::string_view> inner(const char* text TAGSTREAM_LIFETIMEBOUND,
                                                           std::string_view name,
                                                           bool ignore_case = false) {
  return inner(std::string_view(text), name, ignore_case);
}
std::optional<std::string_view> inner(const std::string&& text, std::string_view name,
                                      bool ignore_case = false) = delete;

}  // namespace tagstream
