#include "support/extract_model.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/model_markdown.hpp"
#include "support/model_tags.hpp"

namespace tagstream::testing {
namespace {

/// A tag of a wanted name, outside of code.
struct Found {
  TokenKind kind = TokenKind::open;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name;
  bool is_in_code = false;
  bool closes_quoted = false;  ///< in code, and its opening tag is text there
};

/// The fences of a text, byte by byte.
class FenceWalk {
 public:
  explicit FenceWalk(std::string_view text) : text_(text) {}

  [[nodiscard]] bool is_inside() const { return size_ != 0; }
  /// Goes on from `at`: one byte, a run, or the line that closes a fence. Returns the place after
  /// it.
  std::size_t step(std::size_t at) {
    std::size_t end = at + 1;
    const char byte = text_[at];
    if (is_inside() && byte == fence_) {
      const std::size_t closed =
          fence_line_end(text_, at, indent_, fence_, size_, MarkdownCode::all);
      if (closed != at) size_ = 0;
      end = std::max(end, closed);
    } else if (!is_inside() && (byte == '`' || byte == '~')) {
      const CodeStart start = code_at(text_, at, indent_, text_.size() + 1, MarkdownCode::all);
      end = start.run_end;
      if (start.is_fence) {
        fence_ = byte;
        size_ = end - at;
      }
    }
    pass(at, end);
    return end;
  }
  /// The bytes begin and end no fence.
  void pass(std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) indent_ = indent_after(indent_, text_[begin]);
  }

 private:
  std::string_view text_;
  int indent_ = 0;
  char fence_ = '`';
  std::size_t size_ = 0;  // of the run that opened the fence; 0: none is open
};

/// Finds the tags of a text. Which bytes are tags does not depend on how the tags nest.
class TagFinder {
 public:
  TagFinder(std::string_view text, const ExtractOptions& options)
      : text_(text), options_(options) {}

  std::vector<Found> run() {
    std::vector<Found> all;
    FenceWalk fences(text_);
    for (std::size_t at = 0; at < text_.size();) {
      if (options_.markdown_code == MarkdownCode::all && fences.is_inside()) {
        at = fences.step(at);
        continue;
      }
      const std::optional<Tag> tag = read_tag(text_, at, options_.limits);
      if (!tag || !is_wanted(tag->name)) {
        if (!incomplete_ && text_[at] == '<') find_incomplete(at);
        at = fences.step(at);
        continue;
      }
      all.push_back({tag->kind, at, tag->end, tag->name, is_in_code(at)});
      if (all.back().is_in_code) note_pair(all.back());
      if (!all.back().is_in_code) fences.pass(at, tag->end);
      while (all.back().is_in_code && at < tag->end) at = fences.step(at);
      at = std::max(at, tag->end);
    }
    return all;
  }

  /// The first tag that the end of the text cuts off, with the part that the text has.
  [[nodiscard]] const std::optional<Found>& incomplete() const { return incomplete_; }

 private:
  [[nodiscard]] bool is_in_code(std::size_t at) const {
    if (options_.markdown_code == MarkdownCode::off) return false;
    return is_in_span(text_, 0, at, text_.size() + 1);
  }

  /// Openers in code on one line wait for their closers: the first four names.
  void note_pair(Found& tag) {
    const std::size_t line = text_.substr(0, tag.begin).find_last_of("\r\n");
    if (line != line_) quoted_.clear();
    line_ = line;
    const auto known = std::find_if(quoted_.begin(), quoted_.end(), [&](const auto& one) {
      return same_name(one.first, tag.name, options_.ignore_case);
    });
    if (tag.kind == TokenKind::close && known != quoted_.end() && known->second != 0) {
      --known->second;
      tag.closes_quoted = options_.last_close.empty();
    } else if (tag.kind == TokenKind::open && known != quoted_.end()) {
      ++known->second;
    } else if (tag.kind == TokenKind::open && quoted_.size() < 4) {
      quoted_.emplace_back(tag.name, 1);
    }
  }

  [[nodiscard]] bool is_wanted(std::string_view name, bool as_beginning = false) const {
    return options_.names.empty() ||
           is_named(options_.names, name, options_.ignore_case, as_beginning);
  }

  /// Finds out whether the bytes at `at` can become a tag if the text goes on. If they can, one of
  /// these four continuations makes them a tag.
  void find_incomplete(std::size_t at) {
    const std::string rest(text_.substr(at));
    if (rest[0] != '<' || rest.size() >= options_.limits.max_tag_bytes) return;
    Limits limits = options_.limits;
    limits.max_tag_bytes = Limits::none;
    for (const char* const more : {">", "x>", "\">", "'>"}) {
      const std::string longer = rest + more;
      const std::optional<Tag> tag = read_tag(longer, 0, limits);
      if (!tag || tag->end <= rest.size()) continue;
      const auto name_at = static_cast<std::size_t>(tag->name.data() - longer.data());
      if (name_at >= rest.size()) return;
      const std::string_view name = text_.substr(at + name_at, tag->name.size());
      if (!is_wanted(name, name_at + name.size() == rest.size())) return;
      incomplete_ = Found{tag->kind, at, text_.size(), name};
      return;
    }
  }

  std::string_view text_;
  const ExtractOptions& options_;
  std::optional<Found> incomplete_;
  std::vector<std::pair<std::string_view, std::size_t>> quoted_;  // on the line that begins there:
  std::size_t line_ = 0;
};

struct Element {
  Found tag;
  std::size_t parent = SeenTag::no_parent;
  std::size_t content_end = 0;
  std::size_t end = 0;
  bool is_closed = false;
  bool is_listed = false;  ///< its last closing tag counts
};

/// The elements that have been read so far.
struct State {
  std::vector<Element> elements;
  std::vector<std::size_t> open;  ///< those that are open, outermost first
  std::vector<Found> strays;
};

/// Makes elements of tags. Some elements end at their last closing tag. For such an element the
/// whole state at each closing tag is kept. To end the element at one of them, its state is
/// restored, and the reading goes on from there.
class ElementReader {
 public:
  ElementReader(std::string_view text, const ExtractOptions& options, std::vector<Found> tags)
      : text_(text), options_(options), tags_(std::move(tags)) {}

  State run() {
    read_until(tags_.size(), 0);
    end_above(0, tags_.size());
    return std::move(state_);
  }

 private:
  /// An open element, by its place among the open ones, and its last closing tag.
  struct Noted {
    std::size_t level = 0;
    std::size_t closer = 0;
  };

  [[nodiscard]] bool same(std::string_view a, std::string_view b) const {
    return same_name(a, b, options_.ignore_case);
  }

  [[nodiscard]] Element& open_at(std::size_t level) { return state_.elements[state_.open[level]]; }

  [[nodiscard]] std::size_t begin_of(std::size_t tag) const {
    return tag < tags_.size() ? tags_[tag].begin : text_.size();
  }

  /// Reads the tags up to the tag `end`. The open elements below `floor` end after it, at a known
  /// place: no tag closes them here.
  void read_until(std::size_t end, std::size_t floor) {
    while (next_ < end) {
      const std::size_t index = next_++;
      const Found& tag = tags_[index];
      if (tag.closes_quoted) continue;
      if (tag.kind == TokenKind::close) {
        read_closing(index, floor);
      } else if (!tag.is_in_code) {
        read_opening(tag, index);
      }
    }
  }

  void read_opening(const Found& tag, std::size_t index) {
    Element element{tag,
                    state_.open.empty() ? SeenTag::no_parent : state_.open.back(),
                    tag.end,
                    tag.end,
                    tag.kind == TokenKind::empty,
                    false};
    if (tag.kind == TokenKind::empty) return state_.elements.push_back(element);
    for (std::size_t level = 0; level < state_.open.size(); ++level) {
      if (open_at(level).is_listed && same(open_at(level).tag.name, tag.name)) return;
    }
    element.is_listed =
        index >= off_until_ && is_named(options_.last_close, tag.name, options_.ignore_case);
    state_.open.push_back(state_.elements.size());
    state_.elements.push_back(element);
  }

  void read_closing(std::size_t index, std::size_t floor) {
    std::size_t level = state_.open.size();
    while (level > 0 && !same(open_at(level - 1).tag.name, tags_[index].name)) --level;
    if (level == 0) return add_stray(tags_[index]);
    --level;
    if (open_at(level).is_listed) {
      if (level >= floor) notes_[open_at(level).tag.begin].insert_or_assign(index, state_);
      return;
    }
    if (level < floor) return add_stray(tags_[index]);
    if (const std::optional<Noted> noted = outermost_noted(level + 1, index)) {
      off_until_ = std::max(off_until_, index);
      return end_at_noted(*noted);  // and this tag comes again
    }
    end_above(level + 1, index);
    close(index);
  }

  void add_stray(const Found& tag) {
    if (!tag.is_in_code) state_.strays.push_back(tag);
  }

  /// The outermost open element from `level` on that has a closing tag before `end`.
  std::optional<Noted> outermost_noted(std::size_t level, std::size_t end) {
    for (; level < state_.open.size(); ++level) {
      const Element& element = open_at(level);
      const auto note = notes_.find(element.tag.begin);
      if (!element.is_listed || note == notes_.end()) continue;
      const auto after = note->second.lower_bound(end);
      if (after != note->second.begin()) return Noted{level, std::prev(after)->first};
    }
    return std::nullopt;
  }

  /// Ends the element at the noted closing tag. The reading goes on after this tag.
  void end_at_noted(const Noted& noted) {
    state_ = State(notes_[open_at(noted.level).tag.begin][noted.closer]);
    end_above(noted.level + 1, noted.closer);
    close(noted.closer);
    next_ = noted.closer + 1;
  }

  /// All elements from `level` on end before the tag `end`, the outermost first.
  void end_above(std::size_t level, std::size_t end) {
    while (const std::optional<Noted> noted = outermost_noted(level, end)) {
      off_until_ = std::max(off_until_, end);
      end_at_noted(*noted);
      read_until(end, level);
    }
    for (; state_.open.size() > level; state_.open.pop_back()) {
      Element& element = open_at(state_.open.size() - 1);
      element.end = element.content_end = begin_of(end);
    }
  }

  /// Closes the innermost element.
  void close(std::size_t closer) {
    Element& element = open_at(state_.open.size() - 1);
    element.is_closed = true;
    element.content_end = tags_[closer].begin;
    element.end = tags_[closer].end;
    state_.open.pop_back();
  }

  std::string_view text_;
  const ExtractOptions& options_;
  std::vector<Found> tags_;
  State state_;
  std::size_t next_ = 0;
  std::size_t off_until_ = 0;  ///< elements opened before this tag are ordinary
  std::map<std::size_t, std::map<std::size_t, State>> notes_;  ///< by opening and closing tag
};

/// The tags as the library gives them: unclosed tags by the options, and no tag that is too deep.
std::vector<SeenTag> given_tags(std::string_view text, const ExtractOptions& options,
                                const std::vector<Element>& elements) {
  std::vector<SeenTag> given;
  std::vector<std::size_t> place(elements.size(), SeenTag::no_parent);  // the parent of children
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Element& element = elements[i];
    const bool is_lost = !element.is_closed && options.unclosed != Unclosed::extend;
    const std::size_t parent =
        element.parent == SeenTag::no_parent ? SeenTag::no_parent : place[element.parent];
    const std::size_t depth = parent == SeenTag::no_parent ? 1 : given[parent].depth + 1;
    const std::size_t content_end = is_lost ? element.tag.end : element.content_end;
    SeenTag tag;
    tag.start = element.tag.begin;
    tag.end = is_lost ? element.tag.end : element.end;
    tag.content_start = element.tag.end;
    tag.content_end = content_end;
    tag.name = std::string(element.tag.name);
    tag.raw_tag = std::string(text.substr(element.tag.begin, element.tag.end - element.tag.begin));
    tag.content = std::string(text.substr(element.tag.end, content_end - element.tag.end));
    tag.depth = depth;
    tag.parent = parent;
    tag.is_closed = element.is_closed;
    tag.is_self_closing = element.tag.kind == TokenKind::empty;
    place[i] = is_lost ? parent : given.size();
    if (!is_lost || options.unclosed != Unclosed::text) given.push_back(std::move(tag));
  }
  return given;
}

/// Leaves out the tags that are deeper than `max_depth`.
std::vector<SeenTag> without_deep(const std::vector<SeenTag>& all, std::size_t max_depth) {
  std::vector<SeenTag> kept;
  std::vector<std::size_t> place;
  for (const SeenTag& tag : all) {
    place.push_back(kept.size());
    if (tag.depth > max_depth) continue;
    kept.push_back(tag);
    if (tag.parent != SeenTag::no_parent) kept.back().parent = place[tag.parent];
  }
  return kept;
}

SeenDiagnostic diagnostic(Code kind, std::string_view text, const Found& tag) {
  SeenDiagnostic one{kind, tag.begin, 1, 1, std::string(tag.name)};
  for (std::size_t i = 0; i < tag.begin; ++i) {
    const bool is_line_end = text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
    if (is_line_end) {
      ++one.line;
      one.column = 1;
    } else if (!continues) {
      ++one.column;
    }
  }
  return one;
}

}  // namespace

SeenTree model_extract(std::string_view text, const ExtractOptions& options) {
  TagFinder finder(text, options);
  const State state = ElementReader(text, options, finder.run()).run();
  SeenTree seen{.tags = without_deep(given_tags(text, options, state.elements), options.max_depth)};
  for (const Element& element : state.elements) {
    if (element.is_closed) continue;
    seen.diagnostics.push_back(diagnostic(Code::unclosed, text, element.tag));
  }
  for (const Found& tag : state.strays) {
    seen.diagnostics.push_back(diagnostic(Code::stray_close, text, tag));
  }
  if (finder.incomplete()) {
    seen.diagnostics.push_back(diagnostic(Code::incomplete_tag, text, *finder.incomplete()));
  }
  std::sort(seen.diagnostics.begin(), seen.diagnostics.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return seen;
}

std::optional<std::string_view> model_inner(std::string_view text, std::string_view name,
                                            bool ignore_case) {
  ExtractOptions options{.names = {std::string(name)}, .ignore_case = ignore_case};
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (const Found& tag : TagFinder(text, options).run()) {
    if (tag.kind == TokenKind::open && !tag.is_in_code && depth++ == 0) begin = tag.end;
    if (tag.kind != TokenKind::close || tag.closes_quoted || depth == 0) continue;
    if (--depth == 0) return text.substr(begin, tag.begin - begin);
  }
  return std::nullopt;
}

}  // namespace tagstream::testing
