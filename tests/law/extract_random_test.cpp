#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/cuts.hpp"
#include "support/describe.hpp"
#include "support/extract_model.hpp"
#include "support/grammar_text.hpp"
#include "support/laws.hpp"
#include "support/sampling.hpp"
#include "tagstream/extract.hpp"

/// Random texts under random options in random pieces: what the model says. Random trees, written
/// out and read again: the same trees.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

bool one_in(std::uint64_t n, Random& random) { return random() % n == 0; }

std::vector<std::string> random_names(std::uint64_t count, Random& random) {
  constexpr std::array<const char*, 7> all = {"t", "thinking", "b", "x-y", "\xC3\xA9", "t2", "tX"};
  std::vector<std::string> names;
  const std::uint64_t first = random() % all.size();
  for (std::uint64_t i = 0; i < count; ++i) names.emplace_back(all[(first + i) % all.size()]);
  return names;
}

ExtractOptions random_options(Random& random) {
  ExtractOptions options;
  if (one_in(3, random)) options.names = random_names(1 + random() % 4, random);
  if (one_in(3, random)) {
    options.last_close = random_names(1 + random() % 3, random);
    if (!options.names.empty()) options.last_close = {options.names.front()};
  }
  options.unclosed = static_cast<Unclosed>(random() % 3);
  options.ignore_case = one_in(5, random);
  if (one_in(3, random)) options.markdown_code = MarkdownCode::all;
  if (one_in(4, random)) options.max_depth = 1 + random() % 4;
  if (one_in(6, random)) options.limits.max_tag_bytes = 1 + random() % 24;
  if (one_in(6, random)) options.limits.max_attributes = random() % 3;
  return options;
}

// Empty if both say the same.
std::string compare(const SeenTree& want, const SeenTree& got, const std::string& broken) {
  return want == got ? broken : difference(to_text(want), to_text(got)) + broken;
}

std::string check_text(std::string_view text, const Extractor& extractor, ExtractStream& stream,
                       Random& random) {
  const SeenTree want = model_extract(text, extractor.options());
  const Tree tree = extractor.extract(text);
  std::string failure = compare(want, to_seen(tree), check_walk(tree));
  if (!failure.empty()) return "extract, " + failure;
  const Cuts all[] = {{},
                      cut_by_size(text.size(), 1),
                      cut_randomly(text.size(), random),
                      cut_randomly(text.size(), random)};
  for (const Cuts& cuts : all) {
    std::string broken;
    const SeenTree got = read_stream(text, stream, cuts, broken);
    failure = compare(want, got, broken);
    if (!failure.empty()) return to_text(cuts) + ", " + failure;
  }
  return {};
}

TEST(extract_random, texts_are_read_as_the_model_says) {
  for_each_seed(20260202, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const ExtractOptions options = random_options(random);
    const auto extractor = Extractor::make(options);
    if (!extractor) return describe(options) + ": " + extractor.error().message;
    Vocabulary words;
    words.names = options.names.empty() ? random_names(1 + random() % 3, random) : options.names;
    if (!options.last_close.empty()) words.names.push_back(options.last_close.front());
    ExtractStream stream = *ExtractStream::make(extractor->options());
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      const std::string text = random_text(words, random);
      const std::string failure = check_text(text, *extractor, stream, random);
      if (!failure.empty()) return describe(options) + '\n' + escaped(text) + '\n' + failure;
    }
    return std::string();
  });
}

// Tags of few names and nothing else: elements that cross, some with the last closing tag.
std::string random_crossed(std::size_t names, Random& random) {
  std::string text;
  for (std::uint64_t i = 4 + random() % 20; i > 0; --i) {
    const auto name = static_cast<char>('a' + random() % names);
    text += one_in(2, random) ? "<" : "</";
    text += name;
    text += '>';
  }
  return text;
}

TEST(extract_random, crossed_elements_are_read_as_the_model_says) {
  for_each_seed(20260202, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const std::size_t names = 2 + random() % 5;
    ExtractOptions options;
    for (char name = 'a'; name < static_cast<char>('a' + names); ++name) {
      if (options.last_close.size() < 4 && one_in(2, random))
        options.last_close.emplace_back(1, name);
    }
    options.unclosed = static_cast<Unclosed>(random() % 3);
    if (one_in(4, random)) options.max_depth = 1 + random() % 4;
    const auto extractor = Extractor::make(options);
    ExtractStream stream = *ExtractStream::make(extractor->options());
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      const std::string text = random_crossed(names, random);
      const std::string failure = check_text(text, *extractor, stream, random);
      if (!failure.empty()) return describe(options) + '\n' + escaped(text) + '\n' + failure;
    }
    return std::string();
  });
}

TEST(extract_random, inner_is_what_the_model_says) {
  for_each_seed(20260202, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const Vocabulary words{random_names(1 + random() % 2, random), {}};
    const std::string& name = words.names.front();
    const bool ignore_case = one_in(3, random);
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      const std::string text = random_text(words, random);
      const auto want = model_inner(text, name, ignore_case);
      const auto got = inner(text, name, ignore_case);
      if (want == got) continue;
      return escaped(text) + ", name " + name + (ignore_case ? ", ignore_case" : "") +
             ", expected " + (want ? escaped(*want) : "nothing") + ", got " +
             (got ? escaped(*got) : "nothing");
    }
    return std::string();
  });
}

struct WrittenAttribute {
  std::string name;
  std::string value;
  bool has_value = false;
};

/// A tree and its text, written at the same time.
struct Written {
  std::string text;
  SeenTree tree;
  std::vector<std::vector<WrittenAttribute>> attributes;  // by tag
};

template <std::size_t n>
std::string pick(const std::array<const char*, n>& list, Random& random) {
  return list[random() % n];
}

// Any bytes but '<': nothing in it can be a tag.
std::string random_words(Random& random) {
  constexpr std::array<const char*, 12> words = {
      "", "", "x", " > ", "a=\"b", "'", "/>", "\r\n", "\xE2\x82\xAC", "&lt;", "``` `", "\xFF=\""};
  return pick(words, random) + pick(words, random);
}

WrittenAttribute write_attribute(std::string& text, Random& random) {
  constexpr std::array<const char*, 6> names = {"a", "b-c", "@x", ":y.z", "\xC3\xA9", "A1"};
  constexpr std::array<const char*, 4> double_quoted = {"", "it's <b> </a>", "/>", " = \n"};
  constexpr std::array<const char*, 4> single_quoted = {"", "\"<c>\"", "a\"b", "</a>"};
  constexpr std::array<const char*, 4> plain = {"v", "1/2", "a=b", "\xE2\x82\xAC"};
  WrittenAttribute one{pick(names, random), {}, true};
  text += ' ' + one.name;
  switch (random() % 4) {
    case 0: one.has_value = false; break;
    case 1: text += "=\"" + (one.value = pick(double_quoted, random)) + '"'; break;
    case 2: text += " = '" + (one.value = pick(single_quoted, random)) + '\''; break;
    default: text += "=" + (one.value = pick(plain, random)); break;
  }
  return one;
}

// Writes one opening tag; the element may be open after it.
void write_opening(Written& written, std::vector<std::size_t>& open, Random& random) {
  constexpr std::array<const char*, 6> names = {"a", "b", "a.b", "x-y", "_1", "\xC3\xA9:t"};
  SeenTag tag{.start = written.text.size()};
  tag.name = pick(names, random);
  tag.is_self_closing = one_in(4, random);
  tag.is_closed = true;
  tag.depth = open.size() + 1;
  if (!open.empty()) tag.parent = open.back();
  written.text += '<' + tag.name;
  written.attributes.emplace_back();
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    written.attributes.back().push_back(write_attribute(written.text, random));
  }
  if (tag.is_self_closing || one_in(6, random)) written.text += ' ';
  written.text += tag.is_self_closing ? "/>" : ">";
  tag.content_start = tag.content_end = tag.end = written.text.size();
  tag.raw_tag = written.text.substr(tag.start);
  if (!tag.is_self_closing) open.push_back(written.tree.tags.size());
  written.tree.tags.push_back(std::move(tag));
}

void write_closing(Written& written, std::vector<std::size_t>& open, Random& random) {
  SeenTag& tag = written.tree.tags[open.back()];
  open.pop_back();
  tag.content_end = written.text.size();
  tag.content = written.text.substr(tag.content_start);
  written.text += (one_in(6, random) ? "</ " : "</") + tag.name + (one_in(6, random) ? " >" : ">");
  tag.end = written.text.size();
}

Written random_tree(Random& random) {
  Written written;
  std::vector<std::size_t> open;
  for (std::uint64_t steps = random() % 40; steps > 0 || !open.empty();
       steps -= steps > 0 ? 1 : 0) {
    written.text += random_words(random);
    if (steps > 0 && (open.empty() || !one_in(2, random))) {
      write_opening(written, open, random);
    } else if (!open.empty()) {
      write_closing(written, open, random);
    }
  }
  written.text += random_words(random);
  return written;
}

std::string check_attributes(const Written& written, const Tree& tree) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    std::size_t place = 0;
    for (const Attribute& one : tree[i].attributes()) {
      if (place == written.attributes[i].size()) return "too many attributes";
      const WrittenAttribute& want = written.attributes[i][place++];
      if (one.name != want.name || one.value != want.value || one.has_value != want.has_value) {
        return "attribute " + want.name + " of tag " + std::to_string(i);
      }
    }
    if (place != written.attributes[i].size()) return "too few attributes";
  }
  return {};
}

// Each top-level tag comes with its last byte, and not before it (L4).
std::string check_promptness(const Written& written, ExtractStream& stream) {
  stream.reset();
  for (std::size_t i = 0; i < written.text.size(); ++i) {
    const Tree& tree = stream.feed(std::string_view(written.text).substr(i, 1));
    std::size_t want = 0;
    for (const SeenTag& tag : written.tree.tags) {
      if (tag.depth == 1 && tag.end == i + 1) ++want;
    }
    std::size_t got = 0;
    for (const tagstream::Tag tag : tree.tags()) got += tag.end() == i + 1 ? 1 : 2;
    if (got != want) return "after byte " + std::to_string(i);
  }
  return stream.finish().empty() ? "" : "a tag came at the end only";
}

TEST(extract_random, a_written_tree_is_read_as_it_was_written) {
  for_each_seed(20260202, 60000, [](std::uint64_t seed) {
    Random random(seed);
    ExtractOptions options;
    options.unclosed = static_cast<Unclosed>(seed % 3);  // nothing is unclosed
    options.markdown_code = MarkdownCode::off;           // text may have backticks
    const auto extractor = Extractor::make(options);
    ExtractStream stream = *ExtractStream::make(extractor->options());
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      const Written written = random_tree(random);
      const Tree tree = extractor->extract(std::string_view(written.text));
      std::string failure = compare(written.tree, to_seen(tree), check_walk(tree));
      if (failure.empty()) failure = check_attributes(written, tree);
      if (failure.empty()) failure = check_promptness(written, stream);
      if (!failure.empty()) return escaped(written.text) + '\n' + failure;
    }
    return std::string();
  });
}

// Short texts live inside a string object, so moving such a tree moves its text.
TEST(extract_random, a_tree_that_owns_its_text_can_be_copied_and_moved) {
  for_each_seed(20260202, 12000, [](std::uint64_t seed) {
    Random random(seed);
    const Vocabulary words{random_names(2, random), {}};
    const Extractor extractor;
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      const std::string text = random_text(words, random);
      const SeenTree want = model_extract(text, extractor.options());
      std::vector<Tree> trees;
      trees.push_back(tagstream::extract(std::string(text), extractor.options()).value());
      trees.push_back(trees.front());  // the first one moves
      Tree assigned;
      assigned = trees.back();
      const Tree copy = assigned;
      trees.erase(trees.begin());
      const Tree moved = std::move(trees.back());
      trees.clear();
      assigned = Tree();
      for (const Tree* tree : {&copy, &moved}) {
        const std::string failure = compare(want, to_seen(*tree), check_walk(*tree));
        if (!failure.empty()) return escaped(text) + '\n' + failure;
      }
    }
    return std::string();
  });
}

}  // namespace
}  // namespace tagstream::testing
