#include "show/strays.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tagstream/dialect.hpp"

namespace tagstream::cli {

namespace {

void add_once(std::vector<std::string>& words, std::string_view word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
}

// A tag is known by its name. What text has for other reasons, too, is left out.
void add_closer(TokenizerOptions& options, std::string_view closer) {
  const std::size_t name_end = closer.size() - std::min<std::size_t>(closer.size(), 1);
  if (closer.starts_with("</") && closer.find_first_of(" <>|:", 2) == name_end) {
    add_once(options.names, closer.substr(2, name_end - 2));
  } else if (closer.starts_with("<") || closer.starts_with("[/")) {
    add_once(options.markers, closer);
  }
}

void add_row(TokenizerOptions& options, const Dialect* row, bool has_reasoning, bool has_calls) {
  if (row == nullptr) return;
  if (has_reasoning && row->reasoning != nullptr) {
    for (const std::string_view closer : row->reasoning->close) add_closer(options, closer);
  }
  if (!has_calls || row->tools == nullptr) return;
  for (const CallFormat& call : row->tools->calls) {
    for (const std::string_view closer : call.close) add_closer(options, closer);
  }
}

TokenizerOptions options_of(const Arguments& arguments) {
  TokenizerOptions options;
  options.ignore_case = arguments.ignore_case;
  for (const auto* names : {&arguments.tags, &arguments.hide, &arguments.unwrap}) {
    for (const std::string& name : *names) add_once(options.names, name);
  }
  const ParseOptions& parse = arguments.parse;
  add_row(options, parse.row.get(), true, true);
  add_row(options, find_dialect(parse.dialect), true, true);
  add_row(options, find_dialect(parse.reasoning), true, false);
  add_row(options, find_dialect(parse.tool_format), false, true);
  options.markers_only = options.names.empty();
  return options;
}

}  // namespace

std::string Strays::Piece::sentence() const {
  if (is_crossed) return "crossed: " + std::string(text) + " ends what was opened in a section";
  return "nothing is open that " + std::string(text) + " would end";
}

void Strays::Found::add(const Piece& stray) {
  if (is_full()) {
    ++more_;
    last_ = stray.begin;
  } else {
    problems_.push_back({stray.sentence(), stray.begin});
  }
}

std::vector<Strays::Found::Problem> Strays::Found::take() {
  if (more_ != 0) problems_.push_back({fmt::format("and {} more, the last one", more_), last_});
  more_ = 0;
  return std::exchange(problems_, {});
}

Strays::Strays(const Arguments& arguments) : ignores_case_(arguments.ignore_case) {
  TokenizerOptions options = options_of(arguments);
  if (options.names.empty() && options.markers.empty()) return;
  if (auto tokenizer = Tokenizer::make(options)) tokenizer_ = *std::move(tokenizer);
  if (auto tokenizer = Tokenizer::make(std::move(options))) inside_ = *std::move(tokenizer);
}

void Strays::see(const Event& event) {
  if (!inside_) return;
  if (event.kind == EventKind::section_delta || event.kind == EventKind::reasoning) {
    count(inside_->feed(event.text));
  } else if (event.kind != EventKind::markup) {
    count(inside_->finish());
    inside_->reset();
  }
}

// The number of its elements that have been opened where they are not seen, and not closed there.
std::uint64_t& Strays::open_inside(std::string_view name) {
  const auto lower = [&](char letter) {
    return ignores_case_ && letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20)
                                                           : letter;
  };
  const auto is_same = [&](const auto& one) {
    return std::equal(one.first.begin(), one.first.end(), name.begin(), name.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
  };
  const auto known = std::find_if(open_inside_.begin(), open_inside_.end(), is_same);
  return known != open_inside_.end() ? known->second : open_inside_.emplace_back(name, 0).second;
}

void Strays::count(std::span<const Token> tokens) {
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::open) ++open_inside(token.name());
    if (token.kind == TokenKind::close) {
      std::uint64_t& open = open_inside(token.name());
      if (open != 0) --open;
    }
  }
}

const std::vector<Strays::Piece>& Strays::add(const Event& content) {
  pieces_.clear();
  if (std::exchange(is_flushed_, false)) {
    tokenizer_->reset();
    fed_ = 0;
  }
  end_ = content.span.end;
  fed_ += content.text.size();
  if (tokenizer_) {
    take(tokenizer_->feed(content.text));
  } else {
    pieces_.push_back({content.text, content.span.begin});
  }
  return pieces_;
}

const std::vector<Strays::Piece>& Strays::flush() {
  pieces_.clear();
  if (!tokenizer_ || std::exchange(is_flushed_, true)) return pieces_;
  take(tokenizer_->finish());
  return pieces_;
}

// Where a token stands in the stream is counted from the end of the content so far.
void Strays::take(std::span<const Token> tokens) {
  for (const Token& token : tokens) {
    const bool is_stray = token.kind == TokenKind::close || token.kind == TokenKind::marker;
    bool is_crossed = false;
    if (token.kind == TokenKind::close && open_inside(token.name()) > 0) {
      is_crossed = true;
      --open_inside(token.name());
    }
    pieces_.push_back({token.raw, end_ - (fed_ - token.begin), is_stray, is_crossed});
  }
}

}  // namespace tagstream::cli
