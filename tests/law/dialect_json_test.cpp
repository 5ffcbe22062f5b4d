#include "support/golden.hpp"
#include "tagstream/json.hpp"
#include "tagstream/parse.hpp"

/// Rows of the table that have been through JSON are the rows that they were.
namespace tagstream::testing {
namespace {

std::string json_of(const Dialect& row) {
  std::string json;
  to_json(json, row);
  return json;
}

std::shared_ptr<const Dialect> through_json(const Dialect& row) {
  const auto read = read_dialect(json_of(row));
  if (!read) ADD_FAILURE() << row.name << ": " << read.error().message;
  return read ? *read : nullptr;
}

TEST(dialect_json, every_row_reads_back_as_it_is) {
  for (const Dialect& row : dialects()) {
    const std::shared_ptr<const Dialect> read = through_json(row);
    ASSERT_NE(read, nullptr);
    EXPECT_TRUE(*read == row) << json_of(*read) << '\n' << json_of(row);
    EXPECT_EQ(json_of(*read), json_of(row));
  }
}

TEST(dialect_json, a_row_that_was_read_gives_what_its_goldens_say) {
  int count = 0;
  replay(read_goldens("dialects", {"parse", "message"}), 800,
         [&](const GoldenCase& golden, const GoldenBlock& block) -> std::string {
           const auto parsed = parse_of(golden, block);
           if (!parsed) return parsed.error().message;
           ParseOptions options = parsed->options;
           if (options.dialect.empty()) return {};  // parts of two rows
           const Bounds bounds = bounds_of(options);
           options.row = through_json(*find_dialect(options.dialect));
           options.dialect.clear();
           const auto rules = ParseRules::make(options);
           options.row.reset();  // the rules keep it
           if (!rules) return rules.error().message;
           Reader reader(*rules);
           const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
           for (const std::size_t size : {golden.input.size() + 1, std::size_t{3}}) {
             // Where a reader stops with an error depends on what it had been handed by then.
             if (size == 3 && bounds.may_stop) break;
             const GoldenRun run = run_golden(golden.input, reader, bounds,
                                              cut_by_size(golden.input.size(), size), ending);
             const std::string lines = block.reader == "message" ? run.message : to_lines(run);
             if (lines != block.expected) return block.expected + "but not\n" + lines;
           }
           ++count;
           return {};
         });
  EXPECT_GE(count, 800);
}

}  // namespace
}  // namespace tagstream::testing
