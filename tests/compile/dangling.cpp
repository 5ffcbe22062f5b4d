// Compiles as it is. With BAD defined, each block that begins with `// bad` must be refused: its
// view would outlive what it points into.
//
// C++20 can't refuse a view through a member of a temporary:
//   for (auto& one : read(...).value().sections[0].attributes())  // the message is gone
// So `Section::attribute` gives a copy, and the comment of `attributes` says how long it lives.
#include <memory_resource>
#include <string>
#include <type_traits>
#include <utility>

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
  using Refused = const tagstream::Result<tagstream::Tree>;
  static_assert(!std::is_reference_v<decltype(std::declval<Refused>().error())>);  // a copy
#ifdef BAD
  {  // bad
    for (const tagstream::Tag tag : extract(text).tags()) found += tag.content().size();
  }
  {  // bad
    found += extract(text).find("a")->content().size();
  }
  {  // bad
    found += extract(text).find_all("a").size();
  }
  {  // bad
    found += tagstream::inner(std::string("<a>1</a>"), "a")->size();
  }
  {  // bad
    found += extract(text)[0].content().size();
  }
  {  // bad
    for (const tagstream::Tag tag : extract(text, ExtractOptions())->tags()) {
      found += tag.content().size();
    }
  }
  {  // bad
    found += extract(text).text().size();
  }
  {  // bad
    const auto constant = []() -> const std::string { return "<a>1</a>"; };
    found += tagstream::inner(constant(), "a")->size();
  }
  {  // bad
    for (const tagstream::Event& event : tagstream::Reader::make({.hide = {"a"}})->feed(text)) {
      found += event.text.size();
    }
  }
  {  // bad
    found += tagstream::ExtractStream::make({})->feed(text).size();
  }
  {  // bad
    found += tagstream::Rules::make({.hide = {"a"}})->options().hide.size();
  }
  {  // bad
    found += tagstream::read(text, {.hide = {"a"}})->content.size();
  }
  {  // bad
    for (const tagstream::Event& event :
         tagstream::Reader::make({.hide = {"a"}}).value().feed(text)) {
      found += event.text.size();
    }
  }
  {  // bad
    found += tagstream::ExtractStream::make({}).value().finish().size();
  }
  {  // bad
    found += tagstream::Rules::make({.hide = {"a"}}).value().options().hide.size();
  }
  {  // bad
    found += tagstream::attributes_of(std::string("<a b='c'>"))[0].value.size();
  }
  {  // bad
    found += tagstream::attribute_of(std::string("<a b='c'>"), "b")->size();
  }
  {  // bad
    found += tagstream::Reader::make({.hide = {"a"}}).value().finish().size();
  }
  {  // bad
    found += tagstream::Snapshots().feed(std::string("a"))->size();
  }
  {  // bad
    tagstream::JsonTree json;
    json.read(std::string("[1]"));
    found += json.size();
  }
  {  // bad
    found += tagstream::Section().attributes().size();
  }
  {  // bad
    found += tagstream::inner(std::pmr::string("<a>1</a>"), "a")->size();
  }
  {  // bad
    found += tagstream::CallIds().next("", 0).size();
  }
  {  // bad
    found += tagstream::Rules::make({.hide = {"a"}}).value().program() == nullptr ? 1U : 0U;
  }
  {  // bad
    const auto made = [] { return tagstream::JsonTree(); };
    for (const auto& member : made().members(0)) found += member.key.size();
  }
  {  // bad
    const auto made = []() -> const tagstream::Tree { return tagstream::extract("<a>1</a>"); };
    found += made().tags().size();
  }
  {  // bad
    const auto made = []() -> const tagstream::Rules {
      return tagstream::Rules::make({.hide = {"a"}}).value();
    };
    found += made().options().hide.size();
  }
  {  // bad
    found += tagstream::attributes_of(std::pmr::string("<a b='c'>"))[0].value.size();
  }
  {  // bad
    tagstream::JsonTree json;
    json.read(std::pmr::string("[1]"));
    found += json.size();
  }
  {  // bad
    found +=
        tagstream::inner(std::string("<a>1</a>"), "a", ExtractOptions())->has_value() ? 1U : 0U;
  }
  {  // bad
    for (const auto& event : tagstream::wire::SseDecoder().feed("data: a\n\n")) {
      found += event.data.size();
    }
  }
  {  // bad
    found += tagstream::wire::SseDecoder().feed(std::string("data: a\n\n")).size();
  }
  {  // bad
    found += tagstream::wire::SseDecoder().finish().size();
  }
  {  // bad
    found += tagstream::wire::StreamReader().feed(text).size();
  }
  {  // bad
    found += tagstream::wire::StreamReader().finish().size();
  }
  {  // bad
    found += tagstream::wire::PayloadReader().read(text).size();
  }
  {  // bad
    found += tagstream::wire::PayloadReader().read_more(text, 0).size();
  }
  {  // bad
    found += tagstream::wire::PayloadReader().read_failure(text, 0).size();
  }
  {  // bad
    found += tagstream::wire::PayloadReader().add_broken(text, 0).size();
  }
  {  // bad
    found += tagstream::wire::PayloadReader().finish().size();
  }
  {  // bad
    found += rewriter<tagstream::wire::Rewriter>().feed(text).size();
  }
  {  // bad
    found += rewriter<tagstream::wire::Rewriter>().finish().size();
  }
  {  // bad
    found += rewriter<tagstream::wire::Rewriter>().tool_call_errors().size();
  }
  {  // bad
    found += rewriter<tagstream::wire::ChunkRewriter>().feed({}).size();
  }
  {  // bad
    found += rewriter<tagstream::wire::ChunkRewriter>().finish().size();
  }
  {  // bad
    found += tagstream::wire::DeltaBuilder().add(std::span<const tagstream::Event>()).size();
  }
  {  // bad
    found += tagstream::wire::DeltaBuilder().add(tagstream::wire::Piece()).size();
  }
  {  // bad
    found += tagstream::wire::DeltaBuilder().finish().size();
  }
  {  // bad
    found += tagstream::wire::RecordReader::make({}).value().text().size();
  }
  {  // bad
    found += tagstream::wire::RecordReader::make({}).value().kept().size();
  }
  {  // bad
    found += tagstream::wire::RecordReader::make({}).value().kept_names().size();
  }
  {  // bad
    found += tagstream::wire::RecordReader::make({}).value().problem().size();
  }
  {  // bad
    found += rewriter<tagstream::wire::ChunkRewriter>().options().max_event_bytes;
  }
  {  // bad
    auto records = tagstream::wire::RecordReader::make({}).value();
    records.read(std::string("\"a\""));
    found += records.text().size();
  }
  {  // bad
    const auto made = []() -> const tagstream::Result<tagstream::Tree> {
      return tagstream::extract("<a>1</a>");
    };
    found += made()->tags().size();
  }
  {  // bad
    const auto made = []() -> const tagstream::Result<tagstream::Tree> {
      return tagstream::extract("<a>1</a>");
    };
    found += made().value().tags().size();
  }
  {  // bad
    const auto made = []() -> const tagstream::Result<tagstream::Tree> {
      return tagstream::extract("<a>1</a>");
    };
    found += (*made()).tags().size();
  }
  {  // bad
    found += tagstream::wire::DeltaBuilder().native_call({0, "a"}).id.size();
  }
#endif
  return found == 3 ? 0 : 1;
}
