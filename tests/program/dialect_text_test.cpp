#include "cli/dialect_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tagstream {
namespace {

TEST(dialect_text, the_manual_has_a_line_and_a_section_for_each_row) {
  const std::string manual = cli::dialects_markdown();
  for (const Dialect& row : dialects()) {
    const std::string name(row.name());
    EXPECT_NE(manual.find("\n| [" + name + "](#" + name + ") | "), manual.npos) << name;
    EXPECT_NE(manual.find("\n### " + name + "\n"), manual.npos) << name;
  }
}

TEST(dialect_text, the_table_has_a_line_for_each_row) {
  const std::string table = cli::dialect_table();
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')),
            dialects().size() + 2);  // the heading, and auto
  EXPECT_EQ(table.find(" \n"), table.npos);
}

}  // namespace
}  // namespace tagstream
