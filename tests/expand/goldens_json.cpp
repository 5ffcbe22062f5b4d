// Prints all golden cases as one JSON array, for the tests of a language: each block of a case is
// an object. The cases of every_family.md are expanded, files that options name are read.
//
//   place      "tests/golden/hide.md:12: A heading", and the family if the case was expanded for
//   one reader     "read", "message", "snapshots", "extract", "inner", "attributes", … input the
//   text; `input_hex` in its place if it is not UTF-8 arguments  as the block has them expected the
//   lines of the block; of an expanded case, in the short form of that file options    of a reader
//   or of extract: [name, value], in the order in which they are set finished   false if the input
//   is not ended stops      true if the reader stops at a limit: what it has given by then depends
//   on the cutting events     of `read`, `message`: all events of the whole text, neighbours joined
//   message    the message of that text
//   tags, diagnostics    of `extract`
//   name, content        of `inner`: null if there is none
//   advice     of `advise`
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/utf8.hpp"
#include "support/as_json.hpp"
#include "support/every_family.hpp"
#include "support/golden.hpp"

namespace tagstream::testing {
namespace {

using Json = nlohmann::ordered_json;

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Sequence first = utf8_first(text);
    if (!first.is_valid) return false;
    text.remove_prefix(first.size);
  }
  return true;
}

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) {
    constexpr char digits[] = "0123456789abcdef";
    hex += digits[static_cast<unsigned char>(byte) >> 4U];
    hex += digits[static_cast<unsigned char>(byte) & 15U];
  }
  return hex;
}

Json options_json(const Named& named) {
  Json list = Json::array();
  for (const auto& [name, value] : named) list.push_back({name, value});
  return list;
}

void add_events(Json& one, const GoldenCase& golden, const Golden& parsed) {
  Reader reader = *Reader::make(parsed.options);
  Json events = Json::array();
  std::optional<Event> last;  // may go on in the next event
  std::string text;
  const auto put = [&] {
    if (!last) return;
    last->text = text;
    events.push_back(Json::parse(as_json(*last)));
    text.clear();
    last.reset();
  };
  const auto take = [&](std::span<const Event> some) {
    for (const Event& event : some) {
      if (!is_joined(event.kind)) {
        put();
        events.push_back(Json::parse(as_json(event)));
        continue;
      }
      const bool goes_on = last && last->kind == event.kind && last->index == event.index;
      if (!goes_on) {
        put();
        last.emplace();
        last->kind = event.kind;
        last->name = event.name;
        last->index = event.index;
        last->span = event.span;
      }
      text += event.text;
      last->span.end = std::max(last->span.end, event.span.end);
    }
  };
  take(reader.feed(golden.input));
  if (parsed.is_finished) take(reader.finish());
  put();
  one["events"] = std::move(events);
  one["message"] = Json::parse(as_json(read(golden.input, *Rules::make(parsed.options))));
}

std::string add_read(Json& one, const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = golden_of(golden, block);
  if (!parsed) return parsed.error().message;
  one["options"] = options_json(parsed->named);
  one["finished"] = parsed->is_finished;
  one["stops"] = parsed->options.limits.on_limit == OnLimit::stop;
  if (parsed->is_snapshots) {
    one["reader"] = "snapshots";
  } else {
    add_events(one, golden, *parsed);
  }
  return {};
}

std::string add_extract(Json& one, const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = extract_of(block);
  if (!parsed) return parsed.error().message;
  one["options"] = options_json(parsed->named);
  one["finished"] = parsed->is_finished;
  const auto tree = extract(golden.input, parsed->options);
  if (!tree) return tree.error().message;
  one["tags"] = Json::array();
  for (const Tag& tag : tree->tags()) one["tags"].push_back(Json::parse(as_json(tag)));
  one["diagnostics"] = Json::array();
  for (const Diagnostic& odd : tree->diagnostics())
    one["diagnostics"].push_back(Json::parse(as_json(odd)));
  return {};
}

std::string add_inner(Json& one, const GoldenCase&, const GoldenBlock& block) {
  const auto parsed = inner_of(block);
  if (!parsed) return parsed.error().message;
  one["name"] = parsed->name;
  one["options"] = Json::array();
  if (parsed->ignore_case) one["options"].push_back({"ignore_case", "true"});
  one["content"] = Json::parse(block.expected);
  return {};
}

std::string add_advice(Json& one, const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = golden_of(golden, block);
  if (!parsed) return parsed.error().message;
  one["options"] = options_json(parsed->named);
  one["advice"] = Json::array();
  const std::string& lines = block.expected;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin);
    one["advice"].push_back(Json::parse(lines.substr(begin, end - begin)));
    begin = end + 1;
  }
  return {};
}

std::string add(Json& all, const GoldenCase& golden, const GoldenBlock& block) {
  Json one;
  one["place"] = golden.place(block);
  one["reader"] = block.reader;
  if (is_utf8(golden.input)) {
    one["input"] = golden.input;
  } else {
    one["input_hex"] = hex_of(golden.input);
  }
  one["arguments"] = block.arguments;
  one["expected"] = block.expected;
  std::string failure;
  if (block.reader == "read" || block.reader == "message") failure = add_read(one, golden, block);
  if (block.reader == "extract") failure = add_extract(one, golden, block);
  if (block.reader == "inner") failure = add_inner(one, golden, block);
  if (block.reader == "advise") failure = add_advice(one, golden, block);
  all.push_back(std::move(one));
  return failure.empty() ? failure : golden.place(block) + ": " + failure;
}

int write(const char* path) {
  const GoldenReaders all = {"tokens", "read",   "message", "attributes", "extract", "inner",
                             "advise", "pieces", "rewrite", "answer",     "openai",  "anthropic"};
  std::vector<Goldens> lists = {every_family()};
  for (const char* const folder :
       {"", "tools", "thoughts", "dialects", "formats", "auto", "advice", "extract", "wire"})
    lists.push_back(read_goldens(folder, all));
  Json blocks = Json::array();
  std::vector<std::string> errors;
  for (const Goldens& goldens : lists) {
    errors.insert(errors.end(), goldens.errors.begin(), goldens.errors.end());
    for (const GoldenCase& golden : goldens.cases) {
      for (const GoldenBlock& block : golden.blocks) {
        std::string failure = add(blocks, golden, block);
        if (!failure.empty()) errors.push_back(std::move(failure));
      }
    }
  }
  for (const std::string& error : errors) std::fprintf(stderr, "%s\n", error.c_str());
  const std::string text = blocks.dump(0, ' ', false, Json::error_handler_t::replace);
  std::ofstream file(path, std::ios::binary);
  file << text << '\n';
  return errors.empty() && file.flush() ? 0 : 1;
}

}  // namespace
}  // namespace tagstream::testing

int main(int count, char** words) {
  if (count == 2) return tagstream::testing::write(words[1]);
  std::fprintf(stderr, "usage: goldens_json FILE\n");
  return 2;
}
