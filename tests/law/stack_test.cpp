#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/small_stack.hpp"
#include "tagstream/tagstream.hpp"

/// Depth costs no stack: the deepest shapes are read in a thread that has next to none (L6).
namespace tagstream {
namespace {

struct Job {
  FilterRules rules;
  std::string text;
  std::size_t piece_size;
  std::uint64_t visible = 0;
  std::uint64_t sections = 0;
};

void read_all(Job& job) {
  Filter filter(job.rules);
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      if (event.kind == EventKind::content) job.visible += event.text.size();
      if (event.kind == EventKind::section_end) ++job.sections;
    }
  };
  const std::string_view text = job.text;
  for (std::size_t at = 0; at < text.size(); at += job.piece_size) {
    take(filter.feed(text.substr(at, job.piece_size)));
  }
  take(filter.finish());
}

void run_on_small_stack(Job& job) {
  ASSERT_TRUE(testing::run_on_small_stack([&job] { read_all(job); }));
}

std::string repeat(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

constexpr std::size_t depth = 200000;

Job job_of(Rule rule, std::string text, std::size_t piece_size) {
  FilterOptions options;
  options.rules = {std::move(rule)};
  return {*FilterRules::make(std::move(options)), std::move(text), piece_size};
}

TEST(stack, hidden_elements_nest_without_recursion) {
  for (const std::size_t size : {std::size_t{7}, std::size_t{65536}}) {
    Job job = job_of(hide("t"), repeat("<t>", depth) + repeat("</t>", depth) + "x", size);
    run_on_small_stack(job);
    EXPECT_EQ(job.visible, 1U);
    EXPECT_EQ(job.sections, 1U);
  }
}

TEST(stack, unclosed_hidden_elements_are_settled_without_recursion) {
  const std::string text = repeat("<t>", depth) + repeat("</t><t>", depth);
  Job job = job_of(hide("t"), text, 4096);
  run_on_small_stack(job);
  EXPECT_EQ(job.visible, 0U);
  EXPECT_EQ(job.sections, depth + 1);
}

TEST(stack, recorded_elements_nest_without_recursion) {
  Job job = job_of(record("t"), repeat("<t>", depth) + repeat("</t>", depth), 4096);
  run_on_small_stack(job);
  EXPECT_EQ(job.visible, depth * 7);
  EXPECT_EQ(job.sections, 1U);
}

TEST(stack, failed_tags_are_read_again_without_recursion) {
  Job job = job_of(hide("t"), repeat("<t a=\"<t b='<t c=", depth / 4), 64);
  const std::size_t size = job.text.size();
  run_on_small_stack(job);
  EXPECT_EQ(job.visible, size);
}

TEST(stack, a_large_piece_needs_no_large_stack) {
  Job job = job_of(unwrap("t"), repeat("<t a=\"1\" b>x</t>", depth), std::size_t{4} << 20);
  run_on_small_stack(job);
  EXPECT_EQ(job.visible, depth);
}

}  // namespace
}  // namespace tagstream
