#include "texts.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus.hpp"
#include "readers/tokenizer.hpp"

namespace peers {

namespace {

using bench::Corpus;
using tagstream::Token;
using tagstream::TokenKind;

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
}

/// Of each token, whether it is a tag that has its partner.
std::vector<bool> paired(std::span<const Token> tokens) {
  std::vector<bool> is_tag(tokens.size(), false);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::empty) is_tag[i] = true;
    if (token.kind == TokenKind::open) open.push_back(i);
    if (token.kind != TokenKind::close) continue;
    const auto partner = std::find_if(open.rbegin(), open.rend(), [&](std::size_t at) {
      return tokens[at].name() == token.name();
    });
    if (partner == open.rend()) continue;
    is_tag[i] = is_tag[*partner] = true;
    open.erase(std::prev(partner.base()), open.end());
  }
  return is_tag;
}

void append_tag(std::string& out, const Token& token) {
  out += token.kind == TokenKind::close ? "</" : "<";
  out += token.name();
  if (token.kind != TokenKind::close) {
    for (const tagstream::Attribute& attribute : token.attributes()) {
      out += ' ';
      out += attribute.name;
      out += "=\"";
      append_escaped(out, attribute.value);
      out += '"';
    }
  }
  out += token.kind == TokenKind::empty ? "/>" : ">";
}

/// One element, with the tags that have partners; every other byte is text.
std::string well_formed(std::string_view text) {
  auto tokenizer = *tagstream::Tokenizer::make({});
  // A call or a tag that is cut off by the end of its corpus is held, and left out.
  const std::span<const Token> tokens = tokenizer.feed(text);
  const std::vector<bool> is_tag = paired(tokens);
  std::string out = "<root>";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_tag[i]) {
      append_tag(out, tokens[i]);
    } else {
      append_escaped(out, tokens[i].raw);
    }
  }
  return out + "</root>";
}

/// Reasoning, prose, and a call with an argument of the same length.
std::string answer(std::size_t bytes) {
  const std::string_view prose = bench::text_of(Corpus::sparse);
  const std::size_t third = bytes / 3;
  std::string text = "<think>" + std::string(prose.substr(0, third)) + "</think>\n\n";
  text += prose.substr(third, third);
  text += "\n<tool_call>\n{\"name\": \"write\", \"arguments\": {\"path\": \"a.txt\", \"text\": ";
  text += '"';
  text += bench::argument_of(bench::Argument::prose).substr(0, third);
  return text + "\"}}\n</tool_call>";
}

bool write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  return static_cast<bool>(file.flush());
}

}  // namespace

bool write_texts(const std::filesystem::path& folder, std::size_t bytes) {
  bench::set_corpus_bytes(bytes);
  bool is_good = true;
  const auto put = [&](const std::string& name, std::string_view text) {
    is_good = write(folder / name, text) && is_good;
  };
  for (const Corpus corpus : {Corpus::sparse, Corpus::typical, Corpus::dense}) {
    put(std::string(1, bench::letter(corpus)) + ".xml", well_formed(bench::text_of(corpus)));
  }
  put("d.txt", bench::text_of(Corpus::noise));
  put("pair.txt", bench::text_of(Corpus::typical));
  for (const std::size_t size :
       {std::size_t{4}, std::size_t{16}, std::size_t{64}, std::size_t{256}}) {
    put("answer-" + std::to_string(size) + ".txt", answer(size << 10));
  }
  return is_good;
}

}  // namespace peers
