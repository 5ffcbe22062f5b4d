#include "objects.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace bench {
namespace {

class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  void take(std::span<const tagstream::Token> tokens) {
    for (const tagstream::Token& token : tokens) {
      if (token.kind == tagstream::TokenKind::open) {
        open_.push_back(begin(token));
      } else if (token.kind == tagstream::TokenKind::empty) {
        Object object = begin(token).object;
        object.end = token.end();
        object.is_closed = true;
        add(std::move(object));
      } else if (token.kind == tagstream::TokenKind::close) {
        close(token);
      }
    }
  }

  std::vector<Object> finish() {
    while (!open_.empty()) end_innermost(text_.size(), text_.size(), false);
    return std::move(top_);
  }

 private:
  struct Open {
    Object object;
    std::uint64_t content_start = 0;
  };

  static Open begin(const tagstream::Token& token) {
    Open open;
    open.object.name = token.name();
    open.object.start = token.begin;
    open.content_start = token.end();
    for (const tagstream::Attribute& attribute : token.attributes()) {
      open.object.attributes.push_back({std::string(attribute.name), std::string(attribute.value)});
    }
    return open;
  }

  void close(const tagstream::Token& token) {
    std::size_t level = open_.size();
    while (level > 0 && open_[level - 1].object.name != token.name()) --level;
    if (level == 0) return;
    while (open_.size() > level) end_innermost(token.begin, token.begin, false);
    end_innermost(token.begin, token.end(), true);
  }

  void end_innermost(std::uint64_t content_end, std::uint64_t end, bool is_closed) {
    Open open = std::move(open_.back());
    open_.pop_back();
    open.object.content = text_.substr(static_cast<std::size_t>(open.content_start),
                                       static_cast<std::size_t>(content_end - open.content_start));
    open.object.end = end;
    open.object.is_closed = is_closed;
    add(std::move(open.object));
  }

  void add(Object object) {
    (open_.empty() ? top_ : open_.back().object.children).push_back(std::move(object));
  }

  std::string_view text_;
  std::vector<Open> open_;
  std::vector<Object> top_;
};

}  // namespace

std::vector<Object> read_objects(std::string_view text, tagstream::Tokenizer& tokenizer) {
  Builder builder(text);
  tokenizer.reset();
  builder.take(tokenizer.feed(text));
  builder.take(tokenizer.finish());
  return builder.finish();
}

std::size_t count_tags(std::string_view text, tagstream::Tokenizer& tokenizer) {
  std::size_t count = 0;
  const auto add = [&count](std::span<const tagstream::Token> tokens) {
    for (const tagstream::Token& token : tokens) {
      count +=
          token.kind == tagstream::TokenKind::open || token.kind == tagstream::TokenKind::empty;
    }
  };
  tokenizer.reset();
  add(tokenizer.feed(text));
  add(tokenizer.finish());
  return count;
}

std::size_t count_objects(const std::vector<Object>& objects) {
  std::size_t count = objects.size();
  for (const Object& object : objects) count += count_objects(object.children);
  return count;
}

}  // namespace bench
