#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/environment.hpp"
#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"
#include "support/tool_model.hpp"
#include "support/tool_run.hpp"

/// Every text of a small alphabet up to some length: what the model says, in every two pieces and
/// byte by byte (L1), and all that `run_tools` watches.
namespace tagstream::testing {
namespace {

// A running hash of events, the same in however many pieces deltas come.
class Signature {
 public:
  void add(const Event& event) {
    const bool is_delta = event.kind == EventKind::content ||
                          event.kind == EventKind::section_delta ||
                          event.kind == EventKind::call_delta;
    const Call* const call = event.call();
    const std::uint64_t index = call == nullptr ? 0 : call->index;
    if (!is_delta || event.kind != delta_ || index != delta_index_) {
      mix(static_cast<std::uint64_t>(event.kind));
      mix(event.span.begin);
      mix(index);
    }
    delta_ = is_delta ? event.kind : EventKind::notice;
    delta_index_ = index;
    if (event.kind != EventKind::notice) mix_bytes(event.text);
    if (is_delta) return;
    mix(event.span.end);
    mix((event.is_closed ? 1U : 0U) | (event.is_recorded ? 2U : 0U) |
        static_cast<unsigned>(event.code) << 2U);
    if (event.element != nullptr) add_element(*event.element);
    if (call != nullptr) add_call(*call);
  }

  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void add_element(const Element& element) {
    mix(element.start());
    mix_bytes(element.name());
    mix_bytes(element.raw_tag());
  }

  void add_call(const Call& call) {
    mix(call.span.begin);
    mix(call.span.end);
    mix_bytes(call.tool);
    mix_bytes(call.arguments);
    mix_bytes(call.id);
    mix(call.offset);
    mix((call.has_index ? 1U : 0U) | (call.is_repaired ? 2U : 0U) | (call.is_recovered ? 4U : 0U) |
        (call.has_started ? 8U : 0U) | static_cast<unsigned>(call.error) << 4U);
  }

  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15U;
    hash_ ^= hash_ >> 29;
  }
  void mix_bytes(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    }
  }

  std::uint64_t hash_ = 0x243F6A8885A308D3U;
  EventKind delta_ = EventKind::notice;  // notice: none
  std::uint64_t delta_index_ = 0;
};

// Hands over pieces that are overwritten when the feed is over.
class Feeder {
 public:
  explicit Feeder(ToolReader& reader) : reader_(reader) { reader_.reset(); }

  void feed(std::string_view bytes) {
    std::array<char, 256> block;
    bytes.copy(block.data(), block.size());
    const std::string_view chunk(block.data(), bytes.size());
    for (const Event& event : reader_.feed(chunk)) signature_.add(event);
    poison(block.data(), bytes.size());
  }
  std::uint64_t finish() {
    for (const Event& event : reader_.finish()) signature_.add(event);
    return signature_.value();
  }

 private:
  ToolReader& reader_;
  Signature signature_;
};

std::uint64_t in_two_pieces(ToolReader& reader, std::string_view text, std::size_t cut) {
  Feeder feeder(reader);
  feeder.feed(text.substr(0, cut));
  feeder.feed(text.substr(cut));
  return feeder.finish();
}

std::uint64_t byte_by_byte(ToolReader& reader, std::string_view text) {
  Feeder feeder(reader);
  for (std::size_t at = 0; at < text.size(); ++at) feeder.feed(text.substr(at, 1));
  return feeder.finish();
}

class Trial {
 public:
  explicit Trial(const ToolOptions& options)
      : options_(options), reader_(*ToolReader::make(options)) {}

  // False when this text is not read the same way always.
  bool try_text(std::string_view text, bool with_all_cuts) {
    const std::vector<SeenTool> want = model_tools(text, options_);
    const ToolRun whole = run_tools(text, reader_, options_, {});
    if (!whole.failure.empty() || whole.items != want) return fail(text, want, {});
    const std::uint64_t same = in_two_pieces(reader_, text, text.size());
    if (byte_by_byte(reader_, text) != same) return fail(text, want, cut_by_size(text.size(), 1));
    if (!with_all_cuts) return true;
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
      if (in_two_pieces(reader_, text, cut) != same) return fail(text, want, {cut});
    }
    return true;
  }

 private:
  bool fail(std::string_view text, const std::vector<SeenTool>& want, const Cuts& cuts) {
    const ToolRun run = run_tools(text, reader_, options_, cuts);
    ADD_FAILURE() << escaped(text) << ", " << to_text(cuts) << ',' << to_text(options_) << '\n'
                  << run.failure << '\n'
                  << compare(want, run.items);
    return false;
  }

  ToolOptions options_;
  ToolReader reader_;
};

using Symbols = std::vector<std::string>;

struct Texts {
  std::string start;       // of each
  Symbols symbols;         // after it
  std::size_t length = 0;  // at most so many
};

// All these texts; the fourth part of them in every two pieces. Gives up at the fifth that fails.
void try_all(const Texts& texts, const ToolOptions& options) {
  constexpr int max_failures = 5;
  constexpr std::uint64_t all_cuts_every = 4;
  Trial trial(options);
  int failures = 0;
  const std::uint64_t every = every_nth_text();
  std::uint64_t count = 0;
  std::vector<std::size_t> digits;
  std::string text = texts.start;
  while (failures < max_failures) {
    const bool with_all_cuts = count / every % all_cuts_every == 0;
    if (count++ % every == 0 && !trial.try_text(text, with_all_cuts)) ++failures;
    std::size_t last = digits.size();
    while (last > 0 && digits[last - 1] + 1 == texts.symbols.size()) --last;
    if (last == 0) {
      if (digits.size() == texts.length) return;
      digits.assign(digits.size() + 1, 0);
    } else {
      ++digits[last - 1];
      std::fill(digits.begin() + static_cast<std::ptrdiff_t>(last), digits.end(), 0);
    }
    text = texts.start;
    for (const std::size_t digit : digits) text += texts.symbols[digit];
  }
}

const Symbols bytes = {"<t>", "</t>", "\"", "'", "\\", "{", "}", "[", "]", ":", ",", "\n"};
const Symbols items = {"\"name\":\"f\"", "\"args\":", "{",   "}",   "[", "]", ",",
                       "\"</t>\"",       "</t>",      "<h>", "True"};
const Symbols values = {"\"a\":", "'</t>x'", "\"", "1", "}", "</t>", "<t>", ",", "</t", "\\"};
const Symbols fences = {"```", "`", "~~~", "\n", "{", "}", "\"name\":\"f\"", "</t>", "x", " ", "<"};
const Symbols sections = {"<t>", "</t>", "<h>", "</h>", "{}", "\"", "{\"name\":\"</h>\"}",
                          "x",   "<t/>"};
const Symbols tags = {
    "<t>", "</t>", "<k>", "</k>", "<p>", "v", "\n", "<h>", "<invoke name=\"f\">", "</invoke>", "<"};
const Symbols parameters = {"<t>",         "</t>",          "<parameter=k>", "</parameter>",
                            "<parameter>", "<function=f>",  "</function>",   "\n",
                            "v",           "<parameter=p/>"};
const std::string object = "<t>{\"name\":\"f\",\"args\":{";

using Change = void (*)(ToolOptions&);

void try_with(std::vector<Rule> rules, const Texts& texts, Change change) {
  ToolOptions options;
  options.rules = std::move(rules);
  change(options);
  try_all(texts, options);
}

void keep(ToolOptions&) {}
void incremental(ToolOptions& o) { o.incremental = true; }
void strict(ToolOptions& o) { o.strict_json = true; }
void unclosed_call(ToolOptions& o) { o.on_unclosed_call = OnUnclosedCall::call; }
void unclosed_error(ToolOptions& o) { o.on_unclosed_call = OnUnclosedCall::error; }

const std::vector<Rule> calls = {call("t"), hide("h")};
const std::vector<Rule> xml_calls = {call("t", CallBody::xml), hide("h")};

TEST(tool_json, bytes) {
  try_with(calls, {"<t>", bytes, 4}, keep);
  try_with(calls, {"", bytes, 4}, keep);
  try_with(calls, {object, bytes, 4}, keep);
}

TEST(tool_json, bytes_incremental) {
  try_with(calls, {"<t>{\"name\":\"f\",\"args\":", bytes, 4}, incremental);
  try_with(calls, {object + "\"a\":\"", bytes, 4}, incremental);
}

TEST(tool_json, bytes_strict) { try_with(calls, {object, bytes, 4}, strict); }

TEST(tool_json, items) {
  try_with(calls, {"<t>", items, 5}, keep);
  try_with(calls, {"<t>[", items, 4}, incremental);
  try_with(calls, {"<t>[{\"name\":\"g\"},{", items, 4}, incremental);
  try_with(calls, {"<t name=\"f\">", items, 4}, incremental);
  try_with(calls, {"<t>{\"function\":", items, 4}, incremental);
}

TEST(tool_json, items_unclosed) {
  try_with(calls, {"<t>", items, 4}, unclosed_call);
  try_with(calls, {"<t=f>", items, 4}, unclosed_error);
  try_with(calls, {"<t>[{\"name\":\"g\"},", items, 4}, [](ToolOptions& o) {
    o.on_unclosed_call = OnUnclosedCall::call;
    o.incremental = true;
  });
}

TEST(tool_json, values) {
  try_with(calls, {object, values, 4}, incremental);
  try_with(calls, {"<t name=f>{", values, 4}, strict);
}

TEST(tool_json, fences) {
  try_with(calls, {"<t>", fences, 4}, keep);
  try_with(calls, {"<t>```\n{\"name\":\"f\"}", fences, 4}, unclosed_call);
}

TEST(tool_json, markdown_code) {
  try_with(calls, {"", fences, 3}, [](ToolOptions& o) { o.markdown_code = true; });
  try_with({call("t", CallBody::raw), hide("h")},
           {"", {"`", "```", "\n", "<t>", "</t>", "<h>", "</h>", " ", "x"}, 5},
           [](ToolOptions& o) { o.markdown_code = true; });
}

TEST(tool_sections, hide) {
  try_with(calls, {"", sections, 5}, keep);
  try_with(calls, {"", sections, 4}, [](ToolOptions& o) { o.nesting = Nesting::first_close; });
  try_with({call("t"), record("h")}, {"", sections, 4}, keep);
  try_with({call("t"), unwrap("h")}, {"", sections, 4}, unclosed_error);
}

TEST(tool_sections, quotes_of_failed_tags) {
  const Symbols symbols = {"<t a=\"", "<t>", "</t>", "<h b='", "\"", "'", "{", "x", "<", ">"};
  try_with(calls, {"", symbols, 4}, keep);
  try_with(calls, {"<t>x", symbols, 4}, [](ToolOptions& o) { o.limits.max_tag_bytes = 9; });
  try_with({call("t", CallBody::raw), hide("h")}, {"", symbols, 4}, keep);
}

TEST(tool_sections, raw) {
  try_with({call("t", CallBody::raw), hide("h")}, {"", sections, 5}, keep);
  try_with({call("t", CallBody::raw)}, {"<t=f>", sections, 4}, unclosed_call);
}

TEST(tool_sections, markers) {
  const Symbols symbols = {"[T]", "[/T]",           "<t>", "</t>", "{",
                           "}",   "\"name\":\"f\"", "[",   "T]",   "h"};
  try_with({call_between("[T]", "[/T]"), call("t")}, {"", symbols, 4}, keep);
  try_with({call_between("[T]", "[/T]", CallBody::xml), hide_between("[T", "h")},
           {"[T]", symbols, 4}, incremental);
  try_with({call_between("<t", "t>", CallBody::raw), call("h")}, {"", symbols, 4}, keep);
}

TEST(tool_sections, ignore_case) {
  const Symbols symbols = {
      "<T>",  "</t>", "<Invoke NAME=\"f\">", "</iNVOKE>",    "<K>",
      "</k>", "\n",   "<Parameter=k>",       "</PARAMETER>", "{\"name\":\"f\"}"};
  try_with({call("t")}, {"<t>", symbols, 4}, [](ToolOptions& o) { o.ignore_case = true; });
}

TEST(tool_xml, tags) {
  try_with(calls, {"<t>", tags, 5}, keep);
  try_with(calls, {"<t><k>", tags, 4}, incremental);
  try_with(calls, {"<t name=f><k>", tags, 4}, keep);
  try_with(xml_calls, {"<t>", tags, 4}, unclosed_call);
  try_with(xml_calls, {"", tags, 4}, unclosed_error);
}

TEST(tool_xml, parameters) {
  try_with(calls, {"<t>", parameters, 4}, incremental);
  try_with(calls, {"<t><function=f><parameter=k>", parameters, 4}, incremental);
  try_with({call("function"), call("t")}, {"<function=f>", parameters, 4}, keep);
  try_with(calls, {"<t><function=f>", parameters, 4}, unclosed_call);
}

TEST(tool_xml, types) {
  const Symbols symbols = {"<k>",       "</k>", "\n", "5",   "null", "true",
                           "{\"a\":1}", "[",    "]",  "<p>", "x"};
  ToolOptions options;
  options.rules = calls;
  for (const ValueTypes types :
       {ValueTypes::integer, ValueTypes::string | ValueTypes::null,
        ValueTypes::boolean | ValueTypes::number, ValueTypes::object | ValueTypes::array}) {
    options.schemas = {{"t", {{"k", types}}}};
    try_all({"<t><k>", symbols, 3}, options);
    options.schemas = {{"", {{"k", types}, {"p", types}}}};
    try_all({"<t><invoke name=\"f\">", symbols, 4}, options);
  }
}

TEST(tool_limits, max_held_bytes) {
  for (const std::size_t held : {0U, 3U, 6U, 9U, 14U}) {
    ToolOptions options;
    options.rules = calls;
    options.limits.max_held_bytes = held;
    options.incremental = held % 2 == 0;
    try_all({"<t>", bytes, 3}, options);
    try_all({"", sections, 4}, options);
    try_all({"<t>", tags, 3}, options);
    try_all({"<t><k>", tags, 3}, options);
    options.limits.max_held_bytes = held + 12;
    try_all({object, values, 3}, options);
    try_all({"<t><function=f><parameter=k>", parameters, 3}, options);
    try_all({"<t><k>\n<p>", tags, 3}, options);
    options.rules = {call("t"), call("invoke")};
    try_all({"<t>", tags, 3}, options);
    options.rules = {call("t", CallBody::raw), hide("h")};
    options.limits.max_held_bytes = held;
    try_all({"", sections, 3}, options);
  }
}

}  // namespace
}  // namespace tagstream::testing
