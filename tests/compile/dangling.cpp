// Compiles as it is. With BAD defined to a number it must not: each is a view that would outlive
// what it points into.
//
// C++20 can't refuse a view through a member of a temporary:
//   for (auto& one : read(...).value().sections[0].attributes())  // the message is gone
// So `Section::attribute` gives a copy, and the comment of `attributes` says how long it lives.
#include <memory_resource>
#include <string>

#include "tagstream/extract.hpp"
#include "tagstream/json_tree.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/wire/record_reader.hpp"
#include "tagstream/wire/rewriter.hpp"
#include "tagstream/wire/stream_reader.hpp"

using tagstream::extract;
using tagstream::ExtractOptions;

template <class Rewriter>
Rewriter rewriter() {
  return Rewriter(tagstream::Rules::make({.hide = {"a"}}).value());
}

int main() {
  const std::string text = "<a>1</a>";
  const tagstream::Tree tree = extract(text);
  std::size_t found = 0;
  for (const tagstream::Tag tag : tree.tags()) found += tag.content().size();
  const tagstream::Tree owner = extract(std::string("<b></b>"));
  found += owner.find("b").has_value() ? 1U : 0U;
  found += tagstream::inner(text, "a")->size();
  found += tagstream::Section().attribute("a").has_value() ? 1U : 0U;  // a copy
#if BAD == 1
  for (const tagstream::Tag tag : extract(text).tags()) found += tag.content().size();
#elif BAD == 2
  found += extract(text).find("a")->content().size();
#elif BAD == 3
  found += extract(text).find_all("a").size();
#elif BAD == 4
  found += tagstream::inner(std::string("<a>1</a>"), "a")->size();
#elif BAD == 5
  found += extract(text)[0].content().size();
#elif BAD == 6
  for (const tagstream::Tag tag : extract(text, ExtractOptions())->tags()) {
    found += tag.content().size();
  }
#elif BAD == 7
  found += extract(text).text().size();
#elif BAD == 8
  const auto constant = []() -> const std::string { return "<a>1</a>"; };
  found += tagstream::inner(constant(), "a")->size();
#elif BAD == 9
  for (const tagstream::Event& event : tagstream::Reader::make({.hide = {"a"}})->feed(text)) {
    found += event.text.size();
  }
#elif BAD == 10
  found += tagstream::ExtractStream::make({})->feed(text).size();
#elif BAD == 11
  found += tagstream::Rules::make({.hide = {"a"}})->options().hide.size();
#elif BAD == 12
  found += tagstream::read(text, {.hide = {"a"}})->content.size();
#elif BAD == 13
  for (const tagstream::Event& event :
       tagstream::Reader::make({.hide = {"a"}}).value().feed(text)) {
    found += event.text.size();
  }
#elif BAD == 14
  found += tagstream::ExtractStream::make({}).value().finish().size();
#elif BAD == 15
  found += tagstream::Rules::make({.hide = {"a"}}).value().options().hide.size();
#elif BAD == 16
  found += tagstream::attributes_of(std::string("<a b='c'>"))[0].value.size();
#elif BAD == 17
  found += tagstream::attribute_of(std::string("<a b='c'>"), "b")->size();
#elif BAD == 18
  found += tagstream::Reader::make({.hide = {"a"}}).value().finish().size();
#elif BAD == 19
  found += tagstream::Snapshots().feed(std::string("a"))->size();
#elif BAD == 20
  tagstream::JsonTree json;
  json.read(std::string("[1]"));
  found += json.size();
#elif BAD == 21
  found += tagstream::Section().attributes().size();
#elif BAD == 22
  found += tagstream::inner(std::pmr::string("<a>1</a>"), "a")->size();
#elif BAD == 23
  found += tagstream::CallIds().next("", 0).size();
#elif BAD == 24
  found += tagstream::Rules::make({.hide = {"a"}}).value().program() == nullptr ? 1U : 0U;
#elif BAD == 25
  const auto made = [] { return tagstream::JsonTree(); };
  for (const auto& member : made().members(0)) found += member.key.size();
#elif BAD == 26
  const auto made = []() -> const tagstream::Tree { return tagstream::extract("<a>1</a>"); };
  found += made().tags().size();
#elif BAD == 27
  const auto made = []() -> const tagstream::Rules {
    return tagstream::Rules::make({.hide = {"a"}}).value();
  };
  found += made().options().hide.size();
#elif BAD == 28
  found += tagstream::attributes_of(std::pmr::string("<a b='c'>"))[0].value.size();
#elif BAD == 29
  tagstream::JsonTree json;
  json.read(std::pmr::string("[1]"));
  found += json.size();
#elif BAD == 30
  found += tagstream::inner(std::string("<a>1</a>"), "a", ExtractOptions())->has_value() ? 1U : 0U;
#elif BAD == 31
  for (const auto& event : tagstream::wire::SseDecoder().feed("data: a\n\n")) {
    found += event.data.size();
  }
#elif BAD == 32
  found += tagstream::wire::SseDecoder().feed(std::string("data: a\n\n")).size();
#elif BAD == 33
  found += tagstream::wire::SseDecoder().finish().size();
#elif BAD == 34
  found += tagstream::wire::StreamReader().feed(text).size();
#elif BAD == 35
  found += tagstream::wire::StreamReader().finish().size();
#elif BAD == 36
  found += tagstream::wire::PayloadReader().read(text).size();
#elif BAD == 37
  found += tagstream::wire::PayloadReader().read_more(text, 0).size();
#elif BAD == 38
  found += tagstream::wire::PayloadReader().read_failure(text, 0).size();
#elif BAD == 39
  found += tagstream::wire::PayloadReader().add_broken(text, 0).size();
#elif BAD == 40
  found += tagstream::wire::PayloadReader().finish().size();
#elif BAD == 41
  found += rewriter<tagstream::wire::Rewriter>().feed(text).size();
#elif BAD == 42
  found += rewriter<tagstream::wire::Rewriter>().finish().size();
#elif BAD == 43
  found += rewriter<tagstream::wire::Rewriter>().broken_calls().size();
#elif BAD == 44
  found += rewriter<tagstream::wire::ChunkRewriter>().feed({}).size();
#elif BAD == 45
  found += rewriter<tagstream::wire::ChunkRewriter>().finish().size();
#elif BAD == 46
  found += tagstream::wire::DeltaBuilder().add(std::span<const tagstream::Event>()).size();
#elif BAD == 47
  found += tagstream::wire::DeltaBuilder().add(tagstream::wire::Piece()).size();
#elif BAD == 48
  found += tagstream::wire::DeltaBuilder().finish().size();
#elif BAD == 49
  found += tagstream::wire::RecordReader::make({}).value().text().size();
#elif BAD == 50
  found += tagstream::wire::RecordReader::make({}).value().kept().size();
#elif BAD == 51
  found += tagstream::wire::RecordReader::make({}).value().kept_names().size();
#elif BAD == 52
  found += tagstream::wire::RecordReader::make({}).value().problem().size();
#elif BAD == 53
  found += rewriter<tagstream::wire::ChunkRewriter>().options().id_seed;
#endif
  return found == 3 ? 0 : 1;
}
