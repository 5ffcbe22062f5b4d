#include "tagstream/lifetime.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tagstream {
namespace {

// As the readers use it: on a parameter, and on the object itself. That clang warns where a view
// outlives them is shown by tests/compile/lifetime.cpp.
class Holder {
 public:
  [[nodiscard]] std::string_view text() const TAGSTREAM_LIFETIMEBOUND { return text_; }
  static std::string_view same(std::string_view text TAGSTREAM_LIFETIMEBOUND) { return text; }

 private:
  std::string text_ = "held";
};

TEST(lifetime, the_mark_changes_nothing_that_a_function_does) {
  const Holder holder;
  EXPECT_EQ(holder.text(), "held");
  EXPECT_EQ(Holder::same("as it is"), "as it is");
}

}  // namespace
}  // namespace tagstream
