#include "body/xml/xml_section.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace tagstream {

// A chunk may end anywhere in `<![CDATA[` and `]]>`. After a chunk that ends in `a]]`,
// reading starts again at the first `]`, since `>` may follow.
XmlSection::Status XmlSection::read(const BodyInput& input) {
  const Segment& segment = input.segment;
  if (begin == 0) {
    const std::uint64_t from = at;
    while (at < segment.end && is_blank(*segment.at(at))) ++at;
    const std::string_view text =
        segment.slice(at, std::min<std::uint64_t>(segment.end, at + opener.size()));
    input.counters.examined += at - from + text.size();
    if (text != opener.substr(0, text.size())) return Status::absent;
    if (text.size() < opener.size()) return Status::open;
    begin = at += opener.size();
  }
  const std::string_view text = segment.slice(at, segment.end);
  const std::size_t found = text.find(closer);
  if (found == std::string_view::npos) {
    input.counters.examined += text.size();
    at = segment.end - std::min(text.size(), closer.size() - 1);  // the closer may have begun
    return Status::open;
  }
  input.counters.examined += found + closer.size();
  end = at + found;
  return Status::complete;
}

}  // namespace tagstream
