#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/every_family.hpp"
#include "support/formats.hpp"
#include "support/golden.hpp"
#include "support/parse_text.hpp"
#include "support/random_cuts.hpp"
#include "support/sampling.hpp"

/// The text of a row, given as a format of one's own, reads what the row reads; and whatever a text
/// is, it is read or refused with a sentence and its place.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

// With its name before it, as the program prints it: without it the text of the row `none` says
// nothing.
std::string text_of(const Dialect& row) {
  return "# a comment\n" + std::string(row.name()) + ":\n" + std::string(row.text()) +
         "\nWhat follows from it:\n- all\n";
}

Options as_format(Options options) {
  options.format = text_of(*find_dialect(options.dialect));
  options.dialect.clear();
  return options;
}

TEST(format, the_text_of_a_row_gives_what_its_goldens_say) {
  int count = 0;
  replay(read_goldens("dialects", {"read", "message"}), 800,
         [&](const GoldenCase& golden, const GoldenBlock& block) -> std::string {
           const auto parsed = golden_of(golden, block);
           if (!parsed) return parsed.error().message;
           if (parsed->options.dialect.empty()) return {};  // parts of two rows
           const Bounds bounds = bounds_of(parsed->options);
           const auto rules = Rules::make(as_format(parsed->options));
           if (!rules) return rules.error().message;
           Reader reader(*rules);
           const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
           for (const std::size_t size : {golden.input.size() + 1, std::size_t{3}}) {
             // Where a reader stops with an error depends on what it had been handed by then.
             if (size == 3 && bounds.may_stop) break;
             const GoldenRun run = run_golden(golden.input, reader, bounds,
                                              cut_by_size(golden.input.size(), size), ending);
             const bool is_message = block.reader == "message";
             const std::string lines =
                 is_message ? to_line(read(golden.input, *rules)) : to_lines(run);
             if (lines != block.expected) return block.expected + "but not\n" + lines;
           }
           ++count;
           return {};
         });
  EXPECT_GE(count, 800);
}

// The difference when both read `text`, whole and in pieces.
std::string check_same_reading(const std::string& text, const Options& options, const Cuts& cuts) {
  const auto by_name = Rules::make(options);
  const auto by_text = Rules::make(as_format(options));
  if (!by_name || !by_text) return (by_name ? by_text : by_name).error().message;
  Reader named(*by_name);
  Reader own(*by_text);
  const Bounds bounds = bounds_of(options);
  for (const Cuts& one : {Cuts{}, cuts}) {
    const GoldenRun want = run_golden(text, named, bounds, one);
    const GoldenRun run = run_golden(text, own, bounds, one);
    std::string failure = want.failure + run.failure;
    if (failure.empty()) failure = check_same(want.items, run.items);
    if (failure.empty()) failure = difference(want.message, run.message);
    if (!failure.empty()) return to_text(one) + ": " + failure;
  }
  return {};
}

TEST(format, the_text_of_a_row_reads_every_golden_answer_as_the_row_does) {
  int count = 0;
  Goldens goldens = read_goldens("dialects", {"read", "message"});
  for (GoldenCase& golden : every_family().cases) goldens.cases.push_back(std::move(golden));
  for (const GoldenCase& golden : goldens.cases) {
    const Options options{.dialect = golden.name()};
    const std::string failure =
        check_same_reading(golden.input, options, cut_by_size(golden.input.size(), 3));
    EXPECT_EQ(failure, "") << golden.name() << ": " << golden.heading;
    ++count;
  }
  EXPECT_GE(count, 4000);
}

TEST(format, the_text_of_a_row_reads_random_texts_as_the_row_does) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", 20261125);
  const std::uint64_t texts = random_texts(40, 10);
  for (const Dialect& row : dialects()) {
    for (std::uint64_t i = 0; i < texts; ++i) {
      Random random(first + i);
      Options options = random_parse_options(random);
      options.reasoning_of.clear();
      options.calls_of.clear();
      options.format.clear();
      options.dialect = row.name();
      if (!Rules::make(options)) options.bare_calls = BareCalls::automatic;  // without a wrapper
      if (!Rules::make(options)) options.start_in_reasoning = false;
      add_random_limits(options, random);
      const std::string text = random_parse_text(options, random);
      const std::string failure =
          check_same_reading(text, options, cut_randomly(text.size(), random));
      ASSERT_EQ(failure, "") << row.name() << " TAGSTREAM_SEED=" << first + i << '\n' << text;
    }
  }
}

// ---- keys of objects ---------------------------------------------------------------------------

/// One key of a call's object, and what stands under it.
struct Field {
  std::string_view key;
  std::string_view value;
};

/// The values for one part: by the format's key, by a known one, or by both.
struct Said {
  std::vector<Field> fields;
  std::string_view counts;  ///< the value that does; empty: nothing is said
};

/// All ways to say a part. The known keys are other spellings than the format's.
std::vector<Said> ways_to_say(const Field& own, const Field& known, bool is_needed) {
  std::vector<Said> ways = {{{own}, own.value}, {{known}, known.value}, {{own, known}, own.value}};
  if (!is_needed) ways.push_back({});
  return ways;
}

std::string object_of(const std::vector<Field>& fields) {
  std::string text = "{";
  for (const Field& field : fields) {
    text += (text.size() > 1 ? ", \"" : "\"") + std::string(field.key) + "\": ";
    text += field.value;
  }
  return text + '}';
}

/// Calls `visit(name, arguments, id, fields)` for each way to say the three, the fields in each
/// order. Of all those one in `every`.
template <class Visit>
void for_each_object(const std::vector<Said>& names, std::uint64_t every, const Visit& visit) {
  std::uint64_t number = 0;
  for (const Said& name : names) {
    for (const Said& arguments :
         ways_to_say({"params", R"({"a": 1})"}, {"arguments", R"({"b": "x"})"}, false)) {
      for (const Said& id : ways_to_say({"ref", R"("r1")"}, {"id", R"("i2")"}, false)) {
        std::vector<Field> fields = {{"more", "[1]"}};
        for (const Said* said : {&name, &arguments, &id}) {
          fields.insert(fields.end(), said->fields.begin(), said->fields.end());
        }
        const auto by_key = [](const Field& a, const Field& b) { return a.key < b.key; };
        std::sort(fields.begin(), fields.end(), by_key);
        do {
          if (is_sampled(number++, every)) visit(name, arguments, id, fields);
        } while (std::next_permutation(fields.begin(), fields.end(), by_key));
      }
    }
  }
}

std::string without_quotes(std::string_view literal) {
  return std::string(literal.size() < 2 ? literal : literal.substr(1, literal.size() - 2));
}

/// A call as it is read; the id is empty if the text gives none.
std::string shown(std::string_view name, std::string_view arguments, std::string_view id) {
  const std::string given(arguments.empty() ? "{}" : arguments);
  return without_quotes(name) + ' ' + given + ' ' + without_quotes(id) + '\n';
}

/// The same of an object with other keys beside those three. One that says no arguments is an
/// error, since these may be meant. So is one that says them twice.
std::string shown_beside_others(const Said& name, const Said& arguments, const Said& id) {
  return arguments.fields.size() != 1 ? "" : shown(name.counts, arguments.counts, id.counts);
}

std::string calls_in(const EventRun& run) {
  if (!run.failure.empty()) return run.failure;
  std::string text;
  for (const Seen& item : run.items) {
    if (item.kind != EventKind::tool_call) continue;
    const std::string id = item.id.starts_with("call_") ? "" : item.id;
    text += item.name + ' ' + item.text + ' ' + id + '\n';
  }
  return text;
}

/// Reads a text cut at each byte, whole and incremental. Returns the mistake; empty if none.
std::string check_at_every_cut(const std::string& format, const std::string& text,
                               const std::string& expected) {
  for (const bool incremental : {false, true}) {
    const Options options{.format = format, .incremental = incremental};
    static std::map<std::pair<std::string, bool>, Rules> known;
    const auto rules =
        known.try_emplace({format, incremental}, *Rules::make(options)).first->second;
    Reader parser(rules);
    for (std::size_t at = 0; at <= text.size(); ++at) {
      const Cuts cuts = at == 0 ? cut_by_size(text.size(), 1) : Cuts{at};
      const std::string got = calls_in(run(text, parser, bounds_of(options), cuts));
      if (got != expected)
        return text + "\n" + to_text(cuts) + ":\n" + got + "but not\n" + expected;
    }
  }
  return {};
}

TEST(format, own_keys_of_a_call_count_first_and_known_ones_next) {
  const std::string format = R"(<t>{"fn": "NAME", "params": ARGUMENTS, "ref": "ID"}</t>)";
  const std::uint64_t every = std::min<std::uint64_t>(50 * sample_every(), 500);
  int count = 0;
  for (const std::string_view known : {"name", "tool", "tool_name", "function"}) {
    const auto names = ways_to_say({"fn", R"("own")"}, {known, R"("known")"}, true);
    for_each_object(
        names, every,
        [&](const Said& name, const Said& arguments, const Said& id,
            const std::vector<Field>& fields) {
          ++count;
          const std::string expected = shown_beside_others(name, arguments, id);
          EXPECT_EQ(check_at_every_cut(format, "<t>" + object_of(fields) + "</t>", expected), "");
        });
  }
  EXPECT_GT(count, 50);
}

// The key of the format is a known spelling itself.
TEST(format, own_keys_that_are_known_count_first) {
  const std::vector<std::string_view> spellings = {"arguments", "args", "parameters", "input"};
  int count = 0;
  for (const std::string_view own : spellings) {
    if (own == "arguments") continue;  // the usual one says nothing of the others
    const std::string format =
        R"(<t>{"tool": "NAME", ")" + std::string(own) + R"(": ARGUMENTS, "call_id": "ID"}</t>)";
    for (const std::string_view other : spellings) {
      if (other == own) continue;
      std::vector<Field> fields = {{"tool", R"("f")"}, {"name", R"("g")"},     {own, R"({"a": 1})"},
                                   {other, "null"},    {"call_id", R"("r1")"}, {"id", R"("i2")"}};
      const auto by_key = [](const Field& a, const Field& b) { return a.key < b.key; };
      std::sort(fields.begin(), fields.end(), by_key);
      std::uint64_t number = 0;
      do {
        if (!is_sampled(number++, std::min<std::uint64_t>(3 * sample_every(), 60))) continue;
        ++count;
        const std::string text = "<t>" + object_of(fields) + "</t>";
        EXPECT_EQ(check_at_every_cut(format, text, shown(R"("f")", R"({"a": 1})", R"("r1")")), "");
      } while (std::next_permutation(fields.begin(), fields.end(), by_key));
    }
  }
  EXPECT_GT(count, 50);
}

TEST(format, a_function_object_is_read_by_own_keys_too) {
  const std::string text = R"(<t>{"function": {"name": "f", "arguments": {"a": 1}}}</t>)";
  for (const std::string key : {"tool", "fn"}) {
    const std::string format = R"(<t>{")" + key + R"(": "NAME", "args": ARGUMENTS}</t>)";
    EXPECT_EQ(check_at_every_cut(format, text, shown(R"("f")", R"({"a": 1})", "")), "") << key;
  }
}

TEST(format, own_keys_count_in_each_object_of_a_list) {
  const std::string format = R"(<t>[{"fn": "NAME", "params": ARGUMENTS, "ref": "ID"}, ...]</t>)";
  std::string list, expected;
  int count = 0;
  const auto names = ways_to_say({"fn", R"("own")"}, {"name", R"("known")"}, true);
  const std::uint64_t every = std::min<std::uint64_t>(100 * sample_every(), 500);
  for_each_object(names, every,
                  [&](const Said& name, const Said& arguments, const Said& id,
                      const std::vector<Field>& fields) {
                    list += (list.empty() ? "" : ", ") + object_of(fields);
                    expected += shown_beside_others(name, arguments, id);
                    if (++count % 3 != 0) return;
                    EXPECT_EQ(check_at_every_cut(format, "<t>[" + list + "]</t>", expected), "");
                    list.clear();
                    expected.clear();
                  });
  EXPECT_GT(count, 10);
}

TEST(format, own_keys_count_in_a_function_object) {
  const std::string format =
      R"(<t>{"ref": "ID", "function": {"name": "NAME", "params": ARGUMENTS}}</t>)";
  const Said name{{{"name", R"("f")"}}, R"("f")"};
  int count = 0;
  const std::uint64_t every = std::min<std::uint64_t>(5 * sample_every(), 50);
  for_each_object(
      {name}, every,
      [&](const Said&, const Said& arguments, const Said& id, const std::vector<Field>& fields) {
        std::vector<Field> inner;
        std::vector<Field> outer;
        for (const Field& field : fields) {
          const bool is_outer = field.key == "id" || field.key == "ref" || field.key == "more";
          (is_outer ? outer : inner).push_back(field);
        }
        const std::string function = object_of(inner);
        const std::string expected = shown_beside_others(name, arguments, id);
        for (std::size_t at = 0; at <= outer.size(); ++at) {
          std::vector<Field> all = outer;
          all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), {"function", function});
          ++count;
          EXPECT_EQ(check_at_every_cut(format, "<t>" + object_of(all) + "</t>", expected), "");
        }
      });
  EXPECT_GT(count, 20);
}

// ---- texts that are no formats ---------------------------------------------------------------

bool is_number(std::string_view& text) {
  const std::size_t size = text.find_first_not_of("0123456789");
  if (size == 0 || size == text.npos) return false;
  text.remove_prefix(size);
  return true;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// "" if a text is read, or refused with a sentence and its place in the text.
std::string check_refusal(const std::string& text, int& refused) {
  if (text.empty()) return {};  // no format is given then
  // Where the names of tools are tags there must be some.
  const auto rules = Rules::make({.format = text, .tools = json_of({{"f", {}}})});
  if (rules) {
    static_cast<void>(read("a <think>b</think> <tool_call>{}</tool_call>\n", *rules));
    return {};
  }
  ++refused;
  const std::string& message = rules.error().message;
  if (rules.error().code != Code::bad_option) return "another code: " + message;
  std::string_view rest = message;
  if (message.starts_with("format: the format says nothing: ")) return {};  // it has no place
  const bool has_place = take(rest, "format: line ") && is_number(rest) &&
                         take(rest, ", column ") && is_number(rest) && take(rest, ": ");
  if (!has_place || rest.size() < 10) return "no sentence with its place: " + message;
  return {};
}

TEST(format, any_beginning_of_a_row_is_read_or_refused_with_its_place) {
  int refused = 0;
  std::uint64_t number = 0;
  for (const Dialect& row : dialects()) {
    for (std::size_t size = 1; size < row.text().size(); ++size) {
      if (!is_sampled(number++, sample_beyond(20))) continue;
      const std::string text(row.text().substr(0, size));
      EXPECT_EQ(check_refusal(text, refused), "") << row.name() << '\n' << text;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(format, a_row_with_a_byte_lost_or_changed_is_read_or_refused_with_its_place) {
  constexpr std::string_view bytes = "{}[]<>|\\.-\"': \nANRa1\x01\x0E\xC3";
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", 20261125);
  const std::uint64_t texts = random_texts(20000, 100);
  int refused = 0;
  for (std::uint64_t i = 0; i < texts; ++i) {
    Random random(first + i);
    const Dialect& row = dialects()[random() % dialects().size()];
    std::string text = text_of(row);
    for (std::uint64_t slips = 1 + random() % 3; slips > 0 && !text.empty(); --slips) {
      const std::size_t at = random() % text.size();
      const char byte = bytes[random() % bytes.size()];
      switch (random() % 4) {
        case 0: text.erase(at, 1); break;
        case 1: text.insert(at, 1, byte); break;
        case 2: text.erase(at, random() % 12); break;
        default: text[at] = byte;
      }
    }
    ASSERT_EQ(check_refusal(text, refused), "")
        << row.name() << " TAGSTREAM_SEED=" << first + i << '\n'
        << text;
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace tagstream::testing
