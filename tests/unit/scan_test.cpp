#include "scan/scan.hpp"

#include <gtest/gtest.h>
#include <array>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lex/lexer.hpp"
#include "readers/tokenizer.hpp"
#include "scan/kernels.hpp"

namespace tagstream {
namespace {

bool is_string_stop(char c, char quote) {
  return static_cast<unsigned char>(c) < 0x20 || c == quote || c == '\\';
}

const char* naive_string_stop(std::string_view text, char quote) {
  const char* const end = text.data() + text.size();
  return std::find_if(text.data(), end, [quote](char c) { return is_string_stop(c, quote); });
}

std::size_t naive_string_end(std::string_view text, char quote) {
  const std::string letters = std::string("\"\\/bfnrt") + quote;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\\' && at + 1 < text.size() &&
        letters.find(text[at + 1]) != std::string::npos) {
      at += 2;
    } else if (is_string_stop(text[at], quote)) {
      break;
    } else {
      ++at;
    }
  }
  return at;
}

std::string naive_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const std::size_t letter = std::string_view("\"\\\b\f\n\r\t").find(c);
    if (letter != std::string_view::npos) {
      out += '\\';
      out += "\"\\bfnrt"[letter];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += c < 0x10 ? "\\u000" : "\\u001";
      out += "0123456789abcdef"[c & 15];
    } else {
      out += c;
    }
  }
  return out;
}

using Check = std::function<void(const scan::Kernels&, std::string_view)>;

// Each kernel on a text that begins `offset` bytes from an aligned place: the block that it is in
// ends with it, and what stands before it would stop any search.
void at_each_kernel(std::string_view text, std::size_t offset, const Check& check) {
  const std::unique_ptr<char[]> block(new char[offset + text.size()]);
  std::memset(block.get(), '"', offset);
  if (!text.empty()) std::memcpy(block.get() + offset, text.data(), text.size());
  for (const scan::Kernels* const kernel : scan::kernels_here()) {
    check(*kernel, {block.get() + offset, text.size()});
  }
}

// All lengths up to 300 and some longer ones, and for each all alignments, a text out of these
// bytes.
void for_many_texts(std::string_view bytes, const Check& check) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size <= 1500; size += size < 300 ? 1 : 1 + random() % 60) {
    for (std::size_t offset = 0; offset < 64; ++offset) {
      // Now and then one of them: searches go far, and stop anywhere.
      const unsigned rare = 1U << random() % 11;
      std::string text(size, 'x');
      for (char& c : text) {
        if (random() % rare == 0) c = bytes[random() % bytes.size()];
      }
      at_each_kernel(text, offset, check);
    }
  }
}

std::string all_bytes() {
  std::string all;
  for (unsigned c = 0; c < 256; ++c) all += static_cast<char>(c);
  return all;
}

// Each length, each place of a first stop, a second one right after it, and bytes beside what
// stops.
TEST(scan, string_stop_is_where_a_byte_by_byte_search_finds_it) {
  constexpr std::size_t longest = 150;
  const std::string_view others = "\x20\x7f\x80\xff!#[]&(";
  for (const char quote : {'"', '\''}) {
    for (const char stop : {quote, '\\', '\0', '\x1f', '\n'}) {
      for (std::size_t size = 0; size <= longest; ++size) {
        std::string text;
        while (text.size() < size) text += others[text.size() * 7 % others.size()];
        std::replace(text.begin(), text.end(), quote, 'x');
        for (std::size_t at = 0; at <= size; ++at) {
          std::string with = text;
          if (at < size) with[at] = stop;
          if (at + 1 < size) with[at + 1] = quote;
          const std::string_view view = with;
          ASSERT_EQ(scan::find_string_stop(view.data(), view.data() + size, quote) - view.data(),
                    naive_string_stop(view, quote) - view.data())
              << "size " << size << ", stop at " << at;
          if (size == 0) continue;
          ASSERT_EQ(scan::has_string_stop(view, quote),
                    naive_string_stop(view, quote) != view.data() + size)
              << "size " << size << ", stop at " << at;
        }
      }
    }
  }
}

// Backslashes, what follows them, and all else; then each byte after a backslash at each place.
TEST(scan, string_end_is_where_a_byte_by_byte_search_finds_it) {
  const Check check = [](const scan::Kernels& kernel, std::string_view text) {
    for (const char quote : {'"', '\''}) {
      const char* const end = text.data() + text.size();
      ASSERT_EQ(
          static_cast<std::size_t>(kernel.find_string_end(text.data(), end, quote) - text.data()),
          naive_string_end(text, quote))
          << kernel.name << ", " << quote << ", " << text.size() << " bytes: " << text;
      ASSERT_EQ(static_cast<std::size_t>(scan::find_near_string_end(text.data(), end, quote) -
                                         text.data()),
                naive_string_end(text, quote))
          << quote << ", " << text.size() << " bytes: " << text;
    }
  };
  for_many_texts("\\", check);
  for_many_texts("\\n", check);
  for_many_texts("\\\"'nu\n\x1f\x20\x7f\x80\xff", check);
  for_many_texts(all_bytes(), check);
  for (const std::size_t size : {1U, 2U, 63U, 64U, 65U, 66U, 128U, 130U}) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = '\\';
      for (const char next : all_bytes()) {
        if (at + 1 < size) text[at + 1] = next;
        at_each_kernel(text, 0, check);
      }
    }
  }
}

TEST(scan, a_text_is_escaped_as_it_is_byte_by_byte) {
  const Check check = [](const scan::Kernels& kernel, std::string_view text) {
    const std::unique_ptr<char[]> out(new char[scan::escaped_room(text.size())]);
    const char* const end = kernel.write_escaped(text.data(), text.data() + text.size(), out.get());
    ASSERT_EQ(std::string_view(out.get(), static_cast<std::size_t>(end - out.get())),
              naive_escaped(text))
        << kernel.name << ", " << text.size() << " bytes";
  };
  for_many_texts("\n", check);
  for_many_texts(std::string_view("\"\\\0\x1f\x20\x7f\x80\xff", 8), check);
  for_many_texts(all_bytes(), check);
}

TEST(scan, members_of_a_set_are_found_where_a_byte_by_byte_search_finds_them) {
  std::mt19937 random(2);
  const std::string all = all_bytes();
  for (const std::string& members : {std::string("\n\r`"), std::string("\x7f\x80"), all,
                                     std::string("<[{"), std::string("\xff\x0f\xf0")}) {
    scan::ByteSet set;
    for (const char c : members) set.add(static_cast<unsigned char>(c));
    const Check check = [&](const scan::Kernels& kernel, std::string_view text) {
      const std::size_t found = std::min(text.find_first_of(members), text.size());
      const char* const end = text.data() + text.size();
      ASSERT_EQ(static_cast<std::size_t>(kernel.find_in_set(text.data(), end, set) - text.data()),
                found)
          << kernel.name << ", " << text.size() << " bytes: " << text;
    };
    for_many_texts(all, check);
    for_many_texts(members, check);
  }
  // Each byte beside each set of one half of a byte.
  for (unsigned half = 0; half < 32; ++half) {
    scan::ByteSet set;
    std::string members;
    for (unsigned c = 0; c < 256; ++c) {
      if ((half < 16 ? c & 15U : c >> 4) != half % 16) continue;
      set.add(static_cast<unsigned char>(c));
      members += static_cast<char>(c);
    }
    for (const char c : all) {
      at_each_kernel(
          std::string(70, c), 0, [&](const scan::Kernels& kernel, std::string_view text) {
            const char* const end = text.data() + text.size();
            const bool is_member = members.find(c) != std::string::npos;
            ASSERT_EQ(kernel.find_in_set(text.data(), end, set), is_member ? text.data() : end)
                << kernel.name << ", half " << half;
          });
    }
  }
}

// Members without a common low half are searched for in four blocks at a time: each byte, beside
// each of two sets, before, at and after a member.
TEST(scan, four_blocks_hold_a_member_if_one_byte_is_a_member) {
  for (const std::string_view members :
       {std::string_view("`~"), std::string_view("<\0\n\x7f", 4)}) {
    scan::ByteSet set;
    for (const char c : members) set.add(static_cast<unsigned char>(c));
    ASSERT_TRUE(set.low_halves().is_exact);
    for (const char c : all_bytes()) {
      for (const std::size_t at : {0U, 15U, 63U, 64U, 130U, 255U, 256U, 299U}) {
        std::string text(300, 'x');
        text[at] = c;
        text[299] = members[1];
        const std::size_t found = text.find_first_of(members);
        at_each_kernel(text, 1, [&](const scan::Kernels& kernel, std::string_view view) {
          const char* const end = view.data() + view.size();
          ASSERT_EQ(kernel.find_in_set(view.data(), end, set) - view.data(),
                    static_cast<std::ptrdiff_t>(found))
              << kernel.name << ", byte " << static_cast<int>(c) << " at " << at;
        });
      }
    }
  }
  scan::ByteSet same_half;
  for (const char c : {'<', 'L'}) same_half.add(static_cast<unsigned char>(c));
  EXPECT_FALSE(same_half.low_halves().is_exact);
  scan::ByteSet high;
  high.add(0x80);
  EXPECT_FALSE(high.low_halves().is_exact);
}

// Each length of a few bytes, each place of a member, and the bytes that differ from it by a bit.
TEST(scan, a_member_is_found_in_a_few_bytes) {
  constexpr std::string_view members = "<\n`\x80=";
  std::array<scan::ByteSet, members.size()> sets;  // of one member, of two, and so on
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const char c : members.substr(0, i + 1)) sets[i].add(static_cast<unsigned char>(c));
  }
  for (std::size_t size = 1; size <= 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (const char c : std::string_view("<\n`\x80\xbc=>;8,\x1c|x\x01\0", 16)) {
        for (const char other : std::string_view("x\xff\0\x3e", 4)) {
          const std::unique_ptr<char[]> text(new char[size]);
          std::memset(text.get(), other, size);
          text[at] = c;
          const std::string_view view(text.get(), size);
          for (const scan::ByteSet& set : sets) {
            const bool is_member = members.substr(0, set.count()).find(c) != std::string_view::npos;
            ASSERT_EQ(scan::is_in(view, set), is_member) << size << ' ' << at;
          }
        }
      }
    }
  }
}

// ---- windows ---------------------------------------------------------------------------------

TEST(scan, starts_and_the_first_run_are_where_the_filter_says) {
  const auto is_run_byte = [](char c) { return c == '`' || c == '~'; };
  std::mt19937 random(3);
  std::vector<scan::StartFilter> filters = {scan::any_tag_starts, {}};
  for (int i = 0; i < 6; ++i) {
    scan::StartFilter& filter = filters.emplace_back();
    for (const char c : std::string_view("</ax\x80\xff")) {
      if (random() % 2 == 0) filter.opens.add(static_cast<unsigned char>(c));
      if (random() % 2 == 0) filter.closes.add(static_cast<unsigned char>(c));
    }
  }
  std::size_t number = 0;
  const Check check = [&](const scan::Kernels& kernel, std::string_view text) {
    if (kernel.find_starts == nullptr) return;
    const scan::StartFilter& filter = filters[number++ % filters.size()];
    const char* const to = text.data() + text.size();
    const char* want_at = to;
    std::uint64_t want = 0;
    for (const char* at = text.data(); at != to && want == 0;) {
      const auto size = std::min<std::size_t>(64, static_cast<std::size_t>(to - at));
      for (std::size_t i = 0; i < size; ++i) {
        if (at[i] == '<' && filter.may_begin(at + i, to)) want |= std::uint64_t{1} << i;
      }
      if (want != 0) want_at = at;
      at += size;
    }
    const char* const searched = to - want_at > 64 ? want_at + 64 : to;
    const char* const found = std::find_if(text.data(), searched, is_run_byte);
    const char* const want_run = found == searched ? to : found;
    const char* run = nullptr;
    for (const bool asks : {true, false}) {
      std::uint64_t mask = 1;
      const char* const at = asks ? kernel.find_starts_and_run(text.data(), to, filter, mask, run)
                                  : kernel.find_starts(text.data(), to, filter, mask);
      ASSERT_EQ(at, want_at) << kernel.name << text;
      ASSERT_EQ(mask, want) << kernel.name << ": " << text;
    }
    ASSERT_EQ(run - text.data(), want_run - text.data()) << kernel.name << ": " << text;
  };
  for_many_texts("<", check);
  for_many_texts("<`~", check);
  for_many_texts("</a \x80\xff", check);
  for (const std::size_t size : {322U, 450U, 640U}) {  // several windows without any at a time
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      for (const char c : {'<', '`', '~'}) {
        text[at] = c;
        at_each_kernel(text, 0, check);
      }
    }
  }
}

RuleSet every_tag() {
  RuleSet set;
  EXPECT_TRUE(set.compile({}, {.limits = {}, .any_name = true}, {}));
  return set;
}

// For the bytes from a '<' on, the window gives the same verdict as the walk by the table, or none.
// Returns true if it gives one.
bool check_window(const scan::Kernels& kernel, std::string_view text, const RuleSet& set) {
  Scope scope;
  scope.set = &set;
  LexerCounters counters;
  TagWalk walk;
  walk.begin(0);
  if (text.size() > 1) walk.run(0, {text.data(), 0, text.size()}, scope, counters);
  const scan::TagLook look = kernel.read_tag(text.data(), text.data() + text.size());
  using Verdict = scan::TagLook::Verdict;
  if (look.verdict == Verdict::undecided) return false;
  EXPECT_NE(walk.walk(), Walk::live) << kernel.name << ": " << text;
  EXPECT_EQ(walk.walk() == Walk::failed, look.verdict == Verdict::no_tag) << text;
  if (look.verdict == Verdict::no_tag) {
    EXPECT_EQ(walk.quoted_until(), look.attributes == 0 ? 0 : look.size) << text;
    return true;
  }
  Match match;
  walk.write(match);
  EXPECT_EQ(match.end, look.size) << kernel.name << ": " << text;
  EXPECT_EQ(match.kind, kind_of(look)) << text;
  EXPECT_EQ(match.name_at, look.verdict == Verdict::close ? 2 : 1) << text;
  EXPECT_EQ(match.name_size, look.name_size) << text;
  return true;
}

TEST(scan, windows_read_tags_as_the_table_says) {
  const RuleSet set = every_tag();
  constexpr std::string_view bytes = "</a0-@ \n=\"'>\x80!";
  std::size_t said = 0;
  const auto try_text = [&](const std::string& text) {
    at_each_kernel(text, 0, [&](const scan::Kernels& kernel, std::string_view view) {
      if (kernel.read_tag != nullptr && check_window(kernel, view, set)) ++said;
    });
  };
  for (std::size_t size = 0; size <= 4; ++size) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < size; ++i) count *= bytes.size();
    for (std::size_t number = 0; number < count && !::testing::Test::HasFailure(); ++number) {
      for (const char* const begin : {"<", "<a", "<a b=\"", "</b "}) {
        std::string text = begin;
        for (std::size_t i = 0, rest = number; i < size; ++i, rest /= bytes.size()) {
          text += bytes[rest % bytes.size()];
        }
        try_text(text);
        try_text(text + std::string(70, 'x'));
        try_text(text + std::string(70, '>'));
      }
    }
  }
  EXPECT_GE(said, (scan::kernels_here().size() - 1) * 250000);
}

// Pieces of tags, some long: names, values and attributes that end anywhere in a window.
std::string random_tags(std::mt19937& random, std::size_t size) {
  static constexpr std::string_view pieces[] = {"<",
                                                "<",
                                                "</",
                                                ">",
                                                ">",
                                                " ",
                                                "\n ",
                                                "=",
                                                "\"",
                                                "'",
                                                "/>",
                                                "a",
                                                "name",
                                                "b=\"c\"",
                                                "d='<>'",
                                                "e=f",
                                                "x",
                                                "\x80\x81",
                                                "0-",
                                                "@",
                                                "v=a/b",
                                                "!",
                                                "<b",
                                                "</b>",
                                                "<i>",
                                                "<a c",
                                                "<t k=",
                                                " = \"",
                                                " text text text text text ",
                                                "<<a>"};
  std::string text;
  while (text.size() < size) text += pieces[random() % std::size(pieces)];
  return text;
}

TEST(scan, windows_read_long_tags_as_the_table_says) {
  const RuleSet set = every_tag();
  std::mt19937 random(4);
  for (int i = 0; i < 100000 && !::testing::Test::HasFailure(); ++i) {
    at_each_kernel("<" + random_tags(random, random() % 80), 0,
                   [&](const scan::Kernels& kernel, std::string_view text) {
                     if (kernel.read_tag != nullptr) check_window(kernel, text, set);
                   });
  }
}

std::string tokens_of(std::string_view text, const TokenRules& rules) {
  std::string tokens;
  for (const Token& token : tokenize(text, rules)) {
    tokens += std::to_string(token.begin) + ' ' + std::string(to_string(token.kind)) + ' ' +
              std::string(token.name()) + ' ' + std::string(token.raw) + '\n';
  }
  return tokens;
}

TEST(scan, tokens_are_the_same_with_every_kernel) {
  const scan::Kernels& chosen = scan::kernels();
  const std::size_t least = std::exchange(scan::least_bytes, 1);
  std::vector<TokenRules> rules;
  rules.push_back(*TokenRules::make({}));
  rules.push_back(*TokenRules::make({.names = {"a", "name", "b"}, .markers = {"<b", "<<a>"}}));
  rules.push_back(*TokenRules::make({.names = {"name", "x"}}));
  rules.push_back(*TokenRules::make({.limits = {.max_attributes = 1}}));
  rules.push_back(*TokenRules::make({.limits = {.max_tag_bytes = 66}}));
  std::mt19937 random(5);
  for (int i = 0; i < 10000 && !::testing::Test::HasFailure(); ++i) {
    const TokenRules& some = rules[random() % rules.size()];
    std::string want;
    at_each_kernel(random_tags(random, random() % 300), 0,
                   [&](const scan::Kernels& kernel, std::string_view text) {
                     scan::chosen_kernel = &kernel;
                     const std::string tokens = tokens_of(text, some);
                     if (&kernel == scan::kernels_here().front()) want = tokens;
                     EXPECT_EQ(tokens, want) << kernel.name << ": " << text;
                   });
  }
  scan::least_bytes = least;
  scan::chosen_kernel = &chosen;
}

}  // namespace
}  // namespace tagstream
