#include "scan/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "support/sampling.hpp"

/// The laws by each kernel. TAGSTREAM_KERNEL says which; TAGSTREAM_LEAST_BYTES=1 has windows read
/// texts of a few bytes, too, as those of exhaustive tests are.
namespace tagstream::testing {
namespace {

class LeastBytes : public ::testing::Environment {
  void SetUp() override {
    scan::least_bytes = from_environment("TAGSTREAM_LEAST_BYTES", scan::least_bytes);
  }
};
[[maybe_unused]] const auto* const least_bytes =
    ::testing::AddGlobalTestEnvironment(new LeastBytes);  // googletest owns it

TEST(kernel, is_the_one_that_the_environment_names) {
  const auto known = scan::kernels_here();
  const char* const wanted = std::getenv("TAGSTREAM_KERNEL");
  const auto named = std::find_if(known.begin(), known.end(), [&](const scan::Kernels* kernel) {
    return wanted != nullptr && std::string_view(kernel->name) == wanted;
  });
  EXPECT_EQ(&scan::kernels(), named == known.end() ? known.back() : *named);
}

}  // namespace
}  // namespace tagstream::testing
