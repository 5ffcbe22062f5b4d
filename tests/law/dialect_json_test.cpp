#include <nlohmann/json.hpp>

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

// ---- the schema ------------------------------------------------------------------------------

using nlohmann::ordered_json;

bool is_of_type(const ordered_json& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "array") return value.is_array();
  return type == "object" && value.is_object();
}

/// The patterns that ours has.
bool matches(std::string_view pattern, std::string_view text) {
  const auto are_all = [&](const auto& fits) {
    return std::all_of(text.begin(), text.end(), fits);
  };
  if (pattern == "^[a-z0-9_]+$") {
    return !text.empty() && are_all([](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
  }
  if (pattern == R"(^[\x00-\x7f]?$)") {
    return text.size() < 2 && are_all([](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }
  ADD_FAILURE() << "unknown pattern: " << pattern;
  return false;
}

/// The words of a schema that ours is made of.
bool takes(const ordered_json& schema, const ordered_json& value) {
  const ordered_json types = schema.contains("type") ? schema["type"] : ordered_json("");
  const auto fits = [&](const ordered_json& type) { return is_of_type(value, type); };
  const bool is_typed =
      types.is_array() ? std::any_of(types.begin(), types.end(), fits) : types == "" || fits(types);
  if (!is_typed) return false;
  if (schema.contains("enum")) {
    const ordered_json& choices = schema["enum"];
    return std::find(choices.begin(), choices.end(), value) != choices.end();
  }
  if (value.is_string()) {
    const std::string text = value;
    if (text.size() < schema.value("minLength", std::size_t{0})) return false;
    return !schema.contains("pattern") || matches(schema["pattern"].get<std::string>(), text);
  }
  if (value.is_number()) return value >= schema["minimum"] && value <= schema["maximum"];
  if (value.is_array()) {
    return value.size() <= schema["maxItems"] &&
           std::all_of(value.begin(), value.end(),
                       [&](const ordered_json& one) { return takes(schema["items"], one); });
  }
  if (!value.is_object()) return true;
  for (const ordered_json& name : schema.value("required", ordered_json::array())) {
    if (!value.contains(name.get<std::string>())) return false;
  }
  return std::all_of(value.items().begin(), value.items().end(), [&](const auto& field) {
    return schema["properties"].contains(field.key()) &&
           takes(schema["properties"][field.key()], field.value());
  });
}

/// True if it is the form of the file that the reader does not take: a schema can say so.
bool is_of_form(const std::string& complaint) {
  return complaint.starts_with("expected ") || complaint.starts_with("unknown field") ||
         complaint.starts_with("at most ");
}

TEST(dialect_json, the_schema_takes_what_the_reader_takes_and_no_other_form) {
  const ordered_json schema = ordered_json::parse(dialect_schema());
  const ordered_json others = {
      nullptr,    1,  "x",  true,     ordered_json::array(), ordered_json::object(), 256,
      "\xc3\xa9", -1, {""}, {nullptr}};
  int taken = 0;
  int refused = 0;
  std::size_t next = 0;
  for (const Dialect& row : dialects()) {
    const ordered_json whole = ordered_json::parse(json_of(row));
    EXPECT_TRUE(takes(schema, whole)) << whole;
    const ordered_json flat = whole.flatten();
    for (const auto& place : flat.items()) {
      for (std::string at = place.key(); !at.empty(); at.resize(at.rfind('/'))) {
        ordered_json changed = whole;
        changed[ordered_json::json_pointer(at)] = others[next++ % others.size()];
        if (next % 16 == 0) changed["nmae"] = 1;
        const auto read = read_dialect(changed.dump());
        const bool is_taken = takes(schema, changed);
        if (read || is_of_form(read.error().message)) {
          EXPECT_EQ(is_taken, bool(read)) << changed << (read ? "" : read.error().message);
        }
        ++(is_taken ? taken : refused);
      }
    }
  }
  EXPECT_GT(taken, 1000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace tagstream::testing
