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

/// The options of trees: which tags count, and how they nest. docs/extract.md has an example for
/// each.
struct ExtractOptions {
  /// Only tags of these names count; all other text is content. Empty: tags of all names count.
  std::vector<std::string> names{};

  /// Fold ASCII case of tag and attribute names.
  bool ignore_case = false;

  /// The greatest depth of a tag, at least 1; top-level tags have depth 1. Deeper tags stay raw in
  /// the content of the tag around them.
  std::size_t max_depth = Limits::none;

  /// How an element without a closing tag is treated.
  Unclosed unclosed = Unclosed::extend;

  /// For elements of these names the *last* closing tag before the end of the parent counts. Use it
  /// for file bodies that mention their own closing tag.
  std::vector<std::string> last_close{};

  /// Of `inner` alone: the last closed element counts, not the first one.
  bool last = false;

  /// Which tags in Markdown code are content: those in code spans, in fences too (`all`), or none.
  /// A closing tag counts everywhere if it closes something.
  MarkdownCode markdown_code = MarkdownCode::automatic;

  /// Only `max_tag_bytes` and `max_attributes` count. By default there is no limit, since an
  /// extractor keeps the whole text.
  Limits limits{.max_tag_bytes = Limits::none,
                .max_held_bytes = Limits::none,
                .max_section_bytes = Limits::none,
                .max_attributes = Limits::none};

  /// As `Options::set`. `max_tag_bytes` and `max_attributes` are names of options, too.
  [[nodiscard]] std::optional<Error> set(std::string_view name, std::string_view value);
  /// As `Options::from_json`.
  [[nodiscard]] static Result<ExtractOptions> from_json(std::string_view json);
};

/// All options, in the order of `ExtractOptions`. @lifetime the program's
[[nodiscard]] std::span<const OptionInfo> extract_option_infos();

/// All tags of `text` as a tree, with default options. `text` must outlive the tree.
/// @cost   O(text) time, 40 bytes per tag and 40 per diagnostic beside the text
/// @source docs/grammar.md, docs/extract.md ; L3 L5 L7
[[nodiscard]] Tree extract(std::string_view text TAGSTREAM_LIFETIMEBOUND);
/// As above, for a temporary string, which the tree copies.
template <TemporaryString S>
[[nodiscard]] Tree extract(S&& text) {
  return extract(std::string_view(text)).with_own_text();
}

/// As above, with these options.
/// @error bad_option — a name that is not a tag name, one twice, one of `last_close` that is not in
///                     `names`, `last`, or 0 for `max_depth` or `max_tag_bytes`. The message begins
///                     with the option: "names: …"
/// @cost  as above, and the length of the options, which are checked each time
[[nodiscard]] Result<Tree> extract(std::string_view text TAGSTREAM_LIFETIMEBOUND,
                                   const ExtractOptions& options);
template <TemporaryString S>
[[nodiscard]] Result<Tree> extract(S&& text, const ExtractOptions& options) {
  Result<Tree> tree = extract(std::string_view(text), options);
  if (tree) *tree = std::move(*tree).with_own_text();
  return tree;
}

/// The options of `extract`, checked and compiled once, for a caller that reads many texts. Copies
/// share what is compiled, and threads may use one extractor at a time.
///
/// An extractor of the names {"b"} reads `a<b>1</b><i>2</i>` as a tree with one tag: `b` at the
/// bytes 1..9, with the content `1`. The tags of `i` are text to it.
class Extractor {
 public:
  /// Every tag counts, whatever its name; all options have their defaults.
  Extractor();
  /// @error as `extract`
  static Result<Extractor> make(ExtractOptions options);
  /// An extractor for `inner` alone: of the elements of one name.
  /// @error as `inner` with options
  static Result<Extractor> make_for(std::string_view name, ExtractOptions options = {});

  /// The tags of `text`, which must outlive the tree. @cost as `extract`
  [[nodiscard]] Tree extract(std::string_view text TAGSTREAM_LIFETIMEBOUND) const;
  template <TemporaryString S>
  [[nodiscard]] Tree extract(S&& text) const {
    return extract(std::string_view(text)).with_own_text();
  }
  /// As `extract`, but the result replaces `tree`, whose memory is used again.
  void extract_into(std::string_view text, Tree& tree) const;

  /// As the function `inner`. @pre made by `make_for`; else nothing is found
  [[nodiscard]] std::optional<std::string_view> inner(
      std::string_view text TAGSTREAM_LIFETIMEBOUND) const;
  template <TemporaryString S>
  std::optional<std::string_view> inner(S&& text) const = delete;  // it would dangle
  /// As above; options that need a tree use the memory of `tree` again, whatever it held.
  [[nodiscard]] std::optional<std::string_view> inner(std::string_view text TAGSTREAM_LIFETIMEBOUND,
                                                      Tree& tree) const;

  /// The options that it was made of.
  [[nodiscard]] const ExtractOptions& options() const& TAGSTREAM_LIFETIMEBOUND;
  const ExtractOptions& options() const&& = delete;

  struct Data;
  /// For the library itself.
  [[nodiscard]] const Data& data() const& { return *data_; }
  const Data& data() const&& = delete;

 private:
  static Result<Extractor> make(ExtractOptions options, bool is_inner, bool is_last);
  explicit Extractor(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// Extracts tags from a text that arrives in chunks. Each top-level tag is returned as soon as it
/// is complete.
///
/// The stream keeps the text from the first incomplete tag on.
class ExtractStream {
 public:
  /// A stream with default options.
  ExtractStream();
  /// @error as `extract`
  static Result<ExtractStream> make(ExtractOptions options);
  ExtractStream(ExtractStream&&) noexcept;
  ExtractStream& operator=(ExtractStream&&) noexcept;
  ~ExtractStream();

  /// The top-level tags that this chunk completes, with the tags inside them. After `finish` there
  /// are none until `reset`.
  /// @return  a tree that lives, with its views, until the next feed, finish or reset, and not
  ///          longer than the bytes that were fed. Its offsets count from the start of the stream,
  ///          its indices from its own first tag; its diagnostics are those before the first
  ///          incomplete tag
  const Tree& feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND) & TAGSTREAM_LIFETIMEBOUND;
  /// As `feed`, for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
      const Tree& feed(S&& chunk) & TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }
  const Tree& feed(std::string_view chunk) && = delete;  // the tree would outlive the stream

  /// Ends the stream: open tags end here. Returns the rest; a second call returns an empty tree.
  const Tree& finish() & TAGSTREAM_LIFETIMEBOUND;
  const Tree& finish() && = delete;

  /// Forgets the stream, keeps the options, and is ready for the next one.
  void reset();
  /// The counters since the last reset. `events` counts tags of all depths.
  [[nodiscard]] Stats stats() const;

 private:
  const Tree& feed_kept(std::string&& chunk);

  struct Impl;
  explicit ExtractStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The raw content of the first outermost `<name ...>...</name>`. Nested tags of the same name are
/// counted, self-closing ones are not. Null if there is no such element, or if it is never closed.
/// @param name  a tag name; any other text is never found
/// @return      a view into `text`
/// @cost        O(text), no allocation that grows with it
[[nodiscard]] std::optional<std::string_view> inner(std::string_view text TAGSTREAM_LIFETIMEBOUND,
                                                    std::string_view name,
                                                    bool ignore_case = false);
template <TemporaryString S>
std::optional<std::string_view> inner(S&& text, std::string_view name,
                                      bool ignore_case = false) = delete;  // it would dangle

/// The same with options. An element that `unclosed` ends is not closed: it is none here. With
/// `last` it is the content of the last such element that is closed.
/// @error bad_option — as `extract`, or `options` has `names` or `max_depth`
/// @cost  O(text) time and memory
[[nodiscard]] Result<std::optional<std::string_view>> inner(
    std::string_view text TAGSTREAM_LIFETIMEBOUND, std::string_view name, ExtractOptions options);
template <TemporaryString S>
Result<std::optional<std::string_view>> inner(S&& text, std::string_view name,
                                              ExtractOptions options) = delete;

}  // namespace tagstream
