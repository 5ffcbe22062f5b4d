#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness.hpp"
#include "peers.hpp"

#ifdef PEERS_EXPAT
#include <expat.h>
#endif
#ifdef PEERS_LIBXML2
#include <libxml/parser.h>
#endif
#ifdef PEERS_PUGIXML
#include <pugixml.hpp>
#endif
#ifdef PEERS_GUMBO
#include <gumbo.h>
#endif

// Readers of XML and HTML. A text is one element for them: XML has no other.

namespace peers {

namespace {

using Seen = std::optional<std::uint64_t>;

#ifdef PEERS_EXPAT
void note_expat(void* seen, const XML_Char*, const XML_Char**) {
  ++*static_cast<std::uint64_t*>(seen);
}

Seen read_expat(std::string_view text) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate("UTF-8"), XML_ParserFree);
  std::uint64_t seen = 0;
  XML_SetUserData(parser.get(), &seen);
  XML_SetStartElementHandler(parser.get(), note_expat);
  bool is_good = true;
  bench::cut(text, feed_bytes, [&](std::string_view chunk) {
    const int size = static_cast<int>(chunk.size());
    is_good = is_good && XML_Parse(parser.get(), chunk.data(), size, 0) == XML_STATUS_OK;
  });
  is_good = is_good && XML_Parse(parser.get(), nullptr, 0, 1) == XML_STATUS_OK;
  return is_good ? Seen(seen) : Seen();
}
#endif

#ifdef PEERS_LIBXML2
void note_libxml2(void* seen, const xmlChar*, const xmlChar**) {
  ++*static_cast<std::uint64_t*>(seen);
}

Seen read_libxml2(std::string_view text) {
  xmlSAXHandler handler{};
  handler.startElement = note_libxml2;
  std::uint64_t seen = 0;
  const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> parser(
      xmlCreatePushParserCtxt(&handler, &seen, nullptr, 0, nullptr), xmlFreeParserCtxt);
  bool is_good = true;
  bench::cut(text, feed_bytes, [&](std::string_view chunk) {
    const int size = static_cast<int>(chunk.size());
    is_good = is_good && xmlParseChunk(parser.get(), chunk.data(), size, 0) == XML_ERR_OK;
  });
  is_good = is_good && xmlParseChunk(parser.get(), nullptr, 0, 1) == XML_ERR_OK;
  return is_good ? Seen(seen) : Seen();
}
#endif

#ifdef PEERS_PUGIXML
struct CountNodes : pugi::xml_tree_walker {
  std::uint64_t seen = 0;
  bool for_each(pugi::xml_node& node) override {
    seen += node.type() == pugi::node_element;
    return true;
  }
};

Seen read_pugixml(std::string_view text) {
  pugi::xml_document document;
  if (!document.load_buffer(text.data(), text.size())) return std::nullopt;
  CountNodes nodes;
  document.traverse(nodes);
  return nodes.seen;
}
#endif

#ifdef PEERS_GUMBO
std::uint64_t count_gumbo(const GumboNode& root) {
  std::vector<const GumboNode*> open = {&root};
  std::uint64_t seen = 0;
  while (!open.empty()) {
    const GumboNode& node = *open.back();
    open.pop_back();
    if (node.type != GUMBO_NODE_ELEMENT) continue;
    seen += node.parse_flags == GUMBO_INSERTION_NORMAL ||
            (node.parse_flags & GUMBO_INSERTION_BY_PARSER) == 0;
    const GumboVector& children = node.v.element.children;
    for (unsigned i = 0; i < children.length; ++i) {
      open.push_back(static_cast<const GumboNode*>(children.data[i]));
    }
  }
  return seen;
}

Seen read_gumbo(std::string_view text) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  GumboOutput* const output = gumbo_parse_with_options(&options, text.data(), text.size());
  if (output == nullptr) return std::nullopt;
  const std::uint64_t seen = count_gumbo(*output->root);
  gumbo_destroy_output(&options, output);
  return seen;
}
#endif

}  // namespace

void add_markup([[maybe_unused]] std::vector<Peer>& peers) {
#ifdef PEERS_EXPAT
  peers.push_back({"tags", "expat 2 (events)", read_expat});
#endif
#ifdef PEERS_LIBXML2
  peers.push_back({"tags", "libxml2 (push, events)", read_libxml2});
#endif
#ifdef PEERS_PUGIXML
  peers.push_back({"tags", "pugixml (whole, tree)", read_pugixml});
#endif
#ifdef PEERS_GUMBO
  peers.push_back({"tags", "gumbo (whole, tree)", read_gumbo});
#endif
}

}  // namespace peers
