#pragma once

// Reads single places of a body whose parameters are elements. Example: in
// `<parameter=city>Oslo</parameter>` a parameter with the key `city` stands at 0.

#include <algorithm>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/model_body.hpp"

namespace tagstream::testing::model {

/// The tag or literal at one place of such a body.
struct Piece {
  enum class What { own, parameter, key, type, value, separator, next, wrapper_end, drop, other };
  What what = What::other;
  bool closes = false;
  bool is_empty = false;  ///< a tag that closes itself
  bool is_tag = false;
  bool is_named = false;  ///< a parameter that has a key
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name{};  ///< the tag's name
  std::size_t mark = 0;     ///< the index of the spelling of its pair
  Tag tag{};                ///< the tag, or one with the attributes that follow the literal
};

inline std::string_view name_of(std::string_view word) { return xml_tag_name(word); }

inline bool is_word_byte(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_-.:/$").find(c) != std::string_view::npos;
}

inline bool is_key_byte(char c) { return is_word_byte(c) && c != '/' && c != '$'; }

/// The name that a tag gives: by an attribute, or directly after its own name.
inline std::string name_in_tag(const Tag& tag, std::string_view key, const XmlShape& shape,
                               bool ignore_case) {
  const std::string name(tag.find(key, ignore_case).value_or(""));
  if (!name.empty() || !shape.name_is_value || tag.attributes.empty()) return name;
  const auto& [first, value] = tag.attributes.front();
  if (first.empty()) return without_doubled(value, tag.name, ignore_case);
  const char* after = first.data() + first.size();
  while (is_blank(*after)) ++after;
  return *after == '=' ? "" : without_doubled(first, tag.name, ignore_case);
}

/// A literal of the shape, and its meaning.
struct Literal {
  std::string word;
  Piece piece;
};

/// Looks at single places of a text.
class Sight {
 public:
  using What = Piece::What;

  Sight(std::string_view text, const Opening& opening)
      : text_(text),
        opening_(opening),
        program_(opening.program),
        shape_(*opening.form.shape),
        limits_(opening.program.options.limits) {
    add_marks(shape_.parameters, What::parameter);
    add_marks(shape_.keys, What::key);
    add_marks(shape_.values, What::value);
    add_marks({shape_.type, {}}, What::type);
    for (std::string_view word : shape_.separators) add_mark(word, What::separator, false, 0);
    reads_tags_ =
        !name_of(shape_.parameters[0].open).empty() || !name_of(shape_.keys[0].open).empty();
    if (shape_.keys[0].open.empty() && !shape_.values[0].open.empty())
      reads_tags_ = !opening.form.tags.empty();
  }

  enum class In { structure, value, end_of_call };
  /// The tags that count inside a value. Literals count there as well.
  struct Wanted {
    std::string opener;         ///< opens a parameter at the beginning of a line
    std::string parameter;      ///< closes the value
    std::string key;            ///< closes the value, too, if the right text follows
    std::string meant;          ///< so do names that look like this one
    bool openers_nest = false;  ///< inside a line its name alone counts
  };

  /// @param is_open  set if the text ends before the piece is known
  [[nodiscard]] std::optional<Piece> at(std::size_t at, In in, const Wanted& wanted,
                                        bool& is_open) const {
    is_open = false;
    std::optional<Piece> best = literal_at(at, in, is_open);
    if (is_open) return std::nullopt;
    const std::optional<Piece> tag = tag_at(at, in, wanted, is_open);
    if (is_open) return std::nullopt;
    if (tag && (!best || tag->end > best->end)) best = tag;
    if (!best) return std::nullopt;
    if (best->is_tag || best->closes) return best;
    const bool is_mention = in == In::value && is_inside_line(at);
    return best->what == What::parameter && !is_mention ? with_attributes(*best, is_open) : best;
  }

  /// The tag after the prefix at `at`: a parameter.
  [[nodiscard]] std::optional<Piece> prefixed_at(std::size_t at, bool& is_open) const {
    is_open = false;
    const std::string_view rest = text_.substr(at);
    const std::string_view prefix = shape_.prefix;
    if (rest.size() < prefix.size()) is_open = prefix.starts_with(rest);
    if (!rest.starts_with(prefix)) return std::nullopt;
    const std::size_t after = at + prefix.size();
    is_open = after == text_.size() || is_open_tag(after);
    if (is_open) return std::nullopt;
    const auto tag = read_tag(text_, after, limits_, true);
    if (!tag) return std::nullopt;
    Piece piece = piece_of(*tag, after);
    piece.what = What::parameter;
    piece.is_named = !program_.mark_of_tag(tag->name);
    piece.begin = at;
    return piece;
  }

  /// The key in `<parameter=key=` at `at`, no longer than a tag may be, where no tag stands.
  [[nodiscard]] std::string_view glued_key_at(std::size_t at, std::size_t end) const {
    if (!shape_.name_is_value || limits_.max_attributes == 0) return {};
    const std::size_t size = std::min(end - at, limits_.max_tag_bytes);
    return glued_key(text_.substr(at, size), name_of(shape_.parameters[0].open));
  }
  [[nodiscard]] bool is_glued(std::size_t at, std::size_t end) const {
    return !glued_key_at(at, end).empty();
  }

  /// Where an opening tag, or a literal with attributes, has failed after a quote may have begun.
  [[nodiscard]] std::size_t quoted_by(std::size_t at, In in, const Wanted& wanted) const {
    const std::string_view name = tag_name_at(text_, at);
    const bool is_read =
        in == In::structure ? reads_tags_ : in == In::value && wants(wanted, name, false, at);
    std::size_t end = is_read && !name.empty() ? failed_tag_end(text_, at, limits_) : 0;
    if (in == In::end_of_call) end = program_.quoted_by(text_, at);
    for (const Literal& one : literals_) {
      if (one.piece.what != What::parameter || one.piece.closes) continue;
      if (!text_.substr(at).starts_with(one.word)) continue;
      end = std::max(end, head_failure(at + one.word.size()));
    }
    return end;
  }

  /// True if openers here stand inside a line, in a format in which lines matter.
  [[nodiscard]] bool is_inside_line(std::size_t at) const {
    return shape_.prefix.empty() && !shape_.openers_end_values && text_[at - 1] != '\n' &&
           text_[at - 1] != '\r';
  }

  /// The text after an opener of a parameter that stands inside a line.
  struct Mention {
    bool is_open = false;      ///< the text ends too early
    bool is_complete = false;  ///< a value may follow
    bool is_direct = false;    ///< the key stands directly after the tag's name
    std::string key{};
  };
  /// @param end  after the tag's name, or after the literal
  [[nodiscard]] Mention mention_at(std::size_t at, std::size_t end, const Piece& piece) const {
    return piece.what == What::key ? pair_at(end, piece.is_tag) : keyed_at(at, end, piece.is_tag);
  }
  /// The opener whose name ends before a blank, a `=` or a `>`.
  [[nodiscard]] Piece nested_at(std::size_t at) const {
    Piece piece{.is_tag = true, .begin = at, .end = at + 1 + tag_name_at(text_, at).size()};
    for (const auto& [name, one] : tags_) {
      if (is_name(tag_name_at(text_, at), name)) {
        piece.what = one.what;
        break;
      }
    }
    const auto mark = program_.mark_of_tag(tag_name_at(text_, at));
    if (piece.what == What::key && mark && !is_own(tag_name_at(text_, at)))
      piece.what = What::other;
    return piece;
  }
  /// True for a closing tag of another name that is taken for the value's.
  [[nodiscard]] static bool is_slip(const Wanted& wanted, std::string_view name) {
    if (wanted.meant.empty()) return false;
    return (!wanted.key.empty() && wanted.key == name) || looks_like(name, wanted.meant);
  }

  /// The name of the opener, inside a line of a value.
  [[nodiscard]] bool is_nested_at(std::size_t at, const Wanted& wanted) const {
    const char before = text_[at - 1];
    if (!wanted.openers_nest || wanted.opener.empty() || before == '\n' || before == '\r')
      return false;
    const std::string_view name = tag_name_at(text_, at);
    const std::size_t end = at + 1 + name.size();
    constexpr std::string_view follow = " \t\r\n\f=>";
    return !name.empty() && is_name(name, wanted.opener) && end < text_.size() &&
           follow.find(text_[end]) != follow.npos;
  }

  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, program_.options.ignore_case);
  }
  [[nodiscard]] const XmlShape& shape() const { return shape_; }

 private:
  [[nodiscard]] bool is_own(std::string_view name) const {
    return is_named(opening_.form.tags, name, program_.options.ignore_case);
  }
  /// The number of letters by which two words differ.
  static std::size_t distance(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty()) return a.size() + b.size();
    if (a[0] == b[0]) return distance(a.substr(1), b.substr(1));
    std::vector<std::vector<std::size_t>> table(a.size() + 1,
                                                std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
      for (std::size_t j = 0; j <= b.size(); ++j) {
        std::size_t least = i == 0 || j == 0 ? i + j : table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
        if (i != 0 && j != 0) least = std::min({least, table[i - 1][j] + 1, table[i][j - 1] + 1});
        table[i][j] = least;
      }
    }
    return table[a.size()][b.size()];
  }
  static bool looks_like(std::string_view name, std::string_view meant) {
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    std::size_t sign = meant.size();
    while (sign != 0 && !is_high(meant[sign - 1])) --sign;
    if (sign != 0 && name.find(meant.substr(0, sign)) != std::string_view::npos) return true;
    if (sign != 0) {  // the end of the name, from somewhere in its sign on
      for (std::size_t i = 0; i <= sign; ++i) {
        if (name == meant.substr(i)) return true;
      }
      return false;
    }
    name = name.substr(name.rfind(':') + 1);
    meant = meant.substr(meant.rfind(':') + 1);
    if (std::min(name.size(), meant.size()) < 3) return false;
    const bool is_part = name.starts_with(meant) || meant.starts_with(name) ||
                         name.ends_with(meant) || meant.ends_with(name);
    if (is_part) return true;
    const std::size_t most = meant.size() >= 6 ? 2 : meant.size() >= 4 ? 1 : 0;
    return std::max(name.size(), meant.size()) <= 32 && distance(name, meant) <= most;
  }

  [[nodiscard]] Mention keyed_at(std::size_t at, std::size_t from, bool is_tag) const {
    const std::string end = is_tag || shape_.head_end.empty() ? ">" : std::string(shape_.head_end);
    const std::string_view line = text_.substr(from, 256);
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (quote == 0 && line[i] == end[0]) {
        const std::string_view rest = text_.substr(from + i);
        if (!rest.starts_with(end)) return {.is_open = end.starts_with(rest)};
        return keyed_in(at, from, from + i + end.size(), end, is_tag);
      }
      if (line[i] == '\n' || line[i] == '\r' || line[i] == '<') return {};
      if (quote != 0) {
        if (line[i] == quote) quote = 0;
      } else if (line[i] == '"' || line[i] == '\'') {
        quote = line[i];
      }
    }
    return {.is_open = line.size() < 256};
  }
  [[nodiscard]] Mention keyed_in(std::size_t at, std::size_t from, std::size_t to,
                                 const std::string& end, bool is_tag) const {
    std::string other;
    std::optional<Tag> tag;
    if (is_tag) {
      tag = read_tag(text_.substr(0, to), at, limits_, true);
      if (!tag || tag->end != to || program_.mark_of_tag(tag->name)) return {};
    } else {
      const Head head = read_head(text_.substr(0, to), from, end, limits_.max_tag_bytes);
      if (head.end != to) return {};
      other = head.tag;
      tag = read_tag(other, 0, Limits{.max_tag_bytes = Limits::none});
    }
    Mention mention{.key = key_in(*tag)};
    mention.is_complete = tag->kind == TokenKind::open && !mention.key.empty();
    XmlShape plain = shape_;
    mention.is_direct =
        tag->find("", false).has_value() || !name_in_tag(*tag, "\x01", plain, false).empty();
    return mention;
  }

  [[nodiscard]] Mention pair_at(std::size_t from, bool is_tag) const {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < shape_.keys.size(); ++i) {
      for (const XmlMark& mark : {shape_.keys[i], shape_.values[i]}) {
        longest = std::max({longest, mark.open.size(), mark.close.size()});
      }
    }
    if (longest >= limits_.max_tag_bytes) return {};
    if (is_tag) {
      if (from == text_.size()) return {.is_open = true};
      if (text_[from++] != '>') return {};
    }
    const std::size_t end = std::min(text_.find_first_of("<\r\n", from), text_.size());
    if (end - from > 256) return {};
    if (end == text_.size()) return {.is_open = true};
    Mention mention{.key = std::string(trim_blanks(text_.substr(from, end - from)))};
    if (text_[end] != '<' || mention.key.empty()) return {};
    std::vector<std::string_view> openers{shape_.type.open};
    for (const XmlMark& mark : shape_.values) openers.push_back(mark.open);
    const auto look = [&](std::size_t at) {
      const std::size_t word = std::min(skip_blanks(text_, at), at + 64);
      for (const std::string_view opener : openers) {
        if (opener.empty()) continue;
        mention.is_complete = mention.is_complete || text_.substr(word).starts_with(opener);
        mention.is_open = mention.is_open || opener.starts_with(text_.substr(word));
      }
    };
    look(end);
    for (const XmlMark& mark : shape_.keys) {
      if (mark.close.empty()) continue;
      const std::string_view rest = text_.substr(end);
      if (rest.starts_with(mark.close)) {
        look(end + mark.close.size());
      } else {
        mention.is_open = mention.is_open || mark.close.starts_with(rest);
      }
    }
    if (mention.is_complete) mention.is_open = false;
    return mention;
  }

  void add_marks(const XmlShape::Marks& marks, What what) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      add_mark(marks[i].open, what, false, i);
      add_mark(marks[i].close, what, true, i);
    }
  }
  void add_mark(std::string_view word, What what, bool closes, std::size_t i) {
    if (word.empty()) return;
    Literal one{std::string(word), {}};
    one.piece.what = what;
    one.piece.closes = closes;
    one.piece.mark = i;
    const bool is_closing_tag = closes && word.starts_with("</");
    const std::string opening = is_closing_tag ? '<' + std::string(word.substr(2)) : one.word;
    if (name_of(opening).empty()) {
      literals_.push_back(one);
    } else if (!closes) {
      tags_.emplace_back(name_of(opening), one.piece);
    }
  }

  // ---- literals --------------------------------------------------------------------------------

  /// The meaning of a marker of the rules in such a body; nullopt if the marker does not count.
  [[nodiscard]] std::optional<Piece> meaning(const Hit& hit, In in) const {
    Piece piece{.begin = hit.begin, .end = hit.end};
    if (hit.form == &opening_.form) {
      piece.what = What::own;
      piece.closes = hit.mark == Mark::call_close;
      if (in == In::end_of_call && !piece.closes) piece.what = What::next;
      return piece;
    }
    switch (hit.mark) {
      case Mark::wrap_close:
        piece.what = What::wrapper_end;
        piece.closes = true;
        return piece;
      case Mark::wrap_open:
      case Mark::call:
        piece.what = What::next;
        if (hit.mark == Mark::call && hit.form->is_leading) return std::nullopt;
        return in == In::value ? std::nullopt : std::optional(piece);
      case Mark::reasoning_open:
        piece.what = What::next;
        return in == In::end_of_call ? std::optional(piece) : std::nullopt;
      case Mark::header: return in == In::end_of_call ? std::optional(piece) : std::nullopt;
      case Mark::drop:
        piece.what = What::drop;
        return in == In::end_of_call ? std::optional(piece) : std::nullopt;
      default: return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<Piece> literal_at(std::size_t at, In in, bool& is_open) const {
    std::optional<Piece> best;
    const std::string_view rest = text_.substr(at);
    const auto take = [&](const std::string& word, Piece piece) {
      const bool may_grow = rest.size() < word.size() && word.starts_with(rest);
      is_open = is_open || may_grow;
      if (!rest.starts_with(word) || (best && best->end >= at + word.size())) return;
      piece.begin = at;
      piece.end = at + word.size();
      best = piece;
    };
    program_.for_each_literal([&](const std::string& word, const Hit& hit) {
      if (const auto piece = meaning(hit, in)) take(word, *piece);
    });
    if (in == In::end_of_call) return best;
    for (const Literal& one : literals_) take(one.word, one.piece);
    return best;
  }

  [[nodiscard]] Head head_at(std::size_t from, std::string_view text) const {
    const std::size_t longest = limits_.max_tag_bytes;
    if (!shape_.key_is_head) return read_head(text, from, shape_.head_end, longest);
    Head head;
    const std::size_t end = std::min(text.find_first_of("\n<>\"", from), text.size());
    if (end - from >= longest && end != text.size()) return head;
    head.is_open = end == text.size() && end - from <= longest;
    if (end == text.size() || text[end] != '\n') return head;
    head.end = end + 1;
    head.tag = "<x name=\"" + std::string(trim_blanks(text.substr(from, end - from))) + "\">";
    return head;
  }

  [[nodiscard]] std::size_t head_failure(std::size_t from) const {
    if (head_at(from, text_).end != 0) return 0;
    for (std::size_t at = from; at < text_.size(); ++at) {
      if (!head_at(from, text_.substr(0, at + 1)).is_open) return at;
    }
    return 0;
  }

  [[nodiscard]] std::optional<Piece> with_attributes(Piece piece, bool& is_open) const {
    const Head head = head_at(piece.end, text_);
    is_open = head.is_open;
    if (head.end == 0) return std::nullopt;
    piece.end = head.end;
    heads_.push_back(head.tag);
    piece.tag = *read_tag(heads_.back(), 0, Limits{.max_tag_bytes = Limits::none});
    piece.is_empty = piece.tag.kind == TokenKind::empty;
    piece.is_named = !key_in(piece.tag).empty();
    return piece;
  }

  // ---- tags ------------------------------------------------------------------------------------

  [[nodiscard]] std::string key_in(const Tag& tag) const {
    return name_in_tag(tag, shape_.key_attribute, shape_, program_.options.ignore_case);
  }

  [[nodiscard]] Piece piece_of(const Tag& tag, std::size_t at) const {
    Piece piece;
    for (const auto& [name, one] : tags_) {
      if (!is_name(tag.name, name)) continue;
      piece = one;
      break;
    }
    const bool is_own = is_named(opening_.form.tags, tag.name, program_.options.ignore_case);
    if (is_own && !opening_.tag_name.empty()) {
      piece.what = What::own;
    } else if (piece.what == What::other) {
      piece.what = what_rules_say(tag);
    }
    piece.closes = tag.kind == TokenKind::close;
    piece.is_empty = tag.kind == TokenKind::empty;
    piece.is_tag = true;
    piece.begin = at;
    piece.end = tag.end;
    piece.name = tag.name;
    piece.tag = tag;
    piece.is_named = piece.what == What::parameter && !key_in(tag).empty();
    return piece;
  }

  /// The meaning of a tag that the shape does not have, by the rules.
  [[nodiscard]] What what_rules_say(const Tag& tag) const {
    const auto mark = program_.mark_of_tag(tag.name);
    if (mark == Mark::wrap_open && tag.kind == TokenKind::close) return What::wrapper_end;
    const bool is_next =
        mark == Mark::wrap_open || mark == Mark::call || mark == Mark::reasoning_open;
    return is_next ? What::next : What::other;
  }

  [[nodiscard]] bool is_open_tag(std::size_t at, bool in_body = true) const {
    if (text_.size() - at >= limits_.max_tag_bytes) return false;
    Limits limits = limits_;
    limits.max_tag_bytes = Limits::none;
    for (const char* const more :
         {"a>", ">", "/>", "x>", "=x>", "\">", "'>", "\"x\">", "/a>", " a>"}) {
      const std::string longer = std::string(text_) + more;
      const auto tag = read_tag(longer, at, limits, in_body);
      if (tag && tag->end > text_.size()) return true;
    }
    return false;
  }

  [[nodiscard]] bool wants(const Wanted& wanted, std::string_view name, bool closes,
                           std::size_t at) const {
    if (closes) {
      if (!wanted.parameter.empty() && is_name(name, wanted.parameter)) return true;
      if (is_slip(wanted, name)) return true;
      if (!opening_.tag_name.empty() && is_name(name, opening_.tag_name)) return true;
      return program_.mark_of_tag(name) == Mark::wrap_open;
    }
    const bool is_after_line = text_[at - 1] == '\n' || text_[at - 1] == '\r';
    return is_after_line && !wanted.opener.empty() && is_name(name, wanted.opener);
  }

  [[nodiscard]] std::optional<Piece> tag_at(std::size_t at, In in, const Wanted& wanted,
                                            bool& is_open) const {
    if (at >= text_.size() || text_[at] != '<') return std::nullopt;
    if (in == In::structure && !reads_tags_) {
      is_open = is_open_tag(at) && is_name_open(at);
      return std::nullopt;
    }
    const bool in_body = in != In::end_of_call;
    const auto tag = read_tag(text_, at, limits_, in_body);
    if (!tag) {
      const bool may_be = in == In::end_of_call ? may_follow(at) : is_name_open(at);
      is_open = is_open_tag(at, in_body) && (may_be || may_count(at, in, wanted));
      return std::nullopt;
    }
    const bool closes = tag->kind == TokenKind::close;
    if (in == In::value && !wants(wanted, tag->name, closes, at)) return std::nullopt;
    Piece piece = piece_of(*tag, at);
    if (in != In::end_of_call) return piece;
    return counts_at_end(*tag, piece) ? std::optional(piece) : std::nullopt;
  }

  [[nodiscard]] bool counts_at_end(const Tag& tag, Piece& piece) const {
    const bool closes = tag.kind == TokenKind::close;
    if (piece.what == What::own) {
      if (!closes) piece.what = What::next;
      return true;
    }
    const auto mark = program_.mark_of_tag(tag.name);
    if (closes) return mark == Mark::wrap_open;
    if (mark == Mark::call) return true;
    return mark == Mark::wrap_open || mark == Mark::reasoning_open || mark == Mark::unwrap;
  }

  /// True if the text ends in the name of the tag that begins at `at`.
  [[nodiscard]] bool is_name_open(std::size_t at) const {
    std::size_t from = at + 1;
    if (text_.substr(from, 1) == "/") from = skip_blanks(text_, from + 1);
    return std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(std::min(from, text_.size())),
                       text_.end(), is_key_byte);
  }

  /// True if `is_name_open(at)`, and a tag with such a name would count after a call.
  [[nodiscard]] bool may_follow(std::size_t at) const {
    if (!is_name_open(at)) return false;
    const bool closes = text_.substr(at + 1, 1) == "/";
    const std::size_t from = closes ? skip_blanks(text_, at + 2) : at + 1;
    return program_.begins_tag(
        text_.substr(std::min(from, text_.size())), [&](const Marker& marker) {
          if (!closes) return !marker.closes;
          const bool is_wrapper = marker.mark == Mark::wrap_close;
          return is_wrapper || (marker.closes && marker.form == &opening_.form);
        });
  }

  [[nodiscard]] bool may_count(std::size_t at, In in, const Wanted& wanted) const {
    const bool closes = text_.substr(at + 1, 1) == "/";
    const std::size_t from = closes ? skip_blanks(text_, at + 2) : at + 1;
    std::size_t end = from;
    while (end < text_.size() && is_key_byte(text_[end])) ++end;
    const std::string_view name = text_.substr(from, end - from);
    if (in == In::structure) return true;
    if (in == In::value) return wants(wanted, name, closes, at);
    if (is_named(opening_.form.tags, name, program_.options.ignore_case)) return true;
    const auto mark = program_.mark_of_tag(name);
    return closes ? mark == Mark::wrap_open : mark.has_value();
  }

  std::string_view text_;
  const Opening& opening_;
  const Program& program_;
  const XmlShape& shape_;
  const Limits& limits_;
  std::vector<Literal> literals_;
  std::vector<std::pair<std::string, Piece>> tags_;
  mutable std::list<std::string> heads_;  // text for the views in tags of literals
  bool reads_tags_ = false;
};

}  // namespace tagstream::testing::model
